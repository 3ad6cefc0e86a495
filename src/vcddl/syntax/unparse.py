"""Syntax tree → CDDL text on one line: ``parse(unparse(tree)) == tree`` for every tree.

Knows the grammar (RFC 9682 appendix A), not the width of a page: see `layout` for that. Nothing
here calls itself, so the nesting of a tree costs no stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from vcddl.syntax import ast
from vcddl.syntax.literals import decode_literal, decode_occurrence, encode_literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Node: TypeAlias = (
    ast.Cddl
    | ast.Rule
    | ast.Group
    | ast.GroupChoice
    | ast.GroupEntry
    | ast.MemberKey
    | ast.Occurrence
    | ast.Type
    | ast.Type1
    | ast.Type2
    | ast.Id
    | ast.Comment
)
Part: TypeAlias = str | Node


def unparse(node: Node) -> str:
    """CDDL text of ``node`` that parses back to an equal tree.

    Literals and occurrences keep the spelling of their ``text`` where that says what their fields
    say. A `Group` comes with its parentheses; the rules of a `Cddl` are a line each, without
    comments. Only a byte string literal that was written over several lines gives line ends.

    Cost: linear in the text.
    """
    pieces: list[str] = []
    stack: list[Part] = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            pieces.append(part)
        else:
            stack.extend(reversed(parts_of(part)))
    return "".join(pieces)


def parts_of(node: Node) -> list[Part]:
    """What ``node`` consists of on one line, in order: texts and the nodes right below it."""
    match node:
        case ast.Name(name, arguments):
            return [name, "<", *_separated(arguments, ", "), ">"] if arguments else [name]
        case ast.Value():
            return [literal_text(node)]
        case ast.Type(choices):
            return _separated(choices, " / ")
        case ast.Type1():
            return _type1(node)
        case ast.GroupEntry(occurrence, key, value):
            before = [part for part in (occurrence, key) if part]
            return _separated((*before, value), " ")
        case ast.GroupChoice(entries):
            return _separated(entries, ", ")
        case ast.MemberKey(key):
            return [key, key_sign(node)]
        case ast.Id(name):
            return [name]
        case ast.Occurrence():
            return [occurrence_text(node)]
        case ast.Group():
            return ["(", *_choices(node), ",)" if needs_comma(node) else ")"]
        case ast.Rule(name, parameters, assign, definition):
            return [name, *_parameters(parameters), f" {assign} ", definition]
        case ast.Cddl(rules):
            return [part for rule in rules for part in (rule, "\n")]
        case ast.Comment(text):
            return [text]
    return _type2(node)


def _type2(
    node: ast.Parenthesized
    | ast.Map
    | ast.Array
    | ast.Unwrap
    | ast.GroupChoiceType
    | ast.Tagged
    | ast.Major
    | ast.Any,
) -> list[Part]:
    match node:
        case ast.Parenthesized(inner):
            return ["(", inner, ")"]
        case ast.Map(group):
            choices = _choices(group)
            return ["{ ", *choices, " }"] if choices else ["{}"]
        case ast.Array(group):
            return ["[", *_choices(group), "]"]
        case ast.Unwrap(name):
            return ["~", name]
        case ast.GroupChoiceType(ast.Group() as group):
            return ["&(", *_choices(group), ")"]
        case ast.GroupChoiceType(group):
            return ["&", group]
        case ast.Tagged(number, content):
            return [*_head("#6", number), "(", content, ")"]
        case ast.Major(major, additional):
            return _head(f"#{major}", additional)
    return ["#"]


def literal_text(value: ast.Value) -> str:
    """The literal for ``value``: as it was written if that still says the same."""
    text = value.text.replace("\r\n", "\n")
    if text:
        decoded = decode_literal(text)
        if decoded == value.value and type(decoded).__name__ == value.kind:
            return text
    return encode_literal(value.value)


def occurrence_text(occurrence: ast.Occurrence) -> str:
    """The occurrence indicator: as it was written if that still says the same."""
    bounds = occurrence.minimum, occurrence.maximum
    if occurrence.text and decode_occurrence(occurrence.text) == bounds:
        return occurrence.text
    if bounds == (0, 1):
        return "?"
    if bounds == (1, None):
        return "+"
    most = "" if occurrence.maximum is None else occurrence.maximum
    return f"{occurrence.minimum or ''}*{most}"


def key_sign(key: ast.MemberKey) -> str:
    """What follows a member key: ``:`` behind a bareword or literal, else an arrow."""
    if not isinstance(key.key, ast.Type1):
        return ":"
    return " ^ =>" if key.has_cut else " =>"


def needs_comma(group: ast.Group) -> bool:
    """Whether only a comma tells this group in parentheses from a type in parentheses.

    RFC 9682 appendix A reads ``(b)`` as a type wherever one can stand; ``(b,)`` is a group.
    """
    match group.choices:
        case (ast.GroupChoice((ast.GroupEntry(None, None, ast.Type()),)),):
            return True
    return False


def is_tight(node: ast.Type1) -> bool:
    """Whether the operator stands without spaces: a range between numbers, ``0..255``.

    A name would swallow the dots: ``min..max`` is one name (RFC 8610 section 2.2.2.1).
    """
    return (
        node.operator in ("..", "...") and _is_number(node.target) and _is_number(node.controller)
    )


def _is_number(node: ast.Type2 | None) -> bool:
    return isinstance(node, ast.Value) and isinstance(node.value, int | float)


def _type1(node: ast.Type1) -> list[Part]:
    if node.operator is None or node.controller is None:
        return [node.target]
    space = "" if is_tight(node) else " "
    return [node.target, f"{space}{node.operator}{space}", node.controller]


def _head(start: str, number: int | ast.Type | None) -> list[Part]:
    if number is None:
        return [start]
    if isinstance(number, int):
        return [f"{start}.{number}"]
    return [f"{start}.<", number, ">"]


def _parameters(parameters: tuple[ast.Id, ...]) -> list[Part]:
    return ["<", *_separated(parameters, ", "), ">"] if parameters else []


def _choices(group: ast.Group) -> list[Part]:
    """The inside of a group; an alternative without entries leaves no doubled space."""
    parts: list[Part] = []
    for index, choice in enumerate(group.choices):
        if index:
            parts.append(" //" if parts else "//")
        if choice.entries:
            parts.extend([" ", choice] if parts else [choice])
    return parts


def _separated(nodes: Sequence[Part], separator: str) -> list[Part]:
    parts: list[Part] = []
    for node in nodes:
        parts.extend((separator, node) if parts else (node,))
    return parts
