"""What every reader of the full lane gives back, and the exception for embedded data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Code, Diagnostic, InstanceRef, Related, Role, Severity
from vcddl.errors import ResourceLimit, VcddlError
from vcddl.instance.place import Position, place_in_text
from vcddl.pointer import Path, format_pointer

if TYPE_CHECKING:
    from vcddl.instance.values import Value
    from vcddl.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An instance that was read.

    Attributes:
        value: of the value model; None when not ``readable``.
        diagnostics: what was wrong or doubtful, in the order of the instance.
        readable: no diagnostic is an error.
        exotic: an `ExactDecimal` or a `PairMap` is somewhere in ``value``.
    """

    value: Value = None
    diagnostics: tuple[Diagnostic, ...] = ()
    readable: bool = True
    exotic: bool = False


@dataclass(eq=False)
class Unreadable(VcddlError):
    """Data is not what its format asks for.

    Attributes:
        message: one line, lower case, as for diagnostics.
        offset: bytes (CBOR) or code points (text) before the fault.
        code: the kind of fault.
        length: how many of them are at fault.
        help: one suggestion, only where it is sure.
    """

    message: str
    offset: int
    code: Code
    length: int = 1
    help: str | None = None

    def __str__(self) -> str:
        return f"{self.message} (at offset {self.offset})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault with the place that only a reader knows. ``first`` is where a key stood before."""

    code: Code
    message: str
    offset: int
    length: int = 1
    path: Path = ()
    first: int | None = None
    help: str | None = None

    def unreadable(self) -> Unreadable:
        """The same for callers that want an exception."""
        return Unreadable(self.message, self.offset, self.code, self.length, self.help)


def check_size(data: bytes | str, limits: Limits) -> None:
    """Refuse data above the limit. Raises: ResourceLimit."""
    if len(data) > limits.bytes:
        raise ResourceLimit("bytes", limits.bytes)


def instance_ref(name: str, place: Position, *, path: Path = ()) -> InstanceRef:
    """A place as diagnostics show it."""
    return InstanceRef(
        file=name,
        pointer=format_pointer(path),
        line=place.line,
        column=place.column,
        offset=place.offset,
        excerpt=place.excerpt,
        excerpt_column=place.excerpt_column,
        length=place.length,
    )


def diagnostic(fault: Fault, where: InstanceRef, *, first: InstanceRef | None = None) -> Diagnostic:
    """The diagnostic of a fault; ``first`` is the earlier place of a duplicate key."""
    related = Related(role=Role.DEFINED_HERE, message="the key stands here first", instance=first)
    return Diagnostic(
        code=fault.code,
        message=fault.message,
        severity=fault.code.severity,
        instance=where,
        related=() if first is None else (related,),
        help=fault.help,
    )


def reading_of(value: Value, diagnostics: tuple[Diagnostic, ...], *, exotic: bool) -> Reading:
    """A reading; the value is dropped when a diagnostic is an error."""
    if any(each.severity is Severity.ERROR for each in diagnostics):
        return Reading(diagnostics=diagnostics, readable=False)
    return Reading(value=value, diagnostics=diagnostics, exotic=exotic)


def text_diagnostic(error: Unreadable, text: str, *, name: str) -> Diagnostic:
    """The diagnostic of a fault in a text, whose offset counts code points."""
    place = place_in_text(
        text,
        error.offset,
        end=error.offset + error.length,
        offset=len(text[: error.offset].encode(errors="surrogatepass")),
    )
    fault = Fault(code=error.code, message=error.message, offset=error.offset, help=error.help)
    return diagnostic(fault, instance_ref(name, place))
