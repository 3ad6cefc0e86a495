"""One line of a file with a caret under what is meant. Knows no diagnostics."""

from __future__ import annotations

from dataclasses import dataclass

from vcddl.render.escape import columns, escape

CUT = "…"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A source line ready to print.

    Attributes:
        text: the line, escaped and cut.
        indent, length: columns before the caret, and under the caret.
        is_cut: the line is longer than what is shown.
    """

    text: str
    indent: int
    length: int
    is_cut: bool


def cut_line(line: str, *, column: int, length: int, width: int) -> Snippet:
    """The part of ``line`` that shows ``length`` characters from ``column`` (from 1) on.

    The caret covers at least one column and never more than is shown. Cost: O(width), whatever
    the length of the line.
    """
    first = min(max(column - 1, 0), len(line))
    start = _window_start(line, first=first, length=length, width=width)
    stop = _window_stop(line, start=start, width=width)
    last = min(max(first + length, first), max(stop, first))
    head = CUT if start else ""
    tail = CUT if stop < len(line) else ""
    return Snippet(
        text=head + escape(line[start:stop]) + tail,
        indent=len(head) + columns(line[start:first]),
        length=max(columns(line[first:last]), 1),
        is_cut=bool(head or tail) or line.endswith(CUT),
    )


def _window_start(line: str, *, first: int, length: int, width: int) -> int:
    """Zero where the token is seen from there; else so that it stands in the middle."""
    if first + min(length, width // 3) <= width and columns(line[:first]) <= (2 * width) // 3:
        return 0
    start = max(first - width // 3, 0)
    while start < first and columns(line[start:first]) > width // 2:
        start += 1
    return start


def _window_stop(line: str, *, start: int, width: int) -> int:
    stop = min(start + width, len(line))
    while stop > start + 1 and columns(line[start:stop]) > width:
        stop -= 1
    return stop
