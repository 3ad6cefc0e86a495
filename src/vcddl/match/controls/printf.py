"""The `.printf` control: a format of C → texts and back. Knows values of Python, no CDDL.

RFC 9741 section 2.3 refers to fprintf of C (ISO/IEC 9899:2018, section 7.21.6.1). Integers have
no width here; widths and precisions of `%s` count bytes of UTF-8, as in C.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vcddl.errors import ResourceLimit
from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.printf_conversion import Conversion, Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Conversion", "Kind", "PrintfFormat", "Value", "compile_printf"]

DEFAULT_STEPS = 100_000

_MAX_CONVERSIONS = 100
_MAX_FIELD = 4095  # what C promises of a single conversion, paragraph 15
_CHARS_A_STEP = 256

_PERCENT = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|[0-9]*)(?:\.(?P<precision>\*|[0-9]*))?(?P<letter>.?)",
    re.DOTALL,
)
_KINDS = {
    **dict.fromkeys("di", Kind.INT),
    **dict.fromkeys("ouxX", Kind.UNSIGNED),
    **dict.fromkeys("fFeEgGaA", Kind.FLOAT),
    "c": Kind.CHAR,
    "s": Kind.TEXT,
}
_MEANINGLESS = {"#": "dicsu", "0": "cs"}
_SHAPES = {
    Kind.INT: re.compile(r" *[-+]?[0-9]* *"),
    Kind.UNSIGNED: re.compile(r" *(?:0[xX])?[0-9a-fA-F]* *"),
    Kind.FLOAT: re.compile(r" *[-+]?[0-9a-fA-FxXpPiInN.+-]* *"),
}


@dataclass(frozen=True, slots=True)
class PrintfFormat:
    """A format that was read.

    Attributes:
        conversions: in their order.
        literals: the texts before, between and behind the conversions: one more than these.
    """

    conversions: tuple[Conversion, ...]
    literals: tuple[str, ...]

    def format(self, values: Iterable[Value]) -> str:
        """The text that C prints for ``values``, one for each conversion.

        Raises:
            TypeError: a value is of another kind than its conversion.
            ValueError: not one value for each conversion, or a value that C has no text for: a
                negative number for an unsigned conversion, text cut inside a character.
            OverflowError: an integer that is too large for a floating-point conversion.
        """
        pairs = zip(self.conversions, values, strict=True)
        texts = [conversion.format(value) for conversion, value in pairs]
        return self.literals[0] + "".join(
            text + literal for text, literal in zip(texts, self.literals[1:], strict=True)
        )

    def parse(self, text: str, *, steps: int = DEFAULT_STEPS) -> Iterator[tuple[Value, ...]]:
        """All readings of ``text``: values that `format` turns into exactly this text.

        A floating-point conversion reads as the binary64 nearest to the digits, and `%s` as what
        is shown, though longer texts may be cut to the same; `%c` reads as a text of one
        character.

        Raises:
            ResourceLimit: while iterating, after ``steps`` stretches of the text were looked at.
        """
        if text.startswith(self.literals[0]):
            yield from _Search(self, text, steps).readings(0, len(self.literals[0]))


def compile_printf(format_text: str) -> PrintfFormat:
    """Read a format of C.

    Raises:
        PatternError: `%n`, `%p`, a length modifier, `*`, a flag without a meaning there, a width
            or precision above 4095, or another character behind `%`.
    """
    conversions: list[Conversion] = []
    literals = [""]
    position = 0
    while (start := format_text.find("%", position)) >= 0:
        literals[-1] += format_text[position:start]
        found = _PERCENT.match(format_text, start)
        assert found is not None  # everything behind `%` is optional
        position = found.end()
        if found[0] == "%%":
            literals[-1] += "%"
        else:
            conversions.append(_conversion(found))
            literals.append("")
    literals[-1] += format_text[position:]
    if len(conversions) > _MAX_CONVERSIONS:
        raise PatternError(f"the format has more than {_MAX_CONVERSIONS} conversions")
    return PrintfFormat(tuple(conversions), tuple(literals))


def _conversion(found: re.Match[str]) -> Conversion:
    letter, flags = found["letter"], found["flags"]
    kind = _KINDS.get(letter)
    problem = None
    if kind is None:
        problem = _refusal(found)
    elif "*" in {found["width"], found["precision"]}:
        problem = "`*` takes a width from an item, which a format has no place for here"
    elif any(flag in flags and letter in letters for flag, letters in _MEANINGLESS.items()):
        problem = f"a flag of `{found[0]}` has no meaning with `{letter}`"
    elif letter == "c" and found["precision"] is not None:
        problem = "a precision has no meaning with `c`"
    if problem or kind is None:
        raise PatternError(problem or "", found.start())
    return Conversion(
        kind=kind,
        letter=letter,
        flags=frozenset(flags),
        width=_field(found, "width") or 0,
        precision=_field(found, "precision"),
    )


def _refusal(found: re.Match[str]) -> str:
    letter = found["letter"]
    if not letter:
        return "a conversion ends before its letter"
    if letter in "hlLqjzt":
        return f"`{letter}` is a length of a C type, which items of CDDL do not have"
    if letter in "np":
        return f"`%{letter}` is about memory and prints no item"
    return f"`{found[0]}` is no conversion of C"


def _field(found: re.Match[str], name: str) -> int | None:
    digits = found[name]
    if digits is None:
        return None
    if len(digits.lstrip("0")) > 4 or int(digits or 0) > _MAX_FIELD:
        raise PatternError(f"a {name} is at most {_MAX_FIELD}", found.start())
    return int(digits or 0)


class _Search:
    """Depth-first search for readings; places without one are remembered."""

    def __init__(self, printf: PrintfFormat, text: str, steps: int) -> None:
        self._conversions = printf.conversions
        self._literals: Sequence[str] = printf.literals[1:]
        self._text = text
        self._steps = self._left = steps
        self._dead: set[tuple[int, int]] = set()

    def readings(self, index: int, position: int) -> Iterator[tuple[Value, ...]]:
        """Readings of the text from ``position`` on, by the conversions from ``index`` on."""
        if index == len(self._conversions):
            if position == len(self._text):
                yield ()
            return
        if (index, position) in self._dead:
            return
        is_dead = True
        for end in self._ends(index, position):
            self._left -= 1 + (end - position) // _CHARS_A_STEP
            if self._left < 0:
                raise ResourceLimit("steps", self._steps)
            after = end + len(self._literals[index])
            for value in self._conversions[index].read(self._text[position:end]):
                for rest in self.readings(index + 1, after):
                    is_dead = False
                    yield (value, *rest)
        if is_dead:
            self._dead.add((index, position))

    def _ends(self, index: int, position: int) -> Iterator[int]:
        """Ends of the conversion that have its literal behind them."""
        literal = self._literals[index]
        last = len(self._text) - len(literal)
        shape = _SHAPES.get(self._conversions[index].kind)
        if shape is not None:
            found = shape.match(self._text, position)
            last = min(last, found.end() if found else position)
        first = position
        if index == len(self._conversions) - 1:
            first = len(self._text) - len(literal)
        if not position <= first <= last:
            return
        end = self._text.find(literal, first, last + len(literal))
        while 0 <= end <= last:
            yield end
            end = self._text.find(literal, end + 1, last + len(literal))
