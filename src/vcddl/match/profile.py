"""What an alternative asks of a map, at a glance: to tell which alternative was meant.

The literal members come first (``type: "recording"``), then how many of the required keys are
there and how many members match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vcddl.match import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vcddl.match.judge import Judge

_DEEPEST = 40
_MOST_PROFILES = 4000


@dataclass(frozen=True, slots=True)
class Profile:
    """An alternative of a group choice.

    Attributes:
        node: the group node.
        rules: names of groups and sockets passed on the way to it.
        plug: the node that plugs it into a socket, if one does.
        required: literal keys that must be there, with their value nodes.
        optional: literal keys that may be there, with their value nodes.
        literals: required keys whose value is one of some literals.
    """

    node: int
    rules: tuple[str, ...]
    plug: n.Node | None
    required: Mapping[Any, int]
    optional: Mapping[Any, int]
    literals: Mapping[Any, tuple[Any, ...]]


def alternatives_of(program: n.Program, node_id: int) -> list[Profile]:
    """All alternatives behind a group node, nested choices and sockets opened."""
    profiles: list[Profile] = []
    _collect(program, node_id, (), None, profiles, 0)
    return profiles


def _collect(
    program: n.Program,
    node_id: int,
    rules: tuple[str, ...],
    plug: n.Node | None,
    profiles: list[Profile],
    depth: int,
) -> None:
    node = program.nodes[node_id]
    if depth > _DEEPEST or len(profiles) >= _MOST_PROFILES:
        return
    if isinstance(node, n.RefNode):
        inner = node.target
        if node.name.startswith("$$"):
            choice = program.nodes[inner]
            for alternative in choice.alternatives if isinstance(choice, n.GroupChoiceNode) else ():
                plugged = program.nodes[alternative]
                _collect(program, alternative, (*rules, node.name), plugged, profiles, depth + 1)
            return
        _collect(program, inner, (*rules, node.name), plug, profiles, depth + 1)
    elif isinstance(node, n.GroupChoiceNode):
        for alternative in node.alternatives:
            _collect(program, alternative, rules, plug, profiles, depth + 1)
    elif isinstance(node, n.SequenceNode) and len(node.entries) == 1:
        _collect(program, node.entries[0], rules, plug, profiles, depth + 1)
    else:
        profiles.append(profile_of(program, node_id, rules, plug))


def profile_of(
    program: n.Program, node_id: int, rules: tuple[str, ...] = (), plug: n.Node | None = None
) -> Profile:
    """The profile of one group node."""
    required: dict[Any, int] = {}
    optional: dict[Any, int] = {}
    _members(program, node_id, required, optional)
    literals = {}
    for key, value in required.items():
        values = literals_of(program, value)
        if values is not None:
            literals[key] = values
    return Profile(node_id, rules, plug, required, optional, literals)


def _members(
    program: n.Program, start: int, required: dict[Any, int], optional: dict[Any, int]
) -> None:
    """The literal keys of a group, groups in it opened. Each node is looked at once."""
    seen: set[tuple[int, bool]] = set()
    stack = [(start, True)]
    while stack:
        place = stack.pop()
        if place in seen:
            continue
        seen.add(place)
        node_id, is_required = place
        node = program.nodes[node_id]
        if isinstance(node, n.MemberNode):
            if node.has_literal and isinstance(node.literal, str | bytes | int):
                (required if is_required else optional).setdefault(node.literal, node.value)
        elif isinstance(node, n.RefNode):
            stack.append((node.target, is_required))
        elif isinstance(node, n.SequenceNode):
            stack += [(entry, is_required) for entry in reversed(node.entries)]
        elif isinstance(node, n.OccurrenceNode) and node.maximum != 0:
            stack.append((node.entry, is_required and node.minimum > 0))
        elif isinstance(node, n.GroupChoiceNode):
            inner = is_required and len(node.alternatives) == 1
            stack += [(item, inner) for item in reversed(node.alternatives)]


def literals_of(program: n.Program, node_id: int) -> tuple[Any, ...] | None:
    """The literals that a type consists of, if it is nothing else. Cost: linear in the type."""
    values: list[Any] = []
    seen: set[int] = set()
    stack = [node_id]
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        node = program.nodes[current]
        if isinstance(node, n.LiteralNode):
            values.append(node.value)
        elif isinstance(node, n.RefNode):
            stack.append(node.target)
        elif isinstance(node, n.ChoiceNode) and node.alternatives:
            stack.extend(reversed(node.alternatives))
        else:
            return None
    return tuple(values)


def told_by(profiles: Sequence[Profile], best: Profile, members: Mapping[Any, Any]) -> str:
    """What tells ``best`` from the other alternatives, in words: ``where `type` is `keyup` ``."""
    words = []
    for key, values in best.literals.items():
        others = {other for item in profiles for other in item.literals.get(key, ())}
        if members.get(key) in values and others - set(values):
            words.append(f"`{key}` is `{members[key]}`")
    return f"where {' and '.join(words)}" if words else ""


Score = tuple[int, int, int, int]


def score(profile: Profile, members: Mapping[Any, Any], judge: Judge) -> Score:
    """How near an alternative comes to ``members``; the highest is the one that was meant.

    Literal members that match weigh most, then required keys that are there, then members that
    match, last what is foreign to it.
    """
    told = sum(
        key in members and members[key] in values for key, values in profile.literals.items()
    )
    there = sum(key in members for key in profile.required)
    missing = len(profile.required) - there
    known = {**profile.optional, **profile.required}
    right = sum(
        judge.accepts(value, members[key]) is not False
        for key, value in known.items()
        if key in members
    )
    foreign = sum(key not in known for key in members)
    return told, there - missing, right, -foreign
