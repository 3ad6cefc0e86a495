"""ABNF text → a grammar of patterns (RFC 5234, RFC 7405). Knows the notation, not how to match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from vcddl.match.controls.patterns import (
    Characters,
    Pattern,
    PatternError,
    Reference,
    Repeat,
    alternation,
    sequence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_NESTING = 50

_MAX_DIGITS = 6
_TOKEN = re.compile(
    r"""
    (?P<blank> [ \t]+ | ;[^\r\n]* )
    | (?P<newline> \r?\n )
    | (?P<name> [a-z][a-z0-9-]* )
    | (?P<defined> =/? )
    | (?P<mark> [/()\[\]] )
    | (?P<repeat> [0-9]*\*[0-9]* | [0-9]+ )
    | (?P<text> (?: %[si] )? "[^"\r\n]*" )
    | (?P<number> % (?: b[01]+ (?: (?: \.[01]+ )+ | -[01]+ )?
                      | d[0-9]+ (?: (?: \.[0-9]+ )+ | -[0-9]+ )?
                      | x[0-9a-f]+ (?: (?: \.[0-9a-f]+ )+ | -[0-9a-f]+ )? ) (?![0-9a-z.-]) )
    | (?P<prose> <[^>\r\n]*> )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_BASES = {"b": 2, "d": 10, "x": 16}


