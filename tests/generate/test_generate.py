"""Instances from CDDL: what they are in each mode, for each kind of type, and when there are none."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vcddl.check import compile_cddl
from vcddl.generate import CannotGenerate, Mode, generate
from vcddl.instance.encode import encode_cbor, encode_json
from vcddl.instance.values import PairMap, Tag
from vcddl.report import Verdict

if TYPE_CHECKING:
    from vcddl.check import CompiledCddl

SHIPPED = Path(__file__).parents[2] / "cddl"
VCON = (SHIPPED / "vcon-core-0.5.0.cddl", SHIPPED / "extensions" / "tool-invocation.cddl")


def make(text: str, *, json: bool = True, mode: str = "random", count: int = 5) -> list[Any]:
    """Instances of ``text``; each is checked as bytes of its format."""
    cddl = compile_cddl(f"{text}\n")
    lanes = cddl.json if json else cddl.cbor
    values = list(generate(lanes.program, count=count, mode=mode))
    assert len(values) == count
    for value in values:
        assert is_valid(cddl, value, json=json), value
    return values


def is_valid(cddl: CompiledCddl, value: Any, *, json: bool) -> bool:
    if json:
        return cddl.check_json(encode_json(value).encode()).verdict is Verdict.VALID
    return cddl.check_cbor(encode_cbor(value)).verdict is Verdict.VALID


IN_BOTH = (
    *("a = int", "a = uint", "a = nint", "a = tstr", "a = bool", "a = null", "a = any", "a = #"),
    *("a = float", "a = float16", "a = float32", "a = float64", "a = number", "a = 1.5", "a = -7"),
    *("a = 3..9", "a = 3...4", "a = 0.5..0.75", "a = 0.5...0.75", "a = -5..-3", 'a = "x" / 1'),
    *("a = uint .size 2", "a = tstr .size 36", "a = tstr .size (2..3)", "a = tstr .size (0..1)"),
    *("a = uint .bits &(x: 1, y: 3)", "a = uint .lt 3", "a = int .gt 10000", "a = number .ge 0.5"),
    *("a = (uint .gt 100) .lt 102", "a = int .ne 3", "a = uint .default 3", "a = number .eq 2"),
    *('a = tstr .regexp "[a-z]{3}-\\\\d+"', 'a = tstr .pcre "^(?:x|y)+$"', 'a = "x" .eq "x"'),
    *('a = tstr .abnf "1*d x\\nd = %x30-39\\nx = %x28 [x] %x29\\n"',),
    *("a = tstr .json {x: int}", "a = tstr .base10 (5..9)", "a = tstr .b64u (bstr .size 4)"),
    *("a = tstr .hex bstr", "a = tstr .b45 bstr", "a = tstr .b32 bstr", "a = tstr .b64c bstr"),
    *('a = tstr .printf ["%02x-%s", 0..255, tstr]', 'a = tstr .join ["v", 1*3 "x", ("a" / "b")]'),
    *("a = tstr .and (tstr .size 3)", "a = int .within number", 'a = tstr .feature "f"'),
    *("a = []", "a = {}", "a = [2*4 int]", "a = [+ (int, tstr)]", "a = [int // tstr, tstr]"),
    *("a = {x: int, ? y: tstr, * tstr => bool}", "a = {3* tstr => int}", "a = {1*2 tstr => any}"),
    *("a = {(x: int // y: tstr), z: bool}", "a = {? x: int, ? (y: 1, z: 2)}", "a = #5", "a = #4"),
    *("a = {? x: int // y: int}", 'a = {x: 1, * ("x" / "y") => int}'),
    *(
        "a = b<int>\nb<t> = [t, ? b<t>]",
        "a = {v: int, * tstr => a}",
        "a = [* a] / 1",
        "a = {? n: a}",
    ),
    *("a = $x\n$x /= 1", "a = {* $$x}", "a = {$$x}\n$$x //= (p: 1)", "a = {~b}\nb = {p: 1}"),
    *("a = [? int, tstr]", "a = [* int, ? tstr]", "a = {x: b}\nb = c\nc = &(d)\nd = (p: 1, q: 2)"),
)
IN_CBOR = (
    *(
        "a = bstr",
        "a = undefined",
        "a = #7.99",
        "a = #6.77(tstr)",
        "a = #6",
        "a = tdate",
        "a = uri",
    ),
    *(
        "a = biguint",
        "a = bignint",
        "a = #6.<1..3>(int)",
        "a = #2.3",
        "a = #3.4",
        "a = #0.5",
        "a = #1.4",
    ),
    *(
        "a = #4.2",
        "a = #5.1",
        "a = bstr .size 3",
        "a = bstr .bits &(x: 9)",
        "a = bstr .cbor [1, tstr]",
    ),
    *("a = bstr .cborseq [* int]", 'a = bstr .abnfb "%xFF 1*%x00"', "a = {1 => 2, * uint => tstr}"),
    *("a = {true => 1}", "a = {* float => int}", "a = {[1] => 1}", "a = 'xyz'", "a = bstr .ne ''"),
    *("a = bstr .join ['a', bstr .size 2]", "a = decfrac", "a = #7", "a = #7.25", "a = cbor-any"),
    *(
        "a = #1.24",
        "a = (bstr .size 2) .eq 'xy'",
        "a = tstr .json {x: 1.5}",
        "a = tstr .b64u (bstr .cbor a) / 1",
    ),
)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("text", IN_BOTH)
def test_json(text: str, mode: str) -> None:
    make(text, mode=mode)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("text", [*IN_BOTH, *IN_CBOR])
def test_cbor(text: str, mode: str) -> None:
    make(text, json=False, mode=mode)


def test_minimal_has_the_fewest_members() -> None:
    text = "a = {x: int, ? y: int, (z: int, w: int // v: int), * tstr => any}"
    assert {frozenset(value) for value in make(text, mode="minimal")} == {frozenset("xv")}
    assert make("a = [* int]", mode="minimal", count=1) == [[]]


def test_minimal_takes_the_first_of_equally_small_alternatives() -> None:
    assert make('a = "x" / "y"', mode="minimal", count=2) == ["x", "x"]


def test_full_has_every_optional_member_and_two_rounds() -> None:
    (value,) = make("a = {x: int, ? y: [* int], ? (z: 1, w: 2), * tstr => 0}", mode="full", count=1)
    assert {"x", "y", "z", "w"} < set(value)
    assert len(value) == 6
    assert len(value["y"]) == 2


def test_full_leaves_out_what_cannot_be() -> None:
    assert make("a = {? x: $nothing, ? y: 1}", mode="full", count=1) == [{"y": 1}]


def test_the_seed_decides() -> None:
    program = compile_cddl("a = {* tstr => uuid}\nuuid = tstr\n").json.program
    first = list(generate(program, seed=7, count=3))
    assert first == list(generate(program, seed=7, count=3))
    assert first == list(islice(generate(program, seed=7, count=9), 3))
    assert first != list(generate(program, seed=8, count=3))


def test_names_hint_at_what_texts_look_like() -> None:
    text = "a = {created_at: tstr, uuid: id, url: tstr, mailto: tstr}\nid = tstr"
    (value,) = make(text, count=1)
    assert value["created_at"].startswith("2026-")
    assert value["created_at"].endswith("Z")
    assert len(value["uuid"]) == 36
    assert value["url"].startswith("https://example.com/")
    assert "@" in value["mailto"]
    (tagged,) = make("a = tdate", json=False, count=1)
    assert isinstance(tagged, Tag)
    assert tagged.value.startswith("2026-")


def test_wildcards_keep_away_from_the_keys_of_others() -> None:
    for value in make('a = {? x: int, 1* ("x" / "y") => tstr}', count=20):
        assert "y" in value


def test_keys_that_python_would_merge_make_a_pair_map() -> None:
    (value,) = make("a = {true => 1, 1 => 2, 1.0 => 3}", json=False, count=1)
    assert isinstance(value, PairMap)
    assert len(value) == 3


def test_alternatives_that_earlier_ones_hide_are_given_up() -> None:
    assert all(value == [1] for value in make("a = [(1 // 1, 2)]", count=10))


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("a = $x", "a", "nothing fills `$x`"),
        ("a = {b: c}\nc = [$$x]", "c", "nothing fills `$$x`"),
        ("a = {b: bstr}", "a", "`bstr` has no form in JSON"),
        ("a = #6.1(int)", "a", "tags have no form in JSON"),
        ("a = 'x'", "a", "it has no form in JSON"),
        ("a = [a]", "a", "it needs itself without end"),
        ("a = tstr .oid b\nb = tstr", "a", "`.oid` is not implemented"),
        ("a = 3..1", "a", "it stands for no value"),
        ("a = [3*1 int]", "a", "`3*1` is an occurrence of nothing"),
        ("a = (int .gt 5) .lt 3", "a", "no value was found for `.lt`"),
        ("a = {1 => int}", "a", "a key that is not text has no form in JSON"),
        ("a = {* tstr => int, x: 1}", "a", "its members exclude each other"),
        ("a = {x: 1, x: 2}", "a", "the key `x` is there already"),
        ('a = {3* ("x" / "y") => 1}', "a", "no key is left that is not in the map already"),
    ],
)
def test_says_why_there_is_none(text: str, rule: str, reason: str) -> None:
    program = compile_cddl(f"{text}\n").json.program
    with pytest.raises(CannotGenerate) as raised:
        next(generate(program))
    assert raised.value.reason == reason
    assert raised.value.rule == rule
    assert reason in str(raised.value)


def test_recursion_ends() -> None:
    text = "a = {l: [* a], r: [* a], ? x: a, * tstr => a}"
    for mode in Mode:
        make(text, mode=mode, count=2)


def test_a_mode_that_does_not_exist() -> None:
    program = compile_cddl("a = 1\n").json.program
    with pytest.raises(ValueError, match="sparse"):
        next(generate(program, mode="sparse"))


@pytest.mark.parametrize("json", [True, False])
@pytest.mark.parametrize("mode", list(Mode))
def test_vcons(mode: str, *, json: bool) -> None:
    cddl = compile_cddl(*VCON, root="unsigned_vcon_type")
    lanes = cddl.json if json else cddl.cbor
    for value in generate(lanes.program, count=5, mode=mode):
        assert is_valid(cddl, value, json=json)


def test_a_full_vcon_has_every_part() -> None:
    cddl = compile_cddl(*VCON, root="unsigned_vcon_type")
    (value,) = generate(cddl.json.program, mode="full")
    wanted = {"uuid", "created_at", "sessions", "parties", "events", "dialog", "attachments"}
    assert wanted <= set(value)
    assert len(value["events"]) == 2
