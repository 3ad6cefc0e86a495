"""Offsets in a text → line, column and an excerpt that fits on a screen. Knows no format."""

from __future__ import annotations

from dataclasses import dataclass

EXCERPT_CHARS = 120
_LEAD_CHARS = 40
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where something stands in an instance.

    Attributes:
        line, column: from 1, columns in code points; None in CBOR.
        offset: byte offset from 0.
        length: characters of the excerpt that are meant, at least 1 (text); bytes (CBOR).
        excerpt: the line, cut to `EXCERPT_CHARS` (text); the item as diagnostic notation (CBOR).
        excerpt_column: where in the excerpt the caret goes, from 1. Equals ``column`` unless the
            line was cut.
        key_line, key_column: place of the key, when the value is a member of a JSON object.
    """

    line: int | None = None
    column: int | None = None
    offset: int
    length: int = 1
    excerpt: str = ""
    excerpt_column: int = 1
    key_line: int | None = None
    key_column: int | None = None


def place_in_text(text: str, start: int, *, end: int | None = None, offset: int) -> Position:
    """The place of ``text[start:end]``.

    Args:
        text: the whole text.
        start: code points before the place; may be ``len(text)``.
        end: where the place ends; one character when absent. Cut at the end of the line.
        offset: byte offset that the caller knows for ``start``.
    Cost: one scan for line ends; nothing else depends on the length of the text or of the line.
    """
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    excerpt, excerpt_column = _cut_line(text, line_start, start, line_end=line_end)
    room = max(1, min(line_end, start + EXCERPT_CHARS) - start)
    room = min(room, max(1, len(excerpt) - excerpt_column + 1))
    return Position(
        line=text.count("\n", 0, start) + 1,
        column=start - line_start + 1,
        offset=offset,
        length=max(1, min(room, (start + 1 if end is None else end) - start)),
        excerpt=excerpt,
        excerpt_column=excerpt_column,
    )


def _cut_line(text: str, line_start: int, start: int, *, line_end: int) -> tuple[str, int]:
    """The line around ``start`` in at most `EXCERPT_CHARS`, and the column of ``start`` in it."""
    if line_end - line_start <= EXCERPT_CHARS:
        return text[line_start:line_end].rstrip("\r"), start - line_start + 1
    first = max(line_start, start - _LEAD_CHARS)
    head = ELLIPSIS if first > line_start else ""
    room = EXCERPT_CHARS - len(head)
    if line_end - first <= room:
        return head + text[first:line_end].rstrip("\r"), len(head) + start - first + 1
    return head + text[first : first + room - 1] + ELLIPSIS, len(head) + start - first + 1
