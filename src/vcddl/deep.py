"""Room for the recursion that nested CDDL and nested data need. Knows nothing else of vcddl."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRAMES = 12_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise Python's recursion limit for a block.

    Nesting is limited by `Limits.depth`; each level takes up to a dozen frames, all of them pure
    Python, which since Python 3.11 do not use the C stack.
    """
    before = sys.getrecursionlimit()
    if before < _FRAMES:
        sys.setrecursionlimit(_FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
