"""Lines of CDDL in the making, with the comments of the source woven in. Knows no syntax tree.

A comment that shares its line with CDDL stays at the end of the line of what it followed, one that
has a line of its own stays before what it preceded. Whoever writes on a page says at each line
break which offset of the source comes next; the page brings the comments before it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.source import SourceFile
    from vcddl.syntax.ast import Comment

_BLANK = " \t\n"
_OPENERS = ("(", "[", "{", "<")


@dataclass(frozen=True, slots=True)
class _Line:
    """A finished line: ``code`` with its indentation, and the comment at its end or ``""``.

    A comment with a line of its own is ``code``. A line of comment without code goes on with the
    comment above it, in the same column.
    """

    code: str
    comment: str = ""

    @property
    def width(self) -> int:
        """Code points of the last line of ``code``: a byte string may hold line ends."""
        return len(self.code) - self.code.rfind("\n") - 1


class Page:
    """The text written so far. ``width`` is only used to align the comments at line ends."""

    def __init__(self, source: SourceFile, comments: tuple[Comment, ...], *, width: int) -> None:
        text = source.text.replace("\r\n", " \n").replace("\r", "\n")
        self._text = " " + text[1:] if text.startswith("\ufeff") else text
        self._comments = comments
        self._starts = [comment.span.start for comment in comments]
        self._next = 0
        self._lines: list[_Line] = []
        self._code = ""
        self._width = width

    @property
    def column(self) -> int:
        """How many code points stand on the current line."""
        return len(self._code) - self._code.rfind("\n") - 1

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment begins in ``[start, end)`` of the source. Cost: logarithmic."""
        index = bisect_left(self._starts, start)
        return index < len(self._starts) and self._starts[index] < end

    def awaits_comment(self, offset: int) -> bool:
        """Whether a comment that is not yet on the page stands before ``offset``."""
        return self._next < len(self._starts) and self._starts[self._next] < offset

    def begins_line(self, offset: int) -> bool:
        """Whether nothing but blanks stands before ``offset`` on its line of the source."""
        blanks = self._blanks_before(offset)
        return "\n" in blanks or len(blanks) == offset

    def write(self, code: str) -> None:
        """Put ``code`` on the current line."""
        self._code += code

    def break_line(
        self,
        indent: int,
        offset: int,
        *,
        keep_blank: bool = False,
        comment_indent: int | None = None,
    ) -> None:
        """Begin a line for what stands at ``offset``, behind the comments before it.

        Args:
            indent: spaces before what follows.
            offset: where in the source the next token begins.
            keep_blank: whether blank lines right before ``offset`` are kept, as one.
            comment_indent: spaces before comments with a line of their own; else as ``indent``.
        """
        while self.awaits_comment(offset):
            comment = self._comments[self._next]
            self._place(comment, indent if comment_indent is None else comment_indent)
            self._next += 1
        self._end_line()
        if keep_blank:
            self._keep_blank(offset)
        self._code = " " * indent

    def finish(self) -> str:
        """The whole text: remaining comments, aligned line ends, one line end at the end."""
        self.break_line(0, len(self._text))
        runs = groupby(self._lines, key=lambda line: bool(line.comment))
        lines = (text for noted, run in runs for text in self._aligned(list(run), noted=noted))
        return "".join(f"{line}\n" for line in lines)

    def _place(self, comment: Comment, indent: int) -> None:
        text = comment.text.rstrip()
        if self._goes_on(comment):
            self._lines.append(_Line("", text))
        elif self._code.strip() and not self.begins_line(comment.span.start):
            self._lines.append(_Line(self._code, text))
            self._code = ""
        else:
            self._end_line()
            self._keep_blank(comment.span.start)
            self._lines.append(_Line(" " * indent + text))

    def _goes_on(self, comment: Comment) -> bool:
        """Whether the comment continues the one at the end of the line above, by its column."""
        if self._code.strip() or not self._lines or not self._lines[-1].comment:
            return False
        above = self._comments[self._next - 1].span
        start = self._text.rfind("\n", 0, comment.span.start) + 1
        above_start = self._text.rfind("\n", 0, above.start) + 1
        is_next_line = self._text.find("\n", above.start) == start - 1
        return is_next_line and comment.span.start - start == above.start - above_start

    def _blanks_before(self, offset: int) -> str:
        start = offset
        while start and self._text[start - 1] in _BLANK:
            start -= 1
        return self._text[start:offset]

    def _keep_blank(self, offset: int) -> None:
        if not self._lines or self._blanks_before(offset).count("\n") < 2:
            return
        above = self._lines[-1].code
        is_opened = above.endswith(_OPENERS) and not above.lstrip().startswith(";")
        if not is_opened:
            self._lines.append(_Line(""))

    def _end_line(self) -> None:
        if self._code.strip():
            self._lines.append(_Line(self._code))
        self._code = ""

    def _aligned(self, run: list[_Line], *, noted: bool) -> Iterator[str]:
        """The lines of a run; their comments in one column if they all fit so."""
        if not noted:
            yield from (line.code for line in run)
            return
        column = max(line.width for line in run) + 2
        fits = all(column + len(line.comment) <= self._width for line in run)
        own_column = column
        for line in run:
            if not fits and line.code:
                own_column = line.width + 2
            yield line.code + " " * (own_column - line.width) + line.comment
