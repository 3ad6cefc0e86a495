"""``vcddl bundle``: many CDDL files → one that stands alone and gives the same verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vcddl.cli import options as shared
from vcddl.cli.faults import faults_shown
from vcddl.cli.output import Output
from vcddl.limits import DEFAULT_LIMITS

FilesArgument = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="CDDL files, the root in the first one."),
]
DropFlag = Annotated[
    bool, typer.Option("--drop-unused", help="Leave out rules that the root does not need.")
]


def bundle(
    files: FilesArgument,
    *,
    root: shared.RootOption = None,
    drop_unused: DropFlag = False,
    output: shared.OutputOption = None,
    format_: shared.FormatOption = shared.Format.TEXT,
    quiet: shared.QuietOption = False,
    color: shared.ColorOption = None,
) -> None:
    """Write one flat CDDL: imports resolved, sockets filled."""
    from vcddl.cli.inputs import read_cddl
    from vcddl.rules.bundle import bundle as bundle_sources

    target = Output(format=format_, path=output, color=color, quiet=quiet)
    with faults_shown(target, command="bundle"):
        sources = [read_cddl(path, max_bytes=DEFAULT_LIMITS.bytes) for path in files]
        text = bundle_sources(sources, root=root, drop_unused=drop_unused)
    target.write(text.encode())
