"""Compiled CDDL kept on disk: never stale, remade when damaged, never taken from others."""

from __future__ import annotations

import hashlib
import pickle
from typing import TYPE_CHECKING

import pytest

from vcddl import store as store_module
from vcddl.errors import CddlError
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.options import DEFAULT_OPTIONS, Options
from vcddl.report import Verdict
from vcddl.source import SourceFile
from vcddl.store import Store, user_store

if TYPE_CHECKING:
    from pathlib import Path

    from vcddl.check import CompiledCddl

CDDL = SourceFile("a.cddl", "a = {n: int, ? k: tdate}\nb = [+ tstr]\n")


def _load(
    store: Store,
    *sources: SourceFile,
    root: str | None = None,
    options: Options = DEFAULT_OPTIONS,
    limits: Limits = DEFAULT_LIMITS,
) -> CompiledCddl:
    return store.load(sources or (CDDL,), root=root, limits=limits, options=options)


def _names(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir())


@pytest.fixture
def no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> CompiledCddl:
        raise AssertionError("what is stored must not be compiled again")

    monkeypatch.setattr(store_module, "load_cddl", refuse)


def test_each_part_is_written_when_it_is_first_used(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "store"
    compiled = _load(Store(folder))
    assert _names(folder) == [".head"]
    assert compiled.accepts_json(b'{"n": 1}')
    assert _names(folder) == [".head", ".json"]
    assert compiled.accepts_cbor(b"\xa1\x61n\x01")
    assert _names(folder) == [".cbor", ".head", ".json"]


def test_what_is_stored_judges_alike_without_compiling(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    first = _load(Store(tmp_path))
    reports = [first.check_json(b'{"n": "x"}'), first.check_cbor(b"\xa1\x61n\x01")]
    request.getfixturevalue("no_compiling")
    again = _load(Store(tmp_path))
    assert [again.check_json(b'{"n": "x"}'), again.check_cbor(b"\xa1\x61n\x01")] == reports
    assert again.root == "a"
    assert again.fast_accepts(b'{"n": 1}', json=True)


def test_undecidable_programs_are_stored_too(tmp_path: Path) -> None:
    source = SourceFile("a.cddl", "a = bytes .sdnv uint\n")
    for _ in range(2):
        compiled = _load(Store(tmp_path), source)
        assert compiled.fast_accepts(b"\x41\x00", json=False) is None
        assert compiled.check_cbor(b"\x41\x00").verdict is Verdict.UNDECIDED


def test_another_text_root_name_or_option_is_another_entry(tmp_path: Path) -> None:
    store = Store(tmp_path)
    _load(store)
    _load(store, SourceFile("a.cddl", CDDL.text + "\n"))
    _load(store, SourceFile("b.cddl", CDDL.text))
    _load(store, CDDL, SourceFile("b.cddl", "c = int\n"))
    _load(store, root="b")
    _load(store, options=Options(ignore_json_tags=True))
    assert _names(tmp_path) == [".head"] * 6


def test_another_version_of_vcddl_is_another_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _load(Store(tmp_path))
    monkeypatch.setattr(store_module, "_versions", lambda: "another")
    _load(Store(tmp_path))
    assert _names(tmp_path) == [".head", ".head"]


def test_options_and_limits_are_those_of_the_call(tmp_path: Path) -> None:
    assert _load(Store(tmp_path)).limits == DEFAULT_LIMITS
    limited = _load(Store(tmp_path), limits=Limits(bytes=3))
    assert limited.limits.bytes == 3
    assert limited.check_json(b'{"n": 1}').verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("damage", [b"", b"\x80", b"nonsense", b"\x80\x05N."])
@pytest.mark.parametrize("part", ["head", "json"])
def test_a_damaged_entry_is_made_again(tmp_path: Path, part: str, damage: bytes) -> None:
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')
    (path,) = tmp_path.glob(f"*.{part}")
    whole = path.read_bytes()
    path.write_bytes(damage)
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')
    assert len(path.read_bytes()) >= len(whole) // 2


@pytest.mark.parametrize("part", ["head", "json"])
def test_an_entry_with_a_wrong_byte_is_made_again(tmp_path: Path, part: str) -> None:
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')
    (path,) = tmp_path.glob(f"*.{part}")
    whole = path.read_bytes()
    for place in range(0, len(whole), 97):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')


@pytest.mark.parametrize("part", ["head", "json"])
def test_an_entry_of_another_shape_is_made_again(tmp_path: Path, part: str) -> None:
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')
    (path,) = tmp_path.glob(f"*.{part}")
    shape = pickle.dumps(["something", "else"])
    path.write_bytes(hashlib.sha256(shape).digest() + shape)
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')


@pytest.mark.parametrize("part", ["head", "json"])
def test_a_truncated_entry_is_made_again(tmp_path: Path, part: str) -> None:
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')
    (path,) = tmp_path.glob(f"*.{part}")
    path.write_bytes(path.read_bytes()[:-9])
    assert _load(Store(tmp_path)).accepts_json(b'{"n": 1}')


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert _load(Store(tmp_path / "file" / "store")).accepts_json(b'{"n": 1}')


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    assert _load(Store(None)).accepts_json(b'{"n": 1}')
    assert not list(tmp_path.iterdir())


def test_cddl_with_directives_is_not_stored(tmp_path: Path) -> None:
    text = ";# import vcon-core-0.5.0 as v\na = int\n"
    assert _load(Store(tmp_path), SourceFile("a.cddl", text)).accepts_json(b"1")
    assert not list(tmp_path.iterdir())


def test_cddl_that_is_refused_is_not_stored(tmp_path: Path) -> None:
    with pytest.raises(CddlError):
        _load(Store(tmp_path), SourceFile("a.cddl", "a = b\n"))
    assert not list(tmp_path.iterdir())


def test_the_store_of_the_user_is_in_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VCDDL_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _load(user_store())
    assert _names(tmp_path / "vcddl") == [".head"]
    assert (tmp_path / "vcddl").stat().st_mode & 0o777 == 0o700
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    _load(user_store())
    assert _names(tmp_path / "home" / ".cache" / "vcddl") == [".head"]


def test_a_folder_that_others_may_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VCDDL_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "vcddl").mkdir()
    (tmp_path / "vcddl").chmod(0o777)
    _load(user_store())
    assert not list((tmp_path / "vcddl").iterdir())


def test_a_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VCDDL_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "vcddl").mkdir(mode=0o700)
    monkeypatch.setattr("os.getuid", lambda: 12345)
    _load(user_store())
    assert not list((tmp_path / "vcddl").iterdir())


def test_a_path_that_cannot_be_looked_at_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.delenv("VCDDL_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert _load(user_store()).accepts_json(b'{"n": 1}')


def test_the_store_can_be_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VCDDL_NO_CACHE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _load(user_store())
    assert not list(tmp_path.iterdir())
