"""Hypothesis strategies that tests draw from: CDDL trees and CDDL text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from vcddl.source import SourceFile, Span
from vcddl.syntax import ast
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import unparse

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn

DEPTH = 2
NOWHERE = Span("made", 0, 0)
OPERATORS = ("..", "...", ".size", ".bits", ".regexp", ".cbor", ".within", ".lt", ".default")
WRITTEN = (
    *("0x1F", "-0b101", "0x1.8p-3", "1e3", "-0", "'it\\'s'", "h'00 ff'", "H''", "b64'_-8'"),
    *('"\\u{1F600}\\uD83D\\uDE00\\/"', "'two\nlines'"),
)
OCCURRENCES = ("?", "+", "*", "0*1", "2*", "*3", "1*4", "0x1*0b11")

_CHARACTERS = st.characters(codec="utf-8", exclude_characters="\U0010fffe\U0010ffff")
_NAMES = st.from_regex(r"\A[A-Za-z@_$][A-Za-z0-9@_$]{0,7}([-.]{1,2}[a-z0-9]{1,3}){0,2}\Z")
_SPACES = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\[\s\S])*'| )""")
_COMMENTS = (
    "; short",
    ";",
    ';;+ {"a": 1}',
    ";# import x",
    "; a longer comment, with é \\ and ' in it  ",
)
_GAPS = st.sampled_from([" ", " ", "\n", "\n\n  "]) | st.builds(
    "{}{}{}".format,
    st.sampled_from([" ", "\n", "\n\n"]),
    st.sampled_from(_COMMENTS),
    st.sampled_from(["\n", "\n  ", "\n\n"]),
)


def names() -> st.SearchStrategy[str]:
    """Names of rules, groups and parameters; some with dots and dashes inside."""
    return st.sampled_from(["int", "tstr", "any", "a..b", "$$x", "$t"]) | _NAMES


def literals() -> st.SearchStrategy[ast.Value]:
    """Numbers, text strings and byte strings, as values and as people write them."""
    numbers = st.integers() | st.floats(allow_nan=False)
    values = numbers | st.text(_CHARACTERS, max_size=8) | st.binary(max_size=8)
    made = st.builds(lambda value: ast.Value(value, "", NOWHERE), values)
    return made | st.sampled_from(WRITTEN).map(_literal)


def _literal(text: str) -> ast.Value:
    value: ast.Value = _definition(text).choices[0].target
    return value


def _occurrence(text: str) -> ast.Occurrence:
    occurrence: ast.Occurrence = _definition(f"({text} b)").value.choices[0].entries[0].occurrence
    return occurrence


def _definition(text: str) -> Any:
    cddl = parse_cddl(SourceFile("made", f"a = {text}\n")).cddl
    assert cddl is not None
    return cddl.rules[0].definition


def occurrences() -> st.SearchStrategy[ast.Occurrence]:
    """Occurrence indicators, by their numbers and by their text."""
    counts = st.integers(0, 20)
    made = st.builds(
        lambda low, high: ast.Occurrence(low, high, "", NOWHERE), counts, st.none() | counts
    )
    return made | st.sampled_from(OCCURRENCES).map(_occurrence)


def _many(draw: DrawFn, make: Callable[[], Any], least: int) -> tuple[Any, ...]:
    return tuple(make() for _ in range(draw(st.sampled_from((least, 1, 1, 2, 3)))))


def _name(draw: DrawFn, depth: int) -> ast.Name:
    count = draw(st.integers(0, 2)) if depth else 0
    arguments = tuple(_type1(draw, depth - 1) for _ in range(count))
    return ast.Name(draw(names()), arguments, NOWHERE)


def _leaf(draw: DrawFn) -> ast.Type2:
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return draw(literals())
    if kind == 1:
        return ast.Any(NOWHERE)
    if kind == 2:
        additional = draw(st.none() | st.integers(0, 300))
        return ast.Major(draw(st.integers(0, 7)), additional, NOWHERE)
    return _name(draw, 0)


