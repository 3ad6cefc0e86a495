"""Text from files → text that a terminal shows as it is. Knows characters only.

What comes out of an instance is not trusted: control characters could move the cursor, and
direction marks could show a value in another order than it has.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

TAB_COLUMNS = 4

# Controls (C0, DEL, C1), direction marks, line and paragraph separators, surrogates, the BOM.
_UNSAFE = re.compile(
    "[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e"
    "\\u2066-\\u2069\\ud800-\\udfff\\ufeff]"
)


def escape(text: str) -> str:
    r"""``text`` with every unsafe character as ``\x1b`` or ``\u{202e}``, and tabs as spaces."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(_escaped, text.replace("\t", " " * TAB_COLUMNS))


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}"


def columns(text: str) -> int:
    """How many columns of a terminal the escaped form of ``text`` takes.

    Wide characters (East Asian width W and F) take two, combining marks and joiners none.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_character_columns, escape(text)))


def _character_columns(character: str) -> int:
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
