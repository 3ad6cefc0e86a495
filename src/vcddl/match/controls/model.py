"""What a family of control operators offers to the compiler and to the two lanes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from vcddl.errors import VcddlError

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code
    from vcddl.limits import Limits
    from vcddl.match.nodes import ControlNode, Program
    from vcddl.source import Span

Value: TypeAlias = Any
Answer: TypeAlias = bool | None  # None: undecided
Accepts: TypeAlias = Callable[[int, Value], Answer]
Predicate: TypeAlias = Callable[[Value], Answer]


@dataclass(frozen=True, slots=True)
class IntegerRange:
    """All integers from ``low`` to ``high``, both included; ``high`` None has no end."""

    low: int
    high: int | None


@dataclass(eq=False)
class NotConstant(VcddlError):
    """The type does not stand for constants: what stands there instead, and where."""

    problem: str
    span: Span

    def __str__(self) -> str:
        return self.problem


class OperandError(VcddlError):
    """The target or the controller of an operator is of the wrong kind."""


class Operands(ABC):
    """The controller of one operator, as a family may ask for it."""

    json: bool

    @abstractmethod
    def constants(self) -> list[Value]:
        """All constants that the controller stands for. Raises `NotConstant`."""

    @abstractmethod
    def single(self) -> Value:
        """The one constant that the controller stands for. Raises `NotConstant`."""

    @abstractmethod
    def ranges(self) -> tuple[tuple[int, int | None], ...]:
        """The controller as ranges of unsigned integers. Raises `NotConstant`."""

    @abstractmethod
    def type(self, *, json: bool | None = None) -> int:
        """The controller as a node; ``json`` sets another number model for it."""

    @abstractmethod
    def array(self) -> tuple[int, Sequence[Callable[[], list[Value]]]]:
        """The group node of an array controller, and for each entry how to get its constants."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a predicate may use at run time: the program, other nodes, limits."""

    program: Program
    accepts: Accepts
    limits: Limits


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a value that matches the target fails the operator."""

    code: Code
    message: str
    inside: tuple[tuple[str, int, Value], ...] = ()
    """For embedded data: how the step is called, the node it must match, and the decoded value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One operator.

    Attributes:
        prepare: controller → nodes to ask, and constants to keep.
        predicate: node → the test of a value that matched the target.
        fault: node and a value that failed → what to tell the user.
        inline: node and the name of a variable → the test as Python source, where that is
            simple; names and literals in it must be safe.
    """

    prepare: Callable[[Operands], tuple[tuple[int, ...], Any]]
    predicate: Callable[[ControlNode, Context], Predicate]
    fault: Callable[[ControlNode, Value, Context], Fault]
    inline: Callable[[ControlNode, str], str | None] = lambda _node, _variable: None
