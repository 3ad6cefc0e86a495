"""JSON bytes → the value model, strictly (full lane). RFC 8259 over UTF-8.

Knows no CDDL. The standard library parses; what it would merge or round is caught by its hooks, and
only a text that has faults is scanned a second time, for their places.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes.instance import BYTE_ORDER_MARK, INVALID_UTF8, JSON_SYNTAX
from vcddl.errors import ResourceLimit
from vcddl.instance.json_faults import find_faults
from vcddl.instance.place import place_in_text
from vcddl.instance.reading import (
    Fault,
    Reading,
    check_size,
    diagnostic,
    instance_ref,
    reading_of,
)
from vcddl.instance.values import ExactDecimal, Value
from vcddl.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.diagnostics.model import Diagnostic

BOM = b"\xef\xbb\xbf"
_FIRST_INEXACT = 2.0**53
_MOST_DIGITS = 4300
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(data: bytes, *, name: str, limits: Limits = DEFAULT_LIMITS) -> Reading:
    """Read a JSON text.

    Numbers: an integer token is an ``int``, as is every other token whose value, or whose
    nearest binary64, is integral (``10.0``, ``1e1``, ``-0.0``); any other is that binary64.
    What overflows binary64, and integers of more than 4,300 digits, are `ExactDecimal`.

    Returns:
        The value with its diagnostics; duplicate keys, lone surrogates and non-finite numbers are
        all reported, at most ``limits.errors``, and the first breach of the grammar.

    Raises:
        ResourceLimit: ``bytes`` or ``depth``.
    Cost: linear; about 0.1 s for 10 MB without faults.
    """
    check_size(data, limits)
    body = data.removeprefix(BOM)
    skipped = len(data) - len(body)
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        return Reading(diagnostics=(_not_utf8(body, error, name=name),), readable=False)
    warnings = (_bom(text, name),) if skipped else ()
    parsed = _Parser()
    value = parsed.parse(text, limits)
    if not parsed.is_doubtful:
        return reading_of(value, warnings, exotic=parsed.is_exotic)
    faults = find_faults(text, most=limits.errors) or parsed.fallback()
    errors = tuple(_diagnose(text, fault, name=name, skipped=skipped) for fault in faults)
    return reading_of(value, (*warnings, *errors), exotic=parsed.is_exotic)


def parse_json(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> Value:
    """The value of a JSON text that is embedded in another value. No byte order mark is allowed.

    Raises:
        Unreadable: at the first fault; the offset is in bytes for bytes that are not UTF-8, else in
            code points.
        ResourceLimit: ``bytes`` or ``depth``.
    """
    check_size(data, limits)
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        message = f"the byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise Fault(code=INVALID_UTF8, message=message, offset=error.start).unreadable() from None
    parser = _Parser()
    value = parser.parse(text, limits)
    if parser.is_doubtful and (faults := find_faults(text, most=1) or parser.fallback()):
        raise faults[0].unreadable()
    return value


class _Parser:
    """One run of the standard parser, and what its hooks saw on the way."""

    def __init__(self) -> None:
        self.is_doubtful = False
        self.is_exotic = False
        self.error: json.JSONDecodeError | None = None

    def parse(self, text: str, limits: Limits) -> Value:
        """The value, or None if there is none. Raises: ResourceLimit."""
        try:
            value = self.decode(text)
        except json.JSONDecodeError as error:
            self.error = error
            self.is_doubtful = True
            return None
        except RecursionError:
            raise ResourceLimit("depth", limits.depth) from None
        if is_deeper(value, limits.depth):
            raise ResourceLimit("depth", limits.depth)
        if not self.is_doubtful and _SURROGATE_ESCAPE.search(text):
            self.is_doubtful = bool(find_faults(text, most=1))
        return value

    def decode(self, text: str) -> Value:
        """Parse; a second time with a slower hook if an integer has too many digits for ``int``."""
        try:
            return self.decoder(int).decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            return self.decoder(self.integer).decode(text)

    def decoder(self, parse_int: Callable[[str], int | ExactDecimal]) -> json.JSONDecoder:
        return json.JSONDecoder(
            object_pairs_hook=self.members,
            parse_float=self.number,
            parse_int=parse_int,
            parse_constant=self.constant,
        )

    def members(self, pairs: list[tuple[str, Value]]) -> dict[str, Value]:
        members = dict(pairs)
        if len(members) != len(pairs):
            self.is_doubtful = True
        return members

    def constant(self, _token: str) -> float:
        self.is_doubtful = True
        return math.nan

    def integer(self, token: str) -> int | ExactDecimal:
        return int(token) if len(token) <= _MOST_DIGITS else self.exact(token)

    def number(self, token: str) -> int | float | ExactDecimal:
        """A number with a fraction or an exponent. Below 2^53 a binary64 is as good as exact."""
        nearest = float(token)
        if not nearest.is_integer():
            return self.exact(token) if math.isinf(nearest) else nearest
        if abs(nearest) < _FIRST_INEXACT:
            return int(nearest)
        exact = Decimal(token)
        return int(exact) if exact == exact.to_integral_value() else int(nearest)

    def exact(self, token: str) -> ExactDecimal:
        self.is_exotic = True
        return ExactDecimal(token)

    def fallback(self) -> tuple[Fault, ...]:
        """What the standard parser said, should the scan for faults find none."""
        if self.error is None:
            return ()
        return (Fault(code=JSON_SYNTAX, message=self.error.msg.lower(), offset=self.error.pos),)


def is_deeper(value: Value, depth: int) -> bool:
    """Whether lists and dicts nest deeper than ``depth``. Cost: one look at each value."""
    level = [value] if isinstance(value, (list, dict)) else []
    for _ in range(depth):
        if not level:
            return False
        level = [
            child
            for container in level
            for child in (container.values() if type(container) is dict else container)
            if type(child) is dict or type(child) is list
        ]
    return bool(level)


def _diagnose(text: str, fault: Fault, *, name: str, skipped: int) -> Diagnostic:
    """Turn a fault into a diagnostic; ``skipped`` bytes stand before the text."""
    refs = [
        instance_ref(
            name,
            place_in_text(
                text,
                start,
                end=start + length,
                offset=skipped + len(text[:start].encode(errors="surrogatepass")),
            ),
            path=fault.path,
        )
        for start, length in ((fault.offset, fault.length), (fault.first, fault.length))
        if start is not None
    ]
    return diagnostic(fault, refs[0], first=refs[1] if len(refs) > 1 else None)


def _bom(text: str, name: str) -> Diagnostic:
    fault = Fault(
        code=BYTE_ORDER_MARK,
        message="the text begins with a byte order mark",
        offset=0,
        help="save the file as UTF-8 without BOM",
    )
    return diagnostic(fault, instance_ref(name, place_in_text(text, 0, offset=0)))


def _not_utf8(body: bytes, error: UnicodeDecodeError, *, name: str) -> Diagnostic:
    """Name the byte. The line is shown with U+FFFD where bytes are not UTF-8."""
    good = body[: error.start].decode()
    line = body[error.start :].split(b"\n", 1)[0][:400].decode(errors="replace")
    is_utf16 = body[:2] in (b"\xff\xfe", b"\xfe\xff")
    fault = Fault(
        code=INVALID_UTF8,
        message=f"the byte 0x{body[error.start]:02x} is not UTF-8",
        offset=error.start,
        help="the file looks like UTF-16: convert it to UTF-8" if is_utf16 else None,
    )
    place = place_in_text(good + line, len(good), offset=error.start)
    return diagnostic(fault, instance_ref(name, place))
