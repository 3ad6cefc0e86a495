"""What emitted functions call at run time. See `vcddl.match.emit`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vcddl.errors import VcddlError
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag
from vcddl.match.judge import fits_float, in_ranges, simple_number, sized_matches
from vcddl.match.tags import tag_content_is_valid

DEFAULT_TICKS = 1_000_000


class Declined(VcddlError):
    """The fast lane cannot tell; the full lane must."""


@dataclass(slots=True)
class Budget:
    """How many more choices one run of the fast lane may make."""

    left: int = DEFAULT_TICKS

    def tick(self) -> None:
        """Spend one. Raises `Declined` when nothing is left."""
        self.left -= 1
        if self.left < 0:
            raise Declined


def _no_map(value: Any) -> bool:
    """Not a dict: never a map, unless it is a `PairMap`, which the emitted code does not read."""
    if type(value) is PairMap:
        raise Declined
    return False


_EXACT = float(1 << 53)


def _integral(value: float) -> bool:
    """Whether a JSON float is integral. From 2^53 on the decoder may have rounded."""
    if -_EXACT < value < _EXACT:
        return value.is_integer()
    raise Declined


def _whole(value: float) -> int | float:
    """A JSON number as the strict reader gives it: an integer if it is integral."""
    return int(value) if _integral(value) else value


def _small(value: float) -> bool:
    """A JSON float that the decoder cannot have rounded to another integer."""
    if -_EXACT < value < _EXACT:
        return True
    raise Declined


def _exact(value: int) -> bool:
    """Whether binary64 can hold an integer."""
    try:
        return float(value) == value
    except OverflowError:
        return False


def _float_of_width(value: Any, width: str) -> bool:
    """JSON: whether a number is among the values of a float width."""
    if type(value) is float:
        return _small(value) and fits_float(value, width)
    if type(value) is not int:
        return False
    try:
        as_float = float(value)
    except OverflowError:
        return False
    return as_float == value and fits_float(as_float, width)


RUNTIME: dict[str, Any] = {
    "ExactDecimal": ExactDecimal,
    "PairMap": PairMap,
    "Simple": Simple,
    "Tag": Tag,
    "UNDEFINED": UNDEFINED,
    "exact": _exact,
    "fits_float": fits_float,
    "float_of_width": _float_of_width,
    "in_ranges": in_ranges,
    "integral": _integral,
    "no_map": _no_map,
    "simple_number": simple_number,
    "sized_matches": sized_matches,
    "small": _small,
    "tag_content_is_valid": tag_content_is_valid,
    "whole": _whole,
}
