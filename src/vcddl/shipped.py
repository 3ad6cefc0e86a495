"""Where the CDDL and the JSON Schemas that come with vcddl lie."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vcddl.errors import UsageError


@cache
def shipped_root() -> Path:
    """The folder that holds ``cddl`` and ``schemas``.

    In a source tree, also one that is installed in editable mode, the folders beside ``src``;
    in an installed package its ``_shipped`` folder. A ``_shipped`` in a source tree is ignored:
    it could only be a stale copy.

    Raises:
        UsageError: neither is there, the installation is broken.
    """
    package = Path(__file__).resolve().parent
    tree = package.parents[1]
    if package.parent.name == "src" and (tree / "cddl").is_dir() and _is_our_project(tree):
        return tree
    shipped = package / "_shipped"
    if (shipped / "cddl").is_dir():
        return shipped
    raise UsageError("the shipped specifications are missing", "install vcddl again")


def _is_our_project(tree: Path) -> bool:
    project = tree / "pyproject.toml"
    return project.is_file() and '\nname = "vcddl"\n' in project.read_text(encoding="utf-8")
