"""What the shipped CDDL accepts and refuses. Files chosen as for a vCon, values as programs hold them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from vcddl import Verdict, compile_cddl
from vcddl.vcon.specs import choose_spec, list_specs

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("VCDDL_SHARED", ROOT.parent / "shared"))
CDDL = ROOT / "cddl"
BARE = {"uuid": "u", "created_at": "2026-09-01T10:00:00Z"}
EVENT = {"time": "t", "sessions": 0, "party": 0}
ALL = ("vcon-core-0.5.0", "extensions/tool-invocation", "vcon-open", "vcon-any-type")


def _verdict(value: Any, *names: str, root: str = "unsigned_vcon_type") -> Verdict:
    program = compile_cddl(*(CDDL / f"{name}.cddl" for name in names), root=root)
    return program.check_value(value).verdict


def _is_valid(value: Any, *names: str) -> bool:
    return _verdict(BARE | value, *names) is Verdict.VALID


@pytest.mark.parametrize("spec", [spec for spec in list_specs() if spec.root], ids=lambda s: s.name)
def test_cores_stand_alone(spec: Any) -> None:
    assert compile_cddl(*spec.cddl_paths).check_value(BARE).verdict is Verdict.VALID


@pytest.mark.parametrize(
    ("value", "closed", "opened"),
    [
        ({}, True, True),
        ({"x": 1}, False, True),
        ({"subject": 1}, False, False),
        ({"sessions": [{"session_id": {"x": 1}}]}, False, True),
        ({"parties": [{"x": 1}]}, False, True),
        ({"parties": [{"civicaddress": {"zz": "q"}}]}, False, True),
        ({"dialog": [{"type": "text", "x": 1}]}, False, True),
        ({"dialog": [{"type": "video"}]}, False, False),
        ({"events": [{**EVENT, "type": "join", "x": 1}]}, False, True),
        ({"events": [{**EVENT, "type": "vote"}]}, False, False),
        ({"amended_from": {}}, False, False),
        ({"amended_from": {"uuid": "u", "url": "u"}}, False, False),
        ({"amended_from": {"url": "u", "content_hash": "h"}}, True, True),
        ({"redacted_from": {"type": "t"}, "amended_from": {"uuid": "u"}}, False, True),
        ({"attachments": [{"start": "t", "party": 0}]}, False, False),
        ({"attachments": [{"start": "t", "party": 0, "session": [0]}]}, True, True),
        ({"attachments": [{"start": "t", "party": 0, "dialog": 0, "session": 0}]}, True, True),
    ],
)
def test_closed_and_open(value: dict[str, Any], *, closed: bool, opened: bool) -> None:
    assert _is_valid(value, *ALL[:2]) is closed
    assert _is_valid(value, *ALL[:3]) is opened


def test_types_of_unknown_extensions() -> None:
    dialogs = [{"type": "video", "x": 1}, {"type": "text", "encoding": "hex", "body": "00"}]
    dialogs.append({"type": "incomplete", "disposition": "asleep"})
    assert _is_valid({"events": [{**EVENT, "type": "vote", "x": 1}], "dialog": dialogs}, *ALL)
    assert not _is_valid({"events": [{"type": "vote"}]}, *ALL)
    assert not _is_valid({"dialog": [{"type": "incomplete"}]}, *ALL)
    assert not _is_valid({"dialog": [{"type": "text", "encoding": "none", "body": 1}]}, *ALL)


@pytest.mark.parametrize("name", [name for spec in list_specs() for name in spec.event_types])
def test_known_types_keep_their_rules(name: str) -> None:
    event = {**EVENT, "type": name, "party": "nobody"}
    assert not _is_valid({"events": [event]}, *ALL)


@pytest.mark.parametrize(
    ("version", "is_valid"), [("0.0.1", True), ("0.3.0", True), ("0.4.0", True), ("0.6.0", False)]
)
def test_version_texts(version: str, *, is_valid: bool) -> None:
    value = BARE | {"vcon": version}
    choice = choose_spec(value)
    program = compile_cddl(*choice.cddl_files, root=choice.root)
    assert (program.check_value(value).verdict is Verdict.VALID) is is_valid


def _cases() -> list[dict[str, Any]]:
    path = SHARED / "conformance" / "vcon-core-0.4.0.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_core_0_4_0_gives_the_verdicts_of_the_cases(case: dict[str, Any]) -> None:
    program = compile_cddl(CDDL / "vcon-core-0.4.0.cddl", root="vcon")
    data = case["instance"].encode()
    if case.get("format") != "cbor":
        assert program.check_json(data).verdict == case["expected"]
