"""``vcddl generate``: instances that a CDDL accepts, the same ones for the same seed."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli import options as shared
from vcddl.cli.faults import faults_shown
from vcddl.cli.output import Output, is_terminal
from vcddl.errors import UsageError
from vcddl.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from pathlib import Path

    from vcddl.instance.values import Value


class Form(StrEnum):
    """Formats that instances are written in."""

    JSON = "json"
    CBOR = "cbor"
    HEX = "hex"
    EDN = "edn"


class Mode(StrEnum):
    """How much of what is optional an instance has."""

    RANDOM = "random"
    MINIMAL = "minimal"
    FULL = "full"


_NAMING_EXTENSIONS = frozenset({"critical", "extensions"})

SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same instances.")]
CountOption = Annotated[
    int, typer.Option("--count", "-n", metavar="N", min=1, help="How many instances.")
]
ModeOption = Annotated[
    Mode, typer.Option("--mode", help="What becomes of optional members: some, none or all.")
]
FormOption = Annotated[Form, typer.Option("--type", help="Format of the instances.")]


def generate(
    *,
    cddl: shared.CddlOption = None,
    root: shared.RootOption = None,
    seed: SeedOption = 0,
    count: CountOption = 1,
    mode: ModeOption = Mode.RANDOM,
    type_: FormOption = Form.JSON,
    output: shared.OutputOption = None,
    format_: shared.FormatOption = shared.Format.TEXT,
    quiet: shared.QuietOption = False,
    color: shared.ColorOption = None,
) -> None:
    """Write instances that the CDDL accepts, one a line; CBOR as a sequence.

    Without --cddl: unsigned vCons of the newest shipped core with its extensions.
    """
    from vcddl.check import load_cddl
    from vcddl.cli.inputs import read_cddl
    from vcddl.cli.progress import follow
    from vcddl.generate import generate as generate_values

    target = Output(format=format_, path=output, color=color, quiet=quiet)
    if type_ is Form.CBOR and target.is_stdout and is_terminal(sys.stdout):
        raise UsageError("CBOR is not for terminals", "use --output FILE, or --type edn or hex")
    paths, rule = (tuple(cddl), root) if cddl else _shipped(root)
    with faults_shown(target, command="generate"):
        sources = [read_cddl(path, max_bytes=DEFAULT_LIMITS.bytes) for path in paths]
        compiled = load_cddl(sources, root=rule)
        lanes = compiled.json if type_ is Form.JSON else compiled.cbor
    made = generate_values(lanes.program, seed=seed, count=count, mode=mode.value)
    values = list(follow(made, total=count, is_wanted=not quiet))
    if not (cddl or root):
        values = list(map(_without_strangers, values))
    if type_ is Form.CBOR:
        from vcddl.instance.encode import encode_cbor

        target.write(b"".join(map(encode_cbor, values)))
    else:
        target.write("".join(f"{_line(value, type_)}\n" for value in values).encode())


def _shipped(root: str | None) -> tuple[tuple[Path, ...], str]:
    """The newest core with its extensions, and the rule to generate."""
    from vcddl.vcon.catalogue import NEWEST, Kind, list_specs
    from vcddl.vcon.forms import Form as VconForm

    specs = [spec for spec in list_specs() if spec.version == NEWEST and spec.kind is not Kind.OPEN]
    return tuple(path for spec in specs for path in spec.cddl_paths), root or VconForm.UNSIGNED.root


def _without_strangers(vcon: Value) -> Value:
    """``vcon`` without names of extensions that nobody knows: those are made up, and refused."""
    return {name: value for name, value in vcon.items() if name not in _NAMING_EXTENSIONS}


def _line(value: Value, form: Form) -> str:
    from vcddl.instance.edn import format_edn
    from vcddl.instance.encode import encode_cbor, encode_json

    if form is Form.JSON:
        return encode_json(value)
    return encode_cbor(value).hex() if form is Form.HEX else format_edn(value)
