"""Each shipped example gets its verdict, in JSON and in CBOR, with exactly the errors it states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vcddl import Verdict, check_vcon
from vcddl.diagnostics.model import Severity

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = sorted([*EXAMPLES.glob("*.vcon.json"), *EXAMPLES.glob("*.vcon.cbor")])
BROKEN = sorted(
    [*(EXAMPLES / "broken").glob("*.vcon.json"), *(EXAMPLES / "broken").glob("*.vcon.cbor")]
)


def _errors(path: Path) -> tuple[Verdict, list[tuple[str, str]]]:
    report = check_vcon(path.read_bytes())
    errors = [found for found in report.diagnostics if found.severity is Severity.ERROR]
    places = [(found.code.id, found.instance.pointer if found.instance else "") for found in errors]
    return report.verdict, sorted(places)


def test_there_are_examples() -> None:
    assert len(GOOD) >= 24
    assert len(BROKEN) >= 24


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_good(path: Path) -> None:
    assert _errors(path) == (Verdict.VALID, [])


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_broken(path: Path) -> None:
    name = path.name.partition(".")[0]
    expected = json.loads(path.with_name(f"{name}.expected.json").read_text(encoding="utf-8"))
    places = sorted((found["code"], found["pointer"]) for found in expected["diagnostics"])
    assert _errors(path) == (Verdict(expected["verdict"]), places)
