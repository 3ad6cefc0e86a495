"""Codes VC9xx: what stopped the tool itself, not a fault of the data or its CDDL."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

UNREADABLE_CDDL = Code(
    id="VC901",
    name="unreadable-cddl-file",
    severity=Severity.ERROR,
    section="",
    meaning="A CDDL file could not be opened or read.",
    why="Without its CDDL no instance can be judged, so the run stops before the first one. "
    "Check the path and its permissions.",
    bad="vcddl check --cddl no-such-file.cddl data.json",
    good="vcddl check --cddl my.cddl data.json",
)
NOT_CANONICAL = Code(
    id="VC902",
    name="not-canonical-layout",
    severity=Severity.ERROR,
    section="",
    meaning="`vcddl fmt --check` found a CDDL file that `vcddl fmt` would lay out anew.",
    why="One layout keeps changes of a specification small and readable. "
    "Run `vcddl fmt` on the file.",
    bad="a={b:int,c:tstr}",
    good="a = {\n  b: int,\n  c: tstr\n}",
)
NOT_WRITTEN = Code(
    id="VC903",
    name="not-written",
    severity=Severity.ERROR,
    section="",
    meaning="The output could not be written to the file that was asked for.",
    why="The old content, if there was any, is still there: files are replaced whole or not at "
    "all. Check the path, its permissions and the space that is left.",
    bad="vcddl check --output no-such-folder/report.json --format json call.vcon.json",
    good="vcddl check --output report.json --format json call.vcon.json",
)

CODES: tuple[Code, ...] = (UNREADABLE_CDDL, NOT_CANONICAL, NOT_WRITTEN)
