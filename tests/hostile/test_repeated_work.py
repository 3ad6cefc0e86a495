"""CDDL whose alternatives look at the same parts again: answered in one pass, or by a limit."""

from __future__ import annotations

import json

import pytest

from vcddl import Limits, Verdict, compile_cddl

LEVELS = 40
NESTED = "1"
for _ in range(LEVELS):
    NESTED = f'{{"x": {NESTED}, "p": 2}}'

CHAIN = "\n".join(
    f"a{level} = {{x: a{level + 1}, p: 1}} / {{x: a{level + 1}, p: 2}}" for level in range(LEVELS)
)
GROUPS = "\n".join(
    f'g{level} = (g{level + 1}, "a" // g{level + 1}, "b")' for level in range(LEVELS)
)
MEMBERS = "\n".join(
    f"g{level} = (g{level + 1}, x{level}: 1 // g{level + 1}, x{level}: 2)"
    for level in range(LEVELS)
)


@pytest.mark.parametrize(
    ("cddl", "verdict"),
    [
        (f"{CHAIN}\na{LEVELS} = int", Verdict.VALID),
        (f"{CHAIN}\na{LEVELS} = tstr", Verdict.INVALID),
        ("a = {x: a, p: 1} / {x: a, p: 2} / int", Verdict.VALID),
        ("a = {x: a, p: 1} / {x: a, p: 2} / tstr", Verdict.INVALID),
    ],
)
def test_choices_between_maps_are_not_tried_again(cddl: str, verdict: Verdict) -> None:
    compiled = compile_cddl(cddl, limits=Limits(steps=1_000_000, seconds=20))
    report = compiled.check_json(NESTED.encode())
    assert report.verdict is verdict
    assert len(report.diagnostics) == (verdict is Verdict.INVALID)


def test_groups_of_arrays_are_not_tried_again() -> None:
    cddl = f"a = [g0]\n{GROUPS}\ng{LEVELS} = (int)"
    compiled = compile_cddl(cddl, limits=Limits(steps=1_000_000, seconds=20))
    items = [1, *["b"] * LEVELS]
    assert compiled.check_json(json.dumps(items).encode()).verdict is Verdict.VALID


def test_groups_of_maps_run_into_a_limit() -> None:
    cddl = f"a = {{g0}}\n{MEMBERS}\ng{LEVELS} = (y: int)"
    compiled = compile_cddl(cddl, limits=Limits(steps=200_000, seconds=20))
    members = {"y": 1, **{f"x{level}": 2 for level in range(LEVELS)}}
    report = compiled.check_json(json.dumps(members).encode())
    assert report.verdict is Verdict.UNDECIDED
    assert [item.code.id for item in report.diagnostics] == ["VC331"]
