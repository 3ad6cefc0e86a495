"""Type nodes about single items → values. RFC 8610 section 2.2.3 and appendices D and E.

In JSON a number that is integral is an integer (see `vcddl.instance.values`), so floats made for
JSON have a fraction.
"""

from __future__ import annotations

from math import inf, isfinite, nextafter
from typing import TYPE_CHECKING, Any

from vcddl.generate.hints import PLAIN, hinted_number, hinted_text, text_of_size
from vcddl.generate.model import CannotGenerate, Here, Mode
from vcddl.instance.values import UNDEFINED, Simple, Tag
from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from vcddl.instance.values import Value

_P = n.Primitive
_TOP = 1 << 64
_SIMPLES = {20: False, 21: True, 22: None, 23: UNDEFINED}
_JSON_SIMPLES = (20, 21, 22)
_UNNAMED_TAG = 4711
_MOST_SPARE = 8  # bytes beyond the least size of a string
_WORDS_OF_TAG = {0: "date", 1: "time", 32: "uri"}


def scalar(random: Random, node: n.Node, here: Here) -> Value:
    """A value of a node that has no nodes below it. Raises `CannotGenerate`."""
    return _MAKERS[type(node)](random, node, here)


def as_read(value: Value, here: Here) -> Value:
    """``value`` as a reader would give it: in JSON, integral floats are integers."""
    if here.json and type(value) is float and value.is_integer():
        return int(value)
    return value


def name_of_tag(numbers: tuple[tuple[int, int], ...] | None) -> str:
    """What the content of a tag is about, as a word that hints know."""
    return _WORDS_OF_TAG.get(numbers[0][0], "") if numbers else ""


def tag_number(random: Random, node: n.TagNode) -> int:
    """One of the numbers of a tag node. Raises `CannotGenerate` if there are none."""
    if node.numbers is None:
        return _UNNAMED_TAG
    return _of_ranges(random, node.numbers, node)


def _of_ranges(random: Random, ranges: tuple[tuple[int, int], ...], node: n.Node) -> int:
    usable = [bounds for bounds in ranges if bounds[0] <= bounds[1]]
    if not usable:
        raise CannotGenerate(node.rule, "there is no such number")
    return random.randint(*random.choice(usable))


def _any(random: Random, _node: n.AnyNode, here: Here) -> Value:
    text = hinted_text(here.names, random)
    if here.mode is not Mode.RANDOM:
        return text
    values: list[Value] = [text, text, random.randint(-10, 1000), random.random() < 0.5, None]
    values += [[], {}, [random.choice(PLAIN)], {random.choice(PLAIN): random.randint(0, 9)}]
    if not here.json:
        values += [random.randbytes(4), 0.5, Tag(_UNNAMED_TAG, text), UNDEFINED]
    return random.choice(values)


def _literal(_random: Random, node: n.LiteralNode, here: Here) -> Value:
    if here.json and (
        isinstance(node.value, bytes) or (type(node.value) is float and not isfinite(node.value))
    ):
        raise CannotGenerate(node.rule, "this literal has no form in JSON")
    return as_read(node.value, here)


def _uint(random: Random, here: Here) -> int:
    hinted = hinted_number(here.names, random)
    if hinted is not None:
        return hinted
    if here.mode is Mode.RANDOM and random.random() < 0.1:
        return random.getrandbits(random.choice((8, 16, 32, 64)))
    return random.randint(0, 100)


def _float(random: Random, width: str, here: Here) -> Value:
    """A float that ``width`` (``e``, ``f``, ``d``) can hold."""
    if width == "d":
        return as_read(round(random.uniform(0, 100), 2), here)
    halves = 1 << (3 if width == "e" else 12)
    return as_read(random.randint(0, 64) + (random.randrange(halves) + 0.5) / halves, here)


def _container(random: Random, node: n.PrimitiveNode) -> Value:
    words = random.sample(PLAIN, random.randint(0, 2))
    return words if node.primitive is _P.ARRAY else dict.fromkeys(words, True)


_PRIMITIVES: dict[n.Primitive, Callable[[Random, n.PrimitiveNode, Here], Value]] = {
    _P.UINT: lambda random, _node, here: _uint(random, here),
    _P.NINT: lambda random, _node, here: -1 - _uint(random, here),
    _P.BSTR: lambda random, _node, _here: random.randbytes(random.randint(1, 8)),
    _P.TSTR: lambda random, _node, here: hinted_text(here.names, random),
    _P.ARRAY: lambda random, node, _here: _container(random, node),
    _P.MAP: lambda random, node, _here: _container(random, node),
    _P.TAG: lambda random, _node, here: Tag(_UNNAMED_TAG, hinted_text(here.names, random)),
    _P.MAJOR7: lambda random, _node, here: random.choice(
        (True, False, None, 0.5) if here.json else (True, False, None, UNDEFINED, 0.5)
    ),
    _P.FLOAT16: lambda random, _node, here: _float(random, "e", here),
    _P.FLOAT32: lambda random, _node, here: _float(random, "f", here),
    _P.FLOAT64: lambda random, _node, here: _float(random, "d", here),
    _P.BIG_UINT: lambda random, _node, _here: _TOP + random.getrandbits(66),
    _P.BIG_NINT: lambda random, _node, _here: -_TOP - 1 - random.getrandbits(66),
    _P.EXACT_NUMBER: lambda random, _node, here: _uint(random, here),
}


def _primitive(random: Random, node: n.PrimitiveNode, here: Here) -> Value:
    return _PRIMITIVES[node.primitive](random, node, here)


def _simple(random: Random, node: n.SimpleNode, here: Here) -> Value:
    known = _JSON_SIMPLES if here.json else (*range(24), *range(32, 256))
    numbers = [
        number for number in known if any(low <= number <= high for low, high in node.ranges)
    ]
    if not numbers:
        raise CannotGenerate(node.rule, "there is no such simple value")
    number = random.choice(numbers)
    return _SIMPLES[number] if number in _SIMPLES else Simple(number)


def _range(random: Random, node: n.RangeNode, here: Here) -> Value:
    if isinstance(node.low, int) and isinstance(node.high, int):
        last = node.high if node.includes_high else node.high - 1
        hinted = hinted_number(here.names, random)
        if hinted is not None and node.low <= hinted <= last:
            return hinted
        return random.randint(node.low, last)
    high = float(node.high) if node.includes_high else nextafter(node.high, -inf)
    value = min(max(random.uniform(node.low, high), node.low), high)
    rounded = round(value, 3)
    return as_read(rounded if node.low <= rounded <= high else value, here)


def _sized(random: Random, node: n.SizedNode, here: Here) -> Value:
    size = random.randint(node.low, min(node.high, node.low + _MOST_SPARE))
    match node.primitive:
        case _P.TSTR:
            return text_of_size(size, hinted_text(here.names, random))
        case _P.BSTR:
            return random.randbytes(size)
        case _P.ARRAY:
            return [random.choice(PLAIN) for _ in range(size)]
    return {f"{random.choice(PLAIN)}-{index}": True for index in range(size)}


_MAKERS: dict[type, Callable[[Random, Any, Here], Value]] = {
    n.AnyNode: _any,
    n.LiteralNode: _literal,
    n.PrimitiveNode: _primitive,
    n.SimpleNode: _simple,
    n.RangeNode: _range,
    n.IntegersNode: lambda random, node, _here: random.randint(
        node.low, min(node.high, node.low + 1000)
    ),
    n.SizedNode: _sized,
}
