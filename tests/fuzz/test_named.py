"""Hostile CDDL and instances that have a name: an answer or a limit, in bounded time and memory."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from vcddl import CddlError, CompiledCddl, Limits, Verdict, compile_cddl
from vcddl.instance.detect import InstanceType
from vcddl.instance.edn_reader import read_edn
from vcddl.linting import lint_cddl
from vcddl.source import SourceFile
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.parse import parse_cddl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vcddl.report import Report

MANY = 100_000
SECONDS = 60


def compiled_or_refused(cddl: str) -> CompiledCddl | None:
    """The CDDL, or None where it is refused with a reason; anything else fails the test."""
    try:
        return compile_cddl(cddl)
    except CddlError as refusal:
        reasons = refusal.diagnostics
    return None if reasons else pytest.fail("refused without a reason")


@pytest.fixture(autouse=True)
def ends_in_time() -> Iterator[None]:
    """No hang. The bound is generous: it is there for what never ends, not to measure speed."""
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def codes(report: Report) -> list[str]:
    return [item.code.id for item in report.diagnostics]


def refusal(cddl: str) -> list[str]:
    with pytest.raises(CddlError) as caught:
        compile_cddl(SourceFile("a.cddl", cddl))
    return [item.code.id for item in caught.value.diagnostics]


# Nesting


def test_nested_arrays_in_json() -> None:
    cddl = compile_cddl("a = any\n")
    report = cddl.check_json(b"[" * MANY + b"]" * MANY)
    assert report.verdict is Verdict.UNDECIDED
    assert codes(report) == ["VC331"]
    assert cddl.check_json(b"[" * MANY).verdict is not Verdict.VALID


def test_nested_maps_in_json() -> None:
    report = compile_cddl("a = any\n").check_json(b'{"a":' * MANY + b"1" + b"}" * MANY)
    assert report.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("head", [b"\x81", b"\x9f", b"\xa1\x01", b"\xbf\x01", b"\xc1"])
def test_nested_items_in_cbor(head: bytes) -> None:
    closing = b"\xff" * MANY if head[:1] in {b"\x9f", b"\xbf"} else b""
    report = compile_cddl("a = any\n").check_cbor(head * MANY + b"\x01" + closing)
    assert report.verdict is Verdict.UNDECIDED
    assert codes(report) == ["VC331"]


def test_nested_chunks_in_cbor() -> None:
    assert compile_cddl("a = any\n").check_cbor(b"\x5f" * MANY).verdict is Verdict.INVALID


@pytest.mark.parametrize("sign", ["[", "{", "<<", "1("])
def test_nested_items_in_notation(sign: str) -> None:
    report = compile_cddl("a = any\n").check(
        (sign * MANY).encode(), type=InstanceType.EDN, name="x"
    )
    assert report.verdict is not Verdict.VALID


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("[", "]"), ("{a: ", "}"), ("(", ")"), ("#6.1(", ")"), ("g<", ">"), ("[* (", ")]")],
)
def test_nested_brackets_in_cddl(opening: str, closing: str) -> None:
    text = f"a = {opening * MANY}int{closing * MANY}\ng<t> = t\n"
    assert refusal(text) == ["VC106"]
    assert format_cddl(SourceFile("a.cddl", text)).text is None


@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("(", ")"), ("#6.1(", ")"), ("g<", ">")]
)
def test_brackets_near_the_limit(opening: str, closing: str) -> None:
    depth = 199
    text = f"a = {opening * depth}int{closing * depth}\ng<t> = t\n"
    source = SourceFile("a.cddl", text)
    assert parse_cddl(source).cddl is not None
    assert format_cddl(source).text is not None
    lint_cddl([source])
    compile_cddl(source)


def test_arrays_near_the_limit_match() -> None:
    depth = 190
    cddl = compile_cddl(f"a = {'[' * depth}int{']' * depth}\n")
    assert cddl.accepts_json(b"[" * depth + b"1" + b"]" * depth)
    assert not cddl.accepts_json(b"[" * depth + b"true" + b"]" * depth)
    assert cddl.accepts_cbor(b"\x81" * depth + b"\x01")


def test_control_operators_nested() -> None:
    text = "(" * 150 + "int" + " .ge 0)" * 150
    cddl = compile_cddl(f"a = {text}\n")
    assert cddl.accepts_json(b"1")
    assert not cddl.accepts_json(b"-1")


# Rules


@pytest.mark.parametrize(
    "cddl",
    [
        "a = g<int>\ng<t> = [t, ? g<[t]>]\n",
        "a = g<int>\ng<t> = {* tstr => g<g<t>>}\n",
        "a = g<int, tstr>\ng<t, u> = [* h<u, [t]>]\nh<t, u> = [* g<[u], t>]\n",
    ],
)
def test_generics_that_grow_without_end(cddl: str) -> None:
    assert refusal(cddl) == ["VC207"]


def test_generics_that_double() -> None:
    rules = "\n".join(f"g{level}<t> = [g{level + 1}<t>, g{level + 1}<t>]" for level in range(40))
    try:
        cddl = compile_cddl(f"a = g0<int>\n{rules}\ng40<t> = t\n")
    except CddlError:
        return
    assert not cddl.accepts_json(b"[1]")


@pytest.mark.parametrize(
    "cddl",
    [
        "a = b\nb = c\nc = a\n",
        "a = a / int\n",
        "a = [g]\ng = (h)\nh = (g)\n",
        "a = [g]\ng = (? int, h)\nh = (* tstr, g)\n",
        "a = {g}\ng = (g // x: int)\n",
        "a = ~a\n",
        "a = &g\ng = (&g)\n",
        "a = [~a]\n",
    ],
)
def test_rules_without_progress(cddl: str) -> None:
    compiled = compiled_or_refused(cddl)
    if compiled is None:
        return
    for data in (b"1", b"[]", b"[1]", b"{}", b'{"x": 1}'):
        assert compiled.check_json(data).verdict in Verdict


def test_occurrence_without_progress() -> None:
    cddl = compile_cddl("a = [* ( ? int )]\n")
    assert cddl.accepts_json(b"[]")
    assert cddl.accepts_json(json.dumps([1] * 10_000).encode())
    assert not cddl.accepts_json(b'["x"]')


def test_a_chain_of_rules() -> None:
    chain = "\n".join(f"a{number} = a{number + 1}" for number in range(MANY))
    cddl = compiled_or_refused(f"{chain}\na{MANY} = int\n")
    if cddl is None:
        return
    assert cddl.check_json(b"1").verdict in {Verdict.VALID, Verdict.UNDECIDED}
    assert cddl.check_json(b'"x"').verdict in {Verdict.INVALID, Verdict.UNDECIDED}


def test_many_type_choices() -> None:
    cddl = compile_cddl("a = " + " / ".join(f'"k{number}"' for number in range(MANY)) + "\n")
    assert cddl.accepts_json(f'"k{MANY - 1}"'.encode())
    assert cddl.check_json(b'"x"').verdict is Verdict.INVALID


def test_many_group_choices() -> None:
    count = MANY // 10
    text = " // ".join(f'type: "t{number}", x{number}: int' for number in range(count))
    cddl = compile_cddl(f"a = {{{text}}}\n")
    assert cddl.accepts_json(json.dumps({"type": f"t{count - 1}", f"x{count - 1}": 1}).encode())
    report = cddl.check_json(json.dumps({"type": "t5", "x5": "1"}).encode())
    assert codes(report) == ["VC303"]


def test_many_group_choices_of_an_array() -> None:
    count = MANY // 10
    text = " // ".join(f'"t{number}", int' for number in range(count))
    cddl = compile_cddl(f"a = [{text}]\n")
    assert cddl.accepts_json(json.dumps([f"t{count - 1}", 1]).encode())
    assert cddl.check_json(b'["x", 1]').verdict is Verdict.INVALID


def test_recursion_in_an_array() -> None:
    cddl = compile_cddl("a = [g]\ng = (int, ? g)\n")
    assert cddl.accepts_json(b"[1, 2, 3]")
    report = cddl.check_json(json.dumps([1] * MANY).encode())
    assert report.verdict is Verdict.UNDECIDED
    assert codes(report) == ["VC331"]


def test_a_file_that_includes_itself(tmp_path: Path) -> None:
    path = tmp_path / "self.cddl"
    path.write_text(";# include self\na = [* int]\n", encoding="utf-8")
    assert compile_cddl(path).accepts_json(b"[1]")


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "sub/../../secret", "..\\secret"])
def test_paths_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.cddl").write_text("secret = int\n", encoding="utf-8")
    path = folder / "a.cddl"
    path.write_text(f";# include {name}\na = [secret]\n", encoding="utf-8")
    with pytest.raises(CddlError):
        compile_cddl(path)


def test_a_link_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.cddl").write_text("secret = int\n", encoding="utf-8")
    (folder / "secret.cddl").symlink_to(tmp_path / "secret.cddl")
    path = folder / "a.cddl"
    path.write_text(";# include secret\na = [secret]\n", encoding="utf-8")
    with pytest.raises(CddlError) as caught:
        compile_cddl(path)
    assert "leads out of its folder" in str(caught.value)


# Instances


def test_keys_that_collide() -> None:
    """Integers that are alike to Python's hash tables: more than a little data is not hashed."""
    modulus = (1 << 61) - 1
    pairs = b"".join(
        b"\x1b" + (number * modulus).to_bytes(8) + b"\x00"
        for number in range(8)
        if number * modulus < 1 << 64
    )
    data = b"\xa8" + pairs
    cddl = compile_cddl("a = {* uint => uint}\n")
    assert cddl.accepts_cbor(data)


