"""``vcddl codes``: all codes there are, a line each or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vcddl.cli.options import Format, FormatOption, OutputOption
from vcddl.cli.output import Output
from vcddl.cli.schemas import CodesSchema  # noqa: TC001 - typer reads it

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code


def codes(
    *,
    format_: FormatOption = Format.TEXT,
    output: OutputOption = None,
    schema: CodesSchema = False,
) -> None:
    """List all codes; `explain` says what each means."""
    del schema
    from vcddl.diagnostics.codes import all_codes
    from vcddl.render.document import code_of

    target = Output(format=format_, path=output)
    entries = all_codes()
    if format_ is Format.JSON:
        target.write(json.dumps({"codes": [code_of(code) for code in entries]}, indent=2) + "\n")
    elif format_ is Format.JSONL:
        target.write("".join(json.dumps(code_of(code)) + "\n" for code in entries))
    else:
        target.write(_table(entries))


def _table(entries: tuple[Code, ...]) -> str:
    widths = [
        max(len(text) for text in column) for column in zip(*map(_cells, entries), strict=True)
    ]
    return "".join(
        "  ".join(
            text.ljust(width) for text, width in zip(_cells(code), widths, strict=True)
        ).rstrip()
        + "\n"
        for code in entries
    )


def _cells(code: Code) -> tuple[str, str, str, str]:
    return code.id, code.severity.value, code.name, code.section
