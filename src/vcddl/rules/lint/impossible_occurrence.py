"""Occurrences whose least number is above their greatest. RFC 8610 section 3.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.syntax.ast import Occurrence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an occurrence. Cost: linear."""
    for tree in context.trees:
        for node in tree.nodes:
            if isinstance(node, Occurrence) and node.maximum is not None:
                if node.minimum <= node.maximum:
                    continue
                message = f"`{node.text}` asks for at least {node.minimum}, at most {node.maximum}"
                yield context.finding(
                    codes.IMPOSSIBLE_OCCURRENCE,
                    message,
                    span=node.span,
                    rule=tree.rule.name.name,
                )
