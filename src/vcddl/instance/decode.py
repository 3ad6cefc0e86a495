"""Bytes → the value model by native decoders (fast lane), or `DECLINED`.

Knows no CDDL. A value that is returned is the one that the full lane would read, with two
exceptions that the matcher allows for: JSON floats stay ``float`` when they are integral, and
round where the full lane is exact (from 2^53 on). Whatever is doubtful is declined, never
reported: the full lane says what is wrong.

cbor2 gives tuples and frozen maps inside tags it does not know; they are thawed here.
"""

from __future__ import annotations

import io
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Literal

import jiter
from cbor2 import CBORDecoder, CBORError, frozendict

from vcddl.instance.json_reader import is_deeper
from vcddl.instance.values import Tag, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vcddl.limits import Limits


class _Declined(Enum):
    """A class of its own, so that no value of an instance can be mistaken for it."""

    DECLINED = auto()


DECLINED: Final = _Declined.DECLINED
Declined = Literal[_Declined.DECLINED]

_JITER_DEPTH = 200
_PLAIN_KEYS = frozenset((str, bytes, int))
_FROZEN = frozenset((tuple, frozendict))
_PREDICTABLE_HASHES_BYTES = 1 << 17
_BUILT_IN_TAGS = (
    *range(6),
    *(25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799),
)


def decode_json(data: bytes, limits: Limits) -> Value | Declined:
    """Decode a JSON text. RFC 8259.

    Declines whatever is not strict JSON, duplicate keys, integers of more than 4,300 digits, and
    nesting deeper than jiter allows (201) or ``limits.depth`` where that is below 200.

    Cost: about that of `json.loads`; finding duplicates is 40 % of it.
    """
    if len(data) > limits.bytes:
        return DECLINED
    try:
        value = jiter.from_json(
            data, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="all"
        )
    except ValueError:
        return DECLINED
    if limits.depth < _JITER_DEPTH and is_deeper(value, limits.depth):
        return DECLINED
    return value


def decode_cbor(data: bytes, limits: Limits, *, text_keys: bool) -> Value | Declined:
    """Decode one CBOR data item that is all of ``data``. RFC 8949.

    Args:
        data: the item.
        limits: ``bytes`` and ``depth`` count here.
        text_keys: decline every key that is neither text nor bytes.

    Returns:
        A value without `PairMap`; maps with keys other than text, bytes and integers are declined.
        So are maps with integer keys in more than 128 KiB of data: keys whose hashes can be
        foreseen must not make native code quadratic.

    Cost: about that of `cbor2.loads`.
    """
    if len(data) > limits.bytes:
        return DECLINED
    value = _decode(data, limits, strict=True)
    if value is DECLINED and not text_keys and len(data) <= _PREDICTABLE_HASHES_BYTES:
        return _decode(data, limits, strict=False)
    return value


def _decode(data: bytes, limits: Limits, *, strict: bool) -> Value | Declined:
    source = io.BytesIO(data)
    try:
        value = CBORDecoder(
            source,
            object_hook=None if strict else _plain_map,
            tag_hook=_thaw_tag,
            semantic_decoders=_TAG_DECODERS,
            max_depth=limits.depth - 1,  # cbor2 does not count an empty innermost container
            allow_duplicate_keys=False,
            strict_hashable_types=strict,
        ).decode()
    except (CBORError, ValueError, TypeError, OverflowError, RuntimeError):
        return DECLINED
    return value if source.tell() == len(data) else DECLINED


def _plain_map(members: Mapping[Value, Value], _immutable: bool) -> Mapping[Value, Value]:  # noqa: FBT001
    """Refuse keys that Python merges. The exact type decides: ``True`` is an ``int``."""
    for key in members:
        if type(key) not in _PLAIN_KEYS:
            raise ValueError("a key that a dict cannot hold apart")
    return members


def _thaw_tag(tag: Tag, _immutable: bool) -> Tag:  # noqa: FBT001
    return Tag(tag.tag, _thaw(tag.value)) if type(tag.value) in _FROZEN else tag


def _thaw(value: Value) -> Value:
    """Lists and dicts for tuples and frozen maps. Tags inside have been thawed before."""
    if isinstance(value, (tuple, list)):
        return [_thaw(item) for item in value]
    if isinstance(value, (frozendict, dict)):
        return {key: _thaw(item) for key, item in value.items()}
    return value


def _keep_tag(number: int) -> Callable[[Value, bool], Tag]:
    """A decoder that overrides the interpretation of a tag: it stays a tag."""
    return lambda value, _immutable: Tag(number, _thaw(value) if type(value) in _FROZEN else value)


_TAG_DECODERS = {number: _keep_tag(number) for number in _BUILT_IN_TAGS}
