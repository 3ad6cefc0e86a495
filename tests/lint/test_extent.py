"""What is claimed of types holds for values: judged by compiled programs, in both formats."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vcddl.check import compile_cddl
from vcddl.instance.values import UNDEFINED, Simple, Tag
from vcddl.limits import DEFAULT_LIMITS
from vcddl.report import Verdict
from vcddl.rules.lint.context import make_context
from vcddl.rules.lint.extent import Scope, covers
from vcddl.rules.lint.json_matching import JsonMatching
from vcddl.rules.resolve import resolve
from vcddl.source import SourceFile, Span
from vcddl.syntax.ast import Name, Type

if TYPE_CHECKING:
    from vcddl.instance.values import Value
    from vcddl.rules.lint.context import Context

TYPES = (Path(__file__).parent / "types.txt").read_text(encoding="utf-8").splitlines()
SHARED = """
word = "a" / tstr
loop = [? loop] / $socket
$socket /= 1
"""
JSON_VALUES: list[Value] = [
    *(
        0,
        1,
        3,
        -1,
        2**64,
        -(2**64) - 1,
        1.0,
        1.5,
        1e300,
        0.1,
        "",
        "a",
        "b",
        "ab",
        True,
        False,
        None,
    ),
    *([], [1], ["a"], [[]], {}, {"a": 1}, {"a": "x"}, {"b": 1}, {"1": 1}),
]
CBOR_VALUES: list[Value] = [
    *JSON_VALUES[:4],
    *JSON_VALUES[6:],
    *(b"", b"a", b"\x01", UNDEFINED, Simple(99), Tag(0, "a"), Tag(0, 1), Tag(1, 1), Tag(32, "a")),
    *(Tag(2, b"\x01" * 9), Tag(3, b"\x01" * 9), Tag(99, None), [b""], {1: 1}, {1: "a"}, {"b": b""}),
]


def _graph() -> tuple[Context, dict[str, Type]]:
    rules = "\n".join(f"r{index} = {text}" for index, text in enumerate(TYPES))
    source = SourceFile("types.cddl", f"{rules}\n{SHARED}")
    graph = resolve([source])
    context = make_context(graph, [source], root=None, limits=DEFAULT_LIMITS)
    by_text = {}
    for index, text in enumerate(TYPES):
        (alternative,) = graph.definitions[f"r{index}"].alternatives
        assert isinstance(alternative.definition, Type)
        by_text[text] = alternative.definition
    return context, by_text


CONTEXT, BY_TEXT = _graph()


@pytest.fixture(scope="module")
def accepted() -> dict[str, frozenset[tuple[bool, int]]]:
    """For each type the values it accepts, by format and index."""
    found = {}
    for text in BY_TEXT:
        compiled = compile_cddl(f"start = {text}\n{SHARED}")
        found[text] = frozenset(
            (json, index)
            for json, values in ((True, JSON_VALUES), (False, CBOR_VALUES))
            for index, value in enumerate(values)
            if compiled.check_value(value, json=json).verdict is Verdict.VALID
        )
    return found


def test_a_type_that_covers_another_accepts_its_values(
    accepted: dict[str, frozenset[tuple[bool, int]]],
) -> None:
    scope = Scope("start")
    parts = {text: CONTEXT.extents.of_type(node, scope) for text, node in BY_TEXT.items()}
    pairs = [
        (wide, narrow)
        for wide, narrow in product(parts, repeat=2)
        if covers(parts[wide], parts[narrow])
    ]
    wrong = [(wide, narrow) for wide, narrow in pairs if not accepted[narrow] <= accepted[wide]]
    assert wrong == []
    assert all((text, text) in pairs for text in BY_TEXT)
    assert {("tstr", '"a"'), ("int", "uint"), ("number", "float"), ("word", "tstr")} <= set(pairs)


def test_what_never_matches_in_json_accepts_no_json(
    accepted: dict[str, frozenset[tuple[bool, int]]],
) -> None:
    matching = JsonMatching(CONTEXT)
    never = {text for text, node in BY_TEXT.items() if not matching.may_match(node, Scope("start"))}
    assert {text for text in never if any(json for json, _ in accepted[text])} == set()
    assert {"bstr", "tdate", "#6", "undefined", "{a:tdate}", "[bytes]", "{1=>int}"} <= never
    assert not {"bigint", "{?b:bstr}", "[?bytes]", "~tdate", "#7", "{*int=>any}"} & never


def test_nothing_stands_in_the_way_of_what_matches() -> None:
    name = Name("loop", (), Span("types.cddl", 0, 0))
    assert JsonMatching(CONTEXT).obstacle(name) is name
