"""Recognise context-free languages: a goal and rules → a function on texts.

Each rule is a small automaton whose edges read a character, read nothing, or call a rule. All
ways to read a text are followed side by side, one character at a time; a call is shared by all
who make it at the same place (the idea of Earley and of graph-structured stacks). So alternatives
are unordered, left recursion and rules that match nothing are no trouble, and nothing here
recurses over the text. Knows patterns, no notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from vcddl.errors import ResourceLimit
from vcddl.match.controls.patterns import (
    Alternation,
    Characters,
    Pattern,
    PatternError,
    Ranges,
    Reference,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MAX_STATES = 50_000

_GOAL = ""


def compile_grammar(
    goal: Pattern, rules: Mapping[str, Pattern], *, steps: int
) -> Callable[[str], bool]:
    """A function that says whether a whole text is in the language of ``goal``.

    Args:
        goal: the pattern to match.
        rules: all rules that are referred to, directly or not, by their names.
        steps: how much one call may cost; a step follows one way past one place.

    Raises:
        PatternError: more than `MAX_STATES` states when counted repetitions are written out.
        ResourceLimit: by the function, when it would take more than ``steps``.
    Cost: linear in the text for deterministic grammars, at most cubic for ambiguous ones.
    """
    network = _Network()
    for name, pattern in {_GOAL: goal, **rules}.items():
        network.add_rule(name, pattern)
    recogniser = _Recogniser(network, steps)
    return recogniser.accepts


@dataclass(slots=True)
class _State:
    """A place in a rule, with the ways that lead on from it."""

    reads: list[tuple[Ranges, int]] = field(default_factory=list)
    skips: list[int] = field(default_factory=list)
    calls: list[tuple[str, int]] = field(default_factory=list)
    is_final: bool = False


class _Network:
    """The automata of all rules in one list of states; built once, then only read."""

    def __init__(self) -> None:
        self.states: list[_State] = []
        self.starts: dict[str, int] = {}

    def add_rule(self, name: str, pattern: Pattern) -> None:
        """Add the automaton of a rule. A call of itself as its last act becomes a loop."""
        start = self.starts[name] = self._new()
        final = self._build(pattern, start)
        self.states[final].is_final = True
        for state in self.states[start:]:
            loops = [call for call in state.calls if call[0] == name and self._ends(call[1])]
            if loops:
                state.calls = [call for call in state.calls if call not in loops]
                state.skips.append(start)

    def _new(self) -> int:
        if len(self.states) >= MAX_STATES:
            raise PatternError(f"the grammar has more than {MAX_STATES:,} states")
        self.states.append(_State())
        return len(self.states) - 1

    def _build(self, pattern: Pattern, start: int) -> int:
        """Add states for ``pattern`` behind ``start``; returns the state behind it."""
        if isinstance(pattern, Characters):
            end = self._new()
            self.states[start].reads.append((pattern.ranges, end))
            return end
        if isinstance(pattern, Reference):
            end = self._new()
            self.states[start].calls.append((pattern.name, end))
            return end
        if isinstance(pattern, Sequence):
            for item in pattern.items:
                start = self._build(item, start)
            return start
        if isinstance(pattern, Alternation):
            end = self._new()
            for item in pattern.items:
                branch = self._new()
                self.states[start].skips.append(branch)
                self.states[self._build(item, branch)].skips.append(end)
            return end
        return self._build_repeat(pattern, start)

    def _build_repeat(self, repeat: Repeat, start: int) -> int:
        for _ in range(repeat.minimum):
            start = self._build(repeat.item, start)
        if repeat.maximum is None:
            loop, body = self._new(), self._new()
            self.states[start].skips.append(loop)
            self.states[loop].skips.append(body)
            self.states[self._build(repeat.item, body)].skips.append(loop)
            return loop
        end = self._new()
        for _ in range(repeat.maximum - repeat.minimum):
            self.states[start].skips.append(end)
            start = self._build(repeat.item, start)
        self.states[start].skips.append(end)
        return end

    def closure(self, start: int) -> list[_State]:
        """The states that can be reached from ``start`` without reading, itself included."""
        seen, work = {start}, [start]
        while work:
            new = set(self.states[work.pop()].skips) - seen
            seen |= new
            work.extend(new)
        return [self.states[number] for number in seen]

    def _ends(self, number: int) -> bool:
        """Nothing but the end of the rule follows."""
        states = self.closure(number)
        is_final = any(state.is_final for state in states)
        return is_final and not any(state.reads or state.calls for state in states)


@dataclass(frozen=True, slots=True)
class _Actions:
    """All that can be done in a state without reading: the closure of a `_State`."""

    reads: tuple[tuple[Ranges, int], ...]
    calls: tuple[tuple[str, int], ...]
    is_final: bool


class _Call:
    """A rule that was begun at ``position``, and where to go on when it is done."""

    __slots__ = ("is_empty", "position", "returns")

    def __init__(self, position: int) -> None:
        self.position = position
        self.returns: dict[_Item, None] = {}
        self.is_empty = False


_Item = tuple[int, _Call]


class _Recogniser:
    """Follows all ways through a network at once."""

    def __init__(self, network: _Network, steps: int) -> None:
        self._network = network
        self._steps = steps
        self._actions = lru_cache(maxsize=None)(self._find_actions)
        self._targets = lru_cache(maxsize=8192)(self._find_targets)

    def accepts(self, text: str) -> bool:
        """Whether the whole of ``text`` matches the goal. See `compile_grammar`."""
        root = _Call(-1)
        items: Iterable[_Item] = [(self._network.starts[_GOAL], root)]
        left = self._steps
        for position, char in enumerate(text):
            reached, left = self._advance(items, position, left)
            items = {
                (target, call) for state, call in reached for target in self._targets(state, char)
            }
            if not items:
                return False
        reached, _ = self._advance(items, len(text), left)
        return any(call is root and self._actions(state).is_final for state, call in reached)

    def _advance(self, items: Iterable[_Item], position: int, left: int) -> tuple[set[_Item], int]:
        """``items`` and all that can be reached from them without reading; and the steps left."""
        seen = set(items)
        work = list(seen)
        calls: dict[str, _Call] = {}
        while work:
            state, caller = work.pop()
            actions = self._actions(state)
            found: list[_Item] = []
            for name, target in actions.calls:
                call = calls.setdefault(name, _Call(position))
                found.append((self._network.starts[name], call))
                call.returns[target, caller] = None
                if call.is_empty:
                    found.append((target, caller))
            if actions.is_final:
                caller.is_empty = caller.position == position
                found.extend(caller.returns)
            left -= 1 + len(found)
            if left < 0:
                raise ResourceLimit("steps", self._steps)
            new = set(found) - seen
            seen |= new
            work.extend(new)
        return seen, left

    def _find_actions(self, number: int) -> _Actions:
        states = self._network.closure(number)
        return _Actions(
            tuple(read for state in states for read in state.reads),
            tuple(dict.fromkeys(call for state in states for call in state.calls)),
            any(state.is_final for state in states),
        )

    def _find_targets(self, number: int, char: str) -> tuple[int, ...]:
        point = ord(char)
        return tuple(
            target
            for ranges, target in self._actions(number).reads
            if any(low <= point <= high for low, high in ranges)
        )
