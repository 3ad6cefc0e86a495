"""The alternatives that a choice comes down to, and what they are about. Knows no values' paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.instance.values import Tag
from vcddl.match import nodes as n
from vcddl.match.describe import kind_of
from vcddl.match.judge import in_ranges
from vcddl.rules.graph import PRELUDE_NAME

if TYPE_CHECKING:
    from vcddl.match.nodes import Program

Leaf = tuple[int, tuple[str, ...]]  # a node that is no choice, and the rules on the way to it


def leaves_of(program: Program, node_id: int, rules: tuple[str, ...]) -> list[Leaf]:
    """The alternatives of a choice, nested choices opened, each once. Cost: linear."""
    leaves: list[Leaf] = []
    seen: set[int] = set()
    stack = [(node_id, rules)]
    while stack:
        leaf = stack.pop()
        if leaf[0] in seen:
            continue
        seen.add(leaf[0])
        node = program.nodes[leaf[0]]
        if isinstance(node, n.RefNode):
            inner = leaf[1] if is_prelude(node) else (*leaf[1], node.name)
            stack.append((node.target, inner))
        elif isinstance(node, n.ChoiceNode):
            stack += [(item, leaf[1]) for item in reversed(node.alternatives)]
        else:
            leaves.append(leaf)
    return leaves


def kind_of_leaf(program: Program, node_id: int) -> str:
    """The kind of value that a leaf is about, as `kind_of` calls it; ``any`` if it is not told."""
    node = program.nodes[node_id]
    while isinstance(node, n.ControlNode | n.UnsupportedNode):
        leaves = leaves_of(program, node.target, ())
        if not leaves:
            return "any"
        node = program.nodes[leaves[0][0]]
    if isinstance(node, n.LiteralNode):
        return kind_of(node.value)
    if isinstance(node, n.PrimitiveNode | n.SizedNode):
        return _PRIMITIVE_KINDS.get(node.primitive, "number")
    if isinstance(node, n.SimpleNode):
        return {20: "boolean", 21: "boolean", 22: "null"}.get(node.ranges[0][0], "simple")
    return _NODE_KINDS.get(type(node), "any")


def is_prelude(node: n.Node) -> bool:
    """Whether a node is written in the standard prelude."""
    return node.span is not None and node.span.file == PRELUDE_NAME


def is_literal(program: Program, node_id: int) -> bool:
    """Whether a leaf says all by its name or its value."""
    node = program.nodes[node_id]
    return isinstance(node, n.LiteralNode | n.PrimitiveNode | n.SimpleNode)


def map_of(program: Program, node_id: int) -> n.MapNode | None:
    """The map that a leaf is, or that its operators are about."""
    node = program.nodes[node_id]
    while isinstance(node, n.ControlNode | n.UnsupportedNode):
        leaves = leaves_of(program, node.target, ())
        if len(leaves) != 1:
            return None
        node = program.nodes[leaves[0][0]]
    return node if isinstance(node, n.MapNode) else None


def is_range(program: Program, node_id: int) -> bool:
    """Whether a leaf is a range of numbers."""
    return isinstance(program.nodes[node_id], n.RangeNode | n.IntegersNode)


def has_number(program: Program, node_id: int, number: int) -> bool:
    """Whether a leaf takes tags of that number."""
    node = program.nodes[node_id]
    return isinstance(node, n.TagNode) and in_ranges(node.numbers, number)


def is_scalar(program: Program, node_id: int, value: Any) -> bool:
    """Whether a few words say why a leaf is not ``value``: ranges, tags of another number."""
    is_tag = isinstance(program.nodes[node_id], n.TagNode) and isinstance(value, Tag)
    return is_range(program, node_id) or (is_tag and not has_number(program, node_id, value.tag))


_PRIMITIVE_KINDS = {
    n.Primitive.BSTR: "bytes",
    n.Primitive.TSTR: "text",
    n.Primitive.ARRAY: "array",
    n.Primitive.MAP: "map",
    n.Primitive.TAG: "tag",
    n.Primitive.MAJOR7: "simple",
}
_NODE_KINDS: dict[type, str] = {
    n.MapNode: "map",
    n.ArrayNode: "array",
    n.TagNode: "tag",
    n.RangeNode: "number",
    n.IntegersNode: "number",
}
