"""Literals of CDDL ↔ Python values: numbers, text strings, byte strings.

RFC 8610 section 3.1 and appendix B, with the string grammar of RFC 9682 section 2.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from vcddl.errors import VcddlError

_ESCAPES = {
    '"': '"',
    "/": "/",
    "\\": "\\",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_HEX_ESCAPE = re.compile(r"u(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4}))")
_LOW_SURROGATE = re.compile(r"\\u([dD][c-fC-F][0-9A-Fa-f]{2})")
# RFC 9682: SCHAR and BCHAR leave out C0, DEL and C1, surrogates and the last two code points.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\U0010fffe\U0010ffff]")
_FORBIDDEN_IN_BYTES = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\U0010fffe\U0010ffff]")


@dataclass(eq=False)
class LiteralError(VcddlError):
    """A literal that the grammar does not allow: what is wrong, and how far behind its start."""

    problem: str
    offset: int

    def __str__(self) -> str:
        return self.problem


def decode_literal(text: str) -> int | float | str | bytes:
    """A ``value`` of any kind. Raises `LiteralError` where the grammar does not allow it."""
    if text[0] == '"':
        return decode_text(text)
    return decode_bytes(text) if text[-1] == "'" else decode_number(text)


def decode_number(text: str) -> int | float:
    """A ``number``: int without fraction and exponent, else float.

    Cost: linear; integers of any length are exact.
    """
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    lowered = digits.lower()
    if lowered.startswith("0x"):
        if "p" in lowered:
            return sign * float.fromhex(lowered)
        if "." in lowered:
            raise LiteralError("a hexadecimal number with a point needs a `p` exponent", 0)
        return sign * int(lowered, 16)
    if lowered.startswith("0b"):
        return sign * int(lowered, 2)
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        raise LiteralError("a number has no leading zeros", 0)
    if "." in lowered or "e" in lowered:
        return sign * float(lowered)
    if len(digits) > 4000:
        raise LiteralError("a number of more than 4000 digits is not supported", 0)
    return sign * int(digits)


def decode_uint(text: str) -> int:
    """A ``uint`` of an occurrence, a tag number or additional information."""
    value = decode_number(text)
    assert isinstance(value, int)
    return value


def decode_occurrence(text: str) -> tuple[int, int | None]:
    """The least and the greatest number of times of an ``occur``; None is without limit."""
    if text == "?":
        return 0, 1
    if text == "+":
        return 1, None
    minimum, _, maximum = text.partition("*")
    return decode_uint(minimum) if minimum else 0, decode_uint(maximum) if maximum else None


def decode_text(literal: str) -> str:
    """A ``text`` with its quotes. Raises `LiteralError` for escapes that RFC 9682 does not list."""
    body = literal[1:-1]
    if wrong := _FORBIDDEN.search(body):
        raise _character_error(wrong.group(), wrong.start() + 1)
    return _unescape(body, 1, "") if "\\" in body else body


def decode_bytes(literal: str) -> bytes:
    """A ``bytes`` with its qualifier and quotes, in the three forms of RFC 8610 section 3.1."""
    quote = literal.index("'")
    qualifier, body = literal[:quote].lower(), literal[quote + 1 : -1]
    if qualifier == "h":
        return _decode_hex(body, quote + 1)
    if qualifier == "b64":
        return _decode_base64(body, quote + 1)
    body = body.replace("\r\n", "\n")
    if wrong := _FORBIDDEN_IN_BYTES.search(body):
        raise _character_error(wrong.group(), wrong.start() + quote + 1)
    return (_unescape(body, quote + 1, "'") if "\\" in body else body).encode()


def encode_literal(value: float | str | bytes) -> str:
    """The shortest common literal for a value of any kind; infinity is an overflowing number."""
    if isinstance(value, str):
        return encode_text(value)
    if isinstance(value, bytes):
        return encode_bytes(value)
    return repr(value).replace("inf", "1e999")


def encode_text(value: str) -> str:
    """The text literal for ``value``, with quotes, printable characters as they are."""
    out = ['"']
    for character in value:
        if character in '"\\':
            out.append("\\" + character)
        elif character == "\n":
            out.append("\\n")
        elif _FORBIDDEN.match(character):
            out.append(f"\\u{{{ord(character):x}}}")
        else:
            out.append(character)
    out.append('"')
    return "".join(out)


def encode_bytes(value: bytes) -> str:
    """The byte string literal for ``value``: hexadecimal, or text where that reads better."""
    if value and all(0x20 <= byte < 0x7F and byte not in b"'\\" for byte in value):
        return f"'{value.decode()}'"
    return f"h'{value.hex()}'"


def _character_error(character: str, offset: int) -> LiteralError:
    return LiteralError(
        f"the character U+{ord(character):04X} is not allowed in a string; escape it", offset
    )


def _decode_hex(body: str, offset: int) -> bytes:
    digits = re.sub(r"\s", "", body)
    if wrong := re.search(r"[^0-9A-Fa-f\s]", body):
        raise LiteralError(f"`{wrong.group()}` is not a hexadecimal digit", offset + wrong.start())
    if len(digits) % 2:
        raise LiteralError("a byte string in `h''` needs an even number of digits", offset)
    return bytes.fromhex(digits)


def _decode_base64(body: str, offset: int) -> bytes:
    characters = re.sub(r"\s", "", body).rstrip("=").replace("-", "+").replace("_", "/")
    if wrong := re.search(r"[^A-Za-z0-9+/=_\-\s]", body):
        raise LiteralError(f"`{wrong.group()}` is not a base64 character", offset + wrong.start())
    try:
        return base64.b64decode(characters + "=" * (-len(characters) % 4), validate=True)
    except binascii.Error as error:
        raise LiteralError("the base64 text of `b64''` is cut short", offset) from error


def _unescape(body: str, offset: int, more: str) -> str:
    out: list[str] = []
    position = 0
    while (backslash := body.find("\\", position)) >= 0:
        out.append(body[position:backslash])
        character = body[backslash + 1 : backslash + 2]
        if character in _ESCAPES or (more and character == more):
            out.append(_ESCAPES.get(character, character))
            position = backslash + 2
        else:
            decoded, position = _hex_escape(body, backslash, offset)
            out.append(decoded)
    out.append(body[position:])
    return "".join(out)


def _hex_escape(body: str, backslash: int, offset: int) -> tuple[str, int]:
    match = _HEX_ESCAPE.match(body, backslash + 1)
    if match is None:
        shown = body[backslash : backslash + 2]
        raise LiteralError(f"`{shown}` is not an escape of CDDL", offset + backslash)
    number, end = int(match.group(1) or match.group(2), 16), match.end()
    if match.group(2) and 0xD800 <= number < 0xDC00 and (low := _LOW_SURROGATE.match(body, end)):
        number = 0x10000 + ((number - 0xD800) << 10) + int(low.group(1), 16) - 0xDC00
        end = low.end()
    if 0xD800 <= number < 0xE000 or number > 0x10FFFF:
        raise LiteralError(
            f"`{body[backslash:end]}` is not a Unicode scalar value", offset + backslash
        )
    return chr(number), end
