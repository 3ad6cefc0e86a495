"""``vcddl fmt``: the canonical layout of CDDL files, written in place, or checked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli import options as shared  # noqa: TC001 - typer reads it
from vcddl.cli.exits import Exit
from vcddl.cli.inputs import STDIN_NAME
from vcddl.cli.options import Format
from vcddl.cli.output import Output, write_file
from vcddl.cli.schemas import FmtSchema  # noqa: TC001 - typer reads it
from vcddl.diagnostics.codes.tool import NOT_CANONICAL
from vcddl.diagnostics.model import Diagnostic, RuleRef, Severity
from vcddl.errors import CddlError, UsageError
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_WIDTH = 80

FilesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE",
        help="CDDL files, rewritten in place; - reads standard input and writes standard output.",
    ),
]
CheckFlag = Annotated[
    bool, typer.Option("--check", help="Change nothing; exit 1 if a file would change.")
]
DiffFlag = Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")]
WidthOption = Annotated[
    int,
    typer.Option(
        "--width", metavar="N", min=20, help="Columns of a line; drafts have room for 69."
    ),
]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A file and its canonical text; None where the file is not CDDL."""

    source: SourceFile
    text: str | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_changed(self) -> bool:
        return self.text is not None and self.text != self.source.text


def fmt(
    files: FilesArgument,
    *,
    check: CheckFlag = False,
    diff: DiffFlag = False,
    width: WidthOption = DEFAULT_WIDTH,
    format_: shared.FormatOption = Format.TEXT,
    output: shared.OutputOption = None,
    quiet: shared.QuietOption = False,
    verbose: shared.VerboseOption = False,
    color: shared.ColorOption = None,
    schema: FmtSchema = False,
) -> None:
    """Lay out CDDL in its canonical form; comments are kept, the meaning is the same."""
    del schema
    from vcddl.cli.inputs import read_cddl
    from vcddl.limits import DEFAULT_LIMITS
    from vcddl.syntax.layout import format_cddl

    is_report = check or diff or format_ in {Format.JSON, Format.JSONL}
    target = Output(format=format_, path=output, color=color, quiet=quiet, verbose=verbose)
    _refuse_mixtures(files, output=None if is_report else output)
    laid: list[_Laid] = []
    for path in files:
        try:
            source = read_cddl(path, max_bytes=DEFAULT_LIMITS.bytes)
        except CddlError as error:
            laid.append(_Laid(SourceFile(str(path), ""), None, error.diagnostics))
        else:
            formatted = format_cddl(source, width=width)
            laid.append(_Laid(source, formatted.text, formatted.diagnostics))
    if not (check or diff):
        _write(laid, target, is_data_shown=not is_report)
    _show(laid, target, is_check=check, is_diff=diff)
    raise typer.Exit(_status(laid, is_check=check or diff))


def _refuse_mixtures(files: Sequence[Path], *, output: str | None) -> None:
    if output is not None and len(files) != 1:
        raise UsageError("--output takes the text of one file", "format files one by one")


def _write(laid: Sequence[_Laid], target: Output, *, is_data_shown: bool) -> None:
    """The texts to their files; that of standard input, or with --output, to the output."""
    for item in laid:
        if item.text is None:
            continue
        if is_data_shown and (item.source.name == STDIN_NAME or target.path is not None):
            target.write(item.text.encode())
        elif item.is_changed and item.source.name != STDIN_NAME:
            write_file(Path(item.source.name), item.text)


def _show(laid: Sequence[_Laid], target: Output, *, is_check: bool, is_diff: bool) -> None:
    if target.format is Format.JSON:
        target.write(json.dumps({"files": [_document(item) for item in laid]}, indent=2) + "\n")
    elif target.format is Format.JSONL:
        target.write("".join(json.dumps(_document(item)) + "\n" for item in laid))
    elif is_diff:
        target.write("".join(_diff(item) for item in laid))
    elif is_check:
        target.show(tuple(map(_report, laid)), command="fmt", verdicts=False)
    if not target.is_machine and (is_diff or not is_check):
        target.tell(found for item in laid for found in _errors(item))


def _errors(item: _Laid) -> tuple[Diagnostic, ...]:
    """What stands against a layout; of what the layout itself puts right nothing is said."""
    return tuple(found for found in item.diagnostics if found.severity is Severity.ERROR)


def _report(item: _Laid) -> Report:
    found = (*_errors(item), *([_not_canonical(item)] if item.is_changed else []))
    verdict = Verdict.INVALID if found else Verdict.VALID
    return Report(verdict=verdict, diagnostics=found, file=item.source.name)


def _not_canonical(item: _Laid) -> Diagnostic:
    """Points at the first line that would change."""
    old, new = item.source.text.split("\n"), (item.text or "").split("\n")
    pairs = enumerate(zip(old, new, strict=False), start=1)
    line = next((number for number, (was, is_) in pairs if was != is_), min(len(old), len(new)))
    return Diagnostic(
        code=NOT_CANONICAL,
        message=f"`{item.source.name}` is not in the canonical layout",
        severity=NOT_CANONICAL.severity,
        rule=RuleRef(
            file=item.source.name, line=line, column=1, excerpt=item.source.line_text(line)
        ),
        help="run `vcddl fmt` on it",
    )


def _diff(item: _Laid) -> str:
    name = item.source.name
    old, new = (
        item.source.text.splitlines(keepends=True),
        (item.text or "").splitlines(keepends=True),
    )
    return "".join(unified_diff(old, new, name, f"{name} (canonical)")) if item.is_changed else ""


def _document(item: _Laid) -> dict[str, object]:
    from vcddl.render.document import diagnostic_of

    return {
        "file": item.source.name,
        "changed": item.is_changed,
        "usable": item.text is not None,
        "diagnostics": [diagnostic_of(found) for found in item.diagnostics],
    }


def _status(laid: Sequence[_Laid], *, is_check: bool) -> Exit:
    """A file that is not CDDL has no layout: that question has no answer."""
    if any(item.text is None for item in laid):
        return Exit.UNANSWERED
    return Exit.FINDINGS if is_check and any(item.is_changed for item in laid) else Exit.OK
