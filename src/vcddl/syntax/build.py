"""Lark tree → syntax tree. Decodes literals and decides which parentheses are types.

RFC 8610 appendix B: ``(a)`` in a group is a type where it can be one ("preempted by above").
"""
# ruff: noqa: D102 (the methods bear the names of the rules in ``cddl.lark``)

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar
from typing import Any as AnyValue

from lark import Token, v_args
from lark.visitors import Transformer_NonRecursive

from vcddl.diagnostics.codes import syntax as codes
from vcddl.source import Span
from vcddl.syntax import ast
from vcddl.syntax.literals import (
    LiteralError,
    decode_literal,
    decode_occurrence,
    decode_uint,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.diagnostics.model import Code

_T = TypeVar("_T")

# lark's tree: its children are tokens and what the methods for their rules gave.
_Tree: TypeAlias = AnyValue


@v_args(tree=True)
class Builder(Transformer_NonRecursive[Token, AnyValue]):
    """One run over one tree. ``problems`` collects what is wrong: code, message, span."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self.problems: list[tuple[Code, str, Span]] = []

    def _span(self, tree: _Tree) -> Span:
        meta = tree.meta
        return (
            Span(self._file, 0, 0) if meta.empty else Span(self._file, meta.start_pos, meta.end_pos)
        )

    def _token_span(self, token: Token) -> Span:
        return Span(self._file, token.start_pos or 0, token.end_pos or 0)

    def _id(self, token: Token) -> ast.Id:
        return ast.Id(str(token), self._token_span(token))

    def start(self, tree: _Tree) -> tuple[ast.Rule, ...]:
        return tuple(tree.children)

    def rule(self, tree: _Tree) -> ast.Rule:
        name, *parameters, assign, entry = tree.children
        definition = entry
        if str(assign) != "//=" and entry.occurrence is None and entry.key is None:
            definition = entry.value if isinstance(entry.value, ast.Type) else entry
        if str(assign) == "/=" and not isinstance(definition, ast.Type):
            self.problems.append(
                (codes.GROUP_AS_TYPE, "`/=` adds a type; a group is added with `//=`", entry.span)
            )
        generic = parameters[0] if parameters else ()
        return ast.Rule(self._id(name), generic, str(assign), definition, self._span(tree))

    def genericparm(self, tree: _Tree) -> tuple[ast.Id, ...]:
        return tuple(self._id(token) for token in tree.children)

    def genericarg(self, tree: _Tree) -> tuple[ast.Type1, ...]:
        return tuple(self._type1(child) for child in tree.children)

    def type(self, tree: _Tree) -> ast.Type | ast.Group:
        first = tree.children[0]
        if len(tree.children) == 1 and isinstance(first, ast.Group):
            return first
        return ast.Type(tuple(self._type1(child) for child in tree.children), self._span(tree))

    def type1(self, tree: _Tree) -> ast.Type1 | ast.Group:
        (target,) = tree.children
        if isinstance(target, ast.Group):
            return target
        return ast.Type1(target, None, None, self._span(tree))

    def operation(self, tree: _Tree) -> ast.Type1:
        target, operator, controller = tree.children
        return ast.Type1(
            self._type2(target), str(operator), self._type2(controller), self._span(tree)
        )

    def _type1(self, child: AnyValue) -> ast.Type1:
        if isinstance(child, ast.Type1):
            return child
        return ast.Type1(self._type2(child), None, None, child.span)

    def _type2(self, child: AnyValue) -> AnyValue:
        """``child`` where only a type can stand; a group there is a problem."""
        if isinstance(child, ast.Group):
            message = "a group cannot stand here, only a type"
            self.problems.append((codes.GROUP_AS_TYPE, message, child.span))
            return ast.Any(child.span)
        return child

    def _type(self, child: AnyValue) -> ast.Type:
        if isinstance(child, ast.Type):
            return child
        return ast.Type((self._type1(child),), child.span)

    def value(self, tree: _Tree) -> ast.Value:
        return self._literal(tree.children[0])

    def _literal(self, token: Token) -> ast.Value:
        text, span = str(token), self._token_span(token)
        nothing: int | float | str | bytes = 0
        return ast.Value(self._decoded(decode_literal, text, span, otherwise=nothing), text, span)

    def _decoded(self, decode: Callable[[str], _T], text: str, span: Span, *, otherwise: _T) -> _T:
        """What ``decode`` makes of ``text`` at the end of ``span``; else ``otherwise``."""
        try:
            return decode(text)
        except LiteralError as error:
            start = span.start + error.offset
            place = Span(self._file, start, max(start + 1, span.end))
            self.problems.append((codes.BAD_LITERAL, error.problem, place))
            return otherwise

    def _number(self, token: Token) -> int | None:
        """The number behind the point of ``#6.1`` and the like, if there is one."""
        _, _, text = str(token).partition(".")
        return (
            self._decoded(decode_uint, text, self._token_span(token), otherwise=0) if text else None
        )

    def name(self, tree: _Tree) -> ast.Name:
        token, *arguments = tree.children
        return ast.Name(str(token), arguments[0] if arguments else (), self._span(tree))

    def unwrap(self, tree: _Tree) -> ast.Unwrap:
        return ast.Unwrap(self._name_after_sign(tree), self._span(tree))

    def choice_of_name(self, tree: _Tree) -> ast.GroupChoiceType:
        return ast.GroupChoiceType(self._name_after_sign(tree), self._span(tree))

    def _name_after_sign(self, tree: _Tree) -> ast.Name:
        token, *arguments = tree.children
        span = Span(self._file, token.start_pos or 0, self._span(tree).end)
        return ast.Name(str(token), arguments[0] if arguments else (), span)

    def choice_of_group(self, tree: _Tree) -> ast.GroupChoiceType:
        return ast.GroupChoiceType(tree.children[0], self._span(tree))

    def parenthesis(self, tree: _Tree) -> ast.Parenthesized | ast.Group:
        group: ast.Group = tree.children[0]
        span = self._span(tree)
        if len(group.choices) == 1 and len(group.choices[0].entries) == 1:
            (entry,) = group.choices[0].entries
            plain = entry.occurrence is None and entry.key is None
            if plain and isinstance(entry.value, ast.Type) and not _has_comma(entry, group):
                return ast.Parenthesized(entry.value, span)
        return ast.Group(group.choices, span)

    def map(self, tree: _Tree) -> ast.Map:
        span = self._span(tree)
        return ast.Map(ast.Group(tree.children[0].choices, span), span)

    def array(self, tree: _Tree) -> ast.Array:
        span = self._span(tree)
        return ast.Array(ast.Group(tree.children[0].choices, span), span)

    def tagged(self, tree: _Tree) -> ast.Tagged:
        head, content = tree.children
        return ast.Tagged(self._number(head), self._type(content), self._span(tree))

    def tagged_type(self, tree: _Tree) -> ast.Tagged:
        number, content = tree.children
        return ast.Tagged(self._type(number), self._type(content), self._span(tree))

    def simple_type(self, tree: _Tree) -> ast.Major:
        return ast.Major(7, self._type(tree.children[0]), self._span(tree))

    def major(self, tree: _Tree) -> ast.Major:
        head = tree.children[0]
        return ast.Major(int(head[1]), self._number(head), self._span(tree))

    def any(self, tree: _Tree) -> ast.Any:
        return ast.Any(self._span(tree))

    def group(self, tree: _Tree) -> ast.Group:
        return ast.Group(tuple(tree.children), self._span(tree))

    def grpchoice(self, tree: _Tree) -> ast.GroupChoice:
        entries = tuple(child for child in tree.children if isinstance(child, ast.GroupEntry))
        return ast.GroupChoice(entries, self._span(tree))

    def grpent(self, tree: _Tree) -> ast.GroupEntry:
        *before, value = tree.children
        occurrence = key = None
        for child in before:
            if isinstance(child, ast.MemberKey):
                key = child
            else:
                occurrence = self._occurrence(child)
        if key is not None:
            value = self._type(value)
        return ast.GroupEntry(occurrence, key, value, self._span(tree))

    def _occurrence(self, token: Token) -> ast.Occurrence:
        text, span = str(token), self._token_span(token)
        once: tuple[int, int | None] = (1, 1)
        bounds = self._decoded(decode_occurrence, text, span, otherwise=once)
        return ast.Occurrence(*bounds, text, span)

    def arrow_key(self, tree: _Tree) -> ast.MemberKey:
        return ast.MemberKey(
            self._type1(tree.children[0]), len(tree.children) > 1, self._span(tree)
        )

    def bareword_key(self, tree: _Tree) -> ast.MemberKey:
        return ast.MemberKey(self._id(tree.children[0]), True, self._span(tree))

    def value_key(self, tree: _Tree) -> ast.MemberKey:
        return ast.MemberKey(self._literal(tree.children[0]), True, self._span(tree))


def _has_comma(entry: ast.GroupEntry, group: ast.Group) -> bool:
    """Whether a comma follows the entry: ``(b,)`` is a group (RFC 8610 appendix C)."""
    return group.span.end > entry.span.end
