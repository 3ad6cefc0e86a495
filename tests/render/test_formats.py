"""Each format over reports that have everything, compared with files; JSON against its schema."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from vcddl.diagnostics.model import (
    Code,
    Diagnostic,
    InstanceRef,
    Related,
    Role,
    RuleRef,
    Severity,
)
from vcddl.render import FORMATS, RenderOptions, renderer_of
from vcddl.render.text import render_diagnostic
from vcddl.report import Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "schemas" / "output" / "check.schema.json"

MISSING = Code(
    id="VC301",
    name="missing-member",
    severity=Severity.ERROR,
    section="RFC 8610 §3.2",
    meaning="m.",
    why="w.",
    bad="b",
    good="g",
)
CHOSEN = replace(MISSING, id="VC350", name="core-chosen", severity=Severity.INFO)
TAB = replace(MISSING, id="VC110", name="tab-in-layout", severity=Severity.WARNING)
RULE = RuleRef(
    file="cddl/vcon-core.cddl",
    line=114,
    column=5,
    path=("vcon", "dialog"),
    excerpt="    created_at: date_type,",
    length=21,
)


def _diagnostic(code: Code, message: str, **fields: object) -> Diagnostic:
    return Diagnostic(code=code, message=message, severity=code.severity, **fields)  # type: ignore[arg-type]


EVERYTHING = _diagnostic(
    MISSING,
    "`created_at` is required here",
    instance=InstanceRef(
        file="call.json",
        pointer="/dialog/0",
        line=7,
        column=8,
        excerpt_column=8,
        excerpt='\t"日本": {"x": 1},',
        length=8,
    ),
    rule=RULE,
    expected="date_type",
    actual='{"x": 1}',
    related=(
        Related(role=Role.PLUGGED_BY, message="`$$dialog-ext`", rule=RULE),
        Related(role=Role.OTHER_ALTERNATIVE, message="`type` is not `text`"),
        Related(role=Role.OTHER_ALTERNATIVE, message="`type` is not `transfer`"),
    ),
    help='add `"created_at": "2026-01-01T00:00:00Z"`',
)
HOSTILE = _diagnostic(
    MISSING,
    "a value with \x1b[31mcolour\x1b[0m and \u202edirection",
    instance=InstanceRef(
        file="\x1b]0;title\x07.json",
        pointer="/\x1b[2J",
        line=1,
        column=5,
        excerpt_column=5,
        excerpt="abc \x1b[31m def",
        length=5,
    ),
    actual='"\ud83d"',
)
LONG = _diagnostic(
    TAB,
    "far to the right",
    instance=InstanceRef(
        file="call.json",
        pointer="/x",
        line=1,
        column=801,
        excerpt_column=801,
        excerpt="x" * 800 + "HERE" + "y" * 800,
        length=4,
    ),
)
BINARY = _diagnostic(
    MISSING,
    "in binary data",
    instance=InstanceRef(file="call.cbor", pointer="/{1}", offset=7, excerpt="{1: h'00'}"),
)
CDDL_ONLY = _diagnostic(TAB, "tab in the layout", rule=RULE)
CUT_BEFORE = _diagnostic(
    TAB,
    "cut by who found it",
    instance=InstanceRef(
        file="call.json",
        pointer="/x",
        line=1,
        column=801,
        excerpt_column=9,
        excerpt='…"name": HERE, …',
        length=4,
    ),
)
NOWHERE = _diagnostic(MISSING, "cannot read `my.cddl`: permission denied")
NOTICE = _diagnostic(
    CHOSEN, "no `vcon` member; the core of 0.5.0 judges it", instance=InstanceRef(file="call.json")
)

REPORTS = (
    Report(
        verdict=Verdict.INVALID,
        diagnostics=(NOTICE, EVERYTHING, LONG, CUT_BEFORE),
        omitted=12,
        file="call.json",
        spec="vcon 0.5.0 + tool-invocation",
        root="unsigned_vcon_type",
    ),
    Report(verdict=Verdict.INVALID, diagnostics=(BINARY, HOSTILE), file="call.cbor"),
    Report(verdict=Verdict.VALID, diagnostics=(CDDL_ONLY,), file="good.json", spec="my.cddl"),
    Report(verdict=Verdict.UNDECIDED, diagnostics=(NOWHERE,), file="gone.json"),
)
VARIANTS = {
    "text": RenderOptions(),
    "text-verbose": RenderOptions(verbose=True, seconds=0.25),
    "text-quiet": RenderOptions(quiet=True),
    "text-color": RenderOptions(color=True),
    "text-lint": RenderOptions(command="lint", verdicts=False),
    "concise": RenderOptions(),
    "concise-quiet": RenderOptions(quiet=True),
    "json": RenderOptions(),
    "jsonl": RenderOptions(),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_snapshot(variant: str, matches_snapshot: Callable[[Path, str], None]) -> None:
    render = renderer_of(variant.partition("-")[0]).render
    text = render(REPORTS, VARIANTS[variant])
    text.encode()
    matches_snapshot(HERE / "expected" / f"{variant}.txt", text)


def test_json_fits_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    document = json.loads(renderer_of("json").render(REPORTS, RenderOptions()))
    jsonschema.Draft202012Validator(schema).validate(document)


def test_lines_fit_the_schema_of_a_report() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    line_schema = {"$ref": "#/$defs/report", "$defs": schema["$defs"]}
    lines = renderer_of("jsonl").render(REPORTS, RenderOptions()).splitlines()
    assert len(lines) == len(REPORTS)
    for line in lines:
        jsonschema.Draft202012Validator(line_schema).validate(json.loads(line))


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_hostile_reaches_the_terminal(name: str) -> None:
    text = renderer_of(name).render(REPORTS, RenderOptions(verbose=True))
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_is_no_trouble(name: str) -> None:
    renderer_of(name).render((), RenderOptions())


def test_quiet_says_nothing_when_all_is_well() -> None:
    valid = Report(verdict=Verdict.VALID, diagnostics=(NOTICE,), file="a.json")
    assert renderer_of("text").render((valid,), RenderOptions(quiet=True)) == ""


def test_a_diagnostic_alone() -> None:
    assert render_diagnostic(NOWHERE).startswith("error[VC301] missing-member: cannot read")
