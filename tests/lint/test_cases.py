"""Lint cases: a CDDL file, what it plugs into, and its findings beside it, one folder a code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vcddl.diagnostics.codes import lint as codes
from vcddl.linting import lint_cddl
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vcddl.diagnostics.model import Code, Diagnostic

CASES = Path(__file__).parent / "cases"
FILES = sorted(path for path in CASES.glob("*/*.cddl") if not path.name.endswith(".context.cddl"))


def _sources(path: Path) -> list[SourceFile]:
    return [SourceFile(path.name, path.read_text(encoding="utf-8"))] if path.is_file() else []


def _lint(path: Path) -> tuple[Diagnostic, ...]:
    return lint_cddl(_sources(path), context_files=_sources(path.with_suffix(".context.cddl")))


def _lines(diagnostics: Sequence[Diagnostic]) -> str:
    """One finding a line, with its advice and the place it refers back to below."""
    lines = []
    for item in diagnostics:
        assert item.rule is not None
        place = f"{item.rule.line}:{item.rule.column}+{item.rule.length}"
        lines.append(f"{item.severity} {item.code.id} {place} {item.message}")
        lines += [f"  help: {item.help}"] if item.help else []
        lines += [
            f"  {related.message}: {related.rule.place}" for related in item.related if related.rule
        ]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_findings(path: Path, matches_snapshot: Callable[[Path, str], None]) -> None:
    matches_snapshot(path.with_suffix(".findings.txt"), _lines(_lint(path)))


@pytest.mark.parametrize("code", codes.CODES, ids=lambda code: code.name)
def test_each_code_has_cases_with_and_without_it(code: Code) -> None:
    files = [path for path in FILES if path.parent.name == code.name]
    given = [any(item.code is code for item in _lint(path)) for path in files]
    assert set(given) == {True, False}


@pytest.mark.parametrize("code", codes.CODES, ids=lambda code: code.name)
def test_examples_of_the_code(code: Code) -> None:
    found = lint_cddl([SourceFile("bad.cddl", f"{code.bad}\n")])
    assert code in {item.code for item in found}
    assert lint_cddl([SourceFile("good.cddl", f"{code.good}\n")]) == ()
