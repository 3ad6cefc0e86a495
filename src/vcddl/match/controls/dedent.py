"""Dedenting for the `.det` control: bytes → bytes. Knows nothing but lines and spaces."""

from __future__ import annotations


def dedent(text: bytes) -> bytes:
    """Take the common indentation off every line.

    RFC 9165 section 2.3: the amount is the smallest number of leading spaces (U+0020) of the
    lines that are not blank; exactly that many are taken off each line, and from a blank line
    (spaces only, or nothing) as many of them as it has. Lines end with a line feed; a carriage
    return before it does not make a blank line one with content.

    Cost: linear.
    """
    lines = text.split(b"\n")
    margin = min((_indentation(line) for line in lines if not _is_blank(line)), default=0)
    return b"\n".join(line[min(margin, _indentation(line)) :] for line in lines)


def _indentation(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" "))


def _is_blank(line: bytes) -> bool:
    return not line.strip(b" \r")
