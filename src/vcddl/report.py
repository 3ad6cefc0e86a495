"""The answer to "is this instance right?": a verdict with its diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Diagnostic


class Verdict(StrEnum):
    """What is known of an instance. UNDECIDED is an answer of its own, never a mild INVALID."""

    VALID = "valid"
    INVALID = "invalid"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A verdict on one instance.

    Attributes:
        verdict: INVALID also when the instance cannot be read.
        diagnostics: in output order. VALID may come with warnings and infos.
        omitted: how many more errors there were than `Limits.errors`.
        file: name of the instance.
        spec: which CDDL judged it, in words for people (``vcon 0.5.0 + tool-invocation``).
        root: the CDDL type that the instance was matched against.
    """

    verdict: Verdict
    diagnostics: tuple[Diagnostic, ...] = ()
    omitted: int = 0
    file: str = ""
    spec: str = ""
    root: str = ""
