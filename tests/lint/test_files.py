"""Whole files: what is shipped has no warnings, public CDDL lints without a crash."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vcddl.diagnostics.model import Severity
from vcddl.linting import lint_cddl
from vcddl.source import SourceFile

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("VCDDL_SHARED", ROOT.parent / "shared"))
CORPUS = sorted((SHARED / "corpus" / "cddl").glob("*.cddl"))
CORE = "vcon-core-0.5.0"
TOOLS = "extensions/tool-invocation"
TOGETHER = (
    (CORE,),
    (CORE, TOOLS),
    (CORE, TOOLS, "vcon-open"),
    (CORE, TOOLS, "vcon-any-type"),
    (CORE, TOOLS, "vcon-any-type", "vcon-open"),
    ("vcon-core-0.4.0",),
    ("vcon-core-0.4.0", "vcon-older"),
)


def _shipped(name: str) -> SourceFile:
    return SourceFile(name, (ROOT / "cddl" / f"{name}.cddl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("names", TOGETHER, ids=" + ".join)
def test_shipped_cddl_has_no_warnings(names: tuple[str, ...]) -> None:
    found = lint_cddl([_shipped(name) for name in names])
    assert [item for item in found if item.severity is not Severity.INFO] == []


def test_an_extension_is_judged_with_its_core_in_view() -> None:
    found = lint_cddl([_shipped(TOOLS)], context_files=[_shipped(CORE)])
    assert {item.code.name for item in found} == {"unfilled-socket"}
    assert {item.rule.file for item in found if item.rule} == {TOOLS}


@pytest.mark.skipif(not CORPUS, reason="no corpus of public CDDL files here")
def test_every_public_file_lints() -> None:
    for path in CORPUS:
        source = SourceFile(path.name, path.read_bytes().decode())
        for item in lint_cddl([source]):
            assert item.rule is None or item.rule.column >= 1, path.name
