"""Random CDDL with random and generated instances: what must hold whatever the CDDL says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.lanes import (
    assert_lanes_agree,
    compiled,
    files_of,
    instances,
    judged,
    profile,
    written,
)
from tests.property.strategies import (
    LEAVES,
    cbor_values,
    json_values,
    mutated,
    small_cddl,
)

from vcddl.check import compile_cddl
from vcddl.instance.values import PairMap, Tag
from vcddl.report import Verdict
from vcddl.rules.bundle import bundle
from vcddl.source import SourceFile

if TYPE_CHECKING:
    import random

# What means the same for JSON and for CBOR: no floats, whose integral values JSON does not keep
# apart from integers.
_SAME_IN_BOTH = tuple(
    leaf for leaf in LEAVES if "." not in leaf or leaf.startswith(("tstr .", "uint .", "int ."))
)
_SAME_IN_BOTH = tuple(
    leaf for leaf in _SAME_IN_BOTH if "float" not in leaf and leaf not in {"number", "biguint"}
)


def _values(data: st.DataObject, cddl: Any, *, json: bool) -> list[Any]:
    """Random values, generated instances, and those with one part changed."""
    drawn = [data.draw(json_values() if json else cbor_values()) for _ in range(2)]
    made = instances(cddl, json=json, seed=data.draw(st.integers(0, 99)))
    changed = [mutated(value, data.draw, json=json) for value in made for _ in range(3)]
    return [*drawn, *made, *changed]


@settings(profile, max_examples=25)
@given(text=small_cddl(), json=st.booleans(), data=st.data())
def test_lanes_agree(text: str, data: st.DataObject, *, json: bool) -> None:
    cddl = compiled(text)
    for value in _values(data, cddl, json=json):
        assert_lanes_agree(cddl, value, json=json)


@pytest.mark.parametrize(
    ("text", "data", "is_valid"),
    [
        ("a = [(uint .size 1) // (any, any)]", b"[1.0, 2]", False),
        ("a = [(uint .size 1) // (any, any)]", b"[1.5, 2]", True),
        ("a = uint .size 1", b"1.0", True),
        ("a = uint .bits &(x: 1)", b"2.0", True),
        ("a = [(uint .bits &(x: 1)) // (any, any)]", b"[2.0, 2]", False),
        ("a = 0..2", b"0.5", False),
        ("a = [(0..2) // (any, any)]", b"[0.5, 2]", True),
    ],
)
def test_json_numbers_are_integers_by_value_in_both_lanes(
    text: str, data: bytes, *, is_valid: bool
) -> None:
    cddl = compile_cddl(f"{text}\n")
    assert cddl.fast_accepts(data, json=True) is is_valid
    assert cddl.accepts_json(data) is is_valid


@settings(profile, max_examples=25)
@given(text=small_cddl(), json=st.booleans(), data=st.data())
def test_reports_say_what_the_judge_says(text: str, data: st.DataObject, *, json: bool) -> None:
    cddl = compiled(text)
    for value in _values(data, cddl, json=json):
        wire = written(value, json=json)
        answer = judged(cddl, wire, json=json)
        report = cddl.check_json(wire) if json else cddl.check_cbor(wire)
        wanted = {True: Verdict.VALID, False: Verdict.INVALID, None: Verdict.UNDECIDED}[answer]
        assert report.verdict is wanted, wire
        assert bool(report.diagnostics) is (answer is not True), wire


def _shuffled(value: Any, order: random.Random) -> Any:
    """``value`` with the pairs of every map in another order."""
    if isinstance(value, Tag):
        return Tag(value.tag, _shuffled(value.value, order))
    if isinstance(value, list):
        return [_shuffled(item, order) for item in value]
    if not isinstance(value, dict | PairMap):
        return value
    pairs = [(key, _shuffled(item, order)) for key, item in value.items()]
    order.shuffle(pairs)
    return dict(pairs) if isinstance(value, dict) else PairMap(tuple(pairs))


@settings(profile, max_examples=25)
@given(text=small_cddl(), data=st.data(), order=st.randoms(use_true_random=False))
def test_order_of_pairs_means_nothing(text: str, data: st.DataObject, order: random.Random) -> None:
    cddl = compiled(text)
    for value in _values(data, cddl, json=True):
        wire, other = (written(item, json=True) for item in (value, _shuffled(value, order)))
        answer = judged(cddl, wire, json=True)
        assert judged(cddl, other, json=True) is answer, wire
        fast = cddl.fast_accepts(other, json=True)
        assert fast is None or fast is (answer is True), other


@settings(profile, max_examples=20)
@given(text=small_cddl(plugs=False), data=st.data())
def test_a_plug_never_refuses_what_the_socket_took(text: str, data: st.DataObject) -> None:
    base = "root = $t\n" + text.replace("$t", "int") + "$t /= r1\n"
    before, after = compiled(base), compiled(base + "$t /= r2\n")
    for value in _values(data, before, json=True):
        wire = written(value, json=True)
        if judged(before, wire, json=True) is True:
            assert judged(after, wire, json=True) is True, wire


@settings(profile, max_examples=25)
@given(text=small_cddl(leaves=_SAME_IN_BOTH), data=st.data())
def test_json_and_cbor_agree(text: str, data: st.DataObject) -> None:
    cddl = compiled(text)
    for value in _values(data, cddl, json=True):
        if not _has_floats(value):
            answers = [judged(cddl, written(value, json=json), json=json) for json in (True, False)]
            assert answers[0] is answers[1], value


def _has_floats(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_floats, value.values()))
    return any(map(_has_floats, value)) if isinstance(value, list) else isinstance(value, float)


@settings(profile, max_examples=40)
@given(
    literals=st.lists(st.sampled_from(['"a"', '"b"', "1", "2", "1.5", "true", "null"]), min_size=1),
    value=json_values(),
    order=st.randoms(use_true_random=False),
)
def test_order_of_literals_means_nothing(
    literals: list[str], value: Any, order: random.Random
) -> None:
    other = order.sample(literals, len(literals))
    pair = [
        compile_cddl(f"a = {{* c => c}} / [* c] / c\nc = {' / '.join(choice)}\n")
        for choice in (literals, other)
    ]
    answers = [assert_lanes_agree(cddl, value, json=True) for cddl in pair]
    assert answers[0] is answers[1]


@settings(profile, max_examples=20)
@given(text=small_cddl(), data=st.data(), drop_unused=st.booleans())
def test_a_bundle_says_the_same(text: str, data: st.DataObject, *, drop_unused: bool) -> None:
    cddl = compiled(text)
    parts = [SourceFile(f"{index}.cddl", part) for index, part in enumerate(files_of(text))]
    flat = compile_cddl(bundle(parts, drop_unused=drop_unused))
    for value in _values(data, cddl, json=True):
        wire = written(value, json=True)
        assert judged(flat, wire, json=True) is judged(cddl, wire, json=True), wire
