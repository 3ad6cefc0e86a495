"""Representation types (`#n.m`) and the numbers of JSON → nodes. RFC 8610 §2.2.3, appendix E.

Additional information names sets of *values*, never a demand on the encoding.
"""

from __future__ import annotations

from typing import Any as AnyValue

from vcddl.match import nodes as n

JSON_NUMBERS = {
    "number": n.Primitive.EXACT_NUMBER,
    "biguint": n.Primitive.BIG_UINT,
    "bignint": n.Primitive.BIG_NINT,
}
_MAJORS = {
    0: n.Primitive.UINT,
    1: n.Primitive.NINT,
    2: n.Primitive.BSTR,
    3: n.Primitive.TSTR,
    4: n.Primitive.ARRAY,
    5: n.Primitive.MAP,
    6: n.Primitive.TAG,
    7: n.Primitive.MAJOR7,
}
_FLOATS = {25: n.Primitive.FLOAT16, 26: n.Primitive.FLOAT32, 27: n.Primitive.FLOAT64}
_HEAD_BYTES = {24: 1, 25: 2, 26: 4, 27: 8}

Ranges = tuple[tuple[int, int], ...]


def major_type(
    major: int, additional: Ranges | None, *, json: bool, where: dict[str, AnyValue]
) -> tuple[n.Node, ...] | None:
    """The alternatives of ``#major.additional``; None if there is no such thing."""
    if major not in _MAJORS:
        return None
    if additional is None:
        return (n.PrimitiveNode(primitive=_MAJORS[major], json=json, **where),)
    if major == 7:
        return _simple_or_float(additional, json=json, where=where)
    if major == 6:
        return (n.TagNode(numbers=additional, content=None, **where),)
    made: list[n.Node] = []
    for low, high in additional:
        if high > 31 or 28 <= low <= 30:
            return None
        made.extend(
            _sized(major, number, json=json, where=where) for number in range(low, high + 1)
        )
    return tuple(made)


def _sized(major: int, number: int, *, json: bool, where: dict[str, AnyValue]) -> n.Node:
    """The items whose argument fits the additional information ``number``."""
    if number < 24:
        low = high = number
    elif number in _HEAD_BYTES:
        low, high = 0, (1 << 8 * _HEAD_BYTES[number]) - 1
    else:
        low, high = 0, (1 << 64) - 1  # 31: indefinite length, a matter of encoding
    if major == 0:
        return n.IntegersNode(low=low, high=high, json=json, **where)
    if major == 1:
        return n.IntegersNode(low=-1 - high, high=-1 - low, json=json, **where)
    return n.SizedNode(primitive=_MAJORS[major], low=low, high=high, **where)


def _simple_or_float(
    additional: Ranges, *, json: bool, where: dict[str, AnyValue]
) -> tuple[n.Node, ...]:
    """RFC 9682 section 3.2: 24 to 31 are additional information, all else simple values."""
    made: list[n.Node] = []
    simple: list[tuple[int, int]] = []
    for low, high in additional:
        if low < 24:
            simple.append((low, min(high, 23)))
        if high > 31:
            simple.append((max(low, 32), min(high, 255)))
        made.extend(
            n.PrimitiveNode(primitive=_FLOATS[number], json=json, **where)
            for number in range(max(low, 25), min(high, 27) + 1)
        )
    if simple:
        made.append(n.SimpleNode(ranges=tuple(simple), **where))
    return tuple(made)
