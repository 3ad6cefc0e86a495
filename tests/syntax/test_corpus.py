"""Public CDDL files, where they are at hand: what parses keeps its meaning, the rest has a place."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from vcddl.source import SourceFile
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import unparse

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("VCDDL_SHARED", HERE.parents[2] / "shared"))
CORPUS = sorted((SHARED / "corpus" / "cddl").glob("*.cddl"))
OWN = sorted(HERE.parents[1].glob("cddl/**/*.cddl"))
FAULTS = tomllib.loads((HERE / "corpus_faults.toml").read_text(encoding="utf-8"))

needs_corpus = pytest.mark.skipif(not CORPUS, reason="no corpus of public CDDL files here")


def _source(path: Path) -> SourceFile:
    return SourceFile(path.name, path.read_bytes().decode())


@pytest.mark.parametrize(
    "path",
    [path for path in (*OWN, *CORPUS) if path.name not in FAULTS],
    ids=lambda path: path.name,
)
def test_a_file_keeps_what_it_says(path: Path) -> None:
    source = _source(path)
    cddl = parse_cddl(source).cddl
    assert cddl is not None
    assert parse_cddl(SourceFile("unparsed", unparse(cddl))).cddl == cddl
    for width in (80, 69):
        text = format_cddl(source, width=width).text
        assert text is not None
        assert format_cddl(SourceFile("laid out", text), width=width).text == text
    again = parse_cddl(SourceFile("laid out", text or "")).cddl
    assert again == cddl
    comments = [comment.text.rstrip() for comment in cddl.comments]
    assert [comment.text for comment in again.comments] == comments


@needs_corpus
@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_file_gives_a_place(name: str) -> None:
    parsed = parse_cddl(_source(SHARED / "corpus" / "cddl" / name))
    assert parsed.cddl is None
    fault = parsed.diagnostics[-1]
    assert fault.rule is not None
    assert fault.code.id == FAULTS[name]["code"]
    assert f"{fault.rule.line}:{fault.rule.column}" == FAULTS[name]["place"]
