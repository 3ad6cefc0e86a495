"""The decoder behind `cbor_reader`: one data item at a time, faults as values.

RFC 8949 §3 and appendix C. `StrictDecoder` also notes what is not deterministically encoded.
"""

from __future__ import annotations

import struct
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from vcddl.diagnostics.codes.instance import (
    CBOR_INVALID_UTF8,
    CBOR_MALFORMED,
    CBOR_TRUNCATED,
    DUPLICATE_KEY,
    NOT_DETERMINISTIC,
)
from vcddl.errors import ResourceLimit
from vcddl.instance.edn import format_edn, step_of_key
from vcddl.instance.encode import encode_float, head, identity
from vcddl.instance.reading import Fault
from vcddl.instance.values import UNDEFINED, PairMap, Simple, Tag, Value
from vcddl.pointer import Inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vcddl.diagnostics.model import Code
    from vcddl.limits import Limits
    from vcddl.pointer import Path

_SINGLE, _DOUBLE, _HALF = struct.Struct(">f"), struct.Struct(">d"), struct.Struct(">e")
_INDEFINITE = 31
_BREAK = 0xFF
_KEY_CHARS = 60
_IN_TAG = Inside("tag")
_SIMPLE = (*map(Simple, range(20)), False, True, None, UNDEFINED)
_PLAIN_KEYS = frozenset((str, bytes, int))


