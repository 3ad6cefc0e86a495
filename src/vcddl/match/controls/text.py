"""`.base10`, `.printf` and `.join`. RFC 9741 sections 2.2, 2.3 and 3.1."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import islice, product
from typing import Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match import nodes as n
from vcddl.match.controls.join import (
    Choice,
    Constant,
    Part,
    Repeat,
    Sequence,
    Variable,
    join_matches,
)
from vcddl.match.controls.model import (
    Answer,
    Context,
    Control,
    Fault,
    IntegerRange,
    NotConstant,
    OperandError,
    Operands,
    Predicate,
    Value,
)
from vcddl.match.controls.printf import PrintfFormat, compile_printf

_NUMERAL = re.compile(r"0|-?[1-9][0-9]*")
_MOST_DIGITS = 4000
_MOST_FORMATTED = 1000
_compiled_format = cache(compile_printf)


def _prepare_base10(operands: Operands) -> tuple[tuple[int, ...], None]:
    return (operands.type(),), None


def _base10_predicate(node: n.ControlNode, context: Context) -> Predicate:
    controller = node.controllers[0]

    def test(value: Value) -> Answer:
        if not isinstance(value, str) or len(value) > _MOST_DIGITS:
            return False
        return context.accepts(controller, int(value)) if _NUMERAL.fullmatch(value) else False

    return test


def _base10_fault(node: n.ControlNode, value: Value, _context: Context) -> Fault:
    if not isinstance(value, str) or len(value) > _MOST_DIGITS or not _NUMERAL.fullmatch(value):
        return Fault(codes.BAD_NUMERAL, "must be a decimal integer without leading zeros")
    inside = (("base10", node.controllers[0], int(value)),)
    return Fault(codes.BAD_NUMERAL, "the number in this text does not match", inside)


def _prepare_printf(operands: Operands) -> tuple[tuple[int, ...], tuple[str, int, Any]]:
    """The group of the array, the format, and the constants of each item (None: not constant)."""
    group, entries = operands.array()
    if not entries:
        raise OperandError("the controller must be an array that begins with a format string")
    formats = entries[0]()
    if len(formats) != 1 or not isinstance(formats[0], str):
        raise OperandError("the first element of the array must be a format string")
    conversions = _compiled_format(formats[0]).conversions
    if len(conversions) != len(entries) - 1:
        wanted, given = len(conversions), len(entries) - 1
        raise OperandError(f"the format has {wanted} conversions, {given} items are given")
    constants = []
    for entry in entries[1:]:
        try:
            found = entry()
        except NotConstant:  # a type that is not constant is asked for each reading of the text
            found = []
        is_listed = found and not any(isinstance(item, IntegerRange) for item in found)
        constants.append(tuple(found) if is_listed else None)
    return (group,), (formats[0], len(conversions), tuple(constants))


def _printf_predicate(node: n.ControlNode, context: Context) -> Predicate:
    format_text, _, constants = node.argument
    printf = _compiled_format(format_text)
    group = context.program.nodes[node.controllers[0]]
    assert isinstance(group, n.SequenceNode)
    items = [context.program.nodes[entry] for entry in group.entries[1:]]
    values = [item.value for item in items if isinstance(item, n.MemberNode)]
    formatted = _formatted(printf, constants)

    def test(value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if formatted is not None:
            return value in formatted
        return any(
            all(context.accepts(item, part) for item, part in zip(values, reading, strict=True))
            for reading in printf.parse(value)
        )

    return test


def _formatted(printf: PrintfFormat, constants: tuple[Any, ...]) -> frozenset[str] | None:
    """All texts of a format whose items are all constants; None if there are too many."""
    if any(item is None for item in constants):
        return None
    rows = list(islice(product(*constants), _MOST_FORMATTED + 1))
    if len(rows) > _MOST_FORMATTED:
        return None
    texts = set()
    for row in rows:
        try:
            texts.add(printf.format(row))
        except (TypeError, ValueError, OverflowError):  # an item that the conversion does not take
            continue
    return frozenset(texts)


def _printf_fault(node: n.ControlNode, _value: Value, _context: Context) -> Fault:
    format_text = node.argument[0]
    return Fault(codes.BAD_FORMAT, f"must be what the format `{format_text}` gives")


def _prepare_join(operands: Operands) -> tuple[tuple[int, ...], None]:
    group, _ = operands.array()
    return (group,), None


def _join_predicate(node: n.ControlNode, context: Context) -> Predicate:
    parts = {
        kind: _Joiner(context, kind).part(node.controllers[0], first=True) for kind in (str, bytes)
    }

    def test(value: Value) -> bool:
        if isinstance(value, str):
            data = value.encode("utf-8", "surrogatepass")
        elif isinstance(value, bytes):
            data = value
        else:
            return False
        return join_matches(parts[type(value)], data, steps=context.limits.steps)

    return test


class _Joiner:
    """Group nodes → the parts of a concatenation, the first of the kind of the whole."""

    def __init__(self, context: Context, kind: type) -> None:
        self._context = context
        self._kind = kind

    def part(self, node_id: int, *, first: bool) -> Part:
        node = self._context.program.nodes[node_id]
        if isinstance(node, n.SequenceNode):
            return Sequence(
                tuple(
                    self.part(entry, first=first and index == 0)
                    for index, entry in enumerate(node.entries)
                )
            )
        if isinstance(node, n.GroupChoiceNode):
            return Choice(tuple(self.part(item, first=first) for item in node.alternatives))
        if isinstance(node, n.OccurrenceNode):
            return Repeat(self.part(node.entry, first=False), node.minimum, node.maximum)
        if isinstance(node, n.RefNode):
            return self.part(node.target, first=first)
        assert isinstance(node, n.MemberNode)
        return self._element(node.value, first=first)

    def _element(self, node_id: int, *, first: bool) -> Part:
        node = self._context.program.nodes[node_id]
        if isinstance(node, n.LiteralNode) and isinstance(node.value, str | bytes):
            if first and type(node.value) is not self._kind:
                return Choice(())
            value = node.value
            return Constant(value.encode() if isinstance(value, str) else value)
        kinds = (self._kind,) if first else (str, bytes)
        return Variable(partial(self._accepts, node_id, kinds))

    def _accepts(self, node_id: int, kinds: tuple[type, ...], data: bytes) -> bool:
        if bytes in kinds and self._context.accepts(node_id, data):
            return True
        if str not in kinds:
            return False
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False
        return self._context.accepts(node_id, text) is True


def _join_fault(_node: n.ControlNode, _value: Value, _context: Context) -> Fault:
    return Fault(codes.BAD_FORMAT, "must be a concatenation of what the array behind `.join` lists")


CONTROLS = {
    ".base10": Control(prepare=_prepare_base10, predicate=_base10_predicate, fault=_base10_fault),
    ".printf": Control(prepare=_prepare_printf, predicate=_printf_predicate, fault=_printf_fault),
    ".join": Control(prepare=_prepare_join, predicate=_join_predicate, fault=_join_fault),
}
