from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.render.escape import columns
from vcddl.render.snippet import CUT, cut_line


def _marked(line: str, *, column: int, length: int, width: int = 40) -> str:
    """The characters above the caret."""
    snippet = cut_line(line, column=column, length=length, width=width)
    return snippet.text[snippet.indent : snippet.indent + snippet.length]


def test_short_line_is_whole() -> None:
    snippet = cut_line('{"a": 1}', column=7, length=1, width=40)
    assert (snippet.text, snippet.indent, snippet.length) == ('{"a": 1}', 6, 1)
    assert not snippet.is_cut


@pytest.mark.parametrize("column", [1, 30, 500, 996])
def test_long_line_shows_the_token(column: int) -> None:
    line = "".join(chr(ord("a") + index % 26) for index in range(1000))
    assert _marked(line, column=column, length=4) == line[column - 1 : column + 3]


def test_cut_is_said() -> None:
    snippet = cut_line("x" * 1000, column=500, length=1, width=40)
    assert snippet.text.startswith(CUT)
    assert snippet.text.endswith(CUT)
    assert snippet.is_cut


def test_wide_characters_and_tabs_keep_the_caret_in_place() -> None:
    snippet = cut_line("\t日本: x", column=6, length=1, width=40)
    assert snippet.indent == columns("\t日本: ") == 10


def test_caret_behind_the_line() -> None:
    snippet = cut_line("abc", column=9, length=5, width=40)
    assert (snippet.indent, snippet.length) == (3, 1)


@given(
    line=st.text(max_size=200),
    column=st.integers(0, 250),
    length=st.integers(0, 250),
    width=st.integers(10, 60),
)
def test_caret_stands_below_the_text(line: str, column: int, length: int, width: int) -> None:
    snippet = cut_line(line, column=column, length=length, width=width)
    shown = columns(snippet.text)
    assert snippet.length >= 1
    assert 0 <= snippet.indent <= shown
    assert snippet.indent + snippet.length <= shown + 1
    assert shown <= width + 2 * len(CUT) + 8
