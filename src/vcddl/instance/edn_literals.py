"""Tokens of diagnostic notation → values. RFC 8949 §8, RFC 8610 appendix G. Knows no layout."""

from __future__ import annotations

import base64
import binascii
import re

from vcddl.diagnostics.codes.instance import EDN_SYNTAX
from vcddl.instance.reading import Unreadable
from vcddl.instance.values import Tag, Value

_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_NAMED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_VERBATIM = frozenset("\"'\\/")
_LAYOUT = re.compile(r"\s++|#[^\n]*+|/[^/]*+/")
_BASES = {"0x": 16, "0o": 8, "0b": 2}
_MOST_DIGITS = 4300
_LAST_UNSIGNED = (1 << 64) - 1


def number_of(token: str, *, at: int) -> Value:
    """An integer or a float; integers beyond 64 bits are bignums, tags 2 and 3 (RFC 8949 §3.4.3).

    Raises:
        Unreadable: for a float beyond binary64, or more than 4,300 decimal digits.
    """
    digits = token.lstrip("+-").lower()
    sign = -1 if token.startswith("-") else 1
    base = _BASES.get(digits[:2])
    if base == 16 and ("." in digits or "p" in digits):
        return _finite(token, at=at, is_hex=True)
    if base is not None:
        return _integer(sign * int(digits[2:], base))
    if not digits.isdigit():
        return _finite(token, at=at, is_hex=False)
    if len(digits) > _MOST_DIGITS:
        raise Unreadable("the integer has more than 4,300 digits", at, EDN_SYNTAX, len(token))
    return _integer(sign * int(digits))


def _integer(value: int) -> Value:
    if -_LAST_UNSIGNED - 1 <= value <= _LAST_UNSIGNED:
        return value
    magnitude = value if value > 0 else -1 - value
    data = magnitude.to_bytes((magnitude.bit_length() + 7) // 8)
    return Tag(2 if value > 0 else 3, data)


def _finite(token: str, *, at: int, is_hex: bool) -> float:
    try:
        value = float.fromhex(token) if is_hex else float(token)
    except OverflowError:
        value = float("inf")
    if value in (float("inf"), float("-inf")):
        message = f"`{token[:40]}` is beyond binary64"
        raise Unreadable(message, at, EDN_SYNTAX, len(token), "write `Infinity` if you mean it")
    return value


def text_of(body: str, *, at: int) -> str:
    """A string without its quotes, escapes resolved. ``at`` is where it begins in the text.

    Raises:
        Unreadable: for an escape that does not exist, and for half of a surrogate pair.
    """
    if "\\" not in body:
        return body
    text = _ESCAPE.sub(lambda match: _escaped(match, at), body)
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        message = "an escape in this string is half of a surrogate pair"
        raise Unreadable(message, at, EDN_SYNTAX) from None


def _escaped(match: re.Match[str], at: int) -> str:
    if digits := match[1] or match[2]:
        code = int(digits, 16)
        if code <= 0x10FFFF:
            return chr(code)
    elif match[3] in _NAMED:
        return _NAMED[match[3]]
    elif match[3] in _VERBATIM:
        return match[3]
    raise Unreadable("this is not an escape", at + match.start(), EDN_SYNTAX, len(match[0]))


def bytes_of(prefix: str, body: str, *, at: int) -> bytes:
    """A byte string: ``h'…'``, ``b64'…'``, ``b32'…'``, ``h32'…'`` or ``'text'``.

    White space and comments may stand between hexadecimal digits (RFC 8610 appendix G.1 and G.6).

    Raises:
        Unreadable: for content that does not fit the prefix, or an unknown prefix.
    """
    if not prefix:
        return text_of(body, at=at).encode()
    if prefix == "h":
        return _hex(_LAYOUT.sub(" ", body).replace(" ", ""), at=at)
    compact = re.sub(r"\s++", "", body)
    padded = compact.rstrip("=")
    try:
        if prefix == "b64":
            standard = padded.replace("-", "+").replace("_", "/")
            return base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
        padded = padded.upper() + "=" * (-len(padded) % 8)
        if prefix == "b32":
            return base64.b32decode(padded)
        if prefix == "h32":
            return base64.b32hexdecode(padded)
    except binascii.Error:
        raise Unreadable(f"this is not the content of `{prefix}'…'`", at, EDN_SYNTAX) from None
    raise Unreadable(f"`{prefix}'…'` is not a known kind of string", at, EDN_SYNTAX)


def _hex(digits: str, *, at: int) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        wrong = re.search(r"[^0-9a-fA-F]", digits)
        problem = f"`{wrong[0]}` is not a hexadecimal digit" if wrong else "a digit is left over"
        raise Unreadable(f"{problem} in `h'…'`", at, EDN_SYNTAX) from None
