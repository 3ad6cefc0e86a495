"""What vcddl tells a user: one `Diagnostic` a fact, as data. Renderers turn it into text.

Knows sources and pointers, nothing of CDDL or instances.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(StrEnum):
    """How much a diagnostic weighs. Only errors decide a verdict."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for errors, rising as the weight falls."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A kind of diagnostic. Ids are stable and never used again for something else.

    Attributes:
        id: ``VC301``, or ``TI-51`` and ``CO-12`` for semantic rules.
        name: the same in words, ``missing-member``.
        severity: the default; configuration may change it.
        section: the part of a specification that decides, such as ``RFC 8610 §3.5.1``.
        meaning: one or two sentences: what was found.
        why: why it matters, and the usual way out.
        bad: an example that gets this code.
        good: the same example, put right.
    """

    id: str
    name: str
    severity: Severity
    section: str
    meaning: str
    why: str
    bad: str
    good: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceRef:
    """A place in an instance.

    Attributes:
        file: name as given by the user, ``<stdin>`` for standard input.
        pointer: RFC 6901 pointer, ``""`` is the root.
        line, column: from 1, columns in code points; None for binary instances.
        offset: byte offset from 0; None where it is not known.
        excerpt: the line of the file (JSON), or the item in diagnostic notation (CBOR), cut.
        excerpt_column: where in the excerpt the caret goes, from 1.
        length: how many characters of the excerpt are meant.
    """

    file: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    offset: int | None = None
    excerpt: str | None = None
    excerpt_column: int = 1
    length: int = 1

    @property
    def place(self) -> str:
        """``file:line:column``, ``file:+offset`` for binary, or the file alone."""
        if self.line is not None:
            return f"{self.file}:{self.line}:{self.column}"
        return self.file if self.offset is None else f"{self.file}:+{self.offset}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRef:
    """A place in CDDL.

    Attributes:
        file: name of the CDDL file.
        line, column: from 1, columns in code points.
        path: names of the rules on the way from the root, outermost first; may be empty.
        excerpt: the line of the file.
        length: how many characters of the line, from ``column`` on, are meant.
    """

    file: str
    line: int
    column: int
    path: tuple[str, ...] = ()
    excerpt: str | None = None
    length: int = 1

    @property
    def place(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


class Role(StrEnum):
    """What a related place has to do with its diagnostic."""

    DEFINED_HERE = "defined-here"
    EXPANDED_FROM = "expanded-from"
    OTHER_ALTERNATIVE = "other-alternative"
    PLUGGED_BY = "plugged-by"
    SCHEMA_LOCATION = "schema-location"
    PROSE_ROW = "prose-row"
    DRAFT_LINE = "draft-line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A second place that belongs to a diagnostic."""

    role: Role
    message: str
    rule: RuleRef | None = None
    instance: InstanceRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One fact for the user. STYLE: the message is one lower-case line that makes sense alone.

    Attributes:
        code: what kind of fact this is.
        message: one line, no full stop, names and values in backticks.
        severity: ``code.severity`` unless configuration changed it.
        instance: the place in the data, if there is one.
        rule: the place in the CDDL, if there is one.
        expected: CDDL text of what was wanted.
        actual: what was found, in diagnostic notation, cut at 80 characters.
        related: further places, in the order to show them.
        help: one suggestion, only where vcddl is sure.
    """

    code: Code
    message: str
    severity: Severity
    instance: InstanceRef | None = None
    rule: RuleRef | None = None
    expected: str | None = None
    actual: str | None = None
    related: tuple[Related, ...] = ()
    help: str | None = None

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits that survive rewording and moved lines.

        Made of the code id, the rule path and the pointer with its indices as ``*``.
        """
        import hashlib  # noqa: PLC0415  most runs need no fingerprint

        pointer = self.instance.pointer if self.instance else ""
        steps = ["*" if step.isdigit() else step for step in pointer.split("/")]
        path = self.rule.path if self.rule else ()
        text = "\n".join((self.code.id, ">".join(path), "/".join(steps)))
        return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The one order of output: file, place, code id; equal diagnostics once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=_order))


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, int, str, str]:
    where = diagnostic.instance or diagnostic.rule
    code = diagnostic.code.id
    if where is None:
        return "", 0, 0, 0, code, diagnostic.message
    line, column = where.line or 0, where.column or 0
    offset = (where.offset or 0) if isinstance(where, InstanceRef) else 0
    return where.file, line, column, offset, code, diagnostic.message
