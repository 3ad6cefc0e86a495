"""Data of a Python program → the value model, for programs that hold decoded data.

Knows no CDDL. Tuples are arrays, `bytearray` and `memoryview` are byte strings, `Decimal` is a
number; whatever has no place in JSON or CBOR is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from vcddl.errors import ResourceLimit, UsageError
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag, Value
from vcddl.limits import DEFAULT_LIMITS, Limits

_PLAIN_KEYS = frozenset((str, bytes, int))


def value_of(data: Any, *, json: bool, limits: Limits = DEFAULT_LIMITS) -> Value:
    """``data`` as a value of the model; containers are copied.

    Args:
        data: what `json.loads` or `cbor2.loads` give, or alike.
        json: numbers are those of JSON: floats that are integral become integers.
        limits: ``depth`` counts here.

    Raises:
        UsageError: a part of ``data`` is neither JSON nor CBOR.
        ResourceLimit: nesting beyond ``limits.depth``; data that contains itself, too.
    """
    return _value(data, json, limits.depth, limits.depth)


def _value(data: Any, json: bool, room: int, depth: int) -> Value:  # noqa: FBT001
    kind = type(data)
    if kind in (str, int, bool, bytes) or data is None:
        return data
    if kind is float:
        return int(data) if json and data.is_integer() else data
    if room < 0:
        raise ResourceLimit("depth", depth)
    if isinstance(data, Mapping):
        return _map(data, json, room, depth)
    if isinstance(data, list | tuple):
        return [_value(item, json, room - 1, depth) for item in data]
    if isinstance(data, Tag):
        return Tag(data.tag, _value(data.value, json, room - 1, depth))
    return _rare(data)


def _map(data: Mapping[Any, Any], json: bool, room: int, depth: int) -> Value:  # noqa: FBT001
    pairs = [
        (_value(key, False, room - 1, depth), _value(item, json, room - 1, depth))
        for key, item in data.items()
    ]
    if all(type(key) in _PLAIN_KEYS for key, _ in pairs):
        return dict(pairs)
    return PairMap(tuple(pairs))


def _rare(data: Any) -> Value:
    if isinstance(data, PairMap | Simple | ExactDecimal) or data is UNDEFINED:
        return data
    if isinstance(data, bytearray | memoryview):
        return bytes(data)
    if isinstance(data, Decimal) and data.is_finite():
        return _decimal(data)
    for plain in (str, int, float, bytes):  # subclasses, as enumerations are
        if isinstance(data, plain):
            return plain(data)  # type: ignore[arg-type]
    raise UsageError(
        f"a value of type `{type(data).__name__}` is neither JSON nor CBOR",
        "decode or encode it first",
    )


def _decimal(data: Decimal) -> Value:
    if data.adjusted() > 400:
        return ExactDecimal(str(data))
    return int(data) if data == data.to_integral_value() else float(data)
