"""The cases reach everything: each production, each control, each code, for and against."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.cases import language_cases
from tests.conformance.test_more import CASES

from vcddl.diagnostics.codes import mismatch
from vcddl.match.controls.table import OPERATORS, UNSUPPORTED
from vcddl.source import SourceFile
from vcddl.syntax import ast
from vcddl.syntax.parse import parse_cddl

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPUTED = frozenset({".plus", ".cat", ".det"})
RANGES = frozenset({"..", "..."})
VERDICTS = ("valid", "invalid")
PRODUCTIONS = (
    *("Id", "Value", "Name", "Parenthesized", "Map", "Array", "Unwrap", "GroupChoiceType"),
    *("Tagged", "Major", "Any", "Type1", "Type", "Occurrence", "MemberKey", "GroupEntry"),
    *("GroupChoice", "Group", "Rule", "Cddl"),
)


def _parts(tree: Any) -> Iterator[Any]:
    stack = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif is_dataclass(part):
            yield part
            stack.extend(getattr(part, field.name) for field in fields(part))


def _features() -> set[tuple[str, str]]:
    """Each production and operator with each verdict that a case of it has."""
    texts = {(case.cddl, case.expected) for case in language_cases()}
    texts |= {(case["cddl"], test["verdict"]) for _, case in CASES for test in case["tests"]}
    found: set[tuple[str, str]] = set()
    for cddl, verdict in texts:
        for part in _parts(parse_cddl(SourceFile("case", f"{cddl}\n")).cddl):
            found.add((type(part).__name__, verdict))
            found.add((str(getattr(part, "operator", "")), verdict))
    return found


FEATURES = _features()
CODES = {code for _, case in CASES for test in case["tests"] for code in test.get("codes", ())}


def test_list_of_productions_is_current() -> None:
    classes = {name for name, value in vars(ast).items() if value.__class__ is type}
    assert set(PRODUCTIONS) <= classes


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("production", PRODUCTIONS)
def test_production(production: str, verdict: str) -> None:
    assert (production, verdict) in FEATURES


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("operator", sorted(OPERATORS | COMPUTED | RANGES))
def test_operator(operator: str, verdict: str) -> None:
    assert (operator, verdict) in FEATURES


@pytest.mark.parametrize("operator", sorted(UNSUPPORTED))
def test_operator_that_is_not_decided(operator: str) -> None:
    assert (operator, "undecided") in FEATURES


@pytest.mark.parametrize("code", [code.id for code in mismatch.CODES])
def test_code(code: str) -> None:
    assert code in CODES
