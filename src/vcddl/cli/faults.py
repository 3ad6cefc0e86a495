"""CDDL that cannot be used → reports, shown where the format of the user wants them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from vcddl.cli.exits import Exit
from vcddl.errors import CddlError
from vcddl.report import Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.cli.output import Output
    from vcddl.diagnostics.model import Diagnostic


def reports_on_cddl(error: CddlError) -> Iterator[Report]:
    """The faults by file. No instance was judged: UNDECIDED."""
    by_file: dict[str, list[Diagnostic]] = {}
    for diagnostic in error.diagnostics:
        by_file.setdefault(diagnostic.rule.file if diagnostic.rule else "", []).append(diagnostic)
    for file, diagnostics in by_file.items():
        yield Report(verdict=Verdict.UNDECIDED, diagnostics=tuple(diagnostics), file=file)


@contextmanager
def faults_shown(target: Output, *, command: str) -> Iterator[None]:
    """Show a `CddlError` of the block and exit: for commands whose output is data.

    People read it on standard error; programs get it in place of the data.
    """
    try:
        yield
    except CddlError as error:
        if target.is_machine:
            target.show(tuple(reports_on_cddl(error)), command=command)
        else:
            target.tell(error.diagnostics)
        raise typer.Exit(Exit.UNANSWERED) from error
