"""Reports → one line a finding, ``file:line:column: VC301 message``, which editors can jump to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Severity
from vcddl.render import DEFAULT_OPTIONS, RenderOptions
from vcddl.render.escape import escape
from vcddl.render.summary import summary_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.report import Report


def render(reports: Sequence[Report], options: RenderOptions = DEFAULT_OPTIONS) -> str:
    """The text of ``reports``; see `vcddl.render.Renderer`."""
    lines: list[str] = []
    for report in reports:
        lines += [
            _line(diagnostic, report.file)
            for diagnostic in report.diagnostics
            if not options.quiet or diagnostic.severity is Severity.ERROR
        ]
        if report.omitted:
            lines.append(f"{escape(report.file)}: {report.omitted} more errors")
    if not options.quiet:
        lines.append(summary_line(reports, options))
    return "".join(f"{line}\n" for line in lines)


def _line(diagnostic: Diagnostic, file: str) -> str:
    place = diagnostic.instance or diagnostic.rule
    where = place.place if place else file
    pointer = diagnostic.instance.pointer if diagnostic.instance else ""
    prefix = f"{where}: " if where else ""
    weight = "" if diagnostic.severity is Severity.ERROR else f" {diagnostic.severity.value}:"
    at = f" ({pointer})" if pointer else ""
    return f"{escape(prefix)}{diagnostic.code.id}{weight} {escape(diagnostic.message + at)}"
