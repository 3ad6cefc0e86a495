"""CDDL → all that `vcddl lint` tells: what `vcddl.rules.lint` finds, and what compiling does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.deep import deep_recursion
from vcddl.diagnostics.model import sort_diagnostics
from vcddl.errors import CddlError
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.compile import compile_graph
from vcddl.root import find_root
from vcddl.rules.graph import Kind
from vcddl.rules.lint import lint_graph
from vcddl.rules.resolve import has_errors, resolve
from vcddl.source import Span
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.graph import Definition, RuleGraph
    from vcddl.rules.modules import ModuleFinder
    from vcddl.source import SourceFile


def lint_cddl(
    sources: Sequence[SourceFile],
    *,
    finder: ModuleFinder | None = None,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    context_files: Sequence[SourceFile] = (),
) -> tuple[Diagnostic, ...]:
    """As `vcddl.rules.lint.lint`, with the errors of operators, patterns, ranges and endless rules.

    Every rule that takes no arguments is compiled, used or not, all in one program; generic rules
    with the arguments that they are used with. Cost: linear in the text.
    """
    graph = resolve((*context_files, *sources), finder, limits=limits)
    found = list(lint_graph(graph, sources, root=root, limits=limits))
    if not has_errors(graph.diagnostics):
        with deep_recursion():
            found += compile_graph(graph, _all_rules(graph), json=False).diagnostics
            found += _root_problems(graph, root, limits)
    return sort_diagnostics(found)


def _root_problems(graph: RuleGraph, root: str | None, limits: Limits) -> Sequence[Diagnostic]:
    """A root that was asked for must be there; a library of groups needs none."""
    if root is None:
        return ()
    try:
        find_root(graph, root, limits=limits)
    except CddlError as error:
        return error.diagnostics
    return ()


def _all_rules(graph: RuleGraph) -> ast.Type:
    """A type that leads to every rule: a choice of the types, and of arrays of the groups."""
    nowhere = Span("", 0, 0)
    choices = tuple(
        ast.Type1(_use_of(definition), None, None, nowhere)
        for definition in graph.definitions.values()
        if not definition.parameters and not definition.in_prelude
    )
    return ast.Type(choices, nowhere)


def _use_of(definition: Definition) -> ast.Name | ast.Array:
    where = definition.name_span or Span("", 0, 0)
    name = ast.Name(definition.name, (), where)
    if definition.kind is Kind.TYPE:
        return name
    entry = ast.GroupEntry(
        None, None, ast.Type((ast.Type1(name, None, None, where),), where), where
    )
    return ast.Array(ast.Group((ast.GroupChoice((entry,), where),), where), where)
