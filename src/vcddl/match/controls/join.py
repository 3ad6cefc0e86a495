"""The `.join` control: is a byte string a concatenation of parts? Knows bytes, no CDDL.

RFC 9741 section 3.1. The parts form a regular structure; what a variable part accepts is up to
its caller. Positions are searched depth first, nearest end first, and no place is visited twice
in the same state. A constant behind a variable is a guidepost: only its occurrences are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import merge
from itertools import chain
from typing import TYPE_CHECKING

from vcddl.errors import ResourceLimit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_STATES = 100_000

_BYTES_A_STEP = 256


@dataclass(frozen=True, slots=True)
class Constant:
    """Exactly ``data``."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Variable:
    """Any stretch of bytes, also an empty one, that ``accepts`` says yes to."""

    accepts: Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Sequence:
    """All ``parts``, one after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of ``parts``; nothing at all if there are none."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``part`` at least ``minimum`` and at most ``maximum`` times; None is without bound."""

    part: Part
    minimum: int
    maximum: int | None


Part = Constant | Variable | Sequence | Choice | Repeat


def join_matches(part: Part, data: bytes, *, steps: int) -> bool:
    """Whether the whole of ``data`` is a concatenation that ``part`` describes.

    Args:
        part: what the concatenation is made of.
        data: bytes; a text goes in as UTF-8.
        steps: how many places may be visited and stretches probed; long stretches count more.

    Raises:
        ResourceLimit: after ``steps``, or for more than `MAX_STATES` repetitions written out.
    Cost: linear where each variable ends at the next constant; at most quadratic.
    """
    return _Search(_Network(part, steps), data, steps).run()


@dataclass(slots=True)
class _State:
    """Reads ``reads``, then goes on to any of ``targets``; a state that reads None just goes on."""

    reads: Constant | Variable | None
    targets: list[int]


class _Network:
    """The states of a part; state 0 is the end."""

    def __init__(self, part: Part, steps: int) -> None:
        self._steps = steps
        self.states: list[_State] = [_State(None, [])]
        self.start = self._add(part, 0)
        self._guides: dict[int, tuple[frozenset[bytes], bool] | None] = {}

    def _new(self, reads: Constant | Variable | None, targets: list[int]) -> int:
        if len(self.states) >= MAX_STATES:
            raise ResourceLimit("steps", self._steps)
        self.states.append(_State(reads, targets))
        return len(self.states) - 1

    def _add(self, part: Part, target: int) -> int:
        """Add the states of ``part`` that lead to ``target``; returns the first of them."""
        if isinstance(part, Variable) or (isinstance(part, Constant) and part.data):
            return self._new(part, [target])
        if isinstance(part, Constant):
            return target
        if isinstance(part, Sequence):
            for item in reversed(part.parts):
                target = self._add(item, target)
            return target
        if isinstance(part, Choice):
            return self._new(None, [self._add(item, target) for item in part.parts])
        return self._add_repeat(part, target)

    def _add_repeat(self, repeat: Repeat, target: int) -> int:
        if repeat.maximum is None:
            loop = self._new(None, [target])
            self.states[loop].targets.append(self._add(repeat.part, loop))
            target = loop
        else:
            end = target
            for _ in range(repeat.maximum - repeat.minimum):
                target = self._new(None, [end, self._add(repeat.part, target)])
        for _ in range(repeat.minimum):
            target = self._add(repeat.part, target)
        return target

    def guides(self, number: int) -> tuple[frozenset[bytes], bool] | None:
        """What must follow state ``number``: one of some constants, or maybe the end.

        None if a variable can follow, so that anything may.
        """
        if number not in self._guides:
            self._guides[number] = self._find_guides(number)
        return self._guides[number]

    def _find_guides(self, number: int) -> tuple[frozenset[bytes], bool] | None:
        seen, work = set(), list(self.states[number].targets)
        constants = set()
        while work:
            follower = work.pop()
            if follower in seen:
                continue
            seen.add(follower)
            reads = self.states[follower].reads
            if isinstance(reads, Variable):
                return None
            if reads is None:
                work.extend(self.states[follower].targets)
            else:
                constants.add(reads.data)
        return frozenset(constants), 0 in seen


class _Search:
    """Depth-first search over pairs of a state and a position in the data."""

    def __init__(self, network: _Network, data: bytes, steps: int) -> None:
        self._network = network
        self._data = data
        self._steps = self._left = steps

    def run(self) -> bool:
        seen: set[tuple[int, int]] = set()
        stack: list[Iterator[tuple[int, int]]] = [iter([(self._network.start, 0)])]
        while stack:
            place = next(stack[-1], None)
            if place is None:
                stack.pop()
            elif place == (0, len(self._data)):
                return True
            elif place not in seen:
                seen.add(place)
                self._spend(1)
                stack.append(self._successors(*place))
        return False

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise ResourceLimit("steps", self._steps)

    def _successors(self, number: int, position: int) -> Iterator[tuple[int, int]]:
        state = self._network.states[number]
        for end in self._ends(number, position):
            for target in state.targets:
                yield target, end

    def _ends(self, number: int, position: int) -> Iterator[int]:
        """Where the state can stop reading when it begins at ``position``; nearest first."""
        reads = self._network.states[number].reads
        if reads is None:
            yield position
        elif isinstance(reads, Constant):
            if self._data.startswith(reads.data, position):
                yield position + len(reads.data)
        else:
            for end in self._candidates(number, position):
                self._spend(1 + (end - position) // _BYTES_A_STEP)
                if reads.accepts(self._data[position:end]):
                    yield end

    def _candidates(self, number: int, position: int) -> Iterable[int]:
        guides = self._network.guides(number)
        if guides is None:
            return range(position, len(self._data) + 1)
        constants, can_end = guides
        found = merge(*(self._occurrences(constant, position) for constant in constants))
        return chain(_without_repeats(found), [len(self._data)] if can_end else [])

    def _occurrences(self, constant: bytes, position: int) -> Iterator[int]:
        found = self._data.find(constant, position)
        while found >= 0:
            yield found
            found = self._data.find(constant, found + 1)


def _without_repeats(positions: Iterable[int]) -> Iterator[int]:
    last = -1
    for position in positions:
        if position != last:
            yield position
        last = position
