"""Which values a type stands for, as far as that is plain to see: types → tuples of `Part`.

A lint must not be wrong, so nothing here guesses. What is not understood becomes a part that only
equals itself. Statements hold for CBOR and for JSON (RFC 8610 appendix E) alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag
from typing import TYPE_CHECKING, Any

from vcddl.rules.graph import Kind
from vcddl.syntax import ast
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vcddl.rules.graph import Definition, RuleGraph

_MOST_PARTS = 64
_LONGEST_CHAIN = 40
_LARGEST_INTEGER = 1 << 64


class Kinds(Flag):
    """Disjoint sets of data items that together are `any`."""

    UINT = 1
    NINT = 2
    BSTR = 4
    TSTR = 8
    ARRAY = 16
    MAP = 32
    TAG = 64
    SIMPLE = 128
    FLOAT = 256
    NUMBER = 1 | 2 | 64 | 256  # bignums are tags
    ALL = 511


@dataclass(frozen=True, slots=True)
class Scope:
    """A rule and the generic parameters that have a meaning in it."""

    rule: str
    parameters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Part:
    """Some values of ``kinds``: all of them if ``value`` is None, else what ``value`` stands for.

    ``value`` is ``("literal", type name, value)``, or a syntax node with its scope; two parts with
    equal ``value`` are the same set.
    """

    kinds: Kinds
    value: tuple[object, ...] | None = None

    @property
    def literal(self) -> tuple[object, ...] | None:
        """``value`` where the part is a single value, else None."""
        return self.value if self.value is not None and self.value[0] == "literal" else None


Parts = tuple[Part, ...]

_WHOLE = {
    "any": Kinds.ALL,
    "uint": Kinds.UINT,
    "nint": Kinds.NINT,
    "int": Kinds.UINT | Kinds.NINT,
    "bstr": Kinds.BSTR,
    "bytes": Kinds.BSTR,
    "tstr": Kinds.TSTR,
    "text": Kinds.TSTR,
    "float": Kinds.FLOAT,
}
_SIMPLE = {"false": (20,), "true": (21,), "bool": (20, 21), "nil": (22,), "null": (22,)}
_SIMPLE["undefined"] = (23,)
# In JSON these reach beyond the parts that their definitions name (integers and decimals of any
# size), so each is a set of its own.
_OWN_KINDS = {
    "number": Kinds.UINT | Kinds.NINT | Kinds.FLOAT,
    "integer": Kinds.UINT | Kinds.NINT | Kinds.TAG,
    "unsigned": Kinds.UINT | Kinds.TAG,
    "bigint": Kinds.NUMBER,
    "biguint": Kinds.NUMBER,
    "bignint": Kinds.NUMBER,
    "float16": Kinds.FLOAT,
    "float32": Kinds.FLOAT,
    "float64": Kinds.FLOAT,
    "float16-32": Kinds.FLOAT,
    "float32-64": Kinds.FLOAT,
}
_INCLUDED = {
    "number": Kinds.UINT | Kinds.NINT | Kinds.FLOAT,
    "integer": Kinds.UINT | Kinds.NINT,
    "unsigned": Kinds.UINT,
}
_MAJORS = (
    Kinds.UINT,
    Kinds.NINT,
    Kinds.BSTR,
    Kinds.TSTR,
    Kinds.ARRAY,
    Kinds.MAP,
    Kinds.TAG,
    Kinds.SIMPLE | Kinds.FLOAT,
)
_COMPUTED = {
    ".plus": Kinds.NUMBER,
    ".cat": Kinds.BSTR | Kinds.TSTR,
    ".det": Kinds.BSTR | Kinds.TSTR,
}


def kinds_of(parts: Iterable[Part]) -> Kinds:
    """An upper bound: every value of ``parts`` is of one of these kinds."""
    found = Kinds(0)
    for part in parts:
        found |= part.kinds
    return found


def covers(wide: Parts, narrow: Parts) -> bool:
    """Whether every value of ``narrow`` surely is one of ``wide``."""
    return Cover(wide).has(narrow)


class Cover:
    """The values of a growing list of types."""

    def __init__(self, parts: Parts = ()) -> None:
        self._whole = Kinds(0)
        self._values: set[tuple[object, ...]] = set()
        self.add(parts)

    def add(self, parts: Parts) -> None:
        """Take the values of ``parts`` in."""
        for part in parts:
            if part.value is None:
                self._whole |= part.kinds
            else:
                self._values.add(part.value)

    def has(self, parts: Parts) -> bool:
        """Whether all values of ``parts`` surely are in. False for no parts at all."""
        return bool(parts) and all(
            part.kinds in self._whole or part.value in self._values for part in parts
        )


class Extents:
    """The parts of types of one graph; each name is looked into once."""

    def __init__(self, graph: RuleGraph) -> None:
        self._graph = graph
        self._names: dict[str, Parts] = {}

    def of_type(self, node: ast.Type, scope: Scope, depth: int = 0) -> Parts:
        """The parts of a type choice, in order."""
        return tuple(
            part for choice in node.choices for part in self.of_type1(choice, scope, depth)
        )

    def of_type1(self, node: ast.Type1, scope: Scope, depth: int = 0) -> Parts:
        """The parts of one alternative; an operator makes it a set of its own in its target."""
        if node.operator is None:
            return self.of_type2(node.target, scope, depth)
        if node.operator == ".feature":
            return (opaque(node, scope),)
        if node.operator in _COMPUTED:
            return (opaque(node, scope, _COMPUTED[node.operator]),)
        if node.operator.startswith(".."):
            return (opaque(node, scope, Kinds.NUMBER),)
        return (opaque(node, scope, kinds_of(self.of_type2(node.target, scope, depth))),)

    def of_type2(self, node: ast.Type2, scope: Scope, depth: int = 0) -> Parts:
        """The parts of a type without operator."""
        match node:
            case ast.Value():
                return (_of_value(node, scope),)
            case ast.Name():
                return self._of_name(node, scope, depth)
            case ast.Parenthesized(inner) if depth <= _LONGEST_CHAIN:
                return self.of_type(inner, scope, depth + 1)
            case ast.Map():
                return (opaque(node, scope, Kinds.MAP),)
            case ast.Array():
                return (opaque(node, scope, Kinds.ARRAY),)
            case ast.Tagged():
                return (opaque(node, scope, Kinds.TAG),)
            case ast.Major():
                return (_of_major(node, scope),)
            case ast.Any():
                return (Part(Kinds.ALL),)
        return (opaque(node, scope),)

    def _of_name(self, node: ast.Name, scope: Scope, depth: int) -> Parts:
        definition = self._graph.definitions.get(node.name)
        is_plain = not node.arguments and node.name not in scope.parameters
        if definition is None or not is_plain or definition.parameters or depth > _LONGEST_CHAIN:
            return (opaque(node, scope),)
        if definition.in_prelude:
            return _of_prelude(node, scope)
        if definition.is_socket or definition.kind is Kind.GROUP:
            return (opaque(node, scope),)
        if node.name not in self._names:
            itself = opaque(ast.Name(node.name, (), node.span), Scope(node.name))
            self._names[node.name] = (itself,)  # for names that lead back to themselves
            self._names[node.name] = self._expand(definition, itself, depth + 1)
        return self._names[node.name]

    def _expand(self, definition: Definition, itself: Part, depth: int) -> Parts:
        scope = Scope(definition.name)
        parts = tuple(
            part
            for alternative in definition.alternatives
            if isinstance(alternative.definition, ast.Type)
            for part in self.of_type(alternative.definition, scope, depth)
        )
        if 0 < len(parts) <= _MOST_PARTS:
            return parts
        return (Part(kinds_of(parts) or Kinds.ALL, itself.value),)


def opaque(node: Any, scope: Scope, kinds: Kinds = Kinds.ALL) -> Part:
    """A set that is known by its text, and by its rule where it mentions generic parameters."""
    mentions = scope.parameters and any(use.name in scope.parameters for use in references(node))
    return Part(kinds, ("tree", scope.rule if mentions else None, node))


def literal_part(value: str) -> Part:
    """The part that holds one text: the key of a bareword."""
    return Part(Kinds.TSTR, ("literal", "str", value))


def _of_value(node: ast.Value, scope: Scope) -> Part:
    value, literal = node.value, ("literal", node.kind, node.value)
    if isinstance(value, str):
        return Part(Kinds.TSTR, literal)
    if isinstance(value, bytes):
        return Part(Kinds.BSTR, literal)
    if isinstance(value, float):
        return Part(Kinds.FLOAT, literal)
    if -_LARGEST_INTEGER <= value < _LARGEST_INTEGER:
        return Part(Kinds.UINT if value >= 0 else Kinds.NINT, literal)
    return opaque(node, scope, Kinds.NUMBER)


def _of_prelude(node: ast.Name, scope: Scope) -> Parts:
    if node.name in _SIMPLE:
        return tuple(
            Part(Kinds.SIMPLE, ("literal", "simple", number)) for number in _SIMPLE[node.name]
        )
    if node.name in _WHOLE:
        return (Part(_WHOLE[node.name]),)
    own = opaque(node, scope, _OWN_KINDS.get(node.name, Kinds.TAG))
    return (Part(_INCLUDED[node.name]), own) if node.name in _INCLUDED else (own,)


def _of_major(node: ast.Major, scope: Scope) -> Part:
    if node.major >= len(_MAJORS):
        return opaque(node, scope)
    if node.additional is None and node.major != 7:
        return Part(_MAJORS[node.major])
    if node.major == 7 and isinstance(node.additional, int) and 20 <= node.additional <= 23:
        return Part(Kinds.SIMPLE, ("literal", "simple", node.additional))
    return opaque(node, scope, _MAJORS[node.major])
