from __future__ import annotations

import json
import time

from vcddl.instance.encode import encode_cbor
from vcddl.instance.locate import locate_cbor, locate_json
from vcddl.instance.values import PairMap, Tag
from vcddl.pointer import Inside, Key, Path

BIG = [
    {"type": "text", "body": f'héllo [{index}] \\ " {{', "meta": {"a": index, "b": [1, [2]]}}
    for index in range(20_000)
]


def test_a_member_its_key_and_its_excerpt() -> None:
    data = '{\n  "é": 1, "dialog": [10, "x\\"y"]\n}'.encode()
    place = locate_json(data, [("dialog", 1)])[("dialog", 1)]
    assert (place.line, place.column, place.length) == (2, 26, 6)
    assert place.excerpt == '  "é": 1, "dialog": [10, "x\\"y"]'
    assert place.excerpt_column == place.column
    member = locate_json(data, [("dialog",)])[("dialog",)]
    assert (member.key_line, member.key_column, member.column) == (2, 11, 21)
    assert member.offset == data.index(b"[")


def test_a_path_that_leads_nowhere_gets_its_deepest_value() -> None:
    data = b'{"a": [1, {"b": "[2]"}]}'
    paths: list[Path] = [("a", 1, "c", "d"), ("a", 7), ("x",), ("a", 1, "b", Inside("json"), 0)]
    places = locate_json(data, paths)
    assert [places[path].offset for path in paths] == [10, 6, 0, 16]


def test_long_lines_are_cut_around_the_place() -> None:
    data = json.dumps(BIG, ensure_ascii=False).encode()
    paths: list[Path] = [(index, "meta", "a") for index in range(0, 20_000, 400)]
    started = time.perf_counter()
    places = locate_json(data, [*paths, (), (19_999, "meta", "b", 1, 0)])
    assert time.perf_counter() - started < 5
    for path in paths:
        place = places[path]
        digits = str(path[0])
        assert data[place.offset :].startswith(digits.encode())
        assert len(place.excerpt) <= 120
        assert place.excerpt[place.excerpt_column - 1 :].startswith(digits)
        assert place.length == len(digits)
    assert places[()].offset == 0


def test_lines_with_carriage_returns_and_marks() -> None:
    data = b'\xef\xbb\xbf{\r\n  "a": 1\r\n}'
    place = locate_json(data, [("a",)])[("a",)]
    assert (place.line, place.column, place.offset, place.excerpt) == (2, 8, 13, '  "a": 1')


def test_text_that_is_not_json_gets_some_place() -> None:
    for data in (
        b"",
        b"[",
        b'{"a"',
        b'{"a":',
        b"[1 2",
        b'"abc',
        b"]",
        b"\xff\xfe",
        b'{"\\u12":1, "\\u0061":1}',
        b'{"a":1,"a":2}',
    ):
        places = locate_json(data, [(), ("a",), (0,), (3, "a")])
        assert all(0 <= place.offset <= len(data) for place in places.values())
        places = locate_cbor(data, [(), ("a",), (0,), (3, "a")])
        assert all(0 <= place.offset <= len(data) for place in places.values())


def test_cbor_keys_and_tags() -> None:
    value = {1: {-2: [Tag(600, {"a": [1, 2]})]}, "t": PairMap(((True, 5), ([1], 6)))}
    data = encode_cbor(value)
    expected: dict[Path, str] = {
        (): '{1: {-2: [600({"a": [1, 2]})]}, "t": {[1]: 6, true: 5}}',
        (Key("1"), Key("-2"), 0): '600({"a": [1, 2]})',
        (Key("1"), Key("-2"), 0, Inside("tag"), "a", 1): "2",
        (Key("1"), Key("-2"), 0, "a", 1): "2",
        ("t", Key("true")): "5",
        ("t", Key("[1]")): "6",
        ("t", Key("false")): "{[1]: 6, true: 5}",
        (Key("1"), Inside("cbor"), "x"): '{-2: [600({"a": [1, 2]})]}',
    }
    places = locate_cbor(data, expected)
    assert {path: place.excerpt for path, place in places.items()} == expected
    shifted = locate_cbor(b"\x00\x00" + data, expected, start=2)
    assert all(shifted[path].offset == places[path].offset + 2 for path in expected)


def test_cbor_of_indefinite_length() -> None:
    data = bytes.fromhex("bf6161 9f01 7f6161ff ff 6162 5f4100ff ff")
    places = locate_cbor(data, [("a", 1), ("b",), ("a", 2)])
    assert [(place.offset, place.length) for place in places.values()] == [(5, 4), (12, 4), (3, 7)]


def test_large_items_are_described() -> None:
    data = encode_cbor(
        [list(range(2000)), {str(i): i for i in range(900)}, "é" * 3000, b"x" * 3000]
    )
    paths: list[Path] = [(0,), (1,), (2,), (3,)]
    excerpts = [place.excerpt for place in locate_cbor(data, paths).values()]
    assert excerpts[0] == "[…] (2,000 items)"
    assert excerpts[1] == "{…} (900 pairs)"
    assert excerpts[2].endswith('é…" (6,000 bytes)')
    assert excerpts[3].endswith("78…' (3,000 bytes)")
    assert locate_cbor(encode_cbor(Tag(1, ["x"] * 900)), [()])[()].excerpt == "1(…)"


def test_deep_tags_cost_no_stack() -> None:
    data = b"\xc1" * 100_000 + b"\x00"
    assert locate_cbor(data, [(Inside("tag"), "a")])
    assert locate_cbor(b"\x81" * 100_000, [(0, 0)])
