"""Explanations of much data and of hostile CDDL: the right ones, and an end to them."""

from __future__ import annotations

import json

import pytest

from vcddl.check import compile_cddl
from vcddl.limits import Limits
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile

LEVELS = 60
EVENTS = """a = {events: [* event]}
event = {at: uint, kind}
kind = (type: "keydown", button: tstr // type: "keyup", button: tstr // type: "text", body: tstr)
"""


def _check(cddl: str, value: object, **limits: int) -> Report:
    compiled = compile_cddl(SourceFile("a.cddl", cddl), limits=Limits(**limits))
    return compiled.check_json(json.dumps(value).encode())


def test_three_faults_in_2000_events_are_three_diagnostics() -> None:
    events: list[dict[str, object]] = [
        {"at": number, "type": "keyup", "button": "1"} for number in range(2000)
    ]
    del events[17]["button"]
    events[1200] = {"at": "late", "type": "text", "body": "x"}
    events[1999]["type"] = "keyp"
    report = _check(EVENTS, {"events": events})
    found = [(item.code.id, item.instance and item.instance.pointer) for item in report.diagnostics]
    assert found == [
        ("VC301", "/events/17"),
        ("VC303", "/events/1200/at"),
        ("VC304", "/events/1999/type"),
    ]
    assert report.omitted == 0


@pytest.mark.parametrize(
    ("cddl", "wrong"),
    [
        ("a = [* int]", "x"),
        ("a = [* {n: int}]", {"n": "x"}),
        ("a = [* {n: int} / {s: tstr}]", {}),
        ('a = [* ["add", int] / ["neg", int]]', ["sub", 1]),
    ],
)
def test_the_rest_of_30000_faults_is_counted(cddl: str, wrong: object) -> None:
    report = _check(cddl, [wrong] * 30_000, errors=10)
    assert report.verdict is Verdict.INVALID
    assert (len(report.diagnostics), report.omitted) == (10, 29_990)


@pytest.mark.parametrize(
    "rule",
    [
        "a{} = a{} / a{}",
        "a{} = (a{}) / ((a{}) / nint)",
        "a{} = (a{} .and int) / (a{} .ne 7)",
        "a{} = [a{}] / [a{}]",
        "a{} = {{x: a{}}} / {{x: a{}, ? y: int}}",
        "a{} = #6.1(a{}) / #6.1(a{})",
    ],
)
@pytest.mark.parametrize("value", ["x", [[["x"]]], {"x": {"x": {}}}])
def test_doubled_types_are_explained_at_once(rule: str, value: object) -> None:
    rules = [rule.format(level, level + 1, level + 1) for level in range(LEVELS)]
    cddl = "\n".join([*rules, f"a{LEVELS} = int", ""])
    report = _check(cddl, value, steps=200_000)
    assert report.verdict in (Verdict.INVALID, Verdict.UNDECIDED)
    assert report.diagnostics


@pytest.mark.parametrize(
    "rule",
    [
        "g{} = (g{} // g{})",
        "g{} = (g{}, g{})",
        "g{} = (? g{}, ? g{})",
        "g{} = (* g{}, * g{})",
        "g{} = (x: 1, g{} // x: 1, g{})",
    ],
)
@pytest.mark.parametrize("value", [{"y": 1}, {"x": "s"}, ["s"]])
def test_doubled_groups_are_explained_at_once(rule: str, value: object) -> None:
    rules = [rule.format(level, level + 1, level + 1) for level in range(LEVELS)]
    cddl = "\n".join(["a = {g0} / [g0]", *rules, f"g{LEVELS} = (x: int)", ""])
    report = _check(cddl, value, steps=200_000)
    assert report.verdict in (Verdict.INVALID, Verdict.UNDECIDED)
    assert report.diagnostics


@pytest.mark.parametrize(
    "cddl",
    [
        "a = {g}\ng = (x: int, g)",
        "a = {g}\ng = (x: int, ? g)",
        "a = {g}\ng = (x: int, (g // y: int))",
        "a = {m}\nm = (x: int, * m)",
        "a = {~m}\nm = {x: int, ~m}",
        "a = {(x: int, g) // g}\ng = (y: int, h)\nh = (z: int, g)",
    ],
)
@pytest.mark.parametrize("value", [{}, {"x": 1}, {"x": "s"}, {"x": 1, "y": 2, "z": 3, "w": 4}])
def test_groups_within_themselves_are_explained(cddl: str, value: object) -> None:
    report = _check(cddl, value)
    assert (report.verdict is Verdict.VALID) is (not report.diagnostics)
