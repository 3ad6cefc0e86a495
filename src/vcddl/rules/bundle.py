"""CDDL files → one CDDL text that stands alone and gives the same verdicts: ``vcddl bundle``.

The root comes first, then every name in the order of the files with all its alternatives together
(RFC 8610 section 2.2.2: `=` before what is added to it). Modules are in the text, renamed as their
directives ask. A socket keeps its name and its plugs, so it can be filled further; one that
nothing fills stays an empty choice (section 3.9). Comments right before, in and right behind a
rule go with it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import count
from pathlib import PurePath
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import names as codes
from vcddl.diagnostics.model import Diagnostic, Severity
from vcddl.diagnostics.place import rule_ref
from vcddl.errors import CddlError
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.rules.graph import Alternative, Definition, Kind, RuleGraph
from vcddl.rules.modules import FolderFinder
from vcddl.rules.resolve import resolve
from vcddl.shipped import shipped_root
from vcddl.source import SourceFile, Span
from vcddl.syntax import ast
from vcddl.syntax.layout import format_cddl
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.unparse import unparse
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vcddl.rules.modules import ModuleFinder

_ROOT_FILE = "<root>"
_NAME = re.compile(r"[A-Za-z@_$](?:[-.]*[A-Za-z0-9@_$])*")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


def bundle(
    sources: Sequence[SourceFile],
    *,
    root: str | None = None,
    drop_unused: bool = False,
    finder: ModuleFinder | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> str:
    """Write one flat CDDL.

    Args:
        sources: CDDL files; their modules are found by ``finder``.
        root: a rule name or a CDDL type, which becomes a rule; else the first rule.
        drop_unused: leave out what the root does not lead to.
        finder: else modules are looked for beside the files and among the shipped ones.
        limits: for reading the files.

    Returns:
        CDDL in canonical layout, with a line ``; from FILE`` where the file changes.

    Raises:
        CddlError: the CDDL, or the root, cannot be used.
    Cost: linear in the text.
    """
    if finder is None:
        shipped = shipped_root() / "cddl"
        finder = FolderFinder((shipped, shipped / "extensions"))
    graph, first = _with_root(sources, root, finder, limits)
    kept = _closure(graph, first) if drop_unused else graph.definitions.keys()
    names = [first, *(name for name in graph.definitions if name != first and name in kept)]
    files = {name: _File.read(source, limits) for name, source in graph.sources.items()}
    text = "\n".join(_blocks([graph.definitions[name] for name in names], files))
    formatted = format_cddl(SourceFile("<bundle>", text), limits=limits)
    if formatted.text is None:
        raise AssertionError(f"the bundle does not parse: {formatted.diagnostics[0].message}")
    return formatted.text


def _with_root(
    sources: Sequence[SourceFile], root: str | None, finder: ModuleFinder, limits: Limits
) -> tuple[RuleGraph, str]:
    """The graph, and the name of the root in it. A root that is a type gets a rule of its own."""
    graph = _resolved(sources, finder, limits)
    first = graph.first_rule if root is None else root.strip()
    if first is None:
        raise CddlError((_problem(graph, "the CDDL has no rule", None),))
    definition = graph.definitions.get(first)
    if definition is None or definition.in_prelude or not definition.alternatives:
        name = next(name for name in _root_names() if name not in graph.definitions)
        graph = _resolved([*sources, SourceFile(_ROOT_FILE, f"{name} = {first}\n")], finder, limits)
        first = name
    definition = graph.definitions[first]
    if definition.kind is Kind.GROUP or definition.parameters:
        what = "a group" if definition.kind is Kind.GROUP else "a generic rule"
        message = f"`{root or first}` is {what}; an instance is matched against a type"
        raise CddlError((_problem(graph, message, definition),))
    return graph, first


def _root_names() -> Iterator[str]:
    yield "root"
    yield from (f"root-{number}" for number in count(2))


def _resolved(sources: Sequence[SourceFile], finder: ModuleFinder, limits: Limits) -> RuleGraph:
    graph = resolve(sources, finder, limits=limits)
    errors = tuple(item for item in graph.diagnostics if item.severity is Severity.ERROR)
    if errors:
        raise CddlError(errors)
    return graph


def _problem(graph: RuleGraph, message: str, definition: Definition | None) -> Diagnostic:
    code = codes.NO_RULE if definition is None else codes.ROOT_IS_GROUP
    span = definition.name_span if definition else None
    rule = rule_ref(graph.sources[span.file], span) if span else None
    return Diagnostic(code=code, message=message, severity=code.severity, rule=rule)


def _closure(graph: RuleGraph, root: str) -> set[str]:
    """All names that ``root`` leads to."""
    found: set[str] = set()
    stack = [root]
    while stack:
        name = stack.pop()
        if name in found or name not in graph.definitions:
            continue
        found.add(name)
        for alternative in graph.definitions[name].alternatives:
            stack += [use.name for use in references(alternative.definition)]
    return found


def _blocks(definitions: Sequence[Definition], files: Mapping[str, _File]) -> Iterator[str]:
    """The rules as text with their comments, and where they come from."""
    before = None
    for definition in definitions:
        if definition.in_prelude:
            continue
        for alternative in definition.alternatives:
            file = files[alternative.span.file]
            if file.source.name != before:
                before = file.source.name
                name = before if before.startswith("<") else PurePath(before).name
                yield f"\n; from {name}\n"
            yield file.text_of(definition, alternative)


@dataclass(frozen=True, slots=True)
class _File:
    """A source with its comments, to cut rules out of."""

    source: SourceFile
    comments: tuple[ast.Comment, ...]

    @classmethod
    def read(cls, source: SourceFile, limits: Limits) -> _File:
        cddl = parse_cddl(source, limits=limits).cddl
        return cls(source, cddl.comments if cddl else ())

    def text_of(self, definition: Definition, alternative: Alternative) -> str:
        """One rule with the comments around it; as written where that says the same."""
        span = alternative.span
        parameters = tuple(ast.Id(name, span) for name in alternative.parameters)
        rule = ast.Rule(
            ast.Id(definition.name, span),
            parameters,
            alternative.assign,
            alternative.definition,
            span,
        )
        leading = [comment for comment in self._leading(span) if not _is_directive(comment)]
        written = self._written(span, rule)
        lines = [comment.text for comment in leading]
        lines.append(unparse(rule) if written is None else written)
        return "\n".join(lines) + self._trailing(span) + "\n"

    def _written(self, span: Span, rule: ast.Rule) -> str | None:
        """The text of the rule with its new names; None if it would say something else."""
        text = self.source.text
        inside = self.comments[self._first_comment(span.start) : self._first_comment(span.end)]
        edits = [(item.span, f"; {item.text[2:]}") for item in inside if _is_directive(item)]
        edits += [(_name_span(text, span), rule.name.name)]
        edits += [(_name_span(text, use.span), use.name) for use in references(rule.definition)]
        pieces, position = [], span.start
        for place, new in sorted(edits, key=lambda edit: edit[0].start):
            if place.start < position:
                return None
            pieces += [text[position : place.start], new]
            position = place.end
        written = "".join([*pieces, text[position : span.end]])
        again = parse_cddl(SourceFile(self.source.name, written + "\n")).cddl
        return written if again is not None and again.rules == (rule,) else None

    def _leading(self, span: Span) -> list[ast.Comment]:
        """The comments on lines of their own right before a rule, without a blank line between."""
        found: list[ast.Comment] = []
        text, start = self.source.text, span.start
        for index in range(self._first_comment(span.start) - 1, -1, -1):
            comment = self.comments[index]
            line = text[text.rfind("\n", 0, comment.span.start) + 1 : comment.span.start]
            if line.strip() or _BLANK_LINE.search(text, comment.span.end, start):
                break
            if text[comment.span.end : start].strip():
                break
            found.insert(0, comment)
            start = comment.span.start
        return found

    def _trailing(self, span: Span) -> str:
        """The comment behind a rule on its last line."""
        index = self._first_comment(span.end)
        if index == len(self.comments):
            return ""
        comment = self.comments[index]
        between = self.source.text[span.end : comment.span.start]
        is_near = not between.strip() and "\n" not in between
        return f" {comment.text}" if is_near and not _is_directive(comment) else ""

    def _first_comment(self, offset: int) -> int:
        """The index of the first comment from ``offset`` on."""
        return bisect_left(self.comments, offset, key=lambda comment: comment.span.start)


def _is_directive(comment: ast.Comment) -> bool:
    return comment.text.startswith(";#")


def _name_span(text: str, span: Span) -> Span:
    """The name at the start of ``span``, without the generic arguments behind it."""
    found = _NAME.match(text, span.start)
    return Span(span.file, span.start, found.end() if found else span.start)
