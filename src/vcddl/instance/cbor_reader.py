"""CBOR bytes → the value model, strictly (full lane). RFC 8949, sequences of RFC 8742.

Knows no CDDL. Reads every well-formed item: indefinite lengths, tags, simple values, keys of any
type. `cbor_decoder` decodes; here its faults become diagnostics or exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes.instance import CBOR_TRAILING_BYTES, EMPTY
from vcddl.errors import ResourceLimit
from vcddl.instance.cbor_decoder import Decoder, StrictDecoder
from vcddl.instance.place import Position
from vcddl.instance.reading import (
    Fault,
    Reading,
    check_size,
    diagnostic,
    instance_ref,
    reading_of,
)
from vcddl.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.instance.values import Value

_BYTES_SHOWN = 16


def read_cbor(
    data: bytes, *, name: str, limits: Limits = DEFAULT_LIMITS, deterministic: bool = False
) -> Reading:
    """Read one data item.

    Args:
        data: the item, and nothing behind it.
        name: of the file, for diagnostics.
        limits: ``bytes``, ``depth`` (arrays, maps and tags) and ``errors`` count here.
        deterministic: warn of what is not in the core deterministic encoding (§4.2.1).

    Returns:
        The value with its diagnostics: all duplicate keys (§5.6) and warnings, at most
        ``limits.errors`` of each, and the first breach of well-formedness or of UTF-8.

    Raises:
        ResourceLimit: ``bytes`` or ``depth``.

    Cost: linear. A length is never believed: memory grows with the bytes that are there.
    """
    check_size(data, limits)
    decoder = (StrictDecoder if deterministic else Decoder)(data, limits)
    if not data:
        return _reading(None, (Fault(code=EMPTY, message="the instance is empty", offset=0),), name)
    value, faults = _decode(decoder, limits)
    if decoder.pos < len(data) and not faults:
        faults = (_trailing(decoder),)
    return _reading(value, (*decoder.faults, *faults), name, decoder=decoder)


def read_cbor_sequence(
    data: bytes, *, name: str, limits: Limits = DEFAULT_LIMITS, deterministic: bool = False
) -> Iterator[tuple[int, Reading]]:
    """Read a CBOR sequence (RFC 8742): the byte offset of each item with its reading.

    Items behind one that is not well-formed cannot be found: it is the last one given. An empty
    sequence gives nothing. Raises and costs are those of `read_cbor`.
    """
    check_size(data, limits)
    start = 0
    while start < len(data):
        decoder = (StrictDecoder if deterministic else Decoder)(data, limits, start=start)
        value, faults = _decode(decoder, limits)
        yield start, _reading(value, (*decoder.faults, *faults), name, decoder=decoder)
        if faults:
            return
        start = decoder.pos


def loads_strict(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Value:
    """The one data item that ``data`` is.

    Raises:
        Unreadable: at the first fault, also for a duplicate key and for trailing bytes.
        ResourceLimit: ``bytes`` or ``depth``.
    """
    check_size(data, limits)
    decoder = Decoder(data, limits)
    value = _load(decoder, limits)
    if decoder.pos < len(data):
        raise _trailing(decoder).unreadable()
    return value


def loads_sequence(data: bytes, limits: Limits = DEFAULT_LIMITS) -> list[Value]:
    """The data items of a CBOR sequence (RFC 8742). Raises as `loads_strict`."""
    check_size(data, limits)
    values: list[Value] = []
    start = 0
    while start < len(data):
        decoder = Decoder(data, limits, start=start)
        values.append(_load(decoder, limits))
        start = decoder.pos
    return values


def _load(decoder: Decoder, limits: Limits) -> Value:
    value, faults = _decode(decoder, limits)
    for fault in (*decoder.faults, *faults):
        raise fault.unreadable()
    return value


def _decode(decoder: Decoder, limits: Limits) -> tuple[Value, tuple[Fault, ...]]:
    """The value, or None with the fault that ended the decoding."""
    try:
        return decoder.item(), ()
    except RecursionError:
        raise ResourceLimit("depth", limits.depth) from None
    except decoder.Stop as stop:
        return None, (stop.fault,)


def _trailing(decoder: Decoder) -> Fault:
    extra = len(decoder.data) - decoder.pos
    return Fault(
        code=CBOR_TRAILING_BYTES,
        message=f"{extra:,} more {'byte stands' if extra == 1 else 'bytes stand'} behind the item",
        offset=decoder.pos,
        length=extra,
    )


def _reading(
    value: Value, faults: tuple[Fault, ...], name: str, *, decoder: Decoder | None = None
) -> Reading:
    data = decoder.data if decoder else b""
    diagnostics = tuple(_diagnose(data, fault, name=name) for fault in faults)
    return reading_of(value, diagnostics, exotic=decoder is not None and decoder.is_exotic)


def _diagnose(data: bytes, fault: Fault, *, name: str) -> Diagnostic:
    where = instance_ref(name, _place(data, fault.offset), path=fault.path)
    first = fault.first
    earlier = None if first is None else instance_ref(name, _place(data, first), path=fault.path)
    return diagnostic(fault, where, first=earlier)


def _place(data: bytes, offset: int) -> Position:
    """The place with the bytes that stand there."""
    shown = data[offset : offset + _BYTES_SHOWN].hex(" ")
    more = " …" if offset + _BYTES_SHOWN < len(data) else ""
    return Position(offset=offset, excerpt=shown + more)
