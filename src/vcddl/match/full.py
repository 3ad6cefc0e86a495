"""The full lane: bytes → strict reading → verdict → explanation → places → `Report`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Diagnostic, sort_diagnostics
from vcddl.instance.cbor_reader import read_cbor, read_cbor_sequence
from vcddl.instance.detect import InstanceType
from vcddl.instance.edn_reader import read_edn, read_hex
from vcddl.instance.json_reader import read_json
from vcddl.instance.reading import Reading, Unreadable, text_diagnostic
from vcddl.match.diagnose import diagnose
from vcddl.match.explain import explain
from vcddl.match.judge import Judge
from vcddl.report import Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vcddl.instance.values import Value
    from vcddl.limits import Limits
    from vcddl.match.nodes import Program
    from vcddl.match.options import Options
    from vcddl.source import SourceFile


@dataclass(frozen=True, slots=True)
class Subject:
    """One instance that was read, and the bytes to find places in.

    Attributes:
        data: the bytes as given; None where places cannot be found.
        start: byte offset of this item in ``data`` (sequences).
        json: whether it is judged with JSON's numbers.
        name: of the item where it differs from that of the file (JSON Lines).
    """

    reading: Reading
    data: bytes | None
    json: bool
    start: int = 0
    name: str = ""

    @classmethod
    def of_value(cls, value: Value, *, json: bool) -> Subject:
        """A subject from decoded data, without places."""
        return cls(Reading(value=value, exotic=True), None, json)

    @property
    def exotic(self) -> bool:
        """Whether markers are in the value that emitted functions decline."""
        return self.reading.exotic


def read_instance(
    data: bytes, kind: InstanceType, *, name: str, limits: Limits, deterministic: bool
) -> Iterator[Subject]:
    """Read an instance strictly. Raises `ResourceLimit`."""
    if kind is InstanceType.JSON:
        yield Subject(read_json(data, name=name, limits=limits), data, json=True)
    elif kind is InstanceType.CBOR:
        reading = read_cbor(data, name=name, limits=limits, deterministic=deterministic)
        yield Subject(reading, data, json=False)
    elif kind is InstanceType.CBOR_SEQ:
        for offset, reading in read_cbor_sequence(data, name=name, limits=limits):
            yield Subject(reading, data, json=False, start=offset)
    elif kind is InstanceType.JSONL:
        yield from _json_lines(data, name=name, limits=limits)
    else:
        yield from _notations(data, kind, name=name, limits=limits)


def _json_lines(data: bytes, *, name: str, limits: Limits) -> Iterator[Subject]:
    """One subject a line that is not blank; places count from the first line of the file."""
    for number, line in enumerate(data.split(b"\n")):
        if line.strip():
            reading = read_json(line, name=f"{name}:{number + 1}", limits=limits)
            yield Subject(reading, line, json=True, name=f"{name}:{number + 1}")


def _notations(data: bytes, kind: InstanceType, *, name: str, limits: Limits) -> Iterator[Subject]:
    """Hexadecimal text and diagnostic notation, both judged as CBOR."""
    text = data.decode("utf-8", "replace")
    if kind is InstanceType.EDN:
        yield Subject(read_edn(text, name=name, limits=limits), None, json=False)
        return
    try:
        encoded = read_hex(text)
    except Unreadable as error:
        fault = text_diagnostic(error, text, name=name)
        yield Subject(Reading(readable=False, diagnostics=(fault,)), None, json=False)
        return
    yield Subject(read_cbor(encoded, name=name, limits=limits), encoded, json=False)


def full_report(
    subject: Subject,
    program: Program,
    sources: Mapping[str, SourceFile],
    *,
    shortcut: Callable[[int, Value], bool] | None,
    limits: Limits,
    options: Options,
    name: str,
) -> Report:
    """The verdict on one subject and why.

    Raises `ResourceLimit`. Cost: that of judging, plus one pass over the bytes for the places.
    """
    reading = subject.reading
    if not reading.readable:
        return Report(verdict=Verdict.INVALID, diagnostics=reading.diagnostics, file=name)
    judge = Judge(program, limits, check_tags=options.check_tags, shortcut=shortcut)
    answer = judge.accepts(program.root, reading.value)
    if answer is True:
        return Report(verdict=Verdict.VALID, diagnostics=reading.diagnostics, file=name)
    mismatches, omitted = explain(judge, reading.value, most=limits.errors)
    diagnostics: list[Diagnostic] = diagnose(
        mismatches,
        sources,
        name=subject.name or name,
        data=subject.data,
        json=subject.json,
        start=subject.start,
    )
    verdict = Verdict.INVALID if answer is False else Verdict.UNDECIDED
    everything = sort_diagnostics((*reading.diagnostics, *diagnostics))
    return Report(verdict=verdict, diagnostics=everything, omitted=omitted, file=name)
