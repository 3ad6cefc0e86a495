"""One CDDL and one value, asked in every way that vcddl has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, reject, settings

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.deep import deep_recursion
from vcddl.errors import CddlError, ResourceLimit, UsageError
from vcddl.generate import CannotGenerate, generate
from vcddl.instance.cbor_reader import loads_strict
from vcddl.instance.encode import encode_cbor, encode_json
from vcddl.instance.json_reader import parse_json
from vcddl.limits import Limits
from vcddl.match.judge import Judge

if TYPE_CHECKING:
    from vcddl.match.lanes import Lanes

LIMITS = Limits(steps=200_000)
profile = settings(
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
    ],
)


def compiled(text: str) -> CompiledCddl:
    """The CDDL, or no example: random CDDL may lead nowhere or contradict itself."""
    try:
        cddl = compile_cddl(text)
        _ = cddl.cbor
    except CddlError:
        reject()
    return cddl


def lanes_of(cddl: CompiledCddl, *, json: bool) -> Lanes:
    """The lanes of a number model."""
    return cddl.json if json else cddl.cbor


def written(value: Any, *, json: bool) -> bytes:
    """``value`` as JSON or CBOR."""
    return encode_json(value).encode() if json else encode_cbor(value)


def instances(cddl: CompiledCddl, *, json: bool, seed: int = 0, count: int = 2) -> list[Any]:
    """Generated instances; none where there are none, or where they cannot be written."""
    try:
        made = list(generate(lanes_of(cddl, json=json).program, seed=seed, count=count))
    except (CannotGenerate, ResourceLimit):
        return []
    return made


def judged(cddl: CompiledCddl, data: bytes, *, json: bool) -> bool | None:
    """The verdict of the plain walk; no example where it takes too many steps."""
    program = lanes_of(cddl, json=json).program
    try:
        value = parse_json(data.decode(), LIMITS) if json else loads_strict(data, LIMITS)
        with deep_recursion():
            return Judge(program, LIMITS).accepts(program.root, value)
    except ResourceLimit:
        reject()


def assert_lanes_agree(cddl: CompiledCddl, value: Any, *, json: bool) -> bool | None:
    """The verdict of both lanes for what is written of ``value``."""
    try:
        data = written(value, json=json)
    except UsageError:
        reject()
    answer = judged(cddl, data, json=json)
    fast = cddl.fast_accepts(data, json=json)
    assert fast is None or fast is (answer is True), data
    return answer


def files_of(text: str) -> list[str]:
    """The rules of a CDDL text that has one on each line, the sockets in a file of their own."""
    plugs = "".join(re.findall(r"^\$.*\n", text, re.MULTILINE))
    return [re.sub(r"^\$.*\n", "", text, flags=re.MULTILINE), plugs]
