"""Reports → counts, and the line that says them. Knows reports only."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Severity
from vcddl.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vcddl.render import RenderOptions
    from vcddl.report import Report


def count(reports: Sequence[Report]) -> Mapping[str, int]:
    """Files, files by verdict, diagnostics by severity; ``error`` counts omitted ones too."""
    verdicts = Counter(report.verdict for report in reports)
    severities = Counter(item.severity for report in reports for item in report.diagnostics)
    severities[Severity.ERROR] += sum(report.omitted for report in reports)
    return {
        "files": len(reports),
        **{verdict.value: verdicts[verdict] for verdict in Verdict},
        **{severity.value: severities[severity] for severity in Severity},
    }


def summary_line(reports: Sequence[Report], options: RenderOptions) -> str:
    """``checked 3 files: 2 valid, 1 invalid; 1 error``, with the time if ``options`` has one."""
    counts = count(reports)
    verdicts = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]]
    found = [_plural(counts[severity], severity) for severity in Severity if counts[severity]]
    parts = [", ".join(found) or "nothing found"]
    if options.verdicts:
        parts = [", ".join(part) for part in (verdicts, found) if part]
    took = f" in {options.seconds:.2f} s" if options.seconds is not None else ""
    tail = f": {'; '.join(parts)}" if any(parts) else ""
    return f"checked {_plural(len(reports), 'file')}{tail}{took}"


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
