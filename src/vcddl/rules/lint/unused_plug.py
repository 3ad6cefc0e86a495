"""Plugs for sockets that nobody has. RFC 8610 section 3.9."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context

_MOST_SUGGESTIONS = 20
_NEAR = 0.85


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a socket, at its first plug. Cost: linear, apart from 20 suggestions."""
    used = {name for names in context.uses.values() for name in names} | context.roots
    sockets = sorted(name for name in used if name.startswith("$"))
    told: set[str] = set()
    for tree in context.trees:
        name = tree.rule.name.name
        if not name.startswith("$") or name in used or name in told:
            continue
        told.add(name)
        is_near = len(told) <= _MOST_SUGGESTIONS
        near = get_close_matches(name, sockets, n=1, cutoff=_NEAR) if is_near else []
        missing = "give the CDDL that has the socket, too"
        advice = f"did you mean `{near[0]}`?" if near else missing
        message = f"no rule uses the socket `{name}` that this plug is for"
        yield context.finding(
            codes.UNUSED_PLUG, message, span=tree.rule.name.span, rule=name, help=advice
        )
