"""Members of a map behind an entry that takes all of their pairs. RFC 8610 section 3.5.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.body import Place, key_parts, literal_key, value_parts
from vcddl.rules.lint.extent import covers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.body import Entry, Sequence
    from vcddl.rules.lint.context import Context

_MOST_TAKERS = 8


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a member. Looks at the first 8 greedy entries of a map. Cost: linear."""
    for sequence in context.sequences[Place.MAP]:
        for entry, taker in _shadowed(context, sequence):
            message = (
                f"{entry.called(context)} never gets a member: "
                f"{taker.written(context)} before it takes all there are"
            )
            yield context.finding(
                codes.SHADOWED_MEMBER,
                message,
                span=entry.span,
                rule=entry.rule,
                help="put the entry for all other members last",
                related=context.earlier("takes all of them", taker.span),
            )


def _shadowed(context: Context, sequence: Sequence) -> Iterator[tuple[Entry, Entry]]:
    takers: list[Entry] = []
    for entry in sequence:
        keys = key_parts(context, entry)
        if not keys:
            continue
        for taker in takers:
            if taker.span != entry.span and _takes(context, taker, entry):
                yield entry, taker
                break
        is_greedy = entry.maximum is None and literal_key(context, entry) is None
        if is_greedy and len(takers) < _MOST_TAKERS:
            takers.append(entry)


def _takes(context: Context, taker: Entry, entry: Entry) -> bool:
    """A cut takes a pair by its key alone; without one the value must match, too."""
    if not covers(key_parts(context, taker), key_parts(context, entry)):
        return False
    has_cut = taker.node.key is not None and taker.node.key.has_cut
    return has_cut or covers(value_parts(context, taker), value_parts(context, entry))