def test_many_keys_in_one_bucket() -> None:
    count, step = 20_000, 1 << 40
    keys = b"".join(
        b"\x1b" + (number * step).to_bytes(8) + b"\x00" for number in range(1, count + 1)
    )
    data = b"\xb9" + count.to_bytes(2) + keys
    assert compile_cddl("a = {* uint => uint}\n").accepts_cbor(data)


@pytest.mark.parametrize("key", [b"\x81\x01", b"\xf9\x3c\x00", b"\xa1\x01\x02", b"\xc1\x01"])
def test_keys_that_are_not_text(key: bytes) -> None:
    cddl = compile_cddl("a = {* any => any}\n")
    assert cddl.accepts_cbor(b"\xa1" + key + b"\x01")
    twice = cddl.check_cbor(b"\xa2" + (key + b"\x01") * 2)
    assert codes(twice) == ["VC407"]


def test_a_long_text() -> None:
    psutil = pytest.importorskip("psutil", reason="psutil tells how much memory is free")
    size_bytes = 200_000_000
    if psutil.virtual_memory().available < 12 * size_bytes:
        pytest.skip("less than 2.4 GB of memory is free")
    cddl = compile_cddl("a = tstr .size (0..300000000)\n")
    assert cddl.accepts_json(b'"' + b"x" * size_bytes + b'"')
    assert cddl.accepts_cbor(b"\x7a" + size_bytes.to_bytes(4) + b"x" * size_bytes)
    short = compile_cddl("a = tstr .size 3\n").check_json(b'"' + b"x" * size_bytes + b'"')
    assert codes(short) == ["VC309"]
    assert len(short.diagnostics[0].actual or "") < 200


