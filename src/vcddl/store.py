"""Compiled CDDL kept on disk between runs: safe to delete, never stale, never trusted from others.

An entry is found by a digest of everything that could change it: the texts, the root, the
options, the versions of Python and of vcddl's own code. Entries live in the user's cache folder,
which only the user may write; one that is not whole or cannot be read is made again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from vcddl.check import CompiledCddl, as_source, load_cddl
from vcddl.diagnostics.model import Diagnostic
from vcddl.match.lanes import Lanes, dump_lanes, load_lanes
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.limits import Limits
    from vcddl.match.options import Options

_SUM_BYTES = 32
_DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    ImportError,
    IndexError,
    AssertionError,
    pickle.UnpicklingError,
)


class Store:
    """A folder of compiled CDDL; ``folder`` None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def load(
        self,
        sources: Sequence[Path | SourceFile],
        *,
        root: str | None,
        limits: Limits,
        options: Options,
    ) -> CompiledCddl:
        """As `load_cddl`, from the store where it has the entry.

        Only CDDL without module directives is stored: what a directive brings in is not part of
        the digest. Raises as `load_cddl` does.
        """
        files = [as_source(source, index) for index, source in enumerate(sources)]
        digest = _digest(files, root, options)
        if self._folder is None or any("\n;#" in f"\n{file.text}" for file in files):
            return load_cddl(files, root=root, limits=limits, options=options)
        loader = _Loader(self._folder, digest, files, root, limits, options)
        return loader.compiled()


class _Loader:
    """One entry: what is there is read, what is missing is made and written."""

    def __init__(
        self,
        folder: Path,
        digest: str,
        files: list[SourceFile],
        root: str | None,
        limits: Limits,
        options: Options,
    ) -> None:
        self._folder = folder
        self._digest = digest
        self._files = files
        self._root = root
        self._limits = limits
        self._options = options
        self._fresh: CompiledCddl | None = None

    def compiled(self) -> CompiledCddl:
        data = self._read("head")
        head = _unpickled(data) if data else None
        if head is None:
            fresh = self._made()
            head = (dict(fresh.sources), fresh.root, fresh.diagnostics)
            self._write("head", pickle.dumps(head, protocol=pickle.HIGHEST_PROTOCOL))
        sources, name, diagnostics = head
        return CompiledCddl(
            sources,
            name,
            self._lanes,
            limits=self._limits,
            options=self._options,
            diagnostics=diagnostics,
        )

    def _made(self) -> CompiledCddl:
        if self._fresh is None:
            self._fresh = load_cddl(
                self._files, root=self._root, limits=self._limits, options=self._options
            )
        return self._fresh

    def _lanes(self, json: bool) -> Lanes:  # noqa: FBT001
        name = "json" if json else "cbor"
        data = self._read(name)
        if data is not None:
            with suppress(*_DAMAGED):
                return load_lanes(data, limits=self._limits)
        lanes = self._made().json if json else self._made().cbor
        self._write(name, dump_lanes(lanes))
        return lanes

    def _read(self, part: str) -> bytes | None:
        """What was written; None if it is not there or not whole: damaged code can crash Python."""
        with suppress(OSError):
            stored = (self._folder / f"{self._digest}.{part}").read_bytes()
            data = stored[_SUM_BYTES:]
            return data if hashlib.sha256(data).digest() == stored[:_SUM_BYTES] else None
        return None

    def _write(self, part: str, data: bytes) -> None:
        """Write whole or not at all; a folder that cannot be written is no fault of the run."""
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            Path(name).replace(self._folder / f"{self._digest}.{part}")


_Head = tuple[dict[str, SourceFile], str, tuple[Diagnostic, ...]]


def _unpickled(data: bytes) -> _Head | None:
    with suppress(*_DAMAGED):
        sources, root, diagnostics = pickle.loads(data)  # noqa: S301  the user's own folder
        return sources, root, diagnostics
    return None


def user_store() -> Store:
    """The store in the user's cache folder (XDG); none if ``VCDDL_NO_CACHE`` is set.

    A folder that somebody else owns or may write is not used.
    """
    if os.environ.get("VCDDL_NO_CACHE"):
        return Store(None)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "vcddl"
    return Store(folder if _is_private(folder) else None)


def _is_private(folder: Path) -> bool:
    try:
        found = folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return mine and not found.st_mode & 0o022


@cache
def _versions() -> str:
    """What the stored form depends on: Python and our own modules."""
    package = Path(__file__).resolve().parent
    modules = sorted(
        path for part in ("match", "rules", "syntax") for path in (package / part).rglob("*.*")
    )
    stamps = [
        f"{path.name}:{path.stat().st_mtime_ns}:{path.stat().st_size}"
        for path in modules
        if path.suffix in (".py", ".lark", ".cddl")
    ]
    return "\n".join([sys.version, *stamps])


def _digest(files: Sequence[SourceFile], root: str | None, options: Options) -> str:
    parts: list[str] = [_versions(), repr(root), repr(options)]
    for file in files:
        parts += [file.name, file.text]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
