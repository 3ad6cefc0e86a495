"""No name, literal or key of CDDL becomes code: the emitted source holds it as data alone.

The source is read back as Python: it may only use the names that the emitter itself made up, and no
attribute or import that gives access to anything else.
"""

from __future__ import annotations

import ast
import json

import pytest

from vcddl import CddlError, CompiledCddl, compile_cddl
from vcddl.source import SourceFile

MARK = "smuggled_mark"
TEXTS = (
    f"'); {MARK}() #",
    f'"); {MARK}() #',
    f'""" + {MARK}() + """',
    f"''' + {MARK}() + '''",
    f"\\'); {MARK}() #",
    f"\n{MARK}()\n",
    f"\r\n{MARK}()",
    f"\x00{MARK}",
    f"\u2028{MARK}()\u2029",
    f"{{{MARK}()}}",
    f"{{{MARK}!r:>{{{MARK}}}}}",
    f"%({MARK})s %s %n",
    f"\\N{{{MARK}}}",
    f"__import__('os').system('{MARK}')",
    f"\ud83d\ude00{MARK}".encode("utf-16", "surrogatepass").decode("utf-16"),
)
NAMES = (
    *("def", "class", "lambda", "import", "None", "True", "yield", "async", "return", "exec"),
    *("__import__", "__class__", "__builtins__", "__globals__", "self", "value", "root", "ticks"),
    *("eval", "print", "type", "len", "list", "dict", "str", "int64", "isinstance", "Declined"),
    *("$", "$$", "@", "_", "a.b", "a-b", "a$b", "x1", "f1", "n0", "__", "globals"),
)


def cddl_literal(text: str) -> str:
    """``text`` as a text string of CDDL."""
    return json.dumps(text, ensure_ascii=True)


def sources(cddl: CompiledCddl) -> list[str]:
    """The Python that was emitted."""
    lanes = [lanes.fast for lanes in (cddl.json, cddl.cbor)]
    return [fast.emitted.source for fast in lanes if fast is not None]


def check_source(source: str) -> None:
    """Nothing of the text stands where Python would run it."""
    allowed_dunders = {"__slots__"}
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Await)
        name = ""
        if isinstance(node, ast.Name):
            name = node.id
        elif isinstance(node, ast.Attribute):
            name = node.attr
        elif isinstance(node, ast.FunctionDef | ast.arg | ast.keyword):
            name = str(getattr(node, "name", None) or node.__dict__.get("arg"))
        assert MARK not in name
        assert not name.startswith("__") or name in allowed_dunders, name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile", "open", "getattr", "vars"}


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize(
    "pattern",
    [
        "a = {0}",
        "a = {{ {0} => {0}, ? {0}: int }}",
        "a = {{ * {0} ^ => any }}",
        "a = [ {0}, * {0} ]",
        "a = {{ type: {0}, x: int // type: {0}, y: int }}",
        "a = tstr .ne {0}",
        "a = {{ ? x: tstr .default {0} }}",
        "a = {0} / 1 / {0}",
        "a = &({0}: 1, x: {0})",
        "a = tstr .cat {0}",
    ],
)
def test_literals(pattern: str, text: str) -> None:
    source = SourceFile("a.cddl", pattern.format(cddl_literal(text)) + "\n")
    try:
        cddl = compile_cddl(source)
    except CddlError:
        return  # some literals cannot stand in some places; nothing else may escape
    for emitted in sources(cddl):
        check_source(emitted)
    for value in (text, {text: text}, [text], {"type": text, "x": 1}, 1):
        data = json.dumps(value).encode()
        assert cddl.fast_accepts(data, json=True) in {True, False, None}


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_literals_match_themselves(text: str) -> None:
    cddl = compile_cddl(
        SourceFile("a.cddl", f"a = {{ {cddl_literal(text)}: {cddl_literal(text)} }}\n")
    )
    assert cddl.fast_accepts(json.dumps({text: text}).encode(), json=True) is True
    assert cddl.fast_accepts(json.dumps({text: f"{text} "}).encode(), json=True) is False


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("$$")])
def test_names(name: str) -> None:
    text = f"{name} = {{ {name}: int, * {name}-x => [* {name}-y], ? r: {name} }}\n"
    rules = f"{name}-x = tstr .size 2\n{name}-y = {name} / 1\n"
    cddl = compile_cddl(SourceFile("a.cddl", text + rules))
    for emitted in sources(cddl):
        check_source(emitted)
    assert cddl.accepts_json(json.dumps({name: 1, "!!": [1]}).encode()) or len(name) == 2
    assert not cddl.accepts_json(json.dumps({name: "1"}).encode())


@pytest.mark.parametrize("text", ["'\\''", "h'27 22 5c 0a'", '\'"""\'', "'\\u{0}'", "b64'Jyc='"])
def test_bytes(text: str) -> None:
    cddl = compile_cddl(SourceFile("a.cddl", f"a = {{ {text} => {text} }}\n"))
    for emitted in sources(cddl):
        check_source(emitted)


@pytest.mark.parametrize(
    "number", ["1e400", "-0.0", "0x1p-1074", "1" * 400, "-" + "9" * 4000, "-0"]
)
def test_numbers(number: str) -> None:
    cddl = compile_cddl(SourceFile("a.cddl", f"a = [{number}, * {number}]\n"))
    for emitted in sources(cddl):
        check_source(emitted)
    assert not cddl.accepts_json(b'["x"]')
