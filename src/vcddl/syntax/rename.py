"""A syntax tree with other names in it. Used for the ``as`` clause of CDDL modules."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, TypeVar
from typing import Any as AnyValue

from vcddl.source import Span
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Callable

Node = TypeVar("Node")


def rename(node: Node, new_name: Callable[[str], str]) -> Node:
    """``node`` with ``new_name`` applied to every name that is defined or used as a rule.

    Barewords and generic parameters keep their names (RFC 8610 sections 3.5.1 and 3.10).
    """
    if isinstance(node, ast.Rule):
        own = {parameter.name for parameter in node.parameters}
        inner = _rename(node.definition, lambda name: name if name in own else new_name(name))
        named = replace(node.name, name=new_name(node.name.name))
        return replace(node, name=named, definition=inner)
    renamed: Node = _rename(node, new_name)
    return renamed


def _rename(root: AnyValue, new_name: Callable[[str], str]) -> AnyValue:
    """Rebuild from the leaves up, without recursion: hostile CDDL nests deeply."""
    done: list[AnyValue] = []
    stack: list[tuple[AnyValue, bool]] = [(root, False)]
    while stack:
        node, has_parts_done = stack.pop()
        parts = _parts(node)
        if parts and not has_parts_done:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(parts.values()))
            continue
        start = len(done) - len(parts)
        renamed = _rebuild(node, dict(zip(parts, done[start:], strict=True)), new_name)
        done[start:] = [renamed]
    return done[0]


def _parts(node: AnyValue) -> dict[str, AnyValue]:
    """What may hold names inside ``node``, by index or field."""
    if isinstance(node, tuple):
        return {str(index): item for index, item in enumerate(node)}
    if not is_dataclass(node) or isinstance(node, Span | ast.Id | ast.Value):
        return {}
    return {
        field.name: getattr(node, field.name)
        for field in fields(node)
        if field.name != "span" and not isinstance(getattr(node, field.name), str)
    }


def _rebuild(
    node: AnyValue, parts: dict[str, AnyValue], new_name: Callable[[str], str]
) -> AnyValue:
    if isinstance(node, tuple):
        return tuple(parts.values())
    if isinstance(node, ast.Name):
        return replace(node, **parts, name=new_name(node.name))
    return replace(node, **parts) if parts else node
