from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.match.controls.dedent import dedent

CASES = [
    (b"", b""),
    (b"a", b"a"),
    (b"  a", b"a"),
    (b"\n  x\n   y\n", b"\nx\n y\n"),
    (b"\n  a\n\n    b\n ", b"\na\n\n  b\n"),
    (b"  a\n    \n  b", b"a\n  \nb"),
    (b"    \n  ", b"    \n  "),
    (b"\ta\n  b", b"\ta\n  b"),
    (b"  a\r\n\r\n  b\r\n", b"a\r\n\r\nb\r\n"),
    ("  \u00e9\n   \u00e9".encode(), "\u00e9\n \u00e9".encode()),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_takes_the_common_indentation_off(text: bytes, expected: bytes) -> None:
    assert dedent(text) == expected


@given(st.text("ab \n", max_size=40))
def test_is_done_after_one_time(text: str) -> None:
    once = dedent(text.encode())
    assert dedent(once) == once


@given(st.text("ab \n", max_size=40))
def test_keeps_everything_but_leading_spaces(text: str) -> None:
    result = dedent(text.encode()).decode().split("\n")
    assert [line.lstrip(" ") for line in result] == [line.lstrip(" ") for line in text.split("\n")]
