"""Exceptions for callers. Faults in CDDL or in an instance are diagnostics, not exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Diagnostic


class VcddlError(Exception):
    """Base of every exception that vcddl raises on purpose."""


@dataclass(eq=False)
class UsageError(VcddlError):
    """The call makes no sense as it was put: ``problem`` says why, ``advice`` what to do."""

    problem: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.problem}; {self.advice}" if self.advice else self.problem


@dataclass(eq=False)
class ResourceLimit(VcddlError):
    """A limit of `Limits` was reached; ``limit`` is the name of the field, ``value`` its number."""

    limit: str
    value: float

    def __str__(self) -> str:
        return f"the limit of {self.value:g} {self.limit} was reached"


class CddlError(VcddlError):
    """The CDDL cannot be used. ``diagnostics`` says why and where; there is at least one."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        first, *rest = self.diagnostics
        where = f"{first.rule.place}: " if first.rule else ""
        more = f" (and {len(rest)} more)" if rest else ""
        return f"{where}{first.code.id} {first.message}{more}"
