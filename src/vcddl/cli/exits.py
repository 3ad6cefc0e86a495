"""Exit statuses, and which one a report earns. Scripts build on them: they never change."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from vcddl.errors import VcddlError
from vcddl.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vcddl.diagnostics.model import Diagnostic, Severity
    from vcddl.report import Report


class Exit(IntEnum):
    """What the caller learns from the exit status; over several files the highest counts."""

    OK = 0
    FINDINGS = 1
    UNANSWERED = 2
    BUG = 3
    INTERRUPTED = 130


class CommandError(VcddlError):
    """A command cannot go on: ``diagnostic`` says why. It ends with `Exit.UNANSWERED`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return self.diagnostic.message


def status_of(reports: Iterable[Report], *, fail_on: Severity, exit_zero: bool = False) -> Exit:
    """The status of a run.

    INVALID, or a diagnostic as heavy as ``fail_on``, is `Exit.FINDINGS`; UNDECIDED is
    `Exit.UNANSWERED`. ``exit_zero`` forgives findings, never an unanswered question.
    """
    highest = max((_status_of(report, fail_on) for report in reports), default=Exit.OK)
    return Exit.OK if exit_zero and highest is Exit.FINDINGS else highest


def _status_of(report: Report, fail_on: Severity) -> Exit:
    if report.verdict is Verdict.UNDECIDED:
        return Exit.UNANSWERED
    heavy = any(item.severity.rank <= fail_on.rank for item in report.diagnostics)
    return Exit.FINDINGS if heavy or report.verdict is Verdict.INVALID else Exit.OK
