"""`.lt .le .gt .ge .eq .ne` and `.default`. RFC 8610 section 3.8.6.

Numbers compare by value, integers with floats too. Everything else is equal if it matches the
controller, which stands for a single value.
"""

from __future__ import annotations

import operator
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.instance.values import ExactDecimal
from vcddl.match.controls.model import (
    Answer,
    Context,
    Control,
    Fault,
    NotConstant,
    OperandError,
    Operands,
    Predicate,
    Value,
)
from vcddl.match.describe import describe, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.match.nodes import ControlNode

_ORDER: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    ".lt": (operator.lt, "less than"),
    ".le": (operator.le, "at most"),
    ".gt": (operator.gt, "greater than"),
    ".ge": (operator.ge, "at least"),
}


def _is_number(value: Value) -> bool:
    return type(value) in (int, float)


def _prepare_order(operands: Operands) -> tuple[tuple[int, ...], int | float]:
    bound = operands.single()
    if not _is_number(bound):
        raise OperandError("the controller must be a number")
    return (), bound


def _order_predicate(node: ControlNode, _context: Context) -> Predicate:
    compare, _ = _ORDER[node.operator]
    bound = node.argument

    def test(value: Value) -> bool:
        if type(value) in (int, float):
            return compare(value, bound)
        if isinstance(value, ExactDecimal):
            return compare(Decimal(value.text), Decimal(bound))
        return False

    return test


def _order_fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    wanted = f"{_ORDER[node.operator][1]} {node.argument}"
    return Fault(codes.OUT_OF_RANGE, f"must be {wanted}, not {show(value)}")


def _order_inline(node: ControlNode, variable: str) -> str | None:
    sign = {".lt": "<", ".le": "<=", ".gt": ">", ".ge": ">="}[node.operator]
    if type(node.argument) is not int or (node.json and abs(node.argument) >= 1 << 53):
        return None
    return f"type({variable}) in (int, float) and {variable} {sign} {node.argument!r}"


def _prepare_equal(operands: Operands) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The controller as a node; and, if it is a number, that number in a tuple."""
    try:
        constant = operands.single()
    except NotConstant:  # an array or a map, compared as a type of one value
        return (operands.type(),), ()
    return (operands.type(),), (constant,) if _is_number(constant) else ()


def _equal(node: ControlNode, context: Context, value: Value) -> Answer:
    if node.argument and _is_number(value):
        return bool(value == node.argument[0])
    return context.accepts(node.controllers[0], value)


def _not_equal(node: ControlNode, context: Context, value: Value) -> Answer:
    answer = _equal(node, context, value)
    return None if answer is None else not answer


def _equal_fault(node: ControlNode, value: Value, context: Context) -> Fault:
    wanted = describe(context.program, node.controllers[0])
    return Fault(codes.WRONG_VALUE, f"must be equal to {wanted}, not {show(value)}")


def _not_equal_fault(node: ControlNode, _value: Value, context: Context) -> Fault:
    unwanted = describe(context.program, node.controllers[0])
    return Fault(codes.WRONG_VALUE, f"must not be equal to {unwanted}")


def _default_fault(_node: ControlNode, _value: Value, _context: Context) -> Fault:
    return Fault(codes.DEFAULT_SENT, "this is the default value, which is to be left out")


def _predicate(
    equal: Callable[[ControlNode, Context, Value], Answer], node: ControlNode, context: Context
) -> Predicate:
    return partial(equal, node, context)


CONTROLS = {
    **{
        name: Control(
            prepare=_prepare_order,
            predicate=_order_predicate,
            fault=_order_fault,
            inline=_order_inline,
        )
        for name in _ORDER
    },
    ".eq": Control(
        prepare=_prepare_equal, predicate=partial(_predicate, _equal), fault=_equal_fault
    ),
    ".ne": Control(
        prepare=_prepare_equal, predicate=partial(_predicate, _not_equal), fault=_not_equal_fault
    ),
    ".default": Control(
        prepare=_prepare_equal, predicate=partial(_predicate, _not_equal), fault=_default_fault
    ),
}
