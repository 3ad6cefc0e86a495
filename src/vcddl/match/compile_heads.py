"""Tags and representation types → nodes. RFC 8610 sections 2.2.3 and 3.6, RFC 9682 section 3.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import names as codes
from vcddl.match import nodes as n
from vcddl.match.controls.model import NotConstant
from vcddl.match.primitives import major_type

if TYPE_CHECKING:
    from vcddl.match.compile import Compiler
    from vcddl.match.place import Place
    from vcddl.syntax import ast


def compile_tagged(compiler: Compiler, node: ast.Tagged, place: Place) -> int:
    """``#6.n(type)`` as a node."""
    content = compiler.type(node.type, place)
    if place.json and compiler.options.ignore_json_tags:
        return content
    numbers = _head_numbers(compiler, node.number, place)
    return compiler.add(n.TagNode(numbers=numbers, content=content, **place.at(node)))


def _head_numbers(
    compiler: Compiler, number: int | ast.Type | None, place: Place
) -> tuple[tuple[int, int], ...] | None:
    """RFC 9682 section 3.2: a tag number or simple value, literal or by a type."""
    if number is None:
        return None
    if isinstance(number, int):
        return ((number, number),)
    try:
        ranges = compiler.evaluator.ranges(number, place.environment)
    except NotConstant as error:
        message = f"a number in `<>` must stand for integers: {error.problem}"
        compiler.report(codes.BAD_CONTROLLER, message, error.span)
        return ()
    top = (1 << 64) - 1
    return tuple((low, top if high is None else high) for low, high in ranges)


def compile_major(compiler: Compiler, node: ast.Major, place: Place) -> int:
    """``#major.additional`` as a node."""
    additional = _head_numbers(compiler, node.additional, place)
    made = major_type(node.major, additional, json=place.json, where=place.at(node))
    if made is None:
        message = f"there is no major type {node.major} with that additional information"
        compiler.report(codes.BAD_CONTROLLER, message, node.span)
        made = (n.ChoiceNode(alternatives=(), **place.at(node)),)
    ids = tuple(compiler.add(item) for item in made)
    if len(ids) == 1:
        return ids[0]
    return compiler.add(n.ChoiceNode(alternatives=ids, **place.at(node)))
