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


def _rename(node: AnyValue, new_name: Callable[[str], str]) -> AnyValue:
    if isinstance(node, tuple):
        return tuple(_rename(item, new_name) for item in node)
    if not is_dataclass(node) or isinstance(node, Span | ast.Id | ast.Value | type):
        return node
    changes = {
        field.name: _rename(getattr(node, field.name), new_name)
        for field in fields(node)
        if field.name not in ("span", "name") or isinstance(node, ast.Unwrap)
    }
    if isinstance(node, ast.Name):
        changes["name"] = new_name(node.name)
    return replace(node, **changes)
