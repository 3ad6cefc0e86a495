"""The README tells the truth: its commands give the output shown, its Python runs."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from vcddl.cli.exits import Exit

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _run_block(block: str, command: list[str], environment: dict[str, str]) -> str:
    """The block with the output that its commands give now. ``$ echo $?`` shows the status."""
    shown, status = "", 0
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        shown += f"{line}\n"
        words = shlex.split(line[2:])
        if words == ["echo", "$?"]:
            shown += f"{status}\n"
            continue
        assert words[0] == "vcddl", line
        done = subprocess.run(
            [*command, *words[1:]],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        shown, status = shown + done.stdout, done.returncode
        assert status != Exit.BUG, done.stdout
    return shown


def test_commands_give_the_output_shown(
    command: list[str],
    environment: dict[str, str],
    updates_snapshots: bool,
) -> None:
    text = README.read_text(encoding="utf-8")
    assert BLOCK.search(text)
    current = BLOCK.sub(
        lambda match: f"```console\n{_run_block(match[1], command, environment)}```", text
    )
    if updates_snapshots:
        README.write_text(current, encoding="utf-8")
    assert current == README.read_text(encoding="utf-8"), "run `make snapshots`, see the diff"


def test_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried
    assert not failed


def test_files_named_exist() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (ROOT / link).exists(), link
