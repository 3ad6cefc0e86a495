"""Reports → one JSON document. Everything outside ASCII is escaped: no surprise in any terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vcddl.render import DEFAULT_OPTIONS, RenderOptions
from vcddl.render.document import document_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcddl.report import Report


def render(reports: Sequence[Report], options: RenderOptions = DEFAULT_OPTIONS) -> str:
    """The text of ``reports``; see `vcddl.render.Renderer`."""
    return json.dumps(document_of(reports, options.command), indent=2) + "\n"
