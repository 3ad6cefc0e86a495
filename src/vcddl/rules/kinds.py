"""Which names stand for types and which for groups. RFC 8610 appendix C, "rule".

``a = b`` is what ``b`` is, so the answer for one name may need that for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.rules.graph import Kind
from vcddl.syntax.ast import GroupEntry, Rule, Type
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def kind_of_socket(name: str) -> Kind | None:
    """The kind that the name itself tells: ``$x`` a type, ``$$x`` a group, else None."""
    if name.startswith("$$"):
        return Kind.GROUP
    return Kind.TYPE if name.startswith("$") else None


def find_kinds(by_name: Mapping[str, Sequence[Rule]]) -> dict[str, Kind]:
    """The kind of every name. Names that only lead to each other count as types."""
    kinds: dict[str, Kind] = {}
    for name in by_name:
        chain: dict[str, None] = {}
        current = name
        while current not in kinds and current not in chain:
            chain[current] = None
            answer = _own_kind(current, by_name.get(current, ()))
            if isinstance(answer, Kind):
                kinds[current] = answer
            else:
                current = answer
        kind = kinds.get(current, Kind.TYPE)
        kinds.update((link, kind) for link in chain)
    return kinds


def _own_kind(name: str, rules: Sequence[Rule]) -> Kind | str:
    """The kind if the rules of ``name`` tell it, else the name that it is an alias of."""
    if socket := kind_of_socket(name):
        return socket
    aliases: list[str] = []
    for rule in rules:
        if rule.assign == "//=" or isinstance(rule.definition, GroupEntry):
            return Kind.GROUP
        target = sole_name(rule.definition) if isinstance(rule.definition, Type) else None
        parameters = {parameter.name for parameter in rule.parameters}
        if rule.assign == "/=" or target is None or target.name in parameters:
            return Kind.TYPE
        aliases.append(target.name)
    return aliases[0] if aliases else Kind.TYPE
