"""Regular languages as values: what pattern controls parse into. Knows no notation, no engine.

A pattern is a tree of `Characters`, `Sequence`, `Alternation` and `Repeat`; `regular.py` turns a
tree into a function that accepts or refuses a text. In grammars there are `Reference`s, too;
`context_free.py` runs those that refer to themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from vcddl.errors import VcddlError

Ranges = tuple[tuple[int, int], ...]
"""Code points as inclusive ranges: sorted, disjoint, not adjacent."""


@dataclass(eq=False)
class PatternError(VcddlError):
    """A pattern, format or grammar that cannot be used.

    ``problem`` says why; ``offset`` counts code points from 0 in the text that was given, and is
    None where the text as a whole is at fault.
    """

    problem: str
    offset: int | None = None

    def __str__(self) -> str:
        return self.problem if self.offset is None else f"{self.problem} (at {self.offset})"


@dataclass(frozen=True, slots=True)
class Characters:
    """Exactly one character out of ``ranges``; none at all if there are no ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """All ``items``, one after the other; the empty text if there are none."""

    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    """Any one of ``items``, in no order. There is at least one."""

    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``item`` at least ``minimum`` and at most ``maximum`` times; None is without bound."""

    item: Pattern
    minimum: int
    maximum: int | None


@dataclass(frozen=True, slots=True)
class Reference:
    """Whatever the rule called ``name`` matches; ``offset`` is where the name was read."""

    name: str
    offset: int


Pattern = Characters | Sequence | Alternation | Repeat | Reference


def sequence(items: list[Pattern]) -> Pattern:
    """A `Sequence`, or the one item itself."""
    return items[0] if len(items) == 1 else Sequence(tuple(items))


def alternation(items: list[Pattern]) -> Pattern:
    """An `Alternation`, or the one item itself."""
    return items[0] if len(items) == 1 else Alternation(tuple(items))


def literal(text: str) -> Pattern:
    """``text`` itself, by code points."""
    return sequence([Characters(((ord(char), ord(char)),)) for char in text])
