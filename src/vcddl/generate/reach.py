"""Which nodes have instances at all, and how small the smallest is: the way out of recursion.

A size counts members, containers, tags and controls; nodes that only lead on weigh almost nothing,
so that alternatives of equal whole sizes may be taken in either order and recursion still ends.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from vcddl.match import nodes as n
from vcddl.match.controls.base_encoding import BASE_ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_P = n.Primitive
_NOT_IN_JSON = frozenset({_P.BSTR, _P.TAG})
_JSON_SIMPLE = (20, 21, 22)
_MOST_SIZED = 10_000
_STEP = 2.0**-24  # the weight of a node that only leads on
# The numbers inside are those of CBOR, whatever is around them; `.json` is the other way round.
_CBOR_INSIDE = frozenset({".cbor", ".cborseq", *(f".{name}" for name in BASE_ENCODINGS)})
# Operators whose controller need not have an instance.
_UNASKED = frozenset({".ne", ".default", ".feature"})


def inner_json(node: n.ControlNode, *, json: bool) -> bool:
    """Whether values of the controller must have a form in JSON."""
    if node.operator == ".json":
        return True
    return json and node.operator not in _CBOR_INSIDE


class Reach:
    """Least sizes for one program. Cost: nodes times nesting."""

    def __init__(self, program: n.Program) -> None:
        self._nodes = program.nodes
        self._json = _json_nodes(program)
        self.sizes: list[float] = [inf] * len(program.nodes)
        changed = True
        while changed:
            changed = False
            for node_id, json in self._json.items():
                size = self._size(program.nodes[node_id], json=json)
                if size < self.sizes[node_id]:
                    self.sizes[node_id] = size
                    changed = True

    def possible(self, node_ids: Sequence[n.NodeId]) -> list[n.NodeId]:
        """Those that have an instance, as far as their form tells."""
        return [node_id for node_id in node_ids if self.sizes[node_id] < inf]

    def culprit(self, node_id: n.NodeId) -> tuple[str, str]:
        """Rule and reason why a node without instances has none."""
        seen: set[int] = set()
        name, user = "", ""
        while True:
            node = self._nodes[node_id]
            is_named = bool(user) and node.rule == name
            it = f"`{name}`" if is_named else "it"
            if reason := self._own_reason(node, it, json=self._json[node_id]):
                return user if is_named else node.rule, reason
            seen.add(node_id)
            if isinstance(node, n.RefNode):
                name, user = node.name, node.rule
            below = [child for child in children(node) if self.sizes[child] == inf]
            fresh = [child for child in below if child not in seen]
            if not fresh:
                return node.rule, "it needs itself without end"
            node_id = fresh[0]

    def _own_reason(self, node: n.Node, it: str, *, json: bool) -> str | None:
        """Why a node itself has no instance; ``it`` is what to call it."""
        match node:
            case n.ChoiceNode(alternatives=()) | n.GroupChoiceNode(alternatives=()):
                return f"nothing fills {it}"
            case n.UnsupportedNode(operator=operator):
                return f"`{operator}` is not implemented"
            case n.OccurrenceNode(minimum=low, maximum=int(high)) if low > high:
                return f"`{low}*{high}` is an occurrence of nothing"
            case n.TagNode() if json:
                return "tags have no form in JSON"
        if children(node) or isinstance(node, n.ControlNode):
            return None
        is_foreign = json and not isinstance(node, n.RangeNode)
        return f"{it} has no form in JSON" if is_foreign else f"{it} stands for no value"

    def _size(self, node: n.Node, *, json: bool) -> float:
        return _SIZES[type(node)](self.sizes, node, json)


def children(node: n.Node) -> tuple[n.NodeId, ...]:
    """Nodes that an instance of ``node`` is made of, or chosen from."""
    match node:
        case n.RefNode(target=target) | n.UnsupportedNode(target=target):
            return (target,)
        case n.ChoiceNode(alternatives=nodes) | n.GroupChoiceNode(alternatives=nodes):
            return nodes
        case n.SequenceNode(entries=nodes):
            return nodes
        case n.TagNode(content=content):
            return () if content is None else (content,)
        case n.MapNode(group=group) | n.ArrayNode(group=group):
            return (group,)
        case n.ControlNode(target=target, controllers=controllers):
            return (target, *controllers)
        case n.OccurrenceNode(entry=entry):
            return (entry,)
        case n.MemberNode(key=key, value=value, has_literal=has_literal):
            return (value,) if key is None or has_literal else (key, value)
    return ()


def _json_nodes(program: n.Program) -> dict[n.NodeId, bool]:
    """All nodes that the root reaches, and whether their values must have a form in JSON."""
    found: dict[n.NodeId, bool] = {}
    stack = [(program.root, program.json)]
    while stack:
        node_id, json = stack.pop()
        if node_id in found:
            continue
        found[node_id] = json
        node = program.nodes[node_id]
        if isinstance(node, n.ControlNode):
            inside = inner_json(node, json=json)
            stack.append((node.target, json))
            stack.extend((controller, inside) for controller in node.controllers)
        else:
            stack.extend((child, json) for child in children(node))
    return found


def _literal(_sizes: list[float], node: n.LiteralNode, json: bool) -> float:  # noqa: FBT001
    return inf if json and isinstance(node.value, bytes) else _STEP


def _primitive(_sizes: list[float], node: n.PrimitiveNode, json: bool) -> float:  # noqa: FBT001
    return inf if json and node.primitive in _NOT_IN_JSON else _STEP


def _simple(_sizes: list[float], node: n.SimpleNode, json: bool) -> float:  # noqa: FBT001
    allowed = _JSON_SIMPLE if json else (*range(24), *range(32, 256))
    known = any(low <= number <= high for low, high in node.ranges for number in allowed)
    return _STEP if known else inf


def _range(_sizes: list[float], node: n.RangeNode, _json: bool) -> float:  # noqa: FBT001
    is_empty = node.low > node.high or (node.low == node.high and not node.includes_high)
    return inf if is_empty else _STEP


def _sized(_sizes: list[float], node: n.SizedNode, json: bool) -> float:  # noqa: FBT001
    impossible = json and node.primitive in _NOT_IN_JSON
    return inf if impossible or node.low > _MOST_SIZED else _STEP + node.low


def _control(sizes: list[float], node: n.ControlNode, _json: bool) -> float:  # noqa: FBT001
    asked = () if node.operator in _UNASKED else node.controllers
    return 1 + sizes[node.target] + sum(sizes[controller] for controller in asked)


def _occurrence(sizes: list[float], node: n.OccurrenceNode, _json: bool) -> float:  # noqa: FBT001
    if node.maximum is not None and node.minimum > node.maximum:
        return inf
    return _STEP + (node.minimum * sizes[node.entry] if node.minimum else 0)


def _pass(sizes: list[float], node: n.Node, _json: bool) -> float:  # noqa: FBT001
    return _STEP + sum(sizes[child] for child in children(node))


def _sum(sizes: list[float], node: n.Node, _json: bool) -> float:  # noqa: FBT001
    return 1 + sum(sizes[child] for child in children(node))


def _least(sizes: list[float], node: n.Node, _json: bool) -> float:  # noqa: FBT001
    return _STEP + min((sizes[child] for child in children(node)), default=inf)


_SIZES: dict[type, Callable[[list[float], Any, bool], float]] = {
    n.AnyNode: lambda _sizes, _node, _json: _STEP,
    n.PrimitiveNode: _primitive,
    n.LiteralNode: _literal,
    n.SimpleNode: _simple,
    n.RangeNode: _range,
    n.IntegersNode: lambda _sizes, _node, _json: _STEP,
    n.SizedNode: _sized,
    n.RefNode: _pass,
    n.ChoiceNode: _least,
    n.TagNode: lambda sizes, node, json: inf if json else _sum(sizes, node, json),
    n.MapNode: _sum,
    n.ArrayNode: _sum,
    n.ControlNode: _control,
    n.UnsupportedNode: lambda _sizes, _node, _json: inf,
    n.SequenceNode: _pass,
    n.GroupChoiceNode: _least,
    n.OccurrenceNode: _occurrence,
    n.MemberNode: _sum,
}
