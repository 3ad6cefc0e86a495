"""Group nodes → pairs of a map, or elements of an array. RFC 8610 sections 3.1 to 3.5.

A walk over the entries in their order. An alternative or a round that cannot be made leaves
nothing behind.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vcddl.generate.model import CannotGenerate, Here
from vcddl.generate.reach import children
from vcddl.instance.encode import encode_cbor
from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.generate.drawer import Drawer
    from vcddl.instance.values import Value

_KEY_TRIES = 12
_DEEPEST = 60  # groups in groups


class GroupDrawer:
    """Draws the contents of maps and arrays for a `Drawer`."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self._literals: dict[n.NodeId, frozenset[bytes]] = {}

    def elements(self, group_id: n.NodeId, here: Here) -> list[Value]:
        """Elements for the group of an array. Raises `CannotGenerate`."""
        walk = _ArrayWalk(self.drawer, here)
        walk.group(group_id)
        return walk.made

    def pairs(self, group_id: n.NodeId, here: Here) -> list[tuple[Value, Value]]:
        """Pairs for the group of a map, no key twice. Raises `CannotGenerate`."""
        if group_id not in self._literals:
            self._literals[group_id] = _literal_keys(self.drawer.program, group_id)
        walk = _MapWalk(self.drawer, here, self._literals[group_id])
        walk.group(group_id)
        return walk.made


class _Walk:
    """What maps and arrays have in common; ``made`` grows and shrinks as the walk goes."""

    def __init__(self, drawer: Drawer, here: Here) -> None:
        self.drawer = drawer
        self.here = here
        self.made: list[Any] = []
        self._depth = 0

    def group(self, node_id: n.NodeId) -> None:
        """Add what a group node asks for. Raises `CannotGenerate`, and has added nothing then."""
        self.drawer.spend()
        node = self.drawer.program.nodes[node_id]
        if self._depth >= _DEEPEST:
            raise CannotGenerate(node.rule, "its groups nest too deep")
        before = len(self.made)
        self._depth += 1
        try:
            _STEPS[type(node)](self, node)
        except CannotGenerate:
            del self.made[before:]
            raise
        finally:
            self._depth -= 1

    def member(self, node: n.MemberNode) -> None:
        """Add one member."""
        raise NotImplementedError

    def _sequence(self, node: n.SequenceNode) -> None:
        for entry in node.entries:
            self.group(entry)

    def _choice(self, node: n.GroupChoiceNode) -> None:
        failure = CannotGenerate(node.rule, "no alternative of this group can be made")
        for alternative in self.drawer.order(node.alternatives, self.here):
            try:
                return self.group(alternative)
            except CannotGenerate as error:
                failure = error
        raise failure

    def _occurrence(self, node: n.OccurrenceNode) -> None:
        for made in range(self.drawer.rounds(node, self.here)):
            try:
                self.group(node.entry)
            except CannotGenerate:
                if made < node.minimum:
                    raise
                return

    def _ref(self, node: n.RefNode) -> None:
        self.group(node.target)

    def _member(self, node: n.MemberNode) -> None:
        self.member(node)


_STEPS: dict[type, Callable[[_Walk, Any], None]] = {
    n.SequenceNode: _Walk._sequence,
    n.GroupChoiceNode: _Walk._choice,
    n.OccurrenceNode: _Walk._occurrence,
    n.MemberNode: _Walk._member,
    n.RefNode: _Walk._ref,
}


class _ArrayWalk(_Walk):
    """Keys of entries mean nothing here but to people (RFC 8610 section 3.4): they are hints."""

    def member(self, node: n.MemberNode) -> None:
        here = self.here
        if isinstance(node.literal, str):
            here = replace(here, names=(node.literal,))
        self.made.append(self.drawer.value(node.value, here))


class _MapWalk(_Walk):
    def __init__(self, drawer: Drawer, here: Here, literals: frozenset[bytes]) -> None:
        super().__init__(drawer, here)
        self._literals = literals

    def member(self, node: n.MemberNode) -> None:
        if node.key is None:
            raise CannotGenerate(node.rule, "an entry without key cannot be in a map")
        taken = {encode_cbor(key) for key, _ in self.made}
        key = self._literal(node, taken) if node.has_literal else self._free_key(node.key, taken)
        name = key if isinstance(key, str) else ""
        value = self.drawer.value(node.value, replace(self.here, names=(name,) if name else ()))
        self.made.append((key, value))

    def _literal(self, node: n.MemberNode, taken: set[bytes]) -> Value:
        if self.here.json and not isinstance(node.literal, str):
            raise CannotGenerate(node.rule, "a key that is not text has no form in JSON")
        if encode_cbor(node.literal) in taken:
            raise CannotGenerate(node.rule, f"the key `{node.literal}` is there already")
        return node.literal

    def _free_key(self, key_id: n.NodeId, taken: set[bytes]) -> Value:
        """A key that no other entry names, so that only this one asks for it."""
        here = replace(self.here, names=())
        rule = self.drawer.program.nodes[key_id].rule
        fallback: list[Value] = []
        for _ in range(_KEY_TRIES):
            key = self.drawer.value(key_id, here)
            encoded = encode_cbor(key)
            if encoded in taken or (self.here.json and not isinstance(key, str)):
                continue
            if encoded not in self._literals:
                return key
            fallback.append(key)
        if fallback:
            return fallback[0]
        raise CannotGenerate(rule, "no key is left that is not in the map already")


def _literal_keys(program: n.Program, group_id: n.NodeId) -> frozenset[bytes]:
    """Encoded keys that entries of a group name, groups inside opened."""
    keys: set[bytes] = set()
    seen: set[n.NodeId] = set()
    stack = [group_id]
    while stack:
        node_id = stack.pop()
        if node_id in seen:
            continue
        seen.add(node_id)
        node = program.nodes[node_id]
        if isinstance(node, n.MemberNode):
            if node.has_literal:
                keys.add(encode_cbor(node.literal))
        else:
            stack.extend(children(node))
    return frozenset(keys)
