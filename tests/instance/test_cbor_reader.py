from __future__ import annotations

import time

import pytest

from vcddl.errors import ResourceLimit
from vcddl.instance.cbor_reader import (
    loads_sequence,
    loads_strict,
    read_cbor,
    read_cbor_sequence,
)
from vcddl.instance.edn import format_edn
from vcddl.instance.encode import encode_cbor, encode_float
from vcddl.instance.reading import Reading, Unreadable
from vcddl.instance.values import PairMap
from vcddl.limits import Limits


def read(hexadecimal: str, *, deterministic: bool = False) -> Reading:
    return read_cbor(bytes.fromhex(hexadecimal), name="f", deterministic=deterministic)


@pytest.mark.parametrize(
    ("data", "edn"),
    [
        ("1bffffffffffffffff", "18446744073709551615"),
        ("3bffffffffffffffff", "-18446744073709551616"),
        ("c249010000000000000000", "2(h'010000000000000000')"),
        ("f90001", "5.960464477539063e-08"),
        ("f98000", "-0.0"),
        ("f97c00", "Infinity"),
        ("faff800000", "-Infinity"),
        ("fb7e37e43c8800759c", "1e+300"),
        ("f97e00", "NaN"),
        ("f4", "false"),
        ("f7", "undefined"),
        ("e0", "simple(0)"),
        ("f0", "simple(16)"),
        ("f8ff", "simple(255)"),
        ("5f42010243030405ff", "h'0102030405'"),
        ("7f657374726561646d696e67ff", '"streaming"'),
        ("5fff", "h''"),
        ("9f018202039f0405ffff", "[1, [2, 3], [4, 5]]"),
        ("bf61610161629f0203ffff", '{"a": 1, "b": [2, 3]}'),
        ("a301006161004101 00", "{1: 0, \"a\": 0, h'01': 0}"),
        ("a3 0100 f93c0000 f500", "{1: 0, 1.0: 0, true: 0}"),
        ("a2 f9000000 f9800000", "{0.0: 0, -0.0: 0}"),
        ("a2 c100 00 c101 00", "{1(0): 0, 1(1): 0}"),
        ("d9d9f7a0", "55799({})"),
        ("d81c81d81d00", "28([29(0)])"),
        ("c000", "0(0)"),
    ],
)
def test_well_formed_items(data: str, edn: str) -> None:
    reading = read(data)
    assert reading.diagnostics == ()
    assert format_edn(reading.value) == edn
    assert reading.exotic == isinstance(reading.value, PairMap)


@pytest.mark.parametrize(
    ("data", "code", "offset", "pointer"),
    [
        ("", "empty-instance", 0, ""),
        ("1c", "cbor-malformed", 0, ""),
        ("81 fd", "cbor-malformed", 1, "/0"),
        ("1f", "cbor-malformed", 0, ""),
        ("df00", "cbor-malformed", 0, ""),
        ("ff", "cbor-malformed", 0, ""),
        ("8201ff", "cbor-malformed", 2, "/1"),
        ("bf01ff", "cbor-malformed", 2, "/{1}"),
        ("f814", "cbor-malformed", 0, ""),
        ("f81f", "cbor-malformed", 0, ""),
        ("5f6161ff", "cbor-malformed", 1, ""),
        ("5f5f4100ffff", "cbor-malformed", 1, ""),
        ("7f00ff", "cbor-malformed", 1, ""),
        ("18", "cbor-truncated", 0, ""),
        ("1a000000", "cbor-truncated", 0, ""),
        ("820102 8301", "cbor-trailing-bytes", 3, ""),
        ("830102", "cbor-truncated", 0, ""),
        ("82018201", "cbor-truncated", 2, "/1"),
        ("a1 6161", "cbor-truncated", 3, "/a"),
        ("9f01", "cbor-truncated", 2, "/0"),
        ("5f4100", "cbor-truncated", 3, ""),
        ("c1", "cbor-truncated", 1, "/<tag>"),
        ("5bffffffffffffffff", "cbor-truncated", 0, ""),
        ("7b0000000010000000", "cbor-truncated", 0, ""),
        ("9bffffffffffffffff", "cbor-truncated", 0, ""),
        ("bb7fffffffffffffff00", "cbor-truncated", 0, ""),
        ("5a0bebc20000", "cbor-truncated", 0, ""),
        ("62c328", "cbor-invalid-utf8", 1, ""),
        ("63eda080", "cbor-invalid-utf8", 1, ""),
        ("7f61c361a9ff", "cbor-invalid-utf8", 2, ""),
        ("a2 01 02 01 03", "duplicate-key", 3, "/{1}"),
        ("81a2 6161 02 6161 03", "duplicate-key", 5, "/0/a"),
        ("a2 f97e00 00 fb7ff8000000000000 00", "duplicate-key", 5, "/{NaN}"),
        ("a2 f93c00 00 fa3f800000 00", "duplicate-key", 5, "/{1.0}"),
        ("a2 8101 00 9f01ff 01", "duplicate-key", 4, "/{[1]}"),
        ("a2 a201020304 00 a203040102 01", "duplicate-key", 7, "/{{3: 4, 1: 2}}"),
        ("a2 c101 00 d80101 00", "duplicate-key", 4, "/{1(1)}"),
    ],
)
def test_faults(data: str, code: str, offset: int, pointer: str) -> None:
    reading = read(data.replace(" ", ""))
    (fault,) = reading.diagnostics
    assert not reading.readable
    assert fault.instance is not None
    assert (fault.code.name, fault.instance.offset, fault.instance.pointer) == (
        code,
        offset,
        pointer,
    )
    with pytest.raises(Unreadable, match=f"offset {offset}"):
        loads_strict(bytes.fromhex(data))


