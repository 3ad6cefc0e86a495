"""``vcddl bundle``: many CDDL files → one that stands alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_broken_cddl(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("a = {b: int\n")
    done = vcddl("bundle", "broken.cddl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "VC102" in done.stderr
    document = json.loads(vcddl("bundle", "broken.cddl", "--format", "json").stdout)
    assert document["command"] == "bundle"
    assert document["reports"][0]["diagnostics"][0]["code"] == "VC102"


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
