"""Rules of all files → `RuleGraph`: names merged, sockets filled, kinds found, uses checked.

RFC 8610 sections 2.2.2, 3.9, 3.10 and appendix C.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import names as codes
from vcddl.diagnostics.model import Code, Diagnostic, Related, Role, Severity, sort_diagnostics
from vcddl.diagnostics.place import rule_ref
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.rules.graph import PRELUDE_NAME, Alternative, Definition, Kind, RuleGraph
from vcddl.rules.kinds import find_kinds
from vcddl.rules.modules import FolderFinder, Loaded, ModuleFinder, load
from vcddl.source import SourceFile, Span
from vcddl.syntax.ast import Rule
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.walk import Place, Reference, references

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Rules = dict[str, list[Rule]]


@cache
def _prelude() -> tuple[SourceFile, tuple[Rule, ...]]:
    text = files("vcddl.rules").joinpath("prelude.cddl").read_text(encoding="utf-8")
    source = SourceFile(PRELUDE_NAME, text)
    cddl = parse_cddl(source).cddl
    assert cddl is not None
    return source, cddl.rules


def resolve(
    sources: Sequence[SourceFile],
    finder: ModuleFinder | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> RuleGraph:
    """Merge files into one graph.

    Errors among ``diagnostics`` of the result mean that the CDDL must not be used.
    Cost: linear in the text, apart from the search for suggestions when a name is undefined.
    """
    loaded = load(sources, finder or FolderFinder(), limits)
    by_name: _Rules = {}
    for rule in loaded.rules:
        by_name.setdefault(rule.name.name, []).append(rule)
    first = loaded.rules[0].name.name if loaded.rules else None
    prelude_source, prelude_rules = _prelude()
    loaded.sources[PRELUDE_NAME] = prelude_source
    diagnostics = list(loaded.diagnostics)
    from_prelude: set[str] = set()
    for rule in prelude_rules:
        name = rule.name.name
        if name not in by_name:
            from_prelude.add(name)
            by_name[name] = [rule]
            continue
        mine = by_name[name]
        if any(one.definition != rule.definition for one in mine):
            diagnostics.append(_prelude_redefined(mine[0], loaded))
        if all(one.assign != "=" for one in mine):  # what only adds, adds to the prelude's rule
            by_name[name] = [rule, *mine]
    _add_unfilled_sockets(by_name)
    kinds = find_kinds(by_name)
    definitions = {
        name: _merge(name, rules, kinds[name], in_prelude=name in from_prelude)
        for name, rules in by_name.items()
    }
    checker = _Checker(definitions, loaded)
    if not has_errors(diagnostics):  # a file that does not parse may define what others use
        for name, rules in by_name.items():
            diagnostics += checker.check_definition(name, rules)
    return RuleGraph(definitions, first, loaded.sources, sort_diagnostics(diagnostics))


def _add_unfilled_sockets(by_name: _Rules) -> None:
    used = {
        reference.name
        for rules in by_name.values()
        for rule in rules
        for reference in references(rule)
    }
    for name in sorted(used):
        if name.startswith("$"):
            by_name.setdefault(name, [])


def _merge(name: str, rules: list[Rule], kind: Kind, *, in_prelude: bool) -> Definition:
    """All rules of a name as one definition: `=` first, additions in the order of the files."""
    ordered = sorted(rules, key=lambda rule: rule.assign != "=")
    alternatives: list[Alternative] = []
    for rule in ordered:
        same = any(
            rule.assign == "=" == old.assign and old.definition == rule.definition
            for old in alternatives
        )
        if not same:
            names = tuple(item.name for item in rule.parameters)
            alternatives.append(Alternative(rule.definition, rule.assign, rule.span, names))
    parameters = alternatives[0].parameters if alternatives else ()
    span = ordered[0].name.span if ordered else None
    return Definition(name, kind, parameters, tuple(alternatives), span, in_prelude)


def _prelude_redefined(rule: Rule, loaded: Loaded) -> Diagnostic:
    name = rule.name.name
    message = f"`{name}` has a fixed meaning in the prelude; this rule gives it another one"
    return _diagnostic(codes.PRELUDE_REDEFINED, message, rule.name.span, loaded)


def _diagnostic(
    code: Code,
    message: str,
    span: Span,
    loaded: Loaded,
    *,
    help: str | None = None,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    rule = rule_ref(loaded.sources[span.file], span)
    return Diagnostic(
        code=code, message=message, severity=code.severity, rule=rule, help=help, related=related
    )


class _Checker:
    """Checks each definition and each use of a name against all definitions."""

    def __init__(self, definitions: dict[str, Definition], loaded: Loaded) -> None:
        self._definitions = definitions
        self._loaded = loaded

    def check_definition(self, name: str, rules: list[Rule]) -> Iterator[Diagnostic]:
        yield from self._redefinitions(name, rules)
        kind = self._definitions[name].kind
        wrong_assign = "//=" if kind is Kind.TYPE else "/="
        for rule in rules:
            if rule.assign == wrong_assign:
                message = f"`{name}` is a {kind}, so it is not extended with `{wrong_assign}`"
                yield _diagnostic(codes.TYPE_AND_GROUP, message, rule.name.span, self._loaded)
            parameters = {parameter.name for parameter in rule.parameters}
            for reference in references(rule):
                if reference.name not in parameters:
                    yield from self._check_use(reference, rule, kind)

    def _redefinitions(self, name: str, rules: list[Rule]) -> Iterator[Diagnostic]:
        plain = [rule for rule in rules if rule.assign == "="]
        for rule in plain[1:]:
            same = rule.definition == plain[0].definition and rule.parameters == plain[0].parameters
            if not same:
                first = rule_ref(self._loaded.sources[plain[0].span.file], plain[0].name.span)
                related = Related(role=Role.DEFINED_HERE, message="first defined here", rule=first)
                message = f"`{name}` is defined again with another right-hand side"
                yield _diagnostic(
                    codes.REDEFINED,
                    message,
                    rule.name.span,
                    self._loaded,
                    help=f"add an alternative with `{'//=' if self._is_group(name) else '/='}`",
                    related=(related,),
                )
        for rule in rules[1:]:
            if len(rule.parameters) != len(rules[0].parameters):
                message = f"`{name}` has another number of generic parameters elsewhere"
                yield _diagnostic(codes.WRONG_ARGUMENTS, message, rule.name.span, self._loaded)

    def _is_group(self, name: str) -> bool:
        return self._definitions[name].kind is Kind.GROUP

    def _check_use(self, use: Reference, rule: Rule, kind: Kind) -> Iterator[Diagnostic]:
        definition = self._definitions.get(use.name)
        if definition is None:
            yield self._undefined(use)
            return
        if len(use.arguments) != len(definition.parameters) and definition.alternatives:
            message = argument_count(definition, use)
            yield _diagnostic(codes.WRONG_ARGUMENTS, message, use.span, self._loaded)
        whole_rule = (
            kind is Kind.TYPE and use.place is Place.ENTRY and rule.definition.span == use.span
        )
        if self._is_group(use.name) and (use.place is Place.TYPE or whole_rule):
            message = f"`{use.name}` is a group and cannot stand where a type must"
            advice = f"write `{{ {use.name} }}` or `[ {use.name} ]`"
            yield _diagnostic(codes.TYPE_AND_GROUP, message, use.span, self._loaded, help=advice)

    def _undefined(self, use: Reference) -> Diagnostic:
        advice = None
        if near := get_close_matches(use.name, self._definitions, n=1, cutoff=0.75):
            advice = f"did you mean `{near[0]}`?"
        elif ".." in use.name:
            left, right = use.name.split("..", 1)
            advice = f"a range of names needs spaces: `{left} .. {right.lstrip('.')}`"
        message = f"`{use.name}` is not defined"
        return _diagnostic(codes.UNDEFINED_NAME, message, use.span, self._loaded, help=advice)


def argument_count(definition: Definition, use: Reference) -> str:
    """How many generic arguments a name takes and how many it is given, in words."""
    wanted, given = len(definition.parameters), len(use.arguments)
    ending = "" if wanted == 1 else "s"
    return (
        f"`{use.name}` takes {wanted or 'no'} generic argument{ending}, but has {given or 'none'}"
    )


def has_errors(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
