"""Where modules come from: the folder of the file, further folders, what is shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vcddl.check import compile_cddl
from vcddl.errors import CddlError
from vcddl.limits import Limits
from vcddl.rules.modules import FolderFinder, NotFound
from vcddl.rules.resolve import resolve
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from pathlib import Path


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _codes(*sources: str | Path, finder: FolderFinder | None = None) -> list[str]:
    with pytest.raises(CddlError) as caught:
        compile_cddl(*sources, finder=finder)
    return [diagnostic.code.id for diagnostic in caught.value.diagnostics]


def test_a_shipped_specification_is_a_module() -> None:
    compiled = compile_cddl(";# import vcon-core-0.5.0 as vc\na = vc.vcon\n")
    assert compiled.root == "a"
    (diagnostic,) = compiled.check_json(b"{}").diagnostics
    assert diagnostic.message == "`uuid`, `payload` or `unprotected` is required in `vc.vcon`"


def test_a_shipped_extension_is_a_module() -> None:
    text = ";# import vcon-core-0.5.0\n;# include tool-invocation\na = [vcon]\n"
    assert compile_cddl(text).accepts_json(b"[{}]") is False


def test_text_without_a_folder_finds_only_what_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "beside.cddl", "b = int\n")
    monkeypatch.chdir(tmp_path)
    assert _codes(";# include beside\na = b\n")[0] == "VC220"


def test_a_relative_path_finds_what_is_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "beside.cddl", "b = int\n")
    _write(tmp_path / "a.cddl", ";# include beside\na = b\n")
    monkeypatch.chdir(tmp_path)
    assert compile_cddl("a.cddl").accepts_json(b"1")


def test_the_file_beside_comes_before_the_folders(tmp_path: Path) -> None:
    main = _write(tmp_path / "main" / "a.cddl", ";# include m\na = m\n")
    _write(tmp_path / "library" / "m.cddl", "m = tstr\n")
    finder = FolderFinder((tmp_path / "nothing", tmp_path / "library"))
    assert compile_cddl(main, finder=finder).accepts_json(b'"x"')
    _write(tmp_path / "main" / "m.cddl", "m = int\n")
    assert compile_cddl(main, finder=finder).accepts_json(b"1")


def test_modules_of_a_module_are_looked_for_beside_it(tmp_path: Path) -> None:
    main = _write(tmp_path / "main" / "a.cddl", ";# include m\na = m\n")
    _write(tmp_path / "library" / "m.cddl", ";# include n\nm = [n]\n")
    _write(tmp_path / "library" / "n.cddl", "n = int\n")
    _write(tmp_path / "main" / "n.cddl", "n = tstr\n")
    compiled = compile_cddl(main, finder=FolderFinder((tmp_path / "library",)))
    assert compiled.accepts_json(b"[1]")


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    _write(tmp_path / "secret" / "m.cddl", "m = int\n")
    main = _write(tmp_path / "main" / "a.cddl", ";# include m\na = int\n")
    (tmp_path / "main" / "m.cddl").symlink_to(tmp_path / "secret" / "m.cddl")
    assert _codes(main) == ["VC221"]
    assert compile_cddl(main, finder=FolderFinder(allow_outside=True)).accepts_json(b"1")


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    _write(tmp_path / "other.cddl", "m = int\n")
    (tmp_path / "m.cddl").symlink_to("other.cddl")
    main = _write(tmp_path / "a.cddl", ";# include m\na = m\n")
    assert compile_cddl(main).accepts_json(b"1")


def test_a_module_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    main = _write(tmp_path / "a.cddl", ";# include m\na = int\n")
    (tmp_path / "m.cddl").write_bytes(b"m = 'x\xff'\n")
    assert _codes(main) == ["VC220"]


def test_a_folder_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    found = FolderFinder((tmp_path,)).find("m", "<cddl>")
    assert isinstance(found, NotFound)
    assert found.message == "no module is called `m`"


def test_modules_count_among_the_sources(tmp_path: Path) -> None:
    module = _write(tmp_path / "m.cddl", "m = int\n")
    main = SourceFile(str(tmp_path / "a.cddl"), ";# include m\na = m\n")
    graph = resolve([main])
    assert list(graph.sources) == [main.name, str(module), "<prelude>"]
    assert graph.first_rule == "a"


def test_limits_hold_in_modules_too(tmp_path: Path) -> None:
    _write(tmp_path / "m.cddl", f"m = {'[' * 30}{']' * 30}\n")
    main = _write(tmp_path / "a.cddl", ";# include m\na = int\n")
    with pytest.raises(CddlError) as caught:
        compile_cddl(main, limits=Limits(depth=20))
    assert [diagnostic.code.id for diagnostic in caught.value.diagnostics] == ["VC106"]


@pytest.mark.parametrize("count", [40])
def test_a_chain_of_modules_is_loaded_once_each(tmp_path: Path, count: int) -> None:
    for number in range(count):
        text = f";# include m{number + 1}\nm{number} = [m{number + 1}]\n"
        _write(tmp_path / f"m{number}.cddl", text)
    _write(tmp_path / f"m{count}.cddl", f"m{count} = int\n")
    data = b"[" * count + b"1" + b"]" * count
    assert compile_cddl(tmp_path / "m0.cddl").accepts_json(data)


def test_modules_that_bring_in_the_next_one_twice_come_to_an_end(tmp_path: Path) -> None:
    for number in range(40):
        text = f";# import m{number + 1} as x\n;# import m{number + 1} as y\nm{number} = int\n"
        _write(tmp_path / f"m{number}.cddl", text)
    _write(tmp_path / "m40.cddl", "m40 = int\n")
    with pytest.raises(CddlError) as caught:
        compile_cddl(tmp_path / "m0.cddl")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code.id == "VC221"
    assert diagnostic.message.startswith("more than 500 modules")
