"""Why a map does not match its group: members that are missing, wrong or not known.

Follows the entries in order like `vcddl.match.map_group`, but goes on after a fault: a member
that is there counts as taken, so one fault gives one mismatch and not a cascade.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.model import Role
from vcddl.instance.edn import step_of_key
from vcddl.match import nodes as n
from vcddl.match.leaf import map_of
from vcddl.match.map_choice import choose, foreign_to
from vcddl.match.map_leftover import Missing, Pair, Unmet, report_leftover, show_key
from vcddl.match.mismatch import Mismatch, Note
from vcddl.match.profile import alternatives_of, profile_of, told_by

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vcddl.instance.values import PairMap
    from vcddl.match.explain import Explainer
    from vcddl.match.leaf import Leaf
    from vcddl.pointer import Path

Rules = tuple[str, ...]
_MOST_WALKS = 2


def explain_map(
    explainer: Explainer,
    node: n.MapNode,
    value: dict[Any, Any] | PairMap,
    path: Path,
    rules: Rules,
    *,
    where: str = "",
    foreign: Mapping[str, str] | None = None,
) -> list[Mismatch]:
    """All faults of one map; may be empty where only the order of the entries is to blame.

    ``where`` tells the map from those that could stand in its place, in words; ``foreign`` does
    so for members that only those have.
    """
    walk = MapFaults(explainer, node, value, path)
    walk.where = where
    walk.foreign.update(foreign or {})
    walk.group(node.group, rules)
    report_leftover(walk, rules)
    return walk.found


def explain_map_choice(
    explainer: Explainer,
    node: n.ChoiceNode,
    leaves: Sequence[Leaf],
    value: dict[Any, Any] | PairMap,
    path: Path,
    rules: Rules,
) -> tuple[list[Mismatch], Leaf | None]:
    """Faults of a map where one of several maps must stand, and which of them was meant, if told.

    ``leaves`` are the maps to choose from, with or without operators. The faults may be empty as
    those of `explain_map`.
    """
    program = explainer.program
    maps = [(map_of(program, leaf[0]), leaf) for leaf in leaves]
    known = [(inner, leaf) for inner, leaf in maps if inner is not None]
    profiles = [profile_of(program, inner.group, leaf[1]) for inner, leaf in known]
    walk = MapFaults(explainer, known[0][0], value, path)
    best = choose(walk, profiles, node, rules)
    if best is None:
        return walk.found, None
    index = next(index for index, profile in enumerate(profiles) if profile is best)
    inner, meant = known[index]
    if program.nodes[meant[0]] is not inner:
        return explainer.explain(meant[0], value, path, meant[1]), meant
    where = told_by(profiles, best, walk.members)
    foreign = foreign_to(best, profiles, walk.members)
    found = explain_map(explainer, inner, value, path, meant[1], where=where, foreign=foreign)
    return found, meant


def _hashable(key: Any) -> Any:
    return (type(key), key) if isinstance(key, str | bytes | int | float | None) else id(key)


class MapFaults:
    """One map on the way through its entries."""

    def __init__(
        self, explainer: Explainer, node: n.MapNode, value: dict[Any, Any] | PairMap, path: Path
    ) -> None:
        self.explainer = explainer
        self.program = explainer.program
        self.node = node
        self.path = path
        self.pairs = [Pair(key, item) for key, item in value.items()]
        self._by_key = {_hashable(pair.key): pair for pair in self.pairs}
        self.members = {pair.key: pair.value for pair in self.pairs if _is_plain(pair.key)}
        self.found: list[Mismatch] = []
        self.missing: list[Missing] = []
        self.unmet: list[Unmet] = []
        self.known: set[Any] = set()
        self.sockets: list[str] = []
        self.unknown_type = False
        self.where = ""
        self.foreign: dict[str, str] = {}
        self._inside: set[int] = set()
        self._walked: Counter[int] = Counter()
        self._notes: tuple[Note, ...] = ()

    def group(self, node_id: int, rules: Rules) -> None:
        """Walk a group that must match.

        A group within itself, and one that was walked twice, ask for nothing that is new.
        """
        if node_id in self._inside or self._walked[node_id] >= _MOST_WALKS:
            return
        node = self.program.nodes[node_id]
        self._inside.add(node_id)
        self._walked[node_id] += 1
        _GROUPS[type(node)](self, node_id, node, rules)
        self._inside.discard(node_id)

    def _sequence(self, _node_id: int, node: n.SequenceNode, rules: Rules) -> None:
        for entry in node.entries:
            self.group(entry, rules)

    def _ref(self, node_id: int, node: n.RefNode, rules: Rules) -> None:
        if node.name.startswith("$$"):
            self.sockets.append(node.name)
            self._choice(node_id, node, rules)
            return
        target = self.program.nodes[node.target]
        if isinstance(target, n.GroupChoiceNode) and len(target.alternatives) == 1:
            self.group(target.alternatives[0], (*rules, node.name))
        else:
            self.group(node.target, (*rules, node.name))

    def _choice(self, node_id: int, node: n.Node, rules: Rules) -> None:
        """Walk the alternative that was meant."""
        profiles = alternatives_of(self.program, node_id)
        for profile in profiles:
            self.known.update(profile.required, profile.optional)
        if not profiles:
            name = rules[-1] if rules else "this socket"
            named = node.name if isinstance(node, n.RefNode) else name
            message = f"nothing can stand here: no CDDL fills the socket `{named}`"
            self.add(codes.NO_ALTERNATIVE, message, node, rules)
            self.unknown_type = True
            return
        best = choose(self, profiles, node, rules)
        if best is None:
            return
        self.where = told_by(profiles, best, self.members) or self.where
        self.foreign.update(foreign_to(best, profiles, self.members))
        before, missing_before = self._notes, len(self.missing)
        if best.plug is not None:
            name = next(
                (rule for rule in reversed(best.rules) if rule.startswith("$$")), "a socket"
            )
            note = Note(Role.PLUGGED_BY, f"plugged into `{name}` here", best.plug.span)
            self._notes = (*before, note)
        self.group(best.node, (*rules, *best.rules))
        self._notes = before
        there = next((key for key in best.required if key in self.members), None)
        for missing in self.missing[missing_before:]:
            if not best.literals and there is not None:
                missing.where = missing.where or f"where `{show_key(there)}` is given"
            else:
                missing.where = missing.where or self.where

    def _occurrence(self, _node_id: int, node: n.OccurrenceNode, rules: Rules) -> None:
        entry_id = node.entry
        entry = self.program.nodes[entry_id]
        if node.maximum == 0:
            return
        if isinstance(entry, n.MemberNode):
            self._repeated_member(node, entry, rules)
            return
        if isinstance(entry, n.RefNode) and entry.name.startswith("$$"):
            self.sockets.append(entry.name)
        if node.maximum is None or node.maximum > 1:
            self._repeated_group(entry_id, node.minimum, rules)
        elif node.minimum:
            self.group(entry_id, rules)
        else:
            self._optional_group(entry_id, rules)

    def _repeated_member(self, node: n.OccurrenceNode, entry: n.MemberNode, rules: Rules) -> None:
        if entry.has_literal:
            self._literal(entry, rules, required=node.minimum > 0)
        else:
            self._table(entry, node.minimum, node.maximum, rules)

    def _optional_group(self, node_id: int, rules: Rules) -> None:
        """A group behind ``?``: looked at where one of its keys is there."""
        profile = profile_of(self.program, node_id)
        self.known.update(profile.required, profile.optional)
        present = [key for key in (*profile.required, *profile.optional) if self.is_free(key)]
        if present:
            before = len(self.missing)
            self.group(node_id, rules)
            for missing in self.missing[before:]:
                missing.where = missing.where or f"where `{show_key(present[0])}` is given"
        elif not profile.required and not profile.optional:
            self._tables_of(node_id, rules)

    def _repeated_group(self, node_id: int, minimum: int, rules: Rules) -> None:
        """A group behind ``*``: each alternative as often as its keys are there."""
        seen = False
        for profile in alternatives_of(self.program, node_id):
            self.known.update(profile.required, profile.optional)
            inner = (*rules, *profile.rules)
            keys = {**profile.optional, **profile.required}
            if any(self.is_free(key) for key in keys):
                self.group(profile.node, inner)
                seen = True
            elif not keys:
                before = sum(pair.taken_by is not None for pair in self.pairs)
                self._tables_of(profile.node, inner)
                seen |= sum(pair.taken_by is not None for pair in self.pairs) > before
        if minimum and not seen:
            self.group(node_id, rules)

    def _tables_of(self, node_id: int, rules: Rules) -> None:
        node = self.program.nodes[node_id]
        if isinstance(node, n.SequenceNode):
            for entry in node.entries:
                self._tables_of(entry, rules)
        elif isinstance(node, n.MemberNode) and not node.has_literal:
            self._table(node, 0, None, rules)
        elif isinstance(node, n.OccurrenceNode):
            self._tables_of(node.entry, rules)

    def pair(self, key: Any) -> Pair | None:
        """The member with this key."""
        return self._by_key.get(_hashable(key))

    def is_free(self, key: Any) -> bool:
        """Whether there is a member with this key that no entry has taken."""
        pair = self.pair(key)
        return pair is not None and pair.taken_by is None

    def _member(self, _node_id: int, node: n.MemberNode, rules: Rules) -> None:
        if node.has_literal:
            self._literal(node, rules, required=True)
        else:
            self._table(node, 1, 1, rules)

    def _literal(self, node: n.MemberNode, rules: Rules, *, required: bool) -> None:
        self.known.add(node.literal)
        pair = self.pair(node.literal)
        if pair is None:
            if required:
                self.missing.append(Missing(node.literal, node, rules, self._notes))
            return
        if pair.taken_by is not None:
            if required and not pair.is_wrong:
                self._taken_earlier(node, pair, rules)
            return
        if self.explainer.judge.accepts(node.value, pair.value) is True:
            pair.taken_by = node
        elif node.has_cut or required:
            pair.taken_by = node
            self.wrong(node, pair, rules)
        else:
            pair.near_miss = pair.near_miss or (node, rules)

    def wrong(self, node: n.MemberNode, pair: Pair, rules: Rules) -> None:
        """Explain the value of a member that an entry has picked."""
        pair.is_wrong = True
        if self.explainer.is_full:
            self.explainer.found += 1
            return
        path = (*self.path, step_of_key(pair.key))
        inner = self.explainer.explain(node.value, pair.value, path, rules)
        if inner and self._notes:
            inner[0] = replace(inner[0], notes=(*inner[0].notes, *self._notes))
        self.found += inner

    def _taken_earlier(self, node: n.MemberNode, pair: Pair, rules: Rules) -> None:
        message = f"`{show_key(node.literal)}` is there, but an earlier entry has taken it"
        span = pair.taken_by.span if pair.taken_by else None
        notes = (Note(Role.DEFINED_HERE, "the entry that takes it", span),)
        self.add(codes.TAKEN_EARLIER, message, node, rules, step_of_key(node.literal), notes=notes)

    def _table(self, node: n.MemberNode, minimum: int, maximum: int | None, rules: Rules) -> None:
        """An entry whose key is a type takes all that it matches; keys alone are remembered."""
        judge = self.explainer.judge
        if node.key is None:
            if minimum:
                message = "an entry without a key cannot match in a map"
                self.add(codes.NO_MATCH, message, node, rules)
            return
        taken = 0
        for pair in self.pairs:
            fits = False if pair.taken_by is not None else judge.accepts(node.key, pair.key)
            if fits is None:
                pair.taken_by = node
                path = (*self.path, step_of_key(pair.key))
                self.found += self.explainer.explain(node.key, pair.key, path, rules)
            if not fits:
                continue
            if judge.accepts(node.value, pair.value) is True:
                if maximum is None or taken < maximum:
                    pair.taken_by = node
                    taken += 1
                else:
                    pair.surplus = pair.surplus or (node, maximum)
            elif node.has_cut:
                pair.taken_by = node
                self.wrong(node, pair, rules)
            else:
                pair.near_miss = pair.near_miss or (node, rules)
        if taken < minimum:
            self.unmet.append(Unmet(node, rules, minimum, taken))

    def add(
        self, code: Any, message: str, node: n.Node, rules: Rules, *step: Any, **more: Any
    ) -> None:
        """Add a mismatch at a node of the CDDL."""
        path = (*self.path, *step)
        self.found.append(self.explainer.mismatch(code, message, node, path, rules, **more))


def _is_plain(key: Any) -> bool:
    return type(key) in (str, bytes, int)


_GROUPS: dict[type, Callable[[MapFaults, int, Any, Rules], None]] = {
    n.SequenceNode: MapFaults._sequence,
    n.RefNode: MapFaults._ref,
    n.GroupChoiceNode: MapFaults._choice,
    n.OccurrenceNode: MapFaults._occurrence,
    n.MemberNode: MapFaults._member,
}
