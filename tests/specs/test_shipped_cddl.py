"""What can be said of the shipped CDDL as text: line lengths, sockets, and what opens them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vcddl.vcon.specs import list_specs

CDDL = Path(__file__).parents[2] / "cddl"
FILES = sorted(CDDL.rglob("*.cddl"))
TYPE_SOCKETS = {"$$event-type-ext", "$$dialog-type-ext", "$$inline-content-ext"}


def _text(name: str) -> str:
    return (CDDL / name).read_text(encoding="utf-8")


def _parameter_sockets(text: str) -> set[str]:
    return set(re.findall(r"^\s+\* (\$\$[a-z-]+)", text, re.MULTILINE))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_lines_fit_a_draft(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 69
    assert text.isascii()
    assert "\t" not in text


def test_each_object_of_the_core_ends_with_a_socket() -> None:
    maps = re.findall(
        r"^(\w+) = \{\n(.*?)\n  \}", _text("vcon-core-0.5.0.cddl"), re.DOTALL | re.MULTILINE
    )
    assert len(maps) == 19
    for name, body in maps:
        last = body.splitlines()[-1].strip()
        if name in ("event_object_type", "dialog_object_type"):
            assert last.endswith("-type-ext )"), name
        else:
            assert last.startswith("* $$"), name


def test_open_fills_all_parameter_sockets_and_no_other() -> None:
    wanted = _parameter_sockets(_text("vcon-core-0.5.0.cddl"))
    wanted |= _parameter_sockets(_text("extensions/tool-invocation.cddl"))
    plugs = re.findall(
        r"^(\$\$[a-z-]+) //= \( tstr => any \)$", _text("vcon-open.cddl"), re.MULTILINE
    )
    assert set(plugs) == wanted
    assert len(plugs) == len(wanted)
    assert not set(plugs) & TYPE_SOCKETS


def test_any_type_excludes_each_known_event_type() -> None:
    rules = _text("vcon-any-type.cddl")
    chain = rules[rules.index("other_than_party_type =") :]
    excluded = re.findall(r'\.ne "([a-z-]+)"', chain)
    known = [name for spec in list_specs() for name in spec.event_types]
    assert excluded == known


def test_known_event_types_are_those_of_the_cddl() -> None:
    for name, files in (
        ("vcon-core-0.5.0", "vcon-core-0.5.0.cddl"),
        ("tool-invocation", "extensions/tool-invocation.cddl"),
    ):
        (spec,) = [spec for spec in list_specs() if spec.name == name]
        groups = re.findall(r"^event_\w+ = \(\n(.*?)\n  \)", _text(files), re.DOTALL | re.MULTILINE)
        groups += re.findall(
            r"^policy_\w+ = \(\n(.*?)\n  \)", _text(files), re.DOTALL | re.MULTILINE
        )
        values = [re.search(r"type: ([^,]*)", group) for group in groups]
        defined = {text for found in values if found for text in re.findall(r'"([^"]+)"', found[1])}
        assert set(spec.event_types) == defined
