"""What the user calls the root → a type of the graph. RFC 8610 §2.2.4: else the first rule."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import names as codes
from vcddl.diagnostics.model import Code, Diagnostic
from vcddl.diagnostics.place import rule_ref
from vcddl.errors import CddlError
from vcddl.rules.graph import Definition, Kind, RuleGraph
from vcddl.rules.resolve import argument_count
from vcddl.source import SourceFile, Span
from vcddl.syntax.ast import Name, Type, Type1
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from vcddl.limits import Limits

_NAME = re.compile(r"[A-Za-z@_$](?:[-.]*[A-Za-z0-9@_$])*")
_ROOT_FILE = "<root>"


def find_root(graph: RuleGraph, root: str | None, *, limits: Limits) -> tuple[RuleGraph, str, Type]:
    """The graph (with the text of ``root`` as a source), the root in words, and its type.

    Raises `CddlError` if there is no such root or it is no type.
    """
    if root is None:
        if graph.first_rule is None:
            raise CddlError((_problem(graph, codes.NO_RULE, "the CDDL has no rule", None),))
        root = graph.first_rule
    root = root.strip()
    if not root:
        raise CddlError((_problem(graph, codes.UNKNOWN_ROOT, "the root is empty", None),))
    if _NAME.fullmatch(root):
        return graph, root, _named(graph, root)
    source = SourceFile(_ROOT_FILE, f"root = {root}\n")
    parsed = parse_cddl(source, limits=limits)
    if parsed.cddl is None:
        raise CddlError(parsed.diagnostics)
    definition = parsed.cddl.rules[0].definition if len(parsed.cddl.rules) == 1 else None
    if not isinstance(definition, Type):
        message = f"`{' '.join(root.split())}` is no type"
        raise CddlError((_problem(graph, codes.ROOT_IS_GROUP, message, None),))
    for use in references(definition):
        target = graph.definitions.get(use.name)
        if target is None:
            raise CddlError((_unknown(graph, use.name),))
        if len(use.arguments) != len(target.parameters) and target.alternatives:
            message = argument_count(target, use)
            raise CddlError((_problem(graph, codes.WRONG_ARGUMENTS, message, target),))
    sources = {**graph.sources, _ROOT_FILE: source}
    return replace(graph, sources=sources), root, definition


def _named(graph: RuleGraph, name: str) -> Type:
    definition = graph.definitions.get(name)
    if definition is None:
        raise CddlError((_unknown(graph, name),))
    if definition.kind is Kind.GROUP or definition.parameters:
        what = "a group" if definition.kind is Kind.GROUP else "a generic rule"
        message = f"`{name}` is {what}; an instance is matched against a type"
        advice = f"`--root '{{ {name} }}'` asks for a map of it"
        help_ = advice if definition.kind is Kind.GROUP else None
        raise CddlError((_problem(graph, codes.ROOT_IS_GROUP, message, definition, help_),))
    span = definition.name_span or Span(_ROOT_FILE, 0, 0)
    type1 = Type1(Name(name, (), span), None, None, span)
    return Type((type1,), span)


def _unknown(graph: RuleGraph, name: str) -> Diagnostic:
    near = get_close_matches(name, graph.definitions, n=1, cutoff=0.7)
    advice = f"did you mean `{near[0]}`?" if near else None
    return _problem(graph, codes.UNKNOWN_ROOT, f"no rule is called `{name}`", None, advice)


def _problem(
    graph: RuleGraph,
    code: Code,
    message: str,
    definition: Definition | None,
    help: str | None = None,
) -> Diagnostic:
    span = definition.name_span if definition else None
    rule = rule_ref(graph.sources[span.file], span) if span else None
    return Diagnostic(code=code, message=message, severity=code.severity, rule=rule, help=help)
