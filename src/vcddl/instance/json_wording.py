"""Words for what people write where JSON should stand. For `json_faults`."""

from __future__ import annotations

OTHER_SPELLING = {
    "True": "true",
    "TRUE": "true",
    "False": "false",
    "FALSE": "false",
    "None": "null",
    "nil": "null",
    "NULL": "null",
    "undefined": "null",
}
"""What other languages call a value of JSON."""

_WIDTHS_OF_FOLDED_LINES = range(60, 81)


def advice_on_folding(text: str, at: int) -> str | None:
    """A hint when the line that ends at ``at`` is as wide as drafts and mail cut theirs."""
    width = at - (text.rfind("\n", 0, at) + 1)
    if width not in _WIDTHS_OF_FOLDED_LINES:
        return None
    return f"the text looks folded at {width} columns: join the lines of the string"


def about_number(word: str) -> str:
    """What is wrong with a word that looks like a number."""
    if word.startswith("+"):
        return f"the number `{word}` has a plus sign"
    digits = word.removeprefix("-")
    if digits[:2].lower() in ("0x", "0b", "0o"):
        return f"`{word}` is not a number of JSON, which has decimal digits only"
    if digits[:1] == "0" and digits[1:2].isdigit():
        return f"the number `{word}` has a leading zero"
    if digits.startswith("."):
        return f"the number `{word}` needs a digit before its point"
    if digits.endswith("."):
        return f"the number `{word}` needs a digit behind its point"
    return f"`{word}` is neither a number nor another value of JSON"


def printable(text: str) -> str:
    """Text that cannot disturb a terminal, cut to 60 characters."""
    cut = text if len(text) <= 60 else text[:59] + "…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)
