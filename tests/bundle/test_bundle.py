"""Bundles: one CDDL that stands alone, says what its parts say, and keeps their comments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.cases import language_cases

from vcddl.check import compile_cddl
from vcddl.errors import CddlError
from vcddl.generate import CannotGenerate, generate
from vcddl.instance.encode import encode_json
from vcddl.rules.bundle import bundle
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conformance.cases import Case

    from vcddl.rules.modules import NotFound

ROOT = Path(__file__).parents[2]
CORE = ROOT / "cddl" / "vcon-core-0.5.0.cddl"
EXTENSION = ROOT / "cddl" / "extensions" / "tool-invocation.cddl"
_FILE = re.compile(r"^; file [^\n]*\n", re.MULTILINE)


class Modules:
    """A finder of modules that are held in memory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def find(self, module: str, importer: str) -> SourceFile | NotFound:
        assert importer
        return SourceFile(f"lib/{module}.cddl", self._texts[module])


def sources(*texts: str) -> list[SourceFile]:
    return [SourceFile(f"dir/{'abc'[index]}.cddl", text) for index, text in enumerate(texts)]


def read(*paths: Path) -> list[SourceFile]:
    return [SourceFile(str(path), path.read_text(encoding="utf-8")) for path in paths]


def test_collects_the_alternatives_of_a_name() -> None:
    parts = sources("a = $t / {$$g}\n$t /= 1\n", "$$g //= (x: 1)\n$t /= 2\nb /= 3\n", "b = 4\n")
    assert bundle(parts) == (
        "; from a.cddl\n\na = $t / { $$g }\n\n$t /= 1\n\n"
        "; from b.cddl\n\n$t /= 2\n\n$$g //= (x: 1)\n\n"
        "; from c.cddl\n\nb = 4\n\n"
        "; from b.cddl\n\nb /= 3\n"
    )


def test_keeps_the_comments_of_rules() -> None:
    part = (
        "; of the file\n\n; of a\n; too\na = [ b, ; inside\n  b ] ; behind\n; of b\nb = 1\n; end\n"
    )
    text = bundle(sources(part))
    assert [line.strip() for line in text.splitlines()] == [
        *("; from a.cddl", "", "; of a", "; too", "a = [", "b,  ; inside", "b", "]  ; behind"),
        *("", "; of b", "b = 1"),
    ]


def test_the_root_comes_first() -> None:
    assert bundle(sources("a = 1\nb = a\n"), root="b").startswith("; from a.cddl\n\nb = a\n")


def test_a_root_that_is_a_type_gets_a_rule() -> None:
    text = bundle(sources("root = 1\ng = (x: root)\n"), root="{ g }", drop_unused=True)
    assert text.startswith("; from <root>\n\nroot-2 = { g }\n")
    assert compile_cddl(text).accepts_json(b'{"x": 1}')
    assert "root = int\n" in bundle(sources("a = 1\n"), root="int")
    assert "root = $x\n" in bundle(sources("a = $x\n"), root="$x")


def test_drops_what_the_root_does_not_need() -> None:
    part = "a = [b<c>, $t]\nb<x> = x\nc = 1\nd = c\n$t /= e\ne = 2\n$u /= 3\n"
    rules = re.findall(r"^[$a-z]+", bundle(sources(part), drop_unused=True), re.MULTILINE)
    assert rules == ["a", "b", "c", "$t", "e"]


def test_unfilled_sockets_stay_open() -> None:
    text = bundle(sources("a = {* $$x}\n"))
    assert compile_cddl(text).accepts_json(b"{}")
    assert compile_cddl(text, "$$x //= (y: 1)\n").accepts_json(b'{"y": 1}')


def test_modules_are_in_the_text() -> None:
    modules = Modules({"m": "; of b\nb = [* c] ; see c\nc = b / int / $s\nu = 1\n$s /= true\n"})
    part = ";# import m as x\na = {k: x.b}\n"
    text = bundle(sources(part), finder=modules)
    assert "; from m.cddl\n\n; of b\nx.b = [* x.c]  ; see c\n" in text
    assert "import" not in text
    assert "u = 1" not in text
    flat = compile_cddl(text)
    assert flat.accepts_json(b'{"k": [[], 1, true]}')
    assert not flat.accepts_json(b'{"k": [false]}')


def test_an_imported_name_keeps_its_alias() -> None:
    modules = Modules({"m": "b = 1 / c\nc = 2\n", "n": "d = 3\n"})
    part = ";# import b from m as x\na = b / [ ;# import n\n  d ]\n"
    text = bundle(sources(part), finder=modules)
    assert compile_cddl(text).accepts_json(b"1")
    assert compile_cddl(text).accepts_json(b"[3]")
    assert ";#" not in text


@pytest.mark.parametrize(
    ("text", "root", "code"),
    [
        ("a = ", None, "VC101"),
        ("a = b\n", None, "VC201"),
        ("", None, "VC202"),
        ("a = 1\n", "b", "VC201"),
        ("a = 1\ng = (x: 1)\n", "g", "VC206"),
        ("a<x> = x\n", None, "VC206"),
        ("a = 1\n", "[", "VC102"),
    ],
)
def test_broken_cddl(text: str, root: str | None, code: str) -> None:
    with pytest.raises(CddlError) as raised:
        bundle(sources(text), root=root)
    assert raised.value.diagnostics[0].code.id == code


@pytest.mark.parametrize("drop_unused", [False, True])
def test_the_shipped_cddl_says_the_same(*, drop_unused: bool) -> None:
    parts = compile_cddl(CORE, EXTENSION, root="vcon")
    flat = compile_cddl(bundle(read(CORE, EXTENSION), root="vcon", drop_unused=drop_unused))
    examples = [*ROOT.glob("examples/**/*.json"), *ROOT.glob("examples/**/*.cbor")]
    assert len(examples) > 20
    for path in examples:
        data = path.read_bytes()
        if path.suffix == ".json":
            assert flat.check_json(data).verdict is parts.check_json(data).verdict, path
        else:
            assert flat.check_cbor(data).verdict is parts.check_cbor(data).verdict, path
    for one, other in ((parts, flat), (flat, parts)):
        for value in generate(one.json.program, count=30):
            assert other.accepts_json(encode_json(value).encode())


def test_a_bundle_of_a_bundle_is_the_same_but_for_where_it_is_from() -> None:
    once = bundle(read(CORE, EXTENSION))
    again = bundle([SourceFile("flat.cddl", once)])
    without = [re.sub(r"^; from .*\n\n", "", text, flags=re.MULTILINE) for text in (once, again)]
    assert without[0] == without[1]


def _by_cddl() -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    for case in language_cases():
        groups.setdefault(case.cddl, []).append(case)
    return groups


def test_cases_of_the_law_say_the_same() -> None:
    seen = 0
    for text, cases in _by_cddl().items():
        try:
            parts = compile_cddl(text)
        except CddlError:
            continue
        flat = compile_cddl(bundle(sources(*_FILE.split(text)), drop_unused=True))
        for case in cases:
            seen += 1
            check = "check_json" if case.format == "json" else "check_cbor"
            verdicts = [getattr(one, check)(case.data).verdict for one in (parts, flat)]
            assert verdicts[0] is verdicts[1], case.id
        try:
            values = list(generate(parts.json.program, count=2))
        except CannotGenerate:
            continue
        assert all(flat.accepts_json(encode_json(value).encode()) for value in values), text
    assert seen > 500
