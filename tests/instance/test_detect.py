from __future__ import annotations

import pytest

from vcddl.instance.detect import InstanceType, detect_type


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.json", b'{"a":1}', "json"),
        ("a.json", b"{'a':1}", "json"),
        ("a.json", b"", "json"),
        ("a.vcon", b"\xa1\x61a\x01", "cbor"),
        ("a.VCON", b'{"a":1}', "json"),
        ("a.cbor", b"{}", "cbor"),
        ("a.cborseq", b"\x01", "cbor-seq"),
        ("a.jsonl", b"", "jsonl"),
        ("a.ndjson", b"", "jsonl"),
        ("a.hex", b"01", "hex"),
        ("a.edn", b"1", "edn"),
        ("a.diag", b"1", "edn"),
        ("-", b'{"a":1}', "json"),
        ("-", b"\xef\xbb\xbf{}", "json"),
        ("-", b'{"a":1}\n{"b":2}\n', "jsonl"),
        ("-", b"12", "json"),
        ("-", b"a16161 01\n", "hex"),
        ("-", b"0xa1616101", "hex"),
        ("-", b"{1: h'00'}", "edn"),
        ("-", b"1(2)", "edn"),
        ("-", b"/ c / 1", "edn"),
        ("-", b"[_ 1]", "edn"),
        ("-", b"\xd9\xd9\xf7\x00", "cbor"),
        ("-", b"\x82\x01\x02", "cbor"),
    ],
)
def test_types(name: str, data: bytes, expected: str) -> None:
    assert detect_type(name, data) is InstanceType(expected)


def test_what_cannot_be_told() -> None:
    assert detect_type("-", b"hello") is None
