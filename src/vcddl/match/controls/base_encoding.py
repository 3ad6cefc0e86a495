"""Base encodings of RFC 9741 section 2.1: bytes ↔ text. Knows bytes and texts only.

A decoder answers None to a text that is not in its encoding: other characters (white space
included), padding where there is none, a length that no bytes have, and extra bits that are not
zero unless the encoding is a sloppy one (RFC 4648 section 3.5).
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class BaseEncoding:
    """One encoding under the name of its control, without the dot.

    Attributes:
        decode: text → bytes, or None if the text is not in the encoding.
        encode: bytes → the one text that the encoding has for them (the hex digits of ``hex``,
            which takes either case, are written in lower case).
    """

    name: str
    decode: Callable[[str], bytes | None]
    encode: Callable[[bytes], str]


def _encoding(
    name: str,
    shape: str,
    *,
    read: Callable[[str], bytes],
    write: Callable[[bytes], str],
    is_strict: bool = True,
) -> BaseEncoding:
    """An encoding whose texts have a regular ``shape``.

    A strict one takes only what its own ``write`` gives, so extra bits are compared with zero.
    """
    matches = re.compile(shape).fullmatch

    def decode(text: str) -> bytes | None:
        if matches(text) is None:
            return None
        data = read(text)
        return data if not is_strict or write(data) == text else None

    return BaseEncoding(name, decode, write)


def _read_base64(text: str) -> bytes:
    return binascii.a2b_base64(text + "=" * (-len(text) % 4))


def _write_base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def _read_base64_url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _write_base64_url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _read_base32(text: str) -> bytes:
    return base64.b32decode(text + "=" * (-len(text) % 8))


def _write_base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=")


def _read_base32_hex(text: str) -> bytes:
    return base64.b32hexdecode(text + "=" * (-len(text) % 8))


def _write_base32_hex(data: bytes) -> str:
    return base64.b32hexencode(data).decode("ascii").rstrip("=")


def _write_hex_upper(data: bytes) -> str:
    return data.hex().upper()


_BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_BASE45_VALUES = {char: value for value, char in enumerate(_BASE45)}


def decode_base45(text: str) -> bytes | None:
    """RFC 9285 section 4: three characters are two bytes, two characters at the end are one.

    None for another character, a single character at the end, and a value that is too large.
    """
    try:
        values = [_BASE45_VALUES[char] for char in text]
    except KeyError:
        return None
    if len(values) % 3 == 1:
        return None
    data = bytearray()
    for start in range(0, len(values), 3):
        group = values[start : start + 3]
        number = sum(value * 45**place for place, value in enumerate(group))
        width = len(group) - 1
        if number >= 256**width:
            return None
        data += number.to_bytes(width, "big")
    return bytes(data)


def encode_base45(data: bytes) -> str:
    """RFC 9285 section 4: the least significant character comes first."""
    text: list[str] = []
    for start in range(0, len(data), 2):
        pair = data[start : start + 2]
        number = int.from_bytes(pair, "big")
        text.extend(_BASE45[number // 45**place % 45] for place in range(len(pair) + 1))
    return "".join(text)


_URL_SHAPE = r"(?:[\w-]{4})*(?:[\w-]{2,3})?".replace(r"\w", "A-Za-z0-9_")
_CLASSIC_SHAPE = r"(?:C{4})*(?:C{2}==|C{3}=)?".replace("C", "[A-Za-z0-9+/]")
_BASE32_SHAPE = r"(?:C{8})*(?:C{2}|C{4,5}|C{7})?"
_HEX_SHAPE = r"(?:CC)*"

_ENCODINGS = (
    _encoding("b64u", _URL_SHAPE, read=_read_base64_url, write=_write_base64_url),
    _encoding(
        "b64u-sloppy", _URL_SHAPE, read=_read_base64_url, write=_write_base64_url, is_strict=False
    ),
    _encoding("b64c", _CLASSIC_SHAPE, read=_read_base64, write=_write_base64),
    _encoding(
        "b64c-sloppy", _CLASSIC_SHAPE, read=_read_base64, write=_write_base64, is_strict=False
    ),
    _encoding(
        "hex",
        _HEX_SHAPE.replace("C", "[0-9A-Fa-f]"),
        read=bytes.fromhex,
        write=bytes.hex,
        is_strict=False,
    ),
    _encoding("hexlc", _HEX_SHAPE.replace("C", "[0-9a-f]"), read=bytes.fromhex, write=bytes.hex),
    _encoding(
        "hexuc", _HEX_SHAPE.replace("C", "[0-9A-F]"), read=bytes.fromhex, write=_write_hex_upper
    ),
    _encoding(
        "b32", _BASE32_SHAPE.replace("C", "[A-Z2-7]"), read=_read_base32, write=_write_base32
    ),
    _encoding(
        "h32",
        _BASE32_SHAPE.replace("C", "[0-9A-V]"),
        read=_read_base32_hex,
        write=_write_base32_hex,
    ),
    BaseEncoding("b45", decode_base45, encode_base45),
)

BASE_ENCODINGS: Mapping[str, BaseEncoding] = MappingProxyType(
    {encoding.name: encoding for encoding in _ENCODINGS}
)
"""All encodings by name."""
