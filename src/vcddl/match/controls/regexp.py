"""`.regexp` and `.pcre`. RFC 8610 section 3.8.3. Patterns are kept as text and compiled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.match.controls.model import (
    Context,
    Control,
    Fault,
    OperandError,
    Operands,
    Predicate,
    Value,
)
from vcddl.match.controls.pcre import compile_pcre
from vcddl.match.controls.xsd_regexp import compile_xsd

if TYPE_CHECKING:
    from vcddl.match.nodes import ControlNode

_Compile = Callable[[str], Callable[[str], bool]]
_compiled_xsd = cache(compile_xsd)
_compiled_pcre = cache(compile_pcre)


def _prepare(
    compile_pattern: _Compile, operands: Operands
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    patterns = []
    for constant in operands.constants():
        if not isinstance(constant, str):
            raise OperandError("the controller must be a text string that holds a pattern")
        compile_pattern(constant)
        patterns.append(constant)
    return (), tuple(patterns)


def _predicate(compile_pattern: _Compile, node: ControlNode, _context: Context) -> Predicate:
    matchers = [compile_pattern(pattern) for pattern in node.argument]
    if len(matchers) == 1:
        (only,) = matchers
        return lambda value: isinstance(value, str) and only(value)

    def test(value: Value) -> bool:
        return isinstance(value, str) and any(matches(value) for matches in matchers)

    return test


def _fault(node: ControlNode, value: Value, _context: Context) -> Fault:
    if not isinstance(value, str):
        return Fault(codes.WRONG_TYPE, f"`{node.operator}` looks at text strings only")
    patterns = " or ".join(f"`{pattern}`" for pattern in node.argument)
    return Fault(codes.PATTERN_MISMATCH, f"must match the pattern {patterns} as a whole")


def _control(compile_pattern: _Compile) -> Control:
    return Control(
        prepare=partial(_prepare, compile_pattern),
        predicate=partial(_predicate, compile_pattern),
        fault=_fault,
    )


CONTROLS = {".regexp": _control(_compiled_xsd), ".pcre": _control(_compiled_pcre)}
