from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.errors import ResourceLimit
from vcddl.match.controls.join import (
    Choice,
    Constant,
    Part,
    Repeat,
    Sequence,
    Variable,
    join_matches,
)

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = 100_000


def shaped(pattern: str) -> Variable:
    fullmatch = re.compile(pattern.encode(), re.DOTALL).fullmatch
    return Variable(lambda data: fullmatch(data) is not None)


BYTE = Variable(lambda data: data.isdigit() and str(int(data)).encode() == data and int(data) < 256)
DOT = Constant(b".")
ADDRESS = Sequence((BYTE, DOT, BYTE, DOT, BYTE, DOT, BYTE))
WORD = shaped("[a-z]+")
ANY = shaped(".*")
LIST = Sequence((WORD, Repeat(Sequence((Constant(b","), WORD)), 0, None)))

CASES: list[tuple[str, Part, bytes, bool]] = [
    ("address", ADDRESS, b"192.0.2.255", True),
    ("too large a byte", ADDRESS, b"192.0.2.256", False),
    ("a byte too few", ADDRESS, b"192.0.2", False),
    ("a byte too many", ADDRESS, b"192.0.2.1.1", False),
    ("constants", Sequence((Constant(b"x"), Constant(b"y"))), b"xy", True),
    ("constants in another order", Sequence((Constant(b"x"), Constant(b"y"))), b"yx", False),
    ("nothing", Sequence(()), b"", True),
    ("nothing but something is there", Sequence(()), b"x", False),
    ("empty constants", Sequence((Constant(b""), ANY, Constant(b""))), b"x", True),
    ("no alternative", Choice(()), b"", False),
    ("a longer alternative", Sequence((Choice((Constant(b"a"), Constant(b"ab"))), Constant(b"c"))), b"abc", True),
    ("list", LIST, b"a,bc,d", True),
    ("list with a gap", LIST, b"a,,d", False),
    ("guidepost inside a variable", Sequence((ANY, DOT, WORD)), b"a.b.c", True),
    ("overlapping guideposts", Sequence((ANY, Constant(b"aa"), Constant(b"b"))), b"aaab", True),
    ("two variables", Sequence((WORD, shaped("[a-z]{3}"))), b"abcde", True),
    ("optional", Sequence((Repeat(Constant(b"-"), 0, 1), BYTE)), b"-1", True),
    ("optional, absent", Sequence((Repeat(Constant(b"-"), 0, 1), BYTE)), b"1", True),
    ("at least two", Repeat(Constant(b"ab"), 2, None), b"ab", False),
    ("at least two, three", Repeat(Constant(b"ab"), 2, None), b"ababab", True),
    ("two to three, four", Repeat(Constant(b"ab"), 2, 3), b"abababab", False),
    ("never", Repeat(Constant(b"ab"), 0, 0), b"", True),
    ("a loop over nothing", Repeat(Repeat(Constant(b""), 0, None), 0, None), b"", True),
    ("a loop over maybe nothing", Repeat(ANY, 0, None), b"abc", True),
    ("guideposts that begin alike", Sequence((WORD, Choice((Constant(b"."), Constant(b".."), Constant(b"a"))))), b"a..", True),
    ("guideposts that begin alike, in vain", Sequence((WORD, Choice((Constant(b"."), Constant(b".."))))), b"a..x", False),
    ("parts that meet again", Sequence((ANY, Choice((Constant(b""), Constant(b""))), DOT)), b"a.", True),
    ("an empty variable", Sequence((ANY, ANY, DOT)), b".", True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "data", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_joins(part: Part, data: bytes, *, expected: bool) -> None:
    assert join_matches(part, data, steps=STEPS) == expected


def _parts() -> st.SearchStrategy[tuple[Part, str]]:
    """Parts, and the same as a regular expression."""
    shapes = ["a", "b", "[ab]+", "a*", "(?:ab)?"]
    leaves = st.sampled_from(
        [(Constant(text.encode()), text) for text in ("", "a", "ab", "b")]
        + [(shaped(shape), f"(?:{shape})") for shape in shapes]
    )

    def extend(inner: st.SearchStrategy[tuple[Part, str]]) -> st.SearchStrategy[tuple[Part, str]]:
        return st.one_of(
            st.lists(inner, max_size=3).map(
                lambda items: (Sequence(tuple(p for p, _ in items)), "".join(r for _, r in items))
            ),
            st.lists(inner, min_size=1, max_size=3).map(
                lambda items: (
                    Choice(tuple(p for p, _ in items)),
                    f"(?:{'|'.join(r for _, r in items)})",
                )
            ),
            st.tuples(inner, st.integers(0, 2), st.sampled_from([None, 0, 1])).map(_repeat),
        )

    return st.recursive(leaves, extend, max_leaves=6)


def _repeat(made: tuple[tuple[Part, str], int, int | None]) -> tuple[Part, str]:
    (part, shape), low, extra = made
    high = None if extra is None else low + extra
    return Repeat(part, low, high), f"(?:{shape}){{{low},{'' if high is None else high}}}"


@given(_parts(), st.lists(st.text("ab", max_size=6), max_size=6))
def test_agrees_with_regular_expressions(made: tuple[Part, str], texts: list[str]) -> None:
    part, shape = made
    for text in texts:
        expected = re.fullmatch(shape, text) is not None
        assert join_matches(part, text.encode(), steps=STEPS) == expected


def _counting(accepts: Callable[[bytes], bool]) -> tuple[Variable, list[int]]:
    calls = [0]

    def count(data: bytes) -> bool:
        calls[0] += 1
        return accepts(data)

    return Variable(count), calls


def test_constants_keep_probing_linear() -> None:
    word, calls = _counting(bytes.isalpha)
    part = Sequence((word, Repeat(Sequence((Constant(b","), word)), 0, None)))
    assert join_matches(part, b",".join([b"abc"] * 10_000), steps=STEPS)
    assert calls[0] <= 20_000


def test_steps_are_limited() -> None:
    part = Repeat(Sequence((ANY, Constant(b"a"))), 0, None)
    with pytest.raises(ResourceLimit, match="steps"):
        join_matches(Sequence((part, Constant(b"b"))), b"a" * 5_000, steps=10_000)
    with pytest.raises(ResourceLimit, match="steps"):
        join_matches(Repeat(DOT, 1_000_000, None), b".", steps=10_000)
