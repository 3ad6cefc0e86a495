#!/usr/bin/env python3
"""Write ``docs/codes.md`` from the registry of codes. ``make docs`` runs this."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import all_codes

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code

PAGE = Path(__file__).parent / "codes.md"
INTRODUCTION = """\
# Codes

Every finding has a code. Codes are stable: an id is never used again for something else.
`vcddl explain VC301` prints one of these entries, `vcddl codes` the list. This page is generated
by `make docs`.
"""


def page() -> str:
    """The whole page: a table of all codes, then an entry for each."""
    codes = all_codes()
    rows = "".join(
        f"| [{code.id}](#{code.id.lower()}-{code.name}) | {code.name} | {code.severity} |\n"
        for code in codes
    )
    table = f"| code | name | severity |\n| --- | --- | --- |\n{rows}"
    return "\n".join((INTRODUCTION, table, *map(_entry, codes)))


def _entry(code: Code) -> str:
    decided = f"Decided by {code.section}.\n\n" if code.section else ""
    return (
        f"## {code.id} {code.name}\n\n{code.meaning}\n\n{code.why}\n\n{decided}"
        f"Bad:\n\n{_block(code.bad)}\nGood:\n\n{_block(code.good)}"
    )


def _block(example: str) -> str:
    return f"```text\n{example}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
