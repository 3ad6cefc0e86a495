from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vcddl.limits import Limits
from vcddl.source import SourceFile
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH = 72
CASES = sorted((Path(__file__).parent / "format").glob("*.cddl"))


def _format(text: str, *, width: int = WIDTH) -> str:
    formatted = format_cddl(SourceFile("given", text), width=width)
    assert formatted.text is not None
    return formatted.text


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_file_is_laid_out(path: Path, matches_snapshot: Callable[[Path, str], None]) -> None:
    text = _format(path.read_bytes().decode())
    assert _format(text) == text
    matches_snapshot(path.with_suffix(".expected"), text)


def test_a_faulty_file_is_not_laid_out() -> None:
    formatted = format_cddl(SourceFile("given", "a = [\n"))
    assert formatted.text is None
    assert [one.code.name for one in formatted.diagnostics] == ["unbalanced-bracket"]


def test_warnings_about_the_source_come_along() -> None:
    formatted = format_cddl(SourceFile("given", "a =\tint\n"))
    assert formatted.text == "a = int\n"
    assert [one.code.name for one in formatted.diagnostics] == ["tab-in-layout"]


def test_nesting_up_to_the_limit_is_laid_out() -> None:
    depth = Limits().depth
    text = f"a = {'[' * depth}{']' * depth}\n"
    assert _format(text, width=1000) == text
    broken = _format(text)
    assert _format(broken) == broken


def test_a_layout_that_would_change_the_meaning_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Page, "finish", lambda _: "b = int\n")
    with pytest.raises(AssertionError, match="would change what it says"):
        _format("a = int\n")


def test_a_layout_that_would_not_parse_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "finish", lambda _: "a = [\n")
    with pytest.raises(AssertionError, match="would change what it says"):
        _format("a = int\n")
