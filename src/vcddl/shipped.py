"""Where the CDDL and the JSON Schemas that come with vcddl lie. Imports nothing of ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def shipped_root() -> Path:
    """The folder that holds ``cddl/`` and ``schemas/``.

    In a source tree (also an editable install) that is the tree itself, so that an edit is seen
    at once; in an installed wheel it is ``vcddl/_shipped``.
    """
    package = Path(__file__).resolve().parent
    tree = package.parent.parent
    if package.parent.name == "src" and (tree / "pyproject.toml").is_file():
        return tree
    return package / "_shipped"
