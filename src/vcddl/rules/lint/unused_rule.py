"""Rules that nothing uses, and rules that only such rules use. RFC 8610 section 2.2.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a rule. Plugs are never unused here: see `unused_plug`. Cost: linear."""
    reachable = _reachable(context)
    users: dict[str, int] = {}
    for user, names in context.uses.items():
        for name in names - {user}:
            users[name] = users.get(name, 0) + 1
    for definition in context.graph.definitions.values():
        name, span = definition.name, definition.name_span
        if name in reachable or span is None or not context.is_own(span):
            continue
        if not users.get(name):
            message = f"no rule uses `{name}`, and it is not the root"
            yield context.finding(codes.UNUSED_RULE, message, span=span, rule=name)
        else:
            message = f"only rules that the root does not reach use `{name}`"
            yield context.finding(codes.UNREACHABLE_RULE, message, span=span, rule=name)


def _reachable(context: Context) -> set[str]:
    """All names that the root and the plugs lead to."""
    sockets = (name for name in context.graph.definitions if name.startswith("$"))
    waiting = [*context.roots, *sockets]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += context.uses.get(name, ())
    return reached
