"""What the parts of the generator hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from vcddl.errors import VcddlError

if TYPE_CHECKING:
    from random import Random

    from vcddl.instance.values import Value
    from vcddl.match.nodes import NodeId, Program


class Mode(StrEnum):
    """What becomes of optional members, occurrences and choices."""

    RANDOM = "random"
    MINIMAL = "minimal"
    FULL = "full"


@dataclass(eq=False)
class CannotGenerate(VcddlError):
    """No instance was found for a rule; ``reason`` says why in words."""

    rule: str
    reason: str

    def __str__(self) -> str:
        where = f"`{self.rule}`: " if self.rule else ""
        return f"no instance can be made: {where}{self.reason}"


@dataclass(frozen=True, slots=True)
class Here:
    """Where in the instance a value is made.

    Attributes:
        mode: how much of what is optional to make here.
        json: whether the value must have a form in JSON.
        names: the member that the value is for, then rules on the way; they hint at its content.
        inside: nodes of the maps, arrays and controls around the value, the outermost first.
    """

    mode: Mode
    json: bool
    names: tuple[str, ...] = ()
    inside: tuple[NodeId, ...] = ()

    def named(self, name: str) -> Here:
        """Here, behind one more rule."""
        return replace(self, names=(*self.names, name))


class Source:
    """What leaf values are made of: random numbers, and the way to values of other nodes."""

    program: Program
    random: Random

    def value(self, node_id: NodeId, here: Here) -> Value:
        """A value of a type node. Raises `CannotGenerate`."""
        raise NotImplementedError

    def elements(self, group_id: NodeId, here: Here) -> list[Value]:
        """Elements of an array for a group node. Raises `CannotGenerate`."""
        raise NotImplementedError
