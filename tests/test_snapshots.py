"""Each folder of ``snapshots/`` is a run of the command: ``command.txt`` and files beside it.

``expect.txt`` holds what a person sees, ``expect.json`` what a program gets. Both are written by
``pytest --update-snapshots``. Adding a case takes a folder, no Python.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from vcddl.cli.app import run
from vcddl.cli.exits import Exit
from vcddl.diagnostics.codes import all_codes

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in (HERE / "snapshots").glob("*/command.txt"))
SCHEMAS = HERE.parent / "schemas" / "output"
# Codes that no run over files in a folder can show, and why, or the test that shows them.
ELSEWHERE = {
    "VC903": "tests/cli/test_output.py",
}


def _arguments(folder: Path) -> list[str]:
    return shlex.split((folder / "command.txt").read_text(encoding="utf-8"))


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "VCDDL_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_snapshot(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
    matches_snapshot: Callable[[Path, str], None],
) -> None:
    monkeypatch.chdir(folder)
    arguments = _arguments(folder)
    status = run(arguments)
    seen = capsysbinary.readouterr()
    assert status != Exit.BUG, seen.err.decode()
    text = f"{seen.out.decode()}{seen.err.decode()}exit status {status}\n"
    matches_snapshot(folder / "expect.txt", text)
    assert run([*arguments, "--format", "json"]) == status
    document = capsysbinary.readouterr().out.decode()
    schema = json.loads((SCHEMAS / f"{arguments[0]}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(document))
    matches_snapshot(folder / "expect.json", document)


@pytest.mark.parametrize("code", [code.id for code in all_codes() if code.id not in ELSEWHERE])
def test_every_code_is_shown(code: str) -> None:
    """At least one run gives the code, to people and to programs."""
    shown = [folder.name for folder in FOLDERS if code in (folder / "expect.txt").read_text()]
    assert shown, f"no folder of tests/snapshots shows {code}"
