from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.pcre import compile_pcre

ACCEPTS = [
    ("a|ab", "ab"),
    (r"^\+?[1-9]\d{1,14}$", "+4915112345"),
    (r"(?i)abc", "AbC"),
    (r"(?<name>a)(?P<other>b)", "ab"),
    (r"a.*?b", "axxb"),
    (r"\s", "\x0b"),
    (r"[\s]+", "\x0b \t"),
    (r"[^\S]", "\x0b"),
    (r"\S", "\u00a0"),
    (r"\v\V", "\u2028a"),
    (r"\h\H", "\u00a0a"),
    (r"[\h\v]+", "\u2003\x85"),
    (r"[\Ha]", "b"),
    (r"[[:alpha:]\s]+", "a b"),
    (r"[]\s]+", "] "),
    (r"[^]\s]+", "ab"),
    (r"\Q[\s]\E\s", "[\\s] "),
    (r"\p{Greek}", "\u03b1"),
    (r"\x{1F600}", "\U0001f600"),
    (r"\bab\b", "ab"),
    ("\u00e9.", "\u00e9\U0001f600"),
    (r"(?s).", "\n"),
    (r"\Aab\z", "ab"),
]

REFUSES = [
    ("b", "abc"),
    ("^a", "ab"),
    ("a$", "ba"),
    ("a$", "a\n"),
    (".", "\n"),
    (r"\w", "\u00e9"),
    (r"\d", "\u0661"),
    (r"\S", "\x0b"),
    (r"[^a]", "\ud800"),
    (r"(a*)*b", "a" * 50_000),
]

ERRORS = [
    "(?=a)",
    "(?<!a)b",
    r"(a)\1",
    r"(?<n>a)\k<n>",
    "(?>a)",
    "a++",
    "(?R)",
    r"\K",
    r"\R",
    r"\X",
    r"\C",
    "(",
    "[",
    "a{2000}",
    r"[\Q]\E]",
    "\ud800",
    "[z-a]",
    "\\",
]


@pytest.mark.parametrize(("pattern", "text"), ACCEPTS)
def test_accepts(pattern: str, text: str) -> None:
    assert compile_pcre(pattern)(text)


@pytest.mark.parametrize(("pattern", "text"), REFUSES)
def test_refuses(pattern: str, text: str) -> None:
    assert not compile_pcre(pattern)(text)


@pytest.mark.parametrize("pattern", ERRORS)
def test_says_that_it_cannot(pattern: str) -> None:
    with pytest.raises(PatternError, match="linear time"):
        compile_pcre(pattern)


@given(st.text("\\[]^(){}*+?|.-sSvVhHQECab:\ud800", max_size=12))
def test_any_text_is_a_pattern_or_an_error(pattern: str) -> None:
    try:
        accepts = compile_pcre(pattern)
    except PatternError:
        return
    assert accepts("ab") in {True, False}
