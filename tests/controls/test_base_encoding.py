from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.match.controls.base_encoding import BASE_ENCODINGS

READS = [
    ("b64u", "", b""),
    ("b64u", "aGVsbG8", b"hello"),
    ("b64u", "-_-_", b"\xfb\xff\xbf"),
    ("b64u-sloppy", "aGVsbG9", b"hello"),
    ("b64c", "aGVsbG8=", b"hello"),
    ("b64c", "+/+/", b"\xfb\xff\xbf"),
    ("b64c-sloppy", "aGVsbG9=", b"hello"),
    ("b64c-sloppy", "YR==", b"a"),
    ("hex", "aB01", b"\xab\x01"),
    ("hexlc", "ab01", b"\xab\x01"),
    ("hexuc", "AB01", b"\xab\x01"),
    ("b32", "NBUQ", b"hi"),
    ("b32", "MZXW6YTB", b"fooba"),
    ("h32", "D1KG", b"hi"),
    ("b45", "BB8", b"AB"),
    ("b45", "%69 VD92EX0", b"Hello!!"),
    ("b45", "UJCLQE7W581", b"base-45"),
    ("b45", "QED8WEX0", b"ietf!"),
    ("b45", "FGW", b"\xff\xff"),
    ("b45", "U5", b"\xff"),
]

REFUSES = [
    ("b64u", "aGVsbG9", "extra bits"),
    ("b64u", "aGVsbG8=", "padding"),
    ("b64u", "A", "no bytes have this length"),
    ("b64u", "aGVs bG8", "white space"),
    ("b64u", "aGVsbG8\n", "line end"),
    ("b64u", "+/+/", "the other alphabet"),
    ("b64u", "\u0661\u0661\u0661\u0661", "digits of another script"),
    ("b64u-sloppy", "A", "no bytes have this length"),
    ("b64u-sloppy", "aGVsbG8=", "padding"),
    ("b64c", "aGVsbG8", "no padding"),
    ("b64c", "aGVsbG9=", "extra bits"),
    ("b64c", "-_-_", "the other alphabet"),
    ("b64c", "YQ=", "half a padding"),
    ("b64c", "====", "padding alone"),
    ("b64c-sloppy", "aGVsbG9", "no padding"),
    ("hex", "abc", "odd"),
    ("hex", "ab 01", "white space"),
    ("hexlc", "AB01", "upper case"),
    ("hexuc", "ab01", "lower case"),
    ("b32", "NBUQ====", "padding"),
    ("b32", "nbuq", "lower case"),
    ("b32", "NB", "extra bits"),
    ("b32", "NBU", "no bytes have this length"),
    ("h32", "NBUQ=", "padding"),
    ("h32", "WXYZ", "other letters"),
    ("b45", "GGW", "65536"),
    ("b45", "V5", "256"),
    ("b45", "A", "a single character"),
    ("b45", "bb8", "lower case"),
]


@pytest.mark.parametrize(("name", "text", "data"), READS)
def test_reads(name: str, text: str, data: bytes) -> None:
    assert BASE_ENCODINGS[name].decode(text) == data


@pytest.mark.parametrize(("name", "text", "why"), REFUSES)
def test_refuses(name: str, text: str, why: str) -> None:
    assert BASE_ENCODINGS[name].decode(text) is None, why


@pytest.mark.parametrize("name", list(BASE_ENCODINGS))
def test_is_in_the_table_under_its_own_name(name: str) -> None:
    assert BASE_ENCODINGS[name].name == name


@pytest.mark.parametrize("name", list(BASE_ENCODINGS))
@given(data=st.binary(max_size=40))
def test_decode_is_the_inverse_of_encode(name: str, data: bytes) -> None:
    encoding = BASE_ENCODINGS[name]
    assert encoding.decode(encoding.encode(data)) == data


@pytest.mark.parametrize("name", [n for n in BASE_ENCODINGS if "sloppy" not in n and n != "hex"])
@given(text=st.text("ABCDabcd0123 =+/-_:", max_size=12))
def test_a_strict_encoding_has_one_text_for_some_bytes(name: str, text: str) -> None:
    encoding = BASE_ENCODINGS[name]
    data = encoding.decode(text)
    assert data is None or encoding.encode(data) == text
