from __future__ import annotations

from collections import OrderedDict
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest

from vcddl import Limits, UsageError, Verdict, compile_cddl
from vcddl.errors import ResourceLimit
from vcddl.instance.python_value import value_of
from vcddl.instance.values import ExactDecimal, PairMap, Tag


class Colour(IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("data", "json", "value"),
    [
        ((1, "x"), True, [1, "x"]),
        (OrderedDict(a=1.0), True, {"a": 1}),
        ({"a": 1.0}, False, {"a": 1.0}),
        (bytearray(b"ab"), False, b"ab"),
        (Decimal("10.0"), True, 10),
        (Decimal("1.5"), True, 1.5),
        (Decimal("1e999"), True, ExactDecimal("1E+999")),
        (Colour.RED, True, 1),
        (Tag(1, (2,)), False, Tag(1, [2])),
        (float("inf"), True, float("inf")),
    ],
)
def test_python_data_as_a_value(data: Any, json: bool, value: Any) -> None:
    read = value_of(data, json=json)
    assert (type(read), read) == (type(value), value)


def test_keys_that_python_would_merge_make_a_pair_map() -> None:
    read = value_of({True: 1, None: 2}, json=False)
    assert isinstance(read, PairMap)
    assert read.pairs == ((True, 1), (None, 2))


def test_what_has_no_place_is_refused() -> None:
    with pytest.raises(UsageError, match="`set` is neither JSON nor CBOR"):
        value_of([{1}], json=True)


def test_data_that_contains_itself_reaches_the_limit() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ResourceLimit):
        value_of(loop, json=True)
    report = compile_cddl("a = [* a]", limits=Limits(depth=50)).check_value(loop)
    assert report.verdict is Verdict.UNDECIDED


def test_check_value_reads_numbers_as_asked() -> None:
    cddl = compile_cddl("a = {n: uint}")
    assert cddl.check_value({"n": 1.0}).verdict is Verdict.VALID
    assert cddl.check_value({"n": 1.0}, json=False).verdict is Verdict.INVALID
