"""The cases of the law, read from the ``*.jsonl`` beside this file, and what vcddl says to them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.errors import CddlError
from vcddl.instance.detect import InstanceType
from vcddl.match.full import read_instance

if TYPE_CHECKING:
    from vcddl.report import Report

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
LANGUAGE = ("language", "types", "groups", "controls")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case: whether ``cddl`` takes the instance, and the section that decides.

    Attributes:
        data: the instance as bytes of ``format``, ``json`` or ``cbor``.
        expected: ``valid``, ``invalid`` or ``schema-error``.
        confidence: ``clear``, or ``arguable`` where the text leaves room.
    """

    id: str
    feature: str
    cddl: str
    format: str
    data: bytes
    expected: str
    why: str
    confidence: str


def read_lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file of cases."""
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def language_cases() -> list[Case]:
    """All cases that carry their own CDDL."""
    return [_case(line) for name in LANGUAGE for line in read_lines(name)]


def _case(line: dict[str, Any]) -> Case:
    instance = line.pop("instance")
    data = bytes.fromhex(instance) if line["format"] == "cbor" else instance.encode()
    return Case(data=data, **line)


def disputed() -> dict[str, str]:
    """Reason by case id: cases that are held to be wrong."""
    table = tomllib.loads((FOLDER / "disputed.toml").read_text(encoding="utf-8"))
    return {entry["id"]: entry["reason"] for entry in table.get("case", [])}


@cache
def compiled(cddl: str) -> CompiledCddl | None:
    """The CDDL ready to use, or None where it is refused."""
    try:
        compiled = compile_cddl(f"{cddl}\n")
        _ = compiled.cbor
    except CddlError:
        return None
    return compiled


def report_of(cddl: CompiledCddl, data: bytes, *, json: bool) -> Report:
    """The report of the full lane alone."""
    kind = InstanceType.JSON if json else InstanceType.CBOR
    subjects = read_instance(data, kind, name="case", limits=cddl.limits, deterministic=False)
    return cddl.judge(subjects, "case")
