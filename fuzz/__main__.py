"""Fuzz for a long time: ``python -m fuzz [--seconds N] [TARGET ...]``.

With atheris (``pip install 'vcddl[fuzz]'``) coverage leads the way; without it, seeds are changed
at random. Each target runs in a process of its own; input that breaks one is kept in ``--folder``.
Ends with status 1 if anything was found.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from fuzz.seeds import ROOT, cases, cddl_texts, instances
from fuzz.targets import TARGETS


def write_seeds(target: str, folder: Path) -> None:
    """The first inputs of a target, as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds_of(target)):
        (folder / f"{number:04}").write_bytes(data)


def seeds_of(target: str) -> list[bytes]:
    """The first inputs of a target."""
    if target == "cddl":
        return [text.encode() for text in cddl_texts()]
    if target in ("json", "cbor"):
        return list(instances(target))
    if target == "notation":
        return [*instances("json"), *(data.hex().encode() for data in instances("cbor"))]
    if target == "pair":
        return [text.encode() + b"\x00" + data for text, _, data in cases()]
    index = {text: number for number, text in enumerate(cddl_texts())}
    kinds = {"json": b"\x00", "cbor": b"\x01"}
    return [index[text].to_bytes(2) + kinds[kind] + data for text, kind, data in cases()]


def main() -> int:
    """Run the targets one after the other."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz")
    arguments = parser.parse_args()
    targets = arguments.targets or list(TARGETS)
    share = max(1, arguments.seconds // len(targets))
    failed = [name for name in targets if _run(name, share, arguments.folder)]
    return 1 if failed else 0


def _run(target: str, seconds: int, folder: Path) -> int:
    """The exit status of a target that was fuzzed for some time."""
    corpus = folder / target
    write_seeds(target, corpus)
    way = "fuzz.guided" if find_spec("atheris") else "fuzz.blind"
    command = [sys.executable, "-m", way, target, str(seconds), str(corpus)]
    return subprocess.run(command, check=False, cwd=ROOT).returncode  # noqa: S603  our own module


if __name__ == "__main__":
    sys.exit(main())
