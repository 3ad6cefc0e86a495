"""Text files as values: offsets ↔ lines and columns. Knows nothing else of vcddl."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open stretch ``[start, end)`` of code points in the file called ``file``."""

    file: str
    start: int
    end: int


@dataclass(frozen=True)
class SourceFile:
    """A text with a name to show to people.

    ``name`` is what diagnostics print (a path as the user gave it, or ``<stdin>``); the text is
    held, never read again.
    """

    name: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        position = find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = find("\n", position + 1)
        return starts

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of ``offset``; both count from 1, columns in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its line end; ``""`` behind the last line."""
        starts = self._line_starts
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def text_of(self, span: Span) -> str:
        """The text that ``span`` covers."""
        return self.text[span.start : span.end]
