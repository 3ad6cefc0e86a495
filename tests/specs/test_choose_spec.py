"""Which CDDL judges a vCon, and what is said about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vcddl import shipped
from vcddl.diagnostics.codes.vcon import CODES
from vcddl.errors import UsageError
from vcddl.instance.values import PairMap
from vcddl.shipped import shipped_root
from vcddl.vcon.forms import Form, form_of
from vcddl.vcon.specs import Kind, choose_spec, list_specs

BARE = {"uuid": "u", "created_at": "2026-09-01T10:00:00Z"}
TOOL = {"type": "tool-result", "time": "t", "sessions": 0, "party": 0}
OPEN_FILES = ("vcon-open.cddl", "vcon-any-type.cddl")

CASES: list[tuple[str, Any, str, tuple[str, ...], tuple[tuple[str, str], ...]]] = [
    ("newest", {"vcon": "0.5.0"}, "vcon 0.5.0", (), ()),
    ("0.4.0", {"vcon": "0.4.0"}, "vcon 0.4.0", (), ()),
    ("oldest", {"vcon": "0.0.1"}, "vcon 0.4.0", ("vcon-older.cddl",), (("VC353", "/vcon"),)),
    ("old", {"vcon": "0.3.0"}, "vcon 0.4.0", ("vcon-older.cddl",), (("VC353", "/vcon"),)),
    ("future", {"vcon": "0.6.0"}, "vcon 0.5.0", (), (("VC352", "/vcon"),)),
    ("version no text", {"vcon": 5}, "vcon 0.5.0", (), (("VC352", "/vcon"),)),
    ("version a list", {"vcon": []}, "vcon 0.5.0", (), (("VC352", "/vcon"),)),
    ("nothing tells", {}, "vcon 0.5.0", (), (("VC354", ""),)),
    ("sessions", {"sessions": [], "redacted": {}}, "vcon 0.5.0", (), (("VC354", ""),)),
    ("events", {"events": []}, "vcon 0.5.0", (), (("VC354", ""),)),
    ("redacted_from", {"redacted_from": {}}, "vcon 0.5.0", (), (("VC354", ""),)),
    ("redacted", {"redacted": {}}, "vcon 0.4.0", (), (("VC354", ""),)),
    ("group", {"group": []}, "vcon 0.4.0", (), (("VC354", ""),)),
    ("must_support", {"must_support": []}, "vcon 0.4.0", (), (("VC354", ""),)),
    ("transfer", {"dialog": [{"type": "transfer"}]}, "vcon 0.4.0", (), (("VC354", ""),)),
    ("history", {"dialog": [{"party_history": []}]}, "vcon 0.4.0", (), (("VC354", ""),)),
    ("text dialog", {"dialog": [{"type": "text"}]}, "vcon 0.5.0", (), (("VC354", ""),)),
    ("dialog no list", {"dialog": {"type": "transfer"}}, "vcon 0.5.0", (), (("VC354", ""),)),
    (
        "listed",
        {"vcon": "0.5.0", "extensions": ["tool-invocation"]},
        "vcon 0.5.0 + tool-invocation",
        ("tool-invocation.cddl",),
        (),
    ),
    (
        "critical and known",
        {"vcon": "0.5.0", "critical": ["tool-invocation"]},
        "vcon 0.5.0 + tool-invocation",
        ("tool-invocation.cddl",),
        (),
    ),
    (
        "used but not listed",
        {"vcon": "0.5.0", "events": [{}, TOOL, TOOL]},
        "vcon 0.5.0 + tool-invocation",
        ("tool-invocation.cddl",),
        (("VC357", "/events/1/type"),),
    ),
    ("core event", {"vcon": "0.5.0", "events": [{"type": "join"}]}, "vcon 0.5.0", (), ()),
    ("type no text", {"vcon": "0.5.0", "events": [{"type": []}, 1]}, "vcon 0.5.0", (), ()),
    (
        "unknown",
        {"vcon": "0.5.0", "extensions": ["tool-invocation", "CC"]},
        "vcon 0.5.0 + tool-invocation, open",
        ("tool-invocation.cddl", *OPEN_FILES),
        (("VC355", "/extensions/1"),),
    ),
    (
        "unknown and critical",
        {"vcon": "0.5.0", "extensions": ["CC"], "critical": ["CC"]},
        "vcon 0.5.0, open",
        OPEN_FILES,
        (("VC356", "/critical/0"),),
    ),
    (
        "unknown in the open core",
        {"vcon": "0.4.0", "extensions": ["CC"]},
        "vcon 0.4.0, open",
        (),
        (("VC355", "/extensions/0"),),
    ),
    (
        "extension of another core",
        {"vcon": "0.4.0", "extensions": ["tool-invocation"]},
        "vcon 0.4.0",
        (),
        (("VC358", "/extensions/0"),),
    ),
    ("extensions no list", {"vcon": "0.5.0", "extensions": "CC"}, "vcon 0.5.0", (), ()),
    ("names no text", {"vcon": "0.5.0", "critical": [1, None]}, "vcon 0.5.0", (), ()),
]


@pytest.mark.parametrize(
    ("value", "title", "files", "said"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_choice(
    value: dict[str, Any], title: str, files: tuple[str, ...], said: tuple[tuple[str, str], ...]
) -> None:
    choice = choose_spec(BARE | value)
    assert choice.title == title
    assert tuple(path.name for path in choice.cddl_files[1:]) == files
    assert tuple((d.code.id, d.instance.pointer) for d in choice.diagnostics if d.instance) == said
    assert choice.root == "unsigned_vcon_type"
    assert choice.is_refused == ("VC356" in [code for code, _ in said])
    assert all(path.is_file() for path in choice.cddl_files)


def test_a_map_with_strange_keys_is_read_too() -> None:
    pairs = (("vcon", "0.4.0"), *BARE.items(), (True, 1))
    assert choose_spec(PairMap(pairs)).title == "vcon 0.4.0"
    assert choose_spec(PairMap((("uuid", "u"), (None, 1)))).title == "vcon 0.5.0"


def test_open() -> None:
    choice = choose_spec(BARE | {"vcon": "0.5.0"}, open=True)
    assert choice.open
    assert choice.cddl_files[-1].name == "vcon-open.cddl"
    assert choice.title == "vcon 0.5.0, open"
    assert not choose_spec(BARE | {"vcon": "0.5.0"}).open
    assert choose_spec(BARE | {"vcon": "0.4.0"}).open


def test_core_of_the_user_needs_no_word_about_versions() -> None:
    core = Path("my-core.cddl")
    choice = choose_spec(BARE | {"vcon": "9"}, core=core)
    assert choice.cddl_files == (core,)
    assert choice.title == "my-core.cddl"
    assert choice.diagnostics == ()
    assert not choice.core.is_shipped


def test_extension_of_the_user_is_used_and_known() -> None:
    mine = Path("cc.cddl")
    value = BARE | {"vcon": "0.5.0", "critical": ["CC"]}
    choice = choose_spec(value, extensions={"CC": mine})
    assert choice.cddl_files[1:] == (mine,)
    assert choice.diagnostics == ()
    assert choose_spec(BARE | {"vcon": "0.4.0"}, extensions={"CC": mine}).cddl_files[1:] == (mine,)


def test_extension_of_the_user_replaces_the_shipped_one() -> None:
    mine = Path("ti.cddl")
    value = BARE | {"vcon": "0.5.0", "events": [TOOL]}
    choice = choose_spec(value, extensions={"tool-invocation": mine})
    assert choice.cddl_files[1:] == (mine,)
    assert choice.title == "vcon 0.5.0 + tool-invocation"


SIGNED = {"payload": "p", "signatures": []}
ENCRYPTED = {"ciphertext": "c", "recipients": []}


@pytest.mark.parametrize(
    ("value", "form", "root", "codes"),
    [
        (BARE | {"vcon": "0.5.0"}, Form.UNSIGNED, "unsigned_vcon_type", []),
        (SIGNED, Form.SIGNED, "signed_vcon_type", ["VC359"]),
        (ENCRYPTED, Form.ENCRYPTED, "encrypted_vcon_type", ["VC359"]),
        (SIGNED | {"parties": []}, Form.MIXED, "vcon", ["VC351"]),
        (SIGNED | ENCRYPTED, Form.MIXED, "vcon", ["VC351"]),
        ({"people": []}, Form.NONE, "vcon", ["VC350"]),
        ([], Form.NONE, "vcon", ["VC350"]),
        (None, Form.NONE, "vcon", ["VC350"]),
        ({1: "x"}, Form.NONE, "vcon", ["VC350"]),
    ],
)
def test_form(value: Any, form: Form, root: str, codes: list[str]) -> None:
    assert form_of(value) is form
    choice = choose_spec(value)
    assert choice.root == root
    assert [d.code.id for d in choice.diagnostics] == codes
    assert choice.is_refused == (form in (Form.MIXED, Form.NONE))


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ({"Dialogs": []}, "did you mean `dialog` by `Dialogs`?"),
        ('{"uuid": "u"}', "the text holds JSON: decode it once more"),
        (
            "eyJ.eyJ.x",
            "this is a compact JWS or JWE: the core wants the general JSON serialization",
        ),
        (
            {"payload": "p", "protected": "x"},
            "a signed or encrypted vCon has the general JSON serialization of JWS or JWE",
        ),
        ("hello", None),
        ({"zzz": 1}, None),
    ],
)
def test_advice_for_what_is_no_vcon(value: Any, advice: str | None) -> None:
    (found,) = choose_spec(value).diagnostics
    assert found.help == advice


def test_near_miss_of_an_extension_name() -> None:
    (found,) = choose_spec(BARE | {"vcon": "0.5.0", "extensions": ["tool_invocation"]}).diagnostics
    assert found.help == "did you mean `tool-invocation`?"


def test_hostile_names_stay_on_one_line() -> None:
    name = "a\n\x1b[31m" + "b" * 100
    (found,) = choose_spec(BARE | {"vcon": "0.5.0", "extensions": [name]}).diagnostics
    assert found.message.isprintable()
    assert len(found.message) < 200


def test_diagnostics_name_the_file() -> None:
    (found,) = choose_spec([], file="a.json").diagnostics
    assert found.instance is not None
    assert found.instance.file == "a.json"


def test_list_specs() -> None:
    specs = list_specs()
    names = [spec.name for spec in specs]
    assert len(set(names)) == len(names)
    assert names[:3] == ["vcon-core-0.5.0", "vcon-core-0.4.0", "tool-invocation"]
    for spec in specs:
        assert all(path.is_file() for path in spec.cddl_paths), spec.name
        assert spec.schema_path is None or spec.schema_path.is_file(), spec.name
        assert bool(spec.root) == (spec.kind is Kind.CORE)
    present = set((shipped_root() / "cddl").rglob("*.cddl"))
    assert {path for spec in specs for path in spec.cddl_paths} == present


def test_a_source_tree_wins_over_a_stale_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "src" / "vcddl"
    for folder in (package / "vcon", package / "_shipped" / "cddl", tmp_path / "cddl"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(shipped, "__file__", str(package / "shipped.py"))
    find = shipped.shipped_root.__wrapped__
    assert find() == package / "_shipped"
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert find() == package / "_shipped"
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "vcddl"\n')
    assert find() == tmp_path


def test_a_broken_installation_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "vcddl" / "shipped.py"))
    with pytest.raises(UsageError, match="install vcddl again"):
        shipped.shipped_root.__wrapped__()


def test_codes_are_well_formed() -> None:
    assert [code.id for code in CODES] == sorted({code.id for code in CODES})
    assert all(code.id.startswith("VC35") for code in CODES)
