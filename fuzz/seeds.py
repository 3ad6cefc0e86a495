"""Where fuzzing starts: the CDDL and the instances of the conformance cases."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "conformance"


@cache
def cddl_texts() -> tuple[str, ...]:
    """Each CDDL of a case once, and what is shipped."""
    texts = [case[0] for case in cases()]
    shipped = sorted((ROOT / "cddl").rglob("*.cddl"))
    texts += [path.read_text(encoding="utf-8") for path in shipped]
    return tuple(dict.fromkeys(texts))


@cache
def instances(form: str) -> tuple[bytes, ...]:
    """Each instance of a case once. ``form`` is json or cbor."""
    return tuple(dict.fromkeys(data for _, kind, data in cases() if kind == form))


@cache
def cases() -> tuple[tuple[str, str, bytes], ...]:
    """CDDL, format and instance of every case that has them."""
    return tuple(_cases())


def _cases() -> Iterator[tuple[str, str, bytes]]:
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if "cddl" not in case:
                continue
            text = case["instance"]
            is_cbor = case["format"] == "cbor"
            data = bytes.fromhex(text) if is_cbor else text.encode()
            yield f"{case['cddl']}\n", case["format"], data
