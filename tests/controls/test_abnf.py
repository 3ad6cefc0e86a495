from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.errors import ResourceLimit
from vcddl.match.controls.abnf import compile_abnf
from vcddl.match.controls.abnf_grammar import parse_abnf
from vcddl.match.controls.context_free import compile_grammar
from vcddl.match.controls.patterns import PatternError

DATE = 'full\nfull = 4DIGIT "-" 2DIGIT "-" 2DIGIT\nDIGIT = %x30-39\n'
SUM = 'sum\nsum = sum "+" term / term\nterm = term "*" atom / atom\natom = "1" / "(" sum ")"\n'

ACCEPTS = [
    ("(1*D)\nD = %x30-39\n", "123"),
    (DATE, "2024-01-31"),
    ('"ab"', "AB"),
    ('%i"ab"', "aB"),
    ('%s"aB"', "aB"),
    ('%S"aB"', "aB"),
    ('""', ""),
    ('x\nx = ("a" / "ab") "c"\n', "abc"),
    ('x\nx = "a" / "ab"\n', "ab"),
    ('x\nX = "a"', "a"),
    ('x\nx = "a"\nx =/ "b"\n', "b"),
    ('["a"] "b"', "b"),
    ('*"a"', ""),
    ('*2"a"', "aa"),
    ('2*"a"', "aaa"),
    ('2*3"a"', "aaa"),
    ('3"a"', "aaa"),
    ("%d13.10", "\r\n"),
    ("%b1000001", "A"),
    ("%x41.42.43", "ABC"),
    ("%x1F600", "\U0001f600"),
    ("%x80-10FFFF", "\u00e9"),
    ("x ; a comment\n\n; another\nx = ; a third\n  %x41 ; a fourth\n  %x42\n", "AB"),
    ('x\r\nx = "a" /\r\n    "b"\r\n', "b"),
    ("x\n  x = y\n    / %x41\n  y = %x42\n", "A"),
    ('x\nx\n = "a"\n', "a"),
    ('a-1\na-1 = "a"', "a"),
    ('x\nx = "a"\nunused = undefined\n', "a"),
    ("x /\n y\nx = %x41\ny = %x42\n", "B"),
    (SUM, "1+1*(1+1)*1"),
    ('x\nx = "(" x ")" / ""\n', "((()))"),
    ('x\nx = "a" x / "a"\n', "aaa"),
    ('x\nx = x x / "a" / ""\n', "aaaa"),
    ('x\nx = y\ny = x / "a"\n', "a"),
    ('x\nx = *(*x)  "a"\n', "aa"),
    ('x\nx = y "b" / "a"\ny = *x\n', "aabb"),
    ('x\nx = "a" [x] "b"\n', "aabb"),
    ('x\nx = 2*3(y / x)\ny = "a"\n', "aaaaa"),
    ("*65535%x41", "A" * 60_000),
    ("*1100(x / y)\nx = %x41\ny = %x41.41", "A" * 1_200),
]

REFUSES = [
    ("(1*D)\nD = %x30-39\n", "12a"),
    (DATE, "2024-1-31"),
    (DATE, "2024-01-31\n"),
    ('%s"ab"', "AB"),
    ('2*3"a"', "aaaa"),
    ('*2"a"', "aaa"),
    ("%x80-10FFFF", "a"),
    ("%x80-10FFFF", "\ud800"),
    ("%xD800", "\ud800"),
    (SUM, "1+1*(1+1"),
    (SUM, ""),
    ('x\nx = "(" x ")" / ""\n', "(()"),
    ("x\nx = x\n", "a"),
    ('x\nx = x "a"\n', "aa"),
    ('x\nx = "a" [x] "b"\n', "aab"),
]

BYTES = [
    ("oid\noid = 1*arc\narc = [nlsb] %x00-7f\nnlsb = %x81-ff *%x80-ff\n", b"\x2b\x06", True),
    ("oid\noid = 1*arc\narc = [nlsb] %x00-7f\nnlsb = %x81-ff *%x80-ff\n", b"\x80", False),
    ("%xC3.A9", "\u00e9".encode(), True),
    ("x\nx = %xFF x / %x00", b"\xff\xff\x00", True),
    ('"a"', b"A", True),
]

ERRORS = [
    ("", 0, "missing at the end"),
    ('x = "a"', 0, "in front of the rules"),
    ("x", 0, "`x` is not defined"),
    ('x\nx = "a" DIGIT', 10, "`digit` is not defined"),
    ('x\nx = "a"\nx = "b"', 10, "defined twice"),
    ("<some prose>", 0, "prose"),
    ('"a', 0, "not ABNF"),
    ('"\u00e9"', 0, "U\\+00E9"),
    ('("a"', 0, "without"),
    ('["a")', 0, "without"),
    ('"a")', 3, "does not fit"),
    ('"a" /', 5, "missing"),
    ('/ "a"', 0, "missing"),
    ("()", 1, "missing"),
    ('3 "a"', 0, "directly before"),
    ("3", 1, "missing"),
    ('3*2"a"', 0, "below"),
    ('9999999"a"', 0, "digits"),
    ("%x5A-41", 0, "below"),
    ("%x110000", 0, "beyond"),
    ("%d" + "9" * 5000, 0, "beyond"),
    ("%xG", 0, "not ABNF"),
    ("%x41-", 0, "not ABNF"),
    ("%x41-5A-5B", 0, "not ABNF"),
    ('x\nx = "a" y = "b"', 10, "line of its own"),
    ('x\nx = "a"\n"b"', 10, "indented deeper"),
    ("  x\n x", 5, "indented deeper"),
    ("x\nx = =", 6, "missing"),
    ("(" * 60, 50, "nest"),
    ("100000(x)\nx = 3%x41 / 2%x41", None, "more than 50,000 states"),
]  # fmt: skip


