"""Rules that lead back to themselves before anything is matched. They would never end.

An edge goes from a node to each node that is asked about the same item (or about the same place
in a group) before anything is consumed. A cycle of such edges is endless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence


def find_endless(program: n.Program) -> n.Node | None:
    """A node on a cycle without progress, or None. Cost: linear, no recursion."""
    nodes = program.nodes
    nullable = _nullable(nodes)
    state = bytearray(len(nodes))  # 0 new, 1 on the path, 2 done
    for start in range(len(nodes)):
        if state[start]:
            continue
        state[start] = 1
        path: list[tuple[int, list[int]]] = [(start, _edges(nodes[start], nullable))]
        while path:
            current, edges = path[-1]
            if not edges:
                state[current] = 2
                path.pop()
                continue
            target = edges.pop()
            if state[target] == 1:
                return nodes[target]
            if state[target] == 0:
                state[target] = 1
                path.append((target, _edges(nodes[target], nullable)))
    return None


def _edges(node: n.Node, nullable: bytearray) -> list[int]:
    if isinstance(node, n.RefNode):
        return [node.target]
    if isinstance(node, n.ChoiceNode | n.GroupChoiceNode):
        return list(node.alternatives)
    if isinstance(node, n.ControlNode):
        same_item = node.controllers if node.operator in (".and", ".within", ".eq", ".ne") else ()
        return [node.target, *same_item]
    if isinstance(node, n.UnsupportedNode):
        return [node.target]
    if isinstance(node, n.OccurrenceNode):
        return [node.entry]
    if isinstance(node, n.SequenceNode):
        reached: list[int] = []
        for entry in node.entries:
            reached.append(entry)
            if not nullable[entry]:
                break
        return reached
    return []


def _nullable(nodes: Sequence[n.Node]) -> bytearray:
    """Which group nodes can match without consuming anything: the least fixed point."""
    nullable = bytearray(len(nodes))
    users: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        for part in _parts(node):
            users.setdefault(part, []).append(index)
    waiting = list(range(len(nodes)))
    while waiting:
        index = waiting.pop()
        if not nullable[index] and _is_nullable(nodes[index], nullable):
            nullable[index] = 1
            waiting += users.get(index, ())
    return nullable


def _parts(node: n.Node) -> tuple[int, ...]:
    if isinstance(node, n.SequenceNode):
        return node.entries
    if isinstance(node, n.GroupChoiceNode):
        return node.alternatives
    if isinstance(node, n.OccurrenceNode):
        return (node.entry,)
    if isinstance(node, n.RefNode) and node.is_group:
        return (node.target,)
    return ()


def _is_nullable(node: n.Node, nullable: bytearray) -> bool:
    if isinstance(node, n.OccurrenceNode):
        return node.minimum == 0 or bool(nullable[node.entry])
    if isinstance(node, n.GroupChoiceNode):
        return any(nullable[part] for part in node.alternatives)
    if isinstance(node, n.SequenceNode):
        return all(nullable[part] for part in node.entries)
    return isinstance(node, n.RefNode) and node.is_group and bool(nullable[node.target])
