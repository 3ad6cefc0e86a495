"""Alternatives between types that add no value to those before them. RFC 8610 section 2.2.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.extent import Cover, Scope
from vcddl.syntax.ast import Type, Type1
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context

_Choice = tuple[Type1, Scope]


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an alternative.

    What `/=` adds counts as one choice. The name of a rule may be listed for its own sake, whatever
    it stands for, so only literals, written-out types and the prelude are told of. Cost: linear.
    """
    for name in dict.fromkeys(tree.rule.name.name for tree in context.trees):
        yield from _check_choice(context, _of_name(context, name))
    for tree in context.trees:
        for node in tree.nodes:
            if isinstance(node, Type) and node is not tree.rule.definition:
                yield from _check_choice(context, [(item, tree.scope) for item in node.choices])


def _of_name(context: Context, name: str) -> list[_Choice]:
    """The alternatives of a name, without rules that only repeat one: `duplicate_definition`."""
    definition = context.graph.definitions[name]
    scope = Scope(name, frozenset(definition.parameters))
    types = dict.fromkeys(item.definition for item in definition.alternatives)
    return [(item, scope) for node in types if isinstance(node, Type) for item in node.choices]


def _check_choice(context: Context, choices: Sequence[_Choice]) -> Iterator[Diagnostic]:
    if len(choices) < 2:
        return
    cover = Cover()
    seen: dict[Type1, Type1] = {}
    for choice, scope in choices:
        parts = context.extents.of_type1(choice, scope)
        earlier = seen.setdefault(choice, choice)
        text = context.text(choice.span)
        if earlier is not choice:
            yield context.finding(
                codes.REPEATED_ALTERNATIVE,
                f"`{text}` is an alternative of this choice already",
                span=choice.span,
                rule=scope.rule,
                related=context.earlier("first here", earlier.span),
            )
        elif not _is_own_name(context, choice) and cover.has(parts):
            yield context.finding(
                codes.COVERED_ALTERNATIVE,
                f"`{text}` adds nothing: the alternatives before it take the same values",
                span=choice.span,
                rule=scope.rule,
            )
        cover.add(parts)


def _is_own_name(context: Context, choice: Type1) -> bool:
    name = sole_name(choice)
    definition = context.graph.definitions.get(name.name) if name else None
    return definition is not None and not definition.in_prelude
