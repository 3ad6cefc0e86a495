"""Sets of code points as sorted ranges, and the sets that XML Schema has names for.

The universe is the Unicode scalar values: surrogates are in no set (RFC 3629 section 3: they are
no characters of UTF-8), so neither a class nor its complement accepts one.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING

from vcddl.match.controls.patterns import PatternError, Ranges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNIVERSE: Ranges = ((0, 0xD7FF), (0xE000, sys.maxunicode))

SPACE: Ranges = ((9, 10), (13, 13), (32, 32))
r"""``\s`` of XML Schema: tab, line feed, carriage return, space."""

NAME_START: Ranges = (
    (0x3A, 0x3A),
    (0x41, 0x5A),
    (0x5F, 0x5F),
    (0x61, 0x7A),
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x2FF),
    (0x370, 0x37D),
    (0x37F, 0x1FFF),
    (0x200C, 0x200D),
    (0x2070, 0x218F),
    (0x2C00, 0x2FEF),
    (0x3001, 0xD7FF),
    (0xF900, 0xFDCF),
    (0xFDF0, 0xFFFD),
    (0x10000, 0xEFFFF),
)
r"""``\i`` of XML Schema: NameStartChar of XML 1.0, fifth edition."""

_NAME_MORE: Ranges = ((0x2D, 0x2E), (0x30, 0x39), (0xB7, 0xB7), (0x300, 0x36F), (0x203F, 0x2040))

_CATEGORIES = {
    "L": "ultmo",
    "M": "nce",
    "N": "dlo",
    "P": "cdseifo",
    "Z": "slp",
    "S": "mcko",
    "C": "cfon",
}


def union(*sets: Iterable[tuple[int, int]]) -> Ranges:
    """The code points that are in any of ``sets``; these need not be sorted."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(one for ranges in sets for one in ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def intersection(left: Ranges, right: Ranges) -> Ranges:
    """The code points in both sets. Linear in the number of ranges."""
    return tuple(_overlaps(left, right))


def are_disjoint(left: Ranges, right: Ranges) -> bool:
    """No code point is in both sets."""
    return next(_overlaps(left, right), None) is None


def complement(ranges: Ranges) -> Ranges:
    """The scalar values that are not in ``ranges``."""
    gaps: list[tuple[int, int]] = []
    free = 0
    for low, high in ranges:
        if low > free:
            gaps.append((free, low - 1))
        free = high + 1
    if free <= sys.maxunicode:
        gaps.append((free, sys.maxunicode))
    return intersection(tuple(gaps), UNIVERSE)


def difference(left: Ranges, right: Ranges) -> Ranges:
    """The code points of ``left`` that are not in ``right``."""
    return intersection(left, complement(right))


def _overlaps(left: Ranges, right: Ranges) -> Iterator[tuple[int, int]]:
    i = j = 0
    while i < len(left) and j < len(right):
        low, high = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if low <= high:
            yield low, high
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1


@lru_cache(maxsize=1)
def _category_runs() -> dict[str, list[tuple[int, int]]]:
    """Every two-letter category with its ranges; about 0.1 s, once."""
    runs: dict[str, list[tuple[int, int]]] = {}
    position = 0
    for category, run in groupby(map(unicodedata.category, map(chr, range(sys.maxunicode + 1)))):
        length = sum(1 for _ in run)
        runs.setdefault(category, []).append((position, position + length - 1))
        position += length
    return runs


@lru_cache(maxsize=64)
def category(name: str) -> Ranges:
    """A general category of Unicode: ``Lu``, or ``L`` for all that begin so.

    Surrogates (``Cs``) are left out, so the name ``Cs`` itself is refused, as in XML Schema.

    Raises:
        PatternError: no such category.
    """
    group, rest = name[:1], name[1:]
    minor = _CATEGORIES.get(group, "")
    if not minor or len(rest) > 1 or rest not in minor:
        raise PatternError(f"`{name}` is no category of Unicode")
    runs = _category_runs()
    return union(*(runs.get(group + letter, ()) for letter in rest or minor))


@lru_cache(maxsize=64)
def block(name: str) -> Ranges:
    """A block of Unicode by its name without spaces, such as ``BasicLatin``.

    The list of blocks is that of `elementpath`, imported on first use.

    Raises:
        PatternError: no such block.
    """
    find_block = import_module("elementpath.regex").unicode_block
    try:
        points = find_block(name).codepoints
    except KeyError:
        raise PatternError(f"`Is{name}` is no block of Unicode") from None
    pairs = ((one, one) if isinstance(one, int) else (one[0], one[1] - 1) for one in points)
    return intersection(union(pairs), UNIVERSE)


@lru_cache(maxsize=16)
def escape_class(letter: str) -> Ranges | None:
    r"""The set of ``\d``, ``\w``, ``\s``, ``\i``, ``\c`` and their capitals; None for others.

    XML Schema part 2, appendix F: ``\d`` is ``\p{Nd}``, ``\w`` all but punctuation, separators and
    others.
    """
    if letter in "DWSIC":
        return complement(escape_class(letter.lower()) or ())
    if letter == "d":
        return category("Nd")
    if letter == "w":
        return complement(union(category("P"), category("Z"), category("C")))
    return {"s": SPACE, "i": NAME_START, "c": union(NAME_START, _NAME_MORE)}.get(letter)
