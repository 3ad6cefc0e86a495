"""A list against the group of an array. RFC 8610 section 3.4 and appendix A.

Groups are PEG: the first alternative that matches is locked in, an occurrence takes all it can
and gives nothing back, and a round that consumes nothing ends its loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.errors import VcddlError
from vcddl.match import nodes as n
from vcddl.match.emit_array import plain_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.instance.values import Value
    from vcddl.match.controls.model import Answer
    from vcddl.match.judge import Judge

FAILED = -1


class UnsureError(VcddlError):
    """Where a group goes on depends on something undecided, so nothing definite follows."""


def match_array(judge: Judge, group: int, items: list[Value]) -> Answer:
    """Whether ``items`` as a whole match. Cost: linear in the items for most groups."""
    walk = ArrayWalk(judge, items)
    try:
        end = walk.group(group, 0)
    except UnsureError:
        return False if _fails_in_row(judge, group, items) else None
    if end != len(items):
        return False
    return None if walk.undecided else True


def _fails_in_row(judge: Judge, group: int, items: list[Value]) -> bool:
    """Whether an array cannot match whatever is undecided in it: told for plain rows."""
    row = plain_row(judge.program, group)
    if row is None:
        return False
    fixed, repeated = row
    wanted = [member.value for member in fixed]
    if repeated is not None:
        entry = judge.program.nodes[repeated.entry]
        assert isinstance(entry, n.MemberNode)
        extra = len(items) - len(fixed)
        if extra < repeated.minimum or (repeated.maximum is not None and extra > repeated.maximum):
            return True
        wanted += [entry.value] * extra
    pairs = zip(wanted, items, strict=False)
    return any(judge.accepts(type_id, item) is False for type_id, item in pairs)


class ArrayWalk:
    """One attempt at one list. ``undecided`` is set when an element that must match may match."""

    def __init__(self, judge: Judge, items: list[Value]) -> None:
        self._judge = judge
        self._items = items
        self.undecided = False
        self._ends: dict[tuple[int, int], int] = {}

    def group(self, node_id: int, position: int) -> int:
        """Where the group ends when it starts at ``position``, or `FAILED`."""
        self._judge.spend(1)
        node = self._judge.program.nodes[node_id]
        return _STEPS[type(node)](self, node, position)

    def _sequence(self, node: n.SequenceNode, position: int) -> int:
        for entry in node.entries:
            position = self.group(entry, position)
            if position == FAILED:
                return FAILED
        return position

    def _choice(self, node: n.GroupChoiceNode, position: int) -> int:
        for alternative in node.alternatives:
            end = self._speculate(alternative, position)
            if end != FAILED:
                return end
        return FAILED

    def _occurrence(self, node: n.OccurrenceNode, position: int) -> int:
        rounds = 0
        while node.maximum is None or rounds < node.maximum:
            end = self._speculate(node.entry, position)
            if end == FAILED:
                break
            rounds += 1
            if end == position:  # nothing consumed: every further round would do the same
                return position
            position = end
        return position if rounds >= node.minimum else FAILED

    def _speculate(self, node_id: int, position: int) -> int:
        """A group that may fail without harm; undecided elements in it make all unsure."""
        before = self.undecided
        self.undecided = False
        end = self.group(node_id, position)
        if self.undecided:
            raise UnsureError
        self.undecided = before
        return end

    def _member(self, node: n.MemberNode, position: int) -> int:
        if position >= len(self._items):
            return FAILED
        answer = self._judge.accepts(node.value, self._items[position])
        if answer is False:
            return FAILED
        if answer is None:
            self.undecided = True
        return position + 1

    def _ref(self, node: n.RefNode, position: int) -> int:
        """A group by its name; asked again at the same place, it ends where it did."""
        key = (node.target, position)
        end = self._ends.get(key)
        if end is None:
            end = self.group(node.target, position)
            if not self.undecided:
                self._ends[key] = end
        return end


_STEPS: dict[type, Callable[[ArrayWalk, Any, int], int]] = {
    n.SequenceNode: ArrayWalk._sequence,
    n.GroupChoiceNode: ArrayWalk._choice,
    n.OccurrenceNode: ArrayWalk._occurrence,
    n.MemberNode: ArrayWalk._member,
    n.RefNode: ArrayWalk._ref,
}
