"""`Program` + value → true, false or undecided, by walking the nodes. The meaning, in the plain.

This is the verdict-only mode of the full lane; `vcddl.match.explain` asks it about parts. None
means undecided: a choice is true if any alternative is, else undecided if any is; a sequence the
other way round.
"""

from __future__ import annotations

import struct
from math import isnan
from time import monotonic
from typing import TYPE_CHECKING, Any

from vcddl.errors import ResourceLimit
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Simple, Tag, Value
from vcddl.match import nodes as n
from vcddl.match.array_group import match_array
from vcddl.match.controls.model import Answer, Context, Predicate
from vcddl.match.controls.table import find_control
from vcddl.match.map_group import match_map
from vcddl.match.tags import tag_content_is_valid

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.limits import Limits

_STEPS_PER_CLOCK = 4096
_CONTAINERS = (dict, list, PairMap)


class Judge:
    """One program under one set of limits. Cost of a call: linear in the value, see `Limits`."""

    def __init__(
        self,
        program: n.Program,
        limits: Limits,
        *,
        check_tags: bool = False,
        shortcut: Callable[[int, Value], bool] | None = None,
    ) -> None:
        """``shortcut`` may answer True for a node and a value; any other answer is ignored."""
        self.program = program
        self.limits = limits
        self._check_tags = check_tags
        self._shortcut = shortcut
        self._predicates: dict[int, Predicate] = {}
        self._answers: dict[tuple[int, int], Answer] = {}
        self._kept: list[Value] = []
        self._steps = 0
        self._depth = 0
        self._deadline = monotonic() + limits.seconds

    @property
    def context(self) -> Context:
        """What the families of control operators need."""
        return Context(self.program, self.accepts, self.limits)

    def accepts(self, node_id: int, value: Value) -> Answer:
        """Whether ``value`` matches the type ``node_id``.

        Raises:
            ResourceLimit: at the limits of depth, steps and seconds.
        """
        self.spend(1)
        if self._depth > 4 * self.limits.depth:
            raise ResourceLimit("depth", self.limits.depth)
        self._depth += 1
        try:
            if self._shortcut is not None and self._shortcut(node_id, value):
                return True
            node = self.program.nodes[node_id]
            if isinstance(node, n.MapNode | n.ArrayNode) and isinstance(value, _CONTAINERS):
                return self._once(node_id, node, value)
            return _ANSWERS[type(node)](self, node, value)
        finally:
            self._depth -= 1

    def _once(self, node_id: int, node: n.Node, value: Value) -> Answer:
        """The answer for a container, found once: alternatives may ask for the same parts again.

        Containers are known by identity; they live as long as the instance that is judged.
        """
        key = (node_id, id(value))
        if key not in self._answers:
            self._answers[key] = _ANSWERS[type(node)](self, node, value)
            self._kept.append(value)
        return self._answers[key]

    def spend(self, steps: int) -> None:
        """Count work. Raises `ResourceLimit`."""
        before = self._steps
        self._steps = before + steps
        if self._steps // _STEPS_PER_CLOCK != before // _STEPS_PER_CLOCK:
            if self._steps > self.limits.steps:
                raise ResourceLimit("steps", self.limits.steps)
            if monotonic() > self._deadline:
                raise ResourceLimit("seconds", self.limits.seconds)

    def predicate(self, node: n.ControlNode) -> Predicate:
        """The test of a control node, made once."""
        found = self._predicates.get(id(node))
        if found is None:
            found = find_control(node.operator).predicate(node, self.context)
            self._predicates[id(node)] = found
        return found

    def _ref(self, node: n.RefNode, value: Value) -> Answer:
        return self.accepts(node.target, value)

    def _choice(self, node: n.ChoiceNode, value: Value) -> Answer:
        answer: Answer = False
        for alternative in node.alternatives:
            match self.accepts(alternative, value):
                case True:
                    return True
                case None:
                    answer = None
        return answer

    def _tag(self, node: n.TagNode, value: Value) -> Answer:
        if not isinstance(value, Tag) or not in_ranges(node.numbers, value.tag):
            return False
        if self._check_tags and not tag_content_is_valid(value):
            return False
        return True if node.content is None else self.accepts(node.content, value.value)

    def _map(self, node: n.MapNode, value: Value) -> Answer:
        if type(value) is not dict and not isinstance(value, PairMap):
            return False
        return match_map(self, node.group, value)

    def _array(self, node: n.ArrayNode, value: Value) -> Answer:
        if type(value) is not list:
            return False
        return match_array(self, node.group, value)

    def _control(self, node: n.ControlNode, value: Value) -> Answer:
        target = self.accepts(node.target, value)
        if target is False:
            return False
        answer = self.predicate(node)(value)
        return answer if target else (False if answer is False else None)

    def _unsupported(self, node: n.UnsupportedNode, value: Value) -> Answer:
        return False if self.accepts(node.target, value) is False else None


