"""Why an item does not match, before places in files are looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code, Role
    from vcddl.pointer import Path
    from vcddl.source import Span

NO_VALUE: Any = object()


@dataclass(frozen=True, slots=True)
class Note:
    """A further place in the CDDL that belongs to a mismatch."""

    role: Role
    message: str
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """One fault.

    Attributes:
        code, message, help: as in `Diagnostic`.
        path: to the item; for a missing member to the map that lacks it.
        at_key: the fault is the key itself, so the place of the key is meant.
        span: what in the CDDL is not met.
        rules: names of the rules on the way, outermost first.
        actual: the item, or `NO_VALUE`.
        expected: CDDL text where it differs from what ``span`` covers.
        notes: related places.
    """

    code: Code
    message: str
    path: Path
    span: Span | None
    rules: tuple[str, ...]
    actual: Any = NO_VALUE
    expected: str | None = None
    at_key: bool = False
    help: str | None = None
    notes: tuple[Note, ...] = field(default=())
