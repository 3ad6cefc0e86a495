"""Why a list does not match the group of an array: which elements, or what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match import nodes as n
from vcddl.match.array_group import FAILED, ArrayWalk, UnsureError
from vcddl.match.describe import describe, describe_any, show
from vcddl.match.emit_array import plain_row
from vcddl.match.profile import literals_of

if TYPE_CHECKING:
    from vcddl.match.explain import Explainer
    from vcddl.match.leaf import Leaf
    from vcddl.match.mismatch import Mismatch
    from vcddl.pointer import Path


_MOST_PROBED = 64
_LENGTH = (codes.MISSING_ELEMENT, codes.UNEXPECTED_ELEMENT)


def explain_array(
    explainer: Explainer, node: n.ArrayNode, items: list[Any], path: Path, rules: tuple[str, ...]
) -> list[Mismatch]:
    """Every element that is wrong where the group is a plain row, else the furthest one."""
    row = plain_row(explainer.program, node.group)
    if row is not None:
        return _Row(explainer, node, path, rules).explain(items, *row)
    return _furthest(explainer, node, items, path, rules)


def choose_array(explainer: Explainer, leaves: list[Leaf], items: list[Any]) -> Leaf | None:
    """Which of several arrays was meant; None if only the first element could tell and does not.

    Literal elements tell first (``["add", int, int]``), then how many elements are wrong, then
    whether the length is right.
    """
    program = explainer.program
    firsts = [_literals(program, leaf[0]) for leaf in leaves]
    can_tell = bool(items) and all(row and row[0] for row in firsts)
    if can_tell and not any(_is_among(items[0], row[0]) for row in firsts):
        return None

    def distance(index: int) -> tuple[int, int, bool]:
        strange = sum(
            bool(values) and not _is_among(item, values)
            for item, values in zip(items, firsts[index], strict=False)
        )
        faults = _faults(explainer, leaves[index][0], items)
        return strange, len(faults), any(item.code in _LENGTH for item in faults)

    return leaves[min(range(len(leaves)), key=distance)]


def first_values(explainer: Explainer, leaves: list[Leaf]) -> list[Any]:
    """The literals that the arrays of `choose_array` begin with."""
    rows = [_literals(explainer.program, leaf[0]) for leaf in leaves]
    return list(dict.fromkeys(value for row in rows for value in row[0]))


def _literals(program: n.Program, node_id: int) -> list[tuple[Any, ...]]:
    """For each fixed element of a plain row the literals that it may be; empty for other types."""
    node = program.nodes[node_id]
    row = plain_row(program, node.group) if isinstance(node, n.ArrayNode) else None
    return [literals_of(program, member.value) or () for member in row[0]] if row else []


def _is_among(item: Any, values: tuple[Any, ...]) -> bool:
    return any(type(item) is type(value) and item == value for value in values)


def _faults(explainer: Explainer, node_id: int, items: list[Any]) -> list[Mismatch]:
    """What is wrong with the beginning of an array for a type, some of it at least."""
    node = explainer.program.nodes[node_id]
    probe = explainer.probe()
    if not isinstance(node, n.ArrayNode):
        return probe.explain(node_id, items, (), ())
    return explain_array(probe, node, items[:_MOST_PROBED], (), ())


class _Row:
    """A fixed row of elements, then at most one repeated one."""

    def __init__(
        self, explainer: Explainer, node: n.ArrayNode, path: Path, rules: tuple[str, ...]
    ) -> None:
        self._explainer = explainer
        self._node = node
        self._path = path
        self._rules = rules

    def explain(
        self, items: list[Any], fixed: list[n.MemberNode], repeated: n.OccurrenceNode | None
    ) -> list[Mismatch]:
        found: list[Mismatch] = []
        for index, member in enumerate(fixed[: len(items)]):
            found += self._element(member.value, items[index], index)
        if len(items) < len(fixed):
            return [*found, self._missing(items, fixed[len(items)])]
        if repeated is None:
            return found + self._too_many(items, len(fixed))
        entry = self._explainer.program.nodes[repeated.entry]
        assert isinstance(entry, n.MemberNode)
        allowed = len(fixed) + (len(items) if repeated.maximum is None else repeated.maximum)
        for index in range(len(fixed), min(len(items), allowed)):
            found += self._element(entry.value, items[index], index)
        if len(items) < len(fixed) + repeated.minimum:
            found.append(self._missing(items, entry))
        return found + self._too_many(items, allowed)

    def _element(self, type_id: int, item: Any, index: int) -> list[Mismatch]:
        if self._explainer.judge.accepts(type_id, item) is True:
            return []
        if self._explainer.is_full:
            self._explainer.found += 1
            return []
        return self._explainer.explain(type_id, item, (*self._path, index), self._rules)

    def _missing(self, items: list[Any], member: n.MemberNode) -> Mismatch:
        wanted = describe(self._explainer.program, member.value)
        message = f"the array has {elements(len(items))} and must go on with {wanted}"
        return self._explainer.mismatch(
            codes.MISSING_ELEMENT, message, member, self._path, self._rules, actual=items
        )

    def _too_many(self, items: list[Any], allowed: int) -> list[Mismatch]:
        if len(items) <= allowed:
            return []
        message = f"the array must end after {elements(allowed)}, it has {len(items)}"
        mismatch = self._explainer.mismatch(
            codes.UNEXPECTED_ELEMENT,
            message,
            self._node,
            (*self._path, allowed),
            self._rules,
            actual=items[allowed],
        )
        return [mismatch]


class _Tracking(ArrayWalk):
    """A walk that remembers which members it tried where it got furthest and failed.

    ``unsure`` is the last member that may match or not, with the position of its element;
    ``empty`` is a socket that nothing fills, with the furthest position where it was asked for.
    """

    def __init__(self, explainer: Explainer, items: list[Any]) -> None:
        super().__init__(explainer.judge, items)
        self.tried: dict[int, n.MemberNode] = {}
        self.tried_at = 0
        self.unsure: tuple[n.MemberNode, int] | None = None
        self.empty: tuple[n.Node, int] | None = None

    def _member(self, node: n.MemberNode, position: int) -> int:
        was_undecided = self.undecided
        end = super()._member(node, position)
        if self.undecided and not was_undecided:
            self.unsure = (node, position)
        if end == FAILED and position >= self.tried_at:
            if position > self.tried_at:
                self.tried.clear()
            self.tried_at = position
            self.tried.setdefault(node.value, node)
        return end

    def group(self, node_id: int, position: int) -> int:
        node = self._judge.program.nodes[node_id]
        if isinstance(node, n.MemberNode):
            self._judge.spend(1)
            return self._member(node, position)
        if isinstance(node, n.GroupChoiceNode) and not node.alternatives:
            self.empty = (node, position)
        return super().group(node_id, position)


def elements(count: int) -> str:
    """A number of elements in words."""
    return "one element" if count == 1 else f"{count or 'no'} elements"


def _furthest(
    explainer: Explainer, node: n.ArrayNode, items: list[Any], path: Path, rules: tuple[str, ...]
) -> list[Mismatch]:
    walk = _Tracking(explainer, items)
    try:
        end = walk.group(node.group, 0)
    except UnsureError:
        end = len(items)
    if walk.unsure and end == len(items):
        member, position = walk.unsure
        return explainer.explain(member.value, items[position], (*path, position), rules)
    if walk.empty and end == FAILED and (not walk.tried or walk.empty[1] > walk.tried_at):
        socket, position = walk.empty
        message = f"nothing can stand here: no CDDL fills the socket `{socket.rule}`"
        there = (*path, position) if position < len(items) else path
        return [explainer.mismatch(codes.NO_ALTERNATIVE, message, socket, there, rules)]
    at = max(walk.tried_at, end, 0)
    tried = list(walk.tried.values()) if walk.tried_at == at else []
    if at >= len(items):
        wanted = describe_any(explainer.program, (member.value for member in tried))
        message = f"the array has {elements(len(items))} and must go on with {wanted or 'more'}"
        where = tried[0] if tried else node
        return [
            explainer.mismatch(codes.MISSING_ELEMENT, message, where, path, rules, actual=items)
        ]
    item = items[at]
    if len(tried) == 1:
        if explainer.judge.accepts(tried[0].value, item) is not True:
            return explainer.explain(tried[0].value, item, (*path, at), rules)
    elif tried:
        words = describe_any(explainer.program, (member.value for member in tried))
        message = f"here must stand {words}, not {show(item)}"
        return [
            explainer.mismatch(
                codes.NO_ALTERNATIVE, message, tried[0], (*path, at), rules, actual=item
            )
        ]
    message = f"the array has an element more than the CDDL allows: {show(item)}"
    return [
        explainer.mismatch(codes.UNEXPECTED_ELEMENT, message, node, (*path, at), rules, actual=item)
    ]
