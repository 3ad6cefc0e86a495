"""Where and how things are written: formats, colour, files, pipes."""

from __future__ import annotations

import io
import json
import os
import pty
import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from vcddl.cli import progress

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

SCHEMAS = Path(__file__).parents[2] / "schemas" / "output"
BY = ("check", "--cddl", "person.cddl")
ESCAPE = "\x1b["


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        ((*BY, "good.json", "bad.json", "gone.json"), "check"),
        (("check", "--cddl", "gone.cddl", "good.json"), "check"),
        (("lint", "person.cddl"), "lint"),
        (("fmt", "--check", "person.cddl", "gone.cddl"), "fmt"),
        (("codes",), "codes"),
        (("explain", "VC301"), "codes"),
        (("spec", "list"), "spec"),
        (("spec", "show", "vcon-core-0.5.0"), "spec"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_json_output_fits_the_published_schema(
    vcddl: Run, arguments: tuple[str, ...], schema: str
) -> None:
    stated = json.loads((SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(stated)
    done = vcddl(*arguments, "--format", "json")
    jsonschema.Draft202012Validator(stated).validate(json.loads(done.stdout))
    assert done.stdout.isascii()


@pytest.mark.parametrize("name", ["check", "lint", "fmt", "codes", "explain", "spec list"])
def test_schema_is_printed(vcddl: Run, name: str) -> None:
    done = vcddl(*name.split(), "--schema")
    schema = {"explain": "codes", "spec list": "spec"}.get(name, name)
    assert done.returncode == 0
    assert done.stdout == (SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8")


def test_jsonl_is_a_report_a_line(vcddl: Run) -> None:
    lines = vcddl(*BY, "good.json", "bad.json", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["valid", "invalid"]


def test_concise(vcddl: Run) -> None:
    done = vcddl(*BY, "bad.json", "--format", "concise")
    first, last = done.stdout.splitlines()
    assert first.startswith("bad.json:1:22: VC3")
    assert last == "checked 1 file: 1 invalid; 1 error"


def test_same_input_same_bytes(vcddl: Run) -> None:
    for kind in ("text", "concise", "json", "jsonl"):
        one = vcddl(*BY, "bad.json", "good.json", "--format", kind, PYTHONHASHSEED="1")
        two = vcddl(*BY, "bad.json", "good.json", "--format", kind, PYTHONHASHSEED="2")
        assert one.stdout == two.stdout


def test_quiet(vcddl: Run) -> None:
    assert vcddl(*BY, "-q", "good.json").stdout == ""
    assert "age" in vcddl(*BY, "-q", "bad.json").stdout


# colour


@pytest.mark.parametrize(
    ("options", "variables", "colored"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "auto"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(
    vcddl: Run, options: tuple[str, ...], variables: dict[str, str], *, colored: bool
) -> None:
    done = vcddl(*BY, "bad.json", *options, **variables)
    assert (ESCAPE in done.stdout) is colored


def test_no_colour_in_machine_formats(vcddl: Run) -> None:
    assert ESCAPE not in vcddl(*BY, "bad.json", "--format", "json", "--color", "always").stdout


@pytest.mark.parametrize(("variables", "colored"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_terminal(
    command: list[str],
    environment: dict[str, str],
    folder: Path,
    variables: dict[str, str],
    *,
    colored: bool,
) -> None:
    """On a terminal there is colour, and the last line says the time."""
    ours, theirs = pty.openpty()
    subprocess.run(
        [*command, *BY, "good.json"],
        cwd=folder,
        env={**environment, "TERM": "xterm", **variables},
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=True,
        timeout=60,
    )
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        text = terminal.read(100_000).decode()
    assert (ESCAPE in text) is colored
    assert " s\r\n" in text


# files and pipes


def test_output_to_a_file(vcddl: Run, folder: Path) -> None:
    done = vcddl(*BY, "bad.json", "--format", "json", "--output", "report.json")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    assert json.loads((folder / "report.json").read_text())["summary"]["invalid"] == 1
    assert {path.name for path in folder.iterdir()} == {
        *("person.cddl", "good.json", "bad.json", "report.json")
    }


def test_output_keeps_mode_and_follows_links(vcddl: Run, folder: Path) -> None:
    target = folder / "real.txt"
    target.write_text("old")
    target.chmod(0o640)
    (folder / "link.txt").symlink_to(target)
    vcddl(*BY, "good.json", "--output", "link.txt")
    assert (folder / "link.txt").is_symlink()
    assert "valid" in target.read_text()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_output_to_a_device(vcddl: Run) -> None:
    assert vcddl(*BY, "good.json", "--output", os.devnull).returncode == 0


def test_output_that_cannot_be_written(vcddl: Run, folder: Path) -> None:
    done = vcddl(*BY, "good.json", "--output", "no/such/folder.txt")
    assert done.returncode == 2
    assert "VC903" in done.stderr
    assert {path.name for path in folder.iterdir()} == {"person.cddl", "good.json", "bad.json"}


def test_closed_pipe_ends_quietly(
    command: list[str], environment: dict[str, str], folder: Path
) -> None:
    with subprocess.Popen(
        [*command, "codes", "--format", "json"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_encoding_without_the_characters(vcddl: Run, folder: Path) -> None:
    (folder / "wide.json").write_text('{"name": "日本", "kind": "ü"}', encoding="utf-8")
    done = vcddl(*BY, "wide.json", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "\\u65e5" in done.stdout


# progress


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bar_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 0.0)
    assert list(progress.follow(iter(range(9)), total=9)) == list(range(9))
    assert "/9" in terminal.getvalue()


@pytest.mark.parametrize("wanted", [True, False])
def test_no_bar_for_short_runs_or_against_the_wish(
    monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 60.0 if wanted else 0.0)
    assert list(progress.follow(iter(range(9)), total=9, is_wanted=wanted)) == list(range(9))
    assert terminal.getvalue() == ""
