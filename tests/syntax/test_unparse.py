from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, get_args

import pytest

from vcddl.source import SourceFile
from vcddl.syntax import ast
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import Node, unparse

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = "a<t> = { ? b: [* ~t], #6.1(#7.25) => &c / (# .size 3) } ; end\n"


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif dataclasses.is_dataclass(node) and hasattr(node, "span"):
        yield node
        for field in dataclasses.fields(node):
            yield from _nodes(getattr(node, field.name))


@pytest.fixture
def cddl() -> ast.Cddl:
    cddl = parse_cddl(SourceFile("given", TEXT)).cddl
    assert cddl is not None
    return cddl


def test_every_node_is_written_as_its_text(cddl: ast.Cddl) -> None:
    source = SourceFile("given", TEXT)
    nodes = [node for node in _nodes(cddl) if not isinstance(node, ast.Cddl | ast.Group)]
    for node in nodes:
        assert unparse(node) == source.text_of(node.span)
    classes = {type(node) for node in _nodes(cddl)} | {ast.Value}
    assert classes == set(get_args(Node))


def test_a_file_is_written_without_its_comments(cddl: ast.Cddl) -> None:
    assert unparse(cddl) == TEXT.replace(" ; end", "")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a=(b)", "a = (b)"),
        ("a=(b,)", "a = (b,)"),
        ("a=((b,),)", "a = ((b,))"),
        ("a={b}", "a = { b }"),
        ("a={ }", "a = {}"),
        ("a=[b,]", "a = [b]"),
        ("a=&(b,)", "a = &(b)"),
        ("a=[//b//]", "a = [// b //]"),
        ("a={//}", "a = { // }"),
        ("a={ // b}", "a = { // b }"),
        ("a=1 .. 2", "a = 1..2"),
        ("a=1..max", "a = 1 .. max"),
        ('a="a".."b"', 'a = "a" .. "b"'),
        ("a=b .size 3", "a = b .size 3"),
        ("a=[1 2*3 4]", "a = [1, 2*3 4]"),
        ("a={1^=>2,x=>3 y:4}", "a = { 1 ^ => 2, x => 3, y: 4 }"),
    ],
)
def test_text_is_written_as(text: str, written: str) -> None:
    source = SourceFile("given", text)
    cddl = parse_cddl(source).cddl
    assert cddl is not None
    assert unparse(cddl) == f"{written}\n"
    assert format_cddl(source).text == unparse(cddl)


def test_nesting_costs_no_stack() -> None:
    depth = 200
    text = f"a = {'[' * depth}{']' * depth}\n"
    cddl = parse_cddl(SourceFile("given", text)).cddl
    assert cddl is not None
    assert unparse(cddl) == text
