"""The matching plan: a flat tuple of nodes that refer to each other by index.

A `Program` is the only thing that says what CDDL means for an instance. `vcddl.match.emit` turns
it into Python, `vcddl.match.explain` walks it. It holds no text and no parser objects and can be
pickled. Whether numbers are those of JSON (RFC 8610 appendix E: one kind of number) or of CBOR is
a property of the nodes that compare numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias
from typing import Any as AnyValue

if TYPE_CHECKING:
    from vcddl.source import Span

NodeId: TypeAlias = int


class Primitive(StrEnum):
    """Sets of data items that the standard prelude starts from (RFC 8610 appendix D)."""

    UINT = "uint"
    NINT = "nint"
    BSTR = "bstr"
    TSTR = "tstr"
    ARRAY = "#4"
    MAP = "#5"
    TAG = "#6"
    MAJOR7 = "#7"
    FLOAT16 = "float16"
    FLOAT32 = "float32"
    FLOAT64 = "float64"
    BIG_UINT = "biguint"  # JSON only: integers beyond 64 bits; in CBOR a tag
    BIG_NINT = "bignint"  # JSON only
    EXACT_NUMBER = "number"  # JSON only: numbers that binary64 cannot hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes have: where they are written, and in which rule."""

    span: Span | None
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyNode(Node):
    """``#``: every item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimitiveNode(Node):
    """Every item of a `Primitive` set."""

    primitive: Primitive
    json: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralNode(Node):
    """One value: int, float, str, bytes, bool or None."""

    value: AnyValue
    json: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleNode(Node):
    """A simple value whose number is in ``ranges``; 20 to 23 are false, true, null, undefined."""

    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeNode(Node):
    """``low..high`` or ``low...high`` over integers or over floats (RFC 8610 section 2.2.2.1)."""

    low: int | float
    high: int | float
    includes_high: bool
    json: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegersNode(Node):
    """``#0.n``, ``#1.n``: the integers whose head can carry that additional information."""

    low: int
    high: int
    json: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedNode(Node):
    """``#2.n`` to ``#5.n``: strings, arrays and maps of ``low`` to ``high`` bytes or elements."""

    primitive: Primitive
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefNode(Node):
    """A rule by its name; ``is_group`` tells which of its two kinds."""

    name: str
    target: NodeId
    is_group: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceNode(Node):
    """A type choice, tried in order. Without alternatives it never matches (an empty socket)."""

    alternatives: tuple[NodeId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TagNode(Node):
    """A tagged item. ``numbers`` is None for any tag number; ``content`` is None for any item."""

    numbers: tuple[tuple[int, int], ...] | None
    content: NodeId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapNode(Node):
    """``{ group }``."""

    group: NodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayNode(Node):
    """``[ group ]``."""

    group: NodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlNode(Node):
    """``target .operator controller``.

    ``controllers`` are nodes that the operator asks about parts of the value, ``argument`` is
    what it was told in constants (plain data); both are the affair of the operator's family.
    """

    operator: str
    target: NodeId
    controllers: tuple[NodeId, ...]
    argument: AnyValue
    json: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsupportedNode(Node):
    """A registered operator that vcddl does not implement: undecided where the target matches."""

    operator: str
    target: NodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceNode(Node):
    """``grpchoice``: entries one after the other."""

    entries: tuple[NodeId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChoiceNode(Node):
    """A group choice, tried in order (RFC 8610 appendix A: the first success is locked in)."""

    alternatives: tuple[NodeId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OccurrenceNode(Node):
    """``minimum*maximum entry``, greedy; ``maximum`` is None without limit."""

    minimum: int
    maximum: int | None
    entry: NodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberNode(Node):
    """One pair of a map or one element of an array.

    ``key`` is None for an entry without key, which no map can match. ``literal`` is set when the
    key is a single value; ``has_literal`` tells it apart from a key of null.
    """

    key: NodeId | None
    literal: AnyValue
    has_literal: bool
    has_cut: bool
    value: NodeId


TypeNode: TypeAlias = (
    AnyNode
    | PrimitiveNode
    | LiteralNode
    | SimpleNode
    | RangeNode
    | IntegersNode
    | SizedNode
    | RefNode
    | ChoiceNode
    | TagNode
    | MapNode
    | ArrayNode
    | ControlNode
    | UnsupportedNode
)
GroupNode: TypeAlias = SequenceNode | GroupChoiceNode | OccurrenceNode | MemberNode | RefNode


@dataclass(frozen=True, slots=True)
class Program:
    """A plan for one root.

    Attributes:
        nodes: all nodes; a `NodeId` is an index into it.
        root: the type that an instance is matched against.
        json: whether numbers are those of JSON.
        undecidable: whether any node is an `UnsupportedNode`.
    """

    nodes: tuple[Node, ...]
    root: NodeId
    json: bool
    undecidable: bool
