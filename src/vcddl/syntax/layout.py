"""CDDL text → the same CDDL in canonical layout, comments kept: ``vcddl fmt``.

What is short stays on one line; what is not is broken at its outermost bracket first. The author
decides two things: blank lines between rules and between entries are kept as one, and a bracket
with a line end behind it stays open over several lines. Two spaces a level; a comma behind each
entry but the last; ``/`` at the end of a line; ``//`` at the end of a line where each alternative
has one, else on a line of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.syntax import ast
from vcddl.syntax.page import Page
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import is_tight, key_sign, needs_comma, parts_of, unparse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.source import SourceFile, Span
    from vcddl.syntax.unparse import Node, Part

_INDENT = 2
_SLASHES = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\[\s\S])*\'|;[^\n]*|//')
_Steps: TypeAlias = "Iterator[_Steps]"


@dataclass(frozen=True, slots=True)
class Formatted:
    """``text`` is None when the source does not parse; ``diagnostics`` then says why."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def format_cddl(
    source: SourceFile, *, width: int = 80, limits: Limits = DEFAULT_LIMITS
) -> Formatted:
    """Lay out a file anew; laying out the result again changes nothing.

    The result parses to an equal tree with the same comments: it is parsed to make sure. Text that
    cannot be broken (literals, names, comments) may reach over ``width`` code points.

    Raises:
        AssertionError: the result would say something else. This is a fault of vcddl.
    Cost: linear in the text.
    """
    parsed = parse_cddl(source, limits=limits)
    if parsed.cddl is None:
        return Formatted(None, parsed.diagnostics)
    text = _Layout(source, parsed.cddl, width=width).run()
    again = parse_cddl(type(source)(source.name, text), limits=limits)
    if _content(again.cddl) != _content(parsed.cddl):
        raise AssertionError(f"the layout of `{source.name}` would change what it says")
    return Formatted(text, parsed.diagnostics)


def _content(cddl: ast.Cddl | None) -> tuple[str, list[str]] | None:
    """Rules and comments as text: `unparse` gives equal texts for equal trees only."""
    if cddl is None:
        return None
    return unparse(cddl), [comment.text.rstrip() for comment in cddl.comments]


def _run(steps: _Steps) -> None:
    """Carry out steps that yield further steps, depth first, without using the call stack."""
    stack = [steps]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
        else:
            stack.append(step)


