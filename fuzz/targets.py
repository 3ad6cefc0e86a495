"""Functions from bytes to nothing. Whatever escapes from one is a fault of vcddl.

Bad CDDL and bad instances are answers. Each target also asserts what must hold between parts: the
lanes agree, layout is settled, verdicts and diagnostics go together, output holds no control codes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fuzz.seeds import cddl_texts
from vcddl.check import CompiledCddl, compile_cddl
from vcddl.diagnostics.model import Severity
from vcddl.errors import CddlError, ResourceLimit
from vcddl.instance.detect import InstanceType, detect_type
from vcddl.limits import Limits
from vcddl.linting import lint_cddl
from vcddl.match.full import read_instance
from vcddl.render import FORMATS, RenderOptions, renderer_of
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile
from vcddl.syntax.layout import format_cddl

if TYPE_CHECKING:
    from collections.abc import Callable

LIMITS = Limits(depth=64, bytes=1 << 20, steps=300_000, seconds=5, errors=10)
_VERBOSE = RenderOptions(verbose=True)
_ALLOWED = "\n\t"


def fuzz_cddl(data: bytes) -> None:
    """Parse, lay out, look for lint and compile."""
    source = SourceFile("fuzz.cddl", data.decode("utf-8", "replace"))
    formatted = format_cddl(source, limits=LIMITS)
    if formatted.text is not None:
        again = format_cddl(SourceFile("again.cddl", formatted.text), limits=LIMITS)
        assert again.text == formatted.text
    findings = lint_cddl([source], limits=LIMITS)
    _check_output(Report(verdict=Verdict.VALID, diagnostics=findings, file="fuzz.cddl"))
    _compiled(source.text)


def fuzz_json(data: bytes) -> None:
    """Read JSON in both lanes."""
    _judge("a = any\n", data, InstanceType.JSON)


def fuzz_cbor(data: bytes) -> None:
    """Read CBOR in both lanes, and as a sequence."""
    _judge("a = any\n", data, InstanceType.CBOR)
    _judge("a = any\n", data, InstanceType.CBOR_SEQ)


def fuzz_notation(data: bytes) -> None:
    """Read diagnostic notation and hexadecimal digits, and tell formats apart."""
    detect_type("x", data)
    for kind in (InstanceType.EDN, InstanceType.HEX, InstanceType.JSONL):
        _judge("a = any\n", data, kind)


def fuzz_engine(data: bytes) -> None:
    """Judge an instance. Two bytes choose the CDDL of a case, one the format; the rest is data."""
    texts = cddl_texts()
    text = texts[int.from_bytes(data[:2]) % len(texts)]
    kinds = (InstanceType.JSON, InstanceType.CBOR, InstanceType.EDN)
    _judge(text, data[3:], kinds[data[2] % 3 if len(data) > 2 else 0])


def fuzz_pair(data: bytes) -> None:
    """Judge an instance behind a zero byte by the CDDL before it."""
    cddl, _, instance = data.partition(b"\x00")
    text = cddl.decode("utf-8", "replace")
    _judge(text, instance, InstanceType.JSON)
    _judge(text, instance, InstanceType.CBOR)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "cddl": fuzz_cddl,
    "json": fuzz_json,
    "cbor": fuzz_cbor,
    "notation": fuzz_notation,
    "engine": fuzz_engine,
    "pair": fuzz_pair,
}


@lru_cache(maxsize=1024)
def _compiled(text: str) -> CompiledCddl | None:
    """None where the CDDL is refused; the text is never taken for a path."""
    try:
        compiled = compile_cddl(SourceFile("fuzz.cddl", text), limits=LIMITS)
        _ = compiled.cbor
    except CddlError as error:
        refusal = Report(verdict=Verdict.INVALID, diagnostics=error.diagnostics)
        _check_verdict(refusal)
        _check_output(refusal)
        return None
    return compiled


def _judge(text: str, data: bytes, kind: InstanceType) -> None:
    cddl = _compiled(text)
    if cddl is None:
        return
    report = cddl.check(data, type=kind, name="x")
    _check_output(report)
    _check_verdict(report)
    if kind in (InstanceType.JSON, InstanceType.CBOR):
        _check_lanes(cddl, data, is_json=kind is InstanceType.JSON)


def _check_lanes(cddl: CompiledCddl, data: bytes, *, is_json: bool) -> None:
    """The fast lane says VALID where the full lane does, unless it declines or work ran out."""
    fast = cddl.fast_accepts(data, json=is_json)
    if fast is None:
        return
    kind = InstanceType.JSON if is_json else InstanceType.CBOR
    try:
        subjects = read_instance(data, kind, name="x", limits=cddl.limits, deterministic=False)
        full = cddl.judge(subjects, "x").verdict
    except ResourceLimit:
        return
    assert full is Verdict.UNDECIDED or fast is (full is Verdict.VALID), (fast, full)


def _check_verdict(report: Report) -> None:
    errors = [item for item in report.diagnostics if item.severity is Severity.ERROR]
    if report.verdict is Verdict.INVALID:
        assert errors, "invalid without an error"
    else:
        assert not errors, f"{report.verdict} with {errors[0].code.id}"
    if report.verdict is Verdict.UNDECIDED:
        assert report.diagnostics, "undecided without a reason"


def _check_output(report: Report) -> None:
    """Every format can be written, in UTF-8, without codes that a terminal obeys."""
    for name in FORMATS:
        text = renderer_of(name).render([report], _VERBOSE)
        text.encode()
        assert all(sign >= " " or sign in _ALLOWED for sign in text), (name, text)
        assert "\x7f" not in text
