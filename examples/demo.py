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
    paths = sorted([*EXAMPLES.glob("*.vcon.json"), *EXAMPLES.glob("broken/*.vcon.json")])
    twins = [(path, path.with_suffix(".cbor")) for path in paths]
    files = [path for pair in twins for path in pair if path.exists()]
    failed = sum(not _came_out(*pair) for pair in twins)
    _say(f"\n{len(files)} files, {len(twins)} vCons: {len(twins) - failed} came out as they should")
    return 1 if failed or not twins else 0


def _came_out(path: Path, twin: Path) -> bool:
    """Check a vCon in JSON and, if there is one, in CBOR; say how each came out."""
    verdict, errors, why = _expected(path)
    name = path.relative_to(EXAMPLES).as_posix().removesuffix(".vcon.json")
    is_right = True
    for file in (path, twin) if twin.exists() else (path,):
        report = check_vcon(file.read_bytes(), name=file.name)
        if (report.verdict, _errors(report)) != (verdict, errors):
            is_right = False
            _say(f"FAIL  {report.verdict:9} {file.name}: {_errors(report)}, not {verdict} {errors}")
    kinds = "JSON, CBOR" if twin.exists() else "JSON"
    if is_right:
        _say(f"ok    {verdict:9} {name} ({kinds})")
    for code, pointer in errors:
        _say(f"                {code} at {pointer or 'the root'}: {why}")
    return is_right


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
