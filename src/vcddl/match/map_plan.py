"""The group of a map → a `MapPlan` for `vcddl.match.emit_map`, where the group is plain enough.

Plain means: every literal key is asked for at one place only (alternatives of one choice may
share keys), and entries whose keys are types come last. Then counting the claimed pairs tells
whether all are claimed, and no pair is looked at twice. Everything else is left to
`vcddl.match.map_group`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from vcddl.match import nodes as n

_MOST_ENTRIES = 4000


@dataclass(frozen=True, slots=True)
class Literal:
    """A member with a literal key, required or optional."""

    member: n.MemberNode
    required: bool


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A group choice; ``optional`` where it stands behind ``?``."""

    sequences: tuple[tuple[Entry, ...], ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A member whose key is a type, taken as often as it goes."""

    member: n.MemberNode
    minimum: int


Entry: TypeAlias = "Literal | Alternatives"


@dataclass(frozen=True, slots=True)
class MapPlan:
    """Entries in order, then tables in order."""

    entries: tuple[Entry, ...]
    tables: tuple[Table, ...]


class _NotPlainError(Exception):
    """The group is not plain; never leaves this module."""


def plan_map(program: n.Program, group: int) -> MapPlan | None:
    """The plan of a plain group, or None. Cost: linear in the group."""
    planner = _Planner(program)
    try:
        entries = planner.sequence(group, ())
    except _NotPlainError:
        return None
    tables = [entry for entry in entries if isinstance(entry, Table)]
    plain = [entry for entry in entries if not isinstance(entry, Table)]
    if entries[len(plain) :] != tables or not _keys_are_distinct(plain):
        return None
    if any(_has_table(entry) for entry in plain):
        return None
    if tables and not _tables_are_plain(program, plain, tables):
        return None
    return MapPlan(tuple(plain), tuple(tables))


def _tables_are_plain(program: n.Program, entries: list[Any], tables: list[Table]) -> bool:
    """With tables behind them, literal members must have cuts; choices need the open table."""
    if not all(_all_cut(entry) for entry in entries):
        return False
    return all(isinstance(entry, Literal) for entry in entries) or is_open(program, tables)


def is_open(program: n.Program, tables: list[Table] | tuple[Table, ...]) -> bool:
    """Whether the tables are the one entry `* tstr => any`."""
    if len(tables) != 1 or tables[0].minimum:
        return False
    key = _behind(program, tables[0].member.key)
    value = _behind(program, tables[0].member.value)
    is_text = isinstance(key, n.PrimitiveNode) and key.primitive is n.Primitive.TSTR
    return is_text and isinstance(value, n.AnyNode)


def _behind(program: n.Program, node_id: int | None) -> n.Node | None:
    for _ in range(64):
        if node_id is None:
            return None
        node = program.nodes[node_id]
        if isinstance(node, n.RefNode):
            node_id = node.target
        elif isinstance(node, n.ChoiceNode) and len(node.alternatives) == 1:
            node_id = node.alternatives[0]
        else:
            return node
    return None


class _Planner:
    def __init__(self, program: n.Program) -> None:
        self._program = program
        self._budget = _MOST_ENTRIES

    def sequence(self, node_id: int, path: tuple[int, ...]) -> list[Any]:
        """The entries of a group node, groups that occur once unfolded."""
        self._budget -= 1
        if node_id in path or self._budget < 0:
            raise _NotPlainError
        node = self._program.nodes[node_id]
        inner = (*path, node_id)
        if isinstance(node, n.SequenceNode):
            return [item for entry in node.entries for item in self.sequence(entry, inner)]
        if isinstance(node, n.RefNode):
            return self.sequence(node.target, inner)
        if isinstance(node, n.MemberNode):
            return [self._member(node)]
        if isinstance(node, n.GroupChoiceNode):
            if len(node.alternatives) == 1:
                return self.sequence(node.alternatives[0], inner)
            return [self._choice(node, inner, optional=False)]
        assert isinstance(node, n.OccurrenceNode)
        return self._occurrence(node, inner)

    def _member(self, node: n.MemberNode) -> Any:
        if node.key is None or not node.has_literal or type(node.literal) not in (str, bytes, int):
            raise _NotPlainError
        return Literal(node, required=True)

    def _choice(self, node: n.GroupChoiceNode, path: tuple[int, ...], *, optional: bool) -> Any:
        sequences = [tuple(self.sequence(item, path)) for item in node.alternatives]
        never = [self._is_never(item) for item in node.alternatives]
        kept = [sequence for sequence, dead in zip(sequences, never, strict=True) if not dead]
        return Alternatives(tuple(_flattened(kept)), optional)

    def _is_never(self, node_id: int) -> bool:
        """Whether a group is an empty socket, which cannot match (RFC 8610 section 3.9)."""
        node = self._program.nodes[node_id]
        if isinstance(node, n.RefNode):
            node = self._program.nodes[node.target]
        return isinstance(node, n.GroupChoiceNode) and not node.alternatives

    def _occurrence(self, node: n.OccurrenceNode, path: tuple[int, ...]) -> list[Any]:
        entry_id = self._single(node.entry)
        entry = self._program.nodes[entry_id]
        if self._is_never(entry_id):
            if node.minimum:
                raise _NotPlainError
            return []
        if isinstance(entry, n.MemberNode) and not entry.has_literal and entry.key is not None:
            if node.maximum is not None:
                raise _NotPlainError
            return [Table(entry, node.minimum)]
        if node.minimum > 1 or node.maximum == 0:
            raise _NotPlainError
        if isinstance(entry, n.MemberNode):
            literal = self._member(entry)
            return [Literal(literal.member, required=node.minimum == 1)]
        if node.minimum != 0 or node.maximum != 1:
            raise _NotPlainError
        if isinstance(entry, n.GroupChoiceNode) and len(entry.alternatives) > 1:
            return [self._choice(entry, path, optional=True)]
        return [Alternatives((tuple(self.sequence(entry_id, path)),), optional=True)]

    def _single(self, node_id: int) -> int:
        """The node behind references, choices of one and sequences of one."""
        for _ in range(64):
            node = self._program.nodes[node_id]
            if isinstance(node, n.RefNode):
                node_id = node.target
            elif isinstance(node, n.GroupChoiceNode) and len(node.alternatives) == 1:
                node_id = node.alternatives[0]
            elif isinstance(node, n.SequenceNode) and len(node.entries) == 1:
                only = self._program.nodes[node.entries[0]]
                if isinstance(only, n.OccurrenceNode):
                    return node_id
                node_id = node.entries[0]
            else:
                break
        return node_id


def _flattened(sequences: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Alternatives that are nothing but a choice, opened: prioritized choice is associative."""
    flat: list[tuple[Any, ...]] = []
    for sequence in sequences:
        only = sequence[0] if len(sequence) == 1 else None
        if isinstance(only, Alternatives) and not only.optional:
            flat.extend(only.sequences)
        else:
            flat.append(sequence)
    return flat


def keys_of(entry: Any) -> set[tuple[type, Any]]:
    """The literal keys that an entry may claim."""
    if isinstance(entry, Literal):
        return {(type(entry.member.literal), entry.member.literal)}
    if isinstance(entry, Alternatives):
        return {key for sequence in entry.sequences for item in sequence for key in keys_of(item)}
    return set()


def _keys_are_distinct(entries: list[Any] | tuple[Any, ...]) -> bool:
    seen: set[tuple[type, Any]] = set()
    for entry in entries:
        keys = keys_of(entry)
        if seen & keys:
            return False
        seen |= keys
        if isinstance(entry, Alternatives) and not all(map(_keys_are_distinct, entry.sequences)):
            return False
    return True


def _has_table(entry: Any) -> bool:
    if isinstance(entry, Alternatives):
        return any(_has_table(item) for sequence in entry.sequences for item in sequence)
    return isinstance(entry, Table)


def _all_cut(entry: Any) -> bool:
    if isinstance(entry, Literal):
        return entry.member.has_cut
    return all(_all_cut(item) for sequence in entry.sequences for item in sequence)


def uses_only_text_keys(program: n.Program) -> bool:
    """Whether every key that the program asks about is text, so that other keys never match."""
    types: list[int] = []
    for node in program.nodes:
        if isinstance(node, n.MemberNode) and node.key is not None:
            if not node.has_literal:
                types.append(node.key)
            elif not isinstance(node.literal, str):
                return False
    return _are_text(program, types)


def _are_text(program: n.Program, types: list[int]) -> bool:
    """Whether type nodes match nothing but text. Cost: linear in the program."""
    seen: set[int] = set()
    stack = list(types)
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        node = program.nodes[current]
        if isinstance(node, n.RefNode | n.ControlNode):
            stack.append(node.target)
        elif isinstance(node, n.ChoiceNode):
            stack.extend(node.alternatives)
        elif not _is_text(node):
            return False
    return True


def _is_text(node: n.Node) -> bool:
    if isinstance(node, n.LiteralNode):
        return isinstance(node.value, str)
    return isinstance(node, n.PrimitiveNode) and node.primitive is n.Primitive.TSTR
