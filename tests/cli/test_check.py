"""``vcddl check``: verdicts, exit statuses, inputs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

BY = ("check", "--cddl", "person.cddl")


def test_valid(vcddl: Run) -> None:
    done = vcddl(*BY, "good.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "good.json: valid (root person)\nchecked 1 file: 1 valid\n"


def test_invalid_says_where_and_why(vcddl: Run) -> None:
    done = vcddl(*BY, "bad.json")
    assert (done.returncode, done.stderr) == (1, "")
    assert 'bad.json:1:22  (pointer "/age")' in done.stdout
    assert "person.cddl:1:" in done.stdout
    assert "bad.json: invalid" in done.stdout


@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["good.json"], 0),
        (["good.json", "bad.json"], 1),
        (["good.json", "gone.json"], 2),
        (["gone.json", "bad.json", "good.json"], 2),
    ],
)
def test_highest_status_counts(vcddl: Run, files: list[str], status: int) -> None:
    assert vcddl(*BY, *files).returncode == status


def test_unreadable_file_does_not_stop_the_rest(vcddl: Run, folder: Path) -> None:
    (folder / "folder.json").mkdir()
    done = vcddl(*BY, "gone.json", "bad.json", "good.json", "--format", "json")
    reports = json.loads(done.stdout)["reports"]
    assert [report["verdict"] for report in reports] == ["undecided", "invalid", "valid"]
    assert reports[0]["diagnostics"][0]["code"] == "VC401"


def test_instance_that_is_no_json_is_invalid(vcddl: Run, folder: Path) -> None:
    (folder / "no.json").write_text("{'name': 1,}")
    done = vcddl(*BY, "no.json")
    assert done.returncode == 1
    assert "VC405" in done.stdout


def test_broken_cddl_stops_before_any_instance(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("person = {name: tstr\n")
    done = vcddl("check", "--cddl", "broken.cddl", "good.json")
    assert done.returncode == 2
    assert "VC102" in done.stdout
    assert "good.json" not in done.stdout


def test_broken_cddl_in_json(vcddl: Run, folder: Path) -> None:
    (folder / "broken.cddl").write_text("person = {name: nosuch}\n")
    done = vcddl("check", "--cddl", "broken.cddl", "good.json", "--format", "json")
    assert done.returncode == 2
    (report,) = json.loads(done.stdout)["reports"]
    assert (report["file"], report["verdict"]) == ("broken.cddl", "undecided")


def test_unreadable_cddl(vcddl: Run) -> None:
    done = vcddl("check", "--cddl", "gone.cddl", "good.json")
    assert done.returncode == 2
    assert "VC901" in done.stdout


def test_cddl_warnings_go_to_standard_error(vcddl: Run, folder: Path) -> None:
    (folder / "tab.cddl").write_text("person =\t{* tstr => any}\n")
    done = vcddl("check", "--cddl", "tab.cddl", "good.json")
    assert done.returncode == 0
    assert "VC110" in done.stderr
    assert "VC110" not in done.stdout


def test_unknown_root_gets_a_suggestion(vcddl: Run) -> None:
    done = vcddl(*BY, "--root", "persn", "good.json")
    assert done.returncode == 2
    assert "did you mean `person`?" in done.stdout


def test_root_may_be_a_type(vcddl: Run, folder: Path) -> None:
    (folder / "list.json").write_text('[{"name": "x", "kind": "b"}]')
    assert vcddl(*BY, "--root", "[+ person]", "list.json").returncode == 0


def test_several_cddl_files(vcddl: Run, folder: Path) -> None:
    (folder / "base.cddl").write_text("thing = {* $$thing-ext}\n")
    (folder / "more.cddl").write_text('$$thing-ext //= (name: tstr, kind: "a")\n')
    done = vcddl(
        "check", "--cddl", "more.cddl", "--cddl", "base.cddl", "--root", "thing", "good.json"
    )
    assert done.returncode == 0


# inputs


def test_standard_input(vcddl: Run) -> None:
    done = vcddl(*BY, "-", stdin='{"name": 1, "kind": "a"}')
    assert done.returncode == 1
    assert "<stdin>:1:10" in done.stdout


def test_name_of_standard_input(vcddl: Run) -> None:
    done = vcddl(*BY, "-", "--stdin-filename", "calls/one.json", stdin='{"name": 1, "kind": "a"}')
    assert "calls/one.json:1:10" in done.stdout
    assert "stdin" not in done.stdout


def test_closed_standard_input(vcddl: Run) -> None:
    done = vcddl(*BY, "-", stdin=None)
    assert done.returncode == 2
    assert "VC401" in done.stdout
    assert "Traceback" not in done.stderr


def test_other_commands_live_without_standard_input(vcddl: Run) -> None:
    assert vcddl(*BY, "good.json", stdin=None).returncode == 0


def test_standard_input_once(vcddl: Run) -> None:
    done = vcddl(*BY, "-", "-")
    assert done.returncode == 2
    assert "`-` was given twice" in done.stderr


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("hex", "a2646e616d656178646b696e646161"),
        ("edn", "{'name': 1}"),
        ("jsonl", '{"name": "x", "kind": "a"}\n{"name": "y", "kind": "b"}\n'),
    ],
)
def test_type_by_option(vcddl: Run, kind: str, text: str) -> None:
    status = vcddl(*BY, "-", "--type", kind, stdin=text).returncode
    assert status == (1 if kind == "edn" else 0)


def test_unknown_type_is_undecided(vcddl: Run, folder: Path) -> None:
    (folder / "noise.bin").write_bytes(b"\xff\xfe\x00 what")
    done = vcddl(*BY, "noise.bin")
    assert done.returncode in {1, 2}
    assert "VC4" in done.stdout


def test_cbor_by_name(vcddl: Run, folder: Path) -> None:
    (folder / "good.cbor").write_bytes(bytes.fromhex("a2646e616d656178646b696e646161"))
    assert vcddl(*BY, "good.cbor").returncode == 0


def test_glob_is_expanded_in_order(vcddl: Run) -> None:
    done = vcddl(*BY, "*.json", "--format", "jsonl")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [
        "bad.json",
        "good.json",
    ]


def test_glob_without_match_is_unreadable(vcddl: Run) -> None:
    done = vcddl(*BY, "*.nothing")
    assert done.returncode == 2
    assert "*.nothing" in done.stdout


def test_name_with_brackets_is_a_file_first(vcddl: Run, folder: Path) -> None:
    (folder / "call[1].json").write_text('{"name": "x", "kind": "a"}')
    assert vcddl(*BY, "call[1].json").returncode == 0


def test_folder_stands_for_its_instances(vcddl: Run, folder: Path) -> None:
    (folder / "data" / "deep").mkdir(parents=True)
    (folder / "data" / "deep" / "one.json").write_text('{"name": "x", "kind": "a"}')
    (folder / "data" / "notes.txt").write_text("no instance")
    done = vcddl(*BY, "data")
    assert done.returncode == 0
    assert "checked 1 file" in done.stdout


def test_no_file_is_a_wrong_call(vcddl: Run) -> None:
    done = vcddl(*BY)
    assert done.returncode == 2
    assert "no file was given" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--cddl", "person.cddl", "--open"),
        ("--cddl", "person.cddl", "--core", "person.cddl"),
        ("--root", "person"),
    ],
)
def test_options_that_do_not_go_together(vcddl: Run, arguments: tuple[str, ...]) -> None:
    done = vcddl("check", *arguments, "good.json")
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")


# limits and statuses


@pytest.mark.parametrize(("option", "value"), [("--max-bytes", "60"), ("--max-depth", "1")])
def test_limit_is_undecided(vcddl: Run, folder: Path, option: str, value: str) -> None:
    (folder / "deep.json").write_text(
        '{"name": "x", "kind": ["a", [1]], "age": [[[[1]]]]}' + " " * 60
    )
    done = vcddl(*BY, option, value, "deep.json")
    assert done.returncode == 2
    assert "undecided" in done.stdout


@pytest.mark.parametrize(("option", "value"), [("--max-steps", "1"), ("--timeout", "0.001")])
def test_limit_of_work_is_undecided(vcddl: Run, folder: Path, option: str, value: str) -> None:
    (folder / "list.cddl").write_text("list = [* int]\n")
    (folder / "list.json").write_text(json.dumps([*range(50_000), "x"]))
    done = vcddl("check", "--cddl", "list.cddl", option, value, "list.json")
    assert done.returncode == 2
    assert "VC331" in done.stdout


def test_max_errors_counts_the_rest(vcddl: Run, folder: Path) -> None:
    (folder / "list.cddl").write_text("list = [* int]\n")
    (folder / "list.json").write_text(json.dumps(["x"] * 20))
    done = vcddl(
        "check", "--cddl", "list.cddl", "--max-errors", "3", "list.json", "--format", "json"
    )
    (report,) = json.loads(done.stdout)["reports"]
    assert len(report["diagnostics"]) == 3
    assert report["omitted"] > 0


def test_fail_on_warning(vcddl: Run, folder: Path) -> None:
    (folder / "bom.json").write_text('\ufeff{"name": "x", "kind": "a"}', encoding="utf-8")
    assert vcddl(*BY, "bom.json").returncode == 0
    assert vcddl(*BY, "--fail-on", "warning", "bom.json").returncode == 1


def test_exit_zero_forgives_findings_only(vcddl: Run) -> None:
    assert vcddl(*BY, "--exit-zero", "bad.json").returncode == 0
    assert vcddl(*BY, "--exit-zero", "gone.json").returncode == 2


def test_deterministic(vcddl: Run, folder: Path) -> None:
    (folder / "wide.cbor").write_bytes(bytes.fromhex("a2646e616d65780178646b696e646161"))
    done = vcddl(*BY, "--deterministic", "wide.cbor", "--fail-on", "warning")
    assert done.returncode == 1
    assert "VC416" in done.stdout


def test_json_tags(vcddl: Run, folder: Path) -> None:
    (folder / "date.cddl").write_text("date = tdate\n")
    (folder / "date.json").write_text('"2026-01-01T00:00:00Z"')
    by = ("check", "--cddl", "date.cddl", "date.json")
    assert vcddl(*by).returncode == 1
    assert vcddl(*by, "--json-tags", "ignore").returncode == 0


def test_default_values(vcddl: Run, folder: Path) -> None:
    (folder / "default.cddl").write_text("x = {? n: uint .default 1}\n")
    (folder / "default.json").write_text('{"n": 1}')
    by = ("check", "--cddl", "default.cddl", "default.json")
    assert vcddl(*by).returncode == 1
    assert vcddl(*by, "--allow-default-values").returncode == 0


def test_jobs_do_not_change_the_output(vcddl: Run, folder: Path) -> None:
    for number in range(20):
        (folder / f"f{number:02}.json").write_text(json.dumps({"name": number, "kind": "a"}))
    alone = vcddl(*BY, "f*.json", "gone.json", "good.json", "--jobs", "1")
    shared = vcddl(*BY, "f*.json", "gone.json", "good.json", "--jobs", "2")
    assert alone.stdout == shared.stdout
    assert alone.returncode == shared.returncode == 2


def test_order_of_cddl_files_does_not_change_the_output(vcddl: Run, folder: Path) -> None:
    (folder / "a.cddl").write_text("root = {* $$ext}\n")
    (folder / "b.cddl").write_text("$$ext //= (name: tstr)\n")
    one = vcddl("check", "--cddl", "a.cddl", "--cddl", "b.cddl", "--root", "root", "bad.json")
    two = vcddl("check", "--cddl", "b.cddl", "--cddl", "a.cddl", "--root", "root", "bad.json")
    assert one.stdout == two.stdout
