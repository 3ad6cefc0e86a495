"""The built wheel works where only the wheel is: shipped CDDL, schemas and grammar are in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)],
        check=True,
        timeout=300,
    )
    (built,) = folder.glob("vcddl-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        [*PIP, "install", "--no-deps", "--target", str(folder), str(wheel)],
        check=True,
        timeout=300,
    )
    return folder


def run(installed: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed), "VCDDL_NO_CACHE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_wheel_holds_what_it_ships(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = {path for path in names if path.startswith("vcddl/_shipped/")}
    wanted = {
        f"vcddl/_shipped/{path.relative_to(ROOT).as_posix()}"
        for part in ("cddl", "schemas")
        for path in (ROOT / part).rglob("*")
        if path.is_file()
    }
    assert shipped == wanted
    assert {"vcddl/syntax/cddl.lark", "vcddl/rules/prelude.cddl", "vcddl/py.typed"} <= names
    assert sum(path.endswith("LICENSE") for path in names) == 2


def test_installed_wheel_checks_a_vcon(installed: Path, tmp_path: Path) -> None:
    code = "import vcddl, vcddl.shipped as s; print(vcddl.__file__); print(s.shipped_root())"
    places = run(installed, "-c", code, cwd=tmp_path).stdout.split()
    assert places == [
        str(installed / "vcddl" / "__init__.py"),
        str(installed / "vcddl" / "_shipped"),
    ]
    good = ROOT / "examples" / "stdio-tool.vcon.json"
    bad = ROOT / "examples" / "broken" / "policy-live.vcon.cbor"
    result = run(
        installed, "-m", "vcddl", "check", "--format", "json", str(good), str(bad), cwd=tmp_path
    )
    assert result.returncode == 1, result.stderr
    verdicts = [report["verdict"] for report in json.loads(result.stdout)["reports"]]
    assert verdicts == ["valid", "invalid"]


def test_installed_wheel_reads_cddl(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "my.cddl").write_text("thing = {name: tstr}\n", encoding="utf-8")
    (tmp_path / "x.json").write_text('{"name": "n"}', encoding="utf-8")
    result = run(installed, "-m", "vcddl", "check", "--cddl", "my.cddl", "x.json", cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
