"""Each file of ``explain/`` is a list of instances that do not match, and what is said of them.

A case has `cddl` (one text, or texts by file name), `root`, `type` (json, edn, hex), `data` as
text, `options` and `limits` where they are not the usual ones, `verdict` (invalid unless it says
otherwise), `omitted`, and `expect`: the diagnostics in order, each with code, pointer, message,
line and column of the rule, the rules on the way, help and related places where there are any.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.diagnostics.model import Severity
from vcddl.instance.detect import InstanceType
from vcddl.limits import Limits
from vcddl.match.options import Options
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Diagnostic

CASES = Path(__file__).parent / "explain"
KEPT = ("place", "path", "help", "related")


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['description']}")
        for path in sorted(CASES.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


def compile_case(case: dict[str, Any]) -> CompiledCddl:
    files = case["cddl"] if isinstance(case["cddl"], dict) else {"a.cddl": case["cddl"]}
    return compile_cddl(
        *(SourceFile(name, text) for name, text in files.items()),
        root=case.get("root"),
        options=Options(**case.get("options", {})),
        limits=Limits(**case.get("limits", {})),
    )


def told(diagnostic: Diagnostic) -> dict[str, Any]:
    """All that a case may say of a diagnostic."""
    rule = diagnostic.rule
    place = f"{rule.line}:{rule.column}" if rule else ""
    file = f"{rule.file}:" if rule and rule.file != "a.cddl" else ""
    return {
        "code": diagnostic.code.id,
        "pointer": diagnostic.instance.pointer if diagnostic.instance else None,
        "message": diagnostic.message,
        "place": file + place,
        "path": "/".join(rule.path) if rule else "",
        "help": diagnostic.help,
        "related": [f"{item.role}: {item.message}" for item in diagnostic.related],
    }


def check_case(case: dict[str, Any]) -> Report:
    data = case["data"].encode()
    return compile_case(case).check(data, type=InstanceType(case["type"]), name="data")


@pytest.mark.parametrize("case", _cases())
def test_what_is_said(case: dict[str, Any]) -> None:
    report = check_case(case)
    assert report.verdict is Verdict(case.get("verdict", "invalid"))
    assert report.omitted == case.get("omitted", 0)
    shown = [told(diagnostic) for diagnostic in report.diagnostics]
    assert [(item["code"], item["pointer"], item["message"]) for item in shown] == [
        (item["code"], item["pointer"], item["message"]) for item in case["expect"]
    ]
    for item, wanted in zip(shown, case["expect"], strict=True):
        assert {key: item[key] for key in KEPT if key in wanted} == {
            key: wanted[key] for key in KEPT if key in wanted
        }
        assert ("help" in wanted) is (item["help"] is not None)


@pytest.mark.parametrize("case", _cases())
def test_what_is_said_holds_together(case: dict[str, Any]) -> None:
    report = check_case(case)
    assert check_case(case) == report
    errors = [item for item in report.diagnostics if item.severity is Severity.ERROR]
    assert bool(errors) is (report.verdict is Verdict.INVALID)
    for diagnostic in report.diagnostics:
        assert diagnostic.instance is not None
        assert diagnostic.rule is not None or diagnostic.code.id == "VC331"
        assert "\n" not in diagnostic.message
        assert not diagnostic.message.endswith(".")
