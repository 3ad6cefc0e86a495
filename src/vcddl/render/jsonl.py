"""Reports → one JSON object a line and a file, for tools that read as results come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vcddl.render import DEFAULT_OPTIONS, RenderOptions
from vcddl.render.document import report_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.report import Report


def render(reports: Sequence[Report], options: RenderOptions = DEFAULT_OPTIONS) -> str:
    """The text of ``reports``; see `vcddl.render.Renderer`. A line is a report of the JSON form."""
    del options
    return "".join(json.dumps(report_of(report)) + "\n" for report in reports)
