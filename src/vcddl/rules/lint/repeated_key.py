"""A second entry for a key that an earlier entry of the same map has taken.

Keys of a map are unique. RFC 8610 sections 2.1 and 3.5.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.body import Place, literal_key, value_parts
from vcddl.rules.lint.extent import covers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.body import Entry
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an entry; also for a key that must occur more than once. Cost: linear."""
    for sequence in context.sequences[Place.MAP]:
        first: dict[tuple[object, ...], Entry] = {}
        for entry in sequence:
            literal = literal_key(context, entry)
            if literal is None or entry.maximum == 0:
                continue
            if entry.minimum > 1 and not entry.through:
                message = f"the key {entry.called(context)} occurs at most once in a map"
                yield context.finding(
                    codes.KEY_MORE_THAN_ONCE, message, span=entry.span, rule=entry.rule
                )
            earlier = first.setdefault(literal, entry)
            if earlier.span != entry.span and _leaves_nothing(context, earlier, entry):
                message = (
                    f"{entry.called(context)} never gets a member: "
                    "an earlier entry of the map has that key"
                )
                yield context.finding(
                    codes.REPEATED_KEY,
                    message,
                    span=entry.span,
                    rule=entry.rule,
                    related=context.earlier("takes the key", earlier.span),
                )


def _leaves_nothing(context: Context, earlier: Entry, entry: Entry) -> bool:
    """Whether the pair with the key is taken, or the map refused, before ``entry`` is asked."""
    has_cut = earlier.node.key is not None and earlier.node.key.has_cut
    if has_cut or earlier.minimum >= 1:
        return True
    return covers(value_parts(context, earlier), value_parts(context, entry))
