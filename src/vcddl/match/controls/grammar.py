"""`.abnf` and `.abnfb`. RFC 9165 section 3. Both apply to text and to byte strings."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match.controls.abnf import compile_abnf
from vcddl.match.controls.model import (
    Context,
    Control,
    Fault,
    OperandError,
    Operands,
    Predicate,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.match.nodes import ControlNode


@cache
def _compiled(grammar: str, of_bytes: bool) -> Callable[[str | bytes], bool]:  # noqa: FBT001
    return compile_abnf(grammar, of_bytes=of_bytes)


def _prepare(
    of_bytes: bool,  # noqa: FBT001
    operands: Operands,
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    grammars = []
    for constant in operands.constants():
        if not isinstance(constant, str):
            raise OperandError("the controller must be a text string (`.cat` keeps the left type)")
        _compiled(constant, of_bytes)
        grammars.append(constant)
    return (), tuple(grammars)


def _predicate(
    of_bytes: bool,  # noqa: FBT001
    node: ControlNode,
    _context: Context,
) -> Predicate:
    matchers = [_compiled(grammar, of_bytes) for grammar in node.argument]

    def test(value: Value) -> bool:
        data = _input(value, of_bytes=of_bytes)
        return data is not None and any(matches(data) for matches in matchers)

    return test


def _input(value: Value, *, of_bytes: bool) -> str | bytes | None:
    """The string as the grammar reads it: bytes, or code points of UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass") if of_bytes else value
    if isinstance(value, bytes):
        if of_bytes:
            return value
        try:
            return value.decode()
        except UnicodeDecodeError:
            return None
    return None


def _fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    if not isinstance(value, str | bytes):
        return Fault(codes.WRONG_TYPE, f"`{node.operator}` looks at strings only")
    element = node.argument[0].strip().split("\n", 1)[0] if node.argument else ""
    return Fault(codes.GRAMMAR_MISMATCH, f"must be what the ABNF element `{element[:40]}` produces")


def _control(*, of_bytes: bool) -> Control:
    return Control(
        prepare=partial(_prepare, of_bytes),
        predicate=partial(_predicate, of_bytes),
        fault=_fault,
    )


CONTROLS = {".abnf": _control(of_bytes=False), ".abnfb": _control(of_bytes=True)}
