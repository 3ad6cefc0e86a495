"""What holds for every command: help, suggestions, versions, bugs, interruptions."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from vcddl.cli import app
from vcddl.cli.manual import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

COMMANDS = [
    *(
        [name]
        for name in ("check", "lint", "fmt", "bundle", "generate", "explain", "codes", "spec")
    ),
    ["spec", "list"],
    ["spec", "show"],
]


def test_no_arguments_print_the_help(vcddl: Run) -> None:
    bare, asked = vcddl(), vcddl("--help")
    assert (bare.returncode, asked.returncode) == (2, 0)
    assert bare.stdout == asked.stdout


@pytest.mark.parametrize("words", [[], *COMMANDS], ids=" ".join)
@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_help_begins_with_two_examples_and_is_whole(
    words: list[str],
    width: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert app.run([*words, "--help"]) == 0
    said = capsys.readouterr().out
    first, second = EXAMPLES[words[-1] if words else "vcddl"]
    assert said.startswith(f"Examples:\n  {first}\n  {second}\n\nUsage: vcddl")
    assert "…" not in said
    assert not re.search(r"[a-z]\.\.\.$", said, re.MULTILINE)


def test_help_says_every_option_of_check(vcddl: Run) -> None:
    said = vcddl("check", "--help").stdout
    wanted = (
        "--cddl --root --open --core --extension --type --stdin-filename --json-tags --check-tags "
        "--allow-default-values --deterministic --max-errors --max-depth --max-bytes --max-steps "
        "--timeout --fail-on --exit-zero --schema --jobs --format --output --quiet --verbose --color"
    )
    assert [option for option in wanted.split() if f"{option} " not in said] == []


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("chek",), "'check'"),
        (("check", "--formt", "json"), "--format"),
        (("explain", "VC3001"), "`VC301`"),
        (("explain", "mising-member"), "`missing-member`"),
        (("spec", "show", "tool-invokation"), "`tool-invocation`"),
    ],
)
def test_did_you_mean(vcddl: Run, arguments: tuple[str, ...], suggestion: str) -> None:
    done = vcddl(*arguments)
    assert done.returncode == 2
    assert suggestion in done.stderr
    assert done.stdout == ""


def test_version_names_the_libraries(vcddl: Run) -> None:
    done = vcddl("--version")
    assert done.returncode == 0
    for name in ("vcddl", "python", "lark", "cbor2", "jiter", "google-re2"):
        assert re.search(rf"^{name} \S", done.stdout, re.MULTILINE)


def test_a_bug_is_our_fault(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("vcddl.diagnostics.codes.all_codes", fail)
    monkeypatch.delenv("VCDDL_DEBUG", raising=False)
    assert app.run(["codes"]) == 3
    said = capsysbinary.readouterr()
    assert said.out == b""
    assert b"ZeroDivisionError" in said.err
    assert b"report it" in said.err
    assert b"Traceback" not in said.err
    monkeypatch.setenv("VCDDL_DEBUG", "1")
    assert app.run(["codes"]) == 3
    assert b"Traceback" in capsysbinary.readouterr().err


def test_interruption(command: list[str], environment: dict[str, str], folder: Path) -> None:
    """Ctrl-C while standard input is awaited: what was found is shown, status 130."""
    arguments = ["check", "--cddl", "person.cddl", "good.json", "-"]
    with subprocess.Popen(
        [*command, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"good.json: valid" in out
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("vcddl che", "check"),
        ("vcddl explain VC30", "VC301"),
        ("vcddl spec show tool", "tool-invocation"),
        ("vcddl check --cddl person.cddl --root per", "person"),
        ("vcddl check --cddl gone.cddl --root per", ""),
    ],
)
def test_completion(vcddl: Run, words: str, offered: str) -> None:
    done = vcddl(
        _VCDDL_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
    )
    assert offered in done.stdout
    assert done.stderr == ""
