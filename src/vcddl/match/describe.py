"""Nodes and values in words: for messages that people read."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from vcddl.instance.edn import format_edn
from vcddl.instance.values import UNDEFINED, ExactDecimal, PairMap, Tag
from vcddl.match import nodes as n
from vcddl.syntax.literals import encode_bytes, encode_text

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOWN_CHARS = 80
_SHOWN_ALTERNATIVES = 6
_MOST_OPENED = 1000

_PRIMITIVES = {
    n.Primitive.UINT: "an unsigned integer",
    n.Primitive.NINT: "a negative integer",
    n.Primitive.BSTR: "a byte string",
    n.Primitive.TSTR: "text",
    n.Primitive.ARRAY: "an array",
    n.Primitive.MAP: "a map",
    n.Primitive.TAG: "a tagged item",
    n.Primitive.MAJOR7: "a simple value or a float",
    n.Primitive.FLOAT16: "a half-precision float",
    n.Primitive.FLOAT32: "a single-precision float",
    n.Primitive.FLOAT64: "a float",
    n.Primitive.BIG_UINT: "an integer of more than 64 bits",
    n.Primitive.BIG_NINT: "a negative integer of more than 64 bits",
    n.Primitive.EXACT_NUMBER: "a number",
}
_TOP = (1 << 64) - 1
_SIMPLE = {20: "`false`", 21: "`true`", 22: "`null`", 23: "`undefined`"}


def kind_of(value: Any) -> str:
    """The kind of a value in one word: ``text``, ``number``, ``map``, …."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float | ExactDecimal):
        return "number"
    if isinstance(value, list):
        return "array"
    if isinstance(value, dict | PairMap):
        return "map"
    if isinstance(value, bytes):
        return "bytes"
    if isinstance(value, Tag):
        return "tag"
    return "null" if value is None else "simple"


_KIND_WORDS = {
    "text": "the text",
    "boolean": "the boolean",
    "number": "the number",
    "array": "an array",
    "map": "a map",
    "bytes": "the byte string",
    "tag": "the tagged item",
    "null": "",
    "simple": "the simple value",
}


def show(value: Any, limit_chars: int = 40) -> str:
    """A value with its kind, cut: ``the text `"43"```, ``an array``."""
    kind = kind_of(value)
    if kind in ("array", "map"):
        return f"{_KIND_WORDS[kind]} of {len(value)}" if len(value) else f"an empty {kind}"
    return f"{_KIND_WORDS[kind]} `{format_edn(value, limit_chars=limit_chars)}`".strip()


def literal_text(value: Any) -> str:
    """A literal as CDDL writes it."""
    if isinstance(value, str):
        return encode_text(value)
    if isinstance(value, bytes):
        return encode_bytes(value)
    return format_edn(value) if value is not UNDEFINED else "undefined"


def describe(program: n.Program, node_id: int) -> str:
    """What a type node wants, in a few words. Cost: limited, however large the type is."""
    return describe_any(program, (node_id,))


def describe_any(program: n.Program, node_ids: Iterable[int]) -> str:
    """What several type nodes want together, as one list."""
    describer = _Describer(program)
    return one_of(word for node_id in node_ids for word in describer.words(node_id))


class _Describer:
    """One description. Each node is opened once, and not more of them than ``_MOST_OPENED``."""

    def __init__(self, program: n.Program) -> None:
        self._program = program
        self._opened: set[int] = set()

    def words(self, node_id: int) -> list[str]:
        """The descriptions of all alternatives of a type node, choices in it opened."""
        node = self._program.nodes[node_id]
        if isinstance(node, n.RefNode):
            return self._open(node_id, (node.target,))
        if isinstance(node, n.ChoiceNode) and node.alternatives:
            return self._open(node_id, node.alternatives)
        if isinstance(node, n.ControlNode | n.UnsupportedNode):
            return self.words(node.target)
        return [_plain(node)]

    def _open(self, node_id: int, parts: tuple[int, ...]) -> list[str]:
        if node_id in self._opened:
            return []
        if len(self._opened) >= _MOST_OPENED:
            return ["one of several types"]
        self._opened.add(node_id)
        return [word for part in parts for word in self.words(part)]


