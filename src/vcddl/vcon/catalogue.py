"""The specifications that are shipped: what they are, and where their files lie.

Works on paths: reads no CDDL, opens no file but the one that tells a source tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from vcddl.shipped import shipped_root

if TYPE_CHECKING:
    from pathlib import Path

NEWEST = "0.5.0"
_CORE_EVENT_TYPES = (
    "join",
    "drop",
    "hold",
    "unhold",
    "mute",
    "unmute",
    "keydown",
    "keyup",
    "consultation-start",
    "blind-transfer",
    "consultative-transfer",
    "transfer-abandoned",
)
_TOOL_EVENT_TYPES = (
    "policy-decision",
    "tool-invocation",
    "tool-pending",
    "tool-progress",
    "tool-input",
    "tool-input-response",
    "tool-result",
    "tool-failure",
    "tool-error",
    "tool-denied",
    "tool-timeout",
    "tool-cancel",
)


class Kind(StrEnum):
    """What a specification is for."""

    CORE = "core"
    EXTENSION = "extension"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A specification: its files, and what it is.

    Attributes:
        name: unique, as ``vcddl spec show`` takes it.
        title: for people.
        version: syntax version of a core; of an extension or plug file, the core it is made for;
            empty for files given by the user.
        kind: a core, an extension, or a file that fills sockets to accept more.
        cddl_paths: in the order to load them.
        schema_path: the JSON Schema that goes with it, if there is one.
        root: the rule that describes a whole vCon; empty for all but a core.
        origin: where it comes from.
        event_types: values of the type of an event that it defines.
        is_shipped: False for a file given by the user.
    """

    name: str
    title: str
    version: str
    kind: Kind
    cddl_paths: tuple[Path, ...]
    schema_path: Path | None = None
    root: str = ""
    origin: str
    event_types: tuple[str, ...] = ()
    is_shipped: bool = True


@cache
def list_specs() -> tuple[Spec, ...]:
    """All shipped specifications: cores (newest first), extensions, plug files."""
    root = shipped_root()
    return (
        _core_spec(root, "0.5.0", "reconstructed from the core's schema and prose of 0.5.0"),
        _core_spec(root, "0.4.0", "written from the facts of the published core of 0.4.0"),
        Spec(
            name="tool-invocation",
            title="tool-invocation extension",
            version=NEWEST,
            kind=Kind.EXTENSION,
            cddl_paths=(root / "cddl" / "extensions" / "tool-invocation.cddl",),
            schema_path=root / "schemas" / "tool-invocation.schema.json",
            origin="draft-petrie-vcon-tool-invocation, appendices C and D, unchanged",
            event_types=_TOOL_EVENT_TYPES,
        ),
        _plug_spec(root, "vcon-open", NEWEST, "accepts parameters that nobody defined"),
        _plug_spec(root, "vcon-any-type", NEWEST, "accepts types that nobody defined"),
        _plug_spec(root, "vcon-older", "0.4.0", "accepts the version texts of older vCons"),
    )


def _core_spec(root: Path, version: str, origin: str) -> Spec:
    return Spec(
        name=f"vcon-core-{version}",
        title=f"vCon core, syntax version {version}",
        version=version,
        kind=Kind.CORE,
        cddl_paths=(root / "cddl" / f"vcon-core-{version}.cddl",),
        schema_path=root / "schemas" / f"vcon-core-{version}.schema.json",
        root="vcon",
        origin=origin,
        event_types=_CORE_EVENT_TYPES if version == NEWEST else (),
    )


def _plug_spec(root: Path, name: str, version: str, title: str) -> Spec:
    paths = (root / "cddl" / f"{name}.cddl",)
    return Spec(
        name=name, title=title, version=version, kind=Kind.OPEN, cddl_paths=paths, origin="vcddl"
    )


def given_spec(name: str, path: Path, kind: Kind) -> Spec:
    """The specification that a file of the user is: used in place of a shipped one."""
    root = "vcon" if kind is Kind.CORE else ""
    return Spec(
        name=name,
        title=path.name,
        version="",
        kind=kind,
        cddl_paths=(path,),
        root=root,
        origin="given by the user",
        is_shipped=False,
    )
