"""Patterns and grammars → texts of their language. Knows `patterns`, no notation."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from vcddl.generate.model import CannotGenerate
from vcddl.match.controls.patterns import (
    Alternation,
    Characters,
    Pattern,
    Ranges,
    Reference,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

# What people like to read comes first.
_READABLE: tuple[Ranges, ...] = (
    ((ord("a"), ord("z")),),
    ((ord("0"), ord("9")),),
    ((ord("A"), ord("Z")),),
    ((ord(" "), ord("~")),),
)
_MOST_EXTRA = 3
_LONGEST = 2_000
_SURROGATES = (0xD800, 0xDFFF)


class PatternText:
    """Draws texts from one pattern; the rules are those that it refers to."""

    def __init__(
        self, random: Random, *, rules: Mapping[str, Pattern] | None = None, lean: bool
    ) -> None:
        """``lean`` draws the fewest repetitions."""
        self._random = random
        self._rules = rules or {}
        self._lean = lean
        self._costs = _costs(self._rules)
        self._left = _LONGEST

    def draw(self, pattern: Pattern) -> str:
        """A text of the language. Raises `CannotGenerate` if it is empty.

        Cost: linear in the text; after 2,000 characters the shortest way out is taken.
        """
        if _cost(pattern, self._costs) == inf:
            raise CannotGenerate("", "the pattern matches no text")
        parts: list[str] = []
        stack = [pattern]
        while stack:
            one = stack.pop()
            if isinstance(one, Characters):
                parts.append(self._character(one.ranges))
                self._left -= 1
            elif isinstance(one, Reference):
                self._left -= 1
                stack.append(self._rules[one.name])
            else:
                stack.extend(self._opened(one))
        return "".join(parts)

    def _opened(self, pattern: Sequence | Alternation | Repeat) -> list[Pattern]:
        """The patterns that come next, the last one first."""
        if isinstance(pattern, Sequence):
            return list(reversed(pattern.items))
        if isinstance(pattern, Alternation):
            possible = [item for item in pattern.items if _cost(item, self._costs) < inf]
            if self._is_short:
                return [min(possible, key=lambda item: _cost(item, self._costs))]
            return [self._random.choice(possible)]
        extra = 0 if self._is_short else self._random.randint(0, _MOST_EXTRA)
        if _cost(pattern.item, self._costs) == inf:
            extra = 0
        count = pattern.minimum + extra
        return [pattern.item] * (count if pattern.maximum is None else min(count, pattern.maximum))

    @property
    def _is_short(self) -> bool:
        return self._lean or self._left <= 0

    def _character(self, ranges: Ranges) -> str:
        for wanted in _READABLE:
            if shared := _shared(ranges, wanted):
                return chr(self._random.randint(*self._random.choice(shared)))
        low, high = self._random.choice([bounds for bounds in ranges if not _is_surrogate(bounds)])
        point = self._random.randint(low, high)
        if _SURROGATES[0] <= point <= _SURROGATES[1]:
            point = low if low < _SURROGATES[0] else high
        return chr(point)


def _shared(left: Ranges, right: Ranges) -> list[tuple[int, int]]:
    pairs = [(max(a, c), min(b, d)) for a, b in left for c, d in right]
    return [(low, high) for low, high in pairs if low <= high]


def _is_surrogate(bounds: tuple[int, int]) -> bool:
    return _SURROGATES[0] <= bounds[0] and bounds[1] <= _SURROGATES[1]


def _costs(rules: Mapping[str, Pattern]) -> dict[str, float]:
    """The length of the shortest text of each rule, a step for each name on the way."""
    costs: dict[str, float] = dict.fromkeys(rules, inf)
    changed = True
    while changed:
        changed = False
        for name, pattern in rules.items():
            cost = 1 + _cost(pattern, costs)
            if cost < costs[name]:
                costs[name] = cost
                changed = True
    return costs


def _cost(pattern: Pattern, costs: Mapping[str, float]) -> float:
    if isinstance(pattern, Characters):
        return 1 if any(not _is_surrogate(bounds) for bounds in pattern.ranges) else inf
    if isinstance(pattern, Reference):
        return costs.get(pattern.name, inf)
    if isinstance(pattern, Repeat):
        return pattern.minimum * _cost(pattern.item, costs) if pattern.minimum else 0
    items = [_cost(item, costs) for item in pattern.items]
    return sum(items) if isinstance(pattern, Sequence) else min(items)
