"""vCons against the core 0.4.0, ours and the published one, as JSON and as CBOR."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.cases import ROOT, read_lines, report_of

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.instance.encode import encode_cbor
from vcddl.report import Verdict

if TYPE_CHECKING:
    from pathlib import Path

PUBLISHED = ROOT.parent / "shared" / "specs" / "official" / "vcon-core-0.4.0.cddl"
CORES = {"ours": ROOT / "cddl" / "vcon-core-0.4.0.cddl", "published": PUBLISHED}
CASES = read_lines("vcon-core-0.4.0")
RUNS = [
    pytest.param(core, form, case, id=f"{core}-{case['id']}-{form}")
    for core in CORES
    for case in CASES
    for form in ("json", "cbor")
    if case.get("format", form) == form
]


@cache
def _compiled(path: Path) -> CompiledCddl:
    return compile_cddl(path)


@pytest.mark.parametrize(("core", "form", "case"), RUNS)
def test_case(core: str, form: str, case: dict[str, Any]) -> None:
    path = CORES[core]
    if not path.is_file():
        pytest.skip("the published core lies outside of this repository")
    text = case["instance"]
    data = text.encode() if form == "json" else encode_cbor(json.loads(text))
    cddl = _compiled(path)
    is_valid = case["expected"] == "valid"
    assert cddl.fast_accepts(data, json=form == "json") is is_valid
    report = report_of(cddl, data, json=form == "json")
    assert report.verdict is Verdict(case["expected"]), (case["why"], report.diagnostics)
