"""`RuleGraph` + root → `Program`: generics bound, names replaced by node ids, operators prepared.

Each rule is compiled once for each set of arguments and number model; recursion in CDDL becomes a
cycle of node ids.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from typing import Any as AnyValue

from vcddl.diagnostics.codes import names as codes
from vcddl.diagnostics.model import Code, Diagnostic, Severity
from vcddl.diagnostics.place import rule_ref
from vcddl.match import nodes as n
from vcddl.match.bind import (
    DEEPEST_ARGUMENT,
    EMPTY,
    bind_arguments,
    bound_argument,
    bound_in,
    environment_key,
)
from vcddl.match.compile_heads import compile_major, compile_tagged
from vcddl.match.compile_operators import compile_operation
from vcddl.match.constants import Evaluator
from vcddl.match.controls.model import NotConstant
from vcddl.match.options import DEFAULT_OPTIONS, Options
from vcddl.match.place import Place
from vcddl.match.primitives import JSON_NUMBERS
from vcddl.match.progress import find_endless
from vcddl.match.unwrap import compile_unwrap, unwrap_group, unwrapped
from vcddl.rules.graph import Definition, Kind, RuleGraph
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.source import Span


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program, or the diagnostics that say why there is none."""

    program: n.Program | None
    diagnostics: tuple[Diagnostic, ...]


def compile_graph(
    graph: RuleGraph, root: ast.Type, *, json: bool, options: Options = DEFAULT_OPTIONS
) -> Compiled:
    """The program that matches an instance against the type ``root``.

    Cost: linear in the CDDL that the root reaches.
    """
    compiler = Compiler(graph, options)
    root_id = compiler.compile_root(root, json=json)
    if compiler.problems:
        return Compiled(None, tuple(compiler.problems))
    nodes = tuple(compiler.nodes)
    unsupported = any(isinstance(node, n.UnsupportedNode) for node in nodes)
    program = n.Program(nodes, root_id, json, unsupported)
    if endless := find_endless(program):
        message = f"`{endless.rule}` leads back to itself without matching anything"
        compiler.report(codes.ENDLESS_RULE, message, endless.span)
        return Compiled(None, tuple(compiler.problems))
    return Compiled(program, tuple(compiler.warnings))


