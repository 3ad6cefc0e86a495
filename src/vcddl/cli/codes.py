"""``vcddl codes``: all codes there are, a line each or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vcddl.cli.options import BriefOption, ColorOption, Format, FormatOption, OutputOption
from vcddl.cli.output import Output
from vcddl.cli.schemas import CodesSchema  # noqa: TC001 - typer reads it

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code


def codes(
    *,
    format_: FormatOption = Format.TEXT,
    output: OutputOption = None,
    quiet: BriefOption = False,
    color: ColorOption = None,
    schema: CodesSchema = False,
) -> None:
    """List all codes; `explain` says what each means."""
    del schema
    from vcddl.diagnostics.codes import all_codes
    from vcddl.render.document import code_of

    target = Output(format=format_, path=output, color=color, quiet=quiet)
    entries = all_codes()
    if format_ is Format.JSON:
        target.write(json.dumps({"codes": [code_of(code) for code in entries]}, indent=2) + "\n")
    elif format_ is Format.JSONL:
        target.write("".join(json.dumps(code_of(code)) + "\n" for code in entries))
    elif quiet:
        target.write("".join(f"{code.id}\n" for code in entries))
    else:
        target.write(_table(entries, target))


def _table(entries: tuple[Code, ...], target: Output) -> str:
    name_width = max(len(code.name) for code in entries)
    rows = []
    for code in entries:
        severity = target.paint(f"{code.severity:7}", code.severity.value)
        row = f"{code.id:5}  {severity}  {code.name:{name_width}}  {code.section}"
        rows.append(f"{row.rstrip()}\n")
    return "".join(rows)
