"""The control operators: a table from operator to the family file that knows it.

A new operator is one `Control` in a family file and its name in `_FAMILIES`. A family is imported
when one of its operators is first used: most CDDL uses few of them, and some need big libraries.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vcddl.match.controls.model import Control

_FAMILIES = {
    "size": ".size .bits",
    "comparison": ".lt .le .gt .ge .eq .ne .default",
    "regexp": ".regexp .pcre",
    "embedded": ".cbor .cborseq .json",
    "logic": ".and .within .feature",
    "grammar": ".abnf .abnfb",
    "encoding": ".b64u .b64u-sloppy .b64c .b64c-sloppy .hex .hexlc .hexuc .b32 .h32 .b45",
    "text": ".base10 .printf .join",
}
_FAMILY_OF = {operator: name for name, row in _FAMILIES.items() for operator in row.split()}

OPERATORS = frozenset(_FAMILY_OF)

# In the IANA registry, not implemented: RFC 9090 section 3.
UNSUPPORTED = frozenset({".sdnv", ".sdnvseq", ".oid"})

_COMPUTED = (".plus", ".cat", ".det")


@cache
def _family(name: str) -> Mapping[str, Control]:
    controls: Mapping[str, Control] = import_module(f"vcddl.match.controls.{name}").CONTROLS
    return controls


def find_control(operator: str) -> Control:
    """The operator, one of `OPERATORS`."""
    return _family(_FAMILY_OF[operator])[operator]


_MEANT = {
    ".length": ".size",
    ".len": ".size",
    ".regex": ".regexp",
    ".pattern": ".regexp",
    ".min": ".ge",
    ".max": ".le",
}


def suggest(operator: str) -> str | None:
    """A registered operator that ``operator`` may have been meant for, as advice."""
    if meant := _MEANT.get(operator):
        return f"did you mean `{meant}`?"
    known = (*OPERATORS, *UNSUPPORTED, *_COMPUTED)
    near = get_close_matches(operator, sorted(known), n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else None
