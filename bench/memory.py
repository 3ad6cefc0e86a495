"""Peak memory of a check against that of decoding alone, each in a process of its own.

Run as a module, ``python -m bench.memory WHAT FORM LENGTH`` prints kilobytes: what the peak grew by
after imports, and after the data were there. WHAT is ``decode`` or ``check``.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from bench import samples

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 300_000


def measure(form: str, *, what: str) -> float:
    """Kilobytes that ``what`` takes at its peak."""
    command = [sys.executable, "-m", "bench.memory", what, form, str(LENGTH)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=samples.ROOT)
    return float(run.stdout)


def _peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _data(form: str, length: int) -> bytes:
    """The bytes of an array, made by a process of its own: making them takes more than they do."""
    make = f"samples.as_{form}(samples.array({length}))"
    code = f"import sys; from bench import samples; sys.stdout.buffer.write({make})"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, check=True, cwd=samples.ROOT).stdout


def _function(what: str, form: str) -> Callable[[bytes], Any]:
    if what == "decode" and form == "json":
        return json.loads
    if what == "decode":
        import cbor2

        return cbor2.loads
    from vcddl import compile_cddl

    cddl = compile_cddl(samples.ARRAY_CDDL)
    accepts = cddl.accepts_json if form == "json" else cddl.accepts_cbor
    accepts(b"[]" if form == "json" else b"\x80")
    return accepts


def main() -> None:
    """Print one number."""
    what, form, length = sys.argv[1:]
    function = _function(what, form)
    data = _data(form, int(length))
    before = _peak_kilobytes()
    kept = function(data)
    print(_peak_kilobytes() - before)
    del kept


if __name__ == "__main__":
    main()
