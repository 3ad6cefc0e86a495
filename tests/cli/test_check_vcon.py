"""``vcddl check`` without ``--cddl``: vCons, judged by what they ask for themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = EXAMPLES / "stdio-tool.vcon.json"
BARE = {"vcon": "0.5.0", "uuid": "u", "created_at": "2026-09-23T10:00:00Z", "parties": []}


def _write(folder: Path, **members: object) -> str:
    (folder / "call.vcon.json").write_text(json.dumps({**BARE, **members}))
    return "call.vcon.json"


def test_json_and_cbor(vcddl: Run) -> None:
    done = vcddl("check", str(GOOD), str(GOOD.with_suffix(".cbor")))
    assert done.returncode == 0
    assert done.stdout.count("valid (vcon 0.5.0 + tool-invocation)") == 2


def test_folder_holds_vcons_only(vcddl: Run) -> None:
    done = vcddl("check", str(EXAMPLES), "--format", "json")
    assert done.returncode == 1
    files = {report["file"] for report in json.loads(done.stdout)["reports"]}
    expected = {str(path) for path in EXAMPLES.rglob("*.vcon.*")}
    assert files == {name for name in expected if name.endswith((".json", ".cbor"))}


def test_standard_input(vcddl: Run) -> None:
    done = vcddl("check", "-", stdin=GOOD.read_text())
    assert done.stdout.startswith("<stdin>: valid (vcon 0.5.0 + tool-invocation)\n")


def test_unknown_parameter_and_open(vcddl: Run, folder: Path) -> None:
    name = _write(folder, x_ours=1)
    closed, opened = vcddl("check", name), vcddl("check", "--open", name)
    assert (closed.returncode, opened.returncode) == (1, 0)
    assert "--open" in closed.stdout
    assert "--extension" in closed.stdout


@pytest.mark.parametrize("argument", ["ours=more.cddl", "more.cddl"])
def test_extension_of_the_user(vcddl: Run, folder: Path, argument: str) -> None:
    (folder / "more.cddl").write_text("$$vcon-ext //= ( ? x_ours: uint )\n")
    done = vcddl("check", "--extension", argument, _write(folder, x_ours=1))
    assert done.returncode == 0
    assert argument.partition("=")[0].removesuffix(".cddl") in done.stdout


def test_core_of_the_user(vcddl: Run, folder: Path) -> None:
    (folder / "core.cddl").write_text("vcon = { uuid: tstr, * tstr => any }\n")
    done = vcddl("check", "--core", "core.cddl", _write(folder, x_ours=1))
    assert done.returncode == 0
    assert "core.cddl" in done.stdout


@pytest.mark.parametrize("option", ["--core", "--extension"])
def test_cddl_that_is_not_there(vcddl: Run, folder: Path, option: str) -> None:
    done = vcddl("check", option, "gone.cddl", _write(folder), "--format", "json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["reports"][0]["diagnostics"][0]["code"] == "VC901"


def test_the_choice_is_said(vcddl: Run, folder: Path) -> None:
    done = vcddl("check", _write(folder, vcon="0.0.1"))
    assert done.returncode == 0
    assert "VC353" in done.stdout
    assert "vcon 0.4.0" in done.stdout
    assert vcddl("check", "--fail-on", "info", _write(folder, vcon="0.0.1")).returncode == 1
