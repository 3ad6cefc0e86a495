"""The constants that a type stands for: literals, ranges of integers, arrays of them.

Used where CDDL needs a value at the time of reading: bounds of ranges, controllers, tag numbers,
computed literals (RFC 9165 section 2). Evaluation only follows names; it never guesses.
"""

from __future__ import annotations

from itertools import product
from math import floor
from typing import TYPE_CHECKING
from typing import Any as AnyValue

from vcddl.match.bind import EMPTY, Environment, bind_arguments, bound_argument, bound_in
from vcddl.match.controls.dedent import dedent
from vcddl.match.controls.model import IntegerRange, NotConstant
from vcddl.rules.graph import Kind
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vcddl.rules.graph import RuleGraph
    from vcddl.source import Span

_MOST_CONSTANTS = 100_000
_DEEPEST = 200


Constant = AnyValue  # int, float, str, bytes, bool, None or IntegerRange


class Evaluator:
    """Evaluates types of one graph. Cost: the number of constants, at most 100,000."""

    def __init__(self, graph: RuleGraph) -> None:
        self._graph = graph

    def constants(
        self, node: AnyValue, environment: Environment = EMPTY, depth: int = 0
    ) -> list[Constant]:
        """Every constant of a type, in the order of the text.

        Raises:
            NotConstant: if any part of it is not constant.
        """
        found: list[Constant] = []
        for constant in self._constants(node, environment, depth):
            found.append(constant)
            if len(found) > _MOST_CONSTANTS:
                raise NotConstant("too many constants", node.span)
        return found

    def single(self, node: AnyValue, environment: Environment) -> Constant:
        """The one constant that a type stands for. Raises `NotConstant`."""
        constants = self.constants(node, environment)
        if len(constants) != 1 or isinstance(constants[0], IntegerRange):
            raise NotConstant("a single value is needed here", node.span)
        return constants[0]

    def ranges(
        self, node: AnyValue, environment: Environment
    ) -> tuple[tuple[int, int | None], ...]:
        """A type of unsigned integers as ranges. Raises `NotConstant`."""
        ranges: list[tuple[int, int | None]] = []
        for constant in self.constants(node, environment):
            if isinstance(constant, IntegerRange):
                ranges.append((constant.low, constant.high))
            elif type(constant) is int:
                ranges.append((constant, constant))
            else:
                raise NotConstant("unsigned integers are needed here", node.span)
        return tuple(ranges)

    def _constants(self, node: AnyValue, env: Environment, depth: int) -> Iterator[Constant]:
        if depth > _DEEPEST:
            raise NotConstant("this leads back to itself", node.span)
        if isinstance(node, ast.Value):
            yield node.value
        elif isinstance(node, ast.Type):
            for choice in node.choices:
                yield from self._constants(choice, env, depth + 1)
        elif isinstance(node, ast.Parenthesized):
            yield from self._constants(node.type, env, depth + 1)
        elif isinstance(node, ast.Name):
            yield from self._of_name(node, env, depth)
        elif isinstance(node, ast.GroupChoiceType):
            yield from self._of_group(node.group, env, depth + 1)
        elif isinstance(node, ast.Type1):
            yield from self._of_type1(node, env, depth)
        else:
            raise NotConstant("a constant is needed here", node.span)

    def _of_name(self, node: ast.Name, env: Environment, depth: int) -> Iterator[Constant]:
        if bound := bound_argument(node, env):
            yield from self._constants(bound.type, bound.environment, depth + 1)
            return
        definition = self._graph.definitions[node.name]
        if definition.in_prelude:
            yield _of_prelude(node)
            return
        inner = bind_arguments(definition, node.arguments, env)
        for alternative in definition.alternatives:
            if not isinstance(alternative.definition, ast.Type):
                raise NotConstant(f"`{node.name}` is a group, not a constant", node.span)
            here = bound_in(definition, alternative, inner)
            yield from self._constants(alternative.definition, here, depth + 1)

    def _of_group(self, node: AnyValue, env: Environment, depth: int) -> Iterator[Constant]:
        for value, inner in self.group_values(node, env, depth):
            yield from self._constants(value, inner, depth + 1)

    def group_values(
        self, node: AnyValue, env: Environment, depth: int = 0
    ) -> Iterator[tuple[ast.Type, Environment]]:
        """The value types of a group's entries (RFC 8610 section 2.2.2.2), groups opened."""
        if depth > _DEEPEST:
            raise NotConstant("this leads back to itself", node.span)
        if isinstance(node, ast.Group):
            for choice in node.choices:
                for entry in choice.entries:
                    yield from self.group_values(entry, env, depth + 1)
        elif isinstance(node, ast.GroupEntry):
            if isinstance(node.value, ast.Group):
                yield from self.group_values(node.value, env, depth + 1)
                return
            name = self.group_name(node, env)
            if name is None:
                yield node.value, env
            else:
                yield from self.group_values(name[0], name[1], depth + 1)
        elif isinstance(node, ast.Name):
            if bound := bound_argument(node, env):
                yield from self.group_values(bound.type.target, bound.environment, depth + 1)
                return
            definition = self._graph.definitions[node.name]
            inner = bind_arguments(definition, node.arguments, env)
            for alternative in definition.alternatives:
                here = bound_in(definition, alternative, inner)
                yield from self._alternative_values(alternative.definition, here, depth)
        else:
            raise NotConstant("a group is needed here", node.span)

    def _alternative_values(
        self, node: ast.Type | ast.GroupEntry, env: Environment, depth: int
    ) -> Iterator[tuple[ast.Type, Environment]]:
        entry = (
            node
            if isinstance(node, ast.GroupEntry)
            else ast.GroupEntry(None, None, node, node.span)
        )
        yield from self.group_values(entry, env, depth + 1)

    def group_name(
        self, entry: ast.GroupEntry, env: Environment
    ) -> tuple[ast.Name, Environment] | None:
        """The group name that an entry consists of, if it is one."""
        name = sole_name(entry.value) if entry.key is None else None
        while name is not None:
            bound = bound_argument(name, env)
            if bound is None:
                definition = self._graph.definitions[name.name]
                return (name, env) if definition.kind is Kind.GROUP else None
            name, env = sole_name(bound.type), bound.environment
        return None

    def _of_type1(self, node: ast.Type1, env: Environment, depth: int) -> Iterator[Constant]:
        if node.operator is None:
            yield from self._constants(node.target, env, depth + 1)
            return
        assert node.controller is not None
        if node.operator.startswith(".."):
            yield self._range(node, env)
            return
        if node.operator in _BOUNDS:
            bound = self.single(node.controller, env)
            for constant in self.constants(node.target, env, depth + 1):
                yield from _bounded(constant, node.operator, bound, node.span)
            return
        compute = COMPUTED.get(node.operator)
        if compute is None:
            raise NotConstant("a constant is needed here", node.span)
        left = self.constants(node.target, env, depth + 1)
        right = self.constants(node.controller, env, depth + 1)
        for target, controller in product(left, right):
            try:
                yield compute(target, controller)
            except (TypeError, ValueError) as error:
                raise NotConstant(str(error), node.span) from error

    def _range(self, node: ast.Type1, env: Environment) -> IntegerRange:
        low, high = self.single(node.target, env), self.single(node.controller, env)
        if type(low) is not int or type(high) is not int:
            raise NotConstant("a range of integers is needed here", node.span)
        return IntegerRange(low, high - 1 if node.operator == "..." else high)


