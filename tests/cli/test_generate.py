"""``vcddl generate``: instances as data, the same ones for the same seed."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

BY = ("generate", "--cddl", "person.cddl")


def test_same_seed_same_instances(vcddl: Run) -> None:
    one, two = vcddl(*BY, "--seed", "7", "-n", "5"), vcddl(*BY, "--seed", "7", "-n", "5")
    other = vcddl(*BY, "--seed", "8", "-n", "5")
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout != other.stdout
    assert len([json.loads(line) for line in one.stdout.splitlines()]) == 5


@pytest.mark.parametrize("mode", ["random", "minimal", "full"])
@pytest.mark.parametrize(
    ("form", "name"),
    [("json", "all.jsonl"), ("cbor", "all.cborseq"), ("edn", "one.edn"), ("hex", "one.hex")],
)
def test_instances_are_valid(vcddl: Run, mode: str, form: str, name: str) -> None:
    count = "3" if name.startswith("all") else "1"
    arguments = ("--type", form, "--mode", mode, "-n", count, "--output", name)
    assert vcddl(*BY, *arguments).returncode == 0
    done = vcddl("check", "--cddl", "person.cddl", name)
    assert (done.returncode, done.stderr) == (0, "")


def test_minimal_and_full(vcddl: Run) -> None:
    minimal = json.loads(vcddl(*BY, "--mode", "minimal").stdout)
    full = json.loads(vcddl(*BY, "--mode", "full").stdout)
    assert set(minimal) == {"name", "kind"}
    assert set(full) == {"name", "kind", "age"}


def test_vcons_without_cddl(vcddl: Run) -> None:
    assert vcddl("generate", "--output", "made.vcon.json").returncode == 0
    assert vcddl("check", "made.vcon.json").returncode == 0


def test_broken_cddl(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("a = {b: int\n")
    done = vcddl("generate", "--cddl", "broken.cddl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "VC102" in done.stderr
    done = vcddl("generate", "--cddl", "broken.cddl", "--format", "json")
    document = json.loads(done.stdout)
    assert document["command"] == "generate"
    assert document["reports"][0]["diagnostics"][0]["code"] == "VC102"


def test_data_is_utf8_whatever_the_stream_says(vcddl: Run, folder: Path) -> None:
    (folder / "name.cddl").write_text('name = "Zoë"\n', encoding="utf-8")
    done = vcddl("generate", "--cddl", "name.cddl", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout) == "Zoë"


def test_nothing_to_generate(vcddl: Run, folder: Path) -> None:
    (folder / "endless.cddl").write_text("a = [a]\n")
    done = vcddl("generate", "--cddl", "endless.cddl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no instance can be made")


def test_cbor_is_not_for_terminals(
    command: list[str], environment: dict[str, str], folder: Path
) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*command, *BY, "--type", "cbor"],
        cwd=folder,
        env=environment,
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert b"--output" in done.stderr
