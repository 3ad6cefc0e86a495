"""Other CDDL tools as oracles: CDDL and CBOR → ``valid``, ``invalid``, ``schema-error`` or ``crash``.

Run as a script, it answers JSON lines of a name, CDDL and hexadecimal CBOR: some peers take their
process with them when they fail.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CRASH = "crash"
_SECONDS = 60


def installed_version(package: str) -> str | None:
    """The version of a peer that is installed, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def answers(peer: str, questions: Sequence[tuple[str, bytes]]) -> list[str]:
    """What ``peer`` says to each pair of CDDL and CBOR. A question that kills it is a crash."""
    found: list[str] = []
    while len(found) < len(questions):
        rest = questions[len(found) :]
        lines = "\n".join(json.dumps([peer, cddl, data.hex()]) for cddl, data in rest)
        run = subprocess.run(
            [sys.executable, __file__],
            input=lines,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        found += run.stdout.split()
        if len(found) < len(questions):
            found.append(CRASH)
    return found


def _ask_pycddl(cddl: str, data: bytes) -> str:
    import pycddl

    try:
        schema = pycddl.Schema(cddl)
    except ValueError:
        return "schema-error"
    try:
        schema.validate_cbor(data)
    except (pycddl.ValidationError, ValueError):
        return "invalid"
    return "valid"


def _ask_cddl_verifier(cddl: str, data: bytes) -> str:
    from cddl_verifier import CBORDecodeError, SchemaError, Validator

    try:
        validator = Validator(cddl)
    except SchemaError:
        return "schema-error"
    try:
        return "valid" if validator.validate(data).valid else "invalid"
    except CBORDecodeError:
        return "invalid"


PEERS: dict[str, Callable[[str, bytes], str]] = {
    "pycddl": _ask_pycddl,
    "cddl-verifier": _ask_cddl_verifier,
}


def main() -> None:
    """Answer the questions on standard input, one word a line."""
    for line in sys.stdin:
        peer, cddl, data = json.loads(line)
        print(PEERS[peer](cddl, bytes.fromhex(data)), flush=True)  # noqa: T201  a script


if __name__ == "__main__":
    main()
