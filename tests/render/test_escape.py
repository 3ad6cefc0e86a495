from __future__ import annotations

import pytest

from vcddl.render.escape import columns, escape


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("日本é", "日本é"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\tb", "a    b"),
        ("a\r\nb\x00", "a\\x0d\\x0ab\\x00"),
        ("\u202eabc\u2066", "\\u{202e}abc\\u{2066}"),
        ("\ud83d", "\\u{d83d}"),
        ("\x9b", "\\x9b"),
        ("\ufeffa", "\\u{feff}a"),
    ],
)
def test_escape(text: str, shown: str) -> None:
    assert escape(text) == shown


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("日本", 4), ("e\u0301", 1), ("a\tb", 6), ("\x1b", 4), ("👍🏽", 4), ("", 0)],
)
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width
