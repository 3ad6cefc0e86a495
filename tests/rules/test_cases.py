"""Each file of ``cases/`` is a list of small CDDL: what is wrong with it, or what it matches.

A case has `cddl` (one text, or texts by file name), and `given` where not all files are; `root`;
`problems` and `warnings` as lines of code, place, message and advice; `valid` and `invalid`
instances in diagnostic notation. Files are written to a folder of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.errors import CddlError
from vcddl.instance.detect import InstanceType
from vcddl.instance.edn_reader import read_edn
from vcddl.instance.encode import encode_cbor
from vcddl.limits import DEFAULT_LIMITS
from vcddl.report import Verdict
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vcddl.diagnostics.model import Diagnostic

CASES = Path(__file__).parent / "cases"


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['description']}")
        for path in sorted(CASES.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


def _sources(case: dict[str, Any], folder: Path) -> list[SourceFile]:
    files = case["cddl"] if isinstance(case["cddl"], dict) else {"a.cddl": case["cddl"]}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return [SourceFile(str(folder / name), files[name]) for name in case.get("given", files)]


def _lines(diagnostics: Iterable[Diagnostic], folder: Path) -> list[str]:
    return [_line(diagnostic).replace(f"{folder}/", "") for diagnostic in diagnostics]


def _line(diagnostic: Diagnostic) -> str:
    place = f" {diagnostic.rule.place}" if diagnostic.rule else ""
    advice = f"; {diagnostic.help}" if diagnostic.help else ""
    return f"{diagnostic.code.id}{place} {diagnostic.message}{advice}"


def _compile(case: dict[str, Any], folder: Path) -> CompiledCddl | list[str]:
    try:
        compiled = compile_cddl(*_sources(case, folder), root=case.get("root"))
        _ = compiled.cbor
    except CddlError as error:
        return _lines(error.diagnostics, folder)
    return compiled


@pytest.mark.parametrize("case", _cases())
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    compiled = _compile(case, tmp_path)
    if isinstance(compiled, list):
        assert compiled == case.get("problems")
        return
    assert "problems" not in case
    assert _lines(compiled.diagnostics, tmp_path) == case.get("warnings", [])
    for wanted in ("valid", "invalid"):
        for text in case.get(wanted, []):
            report = compiled.check(text.encode(), type=InstanceType.EDN, name="edn")
            assert report.verdict is Verdict(wanted), (text, report.diagnostics)
            value = read_edn(text, name="edn", limits=DEFAULT_LIMITS).value
            assert compiled.accepts_cbor(encode_cbor(value)) is (wanted == "valid"), text
