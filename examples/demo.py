#!/usr/bin/env python3
"""Check every example vCon and compare with what is expected of it. ``make demo`` runs this.

The examples in this folder are valid. Those in ``broken/`` have one fault each; the file
``<name>.expected.json`` beside them says which. Exit status 0 if all came out as they should.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vcddl import check_vcon
from vcddl.diagnostics.model import Severity

if TYPE_CHECKING:
    from vcddl.report import Report

EXAMPLES = Path(__file__).parent


def main() -> int:
    """Print a line for each example and a count; returns the exit status."""
    paths = [*sorted(EXAMPLES.glob("*.vcon.*")), *sorted(EXAMPLES.glob("broken/*.vcon.*"))]
    failures = 0
    for path in paths:
        report = check_vcon(path.read_bytes(), name=path.name)
        verdict, errors, why = _expected(path)
        is_right = (report.verdict, _errors(report)) == (verdict, errors)
        failures += not is_right
        _say(f"{'ok  ' if is_right else 'FAIL'}  {report.verdict:9}  {path.relative_to(EXAMPLES)}")
        for code, pointer in _errors(report):
            _say(f"                 {code} at {pointer or 'the root'}")
        if why and is_right:
            _say(f"                 {why}")
    right = len(paths) - failures
    _say(f"\n{right} of {len(paths)} examples came out as they should")
    return 1 if failures or not paths else 0


def _expected(path: Path) -> tuple[str, list[tuple[str, str]], str]:
    """Verdict, errors as code and pointer, and why."""
    if path.parent == EXAMPLES:
        return "valid", [], ""
    name = path.name.partition(".")[0]
    stated = json.loads(path.with_name(f"{name}.expected.json").read_text(encoding="utf-8"))
    errors = sorted((item["code"], item["pointer"]) for item in stated["diagnostics"])
    return stated["verdict"], errors, stated["why"]


def _errors(report: Report) -> list[tuple[str, str]]:
    return sorted(
        (item.code.id, item.instance.pointer if item.instance else "")
        for item in report.diagnostics
        if item.severity is Severity.ERROR
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
