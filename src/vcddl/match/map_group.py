"""A map against its group. RFC 8610 sections 3.5.1 to 3.5.4 and appendix A.

Entries are taken in order. A pair is free, claimed by an entry, or gone: picked by its key alone
by an entry with a cut that then failed, so that no later entry may have it. An alternative that
fails gives everything back; sibling alternatives see the map as it was before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.match import nodes as n
from vcddl.match.array_group import UnsureError
from vcddl.match.order import canonical_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vcddl.instance.values import PairMap, Value
    from vcddl.match.controls.model import Answer
    from vcddl.match.judge import Judge

FREE, CLAIMED, GONE = 0, 1, 2
Picked = tuple[int, ...]  # pairs that a failed attempt picked with a cut
OK: None = None


class Failure:
    """Why a group did not match: the pairs it picked with a cut, and whether a cut ended it.

    ``by_cut`` is true for an entry whose key matched with a cut and whose value did not: then its
    own group alternative is over, whatever its occurrence says (RFC 8610 section 3.5.4).
    """

    __slots__ = ("by_cut", "picked")

    def __init__(self, picked: Picked, *, by_cut: bool = False) -> None:
        self.picked = picked
        self.by_cut = by_cut


_NOTHING_PICKED = Failure(())


def match_map(judge: Judge, group: int, value: dict[Any, Value] | PairMap) -> Answer:
    """Whether all pairs of ``value`` are claimed. Cost: linear in the pairs for most groups."""
    walk = MapWalk(judge, value)
    try:
        failure = walk.group(group)
    except UnsureError:
        return None
    if failure is not None or walk.claimed < len(walk.keys):
        return False
    return None if walk.undecided else True


class MapWalk:
    """One attempt at one map."""

    def __init__(self, judge: Judge, value: dict[Any, Value] | PairMap) -> None:
        self._judge = judge
        pairs = value.items()
        self.keys = [key for key, _ in pairs]
        self.values = [item for _, item in pairs]
        self._index = {
            (type(key), key): index
            for index, key in enumerate(self.keys)
            if type(key) in (str, int, bytes, bool, float, type(None))
        }
        self.state = bytearray(len(self.keys))
        self.claimed = 0
        self.undecided = False
        self._log: list[tuple[int, bool]] = []

    def group(self, node_id: int) -> Failure | None:
        """Match a group node against the free pairs; None is success."""
        self._judge.spend(1)
        node = self._judge.program.nodes[node_id]
        return _STEPS[type(node)](self, node)

    def free(self) -> Iterable[int]:
        """Indices of the pairs that nothing has taken."""
        return [index for index, state in enumerate(self.state) if state == FREE]

    def _claim(self, index: int, *, has_cut: bool) -> None:
        self.state[index] = CLAIMED
        self.claimed += 1
        self._log.append((index, has_cut))

    def _undo(self, snapshot: int) -> Picked:
        """Give back all that was claimed or lost since; which of it was picked with a cut."""
        picked = []
        while len(self._log) > snapshot:
            index, has_cut = self._log.pop()
            if self.state[index] == CLAIMED:
                self.claimed -= 1
            self.state[index] = FREE
            if has_cut:
                picked.append(index)
        return tuple(picked)

    def _lose(self, picked: Picked) -> None:
        for index in picked:
            if self.state[index] == FREE:
                self.state[index] = GONE
                self._log.append((index, True))

    def _sequence(self, node: n.SequenceNode) -> Failure | None:
        snapshot = len(self._log)
        for entry in node.entries:
            failure = self.group(entry)
            if failure is not None:
                picked = self._undo(snapshot) + failure.picked
                return Failure(picked) if picked else _NOTHING_PICKED
        return OK

    def _choice(self, node: n.GroupChoiceNode) -> Failure | None:
        picked: Picked = ()
        for alternative in node.alternatives:
            failure = self._speculate(alternative)
            if failure is None:
                return OK
            picked += failure.picked
        return Failure(picked) if picked else _NOTHING_PICKED

    def _occurrence(self, node: n.OccurrenceNode) -> Failure | None:
        entry = self._judge.program.nodes[node.entry]
        if isinstance(entry, n.MemberNode) and not entry.has_literal:
            return self._table(node, entry)
        rounds = 0
        while node.maximum is None or rounds < node.maximum:
            before = len(self._log)
            failure = self._optional_member(entry) or self._speculate(node.entry)
            if failure is not None and failure.by_cut:
                return failure
            if failure is not None:
                if rounds < node.minimum:
                    return failure
                self._lose(failure.picked)
                break
            rounds += 1
            if len(self._log) == before:  # nothing claimed: every further round would do the same
                return OK
        return OK if rounds >= node.minimum else _NOTHING_PICKED

    def _optional_member(self, entry: n.Node) -> Failure | None:
        """A failure at once where the key of a member is not there: the usual case of ``?``."""
        if isinstance(entry, n.MemberNode) and self._find(entry.literal) is None:
            return _NOTHING_PICKED
        return None

    def _speculate(self, node_id: int) -> Failure | None:
        node = self._judge.program.nodes[node_id]
        if isinstance(node, n.MemberNode) and node.has_literal and node.has_cut:
            return self.group(node_id)  # the key alone decides; undecided values change nothing
        before = self.undecided
        self.undecided = False
        failure = self.group(node_id)
        if self.undecided:
            raise UnsureError
        self.undecided = before
        return failure

    def _find(self, key: Value) -> int | None:
        index = self._index.get((type(key), key))
        return index if index is not None and self.state[index] == FREE else None

    def _member(self, node: n.MemberNode) -> Failure | None:
        if node.key is None:
            return _NOTHING_PICKED
        if not node.has_literal:
            return self._table(None, node)
        index = self._find(node.literal)
        if index is None:
            return _NOTHING_PICKED
        answer = self._judge.accepts(node.value, self.values[index])
        if answer is False:
            return Failure((index,), by_cut=True) if node.has_cut else _NOTHING_PICKED
        if answer is None:
            self.undecided = True
        self._claim(index, has_cut=node.has_cut)
        return OK

    def _table(self, occurrence: n.OccurrenceNode | None, node: n.MemberNode) -> Failure | None:
        """An entry whose key is a type, all its rounds in one pass over the free pairs."""
        if node.key is None:
            minimum = 1 if occurrence is None else occurrence.minimum
            return _NOTHING_PICKED if minimum else OK
        minimum, maximum = (
            (1, 1) if occurrence is None else (occurrence.minimum, occurrence.maximum)
        )
        snapshot = len(self._log)
        rounds = 0
        mismatched: list[int] = []
        candidates = self.free()
        if maximum is not None:  # which pairs a limited entry takes must not depend on their order
            candidates = canonical_order(self.keys, candidates)
        for index in candidates:
            if maximum is not None and rounds >= maximum:
                break
            answer = self._pair(node, index)
            if answer is True:
                self._claim(index, has_cut=node.has_cut)
                rounds += 1
            elif answer is False and node.has_cut:
                mismatched.append(index)
        if maximum is not None and rounds >= maximum:
            return OK
        if mismatched:
            return Failure(self._undo(snapshot) + tuple(mismatched), by_cut=True)
        if rounds < minimum:
            return Failure(self._undo(snapshot))
        return OK

    def _pair(self, node: n.MemberNode, index: int) -> bool | None:
        """True: key and value match; False: only the key does; None: not even the key."""
        assert node.key is not None
        key = self._judge.accepts(node.key, self.keys[index])
        if key is False:
            return None
        if key is None:
            raise UnsureError
        value = self._judge.accepts(node.value, self.values[index])
        if value is None:
            raise UnsureError
        return value

    def _ref(self, node: n.RefNode) -> Failure | None:
        return self.group(node.target)


_STEPS: dict[type, Callable[[MapWalk, Any], Failure | None]] = {
    n.SequenceNode: MapWalk._sequence,
    n.GroupChoiceNode: MapWalk._choice,
    n.OccurrenceNode: MapWalk._occurrence,
    n.MemberNode: MapWalk._member,
    n.RefNode: MapWalk._ref,
}
