"""Arguments of the command line → instances as bytes. One bad file never stops the rest."""

from __future__ import annotations

import glob
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vcddl.diagnostics.codes.instance import TOO_LARGE, UNREADABLE_FILE
from vcddl.diagnostics.model import Diagnostic, InstanceRef, RuleRef
from vcddl.errors import CddlError, UsageError
from vcddl.report import Report, Verdict
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vcddl.diagnostics.model import Code

STDIN_NAME = "<stdin>"
VCON_PATTERNS = ("*.vcon", "*.vcon.json", "*.vcon.cbor")
INSTANCE_PATTERNS = (
    *("*.json", "*.jsonl", "*.ndjson", "*.vcon"),
    *("*.cbor", "*.cborseq", "*.hex", "*.edn", "*.diag"),
)


@dataclass(frozen=True, slots=True)
class Input:
    """An instance to read: ``path`` is None for standard input, ``name`` is what people see."""

    name: str
    path: Path | None


def expand(
    arguments: Sequence[str], *, stdin_name: str | None, patterns: Sequence[str]
) -> tuple[Input, ...]:
    """The instances that ``arguments`` name, in their order; matches of one argument sorted.

    ``-`` is standard input, a folder stands for its files that fit ``patterns``, a name with
    ``*``, ``?`` or ``[`` that is no file stands for its matches. What fits nothing stays, so that
    it is reported as unreadable.

    Raises:
        UsageError: nothing to read, or standard input twice.
    """
    if not arguments:
        raise UsageError("no file was given", "name files, a folder, or `-` for standard input")
    if arguments.count("-") > 1:
        raise UsageError("`-` was given twice", "standard input can be read once")
    return tuple(
        item for argument in arguments for item in _expand_one(argument, stdin_name, patterns)
    )


def _expand_one(argument: str, stdin_name: str | None, patterns: Sequence[str]) -> Iterator[Input]:
    if argument == "-":
        yield Input(stdin_name or STDIN_NAME, None)
        return
    path = Path(argument)
    names = [argument]
    if path.is_dir():
        found = {str(item) for pattern in patterns for item in path.rglob(pattern)}
        names = sorted(name for name in found if Path(name).is_file()) or names
    elif glob.has_magic(argument) and not path.exists():
        found = set(glob.glob(argument, recursive=True))  # noqa: PTH207 - may be absolute
        names = sorted(found) or names
    for name in names:
        yield Input(name, Path(name))


def read(item: Input, *, max_bytes: int) -> bytes | Report:
    """The bytes of ``item``, or an UNDECIDED report that says why there are none."""
    try:
        data = _read_stdin(max_bytes) if item.path is None else _read_file(item.path, max_bytes)
    except OSError as error:
        return refusal(item.name, UNREADABLE_FILE, f"cannot read the file: {_reason(error)}")
    if len(data) > max_bytes:
        return refusal(item.name, TOO_LARGE, f"the file is larger than {max_bytes} bytes")
    return data


def _read_stdin(max_bytes: int) -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read(max_bytes + 1)


def _read_file(path: Path, max_bytes: int) -> bytes:
    with path.open("rb") as file:
        return file.read(max_bytes + 1)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def refusal(name: str, code: Code, message: str) -> Report:
    """The report on an instance that could not be looked at: UNDECIDED."""
    diagnostic = Diagnostic(
        code=code,
        message=message,
        severity=code.severity,
        instance=InstanceRef(file=name),
    )
    return Report(verdict=Verdict.UNDECIDED, diagnostics=(diagnostic,), file=name)


def read_cddl(path: Path, *, max_bytes: int) -> SourceFile:
    """The CDDL file at ``path``; ``-`` is standard input.

    Raises:
        CddlError: it cannot be read, is too large, or is not UTF-8.
    """
    from vcddl.diagnostics.codes.syntax import NOT_UTF8
    from vcddl.diagnostics.codes.tool import UNREADABLE_CDDL

    name = STDIN_NAME if str(path) == "-" else str(path)
    try:
        data = _read_stdin(max_bytes) if name == STDIN_NAME else _read_file(path, max_bytes)
    except OSError as error:
        raise _cddl_error(UNREADABLE_CDDL, f"cannot read `{name}`: {_reason(error)}") from error
    if len(data) > max_bytes:
        raise _cddl_error(UNREADABLE_CDDL, f"`{name}` is larger than {max_bytes} bytes")
    try:
        return SourceFile(name, data.decode())
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        place = RuleRef(file=name, line=line, column=column)
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise _cddl_error(NOT_UTF8, message, place) from error


def _cddl_error(code: Code, message: str, place: RuleRef | None = None) -> CddlError:
    return CddlError((Diagnostic(code=code, message=message, severity=code.severity, rule=place),))
