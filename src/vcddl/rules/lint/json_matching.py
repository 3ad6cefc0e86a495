"""Which types can match in JSON at all. RFC 8610 appendix E.

JSON has no byte strings, tags, `undefined` and simple values, and its member names are text.
Answers lean to yes: no is said only of what surely never matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.rules.graph import Kind
from vcddl.rules.lint.body import as_entry
from vcddl.rules.lint.extent import Kinds, Scope, kinds_of
from vcddl.syntax import ast
from vcddl.syntax.walk import sole_name

if TYPE_CHECKING:
    from vcddl.rules.lint.context import Context

_DEEPEST = 40
_MOST_STEPS = 400
_TYPE2 = (ast.Value, ast.Name, ast.Tagged, ast.Major)
_NEVER = frozenset(
    {
        "bstr",
        "bytes",
        "tdate",
        "time",
        "decfrac",
        "bigfloat",
        "eb64url",
        "eb64legacy",
        "eb16",
        "encoded-cbor",
        "uri",
        "b64url",
        "b64legacy",
        "regexp",
        "mime-message",
        "cbor-any",
        "undefined",
    }
)
_MAJOR_NEVER = frozenset({2, 6})
_SIMPLE_EVER = frozenset({20, 21, 22, 24, 25, 26, 27})


class JsonMatching:
    """Answers for one graph; each name is looked into once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._names: dict[str, bool] = {}
        self._groups: dict[tuple[str, bool], bool] = {}

    def is_foreign(self, node: ast.Type2, scope: Scope) -> bool:
        """Whether ``node`` itself, not what it is made of, is something that JSON does not have."""
        match node:
            case ast.Value(value):
                return isinstance(value, bytes)
            case ast.Tagged():
                return True
            case ast.Major(major, additional):
                is_simple = major == 7 and isinstance(additional, int)
                return major in _MAJOR_NEVER or (is_simple and additional not in _SIMPLE_EVER)
            case ast.Name(name) if name in _NEVER and name not in scope.parameters:
                definition = self._context.graph.definitions.get(name)
                return definition is not None and definition.in_prelude
        return False

    def may_match(self, node: ast.Type, scope: Scope, depth: int = 0) -> bool:
        """Whether any alternative may match."""
        return any(
            item.operator == ".feature" or self._may_match2(item.target, scope, depth)
            for item in node.choices
        )

    def has_foreign_key(self, entry: ast.GroupEntry, scope: Scope) -> bool:
        """Whether no text is a key of this entry of a map."""
        key = entry.key.key if entry.key else None
        if isinstance(key, ast.Value):
            return not isinstance(key.value, str)
        if not isinstance(key, ast.Type1) or key.operator == ".feature":
            return False
        parts = self._context.extents.of_type1(key, scope)
        return bool(parts) and not kinds_of(parts) & Kinds.TSTR

    def obstacle(self, name: ast.Name) -> ast.Type2 | ast.MemberKey:
        """The first thing on the way down from a rule that JSON does not have.

        ``name`` itself for a rule that may match.
        """
        scope, is_map = Scope(name.name), False
        node: object = name
        for _ in range(_MOST_STEPS):
            if isinstance(node, ast.GroupEntry) and is_map and self.has_foreign_key(node, scope):
                assert node.key is not None
                return node.key
            if isinstance(node, _TYPE2) and self.is_foreign(node, scope):
                return node
            if isinstance(node, ast.Map | ast.Array):
                is_map = isinstance(node, ast.Map)
            inner = self._failing_part(node, scope, is_map=is_map)
            if isinstance(node, ast.Name):
                scope = Scope(node.name)
            node = inner
        return name

    def _failing_part(self, node: object, scope: Scope, *, is_map: bool) -> object:
        """What has to match for ``node`` to match, and does not."""
        match node:
            case ast.Name(name):
                definition = self._context.graph.definitions.get(name)
                return definition.alternatives[0].definition if definition else None
            case ast.Type(choices):
                return choices[0].target
            case ast.Parenthesized(inner):
                return inner
            case ast.Map(group) | ast.Array(group):
                return group
            case ast.GroupEntry(_, _, value):
                return value
            case ast.Group(choices):
                entries = choices[0].entries
                failing = (
                    item
                    for item in entries
                    if not self._may_match_entry(item, scope, 0, is_map=is_map)
                )
                return next(failing, None)
        return None

    def _may_match2(self, node: ast.Type2, scope: Scope, depth: int) -> bool:
        if depth > _DEEPEST:
            return True
        if self.is_foreign(node, scope):
            return False
        match node:
            case ast.Name() if node.name not in scope.parameters and not node.arguments:
                return self._may_match_name(node.name, depth + 1)
            case ast.Parenthesized(inner):
                return self.may_match(inner, scope, depth + 1)
            case ast.Map(group):
                return self._may_match_group(group, scope, depth + 1, is_map=True)
            case ast.Array(group):
                return self._may_match_group(group, scope, depth + 1, is_map=False)
        return True

    def _may_match_name(self, name: str, depth: int) -> bool:
        definition = self._context.graph.definitions.get(name)
        if definition is None or definition.is_socket or definition.parameters:
            return True
        if definition.in_prelude:
            return name not in _NEVER
        if name not in self._names:
            self._names[name] = True  # for names that lead back to themselves
            self._names[name] = any(
                self.may_match(item.definition, Scope(name), depth)
                if isinstance(item.definition, ast.Type)
                else True
                for item in definition.alternatives
            )
        return self._names[name]

    def _may_match_group(self, group: ast.Group, scope: Scope, depth: int, *, is_map: bool) -> bool:
        return any(
            all(
                self._may_match_entry(entry, scope, depth, is_map=is_map)
                for entry in choice.entries
            )
            for choice in group.choices
        )

    def _may_match_entry(
        self, entry: ast.GroupEntry, scope: Scope, depth: int, *, is_map: bool
    ) -> bool:
        if entry.occurrence is not None and entry.occurrence.minimum == 0:
            return True
        if isinstance(entry.value, ast.Group):
            return self._may_match_group(entry.value, scope, depth + 1, is_map=is_map)
        if entry.key is None:
            if name := self._group(entry.value, scope):
                return self._may_match_named(name, depth + 1, is_map=is_map)
        elif is_map and self.has_foreign_key(entry, scope):
            return False
        return self.may_match(entry.value, scope, depth + 1)

    def _group(self, node: ast.Type, scope: Scope) -> str | None:
        """The plain group name that an entry consists of."""
        name = sole_name(node)
        if name is None or name.name in scope.parameters or name.arguments:
            return None
        definition = self._context.graph.definitions.get(name.name)
        return name.name if definition and definition.kind is Kind.GROUP else None

    def _may_match_named(self, name: str, depth: int, *, is_map: bool) -> bool:
        definition = self._context.graph.definitions[name]
        if definition.is_socket or definition.parameters or depth > _DEEPEST:
            return True
        key = (name, is_map)
        if key not in self._groups:
            self._groups[key] = True  # for groups that lead back to themselves
            self._groups[key] = any(
                self._may_match_entry(as_entry(item.definition), Scope(name), depth, is_map=is_map)
                for item in definition.alternatives
            )
        return self._groups[key]
