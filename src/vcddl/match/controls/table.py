"""The control operators: a table from operator to the family that knows it.

A new operator is one function pair in a family file and one line in `CONTROLS`.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from vcddl.match.controls import (
    comparison,
    embedded,
    encoding,
    grammar,
    logic,
    regexp,
    size,
    text,
)

if TYPE_CHECKING:
    from vcddl.match.controls.model import Control

CONTROLS: dict[str, Control] = {
    **size.CONTROLS,
    **comparison.CONTROLS,
    **regexp.CONTROLS,
    **embedded.CONTROLS,
    **logic.CONTROLS,
    **grammar.CONTROLS,
    **encoding.CONTROLS,
    **text.CONTROLS,
}

# In the IANA registry, not implemented: RFC 9090 section 3.
UNSUPPORTED = frozenset({".sdnv", ".sdnvseq", ".oid"})

_COMPUTED = (".plus", ".cat", ".det")


def suggest(operator: str) -> str | None:
    """A registered operator that ``operator`` may have been meant for, as advice."""
    known = (*CONTROLS, *UNSUPPORTED, *_COMPUTED)
    near = get_close_matches(operator, known, n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else None
