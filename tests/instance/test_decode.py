from __future__ import annotations

import time
from typing import Any

import pytest

from vcddl.instance.decode import DECLINED, decode_cbor, decode_json
from vcddl.instance.edn import format_edn
from vcddl.instance.encode import encode_cbor
from vcddl.instance.values import Tag
from vcddl.limits import DEFAULT_LIMITS, Limits


def cbor(hexadecimal: str, *, text_keys: bool = False) -> str:
    value = decode_cbor(bytes.fromhex(hexadecimal), DEFAULT_LIMITS, text_keys=text_keys)
    return "declined" if value is DECLINED else format_edn(value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf1",
        b"[1,]",
        b"01",
        b"NaN",
        b"1 2",
        b'"\\ud83d"',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'{"a":1,"\\u0061":2}',
        b'"\t"',
        b"1" * 4301,
        b"[" * 100_000,
    ],
)
def test_json_that_is_declined(data: bytes) -> None:
    assert decode_json(data, DEFAULT_LIMITS) is DECLINED


def test_json_limits() -> None:
    assert decode_json(b"[[[]]]", Limits(depth=3)) == [[[]]]
    assert decode_json(b"[[[]]]", Limits(depth=2)) is DECLINED
    assert decode_json(b"[1]", Limits(bytes=2)) is DECLINED
    assert decode_json(b"[" * 200 + b"]" * 200, DEFAULT_LIMITS) is not DECLINED


@pytest.mark.parametrize(
    "data",
    [
        "",
        "0102",
        "a1f500",
        "a1f60000",
        "a1e500",
        "a18000",
        "a1a000",
        "a1c10000",
        "a1f93c0000",
        "a1f700",
        "a20100f93c0000",
        "a201000100",
        "a2616100616100",
        "f814",
        "1c",
        "7f61c361a9ff",
        "62c328",
        "9b7fffffffffffffff",
        "5b7fffffffffffffff",
    ],
)
def test_cbor_that_is_declined(data: str) -> None:
    assert cbor(data) == "declined"


@pytest.mark.parametrize(
    "number",
    [
        *range(6),
        25,
        28,
        29,
        30,
        35,
        36,
        37,
        52,
        54,
        100,
        256,
        258,
        260,
        261,
        1004,
        43000,
        55799,
        32,
        600,
        (1 << 64) - 1,
    ],
)
def test_tags_stay_tags_and_what_they_hold_stays_mutable(number: int) -> None:
    content = {"a": [{"b": [0]}]}
    data = encode_cbor([Tag(number, content)])
    decoded: Any = decode_cbor(data, DEFAULT_LIMITS, text_keys=True)
    (tag,) = decoded
    assert (tag.tag, tag.value) == (number, content)
    assert type(tag.value) is dict
    assert type(tag.value["a"]) is list
    nested = b"\xd9\x02\x58" + data
    decoded = decode_cbor(nested, DEFAULT_LIMITS, text_keys=True)
    (inner,) = decoded.value
    assert type(inner.value) is dict
    assert type(inner.value["a"][0]["b"]) is list


def test_keys_that_are_not_text() -> None:
    assert cbor("a3 01 00 4101 00 6161 00") == "{1: 0, h'01': 0, \"a\": 0}"
    assert cbor("a3 01 00 4101 00 6161 00", text_keys=True) == "declined"
    assert cbor("a2 4101 00 6161 00", text_keys=True) == "{h'01': 0, \"a\": 0}"
    large = encode_cbor({1: "x" * 200_000})
    assert decode_cbor(large, DEFAULT_LIMITS, text_keys=False) is DECLINED


def test_cbor_limits() -> None:
    assert decode_cbor(b"\x81\x81\x80", Limits(depth=3), text_keys=True) == [[[]]]
    assert decode_cbor(b"\x81\x81\x80", Limits(depth=2), text_keys=True) is DECLINED
    assert decode_cbor(b"\x81\x00", Limits(bytes=1), text_keys=True) is DECLINED
    for head in (b"\x81", b"\xa1", b"\xc1", b"\xd8\x20", b"\x9f"):
        assert decode_cbor(head * 100_000, DEFAULT_LIMITS, text_keys=False) is DECLINED


def test_keys_with_a_chosen_hash_do_not_cost_quadratic_time() -> None:
    keys = b"".join(encode_cbor([float(1 << 61) ** 2, index]) + b"\x00" for index in range(40_000))
    data = b"\xb9" + (40_000).to_bytes(2) + keys
    started = time.perf_counter()
    assert decode_cbor(data, DEFAULT_LIMITS, text_keys=False) is DECLINED
    assert time.perf_counter() - started < 1
