"""Control operators → values worth trying. The drawer asks a `Judge` which of them are right.

One maker for each operator: it yields proposals, the likeliest first. An operator without a maker
is tried with values of its target alone.
"""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import TYPE_CHECKING

from vcddl.generate.hints import hinted_text, text_of_size
from vcddl.generate.model import Here, Mode, Source
from vcddl.generate.pattern_text import PatternText
from vcddl.generate.reach import inner_json
from vcddl.generate.scalar import as_read
from vcddl.instance.encode import encode_cbor, encode_json
from vcddl.match.controls.abnf_grammar import parse_abnf
from vcddl.match.controls.base_encoding import BASE_ENCODINGS
from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.printf import compile_printf
from vcddl.match.controls.xsd_regexp import parse_xsd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vcddl.instance.values import Value
    from vcddl.match.nodes import ControlNode

_TRIES = 12
_MOST_SPARE = 8
_MOST_BYTES = 1 << 16
_MOST_BITS = 64
_STEPS_FROM_BOUND = (0, 1, -1, 2, -2, 5, -5, 20, -20)


def proposals(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    """Values that may match; finitely many. Raises `CannotGenerate` where a part has none."""
    make = _MAKERS.get(node.operator, _targets)
    return make(source, node, here)


def _targets(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        yield source.value(node.target, here)


def _inside(source: Source, node: ControlNode, here: Here) -> Value:
    """A value of the controller."""
    inner = Here(here.mode, inner_json(node, json=here.json), here.names, here.inside)
    return source.value(node.controllers[0], inner)


def _size(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    random = source.random
    for _ in range(_TRIES):
        value = source.value(node.target, here)
        low, high = random.choice(node.argument)
        most = low + _MOST_SPARE if high is None else high
        if low > _MOST_BYTES or most < low:
            continue
        size = random.randint(low, min(most, low + _MOST_SPARE))
        if type(value) is int:
            yield value
            yield random.getrandbits(8 * min(most, 64)) if most else 0
        elif isinstance(value, bytes):
            yield value
            yield random.randbytes(size)
        else:
            yield value
            yield text_of_size(size, hinted_text(here.names, random))


def _bits(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    random = source.random
    allowed = [
        bit
        for low, high in node.argument
        for bit in range(low, min(low + _MOST_BITS, _MOST_BYTES if high is None else high + 1))
    ]
    for _ in range(_TRIES):
        value = source.value(node.target, here)
        chosen = [bit for bit in allowed if random.random() < 0.5]
        if type(value) is int:
            yield sum(1 << bit for bit in chosen if bit < _MOST_BITS)
            yield 0
        else:
            length = len(value) if isinstance(value, bytes) else 0
            data = bytearray(max([length, *(bit // 8 + 1 for bit in chosen)]))
            for bit in chosen:
                data[bit // 8] |= 1 << bit % 8
            yield bytes(data)
            yield bytes(length)


def _order(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    bound = node.argument
    for step in _STEPS_FROM_BOUND:
        value = source.value(node.target, here)
        yield value
        if not isfinite(bound):
            continue
        if type(value) is float or here.json:
            yield as_read(float(bound) + step + source.random.choice((0, 0.5)), here)
        yield int(bound) + step


def _equal(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    yield _inside(source, node, here)
    for number in node.argument:
        yield number
        if type(number) is int:
            yield float(number)
        elif number.is_integer():
            yield int(number)
    yield from _targets(source, node, here)


def _both(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        yield source.value(node.target, here)
        yield _inside(source, node, here)


def _regexp(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        pattern = source.random.choice(node.argument)
        if node.operator == ".pcre":
            pattern = pattern.removeprefix("^").removesuffix("$").replace("(?:", "(")
        try:
            parsed = parse_xsd(pattern)
        except PatternError:  # a notation that PCRE has alone: the target may still fit by luck
            yield source.value(node.target, here)
            continue
        yield PatternText(source.random, lean=here.mode is Mode.MINIMAL).draw(parsed)


def _abnf(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    of_bytes = node.operator == ".abnfb"
    for _ in range(_TRIES):
        grammar = parse_abnf(source.random.choice(node.argument), of_bytes=of_bytes)
        lean = here.mode is Mode.MINIMAL
        text = PatternText(source.random, rules=grammar.rules, lean=lean).draw(grammar.goal)
        data = text.encode("latin-1" if of_bytes else "utf-8")
        if here.json or isinstance(source.value(node.target, here), str):
            yield data.decode(errors="replace")
        else:
            yield data


def _cbor(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        yield encode_cbor(_inside(source, node, here))


def _cbor_sequence(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        items = _inside(source, node, here)
        if isinstance(items, list):
            yield b"".join(map(encode_cbor, items))


def _json(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        yield encode_json(_inside(source, node, here))


def _encoding(name: str, source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        data = _inside(source, node, here)
        if isinstance(data, bytes):
            yield BASE_ENCODINGS[name].encode(data)


def _base10(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        yield str(_inside(source, node, here))


def _printf(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    printf = compile_printf(node.argument[0])
    for _ in range(_TRIES):
        _, *items = source.elements(node.controllers[0], here)
        try:
            yield printf.format(items)
        except (TypeError, ValueError, OverflowError):  # an item that the conversion does not take
            continue


def _join(source: Source, node: ControlNode, here: Here) -> Iterator[Value]:
    for _ in range(_TRIES):
        items = source.elements(node.controllers[0], here)
        data = b"".join(_as_bytes(item) for item in items)
        if here.json or isinstance(source.value(node.target, here), str):
            yield data.decode(errors="replace")
        else:
            yield data


def _as_bytes(item: Value) -> bytes:
    if isinstance(item, str):
        return item.encode()
    return item if isinstance(item, bytes) else b""


_MAKERS: dict[str, Callable[[Source, ControlNode, Here], Iterator[Value]]] = {
    ".size": _size,
    ".bits": _bits,
    **dict.fromkeys((".lt", ".le", ".gt", ".ge"), _order),
    ".eq": _equal,
    ".and": _both,
    ".within": _both,
    ".regexp": _regexp,
    ".pcre": _regexp,
    ".abnf": _abnf,
    ".abnfb": _abnf,
    ".cbor": _cbor,
    ".cborseq": _cbor_sequence,
    ".json": _json,
    ".base10": _base10,
    ".printf": _printf,
    ".join": _join,
    **{f".{name}": partial(_encoding, name) for name in BASE_ENCODINGS},
}
