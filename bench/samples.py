"""The data that is measured: vCons of given sizes, arrays of given lengths. Always the same."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from vcddl.instance.encode import encode_cbor

ROOT = Path(__file__).parents[1]
CORE_4 = ROOT / "cddl" / "vcon-core-0.4.0.cddl"
CORE_5 = ROOT / "cddl" / "vcon-core-0.5.0.cddl"
TOOLS = ROOT / "cddl" / "extensions" / "tool-invocation.cddl"
SCHEMA_4 = ROOT / "schemas" / "vcon-core-0.4.0.schema.json"
TOOL_EXAMPLE = ROOT / "examples" / "mcp-http-retry-after-403.vcon.json"

ARRAY_CDDL = "a = [* {n: uint, ? s: tstr}]\n"
SIZES = {"0.7 kB": 700, "4 kB": 4_000, "30 kB": 30_000, "280 kB": 280_000, "1 MB": 1_000_000}
LENGTHS = (100, 1_000, 10_000, 100_000, 1_000_000)


def _dialog(index: int) -> dict[str, Any]:
    common = {"start": f"2026-03-01T10:{index // 60 % 60:02}:{index % 60:02}Z", "parties": [0, 1]}
    if index % 3 == 0:
        text = f"Thank you for calling, this is line {index}. How can I help?"
        plain = {"mediatype": "text/plain", "encoding": "none", "originator": 0}
        return {"type": "text", **common, **plain, "body": text}
    url = f"https://media.example.com/recordings/{index:08}.wav"
    if index % 3 == 1:
        recording = {"mediatype": "audio/x-wav", "duration": 12.5 + index % 7}
        return {"type": "recording", **common, **recording, "url": url, "content_hash": "sha512-eA"}
    return {"type": "incomplete", **common, "disposition": "no-answer"}


def _vcon() -> dict[str, Any]:
    caller = {"name": "Alice Example", "tel": "tel:+15550100", "mailto": "mailto:alice@example.com"}
    agent = {"name": "Bob Example", "role": "agent", "uuid": "01890b2c-7f3a-8b21-9d4e-2a6c1f0e7b55"}
    return {
        "vcon": "0.4.0",
        "uuid": "01890b2c-7f3a-8b21-9d4e-2a6c1f0e7b54",
        "created_at": "2026-03-01T10:00:00Z",
        "subject": "call about a delivery",
        "parties": [caller, agent],
        "dialog": [_dialog(0)],
    }


@cache
def vcon(size_bytes: int) -> dict[str, Any]:
    """A vCon of syntax 0.4.0 with as many dialogs as its JSON text has room for."""
    value = _vcon()
    room = size_bytes - len(json.dumps(value))
    while room > 0:
        value["dialog"].append(_dialog(len(value["dialog"])))
        room -= len(json.dumps(value["dialog"][-1])) + 2
    return value


@cache
def tool_vcon(size_bytes: int) -> dict[str, Any]:
    """A vCon of syntax 0.5.0 with the events of an example, again and again."""
    value: dict[str, Any] = json.loads(TOOL_EXAMPLE.read_text(encoding="utf-8"))
    events = list(value["events"])
    room = size_bytes - len(json.dumps(value))
    while room > 0:
        value["events"] += events
        room -= len(json.dumps(events))
    return value


@cache
def broken_vcon(size_bytes: int) -> dict[str, Any]:
    """A vCon with three faults: at the start, in the middle and at the end."""
    value: dict[str, Any] = json.loads(json.dumps(vcon(size_bytes)))
    dialogs = value["dialog"]
    dialogs[0]["parties"] = "0"
    dialogs[len(dialogs) // 2]["type"] = "recrding"
    dialogs[-1]["start"] = 5
    return value


@cache
def array(length: int) -> list[Any]:
    """What `ARRAY_CDDL` accepts."""
    return [{"n": n} if n % 2 else {"n": n, "s": "text"} for n in range(length)]


def as_json(value: Any) -> bytes:
    """The JSON text of a value."""
    return json.dumps(value).encode()


def as_cbor(value: Any) -> bytes:
    """The same value in CBOR."""
    return encode_cbor(value)
