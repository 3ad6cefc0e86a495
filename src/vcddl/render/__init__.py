"""Reports → text. One module a format; this one only knows which there are.

A renderer is a module with ``render(reports, options) -> str``. Renderers know reports and
diagnostics, never files, terminals or the CDDL itself. Same reports, same options: same text.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vcddl.report import Report

FORMATS: Mapping[str, str] = {
    "text": "vcddl.render.text",
    "concise": "vcddl.render.concise",
    "json": "vcddl.render.json",
    "jsonl": "vcddl.render.jsonl",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """How a report is to look. Formats for machines heed ``command`` alone.

    Attributes:
        command: the command that asks, as JSON says it.
        color: write ANSI colour codes.
        verbose: show all alternatives, all related places and the source of notices.
        quiet: errors alone: no verdicts of valid files, no notices, no counts.
        width: columns that a source line may take before it is cut.
        seconds: time to say in the last line; None leaves it out, so that output repeats.
        verdicts: say the verdict of every file, and count them.
    """

    command: str = "check"
    color: bool = False
    verbose: bool = False
    quiet: bool = False
    width: int = 120
    seconds: float | None = None
    verdicts: bool = True


DEFAULT_OPTIONS = RenderOptions()


class Renderer(Protocol):
    """What every module of `FORMATS` offers."""

    def render(self, reports: Sequence[Report], options: RenderOptions = ...) -> str:
        """The text of ``reports``, in their order; ends with a line end unless it is empty."""
        ...


def renderer_of(name: str) -> Renderer:
    """The renderer called ``name``, a key of `FORMATS`; imported when first asked for.

    Raises:
        KeyError: there is no such format.
    """
    return cast("Renderer", import_module(FORMATS[name]))
