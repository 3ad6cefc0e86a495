"""Ranges that hold no number. RFC 8610 section 2.2.2.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.syntax.ast import Type1

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context
    from vcddl.rules.lint.extent import Scope
    from vcddl.syntax.ast import Type2


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a range; bounds may be names of literals. Cost: linear."""
    for tree in context.trees:
        for node in tree.nodes:
            if not isinstance(node, Type1) or node.operator not in ("..", "..."):
                continue
            low = _number(context, node.target, tree.scope)
            high = _number(context, node.controller, tree.scope) if node.controller else None
            if low is None or high is None or type(low) is not type(high):
                continue
            if low > high or (low == high and node.operator == "..."):
                message = f"no number is in the range `{context.text(node.span)}`"
                yield context.finding(
                    codes.EMPTY_RANGE, message, span=node.span, rule=tree.rule.name.name
                )


def _number(context: Context, node: Type2, scope: Scope) -> int | float | None:
    parts = context.extents.of_type2(node, scope)
    literal = parts[0].literal if len(parts) == 1 else None
    value = literal[2] if literal and literal[1] in ("int", "float") else None
    return value if isinstance(value, int | float) else None
