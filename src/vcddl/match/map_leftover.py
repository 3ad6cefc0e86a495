"""What is left of a map when its entries have been gone through: unknown and missing members."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.instance.edn import step_of_key
from vcddl.match.describe import describe, literal_text, near

if TYPE_CHECKING:
    from vcddl.match import nodes as n
    from vcddl.match.explain_map import MapFaults
    from vcddl.match.mismatch import Note

Rules = tuple[str, ...]


@dataclass(slots=True)
class Missing:
    """A required member that is not there, reported at the end unless a near name is."""

    key: Any
    node: n.MemberNode
    rules: Rules
    notes: tuple[Note, ...]
    where: str = ""


@dataclass(slots=True)
class Pair:
    """A member and what became of it.

    Attributes:
        taken_by: the entry that took it.
        near_miss: an entry, with its rules, whose key alone it matches.
        surplus: an entry that it matches and that was full, and how many that one takes.
        is_wrong: whether its value was explained.
    """

    key: Any
    value: Any
    taken_by: n.Node | None = None
    near_miss: tuple[n.MemberNode, Rules] | None = None
    surplus: tuple[n.MemberNode, int] | None = None
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class Unmet:
    """An entry whose key is a type and that took less than it must."""

    node: n.MemberNode
    rules: Rules
    minimum: int
    taken: int


def report_leftover(walk: MapFaults, rules: Rules) -> None:
    """Report members that no entry took, and required members that are not there."""
    for unmet in walk.unmet:
        _report_unmet(walk, unmet)
    unknown: list[Pair] = []
    for pair in walk.pairs:
        if pair.taken_by is not None:
            continue
        if pair.near_miss is not None:
            walk.wrong(pair.near_miss[0], pair, pair.near_miss[1])
        elif not walk.unknown_type:
            unknown.append(pair)
    for missing in list(walk.missing):
        misnamed = _near_pair(missing.key, unknown)
        if misnamed is not None:
            unknown.remove(misnamed)
            _misnamed(walk, missing, misnamed)
        else:
            _report_missing(walk, missing)
    for pair in unknown:
        _unexpected(walk, pair, rules)


def _report_unmet(walk: MapFaults, unmet: Unmet) -> None:
    """Say what is missing, unless a member is there whose value alone is wrong."""
    node = unmet.node
    picked = sum(pair.taken_by is node for pair in walk.pairs)
    is_told = picked > unmet.taken or any(
        pair.taken_by is None and pair.near_miss is not None and pair.near_miss[0] is node
        for pair in walk.pairs
    )
    if is_told or node.key is None:
        return
    key = describe(walk.program, node.key)
    if unmet.minimum == 1:
        message = f"a member with a key that is {key} is required here"
    else:
        message = f"{unmet.minimum} members with a key that is {key} are required here, "
        message += f"{unmet.taken or 'none'} {'is' if unmet.taken <= 1 else 'are'} there"
    walk.add(codes.MISSING_MEMBER, message, node, unmet.rules)


def _report_missing(walk: MapFaults, missing: Missing) -> None:
    key = show_key(missing.key)
    where = missing.where or (f"in `{missing.rules[-1]}`" if missing.rules else "here")
    message = f"`{key}` is required {where}"
    walk.add(codes.MISSING_MEMBER, message, missing.node, missing.rules, notes=missing.notes)


def _misnamed(walk: MapFaults, missing: Missing, pair: Pair) -> None:
    wanted = show_key(missing.key)
    message = f"`{show_key(pair.key)}` is not known here, and `{wanted}` is missing"
    walk.add(
        codes.UNEXPECTED_MEMBER,
        message,
        missing.node,
        missing.rules,
        step_of_key(pair.key),
        at_key=True,
        help=f"did you mean `{wanted}`?",
        notes=missing.notes,
    )


def _unexpected(walk: MapFaults, pair: Pair, rules: Rules) -> None:
    if walk.explainer.is_full:
        walk.explainer.found += 1
        return
    where = walk.where or (f"in `{rules[-1]}`" if rules else "here")
    found = None
    if isinstance(pair.key, str):
        where = walk.foreign.get(pair.key, where)
        free = (key for key in walk.known if isinstance(key, str) and key not in walk.members)
        found = near(pair.key, free)
    message = f"`{show_key(pair.key)}` is not allowed {where}"
    if pair.surplus is not None:
        message = _surplus(walk, pair, *pair.surplus)
    walk.add(
        codes.UNEXPECTED_MEMBER,
        message,
        pair.surplus[0] if pair.surplus else walk.node,
        rules,
        step_of_key(pair.key),
        at_key=True,
        help=f"did you mean `{found}`?" if found else _way_out(walk),
    )


def _surplus(walk: MapFaults, pair: Pair, node: n.MemberNode, most: int) -> str:
    assert node.key is not None
    members = "member" if most == 1 else "members"
    wanted = f"{most or 'no'} {members} with a key that is {describe(walk.program, node.key)}"
    return f"`{show_key(pair.key)}` is too many: {wanted} can be here"


def _way_out(walk: MapFaults) -> str | None:
    """Which socket would let an unknown member in."""
    names = [name for name in walk.sockets if "type" not in name] or walk.sockets
    if not names:
        return None
    return f"this map is closed; CDDL that plugs `{names[-1]}` can add members to it"


def show_key(key: Any) -> str:
    """A key as messages name it: text as it is, all else in diagnostic notation."""
    return key if isinstance(key, str) and key and key.isprintable() else literal_text(key)


def _near_pair(key: Any, pairs: list[Pair]) -> Pair | None:
    if not isinstance(key, str):
        return None
    by_name = {pair.key: pair for pair in pairs if isinstance(pair.key, str)}
    found = near(key, by_name)
    return by_name[found] if found else None
