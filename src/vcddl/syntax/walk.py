"""Every name that a tree refers to, with what its place allows it to be. Knows no definitions."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING
from typing import Any as AnyValue

from vcddl.source import Span
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Iterator


class Place(StrEnum):
    """Where a name stands."""

    TYPE = "type"  # only a type can stand here
    ENTRY = "entry"  # a group entry without key: a type or a group
    UNWRAP = "unwrap"  # behind ``~``
    CHOICE = "choice"  # behind ``&``


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a name."""

    name: str
    arguments: tuple[ast.Type1, ...]
    place: Place
    span: Span


def references(tree: AnyValue) -> Iterator[Reference]:
    """All uses of names in ``tree``, in the order of the text. Cost: linear, no recursion."""
    stack: list[tuple[AnyValue, Place]] = [(tree, Place.TYPE)]
    while stack:
        node, place = stack.pop()
        if isinstance(node, ast.Name):
            yield Reference(node.name, node.arguments, place, node.span)
        stack.extend(reversed(_children(node, place)))


def _children(node: AnyValue, place: Place) -> list[tuple[AnyValue, Place]]:
    if isinstance(node, ast.Rule):
        inner = Place.ENTRY if node.assign != "/=" else Place.TYPE
        return [(node.definition, inner)]
    if isinstance(node, ast.GroupEntry):
        inner = Place.ENTRY if node.key is None else Place.TYPE
        return [(node.key, Place.TYPE), (node.value, inner)]
    if isinstance(node, ast.Unwrap):
        return [(node.name, Place.UNWRAP)]
    if isinstance(node, ast.GroupChoiceType):
        return [(node.group, Place.CHOICE)]
    if isinstance(node, ast.Name):
        return [(argument, Place.ENTRY) for argument in node.arguments]
    if isinstance(node, ast.Type | ast.Type1 | ast.Parenthesized):
        inner = place if sole_name(node) else Place.TYPE
        return [(child, inner) for child in _parts(node)]
    return [(child, Place.TYPE) for child in _parts(node)]


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes; none for what is no node."""
    if not is_dataclass(kind) or kind is Span:
        return ()
    return tuple(field.name for field in fields(kind) if field.name != "span")


def _parts(node: AnyValue) -> list[AnyValue]:
    """The nodes right below ``node``."""
    parts: list[AnyValue] = []
    for name in _fields(node.__class__):
        value = getattr(node, name)
        if type(value) is tuple:
            parts += [item for item in value if _fields(item.__class__)]
        elif _fields(value.__class__):
            parts.append(value)
    return parts


def sole_name(node: AnyValue) -> ast.Name | None:
    """The `Name` that ``node`` consists of, through parentheses, or None.

    RFC 8610 appendix C: `a = b` and `a = (b)` are groups if `b` is one.
    """
    while True:
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Type) and len(node.choices) == 1:
            node = node.choices[0]
        elif isinstance(node, ast.Type1) and node.operator is None:
            node = node.target
        elif isinstance(node, ast.Parenthesized):
            node = node.type
        else:
            return None
