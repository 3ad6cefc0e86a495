#!/usr/bin/env python3
"""Print pip constraints for the run-time libraries: the oldest allowed, or none for the newest."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path


def main(side: str) -> None:
    """``side`` is ``oldest`` or ``newest``."""
    if side != "oldest":
        return
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"]:
        name, _, bounds = requirement.partition(">=")
        sys.stdout.write(f"{name}=={re.split('[,;]', bounds)[0]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
