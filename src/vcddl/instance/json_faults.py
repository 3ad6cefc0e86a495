"""A JSON text that a fast parser refused → what is wrong with it, where, and what to do.

RFC 8259. Iterative, so nesting costs no stack. Builds no values. Duplicate keys, lone surrogates
and non-finite numbers are collected; the first breach of the grammar ends the scan.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes.instance import (
    DUPLICATE_KEY,
    EMPTY,
    JSON_SYNTAX,
    LONE_SURROGATE,
    NON_FINITE_NUMBER,
    TRAILING_DATA,
)
from vcddl.instance.json_wording import (
    OTHER_SPELLING,
    about_number,
    advice_on_folding,
    printable,
)
from vcddl.instance.reading import Fault

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code
    from vcddl.pointer import Path

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_STRING_START = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_CONSTANT = re.compile(r"true|false|null")
_NON_FINITE = re.compile(r"NaN|-?Infinity")
_WORD = re.compile(r"[A-Za-z_$][\w$.-]{0,39}")
_NUMBER_LIKE = re.compile(r"[+-]?[.0-9][\w.+-]{0,39}|[+-][A-Za-z]*")
_PLAIN = r'"[^"\\\x00-\x1f]*+"'
_SCALAR = rf"(?:{_PLAIN}|(?>{_NUMBER.pattern})|true|false|null)"
_MEMBER = re.compile(
    rf"(,?){_SPACE.pattern}({_PLAIN}){_SPACE.pattern}:{_SPACE.pattern}{_SCALAR}"
    rf"{_SPACE.pattern}(?=[,}}])"
)
_ELEMENT = re.compile(rf"(,?){_SPACE.pattern}{_SCALAR}{_SPACE.pattern}(?=[,\]])")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_CLOSER = {"{": "}", "[": "]"}


class _GrammarFaultError(Exception):
    """Ends the scan; the fault is already noted."""


@dataclass(slots=True)
class _Frame:
    """An open container: its bracket, where it opened, and the step to the current child.

    The step is None before the first key of an object.
    """

    bracket: str
    start: int
    step: str | int | None
    is_empty: bool = True
    seen: dict[str, int] = field(default_factory=dict)


def find_faults(text: str, *, most: int) -> tuple[Fault, ...]:
    """The faults of a text, at most ``most``, offsets in code points; none if it is strict JSON."""
    scanner = _Scanner(text, most)
    with suppress(_GrammarFaultError):
        scanner.scan()
    return tuple(scanner.faults)


class _Scanner:
    """Walks a text once, token by token."""

    def __init__(self, text: str, most: int) -> None:
        self.text = text
        self.most = most
        self.pos = 0
        self.stack: list[_Frame] = []
        self.faults: list[Fault] = []

    def scan(self) -> None:
        """Walk the text. Raises: _GrammarFaultError at the first breach of the grammar."""
        self.skip_space()
        if self.pos == len(self.text):
            raise self.broken("the instance is empty", code=EMPTY)
        self.value()
        while self.stack:
            self.child()
        self.skip_space()
        if self.pos < len(self.text):
            self.trailing()

    def skip_space(self) -> None:
        match = _SPACE.match(self.text, self.pos)
        assert match is not None
        self.pos = match.end()

    def path(self) -> Path:
        """The path of the value that is being read."""
        return tuple(frame.step for frame in self.stack if frame.step is not None)

    def note(
        self,
        code: Code,
        message: str,
        *,
        at: int | None = None,
        length: int = 1,
        first: int | None = None,
        advice: str | None = None,
    ) -> None:
        """Keep a fault. Raises: _GrammarFaultError when there are enough of them."""
        where = self.pos if at is None else at
        self.faults.append(
            Fault(
                code=code,
                message=message,
                offset=where,
                length=length,
                path=self.path(),
                first=first,
                help=advice,
            )
        )
        if len(self.faults) >= self.most:
            raise _GrammarFaultError

    def broken(
        self,
        message: str,
        *,
        at: int | None = None,
        length: int = 1,
        advice: str | None = None,
        code: Code = JSON_SYNTAX,
    ) -> _GrammarFaultError:
        """Note a breach of the grammar; the result is to be raised."""
        self.note(code, message, at=at, length=length, advice=advice)
        return _GrammarFaultError()

    def value(self) -> None:
        """Read a scalar, or open a container."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        if char in ("{", "["):
            self.stack.append(_Frame(char, pos, 0 if char == "[" else None))
            self.pos = pos + 1
        elif char == '"':
            self.string()
        elif match := _CONSTANT.match(text, pos) or _NUMBER.match(text, pos):
            self.pos = match.end()
            self.check_token_end(pos)
        elif match := _NON_FINITE.match(text, pos):
            self.note(
                NON_FINITE_NUMBER,
                f"`{match[0]}` is not a JSON number",
                length=len(match[0]),
                advice="leave the member out, or write `null`",
            )
            self.pos = match.end()
        else:
            raise self.not_a_value()

    def check_token_end(self, start: int) -> None:
        """Find what a number or a word runs into: `01`, `1.`, `1_000`, `truely`."""
        follower = self.text[self.pos : self.pos + 1]
        if not (follower.isalnum() or follower in (".", "_", "+", "-")) or not follower:
            return
        match = _NUMBER_LIKE.match(self.text, start) or _WORD.match(self.text, start)
        word = match[0] if match else follower
        raise self.broken(about_number(word), at=start, length=len(word))

    def child(self) -> None:
        """Read what comes next in the innermost container: its end, or one more child."""
        frame = self.stack[-1]
        self.skip_space()
        self.plain_children(frame)
        char = self.text[self.pos : self.pos + 1]
        if char == _CLOSER[frame.bracket]:
            self.pos += 1
            self.stack.pop()
            return
        if not frame.is_empty:
            self.comma(frame, char)
            if isinstance(frame.step, int):
                frame.step += 1
        frame.is_empty = False
        if frame.bracket == "{":
            self.key(frame)
        self.value()

    def plain_children(self, frame: _Frame) -> None:
        """Pass the children that are scalars without a fault, much faster than one by one."""
        match = (_MEMBER if frame.bracket == "{" else _ELEMENT).match
        text, seen, pos, is_empty = self.text, frame.seen, self.pos, frame.is_empty
        while (found := match(text, pos)) and (found[1] == "") == is_empty:
            if frame.bracket == "{":
                key = found[2][1:-1]
                if key in seen:
                    break
                seen[key] = found.start(2)
                frame.step = key
            elif not is_empty and isinstance(frame.step, int):
                frame.step += 1
            is_empty = False
            pos = found.end()
        self.pos, frame.is_empty = pos, is_empty

    def comma(self, frame: _Frame, char: str) -> None:
        if char != ",":
            raise self.no_comma(frame, char)
        comma_at = self.pos
        self.pos += 1
        self.skip_space()
        if self.text[self.pos : self.pos + 1] == _CLOSER[frame.bracket]:
            raise self.broken(
                f"a comma stands before `{_CLOSER[frame.bracket]}`",
                at=comma_at,
                advice="remove the trailing comma",
            )

    def no_comma(self, frame: _Frame, char: str) -> _GrammarFaultError:
        closer = _CLOSER[frame.bracket]
        what = "object" if frame.bracket == "{" else "array"
        if not char:
            line = self.text.count("\n", 0, frame.start) + 1
            return self.broken(f"the text ends inside the {what} that line {line} opens")
        if char in "}]":
            return self.broken(f"`{char}` cannot close an {what}", advice=f"write `{closer}`")
        if char in "#/":
            return self.comment()
        if char == ":" and frame.bracket == "[":
            return self.broken("`:` stands in an array", advice="members belong in `{` and `}`")
        return self.broken(f"a comma or `{closer}` is missing here", advice="separate with a comma")

    def key(self, frame: _Frame) -> None:
        """Read a key and its colon; note it when the object has it already."""
        start = self.pos
        char = self.text[start : start + 1]
        if char != '"':
            raise self.not_a_key(char)
        token = self.string()
        key = json.loads(token) if "\\" in token else token[1:-1]
        frame.step = key
        if (first := frame.seen.setdefault(key, start)) != start:
            self.note(
                DUPLICATE_KEY,
                f"the key `{printable(key)}` stands twice in this object",
                at=start,
                length=self.pos - start,
                first=first,
            )
        self.skip_space()
        if self.text[self.pos : self.pos + 1] != ":":
            advice = "JSON has `:`" if self.text[self.pos : self.pos + 1] == "=" else None
            raise self.broken(f"`:` is missing after the key `{printable(key)}`", advice=advice)
        self.pos += 1
        self.skip_space()

    def not_a_key(self, char: str) -> _GrammarFaultError:
        if not char:
            return self.broken("the text ends where a key should be")
        if char == "'":
            return self.broken("a key is in single quotes", advice='write `"` on both sides')
        if char in "#/":
            return self.comment()
        if char == ",":
            return self.broken("a comma stands where a key should be")
        if match := _WORD.match(self.text, self.pos):
            word = match[0]
            return self.broken(
                f"the key `{word}` is not in quotes", length=len(word), advice=f'write `"{word}"`'
            )
        return self.broken("a key must be a string in double quotes")

    def not_a_value(self) -> _GrammarFaultError:
        char = self.text[self.pos : self.pos + 1]
        if not char:
            return self.broken("the text ends where a value should be")
        if char == "'":
            return self.broken("a string is in single quotes", advice='write `"` on both sides')
        if char in "#/":
            return self.comment()
        if char in ",:]}":
            return self.broken(f"a value is missing before `{char}`")
        if match := _NUMBER_LIKE.match(self.text, self.pos):
            return self.broken(about_number(match[0]), length=len(match[0]))
        if match := _WORD.match(self.text, self.pos):
            word = match[0]
            other = OTHER_SPELLING.get(word)
            advice = None if other is None else f"write `{other}`"
            message = f"`{word}` is not a JSON value"
            return self.broken(message, length=len(word), advice=advice)
        return self.broken(f"`{printable(char)}` cannot begin a value")

    def comment(self) -> _GrammarFaultError:
        return self.broken("JSON has no comments", advice="remove the comment")

    def trailing(self) -> None:
        line_starts_anew = "\n" in self.text[max(0, self.pos - 2) : self.pos]
        advice = "a file with one value a line is read with `--type jsonl`"
        if self.text[self.pos] in "#/":
            raise self.comment()
        self.note(
            TRAILING_DATA,
            "more text stands behind the end of the value",
            advice=advice if line_starts_anew else None,
        )

    def string(self) -> str:
        """Read a string; return its token. Lone surrogates are noted."""
        start = self.pos
        match = _STRING.match(self.text, start)
        if match is None:
            raise self.broken_string(start)
        token = match[0]
        if "\\u" in token:
            self.surrogates(token, start)
        self.pos = match.end()
        return token

    def surrogates(self, token: str, start: int) -> None:
        high: re.Match[str] | None = None
        for match in _ESCAPE.finditer(token):
            code = int(match[1], 16) if match[1] else 0
            is_low = 0xDC00 <= code < 0xE000
            if high is not None and is_low and match.start() == high.end():
                high = None
                continue
            if high is not None:
                self.lone(high, start)
            high = match if 0xD800 <= code < 0xDC00 else None
            if is_low:
                self.lone(match, start)
        if high is not None:
            self.lone(high, start)

    def lone(self, escape: re.Match[str], start: int) -> None:
        message = f"the escape `{escape[0]}` is half of a surrogate pair"
        self.note(LONE_SURROGATE, message, at=start + escape.start(), length=6)

    def broken_string(self, start: int) -> _GrammarFaultError:
        match = _STRING_START.match(self.text, start)
        assert match is not None
        at = match.end()
        char = self.text[at : at + 1]
        if not char:
            return self.broken("the text ends inside a string that opens here", at=start)
        if char == "\\":
            return self.broken_escape(at)
        if char in "\r\n":
            return self.broken(
                "a line end stands inside a string",
                at=at,
                advice=advice_on_folding(self.text, at) or "write it as `\\n`, or close the string",
            )
        name = f"U+{ord(char):04X}"
        advice = "write it as `\\t`" if char == "\t" else f"write it as `\\u{ord(char):04x}`"
        return self.broken(f"the control character {name} stands in a string", at=at, advice=advice)

    def broken_escape(self, at: int) -> _GrammarFaultError:
        follower = self.text[at + 1 : at + 2]
        if not follower:
            return self.broken("the text ends inside a string", at=at)
        if follower in "\r\n":
            return self.broken(
                "a backslash stands at the end of a line, inside a string",
                at=at,
                advice="the text is folded (RFC 8792): unfold it first",
            )
        if follower == "u":
            return self.broken("`\\u` needs four hexadecimal digits", at=at, length=2)
        shown = printable(follower)
        return self.broken(
            f"`\\{shown}` is not an escape of JSON",
            at=at,
            length=2,
            advice="write `\\\\` for a backslash",
        )
