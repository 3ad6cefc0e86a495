"""`generate` and `bundle`: commands whose output is data."""

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


# generate


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


@pytest.mark.parametrize("command", ["generate --cddl broken.cddl", "bundle broken.cddl"])
def test_broken_cddl(vcddl: Run, folder: Path, command: str) -> None:
    (folder / "broken.cddl").write_text("a = {b: int\n")
    done = vcddl(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "VC102" in done.stderr
    document = json.loads(vcddl(*command.split(), "--format", "json").stdout)
    assert document["command"] == command.split(maxsplit=1)[0]
    assert document["reports"][0]["diagnostics"][0]["code"] == "VC102"


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


# bundle


@pytest.fixture
def parts(folder: Path) -> Path:
    (folder / "base.cddl").write_text("thing = {* $$thing-ext}\nunused = int\n")
    (folder / "more.cddl").write_text("$$thing-ext //= (name: tstr, ? age: uint, kind: kinds)\n")
    (folder / "kinds.cddl").write_text('kinds = "a" / "b"\n')
    return folder


@pytest.mark.usefixtures("parts")
def test_bundle_stands_alone_and_judges_alike(vcddl: Run) -> None:
    files = ("base.cddl", "more.cddl", "kinds.cddl")
    assert vcddl("bundle", *files, "--output", "all.cddl").returncode == 0
    for name, status in (("good.json", 0), ("bad.json", 1)):
        parts = [word for file in files for word in ("--cddl", file)]
        assert vcddl("check", *parts, "--root", "thing", name).returncode == status
        assert vcddl("check", "--cddl", "all.cddl", name).returncode == status


@pytest.mark.usefixtures("parts")
def test_bundle_drops_what_the_root_does_not_need(vcddl: Run) -> None:
    files = ("base.cddl", "more.cddl", "kinds.cddl")
    assert "unused" in vcddl("bundle", *files).stdout
    assert "unused" not in vcddl("bundle", "--drop-unused", *files).stdout
