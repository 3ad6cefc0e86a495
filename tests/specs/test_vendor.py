"""The vendored artefacts are what the draft prints, and what is shipped is what is vendored."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "vendor" / "draft-petrie-vcon-tool-invocation"
SHARED = Path(os.environ.get("VCDDL_SHARED", ROOT.parent / "shared"))
PUBLISHED = SHARED / "specs" / "draft-petrie-vcon-tool-invocation.published.txt"

FOLD_COLUMNS = 65


def test_checksums_hold() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        digest, name = line.split()
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize(
    ("shipped", "vendored"),
    [
        ("cddl/extensions/tool-invocation.cddl", "tool_invocation.cddl"),
        ("schemas/tool-invocation.schema.json", "tool_invocation_json_schema.json"),
    ],
)
def test_shipped_is_vendored(shipped: str, vendored: str) -> None:
    assert (ROOT / shipped).read_bytes() == (VENDOR / vendored).read_bytes()


def test_licence_and_origin_lie_beside() -> None:
    assert "IETF Trust and the persons identified as authors" in (VENDOR / "LICENSE").read_text()
    origin = (VENDOR / "ORIGIN").read_text()
    assert "tool_invocation.cddl" in origin
    assert "tool_invocation_json_schema.json" in origin


def _published() -> str:
    if not PUBLISHED.is_file():
        pytest.skip(f"the text of the draft is not at {PUBLISHED}; set VCDDL_SHARED")
    return PUBLISHED.read_text(encoding="utf-8")


def _unfold(lines: list[str]) -> list[str]:
    """Join lines cut at 65 columns; a piece stands two blanks deeper than the line it continues.

    Blanks at the end of a piece may be lost in print: inside a string they are put back.
    """
    unfolded: list[str] = []
    width, deeper = 0, ""
    for line in lines:
        is_open = bool(unfolded) and len(re.findall(r'(?<!\\)"', unfolded[-1])) % 2 == 1
        if is_open or (unfolded and width == FOLD_COLUMNS and line.startswith(deeper)):
            unfolded[-1] += " " * (FOLD_COLUMNS - width) * is_open + line[len(deeper) :]
        else:
            unfolded.append(line)
            deeper = " " * (len(line) - len(line.lstrip()) + 2)
        width = len(line)
    return unfolded


def test_draft_prints_the_json_schema() -> None:
    text = _published()
    start = text.index("\n{\n", text.index("JSON Schema for the tool-invocation Extension\n")) + 1
    printed = text[start : text.index("\n}\n", start) + 3]
    vendored = (VENDOR / "tool_invocation_json_schema.json").read_text(encoding="utf-8")
    assert "\n".join(_unfold(printed.splitlines())) + "\n" == vendored


def test_draft_prints_the_cddl() -> None:
    text = _published()
    vendored = (VENDOR / "tool_invocation.cddl").read_text(encoding="utf-8").strip()
    start = text.index("; CDDL for the tool-invocation vCon extension")
    end = text.index("Acknowledgments", start)
    printed = [line.rstrip() for line in text[start:end].strip().splitlines()]
    assert printed == [line.rstrip() for line in vendored.splitlines()]
