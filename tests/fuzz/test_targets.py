"""The fuzz targets for a short while: seeds changed as hypothesis likes.

``VCDDL_FUZZ_EXAMPLES`` says how many inputs each target gets; without it they are few, and always
the same.
"""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from fuzz.__main__ import seeds_of
from fuzz.mutate import TOKENS
from fuzz.targets import TARGETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

EXAMPLES = os.environ.get("VCDDL_FUZZ_EXAMPLES")
SHORT = settings(
    max_examples=int(EXAMPLES or 150),
    derandomize=EXAMPLES is None,
    database=None,
    deadline=timedelta(seconds=20),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PIECES = st.one_of(st.just(b""), st.sampled_from(TOKENS), st.binary(max_size=3))


@st.composite
def changed(draw: DrawFn, seeds: list[bytes]) -> bytes:
    """A seed in which a few parts are replaced."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 4)))
        data = data[:start] + draw(PIECES) + data[end:]
    return data


@pytest.mark.parametrize("target", TARGETS)
def test_seeds_changed(target: str) -> None:
    @SHORT
    @given(changed(seeds_of(target)))
    def run(data: bytes) -> None:
        TARGETS[target](data)

    run()


@pytest.mark.parametrize("target", TARGETS)
def test_any_bytes(target: str) -> None:
    @SHORT
    @given(st.binary(max_size=64))
    def run(data: bytes) -> None:
        TARGETS[target](data)

    run()
