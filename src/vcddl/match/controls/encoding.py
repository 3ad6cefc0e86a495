"""`.b64u`, `.hex` and the other base encodings of byte strings in text. RFC 9741 section 2.1."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match.controls.base_encoding import BASE_ENCODINGS, BaseEncoding
from vcddl.match.controls.model import Answer, Context, Control, Fault, Operands, Predicate, Value

if TYPE_CHECKING:
    from vcddl.match.nodes import ControlNode


def _prepare(operands: Operands) -> tuple[tuple[int, ...], None]:
    # the bytes are CBOR's even where the text around them is JSON's
    return (operands.type(json=False),), None


def _predicate(encoding: BaseEncoding, node: ControlNode, context: Context) -> Predicate:
    controller = node.controllers[0]

    def test(value: Value) -> Answer:
        data = encoding.decode(value) if isinstance(value, str) else None
        return False if data is None else context.accepts(controller, data)

    return test


def _fault(encoding: BaseEncoding, node: ControlNode, value: Value, _context: Context) -> Fault:
    if not isinstance(value, str):
        return Fault(codes.WRONG_TYPE, f"`{node.operator}` looks at text strings only")
    data = encoding.decode(value)
    if data is None:
        return Fault(codes.BAD_ENCODING, f"must be text in the encoding `{node.operator[1:]}`")
    message = "the decoded bytes do not match"
    inside = ((node.operator[1:], node.controllers[0], data),)
    return Fault(codes.BAD_ENCODING, message, inside)


CONTROLS = {
    f".{name}": Control(
        prepare=_prepare, predicate=partial(_predicate, encoding), fault=partial(_fault, encoding)
    )
    for name, encoding in BASE_ENCODINGS.items()
}
