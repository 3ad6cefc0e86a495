"""The syntax tree of CDDL: one class for each production of the ABNF that carries meaning.

The ABNF is that of RFC 9682 appendix A, which replaces appendix B of RFC 8610. Spans never take
part in comparisons: two trees are equal when they say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from vcddl.source import Span


@dataclass(frozen=True, slots=True)
class Comment:
    """``COMMENT = ";" *PCHAR CRLF``; ``text`` includes the semicolon, not the line end."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Id:
    """``id = EALPHA *(*("-" / ".") (EALPHA / DIGIT))``."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Value:
    """``value = number / text / bytes``, decoded.

    ``value`` is an ``int``, ``float``, ``str`` or ``bytes``; ``text`` is the literal as written
    and takes no part in comparisons. ``kind`` keeps apart what Python holds equal, 1 and 1.0.
    """

    value: int | float | str | bytes
    text: str = field(compare=False)
    span: Span = field(compare=False)
    kind: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", type(self.value).__name__)


@dataclass(frozen=True, slots=True)
class Name:
    """``typename [genericarg]``, and a group name in the place of a type."""

    name: str
    arguments: tuple[Type1, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Parenthesized:
    """``"(" S type S ")"``."""

    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Map:
    """``"{" S group S "}"``."""

    group: Group
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Array:
    """``"[" S group S "]"``."""

    group: Group
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unwrap:
    """``"~" S typename [genericarg]``."""

    name: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GroupChoiceType:
    """``"&" S "(" S group S ")"`` and ``"&" S groupname [genericarg]``: a choice from a group."""

    group: Group | Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tagged:
    """``"#" "6" ["." head-number] "(" S type S ")"``; ``number`` is None for any tag number."""

    number: int | Type | None
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Major:
    """``"#" DIGIT ["." uint]`` and ``"#" "7" ["." head-number]``."""

    major: int
    additional: int | Type | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Any:
    """``"#"``."""

    span: Span = field(compare=False)


Type2: TypeAlias = (
    Value | Name | Parenthesized | Map | Array | Unwrap | GroupChoiceType | Tagged | Major | Any
)


@dataclass(frozen=True, slots=True)
class Type1:
    """``type1 = type2 [S (rangeop / ctlop) S type2]``.

    ``operator`` is ``".."``, ``"..."``, a control such as ``".size"``, or None.
    """

    target: Type2
    operator: str | None
    controller: Type2 | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Type:
    """``type = type1 *(S "/" S type1)``."""

    choices: tuple[Type1, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """``occur = [uint] "*" [uint] / "+" / "?"``; ``maximum`` is None where there is no limit."""

    minimum: int
    maximum: int | None
    text: str = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MemberKey:
    """``memberkey = type1 S ["^" S] "=>" / bareword S ":" / value S ":"``.

    ``key`` is an `Id` for a bareword, a `Value` before ``:``, else a `Type1`. ``has_cut`` is true
    for ``:`` and for ``^ =>`` (RFC 8610 section 3.5.4).
    """

    key: Id | Value | Type1
    has_cut: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """``grpent = [occur S] [memberkey S] type / [occur S] "(" S group S ")"``.

    A group name is a `Type` of one `Name` here; which it is shows when names are resolved.
    """

    occurrence: Occurrence | None
    key: MemberKey | None
    value: Type | Group
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """``grpchoice = *(grpent optcom)``."""

    entries: tuple[GroupEntry, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """``group = grpchoice *(S "//" S grpchoice)``."""

    choices: tuple[GroupChoice, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """``rule = typename [genericparm] S assignt S type`` and the same for groups.

    For groups: ``groupname [genericparm] S assigng S grpent``.

    ``assign`` is ``"="``, ``"/="`` or ``"//="``. ``definition`` is a `Type` where the text can be
    read as a type, else a `GroupEntry`.
    """

    name: Id
    parameters: tuple[Id, ...]
    assign: str
    definition: Type | GroupEntry
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cddl:
    """``cddl = S *(rule S)``, with the comments in the order of the text."""

    rules: tuple[Rule, ...]
    comments: tuple[Comment, ...] = field(compare=False)
    span: Span = field(compare=False)
