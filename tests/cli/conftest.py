"""The real command in a process of its own, in an empty folder, with a plain environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parents[2] / "src"
CDDL = 'person = {name: tstr, ? age: uint, kind: "a" / "b"}\n'
GOOD = '{"name": "x", "kind": "a"}\n'
BAD = '{"name": "x", "age": -1, "kind": "a"}\n'


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled modules that all processes of a run share: each would compile them anew."""
    return tmp_path_factory.mktemp("bytecode")


@pytest.fixture
def environment(bytecode: Path) -> dict[str, str]:
    """What the command sees of its surroundings: nothing that changes its output."""
    unwanted = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "VCDDL_DEBUG", "VCDDL_NO_CACHE"}
    unwanted |= {name for name in os.environ if name.startswith("PYTHON")}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    ours = {"PYTHONPATH": str(SOURCE), "PYTHONPYCACHEPREFIX": str(bytecode)}
    return {**kept, **ours, "PYTHONWARNINGS": "error"}


@pytest.fixture
def command() -> list[str]:
    return [sys.executable, "-m", "vcddl"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a CDDL, a good and a bad instance."""
    (tmp_path / "person.cddl").write_text(CDDL)
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "bad.json").write_text(BAD)
    return tmp_path


@pytest.fixture
def vcddl(
    folder: Path, environment: dict[str, str], command: list[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command in ``folder``; ``stdin`` is text or None for a closed one."""

    def run(
        *arguments: str, stdin: str | None = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        closing = ["sh", "-c", 'exec "$@" <&-', "sh"] if stdin is None else []
        return subprocess.run(
            [*closing, *command, *arguments],
            input=stdin,
            cwd=folder,
            env={**environment, **variables},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return run
