"""Values of the model → CBOR in the core deterministic encoding, or JSON text. Knows no CDDL."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from operator import itemgetter
from typing import TYPE_CHECKING

from vcddl.errors import UsageError
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

_HALF, _SINGLE, _DOUBLE = struct.Struct(">e"), struct.Struct(">f"), struct.Struct(">d")
_BITS = struct.Struct(">Q")
_MOST = 1 << 64
_SINGLETONS = {False: b"\xf4", True: b"\xf5", None: b"\xf6"}


def encode_cbor(value: Value) -> bytes:
    """Encode a value deterministically. RFC 8949 §4.2.1 (core deterministic encoding).

    Integers outside 64 bits become bignums (tags 2 and 3, §3.4.3). Map keys are sorted.

    Raises:
        UsageError: for a number that has no CBOR form (`ExactDecimal`) or a foreign Python value.
    """
    if isinstance(value, str):
        data = value.encode(errors="surrogatepass")
        return head(3, len(data)) + data
    if value is None or value is True or value is False:
        return _SINGLETONS[value]
    if isinstance(value, int):
        return _encode_integer(value)
    if isinstance(value, float):
        return encode_float(value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, (list, tuple)):
        return head(4, len(value)) + b"".join(map(encode_cbor, value))
    if isinstance(value, (dict, PairMap)):
        return head(5, len(value)) + b"".join(_sorted_pairs(value.items()))
    if isinstance(value, Tag):
        return head(6, value.tag) + encode_cbor(value.value)
    return _encode_rare(value)


def _sorted_pairs(pairs: Iterable[tuple[Value, Value]]) -> Iterable[bytes]:
    encoded = [(encode_cbor(key), value) for key, value in pairs]
    for key, value in sorted(encoded, key=itemgetter(0)):
        yield key
        yield encode_cbor(value)


def _encode_integer(value: int) -> bytes:
    if 0 <= value < _MOST:
        return head(0, value)
    if -_MOST <= value < 0:
        return head(1, -1 - value)
    magnitude = value if value > 0 else -1 - value
    data = magnitude.to_bytes((magnitude.bit_length() + 7) // 8)
    return head(6, 2 if value > 0 else 3) + head(2, len(data)) + data


def _encode_rare(value: Value) -> bytes:
    if value is UNDEFINED:
        return b"\xf7"
    if isinstance(value, Simple):
        return head(7, value.value)
    what = "a number beyond binary64" if isinstance(value, ExactDecimal) else type(value).__name__
    raise UsageError(f"{what} cannot be written as CBOR")


def head(major: int, argument: int) -> bytes:
    """The head of an item in its shortest form. RFC 8949 §3."""
    if argument < 24:
        return bytes((major << 5 | argument,))
    if argument < 0x100:
        return bytes((major << 5 | 24, argument))
    if argument < 0x10000:
        return bytes((major << 5 | 25,)) + argument.to_bytes(2)
    if argument < 0x1_0000_0000:
        return bytes((major << 5 | 26,)) + argument.to_bytes(4)
    return bytes((major << 5 | 27,)) + argument.to_bytes(8)


def encode_float(value: float) -> bytes:
    """A float in the shortest width that keeps its value, payload of NaN included. §4.2.2."""
    if math.isnan(value):
        return _encode_nan(value)
    try:
        if _HALF.unpack(half := _HALF.pack(value))[0] == value:
            return b"\xf9" + half
    except OverflowError:
        pass
    try:
        if _SINGLE.unpack(single := _SINGLE.pack(value))[0] == value:
            return b"\xfa" + single
    except OverflowError:
        pass
    return b"\xfb" + _DOUBLE.pack(value)


def _encode_nan(value: float) -> bytes:
    bits: int = _BITS.unpack(_DOUBLE.pack(value))[0]
    sign, payload = bits >> 63, bits & ((1 << 52) - 1)
    if not payload & ((1 << 42) - 1):
        return b"\xf9" + (sign << 15 | 0x7C00 | payload >> 42).to_bytes(2)
    if not payload & ((1 << 29) - 1):
        return b"\xfa" + (sign << 31 | 0x7F80_0000 | payload >> 29).to_bytes(4)
    return b"\xfb" + _DOUBLE.pack(value)


def identity(value: Value, memo: dict[int, bytes]) -> bytes:
    """Bytes that are equal for equal data items and differ for others. RFC 8949 §5.6.1.

    ``1``, ``1.0`` and ``true`` differ, as do ``0.0`` and ``-0.0``; maps are equal in any order.

    Args:
        value: compared structurally; must live as long as ``memo``.
        memo: identities by ``id`` of containers that were keys; this one is added to it.
    Cost: linear in what ``memo`` does not know yet; the result has at most 33 bytes for containers.
    """
    if (known := memo.get(id(value))) is not None:
        return known
    if isinstance(value, (list, tuple)):
        parts = [b"a", *(_framed(identity(item, memo)) for item in value)]
    elif isinstance(value, (dict, PairMap)):
        pairs = ((identity(key, memo), identity(item, memo)) for key, item in value.items())
        parts = [b"m", *sorted(_framed(key) + _framed(item) for key, item in pairs)]
    elif isinstance(value, Tag):
        parts = [b"t", value.tag.to_bytes(8), identity(value.value, memo)]
    elif isinstance(value, ExactDecimal):
        return b"d" + value.text.encode()
    else:
        return b"s" + encode_cbor(value)
    digest = b"c" + hashlib.sha256(b"".join(parts)).digest()
    memo[id(value)] = digest
    return digest


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(8) + part


def encode_json(value: Value, *, indent: int | None = None) -> str:
    """Write a value as JSON text. What comes from JSON reads back as the same value.

    Args:
        value: text keys only; floats must be finite.
        indent: spaces a level, each child on its own line; None puts all on one line.

    Raises:
        UsageError: for what JSON cannot hold: bytes, tags, undefined, simple values, keys that are
            not text, NaN and infinities.
    """
    parts: list[str] = []
    _write_json(value, parts, indent=indent, level=0)
    return "".join(parts)


def _write_json(value: Value, parts: list[str], *, indent: int | None, level: int) -> None:
    if isinstance(value, str) or value is None or value is True or value is False:
        parts.append(json.dumps(value, ensure_ascii=False))
    elif isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        parts.append(repr(value))
    elif isinstance(value, ExactDecimal):
        parts.append(value.text)
    elif isinstance(value, (list, tuple)):
        children = [("", item) for item in value]
        _write_children("[]", children, parts, indent=indent, level=level)
    elif isinstance(value, (dict, PairMap)):
        colon = ":" if indent is None else ": "
        children = [(_json_key(key) + colon, item) for key, item in value.items()]
        _write_children("{}", children, parts, indent=indent, level=level)
    else:
        kind = "a number that is not finite" if isinstance(value, float) else _kind(value)
        raise UsageError(f"JSON cannot hold {kind}")


def _write_children(
    brackets: str,
    children: list[tuple[str, Value]],
    parts: list[str],
    *,
    indent: int | None,
    level: int,
) -> None:
    line = "" if indent is None else "\n" + " " * indent * (level + 1)
    parts.append(brackets[0])
    for index, (key, child) in enumerate(children):
        parts.append(("," if index else "") + line + key)
        _write_json(child, parts, indent=indent, level=level + 1)
    parts.append((line[: -indent or None] if indent and children else "") + brackets[1])


def _json_key(key: Value) -> str:
    if isinstance(key, str):
        return json.dumps(key, ensure_ascii=False)
    raise UsageError(f"JSON cannot hold {_kind(key)} as a key")


def _kind(value: Value) -> str:
    kinds = {bytes: "a byte string", Tag: "a tag", Simple: "a simple value", int: "an integer"}
    return "undefined" if value is UNDEFINED else kinds.get(type(value), type(value).__name__)
