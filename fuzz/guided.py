"""Fuzz one target with atheris: ``python -m fuzz.guided TARGET SECONDS CORPUS``."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["vcddl"]):
    from fuzz.targets import TARGETS

_SECONDS_PER_INPUT = 20
_MEGABYTES = 2048


def main() -> None:
    """Run until the time is over or a fault is found; the input is kept beside the corpus."""
    target, seconds, corpus = sys.argv[1:]
    found = Path(corpus).parent / f"{target}-found-"
    flags = [
        f"-max_total_time={seconds}",
        f"-timeout={_SECONDS_PER_INPUT}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-artifact_prefix={found}",
        "-max_len=4096",
        "-print_final_stats=0",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *flags, corpus], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
