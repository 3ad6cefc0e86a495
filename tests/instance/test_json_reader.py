from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vcddl.errors import ResourceLimit
from vcddl.instance.encode import encode_json
from vcddl.instance.json_faults import find_faults
from vcddl.instance.json_reader import parse_json, read_json
from vcddl.instance.reading import Reading, Unreadable
from vcddl.instance.values import ExactDecimal
from vcddl.limits import Limits


def read(text: str | bytes, **limits: int) -> Reading:
    data = text if isinstance(text, bytes) else text.encode()
    return read_json(data, name="f.json", limits=Limits(**limits))


def summary(reading: Reading) -> list[tuple[str, int | None, int | None, str]]:
    return [
        (each.code.name, each.instance.line, each.instance.column, each.instance.pointer)
        for each in reading.diagnostics
        if each.instance is not None
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10.0", 10),
        ("1e1", 10),
        ("1E+2", 100),
        ("9007199254740993.0", 9007199254740993),
        ("9007199254740993", 9007199254740993),
        ("9007199254740993.5", 9007199254740994),
        ("-0.0", 0),
        ("-0", 0),
        ("1e-400", 0),
        ("0e999999999999999999999", 0),
        ("1.5", 1.5),
        ("5e-324", 5e-324),
        ("12.5e1", 125),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\u0000"', "\0"),
        (" [ ] ", []),
        ('{"a":{}}', {"a": {}}),
    ],
)
def test_values(text: str, value: Any) -> None:
    reading = read(text)
    assert reading.readable
    assert not reading.exotic
    assert type(reading.value) is type(value)
    assert reading.value == value


@pytest.mark.parametrize(
    "text", ["1e400", "-1e999999999", "1e" + "9" * 1000, "1" * 5000, "-" + "1" * 4301]
)
def test_numbers_beyond_binary64_keep_their_text(text: str) -> None:
    reading = read(f"[{text}]")
    assert reading.readable
    assert reading.exotic
    assert reading.value == [ExactDecimal(text)]
    assert encode_json(reading.value) == f"[{text}]"


def test_integers_keep_4300_digits() -> None:
    assert read("1" * 4300).value == int("1" * 4300)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "pointer", "words"),
    [
        ("", "empty-instance", 1, 1, "", "empty"),
        (" \n ", "empty-instance", 2, 2, "", "empty"),
        ("[1,]", "json-syntax", 1, 3, "/0", "comma"),
        ('{"a":1,}', "json-syntax", 1, 7, "/a", "comma"),
        ("[1,,2]", "json-syntax", 1, 4, "/1", "missing before `,`"),
        ("{'a':1}", "json-syntax", 1, 2, "", "single quotes"),
        ("['a']", "json-syntax", 1, 2, "/0", "single quotes"),
        ("{a:1}", "json-syntax", 1, 2, "", "`a` is not in quotes"),
        ("{1:2}", "json-syntax", 1, 2, "", "double quotes"),
        ("{,}", "json-syntax", 1, 2, "", "comma"),
        ("{", "json-syntax", 1, 2, "", "ends"),
        ('{"a"', "json-syntax", 1, 5, "/a", "`:` is missing"),
        ('{"a"=1}', "json-syntax", 1, 5, "/a", "`:` is missing"),
        ("[1 2]", "json-syntax", 1, 4, "/0", "comma or `]`"),
        ('{"a":1 "b":2}', "json-syntax", 1, 8, "/a", "comma or `}`"),
        ("[1}", "json-syntax", 1, 3, "/0", "cannot close"),
        ("[1:2]", "json-syntax", 1, 3, "/0", "array"),
        ('{"a":[1,\n2', "json-syntax", 2, 2, "/a/1", "line 1"),
        ('"abc', "json-syntax", 1, 1, "", "ends inside a string"),
        ('"a\nb"', "json-syntax", 1, 3, "", "line end"),
        ('"a\tb"', "json-syntax", 1, 3, "", "U+0009"),
        ('"\\x"', "json-syntax", 1, 2, "", "not an escape"),
        ('"\\u12"', "json-syntax", 1, 2, "", "four hexadecimal"),
        ('"\\', "json-syntax", 1, 2, "", "ends"),
        ('"\\\n"', "json-syntax", 1, 2, "", "backslash"),
        ("01", "json-syntax", 1, 1, "", "leading zero"),
        ("1.", "json-syntax", 1, 1, "", "behind its point"),
        (".5", "json-syntax", 1, 1, "", "before its point"),
        ("+1", "json-syntax", 1, 1, "", "plus"),
        ("-", "json-syntax", 1, 1, "", "neither"),
        ("0x10", "json-syntax", 1, 1, "", "decimal"),
        ("[True]", "json-syntax", 1, 2, "/0", "`True`"),
        ("// c\n1", "json-syntax", 1, 1, "", "comments"),
        ("1 /* c */", "json-syntax", 1, 3, "", "comments"),
        ("[1 // c\n]", "json-syntax", 1, 4, "/0", "comments"),
        ("{ # c\n}", "json-syntax", 1, 3, "", "comments"),
        ("1 2", "trailing-data", 1, 3, "", "more text"),
        ("NaN", "non-finite-number", 1, 1, "", "`NaN`"),
        ("[-Infinity]", "non-finite-number", 1, 2, "/0", "`-Infinity`"),
        ('"\\ud83d"', "lone-surrogate", 1, 2, "", "surrogate"),
        ('"\\ude00\\ud83d"', "lone-surrogate", 1, 2, "", "surrogate"),
        ("\x00", "json-syntax", 1, 1, "", "begin a value"),
        ("\u00a01", "json-syntax", 1, 1, "", "begin a value"),
    ],
)
def test_faults(text: str, code: str, line: int, column: int, pointer: str, words: str) -> None:
    reading = read(text)
    assert not reading.readable
    assert reading.value is None
    assert summary(reading)[0] == (code, line, column, pointer)
    assert words in reading.diagnostics[0].message
    with pytest.raises(Unreadable, match="at offset"):
        parse_json(text)


