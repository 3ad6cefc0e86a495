"""Groups as sequences of entries, with what is known of the place they stand in.

An entry means one thing in a map and another in an array (RFC 8610 section 2.1), so a group rule
is looked at only where all its uses are of one sort.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from vcddl.rules.lint.extent import Part, Scope, literal_part
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.rules.graph import Alternative
    from vcddl.rules.lint.context import Context
    from vcddl.source import Span

_DEEPEST_GROUP = 12
_LEAST_BUDGET = 2000
_OPENED_PER_ENTRY = 4


class Place(Enum):
    """What a group fills."""

    MAP = "map"
    ARRAY = "array"
    OTHER = "other"  # a generic argument, or behind `&`


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a sequence, groups that occur once opened.

    Attributes:
        node: the entry as written.
        scope: of the rule that it is written in.
        span: where a finding about it belongs: the entry, or the group name that brought it.
        rule: the rule that ``span`` lies in.
        through: the group name that brought it, or "".
    """

    node: ast.GroupEntry
    scope: Scope
    span: Span
    rule: str
    through: str = ""

    @property
    def minimum(self) -> int:
        """How often it must occur."""
        return 1 if self.node.occurrence is None else self.node.occurrence.minimum

    @property
    def maximum(self) -> int | None:
        """How often it may occur; None without limit."""
        return 1 if self.node.occurrence is None else self.node.occurrence.maximum

    def called(self, context: Context) -> str:
        """What to call it in a message: its key or its type, and the group it comes from."""
        node = self.node
        return self._quoted(context, (node.key.key if node.key else node.value).span)

    def written(self, context: Context) -> str:
        """The whole entry, and the group it comes from."""
        return self._quoted(context, self.node.span)

    def _quoted(self, context: Context, span: Span) -> str:
        origin = f" of `{self.through}`" if self.through else ""
        return f"`{context.text(span)}`{origin}"


Sequence = tuple[Entry, ...]


def sequences(context: Context) -> dict[Place, list[Sequence]]:
    """Every alternative of every group that fills a map or an array in the linted files.

    Cost: linear, see `Opener`.
    """
    fillings = _group_places(context)
    opener = Opener(context)
    found: dict[Place, list[Sequence]] = {Place.MAP: [], Place.ARRAY: []}
    for tree in context.trees:
        for node in tree.nodes:
            if isinstance(node, ast.Map | ast.Array):
                place = Place.MAP if isinstance(node, ast.Map) else Place.ARRAY
                found[place] += opener.open_group(node.group, tree.scope)
        name = tree.rule.name.name
        places = fillings.get(name, set()) if context.is_group(name) else set()
        if len(places) == 1 and Place.OTHER not in places:
            entry = as_entry(tree.rule.definition)
            (place,) = places
            found[place].append(opener.open((entry,), tree.scope))
            if isinstance(entry.value, ast.Group):
                found[place] += opener.open_group(entry.value, tree.scope)
    return found


