"""Ranges, computed literals and control operators → nodes. RFC 8610 sections 2.2.2.1 and 3.8."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from typing import Any as AnyValue

from vcddl.diagnostics.codes import names as codes
from vcddl.match import nodes as n
from vcddl.match.constants import COMPUTED
from vcddl.match.controls.model import NotConstant, OperandError, Operands
from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.table import OPERATORS, UNSUPPORTED, find_control, suggest
from vcddl.match.unwrap import sole_bracket, unwrapped
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vcddl.match.compile import Compiler
    from vcddl.match.place import Place


def compile_operation(compiler: Compiler, node: ast.Type1, place: Place) -> int:
    """``target operator controller`` as a node."""
    operator = node.operator or ""
    if operator in COMPUTED:
        return _computed(compiler, node, place)
    if operator.startswith(".."):
        return _range(compiler, node, place)
    return _control(compiler, node, place)


def _computed(compiler: Compiler, node: ast.Type1, place: Place) -> int:
    try:
        constants = compiler.evaluator.constants(node, place.environment)
    except NotConstant as error:
        compiler.report(codes.BAD_CONTROLLER, f"`{node.operator}`: {error.problem}", error.span)
        constants = []
    ids = tuple(
        compiler.add(n.LiteralNode(value=value, json=place.json, **place.at(node)))
        for value in constants
    )
    if len(ids) == 1:
        return ids[0]
    return compiler.add(n.ChoiceNode(alternatives=ids, **place.at(node)))


def _range(compiler: Compiler, node: ast.Type1, place: Place) -> int:
    assert node.controller is not None
    try:
        low = compiler.evaluator.single(node.target, place.environment)
        high = compiler.evaluator.single(node.controller, place.environment)
    except NotConstant as error:
        compiler.report(codes.BAD_RANGE, f"a bound of this range: {error.problem}", error.span)
        low = high = 0
    if type(low) is not type(high) or type(low) not in (int, float):
        message = "a range goes from an integer to an integer, or from a float to a float"
        compiler.report(codes.BAD_RANGE, message, node.span)
        low = high = 0
    includes_high = node.operator == ".."
    return compiler.add(
        n.RangeNode(
            low=low, high=high, includes_high=includes_high, json=place.json, **place.at(node)
        )
    )


def _control(compiler: Compiler, node: ast.Type1, place: Place) -> int:
    operator = node.operator or ""
    target = compiler.type2(node.target, place)
    if operator in UNSUPPORTED:
        message = f"`{operator}` is registered but not implemented: what needs it is undecided"
        compiler.report(codes.UNSUPPORTED_CONTROL, message, node.span)
        return compiler.add(n.UnsupportedNode(operator=operator, target=target, **place.at(node)))
    if operator not in OPERATORS:
        message = f"`{operator}` is not a registered control operator"
        compiler.report(codes.UNKNOWN_CONTROL, message, node.span, suggest(operator))
        return target
    if operator == ".default" and compiler.options.allow_default_values:
        return target
    try:
        controllers, argument = find_control(operator).prepare(_OperandsHere(compiler, node, place))
    except NotConstant as error:
        compiler.report(codes.BAD_CONTROLLER, f"`{operator}`: {error.problem}", error.span)
        return target
    except OperandError as error:
        compiler.report(codes.BAD_CONTROLLER, f"`{operator}`: {error}", node.span)
        return target
    except PatternError as error:
        compiler.report(codes.BAD_PATTERN, f"`{operator}`: {error}", node.span)
        return target
    return compiler.add(
        n.ControlNode(
            operator=operator,
            target=target,
            controllers=controllers,
            argument=argument,
            json=place.json,
            **place.at(node),
        )
    )


class _OperandsHere(Operands):
    """The two sides of one operator, as its family asks for them."""

    def __init__(self, compiler: Compiler, node: ast.Type1, place: Place) -> None:
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

    def _array_node(self) -> tuple[ast.Array, Place] | None:
        controller: AnyValue = self._controller
        place = self._place
        name = sole_name(controller)
        found = (
            unwrapped(self._compiler, name, place)
            if name is not None
            else sole_bracket(controller, place)
        )
        if found is None or not isinstance(found[0], ast.Array):
            return None
        return found[0], found[1]
