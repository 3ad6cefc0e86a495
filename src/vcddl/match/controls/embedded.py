"""`.cbor`, `.cborseq` and `.json`: encoded data inside strings. RFC 8610 §3.8.4, RFC 9741 §2.4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.instance.cbor_reader import loads_sequence, loads_strict
from vcddl.instance.json_reader import parse_json
from vcddl.instance.reading import Unreadable
from vcddl.match.controls.model import Answer, Context, Control, Fault, Operands, Predicate, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.limits import Limits
    from vcddl.match.nodes import ControlNode


@dataclass(frozen=True, slots=True)
class _Form:
    what: str
    carrier: type[str | bytes]
    holds_json: bool
    read: Callable[[Value, Limits], Value]

    def prepare(self, operands: Operands) -> tuple[tuple[int, ...], None]:
        return (operands.type(json=self.holds_json),), None

    def predicate(self, node: ControlNode, context: Context) -> Predicate:
        controller = node.controllers[0]

        def test(value: Value) -> Answer:
            if not isinstance(value, self.carrier):
                return False
            try:
                inner = self.read(value, context.limits)
            except Unreadable:
                return False
            return context.accepts(controller, inner)

        return test

    def fault(self, node: ControlNode, value: Value, context: Context) -> Fault:
        if not isinstance(value, self.carrier):
            return Fault(codes.BAD_EMBEDDED, f"{self.what} is carried in {_NAMES[self.carrier]}")
        try:
            inner = self.read(value, context.limits)
        except Unreadable as error:
            return Fault(codes.BAD_EMBEDDED, f"must hold {self.what}: {error}")
        message = f"what is embedded as {self.what} does not match"
        return Fault(
            codes.BAD_EMBEDDED, message, ((node.operator[1:], node.controllers[0], inner),)
        )

    def control(self) -> Control:
        return Control(prepare=self.prepare, predicate=self.predicate, fault=self.fault)


_NAMES: dict[type, str] = {bytes: "a byte string", str: "a text string"}

CONTROLS = {
    ".cbor": _Form("CBOR", bytes, holds_json=False, read=loads_strict).control(),
    ".cborseq": _Form("a CBOR sequence", bytes, holds_json=False, read=loads_sequence).control(),
    ".json": _Form("JSON", str, holds_json=True, read=parse_json).control(),
}