@pytest.mark.parametrize(("grammar", "text"), ACCEPTS)
def test_accepts(grammar: str, text: str) -> None:
    assert compile_abnf(grammar, of_bytes=False)(text)


@pytest.mark.parametrize(("grammar", "text"), REFUSES)
def test_refuses(grammar: str, text: str) -> None:
    assert not compile_abnf(grammar, of_bytes=False)(text)


@pytest.mark.parametrize(("grammar", "data", "expected"), BYTES)
def test_bytes(grammar: str, data: bytes, *, expected: bool) -> None:
    assert compile_abnf(grammar, of_bytes=True)(data) == expected


@pytest.mark.parametrize(("grammar", "offset", "problem"), ERRORS)
def test_says_what_is_wrong_and_where(grammar: str, offset: int | None, problem: str) -> None:
    with pytest.raises(PatternError, match=problem) as caught:
        compile_abnf(grammar, of_bytes=False)
    assert caught.value.offset == offset


def test_a_byte_has_no_value_above_255() -> None:
    with pytest.raises(PatternError, match="beyond"):
        compile_abnf("%x100", of_bytes=True)


@pytest.mark.parametrize(("grammar", "text"), ACCEPTS + REFUSES)
def test_both_engines_agree(grammar: str, text: str) -> None:
    parsed = parse_abnf(grammar, of_bytes=False)
    if len(text) < 1_000 and not any("\ud800" <= char <= "\udfff" for char in text):
        accepts = compile_grammar(parsed.goal, parsed.rules, steps=100_000)
        assert accepts(text) == compile_abnf(grammar, of_bytes=False)(text)


def _derives(text: str) -> bool:
    """Whether `text` is in the language of `x = "a" x "b" x / ""`, by its definition."""
    depth = 0
    for char in text:
        depth += 1 if char == "a" else -1
        if depth < 0:
            return False
    return depth == 0


@given(st.text("ab", max_size=14))
def test_a_recursive_grammar_against_its_definition(text: str) -> None:
    accepts = compile_abnf('x\nx = "a" x "b" x / ""', of_bytes=False)
    assert accepts(text) == _derives(text)


@given(st.text("ab", max_size=9))
def test_ambiguous_palindromes(text: str) -> None:
    accepts = compile_abnf('x\nx = "a" x "a" / "b" x "b" / ["a"] / "b" / x', of_bytes=False)
    assert accepts(text) == (text == text[::-1])


@given(st.text('xy =/()[]*12"%xds.-<>;\n\r\t\u00e9', max_size=16), st.booleans())
def test_any_text_is_a_grammar_or_an_error(text: str, of_bytes: bool) -> None:
    try:
        accepts = compile_abnf(f"x\nx = y {text}\ny = %x41", of_bytes=of_bytes)
    except PatternError:
        return
    assert accepts(b"AB" if of_bytes else "AB") in {True, False}


HOSTILE = [
    ('x\nx = x "a" / "a"', "a" * 2_000, True),
    ('x\nx = "a" x / "a"', "a" * 20_000, True),
    ('*( *"a" )', "a" * 50_000, True),
    ('*( *"a" ) "b"', "a" * 50_000, False),
    ('x\nx = *( *"a" ) / "(" x ")"', "a" * 5_000, True),
    ('*"a"', "a" * 100_000, True),
    ('x\nx = *y\ny = "a" / "(" x ")"', "a(a)" * 25_000, True),
    ('x\nx = x x / "a"', "a" * 100, True),
    ('x\nx = "(" x ")" / ""', "(" * 20_000 + ")" * 20_000, True),
    ('x\nx = *y "b"\ny = "a" / y y', "a" * 100, False),
]


@pytest.mark.parametrize(("grammar", "text", "expected"), HOSTILE)
def test_hostile_grammars_end(grammar: str, text: str, *, expected: bool) -> None:
    assert compile_abnf(grammar, of_bytes=False)(text) == expected


def test_steps_are_limited() -> None:
    accepts = compile_abnf('x\nx = x x / "a"', of_bytes=False, steps=10_000)
    with pytest.raises(ResourceLimit, match="steps"):
        accepts("a" * 1_000)


def test_long_chains_of_rules_are_no_trouble() -> None:
    rules = "".join(f"r{n} = r{n + 1}\n" for n in range(2_000))
    assert compile_abnf(f"r0\n{rules}r2000 = %x41\n", of_bytes=False)("A")


def test_rules_that_double_are_no_trouble() -> None:
    rules = "".join(f"r{n} = r{n + 1} r{n + 1}\n" for n in range(16))
    assert compile_abnf(f"r0\n{rules}r16 = %x41\n", of_bytes=False)("A" * 2**16)
