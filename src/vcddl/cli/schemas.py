"""``--schema``: print the JSON Schema of a command's JSON output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli.options import OUTPUT_PANEL
from vcddl.cli.output import write_stream

if TYPE_CHECKING:
    from collections.abc import Callable


def schema_text(name: str) -> str:
    """The text of ``schemas/output/<name>.schema.json``."""
    from vcddl.shipped import shipped_root

    path = shipped_root() / "schemas" / "output" / f"{name}.schema.json"
    return path.read_text(encoding="utf-8")


def _printer(name: str) -> Callable[[bool], None]:
    def print_schema(is_asked: bool) -> None:
        if is_asked:
            write_stream(sys.stdout, schema_text(name))
            raise typer.Exit

    return print_schema


def schema_option(name: str) -> typer.models.OptionInfo:
    """The option of the command whose schema is called ``name``."""
    option: typer.models.OptionInfo = typer.Option(
        "--schema",
        help="Print the JSON Schema of the JSON output and exit.",
        callback=_printer(name),
        is_eager=True,
        rich_help_panel=OUTPUT_PANEL,
    )
    return option


CheckSchema = Annotated[bool, schema_option("check")]
LintSchema = Annotated[bool, schema_option("lint")]
FmtSchema = Annotated[bool, schema_option("fmt")]
CodesSchema = Annotated[bool, schema_option("codes")]
SpecSchema = Annotated[bool, schema_option("spec")]
