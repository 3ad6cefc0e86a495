"""The plan as data: what is compiled once, what is stored and read back, what can become code."""

from __future__ import annotations

import ast as python
import pickle
from typing import Any

import pytest

from vcddl.check import CompiledCddl, compile_cddl, load_cddl
from vcddl.limits import DEFAULT_LIMITS
from vcddl.match import nodes as n
from vcddl.match.lanes import build_lanes, dump_lanes, load_lanes
from vcddl.match.map_plan import uses_only_text_keys
from vcddl.report import Verdict
from vcddl.source import SourceFile

EVIL = (
    "'+__import__('os').abort()+'",
    '"); raise SystemExit(1) #',
    "\\",
    "\n    raise SystemExit(1)\n",
    "'''",
    '"""',
    "{x}",
    "%s",
    "\x00",
    "\u2028",
    "é😀",
)
NAMES = (
    "class",
    "None",
    "__class__",
    "f0",
    "k0",
    "x",
    "walk",
    "tick",
    "exec",
    "$exec",
    "a.b-c",
    "@_",
)


def _compiled(text: str, **more: Any) -> CompiledCddl:
    return compile_cddl(SourceFile("a.cddl", text), **more)


def test_a_rule_is_compiled_once_for_each_set_of_arguments() -> None:
    program = _compiled("a = [p<int>, p<int>, p<(int)>, p<tstr>, b, b]\nb = {}\np<t> = {k: t}\n")
    maps = [node for node in program.json.program.nodes if isinstance(node, n.MapNode)]
    assert len(maps) == 4


def test_rules_that_nothing_reaches_are_not_compiled() -> None:
    text = 'a = int\nb = tstr .regexp "["\n'
    assert _compiled(text).check_json(b"1").verdict is Verdict.VALID


def test_a_number_model_is_compiled_when_it_is_used() -> None:
    loaded = load_cddl([SourceFile("a.cddl", "a = number\n")])
    assert not {"json", "cbor"} & loaded.__dict__.keys()
    assert loaded.accepts_cbor(b"\x01")
    assert "json" not in loaded.__dict__


def test_programs_can_be_pickled() -> None:
    program = _compiled("a = {n: int, * tstr => [* any]}\n").json.program
    assert pickle.loads(pickle.dumps(program)) == program  # noqa: S301  our own bytes


@pytest.mark.parametrize(
    "text", ["a = {n: int}\n", "a = bytes .sdnv uint\n", 'a = tstr .regexp "x"\n']
)
def test_lanes_are_read_back_as_they_were(text: str) -> None:
    lanes = _compiled(text).cbor
    again = load_lanes(dump_lanes(lanes), limits=DEFAULT_LIMITS)
    assert again.program == lanes.program
    assert again.text_keys == lanes.text_keys
    assert (again.fast is None) is (lanes.fast is None)
    if again.fast and lanes.fast:
        assert again.fast.emitted == lanes.fast.emitted
        for value in ({"n": 1}, {"n": "x"}, "x", b""):
            assert again.fast.root(value) is lanes.fast.root(value)


def test_an_undecidable_program_has_no_fast_lane() -> None:
    lanes = _compiled("a = int / (bytes .sdnv uint)\n").cbor
    assert lanes.program.undecidable
    assert build_lanes(lanes.program, limits=DEFAULT_LIMITS, check_tags=False).fast is None


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("a = {k: int}", True),
        ('a = {("k" / "l") => int, * tstr .size 3 => any}', True),
        ('a = {* b => any}\nb = (tstr / $s)\n$s /= "x"', True),
        ("a = {1 => int}", False),
        ("a = {* int => any}", False),
        ("a = {* (tstr / int) => any}", False),
        ("a = {* any => any}", False),
        ("a = [* int]", True),
    ],
)
def test_whether_all_keys_are_text(text: str, only: bool) -> None:
    assert uses_only_text_keys(_compiled(text + "\n").cbor.program) is only


@pytest.mark.parametrize("evil", EVIL, ids=repr)
def test_literals_stay_literals(evil: str) -> None:
    escaped = "".join(f"\\u{{{ord(character):x}}}" for character in evil)
    text = f'a = {{"{escaped}": "{escaped}" / b, ? "z" => bytes, * c => any}}\n'
    text += f'b = {{k: "{escaped}", t: "1"}} / {{k: "{escaped}", t: "2"}} / "w" / "v" / "u"\n'
    text += f"c = h'{evil.encode().hex()}'\n"
    compiled = _compiled(text)
    for value in (evil, {"k": evil, "t": "2"}):
        assert compiled.cbor.fast is not None
        assert compiled.cbor.fast.root({evil: value, evil.encode(): 1})
        assert not compiled.cbor.fast.root({evil: evil + "x"})
        assert compiled.check_value({evil: value}).verdict is Verdict.VALID


@pytest.mark.parametrize("name", NAMES)
def test_names_are_not_in_the_source(name: str) -> None:
    text = f'root = {{{name.strip("$")}: {name}}} / {name}\n{name} = [* {name}] / "text"\n'
    lanes = _compiled(text).json
    assert lanes.fast is not None
    assert lanes.fast.root(["text", []])
    tree = python.parse(lanes.fast.emitted.source)
    assert all(isinstance(item, python.FunctionDef | python.Assign) for item in tree.body)


def test_the_source_calls_only_what_the_emitter_gives_it() -> None:
    text = 'a = {t: "x", n: number, ? d: tdate, * tstr => [* b]} / b\n'
    text += "b = bytes .size 3 / #6.1(int) / 0.5 / 1..9 / #3.2 / [1, 2] / {1 => 2} / undefined\n"
    for lanes in (_compiled(text).json, _compiled(text).cbor):
        assert lanes.fast is not None
        tree = python.parse(lanes.fast.emitted.source)
        kinds = {type(node) for node in python.walk(tree)}
        assert not kinds & {python.Import, python.ImportFrom, python.Global, python.Lambda}
        attributes = {node.attr for node in python.walk(tree) if isinstance(node, python.Attribute)}
        assert attributes <= {"get", "items", "tag", "value", "map", "array", "keys"}
