from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vcddl.limits import Limits
from vcddl.source import SourceFile
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.rename import rename
from vcddl.syntax.unparse import unparse
from vcddl.syntax.walk import references, sole_name

if TYPE_CHECKING:
    from vcddl.syntax import ast


def _parse(text: str) -> ast.Cddl:
    cddl = parse_cddl(SourceFile("given", f"{text}\n")).cddl
    assert cddl is not None
    return cddl


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = b", ["b entry"]),
        ("a = (b)", ["b entry"]),
        ("a /= b", ["b type"]),
        ("a //= b", ["b entry"]),
        ("a = b / c", ["b type", "c type"]),
        ("a = b .size c", ["b type", "c type"]),
        ("a = [b, c: d, * e => f]", ["b entry", "d type", "e type", "f type"]),
        ("a = [(b), ((c)), (d, e)]", ["b entry", "c entry", "d entry", "e entry"]),
        ("a = ~b / &c", ["b unwrap", "c choice"]),
        ("a = &(b: c)", ["c type"]),
        ("a = b<c, d<e>>", ["b entry", "c entry", "d entry", "e entry"]),
        ("a = #6.<b>(c) / #7.<d> / # / 1", ["b type", "c type", "d type"]),
    ],
)
def test_references_are_found_in_order_with_their_places(text: str, found: list[str]) -> None:
    cddl = _parse(text)
    assert [f"{one.name} {one.place}" for one in references(cddl)] == found
    (rule,) = cddl.rules
    assert [one.name for one in references(rule)] == [one.split()[0] for one in found]


def test_a_lone_name_is_seen_through_parentheses() -> None:
    assert [
        name and name.name
        for name in (sole_name(rule.definition) for rule in _parse("a = ((b))\nc = d / e").rules)
    ] == ["b", None]


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("a = b / [c: d, e => ~f, &g, 1]", "x.a = x.b / [c: x.d, x.e => ~x.f, &x.g, 1]"),
        ("a<t> = { k: t, l: b<t> }", "x.a<t> = { k: t, l: x.b<t> }"),
        ("a //= (? b // #6.<c>(d) .size 3)", "x.a //= (? x.b // #6.<x.c>(x.d) .size 3)"),
    ],
)
def test_rules_and_their_uses_get_other_names(text: str, renamed: str) -> None:
    (rule,) = _parse(text).rules
    assert unparse(rename(rule, lambda name: f"x.{name}")) == renamed


def test_what_is_not_a_rule_can_be_renamed_too() -> None:
    cddl = _parse("a = [b]")
    definition = cddl.rules[0].definition
    assert unparse(rename(definition, str.upper)) == "[B]"


def test_nesting_costs_no_stack() -> None:
    depth = Limits().depth
    (rule,) = _parse(f"a = {'[' * depth}b{']' * depth}").rules
    assert unparse(rename(rule, str.upper)) == f"A = {'[' * depth}B{']' * depth}"
    assert [one.name for one in references(rule)] == ["b"]
