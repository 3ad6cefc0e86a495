"""Options that several commands share, each with its help, so that they read the same everywhere.

The aliases are used as types of parameters; typer reads the annotation.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vcddl.diagnostics.model import Severity

OUTPUT_PANEL = "Output"
LIMITS_PANEL = "Limits"
SPEC_PANEL = "What to check against"


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"


class Color(StrEnum):
    """When colour is used."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def _complete_root(context: typer.Context, incomplete: str) -> list[str]:
    """Rule names of the files of ``--cddl``, for the completion of a shell. Never fails."""
    from vcddl.cli.inputs import read_cddl
    from vcddl.errors import CddlError
    from vcddl.limits import DEFAULT_LIMITS
    from vcddl.syntax.parse import parse_cddl

    names: set[str] = set()
    for path in context.params.get("cddl") or context.params.get("files") or ():
        try:
            parsed = parse_cddl(read_cddl(Path(path), max_bytes=DEFAULT_LIMITS.bytes))
        except CddlError:
            continue
        names |= {rule.name.name for rule in parsed.cddl.rules} if parsed.cddl else set()
    return sorted(name for name in names if name.startswith(incomplete))


FormatOption = Annotated[
    Format,
    typer.Option(
        "--format",
        help="How findings are written: for people, a line each, or for programs.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to FILE instead of standard output; it is replaced whole or not at all.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
QuietOption = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Errors only; silent when all is well.", rich_help_panel=OUTPUT_PANEL
    ),
]
BriefOption = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Names alone.", rich_help_panel=OUTPUT_PANEL),
]
VerboseOption = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        help="Show all alternatives that were tried, and where notices come from.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
ColorOption = Annotated[
    Color | None,
    typer.Option(
        "--color",
        help="Colour the text. Default: NO_COLOR and FORCE_COLOR decide, else auto: on a terminal.",
        rich_help_panel=OUTPUT_PANEL,
        show_default=False,
    ),
]
FailOnOption = Annotated[
    Severity,
    typer.Option(
        "--fail-on",
        help="Lightest severity that makes the exit status 1.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
ExitZeroOption = Annotated[
    bool,
    typer.Option(
        "--exit-zero",
        help="Exit 0 in spite of findings; an unanswered question still exits 2.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
CddlOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--cddl",
        metavar="FILE",
        help="CDDL to use; give the option again for more files, in any order.",
        rich_help_panel=SPEC_PANEL,
        show_default=False,
    ),
]
RootOption = Annotated[
    str | None,
    typer.Option(
        "--root",
        metavar="TYPE",
        autocompletion=_complete_root,
        help="Rule that an instance must match, or a CDDL type such as '{ $$event-type-ext }'. "
        "Default: the first rule.",
        rich_help_panel=SPEC_PANEL,
        show_default=False,
    ),
]
MaxDepthOption = Annotated[
    int,
    typer.Option(
        "--max-depth", metavar="N", min=1, help="Nesting allowed.", rich_help_panel=LIMITS_PANEL
    ),
]
MaxBytesOption = Annotated[
    int,
    typer.Option(
        "--max-bytes", metavar="N", min=1, help="Size of a file.", rich_help_panel=LIMITS_PANEL
    ),
]
