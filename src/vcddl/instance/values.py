"""The value model of instances: plain Python values, and markers for what Python cannot hold apart.

| item | Python value |
| --- | --- |
| integer (CBOR major types 0, 1; JSON number that is integral) | ``int`` |
| float (CBOR), JSON number that is not integral | ``float`` |
| JSON number beyond binary64 | `ExactDecimal` |
| text, bytes, true, false, null | ``str``, ``bytes``, ``bool``, ``None`` |
| array | ``list`` |
| map whose keys are all ``str``, ``bytes`` or ``int`` | ``dict`` in instance order |
| any other map | `PairMap` |
| tag, simple value, undefined | `Tag`, `Simple`, `UNDEFINED` |

Knows no CDDL and no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cbor2 import CBORSimpleValue as Simple
from cbor2 import CBORTag as Tag
from cbor2 import undefined as UNDEFINED  # noqa: N812 - a constant of the model

__all__ = ["UNDEFINED", "ExactDecimal", "PairMap", "Simple", "Tag", "Value"]

Value = Any


@dataclass(frozen=True, slots=True)
class ExactDecimal:
    """A JSON number whose magnitude binary64 cannot hold, by its JSON text. Matches `number`."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """A map with keys that a ``dict`` would merge or refuse (booleans, floats, null, arrays, …).

    ``pairs`` are in instance order. Keys are values of the model. No two keys are equal as data
    items of RFC 8949 section 5.6; readers refuse such maps.
    """

    pairs: tuple[tuple[Value, Value], ...]

    def items(self) -> tuple[tuple[Value, Value], ...]:
        """The pairs, as ``dict.items`` gives them."""
        return self.pairs

    def __len__(self) -> int:
        return len(self.pairs)
