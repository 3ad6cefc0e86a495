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
from vcddl.diagnostics.model import Code, Diagnostic
from vcddl.diagnostics.place import rule_ref
from vcddl.match import nodes as n
from vcddl.match.bind import (
    DEEPEST_ARGUMENT,
    EMPTY,
    Environment,
    bind_arguments,
    bound_argument,
    environment_key,
)
from vcddl.match.constants import COMPUTED, Evaluator, NotConstant
from vcddl.match.controls.model import OperandError, Operands
from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.table import CONTROLS, UNSUPPORTED, suggest
from vcddl.match.options import DEFAULT_OPTIONS, Options
from vcddl.match.primitives import JSON_NUMBERS, major_type
from vcddl.match.progress import find_endless
from vcddl.rules.graph import Definition, Kind, RuleGraph
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vcddl.source import Span


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program, or the diagnostics that say why there is none."""

    program: n.Program | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the compiler is: the rule, the meaning of its parameters, the number model."""

    rule: str
    environment: Environment
    json: bool

    def at(self, node: AnyValue) -> dict[str, AnyValue]:
        return {"span": node.span, "rule": self.rule}


def compile_graph(
    graph: RuleGraph, root: ast.Type, *, json: bool, options: Options = DEFAULT_OPTIONS
) -> Compiled:
    """The program that matches an instance against the type ``root``.

    Cost: linear in the CDDL that the root reaches.
    """
    compiler = _Compiler(graph, options)
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


