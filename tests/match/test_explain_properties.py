"""What holds for every explanation, over random CDDL and instances."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.property.strategies import cbor_values, json_values, small_cddl

from vcddl.check import CompiledCddl, load_cddl
from vcddl.diagnostics.model import Severity
from vcddl.errors import CddlError
from vcddl.instance.encode import encode_cbor
from vcddl.limits import Limits
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile

SLOW = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
UNDECIDABLE = st.sampled_from(("", "", "tstr", "int", "any"))


@st.composite
def compiled(draw: st.DrawFn) -> CompiledCddl:
    """Small CDDL that can be used; in some of it an operator is not implemented."""
    text = draw(small_cddl(plugs=draw(st.booleans())))
    if word := draw(UNDECIDABLE):
        text = text.replace(f" {word} ", f" ({word} .oid any) ", 1)
    try:
        made = load_cddl([SourceFile("a", text)], limits=Limits(steps=1_000_000))
        _ = made.json, made.cbor
    except CddlError:
        assume(condition=False)
    return made


def _holds_together(report: Report, again: Report) -> None:
    assert report == again
    errors = [item for item in report.diagnostics if item.severity is Severity.ERROR]
    assert bool(errors) is (report.verdict is Verdict.INVALID)
    assert bool(report.diagnostics) is (report.verdict is not Verdict.VALID)
    for item in report.diagnostics:
        limited = item.code.id == "VC331"
        assert item.instance is not None
        assert limited or item.rule is not None
        assert limited or item.instance.line is not None or item.instance.offset is not None
        assert "\n" not in item.message
        assert "``" not in item.message
        assert ", ," not in item.message


@SLOW
@given(compiled(), json_values())
def test_json(cddl: CompiledCddl, value: Any) -> None:
    data = json.dumps(value).encode()
    _holds_together(cddl.check_json(data), cddl.check_json(data))


@SLOW
@given(compiled(), cbor_values())
def test_cbor(cddl: CompiledCddl, value: Any) -> None:
    data = encode_cbor(value)
    _holds_together(cddl.check_cbor(data), cddl.check_cbor(data))