class StopDecodingError(Exception):
    """The bytes cannot be read on; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Decoder:
    """Decodes the item at ``pos`` and moves ``pos`` behind it.

    ``faults`` holds what did not stop the decoding, ``is_exotic`` whether a `PairMap` was made.
    ``trail`` is the way to the item being read: an index, a key in a 1-tuple, `Inside` for a tag,
    None while a key is read.
    """

    Stop = StopDecodingError

    def __init__(self, data: bytes, limits: Limits, *, start: int = 0) -> None:
        self.data = data
        self.end = len(data)
        self.pos = start
        self.depth_left = limits.depth
        self.limits = limits
        self.trail: list[Value] = []
        self.faults: list[Fault] = []
        self.counts: Counter[str] = Counter()
        self.is_exotic = False
        self.memo: dict[int, bytes] = {}

    def item(self) -> Value:
        """The next item. Raises: StopDecodingError, ResourceLimit (depth)."""
        pos = self.pos
        if pos >= self.end:
            self.truncated("the data ends where an item should begin", pos)
        initial = self.data[pos]
        self.pos = pos + 1
        if initial < 0x18:
            return initial
        return self.READERS[initial >> 5](self, initial & 31)

    def path(self) -> Path:
        """Where the item stands that is being read."""
        return tuple(
            step_of_key(step[0]) if isinstance(step, tuple) else step
            for step in self.trail
            if step is not None
        )

    def note(self, code: Code, message: str, offset: int, *, first: int | None = None) -> None:
        """Keep a fault that does not stop the decoding, up to ``limits.errors`` of a code."""
        self.counts[code.id] += 1
        if self.counts[code.id] <= max(1, self.limits.errors):
            path = self.path()
            fault = Fault(code=code, message=message, offset=offset, path=path, first=first)
            self.faults.append(fault)

    def stop(self, code: Code, message: str, offset: int) -> NoReturn:
        """Give up."""
        raise StopDecodingError(Fault(code=code, message=message, offset=offset, path=self.path()))

    def malformed(self, message: str, offset: int) -> NoReturn:
        """Give up: a rule of RFC 8949 §3 is broken."""
        self.stop(CBOR_MALFORMED, message, offset)

    def truncated(self, message: str, offset: int) -> NoReturn:
        """Give up: the data ends too early."""
        self.stop(CBOR_TRUNCATED, message, offset)

    def argument(self, info: int) -> int:
        """The argument of a head whose initial byte is read. RFC 8949 §3: 28 to 30 are reserved."""
        if info < 24:
            return info
        if info > 27:
            self.no_argument(info)
        pos = self.pos
        end = pos + (1 << (info - 24))
        if end > self.end:
            self.truncated("the data ends inside the head of an item", pos - 1)
        self.pos = end
        return int.from_bytes(self.data[pos:end])

    def no_argument(self, info: int) -> NoReturn:
        """Give up: these bits name no argument."""
        if info == _INDEFINITE:
            self.malformed("an integer or a tag cannot have an indefinite length", self.pos - 1)
        self.malformed(f"additional information {info} is reserved", self.pos - 1)

    def length(self, info: int, *, least: int, what: str) -> int:
        """A length or count; refuse it if ``least`` bytes for each cannot be there any more."""
        start = self.pos - 1
        count = self.argument(info)
        if count * least > self.end - self.pos:
            left = self.end - self.pos
            message = f"{what} of {count:,} cannot fit: {left:,} bytes are left"
            self.truncated(message, start)
        return count

    def enter(self) -> None:
        """Go one level down. Raises: ResourceLimit."""
        self.depth_left -= 1
        self.trail.append(None)
        if self.depth_left < 0:
            raise ResourceLimit("depth", self.limits.depth)

    def leave(self) -> None:
        """Go one level up."""
        self.depth_left += 1
        self.trail.pop()

    def indefinite(self, what: str) -> None:
        """Called where an indefinite length begins."""

    def unsigned(self, info: int) -> int:
        """Major type 0."""
        return self.argument(info)

    def negative(self, info: int) -> int:
        """Major type 1."""
        return -1 - self.argument(info)

    def raw(self, info: int, what: str) -> bytes:
        """The bytes of a string of definite length."""
        count = self.length(info, least=1, what=what)
        start = self.pos
        self.pos = start + count
        return self.data[start : start + count]

    def bytes_(self, info: int) -> bytes:
        """Major type 2."""
        if info == _INDEFINITE:
            return b"".join(self.raw(part, "a chunk") for part in self.chunks(2))
        return self.raw(info, "a byte string")

    def text(self, info: int) -> str:
        """Major type 3."""
        if info == _INDEFINITE:
            return "".join(map(self.utf8, self.chunks(3)))
        return self.utf8(info)

    def utf8(self, info: int) -> str:
        """The text of a definite string or of a chunk; §3.2.3: whole characters only."""
        raw = self.raw(info, "a text string")
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            at = self.pos - len(raw) + error.start
            self.stop(CBOR_INVALID_UTF8, f"the byte 0x{raw[error.start]:02x} is not UTF-8", at)

    def chunks(self, major: int) -> Iterator[int]:
        """Additional information of each chunk. §3.2.3: same major type, definite length."""
        self.indefinite("string")
        while (initial := self.peek()) != _BREAK:
            if initial >> 5 != major or initial & 31 == _INDEFINITE:
                self.malformed("a chunk must be a definite string of the same type", self.pos)
            self.pos += 1
            yield initial & 31
        self.pos += 1

    def peek(self) -> int:
        """The next byte, which stands inside an item of indefinite length."""
        if self.pos >= self.end:
            self.truncated("the data ends inside an item of indefinite length", self.pos)
        return self.data[self.pos]

    def array(self, info: int) -> list[Value]:
        """Major type 4."""
        values: list[Value] = []
        append, item = values.append, self.item
        if info == _INDEFINITE:
            self.indefinite("array")
            self.enter()
            trail = self.trail
            while self.peek() != _BREAK:
                trail[-1] = len(values)
                append(item())
            self.pos += 1
        else:
            count = self.length(info, least=1, what="an array")
            self.enter()
            trail = self.trail
            for index in range(count):
                trail[-1] = index
                append(item())
        self.leave()
        return values

    def map_(self, info: int) -> dict[Value, Value] | PairMap:
        """Major type 5."""
        pairs: list[tuple[Value, Value]] = []
        spans: list[tuple[int, int]] = []
        if info == _INDEFINITE:
            self.indefinite("map")
            self.enter()
            while self.peek() != _BREAK:
                self.pair(pairs, spans)
            self.pos += 1
        else:
            count = self.length(info, least=2, what="a map")
            self.enter()
            for _ in range(count):
                self.pair(pairs, spans)
        value = self.close_map(pairs, spans)
        self.leave()
        return value

    def pair(self, pairs: list[tuple[Value, Value]], spans: list[tuple[int, int]]) -> None:
        """Read a key and its value; keep where the key stands."""
        self.trail[-1] = None
        start = self.pos
        key = self.item()
        spans.append((start, self.pos))
        self.trail[-1] = (key,)
        pairs.append((key, self.item()))

    def close_map(
        self, pairs: list[tuple[Value, Value]], spans: list[tuple[int, int]]
    ) -> dict[Value, Value] | PairMap:
        """A dict if all keys are text, bytes or integers. Duplicates (§5.6) are noted."""
        if all(type(key) in _PLAIN_KEYS for key, _ in pairs):
            members = dict(pairs)
            if len(members) != len(pairs):
                self.duplicates([key for key, _ in pairs], pairs, spans)
            return members
        self.is_exotic = True
        identities = [identity(key, self.memo) for key, _ in pairs]
        if len(set(identities)) != len(pairs):
            self.duplicates(identities, pairs, spans)
        return PairMap(tuple(pairs))

    def duplicates(
        self,
        identities: list[Value],
        pairs: list[tuple[Value, Value]],
        spans: list[tuple[int, int]],
    ) -> None:
        """Note every key that has the identity of an earlier one."""
        seen: dict[Value, int] = {}
        for same, (key, _), (offset, _) in zip(identities, pairs, spans, strict=True):
            if (first := seen.setdefault(same, offset)) != offset:
                self.trail[-1] = (key,)
                shown = format_edn(key, limit_chars=_KEY_CHARS)
                message = f"the key `{shown}` stands twice in this map"
                self.note(DUPLICATE_KEY, message, offset, first=first)

    def tag(self, info: int) -> Tag:
        """Major type 6."""
        number = self.argument(info)
        self.enter()
        self.trail[-1] = _IN_TAG
        value = self.item()
        self.leave()
        return Tag(number, value)

    def other(self, info: int) -> Value:
        """Simple values and floats. RFC 8949 §3.3."""
        if info < 24:
            return _SIMPLE[info]
        if info == _INDEFINITE:
            self.malformed("a break stands outside an item of indefinite length", self.pos - 1)
        start = self.pos - 1
        number = self.argument(info)
        if info == 24:
            if number < 32:
                self.malformed(f"simple value {number} must not take two bytes", start)
            return Simple(number)
        return self.float_(info, number)

    def float_(self, info: int, bits: int) -> float:
        """The float of 2, 4 or 8 bytes; the payload of a NaN is kept."""
        if info == 25:
            is_nan = bits & 0x7C00 == 0x7C00 and bits & 0x03FF
            widened = (bits >> 15 << 63) | (0x7FF << 52) | ((bits & 0x03FF) << 42)
            packing, raw = _HALF, bits.to_bytes(2)
        elif info == 26:
            is_nan = bits & 0x7F80_0000 == 0x7F80_0000 and bits & 0x007F_FFFF
            widened = (bits >> 31 << 63) | (0x7FF << 52) | ((bits & 0x007F_FFFF) << 29)
            packing, raw = _SINGLE, bits.to_bytes(4)
        else:
            is_nan, widened, packing, raw = 0, 0, _DOUBLE, bits.to_bytes(8)
        if is_nan:
            packing, raw = _DOUBLE, widened.to_bytes(8)
        value: float = packing.unpack(raw)[0]
        return value

    READERS: ClassVar[tuple[Callable[[Any, int], Value], ...]] = (
        lambda self, info: self.unsigned(info),
        lambda self, info: self.negative(info),
        lambda self, info: self.bytes_(info),
        lambda self, info: self.text(info),
        lambda self, info: self.array(info),
        lambda self, info: self.map_(info),
        lambda self, info: self.tag(info),
        lambda self, info: self.other(info),
    )


class StrictDecoder(Decoder):
    """Notes, as warnings, what breaks the core deterministic encoding. RFC 8949 §4.2.1."""

    def argument(self, info: int) -> int:
        """The argument, noted when its head is too long."""
        start = self.pos - 1
        value = super().argument(info)
        is_number = self.data[start] >> 5 != 7
        if is_number and info >= 24 and len(head(0, value)) < self.pos - start:
            self.note(NOT_DETERMINISTIC, f"{value:,} would fit in a shorter head", start)
        return value

    def float_(self, info: int, bits: int) -> float:
        """The float, noted when a shorter one has the same value."""
        value = super().float_(info, bits)
        shortest, taken = len(encode_float(value)), 1 + (1 << (info - 24))
        if shortest < taken:
            message = f"the float `{value!r}` takes {taken} bytes where {shortest} are enough"
            self.note(NOT_DETERMINISTIC, message, self.pos - taken)
        return value

    def indefinite(self, what: str) -> None:
        """Note the indefinite length."""
        self.note(NOT_DETERMINISTIC, f"the length of this {what} is indefinite", self.pos - 1)

    def close_map(
        self, pairs: list[tuple[Value, Value]], spans: list[tuple[int, int]]
    ) -> dict[Value, Value] | PairMap:
        """The map; keys out of order are noted."""
        for index, (before, this) in enumerate(pairwise(spans), start=1):
            if self.data[slice(*this)] < self.data[slice(*before)]:
                key = pairs[index][0]
                self.trail[-1] = (key,)
                shown = format_edn(key, limit_chars=_KEY_CHARS)
                message = f"the key `{shown}` sorts before the key that stands in front of it"
                self.note(NOT_DETERMINISTIC, message, this[0])
        return super().close_map(pairs, spans)
