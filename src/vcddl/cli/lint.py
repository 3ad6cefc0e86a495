"""``vcddl lint``: the CDDL alone. Here broken CDDL is a finding, not a question left open."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli import options as shared  # noqa: TC001 - typer reads it
from vcddl.cli.exits import status_of
from vcddl.cli.options import Format
from vcddl.cli.output import Output
from vcddl.cli.schemas import LintSchema  # noqa: TC001 - typer reads it
from vcddl.diagnostics.codes.tool import UNREADABLE_CDDL
from vcddl.diagnostics.model import Severity, sort_diagnostics
from vcddl.errors import CddlError
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.report import Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.source import SourceFile

FilesArgument = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="CDDL files that belong together, - for standard input."),
]

ContextOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--context",
        metavar="FILE",
        help="CDDL that the files plug into; of its own findings only errors are told.",
        show_default=False,
    ),
]


def lint(
    files: FilesArgument,
    *,
    context: ContextOption = None,
    root: shared.RootOption = None,
    max_bytes: shared.MaxBytesOption = DEFAULT_LIMITS.bytes,
    max_depth: shared.MaxDepthOption = DEFAULT_LIMITS.depth,
    format_: shared.FormatOption = Format.TEXT,
    output: shared.OutputOption = None,
    quiet: shared.QuietOption = False,
    verbose: shared.VerboseOption = False,
    color: shared.ColorOption = None,
    fail_on: shared.FailOnOption = Severity.ERROR,
    exit_zero: shared.ExitZeroOption = False,
    schema: LintSchema = False,
) -> None:
    """Check CDDL alone: syntax, names, sockets, and what can never match."""
    del schema
    start = time.monotonic()
    limits = Limits(bytes=max_bytes, depth=max_depth)
    sources, unread = _read(files, max_bytes=max_bytes)
    around, missing = _read(context or (), max_bytes=max_bytes)
    unread += missing
    reports = unread or _by_file(sources, _findings(sources, around, root=root, limits=limits))
    target = Output(format=format_, path=output, color=color, quiet=quiet, verbose=verbose)
    target.show(reports, command="lint", seconds=time.monotonic() - start, verdicts=False)
    raise typer.Exit(status_of(reports, fail_on=fail_on, exit_zero=exit_zero))


def _read(
    paths: Sequence[Path], *, max_bytes: int
) -> tuple[tuple[SourceFile, ...], tuple[Report, ...]]:
    """The files that can be read, and a report for each that cannot.

    A file that is not there leaves the question open; one that is not UTF-8 is a finding.
    """
    from vcddl.cli.inputs import read_cddl

    sources: list[SourceFile] = []
    reports: list[Report] = []
    for path in paths:
        try:
            sources.append(read_cddl(path, max_bytes=max_bytes))
        except CddlError as error:
            is_there = all(found.code is not UNREADABLE_CDDL for found in error.diagnostics)
            verdict = Verdict.INVALID if is_there else Verdict.UNDECIDED
            reports.append(Report(verdict=verdict, diagnostics=error.diagnostics, file=str(path)))
    return tuple(sources), tuple(reports)


def _findings(
    sources: Sequence[SourceFile],
    around: Sequence[SourceFile],
    *,
    root: str | None,
    limits: Limits,
) -> Sequence[Diagnostic]:
    from vcddl.linting import lint_cddl
    from vcddl.rules.modules import FolderFinder
    from vcddl.shipped import shipped_root

    shipped = shipped_root() / "cddl"
    finder = FolderFinder((shipped, shipped / "extensions"))
    return lint_cddl(sources, finder=finder, root=root, limits=limits, context_files=around)


def _by_file(
    sources: Sequence[SourceFile], diagnostics: Iterable[Diagnostic]
) -> tuple[Report, ...]:
    """A report for each file; what belongs to no file, or to an imported one, to its own."""
    by_file: dict[str, list[Diagnostic]] = {source.name: [] for source in sources}
    for diagnostic in sort_diagnostics(diagnostics):
        file = diagnostic.rule.file if diagnostic.rule else sources[0].name
        by_file.setdefault(file, []).append(diagnostic)
    return tuple(_report(file, found) for file, found in by_file.items())


def _report(file: str, diagnostics: Sequence[Diagnostic]) -> Report:
    is_broken = any(item.severity is Severity.ERROR for item in diagnostics)
    return Report(
        verdict=Verdict.INVALID if is_broken else Verdict.VALID,
        diagnostics=tuple(diagnostics),
        file=file,
    )
