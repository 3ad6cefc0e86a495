"""`.size` and `.bits`. RFC 8610 sections 3.8.1 and 3.8.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match.controls.model import Context, Control, Fault, Operands, Predicate, Value

if TYPE_CHECKING:
    from vcddl.match.nodes import ControlNode

Ranges = tuple[tuple[int, int | None], ...]


def _prepare(operands: Operands) -> tuple[tuple[int, ...], Ranges]:
    return (), operands.ranges()


def _size_of(value: Value) -> int | None:
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    return len(value) if isinstance(value, bytes) else None


def _has(ranges: Ranges, number: int) -> bool:
    return any(low <= number and (high is None or number <= high) for low, high in ranges)


def _size_predicate(node: ControlNode, _context: Context) -> Predicate:
    ranges: Ranges = node.argument
    # uint .size N holds 0...256**N; for a choice of N the largest one decides.
    unlimited = any(high is None for _, high in ranges)
    largest = max((high or 0 for low, high in ranges if high is None or high >= low), default=-1)

    def test(value: Value) -> bool:
        if type(value) is int:
            fits = unlimited or (largest >= 0 and value.bit_length() <= 8 * largest)
            return value >= 0 and fits
        size = _size_of(value)
        return size is not None and _has(ranges, size)

    return test


def _size_fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    wanted = _describe(node.argument)
    wanted += " byte" if wanted == "1" else " bytes"
    size = _size_of(value)
    if size is None:
        return Fault(codes.WRONG_SIZE, f"must fit in {wanted}, `{value}` does not")
    kind = "text" if isinstance(value, str) else "a byte string"
    return Fault(codes.WRONG_SIZE, f"must be {kind} of {wanted}, it has {size}")


def _describe(ranges: Ranges) -> str:
    words = [
        str(low) if low == high else f"{low} or more" if high is None else f"{low} to {high}"
        for low, high in ranges
    ]
    return " or ".join(words) or "no number of"


def _set_bits(value: Value) -> list[int]:
    if type(value) is int:
        return [bit for bit in range(value.bit_length()) if value >> bit & 1] if value >= 0 else []
    return [
        8 * index + bit for index, byte in enumerate(value) for bit in range(8) if byte >> bit & 1
    ]


def _bits_predicate(node: ControlNode, _context: Context) -> Predicate:
    ranges: Ranges = node.argument

    def test(value: Value) -> bool:
        if type(value) is not int and not isinstance(value, bytes):
            return False
        if type(value) is int and value < 0:
            return False
        return all(_has(ranges, bit) for bit in _set_bits(value))

    return test


def _bits_fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    if type(value) is not int and not isinstance(value, bytes):
        return Fault(codes.WRONG_BITS, "bits are looked at in unsigned integers and byte strings")
    wrong = [bit for bit in _set_bits(value) if not _has(node.argument, bit)][:5]
    listed = ", ".join(map(str, wrong))
    return Fault(codes.WRONG_BITS, f"bit {listed} is set, which `.bits` does not allow")


CONTROLS = {
    ".size": Control(prepare=_prepare, predicate=_size_predicate, fault=_size_fault),
    ".bits": Control(prepare=_prepare, predicate=_bits_predicate, fault=_bits_fault),
}