class _Compiler:
    def __init__(self, graph: RuleGraph, options: Options) -> None:
        self.graph = graph
        self.options = options
        self.evaluator = Evaluator(graph)
        self.nodes: list[n.Node] = []
        self.problems: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._rules: dict[tuple[AnyValue, ...], int] = {}
        self._waiting: deque[Callable[[], None]] = deque()

    def compile_root(self, root: ast.Type, *, json: bool) -> int:
        root_id = self.type(root, _Place("", EMPTY, json))
        while self._waiting:
            self._waiting.popleft()()
        return root_id

    def report(self, code: Code, message: str, span: Span | None, help: str | None = None) -> None:
        source = self.graph.sources.get(span.file) if span else None
        rule = rule_ref(source, span) if source and span else None
        diagnostic = Diagnostic(
            code=code, message=message, severity=code.severity, rule=rule, help=help
        )
        if diagnostic not in self.problems:
            self.problems.append(diagnostic)

    def add(self, node: n.Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    # Types

    def type(self, node: ast.Type, place: _Place) -> int:
        if len(node.choices) == 1:
            return self.type1(node.choices[0], place)
        alternatives = tuple(self.type1(choice, place) for choice in node.choices)
        return self.add(n.ChoiceNode(alternatives=alternatives, **place.at(node)))

    def type1(self, node: ast.Type1, place: _Place) -> int:
        if node.operator is None:
            return self.type2(node.target, place)
        if node.operator in COMPUTED:
            return self._computed(node, place)
        if node.operator.startswith(".."):
            return self._range(node, place)
        return self._control(node, place)

    def type2(self, node: ast.Type2, place: _Place) -> int:
        compile_node = _TYPE2[type(node)]
        return compile_node(self, node, place)

    def _value(self, node: ast.Value, place: _Place) -> int:
        return self.add(n.LiteralNode(value=node.value, json=place.json, **place.at(node)))

    def _parenthesized(self, node: ast.Parenthesized, place: _Place) -> int:
        return self.type(node.type, place)

    def _map(self, node: ast.Map, place: _Place) -> int:
        return self.add(n.MapNode(group=self.group(node.group, place), **place.at(node)))

    def _array(self, node: ast.Array, place: _Place) -> int:
        return self.add(n.ArrayNode(group=self.group(node.group, place), **place.at(node)))

    def _any(self, node: ast.Any, place: _Place) -> int:
        return self.add(n.AnyNode(**place.at(node)))

    def _name(self, node: ast.Name, place: _Place) -> int:
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

    def _reference(self, node: ast.Name, definition: Definition, place: _Place) -> int:
        """A `RefNode` to a rule; the rule itself is compiled later, once."""
        environment = bind_arguments(definition, node.arguments, place.environment)
        if any(bound.depth > DEEPEST_ARGUMENT for bound in environment.values()):
            message = f"`{definition.name}` uses itself with ever larger arguments"
            self.report(codes.ENDLESS_GENERIC, message, node.span)
            return self.add(n.ChoiceNode(alternatives=(), **place.at(node)))
        key = (definition.name, environment_key(environment), place.json)
        target = self._rules.get(key)
        if target is None:
            target = self._rules[key] = self.add(n.ChoiceNode(alternatives=(), **place.at(node)))
            inner = _Place(definition.name, environment, place.json)
            self._waiting.append(lambda: self._rule(definition, inner, target))
        is_group = definition.kind is Kind.GROUP
        return self.add(
            n.RefNode(name=node.name, target=target, is_group=is_group, **place.at(node))
        )

    def _rule(self, definition: Definition, place: _Place, target: int) -> None:
        """Compile all alternatives of a rule into the node reserved for it."""
        where: dict[str, AnyValue] = {"span": definition.name_span, "rule": definition.name}
        if definition.kind is Kind.GROUP:
            groups = tuple(
                self._alternative(alternative.definition, place)
                for alternative in definition.alternatives
            )
            self.nodes[target] = n.GroupChoiceNode(alternatives=groups, **where)
            return
        types = [item.definition for item in definition.alternatives]
        choices = [
            choice for item in types if isinstance(item, ast.Type) for choice in item.choices
        ]
        alternatives = tuple(self.type1(choice, place) for choice in choices)
        if types:
            where["span"] = types[0].span
        self.nodes[target] = n.ChoiceNode(alternatives=alternatives, **where)

    def _alternative(self, node: ast.Type | ast.GroupEntry, place: _Place) -> int:
        if isinstance(node, ast.GroupEntry):
            return self.entry(node, place)
        return self.entry(ast.GroupEntry(None, None, node, node.span), place)

    def _tagged(self, node: ast.Tagged, place: _Place) -> int:
        content = self.type(node.type, place)
        if place.json and self.options.ignore_json_tags:
            return content
        numbers = self._head_numbers(node.number, place)
        return self.add(n.TagNode(numbers=numbers, content=content, **place.at(node)))

    def _head_numbers(
        self, number: int | ast.Type | None, place: _Place
    ) -> tuple[tuple[int, int], ...] | None:
        """RFC 9682 section 3.2: a tag number or simple value, literal or by a type."""
        if number is None:
            return None
        if isinstance(number, int):
            return ((number, number),)
        try:
            ranges = self.evaluator.ranges(number, place.environment)
        except NotConstant as error:
            message = f"a number in `<>` must stand for integers: {error.problem}"
            self.report(codes.BAD_CONTROLLER, message, error.span)
            return ()
        top = (1 << 64) - 1
        return tuple((low, top if high is None else high) for low, high in ranges)

    def _major(self, node: ast.Major, place: _Place) -> int:
        additional = self._head_numbers(node.additional, place)
        made = major_type(node.major, additional, json=place.json, where=place.at(node))
        if made is None:
            message = f"there is no major type {node.major} with that additional information"
            self.report(codes.BAD_CONTROLLER, message, node.span)
            made = (n.ChoiceNode(alternatives=(), **place.at(node)),)
        ids = tuple(self.add(item) for item in made)
        if len(ids) == 1:
            return ids[0]
        return self.add(n.ChoiceNode(alternatives=ids, **place.at(node)))

    def _unwrap(self, node: ast.Unwrap, place: _Place) -> int:
        """``~`` where a type stands takes a tag away (RFC 8610 section 3.7)."""
        inner = self._unwrapped(node.name, place)
        if inner is not None and isinstance(inner[0], ast.Tagged):
            return self.type(inner[0].type, inner[1])
        message = f"`{node.name.name}` is no tagged type, so `~` has nothing to unwrap here"
        self.report(codes.BAD_UNWRAP, message, node.span)
        return self.add(n.ChoiceNode(alternatives=(), **place.at(node)))

    def _unwrapped(
        self, name: ast.Name | None, place: _Place
    ) -> tuple[ast.Map | ast.Array | ast.Tagged, _Place] | None:
        """What is behind a name once aliases are followed, if it can be unwrapped."""
        seen: set[tuple[AnyValue, ...]] = set()
        while name is not None:
            if bound := bound_argument(name, place.environment):
                target: AnyValue = bound.type
                place = replace(place, environment=bound.environment)
            else:
                definition = self.graph.definitions[name.name]
                environment = bind_arguments(definition, name.arguments, place.environment)
                key = (name.name, environment_key(environment))
                if key in seen or len(definition.alternatives) != 1:
                    return None
                seen.add(key)
                target = definition.alternatives[0].definition
                place = replace(place, environment=environment, rule=name.name)
            name = sole_name(target)
            if name is None:
                return _sole_bracket(target, place)
        return None

    def _choice_from_group(self, node: ast.GroupChoiceType, place: _Place) -> int:
        try:
            values = list(self.evaluator.group_values(node.group, place.environment))
        except NotConstant as error:
            self.report(codes.BAD_GROUP_CHOICE, error.problem, error.span)
            values = []
        name = node.group.name if isinstance(node.group, ast.Name) else None
        definition = self.graph.definitions.get(name) if name else None
        if definition is not None and definition.kind is Kind.TYPE:
            message = f"`{name}` is a type; `&` makes a choice of a group"
            self.report(codes.BAD_GROUP_CHOICE, message, node.span)
        alternatives = tuple(
            self.type(value, replace(place, environment=environment))
            for value, environment in values
        )
        return self.add(n.ChoiceNode(alternatives=alternatives, **place.at(node)))

    # Operators

    def _computed(self, node: ast.Type1, place: _Place) -> int:
        try:
            constants = self.evaluator.constants(node, place.environment)
        except NotConstant as error:
            self.report(codes.BAD_CONTROLLER, f"`{node.operator}`: {error.problem}", error.span)
            constants = []
        ids = tuple(
            self.add(n.LiteralNode(value=value, json=place.json, **place.at(node)))
            for value in constants
        )
        if len(ids) == 1:
            return ids[0]
        return self.add(n.ChoiceNode(alternatives=ids, **place.at(node)))

    def _range(self, node: ast.Type1, place: _Place) -> int:
        assert node.controller is not None
        try:
            low = self.evaluator.single(node.target, place.environment)
            high = self.evaluator.single(node.controller, place.environment)
        except NotConstant as error:
            self.report(codes.BAD_RANGE, f"a bound of this range: {error.problem}", error.span)
            low = high = 0
        if type(low) is not type(high) or type(low) not in (int, float):
            message = "a range goes from an integer to an integer, or from a float to a float"
            self.report(codes.BAD_RANGE, message, node.span)
            low = high = 0
        includes_high = node.operator == ".."
        return self.add(
            n.RangeNode(
                low=low, high=high, includes_high=includes_high, json=place.json, **place.at(node)
            )
        )

    def _control(self, node: ast.Type1, place: _Place) -> int:
        operator = node.operator or ""
        target = self.type2(node.target, place)
        if operator in UNSUPPORTED:
            return self.add(n.UnsupportedNode(operator=operator, target=target, **place.at(node)))
        control = CONTROLS.get(operator)
        if control is None:
            message = f"`{operator}` is not a registered control operator"
            self.report(codes.UNKNOWN_CONTROL, message, node.span, suggest(operator))
            return target
        if operator == ".default" and self.options.allow_default_values:
            return target
        try:
            controllers, argument = control.prepare(_OperandsHere(self, node, place))
        except NotConstant as error:
            self.report(codes.BAD_CONTROLLER, f"`{operator}`: {error.problem}", error.span)
            return target
        except OperandError as error:
            self.report(codes.BAD_CONTROLLER, f"`{operator}`: {error}", node.span)
            return target
        except PatternError as error:
            self.report(codes.BAD_PATTERN, f"`{operator}`: {error}", node.span)
            return target
        return self.add(
            n.ControlNode(
                operator=operator,
                target=target,
                controllers=controllers,
                argument=argument,
                json=place.json,
                **place.at(node),
            )
        )

    # Groups

    def group(self, node: ast.Group, place: _Place) -> int:
        if len(node.choices) == 1:
            return self._sequence(node.choices[0], place, node)
        alternatives = tuple(self._sequence(choice, place, choice) for choice in node.choices)
        return self.add(n.GroupChoiceNode(alternatives=alternatives, **place.at(node)))

    def _sequence(self, node: ast.GroupChoice, place: _Place, outer: AnyValue) -> int:
        entries = tuple(self.entry(entry, place) for entry in node.entries)
        return self.add(n.SequenceNode(entries=entries, **place.at(outer)))

    def entry(self, node: ast.GroupEntry, place: _Place) -> int:
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

    def _entry_content(self, node: ast.GroupEntry, place: _Place) -> int:
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

    def _unwrapped_entry(self, node: ast.Type, place: _Place) -> int | None:
        """``~name`` as an entry is the group inside a map or an array (RFC 8610 section 3.7)."""
        if len(node.choices) != 1 or node.choices[0].operator is not None:
            return None
        target = node.choices[0].target
        if not isinstance(target, ast.Unwrap):
            return None
        inner = self._unwrapped(target.name, place)
        if inner is None or isinstance(inner[0], ast.Tagged):
            return None
        return self.group(inner[0].group, inner[1])

    def _member(self, node: ast.GroupEntry, place: _Place) -> int:
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

    def _key(self, node: ast.MemberKey | None, place: _Place) -> tuple[int | None, AnyValue, bool]:
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


def _sole_bracket(
    target: AnyValue, place: _Place
) -> tuple[ast.Map | ast.Array | ast.Tagged, _Place] | None:
    while True:
        if isinstance(target, ast.Map | ast.Array | ast.Tagged):
            return target, place
        if isinstance(target, ast.Type) and len(target.choices) == 1:
            target = target.choices[0]
        elif isinstance(target, ast.Type1) and target.operator is None:
            target = target.target
        elif isinstance(target, ast.Parenthesized):
            target = target.type
        else:
            return None


_TYPE2: dict[type, Callable[[_Compiler, AnyValue, _Place], int]] = {
    ast.Value: _Compiler._value,
    ast.Name: _Compiler._name,
    ast.Parenthesized: _Compiler._parenthesized,
    ast.Map: _Compiler._map,
    ast.Array: _Compiler._array,
    ast.Unwrap: _Compiler._unwrap,
    ast.GroupChoiceType: _Compiler._choice_from_group,
    ast.Tagged: _Compiler._tagged,
    ast.Major: _Compiler._major,
    ast.Any: _Compiler._any,
}


class _OperandsHere(Operands):
    """The two sides of one operator, as its family asks for them."""

    def __init__(self, compiler: _Compiler, node: ast.Type1, place: _Place) -> None:
        self._compiler = compiler
        self._node = node
        self._place = place
        self.json = place.json

    @property
    def _controller(self) -> ast.Type2:
        assert self._node.controller is not None
        return self._node.controller

    def constants(self) -> list[AnyValue]:
        return self._compiler.evaluator.constants(self._controller, self._place.environment)

    def single(self) -> AnyValue:
        return self._compiler.evaluator.single(self._controller, self._place.environment)

    def ranges(self) -> tuple[tuple[int, int | None], ...]:
        return self._compiler.evaluator.ranges(self._controller, self._place.environment)

    def type(self, *, json: bool | None = None) -> int:
        place = self._place if json is None else replace(self._place, json=json)
        return self._compiler.type2(self._controller, place)

    def array(self) -> tuple[int, Sequence[Callable[[], list[AnyValue]]]]:
        found = self._array_node()
        if found is None:
            raise OperandError("the controller must be an array")
        array, place = found
        entries = [entry for choice in array.group.choices for entry in choice.entries]
        evaluator = self._compiler.evaluator
        constants = [
            partial(evaluator.constants, entry.value, place.environment) for entry in entries
        ]
        return self._compiler.group(array.group, place), constants

    def _array_node(self) -> tuple[ast.Array, _Place] | None:
        controller: AnyValue = self._controller
        place = self._place
        name = sole_name(controller)
        found = (
            self._compiler._unwrapped(name, place)
            if name is not None
            else _sole_bracket(controller, place)
        )
        if found is None or not isinstance(found[0], ast.Array):
            return None
        return found[0], found[1]
