"""Why a map does not match its group: members that are missing, wrong or not known.

Follows the entries in order like `vcddl.match.map_group`, but goes on after a fault: a member
that is there counts as taken, so one fault gives one mismatch and not a cascade.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.model import Role
from vcddl.instance.edn import step_of_key
from vcddl.match import nodes as n
from vcddl.match.describe import describe, literal_text, near, one_of, show
from vcddl.match.map_leftover import Missing, Pair, report_leftover, show_key
from vcddl.match.mismatch import Mismatch, Note
from vcddl.match.profile import Profile, alternatives_of, profile_of, score, told_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.instance.values import PairMap
    from vcddl.match.explain import Explainer
    from vcddl.pointer import Path

Rules = tuple[str, ...]
_MOST_NOTES = 12


def explain_map(
    explainer: Explainer,
    node: n.MapNode,
    value: dict[Any, Any] | PairMap,
    path: Path,
    rules: Rules,
) -> list[Mismatch]:
    """All faults of one map; may be empty where only the order of the entries is to blame."""
    walk = MapFaults(explainer, node, value, path)
    walk.group(node.group, rules)
    report_leftover(walk, rules)
    return walk.found


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
        self._members = {pair.key: pair.value for pair in self.pairs if _is_plain(pair.key)}
        self.found: list[Mismatch] = []
        self.missing: list[Missing] = []
        self.known: set[Any] = set()
        self.sockets: list[str] = []
        self.unknown_type = False
        self.where = ""
        self._notes: tuple[Note, ...] = ()

    def group(self, node_id: int, rules: Rules) -> None:
        """Walk a group that must match."""
        node = self.program.nodes[node_id]
        _GROUPS[type(node)](self, node_id, node, rules)

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
        best, equals = self._meant(profiles)
        if self._tells_apart(profiles, best, node, rules):
            self.unknown_type = True
            return
        if self._tells_apart(equals, best, node, rules):
            self._pass_over(equals)
            return
        self.where = told_by(profiles, best, self._members) or self.where
        before, missing_before = self._notes, len(self.missing)
        if best.plug is not None:
            name = next(
                (rule for rule in reversed(best.rules) if rule.startswith("$$")), "a socket"
            )
            note = Note(Role.PLUGGED_BY, f"plugged into `{name}` here", best.plug.span)
            self._notes = (*before, note)
        self.group(best.node, (*rules, *best.rules))
        self._notes = before
        there = next((key for key in best.required if key in self._members), None)
        for missing in self.missing[missing_before:]:
            if not best.literals and there is not None:
                missing.where = missing.where or f"where `{show_key(there)}` is given"
            else:
                missing.where = missing.where or self.where

    def _meant(self, profiles: list[Profile]) -> tuple[Profile, list[Profile]]:
        """The alternative that was meant, and all that have as good a claim to that."""
        if len(profiles) == 1:
            return profiles[0], profiles
        free = {
            key: value
            for key, value in self._members.items()
            if self._by_key[_hashable(key)].taken_by is None
        }
        scores = [score(profile, free, self.explainer.judge) for profile in profiles]
        best = max(range(len(profiles)), key=scores.__getitem__)
        equals = [
            profile
            for profile, points in zip(profiles, scores, strict=True)
            if points[:2] == scores[best][:2]
        ]
        return profiles[best], equals

    def _tells_apart(
        self, profiles: list[Profile], best: Profile, node: n.Node, rules: Rules
    ) -> bool:
        """Report a discriminator whose value no alternative has, or that is not there.

        Only where nothing else tells which alternative was meant; then nothing more is said of
        the members, since it is not known what they should be.
        """
        shared = [key for key in best.literals if all(key in item.literals for item in profiles)]
        if len(profiles) < 2 or not shared:
            return False
        key = shared[0]
        values = list(dict.fromkeys(v for item in profiles for v in item.literals[key]))
        pair = self._by_key.get(_hashable(key))
        if pair is None:
            if any(item.required.keys() - shared for item in profiles) and len(values) < 2:
                return False
            words = one_of(f"`{literal_text(item)}`" for item in values)
            message = f"`{show_key(key)}` is required here: {words}"
            self.add(codes.MISSING_MEMBER, message, node, rules)
            return True
        if pair.value in values and type(pair.value) in map(type, values):
            return False
        self._wrong_discriminator(key, pair, values, profiles, rules)
        return True

    def _wrong_discriminator(
        self, key: Any, pair: Pair, values: list[Any], profiles: list[Profile], rules: Rules
    ) -> None:
        words = one_of(f"`{literal_text(item)}`" for item in values)
        same_kind = any(type(item) is type(pair.value) for item in values)
        code = codes.WRONG_VALUE if same_kind else codes.WRONG_TYPE
        texts = [item for item in values if isinstance(item, str)]
        found = near(pair.value, texts) if isinstance(pair.value, str) else None
        advice = f"did you mean `{literal_text(found)}`?" if found else None
        if advice is None and self.sockets:
            advice = f"another value needs CDDL that plugs it into `{self.sockets[-1]}`"
        notes = tuple(
            Note(
                Role.OTHER_ALTERNATIVE,
                f"`{item.rules[-1] if item.rules else 'alternative'}` wants "
                + one_of(f"`{literal_text(value)}`" for value in item.literals[key]),
                self.program.nodes[item.node].span,
            )
            for item in profiles[:_MOST_NOTES]
        )
        member = self.program.nodes[profiles[0].required[key]]
        self.found.append(
            self.explainer.mismatch(
                code,
                f"`{show_key(key)}` must be {words}, not {show(pair.value)}",
                member,
                (*self.path, step_of_key(key)),
                rules,
                actual=pair.value,
                expected=" / ".join(literal_text(item) for item in values[:_MOST_NOTES]),
                help=advice,
                notes=notes,
            )
        )

    def _pass_over(self, profiles: list[Profile]) -> None:
        """Members of alternatives between which nothing decides: nothing is said of them."""
        for profile in profiles:
            for key in (*profile.required, *profile.optional):
                if self._is_free(key):
                    self._by_key[_hashable(key)].taken_by = self.program.nodes[profile.node]

    def _occurrence(self, _node_id: int, node: n.OccurrenceNode, rules: Rules) -> None:
        entry_id = node.entry
        entry = self.program.nodes[entry_id]
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
        present = [key for key in (*profile.required, *profile.optional) if self._is_free(key)]
        if present:
            before = len(self.missing)
            self.group(node_id, rules)
            for missing in self.missing[before:]:
                missing.where = missing.where or f"where `{show_key(present[0])}` is given"

    def _repeated_group(self, node_id: int, minimum: int, rules: Rules) -> None:
        """A group behind ``*``: each alternative as often as its keys are there."""
        seen = False
        for profile in alternatives_of(self.program, node_id):
            self.known.update(profile.required, profile.optional)
            inner = (*rules, *profile.rules)
            keys = {**profile.optional, **profile.required}
            if any(self._is_free(key) for key in keys):
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

    def _is_free(self, key: Any) -> bool:
        pair = self._by_key.get(_hashable(key))
        return pair is not None and pair.taken_by is None

    def _member(self, _node_id: int, node: n.MemberNode, rules: Rules) -> None:
        if node.has_literal:
            self._literal(node, rules, required=True)
        else:
            self._table(node, 1, 1, rules)

    def _literal(self, node: n.MemberNode, rules: Rules, *, required: bool) -> None:
        self.known.add(node.literal)
        pair = self._by_key.get(_hashable(node.literal))
        if pair is None:
            if required:
                self.missing.append(Missing(node.literal, node, rules, self._notes))
            return
        if pair.taken_by is not None:
            if required:
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
            if pair.taken_by is not None or judge.accepts(node.key, pair.key) is not True:
                continue
            if judge.accepts(node.value, pair.value) is True:
                if maximum is None or taken < maximum:
                    pair.taken_by = node
                    taken += 1
            else:
                pair.near_miss = pair.near_miss or (node, rules)
        if taken < minimum and not any(pair.near_miss for pair in self.pairs):
            key = describe(self.program, node.key)
            message = f"a member with a key that is {key} is required here"
            self.add(codes.MISSING_MEMBER, message, node, rules)

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
