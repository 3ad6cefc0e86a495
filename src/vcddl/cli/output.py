"""Text → standard output, standard error or a file. Data goes to the first, talk to the second."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from vcddl.cli.exits import CommandError
from vcddl.cli.options import Color, Format
from vcddl.render import RenderOptions, renderer_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.report import Report

MACHINE_FORMATS = frozenset({Format.JSON, Format.JSONL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Where and how a command writes.

    Attributes:
        format: of findings.
        path: file to write to; None and ``-`` mean standard output.
        color: as the user asked; None leaves it to the environment.
        quiet, verbose: as in `RenderOptions`.
    """

    format: Format = Format.TEXT
    path: str | None = None
    color: Color | None = None
    quiet: bool = False
    verbose: bool = False

    @property
    def is_stdout(self) -> bool:
        """Output goes to standard output."""
        return self.path in {None, "-"}

    @property
    def is_machine(self) -> bool:
        """The format is for programs."""
        return self.format in MACHINE_FORMATS

    @property
    def is_colored(self) -> bool:
        """Text is written in colour."""
        return use_color(self.color, sys.stdout if self.is_stdout else None)

    def paint(self, text: str, style: str) -> str:
        """``text`` in colour, if there is any."""
        from vcddl.render.paint import paint

        return paint(text, style) if self.is_colored else text

    def show(
        self,
        reports: Sequence[Report],
        *,
        command: str,
        seconds: float | None = None,
        verdicts: bool = True,
    ) -> None:
        """Write ``reports`` in the format. The time is said on a terminal only."""
        on_terminal = self.is_stdout and is_terminal(sys.stdout)
        options = RenderOptions(
            command=command,
            color=self.is_colored,
            verbose=self.verbose,
            quiet=self.quiet,
            seconds=seconds if on_terminal else None,
            verdicts=verdicts,
        )
        self.write(renderer_of(self.format).render(reports, options))

    def write(self, data: str | bytes) -> None:
        """Write ``data`` to where the user asked.

        Raises:
            CommandError: the file cannot be written.
        """
        if self.path is None or self.path == "-":
            write_stream(sys.stdout, data)
        else:
            write_file(Path(self.path), data)

    def tell(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Write ``diagnostics`` to standard error, for commands whose output is data."""
        from vcddl.render.text import render_diagnostic

        options = RenderOptions(color=use_color(self.color, sys.stderr), verbose=self.verbose)
        if self.quiet:
            diagnostics = [item for item in diagnostics if item.severity.rank == 0]
        write_stream(sys.stderr, "".join(render_diagnostic(item, options) for item in diagnostics))


def use_color(color: Color | None, stream: TextIO | None) -> bool:
    """An explicit option wins, then NO_COLOR, then FORCE_COLOR; else terminals get colour."""
    if color is None and os.environ.get("NO_COLOR"):
        return False
    if color is None and os.environ.get("FORCE_COLOR"):
        return True
    if color in {Color.ALWAYS, Color.NEVER}:
        return color is Color.ALWAYS
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """``stream`` is open and shown to a person."""
    return stream is not None and not stream.closed and stream.isatty()


def write_stream(stream: TextIO | None, data: str | bytes) -> None:
    """Write and flush. A stream that is closed, or whose reader is gone, ends quietly.

    What the encoding of the stream cannot say is written as an escape.
    """
    if stream is None or not data:
        return
    if isinstance(data, str):
        data = data.encode(stream.encoding or "utf-8", errors="backslashreplace")
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


def write_file(path: Path, data: str | bytes) -> None:
    """Replace the content of ``path`` at once: readers see the old file or the new one.

    Devices and pipes are written to as they are.

    Raises:
        CommandError: with code VC903.
    """
    content = data.encode("utf-8", errors="backslashreplace") if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        raise CommandError(_not_written(path, error)) from error


def _replace(path: Path, content: bytes) -> None:
    import tempfile

    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _not_written(path: Path, error: OSError) -> Diagnostic:
    from vcddl.diagnostics.codes.tool import NOT_WRITTEN
    from vcddl.diagnostics.model import Diagnostic

    return Diagnostic(
        code=NOT_WRITTEN,
        message=f"cannot write `{path}`: {(error.strerror or str(error)).lower()}",
        severity=NOT_WRITTEN.severity,
    )