def _type2(draw: DrawFn, depth: int) -> ast.Type2:
    if depth == 0:
        return _leaf(draw)
    make: list[Callable[[], ast.Type2]] = [
        lambda: _leaf(draw),
        lambda: _name(draw, depth),
        lambda: ast.Map(_group(draw, depth - 1), NOWHERE),
        lambda: ast.Array(_group(draw, depth - 1), NOWHERE),
        lambda: ast.Parenthesized(_type(draw, depth - 1), NOWHERE),
        lambda: ast.Unwrap(_name(draw, depth), NOWHERE),
        lambda: ast.GroupChoiceType(_group(draw, depth - 1), NOWHERE),
        lambda: ast.GroupChoiceType(_name(draw, depth), NOWHERE),
        lambda: ast.Tagged(
            draw(st.none() | st.integers(0, 2**40)), _type(draw, depth - 1), NOWHERE
        ),
        lambda: ast.Tagged(_type(draw, depth - 1), _type(draw, depth - 1), NOWHERE),
        lambda: ast.Major(7, _type(draw, depth - 1), NOWHERE),
    ]
    return draw(st.sampled_from(make))()


def _type1(draw: DrawFn, depth: int) -> ast.Type1:
    target = _type2(draw, depth)
    operator = draw(st.none() | st.sampled_from(OPERATORS))
    controller = _type2(draw, max(0, depth - 1)) if operator else None
    return ast.Type1(target, operator, controller, NOWHERE)


def _type(draw: DrawFn, depth: int) -> ast.Type:
    return ast.Type(_many(draw, lambda: _type1(draw, depth), 1), NOWHERE)


def _key(draw: DrawFn, depth: int) -> ast.MemberKey | None:
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return None
    if kind == 1:
        return ast.MemberKey(ast.Id(draw(names()), NOWHERE), has_cut=True, span=NOWHERE)
    if kind == 2:
        return ast.MemberKey(draw(literals()), has_cut=True, span=NOWHERE)
    return ast.MemberKey(_type1(draw, depth), has_cut=draw(st.booleans()), span=NOWHERE)


def _entry(draw: DrawFn, depth: int) -> ast.GroupEntry:
    occurrence = draw(st.none() | occurrences())
    if depth and draw(st.booleans()):
        return ast.GroupEntry(occurrence, None, _group(draw, depth - 1), NOWHERE)
    return ast.GroupEntry(occurrence, _key(draw, depth), _type(draw, depth), NOWHERE)


def _group(draw: DrawFn, depth: int) -> ast.Group:
    def choice() -> ast.GroupChoice:
        return ast.GroupChoice(_many(draw, lambda: _entry(draw, depth), 0), NOWHERE)

    return ast.Group(_many(draw, choice, 1), NOWHERE)


@st.composite
def rules(draw: DrawFn) -> ast.Rule:
    """Rules with any assignment, with and without generic parameters, as the parser gives them."""
    assign = draw(st.sampled_from(["=", "/=", "//="]))
    definition: ast.Type | ast.GroupEntry = _type(draw, DEPTH)
    if assign == "//=" or (assign == "=" and draw(st.booleans())):
        definition = _entry(draw, DEPTH)
        is_type = definition.occurrence is None and definition.key is None
        if assign == "=" and is_type and isinstance(definition.value, ast.Type):
            definition = definition.value
    identifier = st.builds(ast.Id, names(), st.just(NOWHERE))
    parameters = tuple(draw(st.lists(identifier, max_size=3)))
    return ast.Rule(draw(identifier), parameters, assign, definition, NOWHERE)


def cddl_trees() -> st.SearchStrategy[ast.Cddl]:
    """Whole files as trees. The names in them mean nothing: they do not resolve."""
    return st.lists(rules(), max_size=3).map(lambda some: ast.Cddl(tuple(some), (), NOWHERE))


def cddl_text() -> st.SearchStrategy[str]:
    """Whole files as text that parses, without comments."""
    return cddl_trees().map(unparse)


@st.composite
def cddl_text_with_comments(draw: DrawFn) -> str:
    """Whole files as text that parses, with line ends and comments for some of the spaces."""
    pieces = _SPACES.split(draw(cddl_text()))
    gaps = draw(st.lists(_GAPS, min_size=1, max_size=12))
    return "".join(
        gaps[index % len(gaps)] if piece == " " else piece for index, piece in enumerate(pieces)
    )
