"""The full lane: bytes → strict reading → verdict → explanation → places → `Report`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Diagnostic, Severity, sort_diagnostics
from vcddl.instance.cbor_reader import read_cbor, read_cbor_sequence
from vcddl.instance.detect import InstanceType
from vcddl.instance.edn_reader import read_edn, read_hex
from vcddl.instance.json_reader import read_json
from vcddl.instance.reading import Reading
from vcddl.match.compile import Options
from vcddl.match.diagnose import diagnose
from vcddl.match.explain import explain
from vcddl.match.judge import Judge
from vcddl.report import Report, Verdict

if TYPE_CHECKING:
    from vcddl.instance.values import Value
    from vcddl.limits import Limits
    from vcddl.match.nodes import Program
    from vcddl.source import SourceFile


@dataclass(frozen=True, slots=True)
class Subject:
    """One instance that was read, and the bytes to find places in.

    Attributes:
        data: the bytes as given; None where places cannot be found.
        start: byte offset of this item in ``data`` (sequences).
        json: whether it is judged with JSON's numbers.
    """

    reading: Reading
    data: bytes | None
    json: bool
    start: int = 0

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
