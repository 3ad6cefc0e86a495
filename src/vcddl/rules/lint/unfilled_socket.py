"""Sockets that nothing fills: empty choices. RFC 8610 section 3.9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.syntax.ast import Name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a socket, where the linted files use it first. Cost: linear."""
    told: set[str] = set()
    for tree in context.trees:
        for node in tree.nodes:
            if not isinstance(node, Name) or not node.name.startswith("$") or node.name in told:
                continue
            definition = context.graph.definitions.get(node.name)
            if definition is not None and not definition.alternatives:
                told.add(node.name)
                message = f"nothing fills `{node.name}`, so it never matches"
                yield context.finding(
                    codes.UNFILLED_SOCKET, message, span=node.span, rule=tree.rule.name.name
                )
