"""The CDDL of the law with generated instances: valid in both lanes, and lanes agree near them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.cases import language_cases
from tests.property.lanes import assert_lanes_agree, instances, profile
from tests.property.strategies import mutated

from vcddl.check import compile_cddl
from vcddl.errors import CddlError

if TYPE_CHECKING:
    from vcddl.check import CompiledCddl


@cache
def _cddl_of_the_law() -> tuple[str, ...]:
    return tuple(dict.fromkeys(case.cddl for case in language_cases()))


@cache
def _compiled(text: str) -> CompiledCddl | None:
    try:
        cddl = compile_cddl(text)
        _ = cddl.cbor
    except CddlError:
        return None
    return cddl


def test_generated_instances_are_valid() -> None:
    made = 0
    for text in _cddl_of_the_law():
        cddl = _compiled(text)
        for json in (True, False):
            if cddl is not None:
                made += 1
                for value in instances(cddl, json=json):
                    assert assert_lanes_agree(cddl, value, json=json) is True, (text, value)
    assert made > 500


def test_what_the_law_calls_valid_can_be_generated() -> None:
    for case in language_cases():
        cddl = _compiled(case.cddl)
        if cddl is not None and case.expected == "valid" and case.confidence == "clear":
            assert instances(cddl, json=case.format == "json"), case.id


@settings(profile, max_examples=100)
@given(st.sampled_from(_cddl_of_the_law()), st.booleans(), st.data())
def test_lanes_agree_near_instances(text: str, json: bool, data: st.DataObject) -> None:
    cddl = _compiled(text)
    if cddl is None:
        return
    for value in instances(cddl, json=json, seed=data.draw(st.integers(0, 99))):
        for _ in range(3):
            assert_lanes_agree(cddl, mutated(value, data.draw, json=json), json=json)
