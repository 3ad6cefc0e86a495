"""``~name``: what is inside a map, an array or a tagged type. RFC 8610 section 3.7."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from typing import Any as AnyValue

from vcddl.diagnostics.codes import names as codes
from vcddl.match import nodes as n
from vcddl.match.bind import bind_arguments, bound_argument, environment_key
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from vcddl.match.compile import Compiler
    from vcddl.match.place import Place


def compile_unwrap(compiler: Compiler, node: ast.Unwrap, place: Place) -> int:
    """``~`` where a type stands takes a tag away (RFC 8610 section 3.7)."""
    inner = unwrapped(compiler, node.name, place)
    if inner is None or not isinstance(inner[0], ast.Tagged):
        if inner is None:
            message = f"`{node.name.name}` is not one map, array or tag, so `~` cannot unwrap it"
        else:
            message = f"`{node.name.name}` has no tag; its brackets are unwrapped only in a group"
        compiler.report(codes.BAD_UNWRAP, message, node.span)
        return compiler.add(n.ChoiceNode(alternatives=(), **place.at(node)))
    content, there = inner[0].type, inner[1]

    def fill(target: int) -> None:
        alternatives = (compiler.type(content, there),)
        compiler.nodes[target] = n.ChoiceNode(alternatives=alternatives, **there.at(content))

    target = compiler.shared(("~", id(content)), node, there, fill)
    return _named(compiler, node, place, target, is_group=False)


def unwrap_group(
    compiler: Compiler, node: ast.Unwrap, bracket: ast.Map | ast.Array | ast.Tagged, there: Place
) -> int | None:
    """``~`` as a group entry takes the braces or brackets away; None for a tag, which has none."""
    if isinstance(bracket, ast.Tagged):
        return None
    group = bracket.group

    def fill(target: int) -> None:
        alternatives = (compiler.group(group, there),)
        compiler.nodes[target] = n.GroupChoiceNode(alternatives=alternatives, **there.at(group))

    target = compiler.shared(("~", id(group)), node, there, fill)
    return _named(compiler, node, there, target, is_group=True)


def _named(
    compiler: Compiler, node: ast.Unwrap, place: Place, target: int, *, is_group: bool
) -> int:
    name = node.name.name
    where = place.at(node)
    return compiler.add(n.RefNode(name=name, target=target, is_group=is_group, **where))


def unwrapped(
    compiler: Compiler, name: ast.Name | None, place: Place
) -> tuple[ast.Map | ast.Array | ast.Tagged, Place] | None:
    """What is behind a name once aliases are followed, if it can be unwrapped."""
    seen: set[tuple[AnyValue, ...]] = set()
    while name is not None:
        if bound := bound_argument(name, place.environment):
            target: AnyValue = bound.type
            place = replace(place, environment=bound.environment)
        else:
            definition = compiler.graph.definitions[name.name]
            environment = bind_arguments(definition, name.arguments, place.environment)
            key = (name.name, environment_key(environment))
            if key in seen or len(definition.alternatives) != 1:
                return None
            seen.add(key)
            target = definition.alternatives[0].definition
            place = replace(place, environment=environment, rule=name.name)
        name = sole_name(target)
        if name is None:
            return sole_bracket(target, place)
    return None


def sole_bracket(
    target: AnyValue, place: Place
) -> tuple[ast.Map | ast.Array | ast.Tagged, Place] | None:
    """The map, array or tag that a type consists of, through parentheses; None if none."""
    while True:
        if isinstance(target, ast.Map | ast.Array | ast.Tagged):
            return target, place
        if isinstance(target, ast.Type) and len(target.choices) == 1:
            target = target.choices[0]
        elif isinstance(target, ast.Type1) and target.operator is None:
            target = target.target
        elif isinstance(target, ast.Parenthesized):
            target = target.type
        else:
            return None
