"""``vcddl spec``: what is shipped, where it comes from, which files and root it has."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vcddl.cli.manual import Command, Group
from vcddl.cli.options import BriefOption, ColorOption, Format, FormatOption, OutputOption
from vcddl.cli.output import Output
from vcddl.cli.schemas import SpecSchema  # noqa: TC001 - typer reads it
from vcddl.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from vcddl.vcon.catalogue import Spec


def _complete(incomplete: str) -> list[str]:
    from vcddl.vcon.catalogue import list_specs

    return [spec.name for spec in list_specs() if spec.name.startswith(incomplete)]


NameArgument = Annotated[
    str,
    typer.Argument(metavar="NAME", help="As `spec list` shows it.", autocompletion=_complete),
]
CddlFlag = Annotated[bool, typer.Option("--cddl", help="Print the CDDL itself.")]


def group() -> typer.Typer:
    """The commands of ``vcddl spec``."""
    app = typer.Typer(cls=Group, rich_markup_mode=None, help="What is shipped with vcddl.")
    app.command("list", cls=Command)(list_)
    app.command("show", cls=Command)(show)
    return app


def list_(
    *,
    format_: FormatOption = Format.TEXT,
    output: OutputOption = None,
    quiet: BriefOption = False,
    color: ColorOption = None,
    schema: SpecSchema = False,
) -> None:
    """List what is shipped: cores, extensions, and files that open them."""
    del schema
    from vcddl.vcon.catalogue import list_specs

    target = Output(format=format_, path=output, color=color, quiet=quiet)
    specs = list_specs()
    if format_ is Format.JSON:
        target.write(json.dumps({"specs": [_document(spec) for spec in specs]}, indent=2) + "\n")
    elif format_ is Format.JSONL:
        target.write("".join(json.dumps(_document(spec)) + "\n" for spec in specs))
    elif quiet:
        target.write("".join(f"{spec.name}\n" for spec in specs))
    else:
        target.write(_table(specs, target))


def show(
    name: NameArgument,
    *,
    cddl: CddlFlag = False,
    format_: FormatOption = Format.TEXT,
    output: OutputOption = None,
    quiet: BriefOption = False,
    color: ColorOption = None,
    schema: SpecSchema = False,
) -> None:
    """Show one of them: where it comes from, its files, its root."""
    del schema
    spec = _find(name)
    target = Output(format=format_, path=output, color=color, quiet=quiet)
    if cddl:
        target.write("".join(path.read_text(encoding="utf-8") for path in spec.cddl_paths))
    elif target.is_machine:
        target.write(json.dumps({"specs": [_document(spec)]}, indent=2) + "\n")
    else:
        target.write(f"{spec.name}\n" if quiet else _page(spec))


def _find(name: str) -> Spec:
    from vcddl.vcon.catalogue import list_specs

    known = {spec.name: spec for spec in list_specs()}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=1)
    advice = f"did you mean `{near[0]}`?" if near else "`vcddl spec list` shows all"
    raise UsageError(f"there is no spec `{name}`", advice)


def _table(specs: tuple[Spec, ...], target: Output) -> str:
    width = max(len(spec.name) for spec in specs)
    return "".join(
        f"{target.paint(f'{spec.name:{width}}', 'bold')}  {spec.kind:9}  {spec.title}\n"
        for spec in specs
    )


def _page(spec: Spec) -> str:
    rows = [
        ("name", spec.name),
        ("title", spec.title),
        ("kind", spec.kind.value),
        ("version", spec.version),
        ("origin", spec.origin),
        *(("cddl", _relative(path)) for path in spec.cddl_paths),
        ("schema", _relative(spec.schema_path) if spec.schema_path else ""),
        ("root", spec.root),
        ("event types", ", ".join(spec.event_types)),
    ]
    return "".join(f"{label:11}  {text}\n" for label, text in rows if text)


def _document(spec: Spec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "kind": spec.kind.value,
        "version": spec.version,
        "origin": spec.origin,
        "cddl": [_relative(path) for path in spec.cddl_paths],
        "schema": _relative(spec.schema_path) if spec.schema_path else None,
        "root": spec.root,
        "event_types": list(spec.event_types),
    }


def _relative(path: Path) -> str:
    """The path below the folder of what is shipped: the same on every machine."""
    from vcddl.shipped import shipped_root

    return path.relative_to(shipped_root()).as_posix()
