"""The same right-hand side given to a name twice. RFC 8610 appendix C allows it for ``=``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context
    from vcddl.source import Span
    from vcddl.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding for each rule that says what an earlier one said. Cost: linear."""
    first: dict[str, dict[ast.Type | ast.GroupEntry, Span]] = {}
    repeated = {tree.rule.name.name for tree in context.trees}
    for name in repeated:
        for alternative in context.graph.definitions[name].alternatives:
            first.setdefault(name, {}).setdefault(alternative.definition, alternative.span)
    for tree in context.trees:
        rule = tree.rule
        name = rule.name.name
        earlier = first.get(name, {}).get(rule.definition, rule.span)
        if earlier != rule.span and not rule.parameters:
            message = f"`{name}` is defined in these words already"
            yield context.finding(
                codes.DUPLICATE_DEFINITION,
                message,
                span=rule.name.span,
                rule=name,
                related=context.earlier("first defined here", earlier),
            )
