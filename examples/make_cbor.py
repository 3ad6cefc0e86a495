# ruff: noqa: INP001 - a script, not part of a package
"""Writes the CBOR twin of each example: same data, deterministic encoding of RFC 8949 §4.2.1.

Run it after a change of a JSON file. A file with a duplicate key has no twin.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cbor2

HERE = Path(__file__).parent


class DuplicateKeyError(ValueError):
    """A JSON object has a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise DuplicateKeyError
    return members


def cbor_twin(json_text: str) -> bytes:
    """The deterministic encoding of a JSON text whose keys, as all JSON keys, are text.

    Shortest heads and floats; keys in bytewise order of their encoding, which for text keys is
    by length, then by content.

    Raises:
        DuplicateKeyError: an object has a key twice.
    """
    return cbor2.dumps(json.loads(json_text, object_pairs_hook=_unique), canonical=True)


def main() -> None:
    """Write all twins."""
    for path in sorted(HERE.rglob("*.vcon.json")):
        try:
            twin = cbor_twin(path.read_text(encoding="utf-8"))
        except DuplicateKeyError:
            continue
        path.with_suffix(".cbor").write_bytes(twin)


if __name__ == "__main__":
    main()