class _Layout:
    """One run over one tree.

    Methods that write a node which may hold brackets yield the steps for the nodes inside. They
    take ``level``, the indentation of the line on which the node begins, and ``tail``, how many
    code points will follow the node on its last line.
    """

    def __init__(self, source: SourceFile, cddl: ast.Cddl, *, width: int) -> None:
        self._cddl = cddl
        self._width = width
        self._page = Page(source, cddl.comments, width=width)
        found = _SLASHES.finditer(source.text)
        self._slashes = [match.start() for match in found if match.group() == "//"]

    def run(self) -> str:
        """The text in canonical layout."""
        for rule in self._cddl.rules:
            self._page.break_line(0, rule.span.start, keep_blank=True)
            _run(self._rule(rule))
        return self._page.finish()

    def _rule(self, rule: ast.Rule) -> _Steps:
        self._page.write(rule.name.name)
        for index, parameter in enumerate(rule.parameters):
            self._page.write(", " if index else "<")
            if self._page.awaits_comment(parameter.span.start):
                self._page.break_line(_INDENT, parameter.span.start)
            self._page.write(parameter.name)
        self._page.write(f"> {rule.assign}" if rule.parameters else f" {rule.assign}")
        if isinstance(rule.definition, ast.Type):
            yield self._definition(rule.definition, 0, 0)
        else:
            level = self._space(rule.definition.span.start, 0)
            yield self._entry(rule.definition, level, 0)

    def _definition(self, node: ast.Type, level: int, tail: int) -> _Steps:
        """A type behind ``=``, ``:`` or ``=>``: on the same line where it can begin there."""
        first, hang = node.choices[0], level + _INDENT
        rest = tail if len(node.choices) == 1 else len(" /")
        goes_on = self._fits(first, rest + 1) or _opens_bracket(first)
        if first.operator and not self._fits(first, rest, column=hang):
            goes_on = goes_on or self._fits(first.target, 1)
        if self._is_split(node) or self._page.awaits_comment(node.span.start) or not goes_on:
            self._page.break_line(hang, node.span.start)
            yield self._type(node, hang, hang, tail)
        else:
            self._page.write(" ")
            yield self._type(node, level, hang, tail)

    def _type(self, node: ast.Type, level: int, hang: int, tail: int) -> _Steps:
        """Alternatives, as many on a line as fit; one a line where comments stand between them.

        ``hang`` is the indentation of the further lines.
        """
        split = self._is_split(node)
        for index, choice in enumerate(node.choices):
            rest = tail if choice is node.choices[-1] else len(" /")
            if index:
                self._page.write(" /")
                if split or self._begins_line(choice, hang, rest):
                    self._page.break_line(hang, choice.span.start)
                    level = hang
                else:
                    self._page.write(" ")
            yield self._type1(choice, level, rest)

    def _begins_line(self, choice: ast.Type1, hang: int, tail: int) -> bool:
        if self._fits(choice, tail + 1):
            return False
        return self._fits(choice, tail, column=hang) or not _opens_bracket(choice)

    def _type1(self, node: ast.Type1, level: int, tail: int) -> _Steps:
        if self._fits(node, tail):
            self._page.write(unparse(node))
        elif node.operator is None or node.controller is None:
            yield self._type2(node.target, level, tail)
        else:
            space = "" if is_tight(node) else " "
            sign = f"{node.operator}{space}"
            yield self._type2(node.target, level, len(space + sign))
            start = node.controller.span.start
            goes_on = self._fits(node.controller, tail + len(space + sign)) or _is_bracket(
                node.controller
            )
            if self._page.awaits_comment(start) or not goes_on:
                level += _INDENT
                self._page.break_line(level, start)
                self._page.write(sign)
            else:
                self._page.write(space + sign)
            yield self._type2(node.controller, level, tail)

    def _type2(self, node: ast.Type2, level: int, tail: int) -> _Steps:
        if self._fits(node, tail):
            self._page.write(unparse(node))
            return
        match node:
            case ast.Map(group):
                yield self._group("{", group, "}", node.span, level)
            case ast.Array(group):
                yield self._group("[", group, "]", node.span, level)
            case ast.GroupChoiceType(ast.Group() as group):
                yield self._group("&(", group, ")", node.span, level)
            case ast.Parenthesized(inner):
                yield self._parenthesis("(", inner, node.span, level)
            case ast.Tagged(ast.Type() as number, inner):
                self._page.write("#6.<")
                yield self._inside(number, level)
                yield self._parenthesis(">(", inner, node.span, level)
            case ast.Tagged(number, inner):
                head = "#6(" if number is None else f"#6.{number}("
                yield self._parenthesis(head, inner, node.span, level)
            case ast.Major(_, ast.Type() as additional):
                self._page.write("#7.<")
                yield self._inside(additional, level)
                self._page.write(">")
            case ast.Unwrap(name) | ast.GroupChoiceType(ast.Name() as name):
                self._page.write("~" if isinstance(node, ast.Unwrap) else "&")
                if self._page.awaits_comment(name.span.start):
                    level = self._space(name.span.start, level)
                yield self._type2(name, level, tail)
            case ast.Name(name, arguments) if arguments:
                yield self._arguments(node, level)
            case _:
                self._page.write(unparse(node))

    def _inside(self, node: ast.Type, level: int) -> _Steps:
        """A type in angle brackets, which are never broken but for comments."""
        if self._page.awaits_comment(node.span.start):
            level = self._space(node.span.start, level)
        yield self._type(node, level, level + _INDENT, 2)

    def _parenthesis(self, opener: str, inner: ast.Type, span: Span, level: int) -> _Steps:
        """A type in parentheses, which hold a lone bracket without a line end of their own."""
        self._page.write(opener)
        start, end = inner.span.start, inner.span.end
        is_noted = self._page.awaits_comment(start) or self._page.has_comment(end, span.end)
        if _is_lone_bracket(inner) and not is_noted:
            yield self._type(inner, level, level, 0)
            self._page.write(")")
        else:
            hang = level + _INDENT
            self._page.break_line(hang, start)
            yield self._type(inner, hang, hang, 0)
            self._close(")", level, span)

    def _close(self, closer: str, level: int, span: Span) -> None:
        """A closing bracket on a line of its own; comments before it belong to the inside."""
        self._page.break_line(level, span.end - len(closer), comment_indent=level + _INDENT)
        self._page.write(closer)

    def _arguments(self, node: ast.Name, level: int) -> _Steps:
        self._page.write(f"{node.name}<")
        for argument in node.arguments:
            comma = "" if argument is node.arguments[-1] else ","
            self._page.break_line(level + _INDENT, argument.span.start)
            yield self._type1(argument, level + _INDENT, len(comma))
            self._page.write(comma)
        self._close(">", level, node.span)

    def _group(self, opener: str, group: ast.Group, closer: str, span: Span, level: int) -> _Steps:
        """A group in brackets, over several lines."""
        inner, last = level + _INDENT, len(group.choices) - 1
        flat = last > 0 and all(
            self._fits(choice, len(" //") if index < last else 0, column=inner)
            for index, choice in enumerate(group.choices)
        )
        self._page.write(opener)
        end = span.start + 1
        for index, choice in enumerate(group.choices):
            if index:
                end = self._double_slash(inner, end, ends_line=flat)
            if choice.entries:
                comma = "," if closer == ")" and opener == "(" and needs_comma(group) else ""
                yield self._choice(choice, inner, comma=comma, flat=flat, blank=index == 0 or flat)
                end = choice.entries[-1].span.end
        self._close(closer, level, span)

    def _double_slash(self, level: int, after: int, *, ends_line: bool) -> int:
        """Write the ``//`` that comes next in the source after ``after``; return its end there."""
        offset = self._slashes[bisect_left(self._slashes, after)]
        if ends_line:
            self._page.write(" //")
        else:
            self._page.break_line(level, offset)
            self._page.write("//")
        return offset + len("//")

    def _choice(
        self, choice: ast.GroupChoice, level: int, *, comma: str, flat: bool, blank: bool
    ) -> _Steps:
        """The entries of one alternative: on one line if ``flat``, else a line each."""
        for index, entry in enumerate(choice.entries):
            is_last = index == len(choice.entries) - 1
            if flat and index:
                self._page.write(" ")
            else:
                keep_blank = blank or index > 0
                self._page.break_line(level, entry.span.start, keep_blank=keep_blank)
            after = comma if is_last else ","
            yield self._entry(entry, level, len(after))
            self._page.write(after)

    def _entry(self, entry: ast.GroupEntry, level: int, tail: int) -> _Steps:
        if self._fits(entry, tail):
            self._page.write(unparse(entry))
            return
        if entry.occurrence:
            self._page.write(unparse(entry.occurrence))
            level = self._space((entry.key or entry.value).span.start, level)
        if entry.key:
            yield self._key(entry.key, level)
        if isinstance(entry.value, ast.Group):
            yield self._group("(", entry.value, ")", entry.value.span, level)
        elif entry.key:
            yield self._definition(entry.value, level, tail)
        else:
            yield self._type(entry.value, level, level + _INDENT, tail)

    def _key(self, key: ast.MemberKey, level: int) -> _Steps:
        if isinstance(key.key, ast.Type1):
            yield self._type1(key.key, level, len(key_sign(key)))
        else:
            self._page.write(unparse(key.key))
        self._page.write(key_sign(key))

    def _space(self, offset: int, level: int) -> int:
        """A space, or a line end if there are comments; return the level of the line then."""
        if not self._page.awaits_comment(offset):
            self._page.write(" ")
            return level
        self._page.break_line(level + _INDENT, offset)
        return level + _INDENT

    def _is_split(self, node: ast.Type) -> bool:
        """Whether a comment stands between two alternatives, not inside of one."""
        pairs = zip(node.choices, node.choices[1:], strict=False)
        return any(self._page.has_comment(one.span.end, two.span.start) for one, two in pairs)

    def _fits(self, node: Node, tail: int, *, column: int | None = None) -> bool:
        """Whether ``node`` can stand on one line, with ``tail`` code points beside it.

        Cost: bounded by the width of the page.
        """
        room = self._width - tail - (self._page.column if column is None else column)
        if self._page.has_comment(node.span.start, node.span.end):
            return False
        stack: list[Part] = [node]
        while stack and room >= 0:
            part = stack.pop()
            if not isinstance(part, str):
                if self._is_open(part):
                    return False
                stack.extend(reversed(parts_of(part)))
            elif "\n" in part:
                return False
            else:
                room -= len(part)
        return room >= 0

    def _is_open(self, node: Node) -> bool:
        """Whether the author ended the line behind the opening bracket of a group."""
        match node:
            case ast.Map(group) | ast.Array(group) | ast.GroupChoiceType(ast.Group() as group):
                pass
            case ast.Group() as group:
                pass
            case _:
                return False
        entries = group.choices[0].entries
        return bool(entries) and self._page.begins_line(entries[0].span.start)


def _opens_bracket(node: ast.Type1) -> bool:
    """Whether the node goes on over lines by itself, so that it can begin on any line."""
    return _is_bracket(node.target) or (
        node.controller is not None and _is_bracket(node.controller)
    )


def _is_lone_bracket(node: ast.Type) -> bool:
    first = node.choices[0]
    return len(node.choices) == 1 and first.operator is None and _is_bracket(first.target)


def _is_bracket(node: ast.Type2) -> bool:
    match node:
        case ast.Map() | ast.Array() | ast.Parenthesized() | ast.Tagged():
            return True
        case ast.GroupChoiceType(group):
            return isinstance(group, ast.Group) or bool(group.arguments)
        case ast.Name(_, arguments) | ast.Unwrap(ast.Name(_, arguments)):
            return bool(arguments)
        case ast.Value(bytes(), text):
            return "\n" in text
    return False