def in_ranges(ranges: tuple[tuple[int, int], ...] | None, number: int) -> bool:
    """Whether ``number`` is in one of the ranges; None stands for all numbers."""
    return ranges is None or any(low <= number <= high for low, high in ranges)


def fits_float(value: float, width: str) -> bool:
    """Whether a float of the struct format ``width`` (``e``, ``f``, ``d``) can hold ``value``."""
    if isnan(value):
        return True
    try:
        return bool(struct.unpack(width, struct.pack(width, value))[0] == value)
    except OverflowError:
        return False


def literal_matches(literal: Any, value: Value, *, json: bool) -> bool:
    """RFC 8610 appendix C: only that value. In JSON numbers compare by value (appendix E)."""
    if type(literal) in (int, float) and json:
        return type(value) in (int, float) and bool(literal == value)
    if type(value) is not type(literal):
        return False
    if isinstance(literal, float) and isnan(literal):
        return isnan(value)
    return bool(value == literal)


def simple_number(value: Value) -> int | None:
    """The number of a simple value (RFC 8949 section 3.3), or None if it is none."""
    if value is False or value is True:
        return 21 if value else 20
    if value is None:
        return 22
    if value is UNDEFINED:
        return 23
    return int(value.value) if isinstance(value, Simple) else None


def _is_float(value: Value, width: str, *, json: bool) -> bool:
    if type(value) is float:
        return fits_float(value, width)
    if not json or type(value) is not int:
        return False
    try:
        as_float = float(value)
    except OverflowError:
        return False
    return as_float == value and fits_float(as_float, width)


_P = n.Primitive
_PRIMITIVES: dict[n.Primitive, Callable[[Value, bool], bool]] = {
    _P.UINT: lambda v, _json: type(v) is int and 0 <= v < 1 << 64,
    _P.NINT: lambda v, _json: type(v) is int and -(1 << 64) <= v < 0,
    _P.BSTR: lambda v, _json: type(v) is bytes,
    _P.TSTR: lambda v, _json: type(v) is str,
    _P.ARRAY: lambda v, _json: type(v) is list,
    _P.MAP: lambda v, _json: type(v) is dict or isinstance(v, PairMap),
    _P.TAG: lambda v, _json: isinstance(v, Tag),
    _P.MAJOR7: lambda v, json: (
        simple_number(v) is not None or type(v) is float or (json and type(v) is int)
    ),
    _P.FLOAT16: lambda v, json: _is_float(v, "e", json=json),
    _P.FLOAT32: lambda v, json: _is_float(v, "f", json=json),
    _P.FLOAT64: lambda v, json: _is_float(v, "d", json=json),
    _P.BIG_UINT: lambda v, _json: type(v) is int and v >= 1 << 64,
    _P.BIG_NINT: lambda v, _json: type(v) is int and v < -(1 << 64),
    _P.EXACT_NUMBER: lambda v, _json: type(v) in (int, float) or isinstance(v, ExactDecimal),
}


def primitive_matches(node: n.PrimitiveNode, value: Value) -> bool:
    """Whether ``value`` is in the set of a primitive."""
    return _PRIMITIVES[node.primitive](value, node.json)


def range_matches(node: n.RangeNode, value: Value) -> bool:
    """RFC 8610 section 2.2.2.1; in JSON an integer is in a range of floats by its value.

    A range of integers holds integers alone (integral numbers of JSON have been read as such).
    """
    kind = type(value)
    if kind is not type(node.low) and not (node.json and kind is int):
        return False
    below = value <= node.high if node.includes_high else value < node.high
    return bool(node.low <= value and below)


def sized_matches(node: n.SizedNode, value: Value) -> bool:
    """The items of a major type whose length is within bounds."""
    if not _PRIMITIVES[node.primitive](value, False):
        return False
    size = len(value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else len(value)
    return node.low <= size <= node.high


_ANSWERS: dict[type, Callable[[Judge, Any, Value], Answer]] = {
    n.AnyNode: lambda _judge, _node, _value: True,
    n.PrimitiveNode: lambda _judge, node, value: primitive_matches(node, value),
    n.LiteralNode: lambda _judge, node, value: literal_matches(node.value, value, json=node.json),
    n.SimpleNode: lambda _judge, node, value: (
        (number := simple_number(value)) is not None and in_ranges(node.ranges, number)
    ),
    n.RangeNode: lambda _judge, node, value: range_matches(node, value),
    n.IntegersNode: lambda _judge, node, value: (
        type(value) is int and node.low <= value <= node.high
    ),
    n.SizedNode: lambda _judge, node, value: sized_matches(node, value),
    n.RefNode: Judge._ref,
    n.ChoiceNode: Judge._choice,
    n.TagNode: Judge._tag,
    n.MapNode: Judge._map,
    n.ArrayNode: Judge._array,
    n.ControlNode: Judge._control,
    n.UnsupportedNode: Judge._unsupported,
}
