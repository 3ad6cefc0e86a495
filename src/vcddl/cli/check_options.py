"""Options that only ``vcddl check`` has, as types of its parameters."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vcddl.cli.options import LIMITS_PANEL, SPEC_PANEL

INSTANCE_PANEL = "Instances"


class TypeName(StrEnum):
    """Formats of instances; `vcddl.instance.detect.InstanceType` has the same values."""

    JSON = "json"
    CBOR = "cbor"
    HEX = "hex"
    EDN = "edn"
    CBOR_SEQ = "cbor-seq"
    JSONL = "jsonl"


class JsonTags(StrEnum):
    """What ``#6.n(t)`` means for JSON."""

    STRICT = "strict"
    IGNORE = "ignore"


FilesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE",
        help="Files, folders, patterns such as 'calls/*.json', or - for standard input.",
        show_default=False,
    ),
]
OpenOption = Annotated[
    bool,
    typer.Option(
        "--open", help="Accept parameters that nobody defined.", rich_help_panel=SPEC_PANEL
    ),
]
CoreOption = Annotated[
    Path | None,
    typer.Option(
        "--core",
        metavar="FILE",
        help="CDDL of the vCon core to use instead of the shipped one.",
        rich_help_panel=SPEC_PANEL,
        show_default=False,
    ),
]
ExtensionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--extension",
        metavar="[NAME=]FILE",
        help="CDDL of a vCon extension; replaces the shipped one of that name. "
        "Without NAME, the name of the file counts.",
        rich_help_panel=SPEC_PANEL,
        show_default=False,
    ),
]
JsonTagsOption = Annotated[
    JsonTags,
    typer.Option(
        "--json-tags",
        help="Tags in CDDL: strict never matches JSON, ignore reads #6.n(t) as t.",
        rich_help_panel=SPEC_PANEL,
    ),
]
CheckTagsOption = Annotated[
    bool,
    typer.Option(
        "--check-tags",
        help="Check the content of well-known tags, such as dates.",
        rich_help_panel=SPEC_PANEL,
    ),
]
DefaultValuesOption = Annotated[
    bool,
    typer.Option(
        "--allow-default-values",
        help="Accept a member that has its .default value.",
        rich_help_panel=SPEC_PANEL,
    ),
]
TypeOption = Annotated[
    TypeName | None,
    typer.Option(
        "--type",
        help="Format of the files. Default: by name, then by content.",
        rich_help_panel=INSTANCE_PANEL,
        show_default=False,
    ),
]
StdinNameOption = Annotated[
    str | None,
    typer.Option(
        "--stdin-filename",
        metavar="NAME",
        help="Name of standard input, for messages and for its type.",
        rich_help_panel=INSTANCE_PANEL,
        show_default=False,
    ),
]
DeterministicOption = Annotated[
    bool,
    typer.Option(
        "--deterministic",
        help="Warn of CBOR that is not in the core deterministic encoding.",
        rich_help_panel=INSTANCE_PANEL,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        help="Processes to use. Default: all cores when there is enough to do.",
        rich_help_panel=INSTANCE_PANEL,
        show_default=False,
    ),
]
NoProgressOption = Annotated[
    bool,
    typer.Option(
        "--no-progress",
        help="No progress bar on standard error.",
        rich_help_panel=INSTANCE_PANEL,
    ),
]
MaxErrorsOption = Annotated[
    int,
    typer.Option(
        "--max-errors",
        metavar="N",
        min=1,
        help="Errors shown of a file.",
        rich_help_panel=LIMITS_PANEL,
    ),
]
MaxStepsOption = Annotated[
    int,
    typer.Option(
        "--max-steps",
        metavar="N",
        min=1,
        help="Comparisons for a file.",
        rich_help_panel=LIMITS_PANEL,
    ),
]
TimeoutOption = Annotated[
    float,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.001,
        help="Time for a file.",
        rich_help_panel=LIMITS_PANEL,
    ),
]
