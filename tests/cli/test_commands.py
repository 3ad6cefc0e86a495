"""`lint`, `fmt`, `bundle`, `generate`, `codes`, `spec`: the ways they are used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

UNTIDY = "a={b:int ; why\n,c:tstr}\n"
TIDY_CHECK = ("fmt", "--check", "a.cddl")


# lint


def test_lint_clean(vcddl: Run) -> None:
    done = vcddl("lint", "person.cddl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "checked 1 file: nothing found\n"


def test_lint_broken_cddl_is_a_finding(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("a = {b: int\n")
    done = vcddl("lint", "broken.cddl")
    assert done.returncode == 1
    assert "VC102" in done.stdout


def test_lint_undefined_name(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("a = {b: persn}\nperson = tstr\n")
    done = vcddl("lint", "broken.cddl", "--format", "json")
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)["reports"]
    assert "VC201" in {found["code"] for found in report["diagnostics"]}


def test_lint_unreadable_is_no_finding(vcddl: Run) -> None:
    done = vcddl("lint", "gone.cddl")
    assert done.returncode == 2
    assert "VC901" in done.stdout


def test_lint_of_an_extension(vcddl: Run, folder: Path) -> None:
    (folder / "core.cddl").write_text("core = {name: tstr, * $$core-ext}\nunused = int\n")
    (folder / "more.cddl").write_text("$$core-ext //= (age: years)\n")
    (folder / "years.cddl").write_text("years = uint\n")
    done = vcddl("lint", "--fail-on", "info", "--context", "core.cddl", "more.cddl", "years.cddl")
    assert (done.returncode, done.stdout) == (0, "checked 2 files: nothing found\n")
    assert vcddl("lint", "--context", "core.cddl", "more.cddl").returncode == 1


def test_lint_standard_input(vcddl: Run) -> None:
    done = vcddl("lint", "-", stdin="a = {b: int\n")
    assert done.returncode == 1
    assert "<stdin>:1:5" in done.stdout


def test_lint_not_utf8(vcddl: Run, folder: Path) -> None:
    (folder / "latin.cddl").write_bytes(b"; caf\xe9\na = int\n")
    done = vcddl("lint", "latin.cddl")
    assert done.returncode == 1
    assert "latin.cddl:1:6" in done.stdout
    assert "VC104" in done.stdout


# fmt


@pytest.fixture
def untidy(folder: Path) -> Path:
    path = folder / "a.cddl"
    path.write_text(UNTIDY)
    return path


def test_fmt_in_place(vcddl: Run, untidy: Path) -> None:
    done = vcddl("fmt", "a.cddl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert untidy.read_text() != UNTIDY
    assert "; why" in untidy.read_text()
    assert vcddl(*TIDY_CHECK).returncode == 0


def test_fmt_check_changes_nothing(vcddl: Run, untidy: Path) -> None:
    done = vcddl(*TIDY_CHECK)
    assert done.returncode == 1
    assert "VC902" in done.stdout
    assert untidy.read_text() == UNTIDY


def test_fmt_diff(vcddl: Run, untidy: Path) -> None:
    done = vcddl("fmt", "--diff", "a.cddl")
    assert done.returncode == 1
    assert "-a={b:int ; why" in done.stdout
    assert untidy.read_text() == UNTIDY


def test_fmt_standard_input(vcddl: Run) -> None:
    done = vcddl("fmt", "-", stdin="a=int\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "a = int\n", "")


def test_fmt_to_another_file(vcddl: Run, folder: Path, untidy: Path) -> None:
    assert vcddl("fmt", "a.cddl", "--output", "b.cddl").returncode == 0
    assert untidy.read_text() == UNTIDY
    assert (folder / "b.cddl").read_text().startswith("a = {")
    assert vcddl("fmt", "a.cddl", "person.cddl", "--output", "b.cddl").returncode == 2


def test_fmt_of_broken_cddl(vcddl: Run, untidy: Path) -> None:
    untidy.write_text("a = {b: int\n")
    done = vcddl("fmt", "a.cddl", "gone.cddl", "person.cddl")
    assert done.returncode == 2
    assert "VC102" in done.stderr
    assert "VC901" in done.stderr
    assert untidy.read_text() == "a = {b: int\n"


def test_fmt_json(vcddl: Run, untidy: Path) -> None:
    done = vcddl("fmt", "--check", "a.cddl", "--format", "json")
    assert done.returncode == 1
    (entry,) = json.loads(done.stdout)["files"]
    assert (entry["file"], entry["changed"], entry["usable"]) == ("a.cddl", True, True)
    assert untidy.read_text() == UNTIDY


# codes and spec


def test_codes_lists_them_all(vcddl: Run) -> None:
    lines = vcddl("codes").stdout.splitlines()
    entries = json.loads(vcddl("codes", "--format", "json").stdout)["codes"]
    assert [line.split()[0] for line in lines] == [entry["id"] for entry in entries]


def test_explain_in_json(vcddl: Run) -> None:
    assert json.loads(vcddl("explain", "VC301", "--format", "json").stdout)["id"] == "VC301"


def test_spec_list(vcddl: Run) -> None:
    names = [line.split()[0] for line in vcddl("spec", "list").stdout.splitlines()]
    assert {"vcon-core-0.5.0", "vcon-core-0.4.0", "tool-invocation"} <= set(names)


def test_spec_show(vcddl: Run) -> None:
    page = vcddl("spec", "show", "tool-invocation").stdout
    assert "cddl/extensions/tool-invocation.cddl" in page
    assert "draft-petrie-vcon-tool-invocation" in page


def test_spec_show_cddl_can_be_used(vcddl: Run, folder: Path) -> None:
    done = vcddl("spec", "show", "--cddl", "vcon-core-0.5.0")
    (folder / "core.cddl").write_text(done.stdout)
    assert vcddl("check", "--cddl", "core.cddl", "--root", "vcon", "good.json").returncode == 1


@pytest.mark.parametrize("line", ["codes", "spec list", "spec show vcon-open", "explain VC301"])
def test_quiet_and_colour_everywhere(vcddl: Run, line: str) -> None:
    plain, brief = vcddl(*line.split()), vcddl(*line.split(), "-q")
    assert len(brief.stdout.split()) < len(plain.stdout.split())
    colored = vcddl(*line.split(), "--color", "always")
    assert colored.returncode == 0
    assert len(colored.stdout) >= len(plain.stdout)