class Compiler:
    """One run of the compiler: its nodes, and what it has to say."""

    def __init__(self, graph: RuleGraph, options: Options) -> None:
        self.graph = graph
        self.options = options
        self.evaluator = Evaluator(graph)
        self.nodes: list[n.Node] = []
        self.problems: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._shared: dict[tuple[AnyValue, ...], int] = {}
        self._waiting: deque[Callable[[], None]] = deque()

    def compile_root(self, root: ast.Type, *, json: bool) -> int:
        """The node of the root, with everything it reaches compiled."""
        root_id = self.type(root, Place("", EMPTY, json))
        while self._waiting:
            self._waiting.popleft()()
        return root_id

    def report(self, code: Code, message: str, span: Span | None, help: str | None = None) -> None:
        """Say, once, why the CDDL cannot be used, or what is doubtful in it."""
        source = self.graph.sources.get(span.file) if span else None
        rule = rule_ref(source, span) if source and span else None
        diagnostic = Diagnostic(
            code=code, message=message, severity=code.severity, rule=rule, help=help
        )
        found = self.problems if code.severity is Severity.ERROR else self.warnings
        if diagnostic not in found:
            found.append(diagnostic)

    def add(self, node: n.Node) -> int:
        """Take a node into the plan; its id."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def shared(
        self, what: AnyValue, node: AnyValue, place: Place, make: Callable[[int], None]
    ) -> int:
        """The node of something that may lead back to itself: ``make`` fills it once, later.

        ``what`` and the environment and numbers of ``place`` tell one such thing from another;
        ``node`` is where it is asked for.
        """
        if any(bound.depth > DEEPEST_ARGUMENT for bound in place.environment.values()):
            message = f"`{place.rule}` uses itself with ever larger arguments"
            self.report(codes.ENDLESS_GENERIC, message, node.span)
            return self.add(n.ChoiceNode(alternatives=(), **place.at(node)))
        key = (what, environment_key(place.environment), place.json)
        target = self._shared.get(key)
        if target is None:
            target = self._shared[key] = self.add(n.ChoiceNode(alternatives=(), **place.at(node)))
            self._waiting.append(partial(make, target))
        return target

    # Types

    def type(self, node: ast.Type, place: Place) -> int:
        """A type as a node: a choice where it has several alternatives."""
        if len(node.choices) == 1:
            return self.type1(node.choices[0], place)
        alternatives = tuple(self.type1(choice, place) for choice in node.choices)
        return self.add(n.ChoiceNode(alternatives=alternatives, **place.at(node)))

    def type1(self, node: ast.Type1, place: Place) -> int:
        """A type with or without an operator as a node."""
        if node.operator is None:
            return self.type2(node.target, place)
        return compile_operation(self, node, place)

    def type2(self, node: ast.Type2, place: Place) -> int:
        """A type without operator as a node."""
        compile_node = _TYPE2[type(node)]
        return compile_node(self, node, place)

    def _value(self, node: ast.Value, place: Place) -> int:
        return self.add(n.LiteralNode(value=node.value, json=place.json, **place.at(node)))

    def _parenthesized(self, node: ast.Parenthesized, place: Place) -> int:
        return self.type(node.type, place)

    def _map(self, node: ast.Map, place: Place) -> int:
        return self.add(n.MapNode(group=self.group(node.group, place), **place.at(node)))

    def _array(self, node: ast.Array, place: Place) -> int:
        return self.add(n.ArrayNode(group=self.group(node.group, place), **place.at(node)))

    def _any(self, node: ast.Any, place: Place) -> int:
        return self.add(n.AnyNode(**place.at(node)))

    def _name(self, node: ast.Name, place: Place) -> int:
        if bound := bound_argument(node, place.environment):
            inner = replace(place, environment=bound.environment)
            return self.type1(bound.type, inner)
        definition = self.graph.definitions[node.name]
        if definition.kind is Kind.GROUP:
            message = f"`{node.name}` is a group and cannot stand where a type must"
            self.report(codes.TYPE_AND_GROUP, message, node.span)
        if definition.in_prelude and place.json and node.name in JSON_NUMBERS:
            primitive = JSON_NUMBERS[node.name]
            return self.add(n.PrimitiveNode(primitive=primitive, json=True, **place.at(node)))
        return self._reference(node, definition, place)

    def _reference(self, node: ast.Name, definition: Definition, place: Place) -> int:
        """A `RefNode` to a rule; the rule itself is compiled later, once."""
        environment = bind_arguments(definition, node.arguments, place.environment)
        inner = Place(definition.name, environment, place.json)
        target = self.shared(
            definition.name, node, inner, lambda target: self._rule(definition, inner, target)
        )
        is_group = definition.kind is Kind.GROUP
        return self.add(
            n.RefNode(name=node.name, target=target, is_group=is_group, **place.at(node))
        )

    def _rule(self, definition: Definition, place: Place, target: int) -> None:
        """Compile all alternatives of a rule into the node reserved for it."""
        env = place.environment
        span = definition.name_span or self.nodes[target].span  # an empty socket: where it is used
        where: dict[str, AnyValue] = {"span": span, "rule": definition.name}
        rules = [
            (item.definition, replace(place, environment=bound_in(definition, item, env)))
            for item in definition.alternatives
        ]
        if definition.kind is Kind.GROUP:
            groups = tuple(self._alternative(node, inner) for node, inner in rules)
            self.nodes[target] = n.GroupChoiceNode(alternatives=groups, **where)
            return
        alternatives = tuple(
            self.type1(choice, inner)
            for node, inner in rules
            if isinstance(node, ast.Type)
            for choice in node.choices
        )
        if rules:
            where["span"] = rules[0][0].span
        self.nodes[target] = n.ChoiceNode(alternatives=alternatives, **where)

    def _alternative(self, node: ast.Type | ast.GroupEntry, place: Place) -> int:
        if isinstance(node, ast.GroupEntry):
            return self.entry(node, place)
        return self.entry(ast.GroupEntry(None, None, node, node.span), place)

    def _choice_from_group(self, node: ast.GroupChoiceType, place: Place) -> int:
        if isinstance(node.group, ast.Name) and not bound_argument(node.group, place.environment):
            place = replace(place, rule=node.group.name)
        what = ("&", id(node))
        return self.shared(what, node, place, lambda target: self._values(node, place, target))

    def _values(self, node: ast.GroupChoiceType, place: Place, target: int) -> None:
        """Compile the values of a group into the node reserved for the choice between them."""
        try:
            values = list(self.evaluator.group_values(node.group, place.environment))
        except NotConstant as error:
            self.report(codes.BAD_GROUP_CHOICE, error.problem, error.span)
            return
        if isinstance(node.group, ast.Name) and not bound_argument(node.group, place.environment):
            definition = self.graph.definitions[node.group.name]
            if definition.kind is Kind.TYPE:
                message = f"`{definition.name}` is a type; `&` makes a choice of a group"
                self.report(codes.BAD_GROUP_CHOICE, message, node.span)
                return
        alternatives = tuple(
            self.type(value, replace(place, environment=environment))
            for value, environment in values
        )
        self.nodes[target] = n.ChoiceNode(alternatives=alternatives, **place.at(node))

    # Groups

    def group(self, node: ast.Group, place: Place) -> int:
        """A group as a node: a sequence, or a choice of them."""
        if len(node.choices) == 1:
            return self._sequence(node.choices[0], place, node)
        alternatives = tuple(self._sequence(choice, place, choice) for choice in node.choices)
        return self.add(n.GroupChoiceNode(alternatives=alternatives, **place.at(node)))

    def _sequence(self, node: ast.GroupChoice, place: Place, outer: AnyValue) -> int:
        entries = tuple(self.entry(entry, place) for entry in node.entries)
        return self.add(n.SequenceNode(entries=entries, **place.at(outer)))

    def entry(self, node: ast.GroupEntry, place: Place) -> int:
        """A group entry with its occurrence as a node."""
        inner = self._entry_content(node, place)
        if node.occurrence is None:
            return inner
        return self.add(
            n.OccurrenceNode(
                minimum=node.occurrence.minimum,
                maximum=node.occurrence.maximum,
                entry=inner,
                **place.at(node),
            )
        )

    def _entry_content(self, node: ast.GroupEntry, place: Place) -> int:
        if isinstance(node.value, ast.Group):
            return self.group(node.value, place)
        if node.key is None:
            if group := self.evaluator.group_name(node, place.environment):
                name, environment = group
                definition = self.graph.definitions[name.name]
                return self._reference(name, definition, replace(place, environment=environment))
            if unwrapped := self._unwrapped_entry(node.value, place):
                return unwrapped
        return self._member(node, place)

    def _unwrapped_entry(self, node: ast.Type, place: Place) -> int | None:
        """``~name`` as an entry is the group inside a map or an array (RFC 8610 section 3.7)."""
        if len(node.choices) != 1 or node.choices[0].operator is not None:
            return None
        target = node.choices[0].target
        if not isinstance(target, ast.Unwrap):
            return None
        inner = unwrapped(self, target.name, place)
        return None if inner is None else unwrap_group(self, target, *inner)

    def _member(self, node: ast.GroupEntry, place: Place) -> int:
        assert isinstance(node.value, ast.Type)
        key, literal, has_literal = self._key(node.key, place)
        value = self.type(node.value, place)
        has_cut = node.key is not None and node.key.has_cut
        return self.add(
            n.MemberNode(
                key=key,
                literal=literal,
                has_literal=has_literal,
                has_cut=has_cut,
                value=value,
                **place.at(node),
            )
        )

    def _key(self, node: ast.MemberKey | None, place: Place) -> tuple[int | None, AnyValue, bool]:
        if node is None:
            return None, None, False
        if isinstance(node.key, ast.Id):
            literal = n.LiteralNode(value=node.key.name, json=place.json, **place.at(node.key))
            return self.add(literal), node.key.name, True
        if isinstance(node.key, ast.Value):
            return self._value(node.key, place), node.key.value, True
        key = self.type1(node.key, place)
        try:
            return key, self.evaluator.single(node.key, place.environment), True
        except NotConstant:  # most keys of tables are types; then there is no literal
            return key, None, False


_TYPE2: dict[type, Callable[[Compiler, AnyValue, Place], int]] = {
    ast.Value: Compiler._value,
    ast.Name: Compiler._name,
    ast.Parenthesized: Compiler._parenthesized,
    ast.Map: Compiler._map,
    ast.Array: Compiler._array,
    ast.Unwrap: compile_unwrap,
    ast.GroupChoiceType: Compiler._choice_from_group,
    ast.Tagged: compile_tagged,
    ast.Major: compile_major,
    ast.Any: Compiler._any,
}