def test_every_duplicate_is_reported_with_the_first() -> None:
    reading = read("a3 0100 0100 0100")
    assert [each.instance and each.instance.offset for each in reading.diagnostics] == [3, 5]
    first = reading.diagnostics[1].related[0].instance
    assert first is not None
    assert first.offset == 1


@pytest.mark.parametrize(
    ("data", "offsets"),
    [
        ("1817", [0]),
        ("190018", [0]),
        ("3800", [0]),
        ("580100", [0]),
        ("9800", [0]),
        ("d80100", [0]),
        ("fa3fc00000", [0]),
        ("fb3ff8000000000000", [0]),
        ("fa7fc00000", [0]),
        ("fb3ff199999999999a", []),
        ("9f01ff", [0]),
        ("bfff", [0]),
        ("5fff", [0]),
        ("7f6161ff", [0]),
        ("a2 02 00 01 00", [3]),
        ("a2 6162 00 6161 00", [4]),
        ("a2 6162 00 626161 00", []),
        ("a2 20 00 0a 00", [3]),
        ("a2 18 64 00 20 00", []),
        ("81 a2 02 18 01 01 00", [3, 5]),
    ],
)
def test_what_is_not_deterministic_is_warned_of(data: str, offsets: list[int]) -> None:
    reading = read(data, deterministic=True)
    assert reading.readable
    assert {each.code.name for each in reading.diagnostics} <= {"not-deterministic"}
    assert (
        sorted(each.instance.offset or 0 for each in reading.diagnostics if each.instance)
        == offsets
    )
    assert read(data).diagnostics == ()


def test_many_warnings_do_not_hide_an_error() -> None:
    data = b"\x83" + b"\x98\x40" + b"\x18\x01" * 64 + b"\xa2\x01\x00\x01\x00" + b"\x00"
    reading = read_cbor(data, name="f", limits=Limits(errors=3), deterministic=True)
    assert not reading.readable
    assert [each.code.name for each in reading.diagnostics].count("not-deterministic") == 3


@pytest.mark.parametrize("head", [b"\x81", b"\x9f", b"\xa1", b"\xbf", b"\xc1", b"\xd8\x20"])
def test_deep_nesting_is_a_limit(head: bytes) -> None:
    with pytest.raises(ResourceLimit, match="depth"):
        read_cbor(head * 100_000, name="f")
    with pytest.raises(ResourceLimit, match="depth"):
        read_cbor(head * 100_000, name="f", limits=Limits(depth=90_000))


def test_nesting_up_to_the_limit() -> None:
    assert read_cbor(b"\x81" * 199 + b"\x80", name="f").readable
    assert read_cbor(b"\xc1" * 200 + b"\x00", name="f").readable
    with pytest.raises(ResourceLimit, match="depth"):
        read_cbor(b"\x81" * 200 + b"\x80", name="f")


def test_large_data_is_a_limit() -> None:
    with pytest.raises(ResourceLimit, match="bytes"):
        read_cbor(b"\x83\x01\x02\x03", name="f", limits=Limits(bytes=3))


def test_nested_keys_cost_linear_time() -> None:
    key: object = [0] * 20_000
    for _ in range(60):
        key = PairMap(((key, 0),))
    started = time.perf_counter()
    assert read_cbor(encode_cbor(key), name="f").readable
    assert time.perf_counter() - started < 10


def test_integer_keys_that_share_a_hash_are_told_apart() -> None:
    modulus = (1 << 61) - 1
    value = {index * modulus: index for index in range(8)}
    assert loads_strict(encode_cbor(value)) == value


def test_sequences() -> None:
    items = list(read_cbor_sequence(bytes.fromhex("01 8101 1c 00"), name="f"))
    assert [(offset, reading.readable) for offset, reading in items] == [
        (0, True),
        (1, True),
        (3, False),
    ]
    assert list(read_cbor_sequence(b"", name="f")) == []
    assert loads_sequence(bytes.fromhex("01 6161")) == [1, "a"]
    with pytest.raises(Unreadable):
        loads_sequence(b"\x01\x61")


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (0.0, "f90000"),
        (-0.0, "f98000"),
        (65504.0, "f97bff"),
        (65505.0, "fa477fe100"),
        (3.4028234663852886e38, "fa7f7fffff"),
        (1.1, "fb3ff199999999999a"),
        (float("inf"), "f97c00"),
        (float("nan"), "f97e00"),
    ],
)
def test_floats_take_their_shortest_form(value: float, data: str) -> None:
    assert encode_float(value).hex() == data


@pytest.mark.parametrize(
    "data", ["f97c01", "fa7f800001", "fb7ff0000000000001", "fbfff8000000000001"]
)
def test_payloads_of_nan_are_kept(data: str) -> None:
    assert encode_cbor(loads_strict(bytes.fromhex(data))).hex() == data


def test_maps_are_encoded_in_the_order_of_their_keys() -> None:
    value = PairMap(((True, 0), ("a", 1), (-1, 2), (10, 3), ([1], 4)))
    assert encode_cbor(value).hex() == "a50a03200261610181010 4f500".replace(" ", "")


def test_big_integers_become_bignums() -> None:
    assert encode_cbor(1 << 64).hex() == "c249010000000000000000"
    assert encode_cbor(-(1 << 64) - 1).hex() == "c349010000000000000000"
