"""The meaning of CDDL before generics are bound: names and what they stand for.

Holds no commas and no parentheses that only group text; trees of `vcddl.syntax.ast` stay as the
right-hand sides. Made by `vcddl.rules.resolve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.source import SourceFile, Span
    from vcddl.syntax.ast import GroupEntry, Type


PRELUDE_NAME = "<prelude>"


class Kind(StrEnum):
    """What a name stands for. RFC 8610 appendix C: `a = b` is what `b` is."""

    TYPE = "type"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One right-hand side of a name: of `=`, `/=` or `//=`.

    ``parameters`` are what this rule calls the generic parameters of the name.
    """

    definition: Type | GroupEntry
    assign: str
    span: Span
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """All that is said of one name.

    Attributes:
        name: with its ``$`` or ``$$``.
        kind: type or group.
        parameters: generic parameters, empty for most names.
        alternatives: in the order of the rules; empty for a socket that nothing fills.
        name_span: the name in its first rule; None for an unfilled socket.
        in_prelude: whether it comes from RFC 8610 appendix D.
    """

    name: str
    kind: Kind
    parameters: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    name_span: Span | None
    in_prelude: bool

    @property
    def is_socket(self) -> bool:
        """Whether the name may be left undefined (RFC 8610 section 3.9)."""
        return self.name.startswith("$")


@dataclass(frozen=True, slots=True)
class RuleGraph:
    """Every name of a set of files, resolved.

    Attributes:
        definitions: by name, in the order of the files; prelude names that are used come last.
        first_rule: name of the first rule of the first file that has one, or None.
        sources: every file by name, modules and prelude included.
        diagnostics: warnings, and errors that make the CDDL unusable.
    """

    definitions: Mapping[str, Definition]
    first_rule: str | None
    sources: Mapping[str, SourceFile]
    diagnostics: tuple[Diagnostic, ...]
