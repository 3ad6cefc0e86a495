"""Entries of a map that have no key, so that no member is ever theirs. RFC 8610 section 2.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.body import Place, value_parts
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.body import Entry
    from vcddl.rules.lint.context import Context
    from vcddl.source import Span


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an entry. What may turn out to be a group is passed over.

    An entry that a group brings in is told of once, in the group where that fills maps only.
    Cost: linear.
    """
    entries = [entry for sequence in context.sequences[Place.MAP] for entry in sequence]
    told: set[Span] = set()
    for entry in sorted(entries, key=lambda entry: bool(entry.through)):
        inner = entry.node.span
        if entry.node.key is None and value_parts(context, entry) and inner not in told:
            told.add(inner)
            message = f"{entry.called(context)} has no key, so no member of the map matches it"
            yield context.finding(
                codes.ENTRY_WITHOUT_KEY,
                message,
                span=entry.span,
                rule=entry.rule,
                help=_advice(context, entry),
            )


def _advice(context: Context, entry: Entry) -> str | None:
    """``~`` for a name that stands for a map; else there is no telling what was meant."""
    name = sole_name(entry.node.value)
    definition = context.graph.definitions.get(name.name) if name else None
    if name is None or definition is None or len(definition.alternatives) != 1:
        return None
    text = context.text(definition.alternatives[0].definition.span)
    return f"`~{name.name}` takes the members of that map in" if text.startswith("{") else None
