"""Elements of an array behind a loop that takes all of them and gives none back.

Occurrences are greedy. RFC 8610 section 3.2 and appendix A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.body import Place, value_parts
from vcddl.rules.lint.extent import covers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.body import Entry
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an entry right behind a loop, or behind others that got nothing. Linear."""
    for sequence in context.sequences[Place.ARRAY]:
        loop: Entry | None = None
        for entry in sequence:
            if loop is not None and _takes_all(context, loop, entry):
                message = (
                    f"{entry.called(context)} never gets an element: "
                    f"{loop.written(context)} before it takes all there are"
                )
                yield context.finding(
                    codes.SHADOWED_ELEMENT,
                    message,
                    span=entry.span,
                    rule=entry.rule,
                    related=context.earlier("takes all of them", loop.span),
                )
            else:
                loop = entry if entry.maximum is None else None


def _takes_all(context: Context, loop: Entry, entry: Entry) -> bool:
    return covers(value_parts(context, loop), value_parts(context, entry))
