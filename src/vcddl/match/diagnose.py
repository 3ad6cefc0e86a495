"""`Mismatch`es → `Diagnostic`s: spans and paths become places with excerpts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from vcddl.diagnostics.model import Diagnostic, InstanceRef, Related, RuleRef
from vcddl.diagnostics.place import rule_ref
from vcddl.instance.edn import format_edn
from vcddl.instance.locate import locate_cbor, locate_json
from vcddl.instance.reading import instance_ref
from vcddl.match.describe import SHOWN_CHARS
from vcddl.match.mismatch import NO_VALUE, Mismatch
from vcddl.pointer import Path, format_pointer, parse_pointer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vcddl.instance.place import Position
    from vcddl.source import SourceFile, Span


class Subject(Protocol):
    """What `place_pointers` needs of an instance."""

    @property
    def data(self) -> bytes | None:
        """The bytes as given; None where places cannot be found."""
        ...

    @property
    def json(self) -> bool:
        """Whether they are JSON."""
        ...

    @property
    def start(self) -> int:
        """Where the item begins in them."""
        ...


def diagnose(
    mismatches: Sequence[Mismatch],
    sources: Mapping[str, SourceFile],
    *,
    name: str,
    data: bytes | None,
    json: bool,
    start: int = 0,
) -> list[Diagnostic]:
    """Diagnostics in the order of the mismatches.

    ``data`` is what the paths are looked up in, one pass for all of them; without it only the
    pointers are given. ``start`` is where the item begins in a CBOR sequence.
    """
    paths = list(dict.fromkeys(mismatch.path for mismatch in mismatches))
    places: Mapping[Path, Position] = {}
    if data is not None and paths:
        places = locate_json(data, paths) if json else locate_cbor(data, paths, start=start)
    return [
        _diagnostic(mismatch, sources, name, places.get(mismatch.path)) for mismatch in mismatches
    ]


def place_pointers(diagnostics: Sequence[Diagnostic], subject: Subject) -> list[Diagnostic]:
    """Diagnostics that have a pointer only, with the place in the bytes of the subject."""
    if subject.data is None:
        return list(diagnostics)
    paths = [parse_pointer(item.instance.pointer) if item.instance else () for item in diagnostics]
    find = locate_json if subject.json else partial(locate_cbor, start=subject.start)
    places = find(subject.data, paths) if paths else {}
    return [
        replace(item, instance=instance_ref(item.instance.file, places[path], path=path))
        if item.instance
        else item
        for item, path in zip(diagnostics, paths, strict=True)
    ]


def _diagnostic(
    mismatch: Mismatch, sources: Mapping[str, SourceFile], name: str, place: Position | None
) -> Diagnostic:
    actual = None
    if mismatch.actual is not NO_VALUE:
        actual = format_edn(mismatch.actual, limit_chars=SHOWN_CHARS)
    return Diagnostic(
        code=mismatch.code,
        message=mismatch.message,
        severity=mismatch.code.severity,
        instance=_instance(mismatch, name, place),
        rule=_rule(mismatch.span, sources, mismatch.rules),
        expected=mismatch.expected or _text(mismatch.span, sources),
        actual=actual,
        related=tuple(
            Related(role=note.role, message=note.message, rule=_rule(note.span, sources))
            for note in mismatch.notes
        ),
        help=mismatch.help,
    )


def _instance(mismatch: Mismatch, name: str, place: Position | None) -> InstanceRef:
    pointer = format_pointer(mismatch.path)
    if place is None:
        return InstanceRef(file=name, pointer=pointer)
    line, column, shift = place.line, place.column, 0
    if mismatch.at_key and place.key_line == place.line and place.key_column is not None:
        shift = (place.column or 0) - place.key_column
        column = place.key_column
    fits = place.excerpt_column - shift >= 1
    return InstanceRef(
        file=name,
        pointer=pointer,
        line=line,
        column=column,
        offset=place.offset,
        excerpt=place.excerpt,
        excerpt_column=place.excerpt_column - shift if fits else 1,
        length=max(1, shift - 2) if shift and fits else place.length,
    )


def _rule(
    span: Span | None, sources: Mapping[str, SourceFile], path: tuple[str, ...] = ()
) -> RuleRef | None:
    source = sources.get(span.file) if span else None
    return rule_ref(source, span, path) if source and span else None


def _text(span: Span | None, sources: Mapping[str, SourceFile]) -> str | None:
    """The CDDL that a span covers, on one line, cut."""
    source = sources.get(span.file) if span else None
    if source is None or span is None:
        return None
    lines = source.text_of(span).splitlines()
    text = " ".join(" ".join(line.split(";", 1)[0] for line in lines).split())
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