@dataclass(frozen=True, slots=True)
class Grammar:
    """What to match, and the rules it may refer to by names in lower case."""

    goal: Pattern
    rules: Mapping[str, Pattern]


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of ABNF; ``indentation`` is that of its line if it is the first there, else None."""

    kind: str
    text: str
    offset: int
    indentation: int | None = None

    @property
    def end(self) -> int:
        return self.offset + len(self.text)


def parse_abnf(text: str, *, of_bytes: bool) -> Grammar:
    """Parse the controller of `.abnf` or `.abnfb`: elements, then a list of rules.

    RFC 9165 section 3. Lines may end with a line feed alone, the last one with nothing. A rule
    begins with its name and `=` on a line, and goes on over the lines that are indented deeper,
    so a whole list of rules may be indented. Rule names are not case-sensitive.

    Args:
        text: ABNF; offsets in errors count its code points.
        of_bytes: terminals are bytes, not code points.

    Raises:
        PatternError: not ABNF, a prose value, a terminal out of range, or a rule defined twice.
        Whether each name is defined is not looked at here.
    """
    parser = _Parser(tuple(_tokens(text)), 0xFF if of_bytes else 0x10FFFF)
    goal = parser.body()
    rules: dict[str, Pattern] = {}
    while parser.peek().kind != "end":
        name, adds, body = parser.rule()
        if not adds and name.text.lower() in rules:
            problem = f"the rule `{name.text}` is defined twice; `=/` adds alternatives"
            raise PatternError(problem, name.offset)
        before = [rules[name.text.lower()]] if name.text.lower() in rules else []
        rules[name.text.lower()] = alternation([*before, body])
    return Grammar(goal, MappingProxyType(rules))


def _tokens(text: str) -> Iterator[_Token]:
    """All tokens but blanks and line ends, then one of kind ``end``."""
    position = line_start = 0
    is_first = True
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise PatternError(f"`{text[position]}` is not ABNF here", position)
        kind = found.lastgroup or ""
        if kind == "newline":
            line_start, is_first = found.end(), True
        elif kind != "blank":
            indentation = position - line_start if is_first else None
            yield _Token(kind, found[0], position, indentation)
            is_first = False
        position = found.end()
    yield _Token("end", "", position)


class _Parser:
    """Recursive descent over tokens, one method a production of RFC 5234 section 4."""

    def __init__(self, tokens: tuple[_Token, ...], highest: int) -> None:
        self.tokens = tokens
        self.highest = highest
        self.position = 0
        self.nesting = 0

    def peek(self, ahead: int = 0) -> _Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def take(self) -> _Token:
        token = self.peek()
        self.position += 1
        return token

    def at_rule(self) -> bool:
        return self.peek().kind == "name" and self.peek(1).kind == "defined"

    def rule(self) -> tuple[_Token, bool, Pattern]:
        """``rule = rulename defined-as elements c-nl``: the name, whether it adds, the body."""
        name = self.peek()
        if not self.at_rule() or name.indentation is None:
            raise PatternError("a rule begins with `name =` on a line of its own", name.offset)
        self.position += 1
        adds = self.take().text == "=/"
        return name, adds, self.body(name.indentation)

    def body(self, indentation: int | None = None) -> Pattern:
        """``elements``, up to the next rule; later lines are deeper than ``indentation``."""
        start = self.position
        margin = self.peek().indentation or 0 if indentation is None else indentation
        if indentation is None and self.at_rule():
            problem = "the elements to match are missing in front of the rules"
            raise PatternError(problem, self.peek().offset)
        body = self.alternation()
        after = self.peek()
        if after.kind != "end" and not self.at_rule():
            raise PatternError(f"`{after.text}` does not fit here", after.offset)
        for token in self.tokens[start + 1 : self.position]:
            if token.indentation is not None and token.indentation <= margin:
                raise PatternError("a line that goes on must be indented deeper", token.offset)
        return body

    def alternation(self) -> Pattern:
        """``alternation = concatenation *( "/" concatenation )``."""
        items = [self.concatenation()]
        while self.peek().text == "/":
            self.position += 1
            items.append(self.concatenation())
        return alternation(items)

    def concatenation(self) -> Pattern:
        """``concatenation = repetition *( 1*c-wsp repetition )``."""
        items = [self.repetition()]
        while self.peek().kind not in {"end", "defined"} and self.peek().text not in {
            "/",
            ")",
            "]",
        }:
            if self.at_rule():
                break
            items.append(self.repetition())
        return sequence(items)

    def repetition(self) -> Pattern:
        """``repetition = [repeat] element``, with nothing between the two."""
        token = self.peek()
        if token.kind != "repeat":
            return self.element()
        self.position += 1
        if self.peek().offset != token.end:
            raise PatternError("a repeat stands directly before its element", token.offset)
        low, star, high = token.text.partition("*")
        if max(len(low.lstrip("0")), len(high.lstrip("0"))) > _MAX_DIGITS:
            raise PatternError(f"a repeat has at most {_MAX_DIGITS} digits", token.offset)
        minimum = int(low or 0)
        maximum = int(high) if high else None if star else minimum
        if maximum is not None and maximum < minimum:
            raise PatternError(f"`{token.text}` ends below its start", token.offset)
        return Repeat(self.element(), minimum, maximum)

    def element(self) -> Pattern:
        """``element = rulename / group / option / char-val / num-val / prose-val``."""
        token = self.peek()
        if token.text in {"(", "["}:
            return self.bracket()
        if token.kind == "end" or token.kind in {"defined", "mark", "repeat"} or self.at_rule():
            found = f"before `{token.text}`" if token.text else "at the end"
            raise PatternError(f"an element is missing {found}", token.offset)
        self.position += 1
        if token.kind == "name":
            return Reference(token.text.lower(), token.offset)
        if token.kind == "text":
            return self.char_val(token)
        if token.kind == "number":
            return self.num_val(token)
        raise PatternError(f"prose such as `{token.text}` cannot be matched", token.offset)

    def bracket(self) -> Pattern:
        """``group = "(" alternation ")"``, ``option = "[" alternation "]"``."""
        opening = self.take()
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise PatternError(f"brackets nest more than {MAX_NESTING} deep", opening.offset)
        inner = self.alternation()
        closing = {"(": ")", "[": "]"}[opening.text]
        if self.take().text != closing:
            raise PatternError(f"`{opening.text}` without `{closing}`", opening.offset)
        self.nesting -= 1
        return inner if closing == ")" else Repeat(inner, 0, 1)

    def char_val(self, token: _Token) -> Pattern:
        """RFC 7405: letters in either case, unless `%s` is written before the string."""
        prefix, _, rest = token.text.partition('"')
        content = rest[:-1]
        odd = next((char for char in content if not " " <= char <= "~"), None)
        if odd is not None:
            raise PatternError(f"U+{ord(odd):04X} cannot stand in a string", token.offset)
        if prefix.lower() == "%s":
            return sequence([_one(ord(char)) for char in content])
        return sequence([_either_case(char) for char in content])

    def num_val(self, token: _Token) -> Pattern:
        """``num-val``: one value, values joined by dots, or a range."""
        base, digits = _BASES[token.text[1].lower()], token.text[2:]
        is_range = "-" in digits
        values = [self.value(one, base, token) for one in digits.replace("-", ".").split(".")]
        if not is_range:
            return sequence([_one(value) for value in values])
        low, high = values
        if high < low:
            raise PatternError(f"`{token.text}` ends below its start", token.offset)
        return Characters(((low, high),))

    def value(self, digits: str, base: int, token: _Token) -> int:
        significant = digits.lstrip("0")
        value = int(significant or "0", base) if len(significant) <= 24 else self.highest + 1
        if value > self.highest:
            problem = f"`{token.text}` is beyond the highest value, %x{self.highest:X}"
            raise PatternError(problem, token.offset)
        return value


def _one(value: int) -> Characters:
    return Characters(((value, value),))


def _either_case(char: str) -> Characters:
    upper, lower = ord(char.upper()), ord(char.lower())
    return _one(upper) if upper == lower else Characters(((upper, upper), (lower, lower)))
