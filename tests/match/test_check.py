"""The public calls: sources, roots, kinds of instances, reports put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.diagnostics.model import Diagnostic, InstanceRef, RuleRef, Severity, sort_diagnostics
from vcddl.errors import CddlError, ResourceLimit, UsageError
from vcddl.instance.detect import InstanceType
from vcddl.limits import Limits
from vcddl.pointer import Inside, Key, format_pointer
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile, Span

if TYPE_CHECKING:
    from pathlib import Path

INTEGERS = "a = [* int]\n"


def _check(text: str, data: bytes, kind: InstanceType, **more: bool) -> Report:
    return compile_cddl(text).check(data, type=kind, name="data", **more)


def _places(report: Report) -> list[tuple[str, str]]:
    return [
        (item.code.id, item.instance.place if item.instance else "") for item in report.diagnostics
    ]


def test_text_and_paths_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "b.cddl"
    path.write_text("b = int\n")
    for source in (path, str(path), "b = int", SourceFile("x", "b = int")):
        assert compile_cddl(source).accepts_json(b"1")
    assert compile_cddl("a = [b]\n", path).accepts_json(b"[1]")


def test_several_texts_have_names_of_their_own() -> None:
    with pytest.raises(CddlError) as caught:
        compile_cddl("a = b\n", "c = d\n", "")
    files = {item.rule.file for item in caught.value.diagnostics if item.rule}
    assert files == {"<cddl>", "<cddl-2>"}
    assert str(caught.value).endswith("is not defined (and 1 more)")


def test_no_source_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="no CDDL was given; pass at least one"):
        compile_cddl()


def test_a_path_that_cannot_be_read_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*: No such file or directory; check"):
        compile_cddl(tmp_path / "nosuch.cddl")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.cddl"
    path.write_bytes(b"a = int\nb = '\xff'\n")
    with pytest.raises(CddlError) as caught:
        compile_cddl(path)
    assert str(caught.value) == f"{path}:2:1: VC104 byte 13 of the file is not UTF-8"


def test_limits_say_what_they_are() -> None:
    assert str(ResourceLimit("depth", 200)).startswith("the limit of 200 depth was reached")
    assert str(UsageError("no")) == "no"


def test_diagnostics_of_unusable_cddl_are_errors_only() -> None:
    with pytest.raises(CddlError) as caught:
        compile_cddl("int = tstr\na = nosuch\n")
    assert [item.code.id for item in caught.value.diagnostics] == ["VC201"]


@pytest.mark.parametrize(
    ("kind", "data", "verdict", "places"),
    [
        (InstanceType.JSON, b"[1]", "valid", []),
        (InstanceType.JSON, b'[1, "x"]', "invalid", [("VC303", "data:1:5")]),
        (InstanceType.CBOR, b"\x82\x01\x61x", "invalid", [("VC303", "data:+2")]),
        (InstanceType.HEX, b"82 01 6178", "invalid", [("VC303", "data:+2")]),
        (InstanceType.HEX, b"8", "invalid", [("VC418", "data:1:1")]),
        (InstanceType.EDN, b'[1, "x"]', "invalid", [("VC303", "data")]),
        (InstanceType.EDN, b"[1,", "invalid", [("VC417", "data:1:4")]),
        (InstanceType.JSONL, b"[1]\n\n[2]\n", "valid", []),
        (
            InstanceType.JSONL,
            b'[1]\n["x"]\n[',
            "invalid",
            [("VC303", "data:2:1:2"), ("VC405", "data:3:1:2")],
        ),
        (InstanceType.CBOR_SEQ, b"\x80\x81\x01", "valid", []),
        (InstanceType.CBOR_SEQ, b"\x80\x81\x61x", "invalid", [("VC303", "data:+2")]),
        (InstanceType.JSON, b"[1", "invalid", [("VC405", "data:1:3")]),
    ],
)
def test_instances_of_all_kinds(
    kind: InstanceType, data: bytes, verdict: str, places: list[tuple[str, str]]
) -> None:
    report = _check(INTEGERS, data, kind)
    assert report.verdict is Verdict(verdict)
    assert _places(report) == places
    assert report.file == "data"


def test_undecided_items_of_a_sequence_do_not_hide_invalid_ones() -> None:
    text = "a = int / (bytes .sdnv uint)\n"
    assert _check(text, b"\x01\x41\x00", InstanceType.CBOR_SEQ).verdict is Verdict.UNDECIDED
    assert _check(text, b"\x41\x00\x61x", InstanceType.CBOR_SEQ).verdict is Verdict.INVALID


def test_encoding_is_warned_of_on_request() -> None:
    report = _check(INTEGERS, b"\x81\x18\x01", InstanceType.CBOR, deterministic=True)
    assert report.verdict is Verdict.VALID
    assert [item.severity for item in report.diagnostics] == [Severity.WARNING]


def test_decoded_data_has_pointers_only() -> None:
    compiled = compile_cddl("a = {n: float}\n")
    assert compiled.check_value({"n": 1}).verdict is Verdict.VALID
    (fault,) = compiled.check_value({"n": 1}, json=False).diagnostics
    assert fault.instance == InstanceRef(file="<value>", pointer="/n")


def test_undecided_counts_as_not_accepted() -> None:
    compiled = compile_cddl("a = tstr .oid any\n")
    assert not compiled.accepts_json(b'"x"')
    assert not compiled.accepts_cbor(b"\x61x")
    assert not compile_cddl(INTEGERS, limits=Limits(bytes=2)).accepts_json(b"[1]")


@pytest.mark.parametrize("depth", [300, 5000])
def test_deep_data_reaches_a_limit(depth: int) -> None:
    compiled: CompiledCddl = compile_cddl("a = [* a]\n")
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    report = compiled.check_value(value)
    assert report.verdict is Verdict.UNDECIDED
    assert [item.code.id for item in report.diagnostics] == ["VC331"]
    assert not compiled.accepts_json(b"[" * depth + b"]" * depth)


def test_pointers() -> None:
    path = ("a/b~", 0, Key("h'2f'/~"), Inside("cbor"), "")
    assert format_pointer(path) == "/a~1b~0/0/{h'2f'~1~0}/<cbor>/"
    assert format_pointer(()) == ""


def test_lines_of_a_source() -> None:
    source = SourceFile("a", "one\r\ntwo\n")
    assert [source.line_text(line) for line in range(5)] == ["", "one", "two", "", ""]
    assert source.line_column(5) == (2, 1)
    assert source.text_of(Span("a", 5, 8)) == "two"


def test_order_and_fingerprint_of_diagnostics() -> None:
    (first,) = compile_cddl(INTEGERS).check_json(b'["x"]').diagnostics
    (second,) = compile_cddl("\n" + INTEGERS).check_json(b'[1, 2, "y"]').diagnostics
    assert first.fingerprint == second.fingerprint
    assert sort_diagnostics([second, first, second]) == (first, second)
    bare = Diagnostic(code=first.code, message="m", severity=Severity.INFO)
    assert sort_diagnostics([first, bare])[0] is bare
    assert bare.fingerprint != first.fingerprint
    assert [severity.rank for severity in Severity] == [0, 1, 2]
    rule = RuleRef(file="f", line=3, column=4)
    assert (rule.place, InstanceRef(file="f", offset=0).place) == ("f:3:4", "f:+0")