class Opener:
    """Puts the entries of groups where their names stand.

    Groups of groups can double with each rule, so the entries that come from names are limited,
    in all, to four times the entries of the files. Then names stay as they are, and the checks
    see less.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        entries = sum(
            isinstance(node, ast.GroupEntry) for tree in context.trees for node in tree.nodes
        )
        self._budget = _LEAST_BUDGET + _OPENED_PER_ENTRY * entries

    def open_group(self, group: ast.Group, scope: Scope) -> Iterator[Sequence]:
        """The alternatives of a group, and those of the groups in parentheses in it."""
        stack = [group]
        while stack:
            for choice in stack.pop().choices:
                yield self.open(choice.entries, scope)
                stack += [
                    item.value for item in choice.entries if isinstance(item.value, ast.Group)
                ]

    def open(self, entries: tuple[ast.GroupEntry, ...], scope: Scope) -> Sequence:
        """The entries, each group that occurs once and has one alternative replaced by its own."""
        found: list[Entry] = []
        stack = [
            (Entry(node, scope, node.span, scope.rule), _DEEPEST_GROUP)
            for node in reversed(entries)
        ]
        while stack:
            entry, depth = stack.pop()
            inner = _inside(self._context, entry) if depth else None
            if inner is None or (inner and inner[0].through and not self._spend(len(inner))):
                found.append(entry)
            else:
                stack += [(item, depth - 1) for item in reversed(inner)]
        return tuple(found)

    def _spend(self, entries: int) -> bool:
        self._budget -= entries
        return self._budget >= 0


def _inside(context: Context, entry: Entry) -> list[Entry] | None:
    node = entry.node
    if node.occurrence is not None or node.key is not None:
        return None
    if isinstance(node.value, ast.Group):
        if len(node.value.choices) != 1:
            return None
        return [
            replace(entry, node=item, span=entry.span if entry.through else item.span)
            for item in node.value.choices[0].entries
        ]
    name = group_name(context, entry)
    if name is None or name.arguments:
        return None
    definition = context.graph.definitions[name.name]
    if definition.is_socket or definition.parameters or len(definition.alternatives) != 1:
        return None
    inner = as_entry(definition.alternatives[0].definition)
    through = entry.through or name.name
    return [replace(entry, node=inner, scope=Scope(name.name), through=through)]


def as_entry(definition: ast.Type | ast.GroupEntry) -> ast.GroupEntry:
    """The right-hand side of a group rule; an alias (`a = b`) is an entry of one name."""
    if isinstance(definition, ast.GroupEntry):
        return definition
    return ast.GroupEntry(None, None, definition, definition.span)


def group_name(context: Context, entry: Entry) -> ast.Name | None:
    """The name of the group that an entry without key consists of, if it is one."""
    if entry.node.key is not None:
        return None
    name = sole_name(entry.node.value)
    if name is None or name.name in entry.scope.parameters or not context.is_group(name.name):
        return None
    return name


def key_parts(context: Context, entry: Entry) -> tuple[Part, ...]:
    """The keys that an entry of a map takes; nothing for an entry without key."""
    key = entry.node.key.key if entry.node.key else None
    match key:
        case None:
            return ()
        case ast.Id(name):
            return (literal_part(name),)
        case ast.Value():
            return context.extents.of_type2(key, entry.scope)
    return context.extents.of_type1(key, entry.scope)


def literal_key(context: Context, entry: Entry) -> tuple[object, ...] | None:
    """The one key that an entry takes, or None."""
    parts = key_parts(context, entry)
    return parts[0].literal if len(parts) == 1 else None


def value_parts(context: Context, entry: Entry) -> tuple[Part, ...]:
    """The values that an entry takes; nothing for one that is or may be a group."""
    value, scope = entry.node.value, entry.scope
    if isinstance(value, ast.Group):
        return ()
    if entry.node.key is None:
        target = value.choices[0].target
        name = sole_name(value)
        if isinstance(target, ast.Unwrap) or (
            name is not None and _may_be_group(context, name, scope)
        ):
            return ()
    return context.extents.of_type(value, scope)


def _may_be_group(context: Context, name: ast.Name, scope: Scope) -> bool:
    definition = context.graph.definitions.get(name.name)
    is_open = definition is None or name.name in scope.parameters or bool(name.arguments)
    return is_open or context.is_group(name.name)


def _group_places(context: Context) -> dict[str, set[Place]]:
    """For each group name, what it fills in all files, through other groups, too."""
    places: dict[str, set[Place]] = {}
    waiting: list[tuple[str, Place]] = []
    inherited: dict[str, set[str]] = {}
    for definition in context.graph.definitions.values():
        for alternative in definition.alternatives:
            for name, place in _uses(alternative):
                if place is None:
                    inherited.setdefault(definition.name, set()).add(name)
                else:
                    waiting.append((name, place))
    while waiting:
        name, place = waiting.pop()
        known = places.setdefault(name, set())
        if place not in known and context.is_group(name):
            known.add(place)
            waiting += [(inner, place) for inner in inherited.get(name, ())]
    return places


def _uses(alternative: Alternative) -> Iterator[tuple[str, Place | None]]:
    """Names that may be groups, each with what it fills; None: what the rule itself fills."""
    stack: list[tuple[object, Place | None]] = [(as_entry(alternative.definition), None)]
    while stack:
        node, place = stack.pop()
        match node:
            case ast.GroupEntry(_, key, value):
                name = sole_name(value) if key is None else None
                if name is not None:
                    yield name.name, place
                stack.append((value, place))
                stack.append((key, Place.OTHER))
            case ast.Map(group):
                stack.append((group, Place.MAP))
            case ast.Array(group):
                stack.append((group, Place.ARRAY))
            case ast.GroupChoiceType(group):
                stack.append((group, Place.OTHER))
                if isinstance(group, ast.Name):
                    yield group.name, Place.OTHER
            case ast.Name(_, arguments):
                for argument in arguments:
                    name = sole_name(argument)
                    if name is not None:
                        yield name.name, Place.OTHER
                    stack.append((argument, Place.OTHER))
            case _:
                stack.extend((child, place) for child in _children(node))


def _children(node: object) -> Iterator[object]:
    match node:
        case ast.Group(choices) | ast.Type(choices):
            yield from choices
        case ast.GroupChoice(entries):
            yield from entries
        case ast.Type1(target, _, controller):
            yield target
            yield controller
        case ast.Parenthesized(inner):
            yield inner
        case ast.Tagged(number, inner):
            yield number
            yield inner
        case ast.MemberKey(key):
            yield key
        case ast.Unwrap(name):
            yield name
        case ast.Major(_, additional):
            yield additional
