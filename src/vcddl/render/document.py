"""Reports → plain dictionaries, the shape that ``schemas/output/check.schema.json`` describes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from vcddl.render.summary import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.diagnostics.model import Code, Diagnostic, InstanceRef, Related, RuleRef
    from vcddl.report import Report

Document = dict[str, Any]


def document_of(reports: Sequence[Report], command: str) -> Document:
    """All of a run: counts first, then a report per file in the order of the run."""
    return {
        "command": command,
        "summary": dict(count(reports)),
        "reports": [report_of(report) for report in reports],
    }


def report_of(report: Report) -> Document:
    """One file: its verdict and its diagnostics."""
    return {
        "file": report.file,
        "verdict": report.verdict.value,
        "spec": report.spec,
        "root": report.root,
        "omitted": report.omitted,
        "diagnostics": [diagnostic_of(item) for item in report.diagnostics],
    }


def diagnostic_of(diagnostic: Diagnostic) -> Document:
    """One finding. Places and texts that it lacks are null, never left out."""
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "fingerprint": diagnostic.fingerprint,
        "instance": _place_of(diagnostic.instance),
        "rule": _place_of(diagnostic.rule),
        "expected": diagnostic.expected,
        "actual": diagnostic.actual,
        "related": [_related_of(item) for item in diagnostic.related],
        "help": diagnostic.help,
    }


def code_of(code: Code) -> Document:
    """One entry of the registry of codes."""
    return {**asdict(code), "severity": code.severity.value}


def _place_of(place: InstanceRef | RuleRef | None) -> Document | None:
    return None if place is None else asdict(place)


def _related_of(related: Related) -> Document:
    return {
        "role": related.role.value,
        "message": related.message,
        "rule": _place_of(related.rule),
        "instance": _place_of(related.instance),
    }
