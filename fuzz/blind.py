"""Fuzz one target by changing seeds at random: ``python -m fuzz.blind TARGET SECONDS CORPUS``."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from random import Random
from time import monotonic

from fuzz.mutate import mutate
from fuzz.targets import TARGETS


def main() -> int:
    """Run until the time is over or a fault is found; the input is kept beside the corpus."""
    target, seconds, corpus = sys.argv[1:]
    function = TARGETS[target]
    seeds = [path.read_bytes() for path in sorted(Path(corpus).iterdir())]
    end = monotonic() + float(seconds)
    count = 0
    while monotonic() < end:
        data = mutate(seeds, Random(count))  # noqa: S311  nothing here is secret
        try:
            function(data)
        except BaseException:  # noqa: BLE001  whatever escapes is what is looked for
            found = Path(corpus).parent / f"{target}-found-{count}"
            found.write_bytes(data)
            traceback.print_exc()
            return 1
        count += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
