"""Our own cases, ``more/*.json``: verdicts and codes, and what a message must and must not say.

A case has `description`, `cddl`, `root` (the first rule where absent), `section`, `options` and
`limits` where they differ from the default, and `tests` with `description`, `type` (``json``; ``cbor`` as hexadecimal digits; ``edn``), `data`, `verdict`. A test
may name the `codes` of its errors, their `pointers`, and texts that its diagnostics `say` or do
`not_say`. A case that names `problems`, the codes of its errors, has CDDL that is refused.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.conformance.cases import FOLDER

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.diagnostics.model import Severity
from vcddl.errors import CddlError
from vcddl.instance.detect import InstanceType
from vcddl.limits import Limits
from vcddl.match.options import Options
from vcddl.report import Report, Verdict

CASES = [
    (f"{path.stem}: {case['description']}", case)
    for path in sorted((FOLDER / "more").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
TESTS = [
    pytest.param(case, test, id=f"{name}: {test['description']}")
    for name, case in CASES
    for test in case["tests"]
]
REFUSED = [pytest.param(case, id=name) for name, case in CASES if "problems" in case]


def _compile(case: dict[str, Any]) -> CompiledCddl:
    options = Options(**case.get("options", {}))
    limits = Limits(**case.get("limits", {}))
    return compile_cddl(f"{case['cddl']}\n", root=case.get("root"), options=options, limits=limits)


def test_ids_are_unique() -> None:
    ids = [str(item.id) for item in TESTS]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: dict[str, Any]) -> None:
    with pytest.raises(CddlError) as caught:
        _compile(case)
    assert [item.code.id for item in caught.value.diagnostics] == case["problems"]


@pytest.mark.parametrize(("case", "test"), TESTS)
def test_case(case: dict[str, Any], test: dict[str, Any]) -> None:
    cddl = _compile(case)
    kind = InstanceType(test.get("type", "json"))
    data = bytes.fromhex(test["data"]) if kind is InstanceType.CBOR else test["data"].encode()
    report = cddl.check(data, type=kind, name="case")
    assert report.verdict is Verdict(test["verdict"]), report.diagnostics
    if kind is not InstanceType.EDN:
        fast = cddl.fast_accepts(data, json=kind is InstanceType.JSON)
        assert fast in ({True, None} if report.verdict is Verdict.VALID else {False, None})
    _check_messages(report, test)


def _check_messages(report: Report, test: dict[str, Any]) -> None:
    errors = [item for item in report.diagnostics if item.severity is Severity.ERROR]
    if report.verdict is Verdict.VALID:
        assert not errors
    if "codes" in test:
        assert [item.code.id for item in errors or report.diagnostics] == test["codes"]
    if "pointers" in test:
        assert [item.instance and item.instance.pointer for item in errors] == test["pointers"]
    texts = [text for item in errors for text in (item.message, item.help, item.expected) if text]
    said = "\n".join(texts)
    assert all(text in said for text in test.get("say", [])), said
    assert not any(text in said for text in test.get("not_say", [])), said