@pytest.mark.parametrize("word", ["True", "None", "undefined"])
def test_other_spellings_are_named(word: str) -> None:
    assert (read(word).diagnostics[0].help or "").startswith("write `")


def test_folded_text_is_recognised() -> None:
    reading = read('{"body": "' + "x" * 55 + "\n" + 'yyy"}')
    assert "folded at 65 columns" in (reading.diagnostics[0].help or "")
    assert "8792" in (read('"abc\\\n   def"').diagnostics[0].help or "")


def test_one_value_a_line_is_recognised() -> None:
    assert "jsonl" in (read('{"a":1}\n{"a":2}\n').diagnostics[0].help or "")


def test_every_duplicate_is_reported_with_the_first() -> None:
    reading = read('{"a":1,\n "b":{"c":1,"c":[],"c":3},\n "\\u0061":2}')
    assert summary(reading) == [
        ("duplicate-key", 2, 13, "/b/c"),
        ("duplicate-key", 2, 20, "/b/c"),
        ("duplicate-key", 3, 2, "/a"),
    ]
    first = reading.diagnostics[2].related[0].instance
    assert first is not None
    assert (first.line, first.column) == (1, 2)


def test_the_number_of_errors_is_limited() -> None:
    assert len(read("[" + ",".join(["NaN"] * 99) + "]", errors=7).diagnostics) == 7


def test_not_utf8() -> None:
    reading = read(b'{"a":\n "\xc3\xa9\xff"}')
    assert summary(reading) == [("invalid-utf8", 2, 4, "")]
    assert reading.diagnostics[0].instance is not None
    assert reading.diagnostics[0].instance.offset == 10
    assert "0xff" in reading.diagnostics[0].message
    assert "UTF-16" in (read('{"a":1}'.encode("utf-16")).diagnostics[0].help or "")
    with pytest.raises(Unreadable):
        parse_json(b'"\xff"')


def test_byte_order_mark_is_a_warning() -> None:
    reading = read(b"\xef\xbb\xbf[1]")
    assert reading.readable
    assert reading.value == [1]
    assert summary(reading) == [("byte-order-mark", 1, 1, "")]
    duplicate = read(b'\xef\xbb\xbf{"a":1,"a":2}').diagnostics[1].instance
    assert duplicate is not None
    assert (duplicate.column, duplicate.offset) == (8, 10)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, "[" * 201 + "]" * 201]
)
def test_deep_nesting_is_a_limit(text: str) -> None:
    with pytest.raises(ResourceLimit, match="depth"):
        read(text)


def test_nesting_up_to_the_limit() -> None:
    assert read("[" * 200 + "]" * 200).readable
    assert read("[" * 200 + '"[[[["' + "]" * 200).readable


def test_large_data_is_a_limit() -> None:
    with pytest.raises(ResourceLimit, match="bytes"):
        read("[1,2,3]", bytes=6)


_TOKENS = [
    *list("{}[],:\"\\ \n\t0123456789.-+eEu/#'"),
    "true",
    "NaN",
    '"a"',
    '"a":',
    "\\ud800",
    "é",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(_TOKENS), max_size=12).map("".join))
def test_the_scan_for_faults_agrees_with_the_standard_parser(text: str) -> None:
    codes = {fault.code.name for fault in find_faults(text, most=50)}
    try:
        value = json.loads(text)
    except ValueError:
        assert codes - {"lone-surrogate", "duplicate-key", "non-finite-number"}
        return
    assert codes <= {"lone-surrogate", "duplicate-key", "non-finite-number"}
    if not codes:
        assert not isinstance(value, float) or math.isfinite(value) or "e" in text.lower()
    assert read(text).readable == (not codes)


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_random_bytes_never_escape(data: bytes) -> None:
    read(data)
