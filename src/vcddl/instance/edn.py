"""Values of the model → CBOR extended diagnostic notation. RFC 8949 §8, RFC 8610 appendix G.

Knows no CDDL. The text is safe for a terminal: what is not printable is escaped.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from vcddl.errors import UsageError
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag, Value
from vcddl.pointer import Key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.pointer import Step

ELLIPSIS = "…"
_WORDS = {True: "true", False: "false", None: "null"}
_KEY_CHARS = 60
_BYTES_A_CHAR = 2


def format_edn(value: Value, *, limit_chars: int | None = None) -> str:
    """Write a value on one line.

    Args:
        value: of the value model.
        limit_chars: cut the text there and say how much was left out; a long string is cut inside
            its quotes: ``"abcd…" (2,000,100 characters)``. The remark comes on top of the limit.

    Raises:
        UsageError: for a Python value that is not of the model.

    Cost: with a limit, at most what is shown is looked at; without, linear.
    """
    if limit_chars is None:
        return "".join(_fragments(value, None))
    if isinstance(value, str) and len(value) + 2 > limit_chars:
        return _cut_text(value, limit_chars)
    if isinstance(value, bytes) and _BYTES_A_CHAR * len(value) + 3 > limit_chars:
        return _cut_bytes(value, limit_chars)
    parts: list[str] = []
    length = 0
    for part in _fragments(value, limit_chars):
        parts.append(part)
        length += len(part)
        if length > limit_chars:
            return "".join(parts)[: max(1, limit_chars - 1)] + ELLIPSIS + _remark(value)
    return "".join(parts)


def step_of_key(key: Value) -> Step:
    """The step of a path for a map key: text as it is, any other key by its notation, cut."""
    return key if isinstance(key, str) else Key(format_edn(key, limit_chars=_KEY_CHARS))


def _remark(value: Value) -> str:
    """The size of a container that was cut."""
    if isinstance(value, (list, tuple)):
        return f" ({len(value):,} items)" if len(value) > 1 else ""
    if isinstance(value, (dict, PairMap)):
        return f" ({len(value):,} pairs)" if len(value) > 1 else ""
    return ""


def _cut_text(value: str, limit_chars: int) -> str:
    shown = _quote(value[: max(1, limit_chars - 3)])[1:-1]
    shown = shown[: max(1, limit_chars - 3)]
    if len(shown) == len(value):
        return f'"{shown}"'
    return f'"{shown}{ELLIPSIS}" ({len(value):,} characters)'


def _cut_bytes(value: bytes, limit_chars: int) -> str:
    shown = value[: max(1, (limit_chars - 4) // _BYTES_A_CHAR)]
    if len(shown) == len(value):
        return f"h'{value.hex()}'"
    return f"h'{shown.hex()}{ELLIPSIS}' ({len(value):,} bytes)"


def _fragments(value: Value, most: int | None) -> Iterator[str]:
    """The text in pieces. Strings longer than ``most`` come cut to little more than that."""
    if isinstance(value, str):
        yield _quote(value if most is None else value[: most + 1])
    elif isinstance(value, bytes):
        yield f"h'{(value if most is None else value[: most + 1]).hex()}'"
    elif isinstance(value, (list, tuple)):
        yield "["
        for index, item in enumerate(value):
            if index:
                yield ", "
            yield from _fragments(item, most)
        yield "]"
    elif isinstance(value, (dict, PairMap)):
        yield "{"
        for index, (key, item) in enumerate(value.items()):
            if index:
                yield ", "
            yield from _fragments(key, most)
            yield ": "
            yield from _fragments(item, most)
        yield "}"
    elif isinstance(value, Tag):
        yield f"{value.tag}("
        yield from _fragments(value.value, most)
        yield ")"
    else:
        yield _scalar(value)


def _scalar(value: Value) -> str:
    if value is None or value is True or value is False:
        return _WORDS[value]
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _float(value)
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, Simple):
        return f"simple({value.value})"
    if isinstance(value, ExactDecimal):
        return value.text
    raise UsageError(f"a {type(value).__name__} is not a value of an instance")


def _integer(value: int) -> str:
    """Decimal, or hexadecimal where Python refuses the decimal digits for their number."""
    return str(value) if value.bit_length() < 14_000 else hex(value)


def _float(value: float) -> str:
    """Always with a point or an exponent, so that it reads back as a float."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def _quote(value: str) -> str:
    """A JSON string. Controls, line separators, bidirectional marks and the like are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)
