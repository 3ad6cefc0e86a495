"""CBOR diagnostic notation and hexadecimal text → values and bytes.

RFC 8949 §8, RFC 8610 appendix G. Knows no CDDL. Also taken: line comments (``#``, ``//``), hex,
octal and binary integers, hex floats, trailing commas. Encoding indicators are read and dropped.
"""

from __future__ import annotations

import re

from vcddl.diagnostics.codes.instance import DUPLICATE_KEY, EDN_SYNTAX, EMPTY, HEX_SYNTAX
from vcddl.errors import ResourceLimit
from vcddl.instance.edn import format_edn
from vcddl.instance.edn_literals import bytes_of, number_of, text_of
from vcddl.instance.encode import encode_cbor, identity
from vcddl.instance.reading import Reading, Unreadable, check_size, text_diagnostic
from vcddl.instance.values import UNDEFINED, PairMap, Simple, Tag, Value
from vcddl.limits import DEFAULT_LIMITS, Limits

_LAYOUT = re.compile(r"(?:[ \t\r\n\ufeff]++|#[^\n]*+|//[^\n]*+|/[^/]++/)*+")
_TEXT = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_BYTES = re.compile(r"([A-Za-z][A-Za-z0-9]*)?'((?:[^'\\]++|\\.)*+)'", re.DOTALL)
_TAG = re.compile(r"([0-9]++)(?:_[0-3i])?\(")
_SIMPLE = re.compile(r"simple\(\s*([0-9]{1,3})\s*\)")
_NUMBER = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?|0[oO][0-7]+|0[bB][01]+"
    r"|(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![\w.])"
    r"|[+-]?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?=_[0-3i])"
)
_INDICATOR = re.compile(r"_[0-3i]?(?!\w)")
_WORD = re.compile(r"-?[A-Za-z_]\w*+")
_WORDS = {
    "true": True,
    "false": False,
    "null": None,
    "undefined": UNDEFINED,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_NAMED_SIMPLE = {20: False, 21: True, 22: None, 23: UNDEFINED}
_PLAIN_KEYS = frozenset((str, bytes, int))
_MOST_TAG = (1 << 64) - 1
_HEX_TOKEN = re.compile(r"\s++|#[^\n]*+|0[xX]|[0-9a-fA-F]")


def read_edn(text: str, *, name: str, limits: Limits = DEFAULT_LIMITS) -> Reading:
    """Read one value in diagnostic notation.

    Returns:
        The value, or the first fault with line and column.

    Raises:
        ResourceLimit: ``bytes`` (here: code points) or ``depth``.

    Cost: linear.
    """
    check_size(text, limits)
    parser = _Parser(text, limits)
    try:
        value = parser.document()
    except Unreadable as error:
        return Reading(diagnostics=(text_diagnostic(error, text, name=name),), readable=False)
    except RecursionError:
        raise ResourceLimit("depth", limits.depth) from None
    return Reading(value=value, exotic=parser.is_exotic)


def parse_edn(text: str, limits: Limits = DEFAULT_LIMITS) -> Value:
    """The value of a text. Raises: Unreadable, at the first fault; ResourceLimit."""
    check_size(text, limits)
    try:
        return _Parser(text, limits).document()
    except RecursionError:
        raise ResourceLimit("depth", limits.depth) from None


def read_hex(text: str) -> bytes:
    """The bytes of hexadecimal text. White space, ``#`` comments and ``0x`` are passed over.

    Raises:
        Unreadable: at the first character that is no digit, or for a digit that is left over.
    """
    digits: list[str] = []
    pos = 0
    last = 0
    while pos < len(text):
        match = _HEX_TOKEN.match(text, pos)
        if match is None:
            raise Unreadable(f"`{ascii(text[pos])[1:-1]}` is no hexadecimal digit", pos, HEX_SYNTAX)
        if len(match[0]) == 1 and match[0].isalnum():
            digits.append(match[0])
            last = pos
        pos = match.end()
    if len(digits) % 2:
        raise Unreadable("the last hexadecimal digit has no partner", last, HEX_SYNTAX)
    return bytes.fromhex("".join(digits))


class _Parser:
    """Recursive descent over the text; ``pos`` is where it stands."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.depth_left = limits.depth
        self.pos = 0
        self.is_exotic = False
        self.memo: dict[int, bytes] = {}

    def document(self) -> Value:
        self.layout()
        if self.pos == len(self.text):
            raise Unreadable("the instance is empty", 0, EMPTY)
        value = self.value()
        self.layout()
        if self.pos < len(self.text):
            raise self.fault("more text stands behind the end of the value")
        return value

    def fault(self, message: str, *, at: int | None = None, length: int = 1) -> Unreadable:
        """A fault at the place, to be raised."""
        return Unreadable(message, self.pos if at is None else at, EDN_SYNTAX, length)

    def enter(self) -> None:
        """Go one level down. Raises: ResourceLimit."""
        self.depth_left -= 1
        if self.depth_left < 0:
            raise ResourceLimit("depth", self.limits.depth)

    def leave(self) -> None:
        self.depth_left += 1

    def layout(self) -> None:
        """Pass white space and comments."""
        match = _LAYOUT.match(self.text, self.pos)
        assert match is not None
        self.pos = match.end()

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match at the place and pass what matched."""
        if match := pattern.match(self.text, self.pos):
            self.pos = match.end()
        return match

    def takes(self, token: str) -> bool:
        """Pass ``token`` if it stands here."""
        if not self.text.startswith(token, self.pos):
            return False
        self.pos += len(token)
        return True

    def value(self) -> Value:
        """One value and its encoding indicator."""
        value = self.bare_value()
        self.take(_INDICATOR)
        return value

    def bare_value(self) -> Value:
        start = self.pos
        if self.takes("["):
            return self.array()
        if self.takes("{"):
            return self.map_()
        if self.takes("<<"):
            return b"".join(map(encode_cbor, self.values(">>", "an embedded item")))
        if match := self.take(_TEXT):
            return text_of(match[1], at=start + 1)
        if match := self.take(_BYTES):
            return bytes_of(match[1] or "", match[2], at=match.start(2))
        if match := self.take(_TAG):
            return self.tag(int(match[1][:21]), start)
        if match := self.take(_SIMPLE):
            return self.simple(int(match[1]), start)
        if self.takes("(_"):
            return self.chunks(start)
        if match := self.take(_NUMBER):
            return number_of(match[0], at=start)
        return self.word()

    def word(self) -> Value:
        """A named value; everything else is a fault here."""
        start = self.pos
        match = self.take(_WORD)
        if match:
            name = re.sub(r"_[0-3i]$", "", match[0])
            if name in _WORDS:
                return _WORDS[name]
            raise self.fault(f"`{match[0][:40]}` is not a value", at=start, length=len(match[0]))
        if start >= len(self.text):
            raise self.fault("the text ends where a value should be")
        char = self.text[start]
        if char in "\"'":
            raise self.fault("the text ends inside a string that opens here")
        if char in "0123456789+-":
            raise self.fault("this is not a number")
        if char == "/":
            raise self.fault("the text ends inside a comment that opens here")
        shown = char if char.isprintable() else f"U+{ord(char):04X}"
        raise self.fault(f"`{shown}` cannot begin a value")

    def tag(self, number: int, start: int) -> Tag:
        if number > _MOST_TAG:
            raise self.fault("the number of a tag has at most 64 bits", at=start)
        self.enter()
        self.layout()
        value = self.value()
        self.layout()
        self.leave()
        if not self.takes(")"):
            raise self.fault("`)` is missing behind the content of a tag")
        return Tag(number, value)

    def simple(self, number: int, start: int) -> Value:
        """RFC 8949 §3.3: 20 to 23 have names, 24 to 31 do not exist."""
        if number > 255 or 24 <= number < 32:
            raise self.fault(f"there is no simple value {number}", at=start)
        return _NAMED_SIMPLE[number] if number in _NAMED_SIMPLE else Simple(number)

    def chunks(self, start: int) -> str | bytes:
        """``(_ h'01', h'02')`` or ``(_ "a", "b")``: one string in chunks of the same kind."""
        parts = self.values(")", "a string in chunks")
        if all(isinstance(part, str) for part in parts) and parts:
            return "".join(parts)
        if all(isinstance(part, bytes) for part in parts):
            return b"".join(parts)
        raise self.fault("the chunks of a string must be of one kind", at=start)

    def array(self) -> list[Value]:
        self.take(_INDICATOR)
        return self.values("]", "an array")

    def values(self, closer: str, what: str) -> list[Value]:
        """Values separated by commas, up to ``closer``."""
        start = self.pos
        values: list[Value] = []
        self.enter()
        while not self.at_end(closer, what, start, is_first=not values):
            values.append(self.value())
        self.leave()
        return values

    def at_end(self, closer: str, what: str, start: int, *, is_first: bool) -> bool:
        """Whether ``closer`` comes; else pass the comma that must stand before the next value."""
        self.layout()
        if self.takes(closer):
            return True
        if self.pos >= len(self.text):
            raise self.fault(f"the text ends inside {what} that opens here", at=start - 1)
        if is_first:
            return False
        if not self.takes(","):
            raise self.fault(f"a comma or `{closer}` is missing here")
        self.layout()
        return self.takes(closer)

    def map_(self) -> dict[Value, Value] | PairMap:
        self.take(_INDICATOR)
        start = self.pos
        pairs: list[tuple[Value, Value]] = []
        seen: set[bytes] = set()
        self.enter()
        while not self.at_end("}", "a map", start, is_first=not pairs):
            key_at = self.pos
            key = self.value()
            same = identity(key, self.memo)
            if same in seen:
                shown = format_edn(key, limit_chars=60)
                length = self.pos - key_at
                message = f"the key `{shown}` stands twice in this map"
                raise Unreadable(message, key_at, DUPLICATE_KEY, length)
            seen.add(same)
            self.layout()
            if not self.takes(":"):
                raise self.fault("`:` is missing behind a key")
            self.layout()
            pairs.append((key, self.value()))
        self.leave()
        return self.close_map(pairs)

    def close_map(self, pairs: list[tuple[Value, Value]]) -> dict[Value, Value] | PairMap:
        if all(type(key) in _PLAIN_KEYS for key, _ in pairs):
            return dict(pairs)
        self.is_exotic = True
        return PairMap(tuple(pairs))
