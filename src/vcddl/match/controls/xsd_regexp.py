r"""The `.regexp` control: regular expressions of XML Schema → functions on texts.

RFC 8610 section 3.8.3 takes them from XML Schema part 2, appendix F: a pattern covers the whole
text, ``^`` and ``$`` are ordinary characters, classes can be subtracted, and ``\d \w \s \i \c``
and ``\p{…}`` are sets of Unicode. A pattern is parsed and printed anew, never handed on as it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vcddl.match.controls.code_points import (
    block,
    category,
    complement,
    difference,
    escape_class,
    union,
)
from vcddl.match.controls.patterns import (
    Characters,
    Pattern,
    PatternError,
    Ranges,
    Repeat,
    alternation,
    literal,
    sequence,
)
from vcddl.match.controls.regular import compile_regular

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_NESTING = 50

_NOT_NORMAL = frozenset(".\\?*+{}()[]|")
_SINGLE_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"} | {char: char for char in "\\|.-^?*+{}()[]"}
_NO_LINE_END = complement(((10, 10), (13, 13)))
_MAX_DIGITS = 6


def compile_xsd(pattern: str) -> Callable[[str], bool]:
    """A function that says whether a whole text matches ``pattern``.

    Raises:
        PatternError: not a regular expression of XML Schema, or too large.
    Cost: linear in the text, for every pattern.
    """
    return compile_regular(parse_xsd(pattern))


@lru_cache(maxsize=32)
def parse_xsd(pattern: str) -> Pattern:
    """Parse a regular expression of XML Schema.

    Raises:
        PatternError: with the offset of the character that is at fault.
    """
    parser = _Parser(pattern)
    parsed = parser.reg_exp()
    if parser.position < len(pattern):
        raise parser.error("`)` without `(`")
    return parsed


class _Parser:
    """Recursive descent, one method a production of appendix F; ``position`` is the next offset."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.nesting = 0

    def error(self, problem: str, *, at: int | None = None) -> PatternError:
        return PatternError(problem, self.position if at is None else at)

    def peek(self) -> str:
        """The next character; ``""`` at the end."""
        return self.pattern[self.position : self.position + 1]

    def take(self) -> str:
        char = self.peek()
        self.position += 1
        return char

    def accept(self, text: str) -> bool:
        found = self.pattern.startswith(text, self.position)
        if found:
            self.position += len(text)
        return found

    def nest(self, start: int) -> None:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.error(f"brackets nest more than {MAX_NESTING} deep", at=start)

    def reg_exp(self) -> Pattern:
        """``regExp ::= branch ( '|' branch )*``."""
        branches = [self.branch()]
        while self.accept("|"):
            branches.append(self.branch())
        return alternation(branches)

    def branch(self) -> Pattern:
        """``branch ::= piece*``."""
        pieces = []
        while self.peek() not in {"", "|", ")"}:
            pieces.append(self.piece())
        return sequence(pieces)

    def piece(self) -> Pattern:
        """``piece ::= atom quantifier?``."""
        atom = self.atom()
        counts = self.quantifier()
        if counts is None:
            return atom
        if self.peek() in {"?", "*", "+", "{"}:
            raise self.error("a quantifier cannot follow a quantifier in XML Schema")
        return Repeat(atom, *counts)

    def quantifier(self) -> tuple[int, int | None] | None:
        """``quantifier ::= [?*+] | ( '{' quantity '}' )``."""
        start = self.position
        simple = {"?": (0, 1), "*": (0, None), "+": (1, None)}.get(self.peek())
        if simple:
            self.position += 1
            return simple
        if not self.accept("{"):
            return None
        low = self.number()
        high: int | None = low
        if self.accept(","):
            high = None if self.peek() == "}" else self.number()
        if not self.accept("}"):
            raise self.error("a quantity is `{n}`, `{n,}` or `{n,m}`", at=start)
        if high is not None and high < low:
            raise self.error(f"`{{{low},{high}}}` ends below its start", at=start)
        return low, high

    def number(self) -> int:
        start = self.position
        while self.peek() in set("0123456789"):
            self.position += 1
        digits = self.pattern[start : self.position]
        if not digits:
            raise self.error("a quantity is `{n}`, `{n,}` or `{n,m}`")
        if len(digits.lstrip("0")) > _MAX_DIGITS:
            raise self.error(f"a quantity has at most {_MAX_DIGITS} digits", at=start)
        return int(digits)

    def atom(self) -> Pattern:
        """``atom ::= NormalChar | charClass | ( '(' regExp ')' )``."""
        start = self.position
        char = self.take()
        if char not in _NOT_NORMAL:
            return literal(char)
        if char == "(":
            return self.group(start)
        if char == "[":
            return Characters(self.class_expression(start))
        if char == "\\":
            return Characters(_ranges(self.escape(start)))
        if char == ".":
            return Characters(_NO_LINE_END)
        hint = "has nothing to repeat" if char in "?*+{" else "must be escaped"
        raise self.error(f"`{char}` {hint}", at=start)

    def group(self, start: int) -> Pattern:
        self.nest(start)
        if self.peek() == "?":
            raise self.error("groups of XML Schema have no `(?` options, names or look-around")
        inner = self.reg_exp()
        if not self.accept(")"):
            raise self.error("`(` without `)`", at=start)
        self.nesting -= 1
        return inner

    def escape(self, start: int) -> str | Ranges:
        """Read what follows a backslash: a single character (``SingleCharEsc``), or a set."""
        letter = self.take()
        if letter in _SINGLE_ESCAPES:
            return _SINGLE_ESCAPES[letter]
        if letter in {"p", "P"}:
            named = self.property(start)
            return named if letter == "p" else complement(named)
        named_class = escape_class(letter) if letter else None
        if named_class is None:
            raise self.error(f"`\\{letter}` is no escape of XML Schema", at=start)
        return named_class

    def property(self, start: int) -> Ranges:
        """``'{' charProp '}'`` : a category, or ``Is`` and a block."""
        end = self.pattern.find("}", self.position)
        if not self.accept("{") or end < 0:
            raise self.error("`\\p` is followed by a name in braces", at=start)
        name = self.pattern[self.position : end]
        self.position = end + 1
        try:
            return block(name[2:]) if name.startswith("Is") else category(name)
        except PatternError as unknown:
            raise self.error(unknown.problem, at=start) from None

    def class_expression(self, start: int) -> Ranges:
        """``charClassExpr ::= '[' '^'? charGroupPart+ ( '-' charClassExpr )? ']'``."""
        self.nest(start)
        negated = self.accept("^")
        parts: list[tuple[int, int]] = []
        first = self.position
        subtracted: Ranges = ()
        while self.peek() != "]" or self.position == first:
            if self.position > first and self.accept("-["):
                subtracted = self.class_expression(self.position - 1)
                if self.peek() not in {"]", ""}:
                    raise self.error("a subtraction is the last part of a class")
                continue
            parts.extend(self.class_part(start, is_first=self.position == first))
        self.position += 1
        self.nesting -= 1
        group = union(parts)
        return difference(complement(group) if negated else group, subtracted)

    def class_part(self, start: int, *, is_first: bool) -> Ranges:
        """``charGroupPart ::= singleChar | singleChar '-' singleChar | charClassEsc``."""
        at = self.position
        low = self.class_char(start, can_be_hyphen=is_first)
        after = self.pattern[self.position + 1 : self.position + 2]
        if self.peek() != "-" or after in {"]", "[", "-", ""} or not isinstance(low, str):
            return _ranges(low)
        self.position += 1
        if self.pattern[at] == "-":
            raise self.error("a hyphen at an end of a range must be escaped", at=at)
        high = self.class_char(start, can_be_hyphen=False)
        if not isinstance(high, str):
            raise self.error("a range ends with a single character", at=at)
        if high < low:
            raise self.error("a range ends below its start", at=at)
        return ((ord(low), ord(high)),)

    def class_char(self, start: int, *, can_be_hyphen: bool) -> str | Ranges:
        """A character or an escape in a class; an unescaped hyphen only at either end."""
        at = self.position
        char = self.take()
        if not char:
            raise self.error("`[` without `]`", at=start)
        if char == "\\":
            return self.escape(at)
        if char in "[]":
            problem = "a class is empty" if char == "]" else "`[` must be escaped in a class"
            raise self.error(problem, at=at)
        is_last = self.peek() in {"]", ""} or self.pattern.startswith("-[", self.position)
        if char == "-" and not can_be_hyphen and not is_last:
            raise self.error("`-` must be escaped here, or stand at an end of the class", at=at)
        return char


def _ranges(found: str | Ranges) -> Ranges:
    return ((ord(found), ord(found)),) if isinstance(found, str) else found
