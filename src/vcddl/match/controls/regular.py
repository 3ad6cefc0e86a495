"""Patterns → functions that accept a text. Every one of them takes time linear in the text.

A pattern in which the next character always decides how to go on is run by `re`, which cannot
backtrack far there and is many times faster per call; any other pattern is run by `re2`. Knows
no notation for patterns; what is accepted is the same on both engines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import re2

from vcddl.match.controls.code_points import UNIVERSE, are_disjoint, intersection, union
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
    from collections.abc import Callable

MAX_POSITIONS = 5_000
"""Characters of a pattern for `re2` with its counted repetitions written out."""

_MAX_DECIDED = 500  # nodes; larger patterns gain little from `re`
_MAX_COUNT = 1000  # re2 refuses nested counts whose product is larger
_MAX_MEMORY_BYTES = 32 << 20


def compile_regular(pattern: Pattern) -> Callable[[str], bool]:
    """A function that says whether a whole text is in the language of ``pattern``.

    A text with a lone surrogate is in no language.

    Raises:
        PatternError: more than `MAX_POSITIONS` characters, or a reference in the pattern.
    Cost: each call is linear in the text; compiling is linear in the written-out pattern.
    """
    if _nodes(pattern) <= _MAX_DECIDED and _outlook(pattern) is not None:
        return _run_by_re(pattern)
    if _positions(pattern) > MAX_POSITIONS:
        raise PatternError(f"the pattern repeats more than {MAX_POSITIONS:,} characters")
    return _run_by_re2(pattern)


def _nodes(pattern: Pattern) -> int:
    if isinstance(pattern, Repeat):
        return 1 + _nodes(pattern.item)
    if isinstance(pattern, Characters | Reference):
        return 1
    return 1 + sum(map(_nodes, pattern.items))


def _positions(pattern: Pattern) -> int:
    """How many characters the pattern has when its counts are written out; large sets weigh more.

    Raises:
        PatternError: there is a reference in the pattern.
    """
    if isinstance(pattern, Characters):
        return 1 + len(pattern.ranges) // 16
    if isinstance(pattern, Reference):
        raise PatternError(f"`{pattern.name}` is not defined", pattern.offset)
    if isinstance(pattern, Repeat):
        return max(pattern.minimum, pattern.maximum or 1) * _positions(pattern.item)
    return 1 + sum(map(_positions, pattern.items))


def _run_by_re(pattern: Pattern) -> Callable[[str], bool]:
    fullmatch = re.compile(
        _Printer(_python_escape, written_out=False).print(pattern).text
    ).fullmatch
    return lambda text: fullmatch(text) is not None


def _run_by_re2(pattern: Pattern) -> Callable[[str], bool]:
    return compile_re2(_Printer(_re2_escape, written_out=True).print(pattern).text)


def compile_re2(text: str) -> Callable[[str], bool]:
    """A function that says whether a whole text matches ``text``, a pattern in the syntax of re2.

    A text with a lone surrogate does not match.

    Raises:
        PatternError: with the words of re2, which name no offset.
    """
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = _MAX_MEMORY_BYTES
    try:
        fullmatch = re2.compile(text, options).fullmatch
    except re2.error as error:
        raise PatternError(_reason(error)) from None
    except UnicodeEncodeError as error:
        raise PatternError("a lone surrogate is no character", error.start) from None

    def accepts(text: str) -> bool:
        try:
            return fullmatch(text) is not None
        except UnicodeEncodeError:
            return False

    return accepts


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return reason.decode() if isinstance(reason, bytes) else str(reason)


@dataclass(frozen=True, slots=True)
class _Outlook:
    """How a pattern begins and goes on.

    Attributes:
        first: the characters it can begin with.
        more: the characters with which a text that is already matched could be longer.
        nullable: it matches the empty text.
    """

    first: Ranges
    more: Ranges
    nullable: bool


def _outlook(pattern: Pattern) -> _Outlook | None:
    """The outlook of a pattern in which the next character always decides, else None.

    This is strong one-unambiguity: no two ways to go on begin with the same character, and no
    loop has a body that matches nothing. A backtracking engine that comes back to a choice then
    fails there with the next character, so the work is linear in the text.
    """
    if isinstance(pattern, Characters):
        usable = intersection(pattern.ranges, UNIVERSE)
        return _Outlook(usable, (), nullable=False) if usable else None
    if isinstance(pattern, Repeat):
        return _outlook_of_repeat(pattern)
    if isinstance(pattern, Reference):
        return None
    outlooks = [_outlook(item) for item in pattern.items]
    combine = _join if isinstance(pattern, Sequence) else _alternate
    result: _Outlook | None = outlooks[0] if outlooks else _Outlook((), (), nullable=True)
    for right in outlooks[1:]:
        result = combine(result, right) if result and right else None
    return result


def _join(left: _Outlook, right: _Outlook) -> _Outlook | None:
    first, more = left.first, right.more
    if not are_disjoint(left.more, right.first):
        return None
    if left.nullable:
        if not are_disjoint(left.first, right.first):
            return None
        first = union(first, right.first)
    if right.nullable:
        more = union(more, left.more, right.first)
    return _Outlook(first, more, nullable=left.nullable and right.nullable)


def _alternate(left: _Outlook, right: _Outlook) -> _Outlook | None:
    if not are_disjoint(left.first, right.first) or (left.nullable and right.nullable):
        return None
    first, more = union(left.first, right.first), union(left.more, right.more)
    return _Outlook(first, more, nullable=left.nullable or right.nullable)


def _outlook_of_repeat(repeat: Repeat) -> _Outlook | None:
    body = _outlook(repeat.item)
    if body is None or body.nullable or repeat.maximum == 0:
        return None
    more = body.more
    if repeat.maximum != 1:
        if not are_disjoint(body.more, body.first):
            return None
        if repeat.minimum != repeat.maximum:
            more = union(more, body.first)
    return _Outlook(body.first, more, nullable=repeat.minimum == 0)


@dataclass(frozen=True, slots=True)
class _Printed:
    """Text of a pattern, safe to stand beside other text; ``count`` is its product of counts."""

    text: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class _Printer:
    """Prints patterns in the syntax that `re` and `re2` share, but for ``escape``.

    ``written_out``: nested counts are written out as far as `re2` needs it.
    """

    escape: Callable[[int], str]
    written_out: bool

    def print(self, pattern: Pattern) -> _Printed:
        """The text of ``pattern``, which can stand beside other text and take a quantifier."""
        if isinstance(pattern, Characters):
            return _Printed(self._characters(intersection(pattern.ranges, UNIVERSE)))
        if isinstance(pattern, Repeat):
            return self._repeat(pattern)
        assert not isinstance(pattern, Reference)  # `_positions` has refused it
        parts = [self.print(item) for item in pattern.items]
        between = "|" if isinstance(pattern, Alternation) else ""
        text = f"(?:{between.join(part.text for part in parts)})"
        return _Printed(text, max((part.count for part in parts), default=1))

    def _characters(self, ranges: Ranges) -> str:
        if not ranges:
            return f"[^{self.escape(0)}-{self.escape(0x10FFFF)}]"
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return self.escape(ranges[0][0])
        return f"[{''.join(map(self._range, ranges))}]"

    def _range(self, bounds: tuple[int, int]) -> str:
        low, high = bounds
        return self.escape(low) if low == high else f"{self.escape(low)}-{self.escape(high)}"

    def _repeat(self, repeat: Repeat) -> _Printed:
        """Counts above what `re2` allows become several repetitions in a row."""
        item = self.print(repeat.item)
        low, high = repeat.minimum, repeat.maximum
        if not self.written_out:
            return _Printed(f"(?:{item.text}{{{low},{'' if high is None else high}}})")
        suffixes = _counts(low, high, _MAX_COUNT // item.count)
        text = "".join(item.text + suffix for suffix in suffixes)
        return _Printed(f"(?:{text})", min(_MAX_COUNT, item.count * max(low, high or 1, 1)))


def _counts(low: int, high: int | None, chunk: int) -> list[str]:
    """Quantifiers up to ``chunk`` that stand for ``{low,high}`` when written in a row."""
    if high is None and low <= 1:
        return ["+" if low else "*"]
    if high is not None and high <= chunk:
        return [f"{{{low},{high}}}"]
    counts = [f"{{{chunk}}}"] * (low // chunk) + [f"{{{low % chunk}}}"]
    if high is None:
        return [*counts, "*"]
    optional = high - low
    return [*counts, *[f"{{0,{chunk}}}"] * (optional // chunk), f"{{0,{optional % chunk}}}"]


def _re2_escape(point: int) -> str:
    return chr(point) if chr(point).isascii() and chr(point).isalnum() else f"\\x{{{point:X}}}"


def _python_escape(point: int) -> str:
    return chr(point) if chr(point).isascii() and chr(point).isalnum() else f"\\U{point:08x}"
