from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import literals

from vcddl.source import Span
from vcddl.syntax import ast
from vcddl.syntax.literals import (
    LiteralError,
    decode_literal,
    decode_occurrence,
    encode_bytes,
    encode_literal,
    encode_text,
)
from vcddl.syntax.unparse import unparse

SPAN = Span("made", 0, 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("0x1F", 31),
        ("-0b101", -5),
        ("1e3", 1000.0),
        ("1.5E-1", 0.15),
        ("0x1.8p+1", 3.0),
        ("-0x1p-2", -0.25),
        ("1e999", math.inf),
        ("9" * 30, 10**30 - 1),
        ('"a\\/\\b\\f\\n\\r\\t\\"\\\\"', 'a/\b\f\n\r\t"\\'),
        ('"\\u00e9\\u{1F600}\\uD83D\\uDE00"', "\u00e9\U0001f600\U0001f600"),
        ("'it\\'s \\u{e9}'", "it's \u00e9".encode()),
        ("'two\r\nlines'", b"two\nlines"),
        ("h'00 fF\n01'", b"\x00\xff\x01"),
        ("H''", b""),
        ("b64'_-8'", b"\xff\xef"),
        ("B64'/+8='", b"\xff\xef"),
    ],
)
def test_a_literal_means(text: str, value: object) -> None:
    decoded = decode_literal(text)
    assert decoded == value
    assert type(decoded) is type(value)


@pytest.mark.parametrize(
    ("text", "problem", "offset"),
    [
        ("01", "a number has no leading zeros", 0),
        ("0x1.8", "a hexadecimal number with a point needs a `p` exponent", 0),
        ("1" * 4001, "a number of more than 4000 digits is not supported", 0),
        ('"\\q"', "`\\q` is not an escape of CDDL", 1),
        ('"\\\'"', "`\\'` is not an escape of CDDL", 1),
        ('"a\\u12"', "`\\u` is not an escape of CDDL", 2),
        ('"\\ud83dx"', "`\\ud83d` is not a Unicode scalar value", 1),
        ('"\\ude00"', "`\\ude00` is not a Unicode scalar value", 1),
        ('"\\u{110000}"', "`\\u{110000}` is not a Unicode scalar value", 1),
        ('"a\tb"', "the character U+0009 is not allowed in a string; escape it", 2),
        ("'a\tb'", "the character U+0009 is not allowed in a string; escape it", 2),
        ("h'0'", "a byte string in `h''` needs an even number of digits", 2),
        ("h'0g'", "`g` is not a hexadecimal digit", 3),
        ("b64'a'", "the base64 text of `b64''` is cut short", 4),
        ("b64'a.'", "`.` is not a base64 character", 5),
    ],
)
def test_a_faulty_literal_names_its_problem(text: str, problem: str, offset: int) -> None:
    with pytest.raises(LiteralError) as caught:
        decode_literal(text)
    assert (caught.value.problem, caught.value.offset) == (problem, offset)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("?", (0, 1)),
        ("+", (1, None)),
        ("*", (0, None)),
        ("2*", (2, None)),
        ("*3", (0, 3)),
        ("0x1*0b11", (1, 3)),
    ],
)
def test_an_occurrence_means(text: str, bounds: tuple[int, int | None]) -> None:
    assert decode_occurrence(text) == bounds
    assert unparse(ast.Occurrence(*bounds, text, SPAN)) == text
    assert decode_occurrence(unparse(ast.Occurrence(*bounds, "", SPAN))) == bounds


def test_an_occurrence_that_was_changed_is_written_anew() -> None:
    assert unparse(ast.Occurrence(2, 3, "?", SPAN)) == "2*3"
    assert unparse(ast.Occurrence(0, 1, "", SPAN)) == "?"
    assert unparse(ast.Occurrence(1, None, "", SPAN)) == "+"


@given(value=literals())
def test_what_is_written_is_read_as_the_same(value: ast.Value) -> None:
    for text in (unparse(value), encode_literal(value.value)):
        decoded = decode_literal(text)
        assert decoded == value.value
        assert type(decoded).__name__ == value.kind


def test_text_is_escaped_where_it_must_be() -> None:
    assert encode_text('a"b\\c\n\x7f\U0010ffffé') == '"a\\"b\\\\c\\n\\u{7f}\\u{10ffff}é"'


@given(value=st.text(st.characters(codec="utf-8")))
def test_any_text_can_be_written(value: str) -> None:
    assert decode_literal(encode_text(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"abc", "'abc'"),
        (b"", "h''"),
        (b"it's", "h'69742773'"),
        (b"\\", "h'5c'"),
        (b"\x7f", "h'7f'"),
    ],
)
def test_bytes_are_written_as_text_where_that_reads_better(value: bytes, text: str) -> None:
    assert encode_bytes(value) == text


@pytest.mark.parametrize(
    ("value", "written", "text"),
    [
        (1, "0x1", "0x1"),
        (1.0, "0x1", "1.0"),
        (2, "0x1", "2"),
        ("a", '"\\u{61}"', '"\\u{61}"'),
        (b"\n", "'\r\n'", "'\n'"),
        (-math.inf, "", "-1e999"),
    ],
)
def test_a_literal_keeps_its_spelling_while_it_is_true(value: Any, written: str, text: str) -> None:
    assert unparse(ast.Value(value, written, SPAN)) == text
