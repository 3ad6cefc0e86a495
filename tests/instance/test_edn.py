from __future__ import annotations

import time
from typing import Any

import pytest

from vcddl.errors import ResourceLimit, UsageError
from vcddl.instance.edn import format_edn
from vcddl.instance.edn_reader import parse_edn, read_edn, read_hex
from vcddl.instance.encode import encode_cbor, encode_json
from vcddl.instance.reading import Unreadable
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag
from vcddl.limits import Limits


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0"),
        (1e22, "1e+22"),
        (-0.0, "-0.0"),
        (float("-inf"), "-Infinity"),
        (True, "true"),
        (b"\x00\xff", "h'00ff'"),
        ("\x1b[31m\u202e\u2028", '"\\u001b[31m\\u202e\\u2028"'),
        ("é\U000e0001", '"é\\udb40\\udc01"'),
        (Tag(1, [Simple(3), UNDEFINED, None]), "1([simple(3), undefined, null])"),
        (PairMap(((True, 1), ([1], {}))), "{true: 1, [1]: {}}"),
        (ExactDecimal("1e400"), "1e400"),
    ],
)
def test_notation(value: Any, text: str) -> None:
    assert format_edn(value) == text


def test_integers_with_too_many_digits_for_python() -> None:
    assert format_edn(-(1 << 20_000)) == hex(-(1 << 20_000))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 200, '"' + "x" * 17 + '…" (200 characters)'),
        (b"x" * 200, "h'" + "78" * 8 + "…' (200 bytes)"),
        (list(range(1000)), "[0, 1, 2, 3, 4, 5, … (1,000 items)"),
        ({"a": "b" * 99, "c": 1}, '{"a": "bbbbbbbbbbbb… (2 pairs)'),
        ("short", '"short"'),
        (b"short", "h'73686f7274'"),
    ],
)
def test_cut_notation(value: Any, text: str) -> None:
    assert format_edn(value, limit_chars=20) == text


def test_cut_notation_does_not_walk_the_whole() -> None:
    value = [["x" * 50_000_000] * 3, b"x" * 50_000_000, list(range(1_000_000))]
    started = time.perf_counter()
    for item in (value, *value, {"a": value}, Tag(1, value)):
        assert len(format_edn(item, limit_chars=80)) < 120
    assert time.perf_counter() - started < 1


def test_foreign_values_are_refused() -> None:
    for write in (format_edn, encode_cbor, encode_json):
        with pytest.raises(UsageError):
            write(object())
    with pytest.raises(UsageError):
        encode_cbor(ExactDecimal("1e400"))


@pytest.mark.parametrize(
    "value",
    [b"", Tag(1, 1), UNDEFINED, Simple(1), float("nan"), float("inf"), {1: 2}, {b"": 2}],
)
def test_what_json_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match="JSON cannot hold"):
        encode_json([value])


def test_json_is_indented() -> None:
    assert encode_json({"a": [1, {}], "b": []}, indent=2) == (
        '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}'
    )
    assert encode_json({"é": [1, 1.5, None]}) == '{"é":[1,1.5,null]}'


