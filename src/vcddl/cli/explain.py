"""``vcddl explain``: what a code means, why it matters, a bad and a good example."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli.options import BriefOption, ColorOption, Format, FormatOption, OutputOption
from vcddl.cli.output import Output
from vcddl.cli.schemas import CodesSchema  # noqa: TC001 - typer reads it
from vcddl.errors import UsageError

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code


def _complete(incomplete: str) -> list[tuple[str, str]]:
    from vcddl.diagnostics.codes import all_codes

    wanted = incomplete.upper()
    return [(code.id, code.name) for code in all_codes() if code.id.startswith(wanted)]


CodeArgument = Annotated[
    str,
    typer.Argument(metavar="CODE", help="Id or name, such as VC301.", autocompletion=_complete),
]


def explain(
    code: CodeArgument,
    *,
    format_: FormatOption = Format.TEXT,
    output: OutputOption = None,
    quiet: BriefOption = False,
    color: ColorOption = None,
    schema: CodesSchema = False,
) -> None:
    """Say what a code means, with a bad and a good example."""
    del schema
    found = _find(code)
    target = Output(format=format_, path=output, color=color, quiet=quiet)
    if target.is_machine:
        import json

        from vcddl.render.document import code_of

        target.write(json.dumps(code_of(found), indent=2) + "\n")
    else:
        target.write(code_page(found, target))


def _find(wanted: str) -> Code:
    from vcddl.diagnostics.codes import all_codes, find_code

    found = find_code(wanted)
    if found is not None:
        return found
    known = [name for code in all_codes() for name in (code.id, code.name)]
    folded = wanted.upper() if wanted[:1].isupper() else wanted
    near = get_close_matches(folded, known, n=1)
    advice = f"did you mean `{near[0]}`?" if near else "`vcddl codes` lists all"
    raise UsageError(f"there is no code `{wanted}`", advice)


def code_page(code: Code, target: Output) -> str:
    """All that the registry says of ``code``, as a page; its name alone if ``target`` is quiet."""
    title = f"{target.paint(f'{code.id} {code.name}', 'bold')} ({code.severity})"
    if target.quiet:
        return f"{title}\n"
    parts = [
        title,
        code.meaning,
        code.why,
        f"Bad:\n\n{_indented(code.bad)}",
        f"Good:\n\n{_indented(code.good)}",
    ]
    if code.section:
        parts.append(f"See {code.section}")
    return "\n\n".join(parts) + "\n"


def _indented(example: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in example.split("\n")) or "    (nothing)"
