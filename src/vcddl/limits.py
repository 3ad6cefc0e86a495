"""The limits under which vcddl reads and matches. All of them can be set by the caller."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one check may cost. A limit that is reached makes the verdict UNDECIDED, never a guess.

    Attributes:
        depth: nesting of arrays, maps and tags in an instance, and of brackets in CDDL.
        bytes: size of an instance or of a CDDL file.
        steps: comparisons of a value with a node of the program.
        seconds: time of one check.
        errors: diagnostics that are reported for one instance; the rest is counted.
    """

    depth: int = 200
    bytes: int = 1 << 30
    steps: int = 100_000_000
    seconds: float = 60.0
    errors: int = 50


DEFAULT_LIMITS = Limits()