def _plain(node: n.Node) -> str:
    """What a node without alternatives wants."""
    if isinstance(node, n.PrimitiveNode):
        return _PRIMITIVES[node.primitive]
    if isinstance(node, n.LiteralNode):
        return f"`{literal_text(node.value)}`"
    if isinstance(node, n.SimpleNode):
        return one_of(_simple(*bounds) for bounds in node.ranges)
    if isinstance(node, n.RangeNode):
        return f"a number from {node.low} to {'' if node.includes_high else 'below '}{node.high}"
    if isinstance(node, n.IntegersNode):
        if node.low == node.high:
            return f"`{node.low}`"
        return f"an integer from {node.low} to {node.high}"
    if isinstance(node, n.SizedNode):
        return _sized(node)
    if isinstance(node, n.ChoiceNode):
        return "nothing (an extension point that is not filled)"
    if isinstance(node, n.TagNode):
        return _tagged(node)
    return _STRUCTURES.get(type(node), "anything")


_STRUCTURES: dict[type, str] = {n.MapNode: "a map", n.ArrayNode: "an array"}
_UNITS = {n.Primitive.ARRAY: "element", n.Primitive.MAP: "member"}


def _simple(low: int, high: int) -> str:
    if low == high:
        return _SIMPLE.get(low, f"simple value {low}")
    return f"a simple value from {low} to {high}"


def _sized(node: n.SizedNode) -> str:
    """``#3.2``: the kind with its size."""
    unit = _UNITS.get(node.primitive, "byte")
    if node.low == node.high:
        size = f"{node.low} {unit}{'' if node.low == 1 else 's'}"
    else:
        size = f"at most {node.high} {unit}s"
    return f"{_PRIMITIVES[node.primitive]} of {size}"


def _tagged(node: n.TagNode) -> str:
    if node.numbers is None or any(high >= _TOP for _, high in node.numbers):
        return "a tagged item"
    if len(node.numbers) == 1 and node.numbers[0][0] == node.numbers[0][1]:
        return f"a tagged item `{node.numbers[0][0]}(…)`"
    words = (str(low) if low == high else f"{low} to {high}" for low, high in node.numbers)
    return f"an item with tag {one_of(words)}"


def one_of(words: Iterable[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``; each word once, long lists are cut and counted."""
    listed = list(dict.fromkeys(words))
    if {"`false`", "`true`"} <= set(listed):
        listed[listed.index("`false`")] = "a boolean"
        listed.remove("`true`")
    if {"a float", "an unsigned integer", "a negative integer"} <= set(listed):
        listed = ["a number"]
    listed = [word for word in listed if word not in _FLOATS or "a float" not in listed]
    if {"an unsigned integer", "a negative integer"} <= set(listed):
        listed = [word for word in listed if word != "a negative integer"]
        listed[listed.index("an unsigned integer")] = "an integer"
    if len(listed) > _SHOWN_ALTERNATIVES:
        more = len(listed) - _SHOWN_ALTERNATIVES
        return f"{', '.join(listed[:_SHOWN_ALTERNATIVES])} or one of {more} more"
    if len(listed) <= 1:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


_FLOATS = frozenset({"a half-precision float", "a single-precision float"})


def near(word: str, known: Iterable[str]) -> str | None:
    """The known word that ``word`` was most likely meant to be; None unless one is near."""
    candidates = sorted(set(known))
    folded = _fold(word)
    for candidate in candidates:
        if candidate != word and _fold(candidate) == folded:
            return candidate
    found = get_close_matches(word, candidates, n=1, cutoff=0.75)
    return found[0] if found and found[0] != word else None


def _fold(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "").replace(" ", "").strip()