@pytest.mark.parametrize(
    "data",
    [
        "9bffffffffffffffff",
        "bbffffffffffffffff",
        "5bffffffffffffffff",
        "7bffffffffffffffff",
        "9b00000000ffffffff01",
        "5a7fffffff00",
        "c25a7fffffff00",
    ],
)
def test_lengths_that_lie(data: str) -> None:
    report = compile_cddl("a = any\n").check_cbor(bytes.fromhex(data))
    assert report.verdict is Verdict.INVALID
    assert codes(report) == ["VC413"]


def test_numbers_that_are_long() -> None:
    digits = b"9" * 1_000_000
    cddl = compile_cddl("a = number\n")
    for data in (digits, b"-" + digits, b"1e" + digits, b"0." + digits, b"1e-" + digits):
        assert cddl.check_json(data).verdict in Verdict


@pytest.mark.parametrize(
    "pattern", ["(a+)+b", "(a|a)*b", "(a*)*b", "(.*)*b", "(a{1,30}){1,30}b", "a*a*a*a*a*a*a*b"]
)
def test_patterns_that_explode_elsewhere(pattern: str) -> None:
    cddl = compiled_or_refused(f'a = tstr .regexp "{pattern}"\n')
    if cddl is None:
        return
    assert not cddl.accepts_json(b'"' + b"a" * 20_000 + b'"')


def test_a_pattern_that_counts_high() -> None:
    cddl = compiled_or_refused('a = tstr .regexp "((a{1000}){1000}){1000}"\n')
    if cddl is None:
        return
    assert not cddl.accepts_json(b'"a"')


def test_faults_beyond_number_are_counted() -> None:
    report = compile_cddl("a = [* int]\n").check_json(json.dumps(["x"] * MANY).encode())
    assert len(report.diagnostics) == 50
    assert report.omitted == MANY - 50


def test_limits_of_bytes_and_steps() -> None:
    cddl = compile_cddl("a = [* int]\n", limits=Limits(bytes=100))
    assert cddl.check_json(b"[" + b"1," * 99 + b"1]").verdict is not Verdict.VALID


def test_notation_with_long_tokens() -> None:
    for text in ("h'" + "00" * MANY + "'", '"' + "\\n" * MANY + '"', "/" + "x" * MANY, "9" * MANY):
        read_edn(text, name="x", limits=Limits())
