"""One order of map keys that does not depend on the instance: that of deterministic encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.instance.encode import encode_cbor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def canonical_order(keys: Sequence[Any], indices: Iterable[int]) -> list[int]:
    """``indices`` sorted by the bytes of their keys. RFC 8949 section 4.2.1."""
    return sorted(indices, key=lambda index: encode_cbor(keys[index]))
