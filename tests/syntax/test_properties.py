from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import cddl_text_with_comments, cddl_trees

from vcddl.source import SourceFile
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import unparse

if TYPE_CHECKING:
    from vcddl.syntax import ast

EXAMPLES = settings(max_examples=60, deadline=None)


@EXAMPLES
@given(tree=cddl_trees())
def test_what_is_unparsed_parses_back_to_an_equal_tree(tree: ast.Cddl) -> None:
    text = unparse(tree)
    parsed = parse_cddl(SourceFile("made", text))
    assert parsed.diagnostics == ()
    assert parsed.cddl == tree
    assert unparse(parsed.cddl) == text


@EXAMPLES
@given(text=cddl_text_with_comments(), width=st.integers(20, 90))
def test_the_layout_keeps_trees_and_comments_and_is_settled(text: str, width: int) -> None:
    before = parse_cddl(SourceFile("made", text)).cddl
    assert before is not None
    formatted = format_cddl(SourceFile("made", text), width=width)
    assert formatted.text is not None
    after = parse_cddl(SourceFile("made", formatted.text)).cddl
    assert after == before
    assert [one.text.rstrip() for one in before.comments] == [one.text for one in after.comments]
    again = format_cddl(SourceFile("made", formatted.text), width=width)
    assert again.text == formatted.text


@EXAMPLES
@given(text=st.text(st.sampled_from("ab19 =/<>()[]{},:;.#~&?*+^\"'\n\\é")))
def test_any_text_parses_or_gives_a_place_in_it(text: str) -> None:
    source = SourceFile("made", text)
    parsed = parse_cddl(source)
    assert parsed.cddl is not None or parsed.diagnostics
    for diagnostic in parsed.diagnostics:
        assert diagnostic.rule is not None
        assert 1 <= diagnostic.rule.line <= text.count("\n") + 1
        assert 1 <= diagnostic.rule.column <= len(source.line_text(diagnostic.rule.line)) + 1
