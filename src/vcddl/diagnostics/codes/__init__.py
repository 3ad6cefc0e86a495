"""The registry of codes: every kind of diagnostic there is, found by id or by name.

Each module of this package holds the codes of one family in a tuple ``CODES``. They are imported
when the registry is asked, so that a check does not pay for codes it never gives.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vcddl.diagnostics.model import Code


@cache
def all_codes() -> tuple[Code, ...]:
    """Every code, sorted by id."""
    families = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    codes: list[Code] = [code for family in families for code in family.CODES]
    return tuple(sorted(codes, key=lambda code: code.id))


def find_code(id_or_name: str) -> Code | None:
    """The code with this id (``VC301``) or name (``missing-member``), in any case of letters."""
    wanted = id_or_name.lower()
    return next((code for code in all_codes() if wanted in {code.id.lower(), code.name}), None)
