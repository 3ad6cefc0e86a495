"""Which of several alternatives a map was meant to be, or what must be said where none is told.

The literal members tell first (``type: "recording"``), then the members that are there. Where
neither does, the fault is that nothing tells, not what one alternative lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.model import Role
from vcddl.instance.edn import step_of_key
from vcddl.match.describe import literal_text, near, one_of, show
from vcddl.match.map_leftover import show_key
from vcddl.match.mismatch import Note
from vcddl.match.profile import Profile, score, told_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vcddl.match import nodes as n
    from vcddl.match.explain_map import MapFaults
    from vcddl.match.map_leftover import Pair

Rules = tuple[str, ...]
_MOST_NOTES = 12


def choose(walk: MapFaults, profiles: list[Profile], node: n.Node, rules: Rules) -> Profile | None:
    """The alternative that was meant; None if nothing tells it, which is then reported.

    Cost: the members that each alternative knows are judged once.
    """
    if len(profiles) == 1:
        return profiles[0]
    free = {key: value for key, value in walk.members.items() if walk.is_free(key)}
    scores = [score(profile, free, walk.explainer.judge) for profile in profiles]
    top = max(scores)
    best = profiles[scores.index(top)]
    if _tells_apart(walk, profiles, best, node, rules):
        walk.unknown_type = True
        return None
    equals = [item for item, points in zip(profiles, scores, strict=True) if points[:2] == top[:2]]
    if _tells_apart(walk, equals, best, node, rules):
        for item in equals:
            _pass_over(walk, item.node, (*item.required, *item.optional))
        return None
    peers = [item for item, points in zip(profiles, scores, strict=True) if points[0] == top[0]]
    if len(peers) < 2:
        return best
    where = told_by(profiles, best, walk.members)
    return _first_sign(walk, peers, best, node, rules, where=where)


def foreign_to(
    best: Profile, profiles: Sequence[Profile], members: Mapping[Any, Any]
) -> dict[str, str]:
    """Keys that only other alternatives have, each with what keeps it out, in words."""
    there = next((key for key in best.required if key in members), None)
    if best.literals or there is None:
        return {}
    where = f"where `{show_key(there)}` is given"
    others = (key for item in profiles for key in (*item.required, *item.optional))
    return {
        key: where
        for key in others
        if isinstance(key, str) and key not in best.required and key not in best.optional
    }


def _tells_apart(
    walk: MapFaults, profiles: Sequence[Profile], best: Profile, node: n.Node, rules: Rules
) -> bool:
    """Report a discriminator whose value no alternative has, or that is not there.

    Only where nothing else tells which alternative was meant; then nothing more is said of the
    members, since it is not known what they should be.
    """
    if len(profiles) < 2:
        return False
    for key in best.literals:
        if all(key in item.literals for item in profiles):
            values = list(dict.fromkeys(v for item in profiles for v in item.literals[key]))
            if _is_strange(walk, key, values, profiles, node, rules):
                return True
    return False


def _is_strange(
    walk: MapFaults,
    key: Any,
    values: list[Any],
    profiles: Sequence[Profile],
    node: n.Node,
    rules: Rules,
) -> bool:
    """Report a literal member of all alternatives that is not there or has none of its values."""
    pair = walk.pair(key)
    if pair is not None:
        if pair.value in values and type(pair.value) in map(type, values):
            return False
        _wrong_discriminator(walk, pair, values, profiles, rules)
        return True
    if len(values) < 2 and any(len(item.required) > 1 for item in profiles):
        return False
    words = one_of(f"`{literal_text(item)}`" for item in values)
    message = f"`{show_key(key)}` is required here: {words}"
    found = _near_member(walk, [key])
    advice = f"did you mean `{show_key(key)}` by `{found[0]}`?" if found else None
    walk.add(codes.MISSING_MEMBER, message, node, rules, help=advice)
    return True


def _wrong_discriminator(
    walk: MapFaults, pair: Pair, values: list[Any], profiles: Sequence[Profile], rules: Rules
) -> None:
    key = pair.key
    words = one_of(f"`{literal_text(item)}`" for item in values)
    same_kind = any(type(item) is type(pair.value) for item in values)
    texts = [item for item in values if isinstance(item, str)]
    found = near(pair.value, texts) if isinstance(pair.value, str) else None
    advice = f"did you mean `{literal_text(found)}`?" if found else None
    if advice is None and walk.sockets:
        advice = f"another value needs CDDL that plugs it into `{walk.sockets[-1]}`"
    notes = tuple(
        Note(
            Role.OTHER_ALTERNATIVE,
            (f"`{item.rules[-1]}` wants " if item.rules else "an alternative wants ")
            + one_of(f"`{literal_text(value)}`" for value in item.literals[key]),
            walk.program.nodes[item.node].span,
        )
        for item in profiles[:_MOST_NOTES]
    )
    walk.add(
        codes.WRONG_VALUE if same_kind else codes.WRONG_TYPE,
        f"`{show_key(key)}` must be {words}, not {show(pair.value)}",
        walk.program.nodes[profiles[0].required[key]],
        rules,
        step_of_key(key),
        actual=pair.value,
        expected=" / ".join(literal_text(item) for item in values[:_MOST_NOTES]),
        help=advice,
        notes=notes,
    )


def _pass_over(walk: MapFaults, node_id: int, keys: Iterable[Any]) -> None:
    """Members of alternatives between which nothing decides: nothing is said of them."""
    for key in keys:
        pair = walk.pair(key)
        if pair is not None and pair.taken_by is None:
            pair.taken_by = walk.program.nodes[node_id]


def _first_sign(
    walk: MapFaults,
    profiles: Sequence[Profile],
    best: Profile,
    node: n.Node,
    rules: Rules,
    *,
    where: str,
) -> Profile | None:
    """``best``, unless no member of any alternative is there: then one of them is required.

    What all of them require does not count, but must be there.
    """
    shared = [key for key in best.required if all(key in item.required for item in profiles)]
    rests = [[key for key in item.required if key not in shared] for item in profiles]
    known = {key for item in profiles for key in (*item.required, *item.optional)}
    if not all(rests) or not all(map(walk.is_free, shared)):
        return best
    if any(walk.is_free(key) for key in known.difference(shared)):
        return best
    found = _near_member(walk, [key for rest in rests for key in rest])
    if found is not None:
        return next(item for item in profiles if found[1] in item.required)
    words = one_of(f"`{show_key(rest[0])}`" for rest in rests)
    where = where or (f"in `{rules[-1]}`" if rules else "here")
    walk.add(codes.MISSING_MEMBER, f"{words} is required {where}", node, rules)
    _pass_over(walk, best.node, shared)
    return None


def _near_member(walk: MapFaults, keys: Sequence[Any]) -> tuple[str, str] | None:
    """A member whose name is near one of the keys, and that key."""
    texts = [key for key in keys if isinstance(key, str)]
    for member in walk.members:
        if isinstance(member, str) and walk.is_free(member) and (found := near(member, texts)):
            return member, found
    return None
