"""The text of ``--help``: two examples first, then options in groups. Knows no command's work.

Plain text, never cut: a person who asks for help gets all of it, and nothing slow is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, str]] = {
    "vcddl": (
        "vcddl check call.vcon.json call.vcon.cbor",
        "vcddl check --cddl my.cddl --root person data.json",
    ),
    "check": (
        "vcddl check call.vcon.json call.vcon.cbor",
        "vcddl check --cddl my.cddl --cddl more.cddl --root person data.json",
    ),
    "lint": (
        "vcddl lint my.cddl more.cddl",
        "vcddl lint --fail-on warning --context core.cddl extension.cddl",
    ),
    "fmt": (
        "vcddl fmt my.cddl",
        "vcddl fmt --check --width 69 my.cddl",
    ),
    "bundle": (
        "vcddl bundle my.cddl more.cddl --output all.cddl",
        "vcddl bundle --root person --drop-unused my.cddl",
    ),
    "generate": (
        "vcddl generate --cddl my.cddl --root person --seed 7 -n 3",
        "vcddl generate --cddl my.cddl --type cbor --output person.cbor",
    ),
    "explain": (
        "vcddl explain VC301",
        "vcddl explain missing-member",
    ),
    "codes": (
        "vcddl codes",
        "vcddl codes --format json",
    ),
    "spec": (
        "vcddl spec list",
        "vcddl spec show tool-invocation",
    ),
    "list": (
        "vcddl spec list",
        "vcddl spec list --format json",
    ),
    "show": (
        "vcddl spec show tool-invocation",
        "vcddl spec show --cddl vcon-core-0.5.0",
    ),
}


class Command(TyperCommand):
    """A command whose help begins with its examples."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Examples, usage, purpose, options by group."""
        _write_examples(self, formatter)
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)
        self.format_epilog(ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The parameters under the headings that they name."""
        _write_options(self, ctx, formatter)


class Group(TyperGroup):
    """A group of commands whose help begins with examples."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Examples, usage, purpose, options, commands."""
        _write_examples(self, formatter)
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)
        self.format_epilog(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands with the whole of their first paragraph, in the order of their making."""
        del ctx
        rows = [(name, _purpose(command)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def list_commands(self, ctx: Any) -> list[str]:
        """The order of registration: what most people need comes first."""
        del ctx
        return list(self.commands)


def _purpose(command: Any) -> str:
    return " ".join((command.help or "").split("\n\n")[0].split())


def _write_examples(command: Any, formatter: Any) -> None:
    with formatter.section("Examples"):
        for example in EXAMPLES[command.name]:
            formatter.write(f"{'':>{formatter.current_indent}}{example}\n")
    formatter.write("\n")


def _write_options(command: Any, ctx: Any, formatter: Any) -> None:
    groups: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(ctx):
        is_argument = parameter.param_type_name == "argument"
        panel = getattr(parameter, "rich_help_panel", None)
        record = parameter.get_help_record(ctx)
        if record is not None:
            title = panel or ("Arguments" if is_argument else "Options")
            record = (parameter.metavar, record[1]) if is_argument else record
            groups.setdefault(title, []).append(record)
    for title, rows in sorted(groups.items(), key=lambda group: group[0] == "Options"):
        with formatter.section(title):
            formatter.write_dl(rows)
