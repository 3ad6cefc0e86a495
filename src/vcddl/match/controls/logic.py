"""`.and`, `.within` and `.feature`. RFC 8610 section 3.8.5, RFC 9165 section 4."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match.controls.model import Context, Control, Fault, Operands, Predicate, Value

if TYPE_CHECKING:
    from vcddl.match.nodes import ControlNode


def _prepare_both(operands: Operands) -> tuple[tuple[int, ...], None]:
    return (operands.type(),), None


def _both_predicate(node: ControlNode, context: Context) -> Predicate:
    return partial(context.accepts, node.controllers[0])


def _both_fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    message = f"must also match the type behind `{node.operator}`"
    return Fault(codes.NO_MATCH, message, (("", node.controllers[0], value),))


def _prepare_feature(_operands: Operands) -> tuple[tuple[int, ...], None]:
    return (), None


def _feature_predicate(_node: ControlNode, _context: Context) -> Predicate:
    return lambda _value: True


def _feature_fault(_node: ControlNode, _value: Value, _context: Context) -> Fault:
    return Fault(codes.NO_MATCH, "`.feature` excludes nothing")


_BOTH = Control(prepare=_prepare_both, predicate=_both_predicate, fault=_both_fault)
CONTROLS = {
    ".and": _BOTH,
    ".within": _BOTH,
    ".feature": Control(
        prepare=_prepare_feature,
        predicate=_feature_predicate,
        fault=_feature_fault,
        inline=lambda _node, _variable: "True",
    ),
}