@pytest.mark.parametrize(
    ("text", "edn"),
    [
        ("0x10", "16"),
        ("-0b11", "-3"),
        ("0o17", "15"),
        ("0x1.8p3", "12.0"),
        ("1e3", "1000.0"),
        ("Infinity_1", "Infinity"),
        ("h'00 /c/ ff # x\n 11'", "h'00ff11'"),
        ("b64'AQI'", "h'0102'"),
        ("b64'_-8='", "h'ffef'"),
        ("b32'AE'", "h'01'"),
        ("h32'04'", "h'01'"),
        ("'a\\'b'", "h'612762'"),
        ('<<1, "a">>', "h'016161'"),
        ("24(<<{}>>)", "24(h'a0')"),
        ("simple(20)", "false"),
        ("simple(255)", "simple(255)"),
        ("[_ 1, 2,]", "[1, 2]"),
        ("{_ 1: 2,}", "{1: 2}"),
        ("(_ h'01', h'02')", "h'0102'"),
        ('(_ "a", "b")', '"ab"'),
        ("[_0 1_0, 1.5_1, \"a\"_0, h'01'_1, 1_1(2)]", "[1, 1.5, \"a\", h'01', 1(2)]"),
        ("/ c / [1 /x/, // y\n 2 # z\n]", "[1, 2]"),
        ("{true: 1, 1: 2, 1.0: 3}", "{true: 1, 1: 2, 1.0: 3}"),
        ("18446744073709551616", "2(h'010000000000000000')"),
        ("-18446744073709551617", "3(h'010000000000000000')"),
        ('"\\ud83d\\ude00\\u{1F600}\\/"', '"\U0001f600\U0001f600/"'),
    ],
)
def test_reading(text: str, edn: str) -> None:
    reading = read_edn(text, name="f")
    assert reading.diagnostics == ()
    assert format_edn(reading.value) == edn
    assert reading.exotic == isinstance(reading.value, PairMap)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "empty"),
        ("[1 2]", 1, 4, "comma or `]`"),
        ("[1,\n {1 2}]", 2, 5, "`:`"),
        ("{1: 2,\n 1: 3}", 2, 2, "stands twice"),
        ('["a', 1, 2, "ends inside a string"),
        ("[1,", 1, 4, "ends"),
        ("[", 1, 1, "opens here"),
        ("/ x", 1, 1, "comment"),
        ("h'0g'", 1, 3, "`g`"),
        ("h'0'", 1, 3, "left over"),
        ("b64'*'", 1, 5, "content"),
        ("b32'1'", 1, 5, "content"),
        ("x'00'", 1, 3, "not a known kind"),
        ("foo", 1, 1, "`foo`"),
        ("01", 1, 1, "not a number"),
        ("1e400", 1, 1, "beyond binary64"),
        ("0x1p9999", 1, 1, "beyond binary64"),
        ("1" * 5000, 1, 1, "4,300"),
        ("1 2", 1, 3, "more text"),
        ("simple(24)", 1, 1, "24"),
        ("1(2", 1, 4, "`)`"),
        ("99999999999999999999(1)", 1, 1, "64 bits"),
        ("(_ \"a\", h'00')", 1, 1, "one kind"),
        ('"\\ud83d"', 1, 2, "surrogate"),
        ('"\\x"', 1, 2, "escape"),
        ("\u200b", 1, 1, "U+200B"),
    ],
)
def test_faults(text: str, line: int, column: int, words: str) -> None:
    reading = read_edn(text, name="f")
    (fault,) = reading.diagnostics
    assert fault.instance is not None
    assert (fault.instance.line, fault.instance.column) == (line, column)
    assert words in fault.message


@pytest.mark.parametrize("text", ["[" * 100_000, "1(" * 100_000, "{1:" * 100_000, "<<" * 100_000])
def test_deep_nesting_is_a_limit(text: str) -> None:
    for limits in (Limits(), Limits(depth=90_000)):
        with pytest.raises(ResourceLimit, match="depth"):
            read_edn(text, name="f", limits=limits)
        with pytest.raises(ResourceLimit, match="depth"):
            parse_edn(text, limits)


def test_nesting_up_to_the_limit() -> None:
    assert read_edn("[" * 200 + "]" * 200, name="f").readable
    with pytest.raises(ResourceLimit, match="depth"):
        read_edn("[" * 201 + "]" * 201, name="f")


@pytest.mark.parametrize(
    ("text", "data"), [("00 ff", b"\0\xff"), ("0x00ff # c\n01", b"\0\xff\1"), ("", b"")]
)
def test_hex(text: str, data: bytes) -> None:
    assert read_hex(text) == data


@pytest.mark.parametrize(("text", "offset"), [("0", 0), ("00 f", 3), ("0g", 1), ("00\x1b", 2)])
def test_faults_of_hex(text: str, offset: int) -> None:
    with pytest.raises(Unreadable) as caught:
        read_hex(text)
    assert caught.value.offset == offset
    assert caught.value.message.isprintable()
