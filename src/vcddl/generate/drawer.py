"""Nodes of a plan → values, by walking down. RFC 8610 section 3 and appendix A.

What the walk makes may still be refused: alternatives are tried in order, maps know cuts, arrays
are greedy. So each map, array and control is judged when it is made, and made again a few times.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vcddl.errors import VcddlError
from vcddl.generate.control import proposals
from vcddl.generate.group import GroupDrawer
from vcddl.generate.model import CannotGenerate, Here, Mode, Source
from vcddl.generate.scalar import name_of_tag, scalar, tag_number
from vcddl.instance.values import PairMap, Tag
from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from vcddl.generate.reach import Reach
    from vcddl.instance.values import Value
    from vcddl.match.judge import Judge

_MOST_STEPS = 8_000
_MOST_VALUES = 3_000  # from then on an instance takes the shortest way out
_DEEP = 16  # containers around a value; from then on, too
_DEEPEST = 32
_SAME_INSIDE = 2  # a map may hold itself once, then the shortest way out is taken
_RETRIES = {
    Mode.RANDOM: (Mode.RANDOM,) * 4 + (Mode.MINIMAL,) * 2,
    Mode.FULL: (Mode.FULL,) * 3 + (Mode.RANDOM,) * 3 + (Mode.MINIMAL,),
    Mode.MINIMAL: (Mode.MINIMAL,) * 2 + (Mode.RANDOM,) * 4,
}


class TooMuchWork(VcddlError):
    """One instance took more steps than it may."""


class Drawer(Source):
    """Draws one instance. What it draws depends on the program and on ``random`` alone."""

    def __init__(self, judge: Judge, random: Random, reach: Reach) -> None:
        self.program = judge.program
        self.random = random
        self._reach = reach
        self._judge = judge
        self._steps = 0
        self._groups = GroupDrawer(self)

    def value(self, node_id: n.NodeId, here: Here) -> Value:
        """See `Source.value`.

        Raises:
            CannotGenerate: nothing was found that matches.
            TooMuchWork: after 8,000 nodes.
        """
        self.spend()
        node = self.program.nodes[node_id]
        make = _MAKERS.get(type(node))
        if make is None:
            return scalar(self.random, node, here.named(node.rule))
        return make(self, node_id, node, here)

    def elements(self, group_id: n.NodeId, here: Here) -> list[Value]:
        """See `Source.elements`."""
        return self._groups.elements(group_id, here)

    def spend(self) -> None:
        """Count a node. Raises `TooMuchWork`."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooMuchWork

    def order(self, node_ids: Sequence[n.NodeId], here: Here) -> list[n.NodeId]:
        """Alternatives that have instances, in the order in which they are tried.

        What an instance is as a whole is its first form in the text, unless it is a random one.
        """
        possible = self._reach.possible(node_ids)
        if here.mode is Mode.FULL and not here.inside:
            return possible
        if here.mode is Mode.MINIMAL:
            return sorted(possible, key=lambda node_id: int(self._reach.sizes[node_id]))
        return self.random.sample(possible, len(possible))

    def rounds(self, node: n.OccurrenceNode, here: Here) -> int:
        """How often to make the entry of an occurrence, if it can be."""
        least, most = node.minimum, node.maximum
        if here.mode is Mode.MINIMAL or not self._reach.possible((node.entry,)):
            return least
        wanted = max(least, 2) if here.mode is Mode.FULL else least + self.random.randint(0, 3)
        return wanted if most is None else min(wanted, most)

    def accepts(self, node_id: n.NodeId, value: Value) -> bool:
        """Whether the judge says that ``value`` matches."""
        return self._judge.accepts(node_id, value) is True

    def _ref(self, _node_id: n.NodeId, node: n.RefNode, here: Here) -> Value:
        return self.value(node.target, here.named(node.name))

    def _choice(self, _node_id: n.NodeId, node: n.ChoiceNode, here: Here) -> Value:
        failure = CannotGenerate(node.rule, "no alternative has an instance")
        for alternative in self.order(node.alternatives, here):
            try:
                return self.value(alternative, here)
            except CannotGenerate as error:
                failure = error
        raise failure

    def _tag(self, _node_id: n.NodeId, node: n.TagNode, here: Here) -> Value:
        number = tag_number(self.random, node)
        inner = replace(here, names=(name_of_tag(node.numbers), *here.names))
        if node.content is None:
            return Tag(number, "")
        return Tag(number, self.value(node.content, inner))

    def _map(self, node_id: n.NodeId, node: n.MapNode, here: Here) -> Value:
        return self._container(node_id, here, lambda inner: self._pairs(node, inner))

    def _pairs(self, node: n.MapNode, here: Here) -> Value:
        pairs = self._groups.pairs(node.group, here)
        if all(type(key) in (str, int, bytes) for key, _ in pairs):
            return dict(pairs)
        return PairMap(tuple(pairs))

    def _array(self, node_id: n.NodeId, node: n.ArrayNode, here: Here) -> Value:
        return self._container(
            node_id, here, lambda inner: self._groups.elements(node.group, inner)
        )

    def _container(self, node_id: n.NodeId, here: Here, make: Callable[[Here], Value]) -> Value:
        inner = self._entered(node_id, here)
        rule = self.program.nodes[node_id].rule
        failure = CannotGenerate(rule, "its members exclude each other")
        for mode in _RETRIES[inner.mode]:
            try:
                value = make(replace(inner, mode=mode))
            except CannotGenerate as error:
                failure = error
                continue
            if self.accepts(node_id, value):
                return value
        raise failure

    def _entered(self, node_id: n.NodeId, here: Here) -> Here:
        """One level deeper. Raises `CannotGenerate` at the deepest."""
        if len(here.inside) >= _DEEPEST:
            raise CannotGenerate(self.program.nodes[node_id].rule, "it nests too deep")
        is_late = (
            here.inside.count(node_id) >= _SAME_INSIDE
            or len(here.inside) >= _DEEP
            or self._steps > _MOST_VALUES
        )
        mode = Mode.MINIMAL if is_late else here.mode
        return replace(here, mode=mode, inside=(*here.inside, node_id))

    def _control(self, node_id: n.NodeId, node: n.ControlNode, here: Here) -> Value:
        for value in proposals(self, node, self._entered(node_id, here).named(node.rule)):
            if self.accepts(node_id, value):
                return value
        raise CannotGenerate(node.rule, f"no value was found for `{node.operator}`")

    def _unsupported(self, _node_id: n.NodeId, node: n.UnsupportedNode, _here: Here) -> Value:
        raise CannotGenerate(node.rule, f"`{node.operator}` is not implemented")


_MAKERS: dict[type, Callable[[Drawer, n.NodeId, Any, Here], Value]] = {
    n.RefNode: Drawer._ref,
    n.ChoiceNode: Drawer._choice,
    n.TagNode: Drawer._tag,
    n.MapNode: Drawer._map,
    n.ArrayNode: Drawer._array,
    n.ControlNode: Drawer._control,
    n.UnsupportedNode: Drawer._unsupported,
}
