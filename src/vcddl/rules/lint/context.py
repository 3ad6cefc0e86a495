"""What every check may look at: the graph, the rules of the linted files, and how to report.

Built once per run by `make_context`; checks only read it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.model import Diagnostic, Related, Role
from vcddl.diagnostics.place import rule_ref
from vcddl.rules.graph import Kind
from vcddl.rules.lint.body import sequences
from vcddl.rules.lint.extent import Extents, Scope
from vcddl.source import SourceFile, Span
from vcddl.syntax import ast
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vcddl.diagnostics.model import Code, RuleRef
    from vcddl.limits import Limits
    from vcddl.rules.graph import Definition, RuleGraph
    from vcddl.rules.lint.body import Place, Sequence


@dataclass(frozen=True, slots=True)
class Tree:
    """One rule of a linted file.

    Attributes:
        rule: as parsed.
        scope: its name and its generic parameters.
        nodes: every node below the rule, parents before children, in the order of the text.
    """

    rule: ast.Rule
    scope: Scope
    nodes: tuple[Any, ...]


@dataclass(frozen=True)
class Context:
    """The linted files as checks see them.

    Attributes:
        graph: of the linted files together with those they plug into.
        trees: the rules of the linted files alone, in the order of the text.
        roots: names that count as used from outside: the root, or all names of a root type.
        files: names of the linted files.
        uses: for each defined name, the names that its right-hand sides refer to.
        extents: which values types stand for.
    """

    graph: RuleGraph
    trees: tuple[Tree, ...]
    roots: frozenset[str]
    files: frozenset[str]
    uses: Mapping[str, frozenset[str]]
    extents: Extents

    @cached_property
    def sequences(self) -> Mapping[Place, list[Sequence]]:
        """The groups that fill maps and arrays, see `vcddl.rules.lint.body.sequences`."""
        return sequences(self)

    def is_own(self, span: Span | None) -> bool:
        """Whether ``span`` lies in a linted file."""
        return span is not None and span.file in self.files

    def is_group(self, name: str) -> bool:
        """Whether ``name`` is defined as a group."""
        definition = self.graph.definitions.get(name)
        return definition is not None and definition.kind is Kind.GROUP

    def finding(
        self,
        code: Code,
        message: str,
        *,
        span: Span,
        rule: str,
        help: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """A diagnostic at ``span``, which belongs to the rule called ``rule``."""
        return Diagnostic(
            code=code,
            message=message,
            severity=code.severity,
            rule=self._place(span, rule),
            help=help,
            related=related,
        )

    def earlier(self, message: str, span: Span) -> tuple[Related, ...]:
        """The place that an explanation refers back to."""
        place = self._place(span)
        return (Related(role=Role.DEFINED_HERE, message=message, rule=place),)

    def _place(self, span: Span, *path: str) -> RuleRef:
        return rule_ref(self.graph.sources[span.file], span, path)

    def text(self, span: Span) -> str:
        """The text of ``span`` on one line, cut at 40 characters, to be quoted in a message."""
        words = " ".join(self.graph.sources[span.file].text_of(span).split())
        return words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1]}…"


_LONGEST_QUOTE = 40


def make_context(
    graph: RuleGraph, sources: Iterable[SourceFile], *, root: str | None, limits: Limits
) -> Context:
    """The context of one run over ``sources``, whose rules are in ``graph``. Cost: linear."""
    trees = []
    for source in sources:
        parsed = parse_cddl(source, limits=limits)
        for rule in parsed.cddl.rules if parsed.cddl else ():
            scope = Scope(rule.name.name, frozenset(item.name for item in rule.parameters))
            trees.append(Tree(rule, scope, tuple(descendants(rule.definition))))
    return Context(
        graph=graph,
        trees=tuple(trees),
        roots=_roots(graph, root, limits),
        files=frozenset(source.name for source in sources),
        uses={name: _uses(definition) for name, definition in graph.definitions.items()},
        extents=Extents(graph),
    )


def _uses(definition: Definition) -> frozenset[str]:
    names = {
        use.name
        for alternative in definition.alternatives
        for use in references(alternative.definition)
    }
    return frozenset(names.difference(definition.parameters))


def _roots(graph: RuleGraph, root: str | None, limits: Limits) -> frozenset[str]:
    """The names in a root as the user gave it, which may be a CDDL type, or the first rule."""
    names: set[str] = set()
    if root is not None:
        parsed = parse_cddl(SourceFile("<root>", f"root = {root}\n"), limits=limits)
        rules = parsed.cddl.rules if parsed.cddl else ()
        names = {use.name for rule in rules for use in references(rule)}
    if not names & graph.definitions.keys() and graph.first_rule:
        return frozenset({graph.first_rule})
    return frozenset(names)


# The fields of each class of syntax nodes that can hold nodes, last one first.
_PARTS: Mapping[type, tuple[str, ...]] = {
    item: tuple(field.name for field in reversed(fields(item)) if field.name != "span")
    for item in vars(ast).values()
    if isinstance(item, type) and is_dataclass(item)
}


def descendants(tree: Any) -> Iterator[Any]:
    """``tree`` and every syntax node below it, in the order of the text. Linear, no recursion."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        for name in _PARTS[type(node)]:
            value = getattr(node, name)
            if isinstance(value, tuple):
                stack.extend(reversed(value))
            elif is_dataclass(value) and not isinstance(value, Span):
                stack.append(value)
