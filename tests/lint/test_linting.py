"""How files are put together: roots, context, faults that stop lint or that compiling finds."""

from __future__ import annotations

from itertools import permutations

import pytest

from vcddl.linting import lint_cddl
from vcddl.rules.lint import lint
from vcddl.source import SourceFile

COMPILED = {
    "VC207": "start = a<int>\na<t> = [* a<[t]>]",
    "VC208": "start = b / int\nb = start",
    "VC209": "start = tstr .length 3",
    "VC210": "start = tstr .regexp int",
    "VC211": 'start = 1.."x"',
    "VC212": 'start = tstr .regexp "["',
    "VC213": "start = ~b\nb = int",
    "VC214": "start = &b\nb = int",
    "VC230": "start = bytes .sdnv uint",
}
RESOLVED = {
    "VC201": "start = {b: nowhere}",
    "VC203": "start = b\nb = int\nb = tstr",
    "VC204": "start = int / g\ng = (x: int)",
    "VC205": "start = pair<int>\npair<x, y> = [x, y]",
    "VC216": "start = tdate\ntdate = tstr",
}


def _file(text: str, name: str = "a.cddl") -> SourceFile:
    return SourceFile(name, f"{text}\n")


def _codes(*texts: str, root: str | None = None) -> list[str]:
    sources = [_file(text, f"{index}.cddl") for index, text in enumerate(texts)]
    return [item.code.id for item in lint_cddl(sources, root=root)]


@pytest.mark.parametrize("code", COMPILED)
def test_what_compiling_finds_is_told(code: str) -> None:
    assert code in _codes(COMPILED[code])
    assert code not in {item.code.id for item in lint([_file(COMPILED[code])])}


@pytest.mark.parametrize("code", COMPILED)
def test_compiling_goes_into_rules_that_nothing_uses(code: str) -> None:
    text = COMPILED[code].replace("start", "spare")
    assert {code, "VC501"} & set(_codes(f"root = int\n{text}")) >= {code}


def test_compiling_goes_into_groups_that_nothing_uses() -> None:
    assert "VC209" in _codes("root = int\ng = (x: tstr .length 3)\nh = (tstr // h)")
    assert "VC208" in _codes("root = int\nh = (h // tstr)")


@pytest.mark.parametrize("code", RESOLVED)
def test_what_resolving_finds_is_told(code: str) -> None:
    assert code in _codes(RESOLVED[code])


def test_checks_run_where_names_are_missing() -> None:
    assert _codes("start = {* tstr => any, x: nowhere}") == ["VC510", "VC201"]


def test_nothing_is_said_of_what_a_fault_of_syntax_hides() -> None:
    assert _codes("start = {* $$ext}\nspare = int", "$$ext //= (") == ["VC102"]
    assert _codes(";# include nowhere\nstart = $x\nspare = int") == ["VC220"]


def test_a_file_without_rules_is_fine() -> None:
    assert _codes("; nothing but a comment") == []


def test_the_root_may_be_named_or_a_type() -> None:
    text = "first = int\nsecond = [third]\nthird = tstr\n$$ext //= (x: fourth)\nfourth = int"
    assert _codes(text, root="second") == ["VC501", "VC507"]
    assert _codes(text, root="{ x: third }") == ["VC501", "VC501", "VC507"]
    assert _codes(text, root="[ first, second, { $$ext } ]") == []


def test_a_root_that_is_not_there_is_an_error() -> None:
    assert "VC215" in _codes("start = int", root="strat")
    assert "VC206" in _codes("start = {g}\ng = (x: int)", root="g")


def test_errors_in_the_context_are_told_and_its_warnings_are_not() -> None:
    core = _file("core = {* $$core-ext, x: nowhere}\nspare = int", "core.cddl")
    plug = _file("$$core-ext //= (y: int)", "plug.cddl")
    found = lint_cddl([plug], context_files=[core])
    assert [item.code.id for item in found] == ["VC201"]


def test_a_core_for_cbor_says_nothing_of_its_plugs() -> None:
    core = _file("core = {1 => int, * $$core-ext}", "core.cddl")
    assert lint_cddl([_file("$$core-ext //= (2 => bstr)", "plug.cddl")], context_files=[core]) == ()


def test_the_order_of_plug_files_changes_nothing() -> None:
    core = _file("core = {a: int, * $$core-ext}\nspare = int", "core.cddl")
    plugs = [
        _file("$$core-ext //= (x: one)\none = 10..0", "x.cddl"),
        _file("$$core-ext //= (y: tdate)", "y.cddl"),
        _file("$$corr-ext //= (z: int)", "z.cddl"),
    ]
    found = {lint_cddl([core, *order]) for order in permutations(plugs)}
    assert len(found) == 1


HOSTILE = {
    "alternatives": " / ".join(f'"k{index}"' for index in range(3000)),
    "group alternatives": "{" + " // ".join(f"k{index}: int" for index in range(2000)) + "}",
    "wildcards": "{" + ", ".join(f"* (tstr .size {index}) => int" for index in range(500)) + "}",
    "nested arrays": "[" * 190 + "int / tstr" + "]" * 190,
    "nested choices": "(int / [" * 90 + "int" + "])" * 90,
    "nested groups": "{" + "(" * 190 + "x: int" + ")" * 190 + "}",
    "chain": "a0\n"
    + "\n".join(f"a{index} = a{index + 1}" for index in range(1000))
    + "\na1000 = int",
    "groups that double": "{g0}\n"
    + "\n".join(f"g{index} = (g{index + 1}, g{index + 1})" for index in range(100))
    + "\ng100 = (x: int)",
    "choices that double": "a0\n"
    + "\n".join(f"a{index} = a{index + 1} / [a{index + 1}]" for index in range(100))
    + "\na100 = int",
    "groups in circles": "{a}\na = (? b, x: int)\nb = (? c)\nc = (a // b)",
    "types in circles": "[a, b]\na = int / [* b]\nb = a / {* a => b}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_shape_takes_long(name: str) -> None:
    is_endless = name == "groups in circles"
    assert ("VC208" in _codes(f"start = {HOSTILE[name]}")) == is_endless
