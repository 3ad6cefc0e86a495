from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vcddl.limits import Limits
from vcddl.source import SourceFile, Span
from vcddl.syntax import ast
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import unparse

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Diagnostic

HERE = Path(__file__).parent
FAULTS = [json.loads(line) for line in (HERE / "faults.jsonl").read_text("utf-8").splitlines()]
READINGS = [json.loads(line) for line in (HERE / "readings.jsonl").read_text("utf-8").splitlines()]


def _parse(text: str) -> ast.Cddl:
    parsed = parse_cddl(SourceFile("given", text))
    assert parsed.cddl is not None, parsed.diagnostics
    return parsed.cddl


def _warnings(text: str) -> list[tuple[str, str, str]]:
    parsed = parse_cddl(SourceFile("given", text))
    assert parsed.cddl is not None
    return [(one.code.name, _place(one), one.message) for one in parsed.diagnostics]


def _place(diagnostic: Diagnostic) -> str:
    assert diagnostic.rule is not None
    return f"{diagnostic.rule.line}:{diagnostic.rule.column}"


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: repr(case["cddl"]))
def test_faults_have_a_place_and_advice(case: dict[str, Any]) -> None:
    parsed = parse_cddl(SourceFile("given", case["cddl"]))
    assert parsed.cddl is None
    fault = parsed.diagnostics[-1]
    assert (fault.code.id, _place(fault), fault.help) == (case["code"], case["place"], case["help"])
    assert case["message"] in fault.message


@pytest.mark.parametrize("case", READINGS, ids=lambda case: repr(case["cddl"]))
def test_text_is_read_as(case: dict[str, Any]) -> None:
    (rule,) = _parse(case["cddl"]).rules
    assert outline(rule.definition) == case["read"]
    assert _parse(unparse(rule)).rules == (rule,)


def outline(node: Any) -> Any:
    """A node as lists and plain values: the name of its class, then its fields without spans."""
    if isinstance(node, tuple):
        return [outline(item) for item in node]
    if isinstance(node, ast.Type | ast.Type1 | ast.Group | ast.GroupChoice):
        inner = [outline(getattr(node, name)) for name in _fields(node) if getattr(node, name)]
        return inner[0] if len(inner) == 1 else [type(node).__name__, *inner]
    if hasattr(node, "span"):
        return [type(node).__name__, *(outline(getattr(node, name)) for name in _fields(node))]
    return node.hex() if isinstance(node, bytes) else node


def _fields(node: Any) -> list[str]:
    return [name for name in node.__match_args__ if name not in ("span", "text")]


def test_the_list_of_what_can_follow_is_short() -> None:
    (fault,) = parse_cddl(SourceFile("given", "a = { x = int }\n")).diagnostics
    assert fault.message.endswith(
        "a member key, a type, an occurrence (`?`, `*`, `+`, `n*m`), `,`, `=>` or `}`"
    )
    (fault,) = parse_cddl(SourceFile("given", "a<> = b\n")).diagnostics
    assert fault.message == "`>` cannot stand here; expected a name"


def test_spans_cover_what_they_name() -> None:
    source = SourceFile("given", "a<t> = { ? b: [* t], c => 1..2 } / ~d\n")
    cddl = parse_cddl(source).cddl
    assert cddl is not None
    (rule,) = cddl.rules
    assert source.text_of(rule.span) == source.text.rstrip()
    assert isinstance(rule.definition, ast.Type)
    one, two = rule.definition.choices
    assert source.text_of(one.span) == "{ ? b: [* t], c => 1..2 }"
    assert isinstance(one.target, ast.Map)
    texts = [source.text_of(entry.span) for entry in one.target.group.choices[0].entries]
    assert texts == ["? b: [* t]", "c => 1..2"]
    assert isinstance(two.target, ast.Unwrap)
    assert source.text_of(two.target.name.span) == "d"


def test_comments_are_kept_in_order() -> None:
    cddl = _parse("; one\r\na = \"; no\" ; two  \nb = '; no' ;\n")
    assert [comment.text for comment in cddl.comments] == ["; one", "; two  ", ";"]
    assert cddl.comments[0].span == Span("given", 0, 5)


def test_an_empty_file_is_cddl() -> None:
    assert _parse("").rules == ()
    assert _parse("\n; nothing\n").rules == ()


def test_numbers_of_different_kinds_differ() -> None:
    assert _parse("a = 1\n") != _parse("a = 1.0\n")
    assert _parse("a = 0x10\n") == _parse("a = 16\n")


def test_brackets_that_close_do_not_count_as_nesting() -> None:
    limits = Limits(depth=3)
    assert parse_cddl(SourceFile("given", "a = [[[]], [[]]]\n"), limits=limits).cddl is not None
    (fault,) = parse_cddl(SourceFile("given", "a = [ {(\n[]) }]\n"), limits=limits).diagnostics
    assert (fault.code.name, _place(fault)) == ("cddl-too-deep", "2:1")
    assert fault.message == "brackets are nested more than 3 deep"
    (fault,) = parse_cddl(SourceFile("given", "a = b<c<d<e<f>>>>\n"), limits=limits).diagnostics
    assert (fault.code.name, _place(fault)) == ("cddl-too-deep", "1:12")
    assert _parse("a = { b<c> => d, e<f> ^ => g }\n").rules
    flat = "a = {" + "b<c> => d, " * 9 + "}\n"
    assert parse_cddl(SourceFile("given", flat), limits=limits).cddl is not None


def test_layout_that_people_write_is_a_warning() -> None:
    assert _warnings("a\t= int\t; x\ty\n") == [
        ("tab-in-layout", "1:2", "2 tabs in the layout, the first here")
    ]
    assert _warnings("a =\tint\n") == [("tab-in-layout", "1:4", "tab in the layout")]
    assert _warnings("a = int\rb = a\r\n") == [("cr-line-end", "1:8", "line end without line feed")]
    assert _warnings("a = int\r\rb = a\n") == [
        ("cr-line-end", "1:8", "2 line ends without line feed, the first here")
    ]
    assert _warnings("a = int ; end") == [
        ("last-comment-without-line-end", "1:13", "the last comment has no line end")
    ]
    assert _warnings("\ufeffa = int\n") == [
        ("cddl-byte-order-mark", "1:1", "byte order mark at the start")
    ]
    assert _warnings("a = int") == []


def test_warnings_come_with_faults() -> None:
    parsed = parse_cddl(SourceFile("given", "a =\t[\n"))
    assert [one.code.name for one in parsed.diagnostics] == ["tab-in-layout", "unbalanced-bracket"]


def test_every_faulty_literal_is_reported() -> None:
    parsed = parse_cddl(SourceFile("given", "a = \"\\q\" / 01 / h'0'\n"))
    assert [_place(one) for one in parsed.diagnostics] == ["1:6", "1:12", "1:19"]
