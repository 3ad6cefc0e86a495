"""Colour for terminals: plain ANSI, so that nothing slow is imported for a few escape codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_STYLES: Mapping[str, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "valid": "1;32",
    "invalid": "1;31",
    "undecided": "1;33",
    "frame": "34",
    "bold": "1",
    "dim": "2",
}


def paint(text: str, style: str) -> str:
    """``text`` in the colour of ``style``: a severity, a verdict, ``frame``, ``bold``, ``dim``."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
