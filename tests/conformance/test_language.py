"""Every case of the law, in both lanes.

The fast lane says VALID exactly for valid instances, unless it declines; the full lane, asked
alone, gives the verdict; the public interface agrees with both.
"""

from __future__ import annotations

import pytest
from tests.conformance.cases import Case, compiled, disputed, language_cases, report_of

from vcddl.report import Verdict

DISPUTED = disputed()
CASES = language_cases()


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    reason = DISPUTED.get(case.id)
    return [pytest.mark.xfail(reason=reason)] if reason else []


def test_all_files_are_here() -> None:
    assert len(CASES) == 895
    assert len({case.id for case in CASES}) == len(CASES)
    assert set(DISPUTED) <= {case.id for case in CASES}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id, marks=_marks(case)) for case in CASES]
)
def test_case(case: Case) -> None:
    cddl = compiled(case.cddl)
    if case.expected == "schema-error":
        assert cddl is None, case.why
        return
    assert cddl is not None, case.why
    json = case.format == "json"
    is_valid = case.expected == "valid"
    assert cddl.fast_accepts(case.data, json=json) in ({True, None} if is_valid else {False, None})
    report = report_of(cddl, case.data, json=json)
    assert report.verdict is Verdict(case.expected), (case.why, report.diagnostics)
    accepts = cddl.accepts_json if json else cddl.accepts_cbor
    check = cddl.check_json if json else cddl.check_cbor
    assert accepts(case.data) is is_valid
    assert check(case.data).verdict is report.verdict
