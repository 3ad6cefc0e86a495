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


def lint(
    files: FilesArgument,
    *,
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
    from vcddl.cli.inputs import read_cddl

    start = time.monotonic()
    limits = Limits(bytes=max_bytes, depth=max_depth)
    sources = [read_cddl(path, max_bytes=max_bytes) for path in files]
    reports = _by_file(sources, _findings(sources, root=root, limits=limits))
    target = Output(format=format_, path=output, color=color, quiet=quiet, verbose=verbose)
    target.show(reports, command="lint", seconds=time.monotonic() - start, verdicts=False)
    raise typer.Exit(status_of(reports, fail_on=fail_on, exit_zero=exit_zero))


def _findings(
    sources: Sequence[SourceFile], *, root: str | None, limits: Limits
) -> Sequence[Diagnostic]:
    from vcddl.rules.lint import lint as lint_sources

    try:
        return lint_sources(sources, root=root, limits=limits)
    except CddlError as error:
        return error.diagnostics


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
