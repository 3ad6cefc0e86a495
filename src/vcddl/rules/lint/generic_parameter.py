"""Generic parameters that do nothing or hide something. RFC 8610 section 3.10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """At most two findings a parameter, at the parameter. Cost: linear."""
    for tree in context.trees:
        rule = tree.rule
        used = {use.name for use in references(rule)} if rule.parameters else set()
        for parameter in rule.parameters:
            name = parameter.name
            if name not in used:
                message = f"`{rule.name.name}` never uses its parameter `{name}`"
                yield context.finding(
                    codes.UNUSED_PARAMETER, message, span=parameter.span, rule=rule.name.name
                )
            definition = context.graph.definitions.get(name)
            if definition is not None and definition.alternatives:
                where = "a name of the prelude" if definition.in_prelude else "a rule"
                message = f"the parameter `{name}` hides {where} of the same name"
                span = None if definition.in_prelude else definition.name_span
                yield context.finding(
                    codes.PARAMETER_HIDES_RULE,
                    message,
                    span=parameter.span,
                    rule=rule.name.name,
                    related=context.earlier("hidden here", span) if span else (),
                )
