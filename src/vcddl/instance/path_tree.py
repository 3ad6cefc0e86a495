"""Paths as a tree, so that one walk of an instance finds all of them. Knows no format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vcddl.pointer import Path, Step


@dataclass(slots=True)
class PathNode:
    """A value on the way of some path. ``start`` is its byte offset once it is found, else -1.

    ``key_start`` is the offset of the key that it is the value of, or -1.
    """

    children: dict[Step, PathNode] = field(default_factory=dict)
    start: int = -1
    key_start: int = -1

    def found(self, start: int, *, key_start: int = -1) -> None:
        """Keep the first place."""
        if self.start < 0:
            self.start, self.key_start = start, key_start

    def deepest(self, path: Path) -> PathNode:
        """The node of ``path``, or of its longest prefix that was found."""
        node = self
        for step in path:
            child = node.children[step]
            if child.start < 0:
                return node
            node = child
        return node


def path_tree(paths: Iterable[Path]) -> PathNode:
    """The tree of all paths; the root is the whole instance."""
    root = PathNode()
    for path in paths:
        node = root
        for step in path:
            node = node.children.setdefault(step, PathNode())
    return root
