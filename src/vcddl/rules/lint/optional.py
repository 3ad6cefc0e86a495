"""Which entries can match without taking anything. RFC 8610 section 3.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.rules.lint.body import Entry, as_entry, group_name
from vcddl.rules.lint.extent import Scope
from vcddl.syntax import ast

if TYPE_CHECKING:
    from vcddl.rules.lint.context import Context

_DEEPEST = 40


class Optionals:
    """Answers for one graph; each group name is looked into once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._names: dict[str, bool] = {}

    def is_optional(self, entry: Entry, depth: int = 0) -> bool:
        """Whether ``entry`` surely succeeds where nothing matches."""
        if entry.minimum == 0:
            return True
        value = entry.node.value
        if isinstance(value, ast.Group):
            return depth <= _DEEPEST and any(
                all(
                    self.is_optional(self._inner(item, entry), depth + 1) for item in choice.entries
                )
                for choice in value.choices
            )
        name = group_name(self._context, entry)
        return name is not None and not name.arguments and self._is_optional_name(name.name, depth)

    def _inner(self, node: ast.GroupEntry, outer: Entry) -> Entry:
        return Entry(node, outer.scope, outer.span, outer.rule)

    def _is_optional_name(self, name: str, depth: int) -> bool:
        if name not in self._names and depth <= _DEEPEST:
            self._names[name] = False  # for groups that lead back to themselves
            definition = self._context.graph.definitions[name]
            entries = (as_entry(item.definition) for item in definition.alternatives)
            self._names[name] = any(
                self.is_optional(Entry(node, Scope(name), node.span, name), depth + 1)
                for node in entries
            )
        return self._names.get(name, False)