_BOUNDS = frozenset({".lt", ".le", ".gt", ".ge"})


def _bounded(constant: Constant, operator: str, bound: Constant, span: Span) -> Iterator[Constant]:
    """What `.lt .le .gt .ge` leave of an integer or a range of integers."""
    if type(bound) is not int or not isinstance(constant, int | IntegerRange):
        raise NotConstant("a bound of integers is needed here", span)
    low, high = (
        (constant.low, constant.high)
        if isinstance(constant, IntegerRange)
        else (constant, constant)
    )
    if operator in (".lt", ".le"):
        top = bound - (operator == ".lt")
        high = top if high is None else min(high, top)
    else:
        low = max(low, bound + (operator == ".gt"))
    if high is None or low <= high:
        yield IntegerRange(low, high)


def _of_prelude(node: ast.Name) -> Constant:
    constants: dict[str, Constant] = {
        "true": True,
        "false": False,
        "null": None,
        "nil": None,
        "uint": IntegerRange(0, None),
    }
    if node.name not in constants:
        raise NotConstant(f"`{node.name}` is not a constant", node.span)
    return constants[node.name]


def _plus(target: Constant, controller: Constant) -> Constant:
    """RFC 9165 section 2.1: the sum has the type of the target; towards integers it is floored."""
    if type(target) not in (int, float) or type(controller) not in (int, float):
        raise TypeError("`.plus` adds numbers")
    total = target + controller
    if type(target) is int:
        return floor(total) if type(controller) is float else total
    return float(total)


def _concatenate(target: Constant, controller: Constant) -> Constant:
    """RFC 9165 section 2.2: the bytes of both, of the type of the target."""
    joined = _bytes_of(target) + _bytes_of(controller)
    if isinstance(target, bytes):
        return joined
    try:
        return joined.decode()
    except UnicodeDecodeError as error:
        raise ValueError("the concatenation is not UTF-8, so it is no text string") from error


def _dedent_concatenate(target: Constant, controller: Constant) -> Constant:
    """RFC 9165 section 2.3: both sides dedented first."""
    left, right = dedent(_bytes_of(target)), dedent(_bytes_of(controller))
    return _concatenate(left if isinstance(target, bytes) else left.decode(), right)


def _bytes_of(value: Constant) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    raise TypeError("`.cat` and `.det` join strings")


COMPUTED: dict[str, Callable[[Constant, Constant], Constant]] = {
    ".plus": _plus,
    ".cat": _concatenate,
    ".det": _dedent_concatenate,
}
