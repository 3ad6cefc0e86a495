"""Type nodes about single items → Python expressions. Used by `vcddl.match.emit`.

In JSON, values may be floats that stand for integers (``10.0``); see DESIGN of the value model in
`vcddl.instance.values`: the strict reader gives integers, the native decoder floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.match.emit import Emitter

_SAFE_INTEGER = 1 << 53
_TOP = 1 << 64


def scalar_expression(emitter: Emitter, node: n.Node, variable: str) -> str | None:
    """The expression for nodes that need no function; None for all others."""
    make = _EXPRESSIONS.get(type(node))
    return make(emitter, node, variable) if make else None


def _any(_emitter: Emitter, _node: n.AnyNode, _x: str) -> str:
    return "True"


def _literal(emitter: Emitter, node: n.LiteralNode, x: str) -> str:
    value = node.value
    if value is None or isinstance(value, bool):
        return f"{x} is {value!r}"
    if isinstance(value, str):
        return f"{x} == {value!r}"
    if isinstance(value, bytes):
        return f"(type({x}) is bytes and {x} == {value!r})"
    shown = repr(value) if abs(value) < _SAFE_INTEGER else emitter.constant(value)
    if not node.json:
        return f"(type({x}) is {type(value).__name__} and {x} == {shown})"
    if abs(value) < _SAFE_INTEGER:
        return f"({x} == {shown} and type({x}) in (int, float))"
    return f"({x} == {shown} if type({x}) is int else type({x}) is float and small({x}) and False)"


def _json_integer(x: str, test: str) -> str:
    """An integer of JSON, as an int or as a float that stands for one."""
    return f"({test} if type({x}) is int else type({x}) is float and integral({x}) and {test})"


def _primitive(_emitter: Emitter, node: n.PrimitiveNode, x: str) -> str:
    text = (_JSON_PRIMITIVES if node.json else {}).get(node.primitive) or _PRIMITIVES[
        node.primitive
    ]
    if node.json and node.primitive in _INTEGERS:
        return _json_integer(x, _INTEGERS[node.primitive].format(x=x))
    return text.format(x=x)


_P = n.Primitive
_INTEGERS = {
    _P.UINT: f"0 <= {{x}} < {_TOP}",
    _P.NINT: f"{-_TOP} <= {{x}} < 0",
    _P.BIG_UINT: f"{{x}} >= {_TOP}",
    _P.BIG_NINT: f"{{x}} < {-_TOP}",
}
_PRIMITIVES = {
    **{primitive: f"(type({{x}}) is int and {test})" for primitive, test in _INTEGERS.items()},
    _P.BSTR: "type({x}) is bytes",
    _P.TSTR: "type({x}) is str",
    _P.ARRAY: "type({x}) is list",
    _P.MAP: "(type({x}) is dict or type({x}) is PairMap)",
    _P.TAG: "type({x}) is Tag",
    _P.MAJOR7: "(type({x}) is float or simple_number({x}) is not None)",
    _P.FLOAT16: "(type({x}) is float and fits_float({x}, 'e'))",
    _P.FLOAT32: "(type({x}) is float and fits_float({x}, 'f'))",
    _P.FLOAT64: "type({x}) is float",
    _P.EXACT_NUMBER: "type({x}) in (int, float, ExactDecimal)",
}
_JSON_PRIMITIVES = {
    _P.MAJOR7: "(type({x}) in (float, int) or simple_number({x}) is not None)",
    _P.FLOAT16: "float_of_width({x}, 'e')",
    _P.FLOAT32: "float_of_width({x}, 'f')",
    _P.FLOAT64: (
        f"((-{_SAFE_INTEGER} < {{x}} < {_SAFE_INTEGER} or small({{x}})) if type({{x}}) is float"
        f" else type({{x}}) is int"
        f" and (-{_SAFE_INTEGER} <= {{x}} <= {_SAFE_INTEGER} or exact({{x}})))"
    ),
}


def widest_floats_first(program: n.Program, leaves: list[int]) -> list[int]:
    """The alternatives of a choice, the widest float width first, without what it covers.

    The order of alternatives does not change whether one of them matches.
    """
    nodes = [program.nodes[leaf] for leaf in leaves]
    widths = [node.primitive if isinstance(node, n.PrimitiveNode) else None for node in nodes]
    widest = max((_FLOATS.index(width) for width in widths if width in _FLOATS), default=-1)
    if widest < 0:
        return leaves
    first = next(
        leaf for leaf, width in zip(leaves, widths, strict=True) if width is _FLOATS[widest]
    )
    rest = [leaf for leaf, width in zip(leaves, widths, strict=True) if width not in _FLOATS]
    return [first, *rest]


_FLOATS = (_P.FLOAT16, _P.FLOAT32, _P.FLOAT64)


def _simple(emitter: Emitter, node: n.SimpleNode, x: str) -> str:
    known = {20: "False", 21: "True", 22: "None", 23: "UNDEFINED"}
    if len(node.ranges) == 1 and node.ranges[0][0] == node.ranges[0][1]:
        number = node.ranges[0][0]
        if number in known:
            return f"{x} is {known[number]}"
    ranges = emitter.constant(node.ranges)
    return f"(simple_number({x}) is not None and in_ranges({ranges}, simple_number({x})))"


def _range(emitter: Emitter, node: n.RangeNode, x: str) -> str:
    below = "<=" if node.includes_high else "<"
    low, high = (
        repr(bound) if abs(bound) < _SAFE_INTEGER else emitter.constant(bound)
        for bound in (node.low, node.high)
    )
    test = f"{low} <= {x} {below} {high}"
    if not node.json:
        return f"(type({x}) is {type(node.low).__name__} and {test})"
    if type(node.low) is int:
        return _json_integer(x, test)
    return f"({test} if type({x}) is int else type({x}) is float and small({x}) and {test})"


def _integers(emitter: Emitter, node: n.IntegersNode, x: str) -> str:
    test = f"{emitter.constant(node.low)} <= {x} <= {emitter.constant(node.high)}"
    return _json_integer(x, test) if node.json else f"(type({x}) is int and {test})"


def _sized(emitter: Emitter, node: n.SizedNode, x: str) -> str:
    return f"sized_matches({emitter.constant(node)}, {x})"


def _never(_emitter: Emitter, node: n.ChoiceNode, _x: str) -> str | None:
    return None if node.alternatives else "False"


_EXPRESSIONS: dict[type, Callable[[Emitter, Any, str], str | None]] = {
    n.AnyNode: _any,
    n.LiteralNode: _literal,
    n.PrimitiveNode: _primitive,
    n.SimpleNode: _simple,
    n.RangeNode: _range,
    n.IntegersNode: _integers,
    n.SizedNode: _sized,
    n.ChoiceNode: _never,
}
