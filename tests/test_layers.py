"""Who may import whom: a module only what stands above it, libraries only where they belong."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted((SOURCE / "vcddl").rglob("*.py"))

# From the foundations up. Modules of one layer do not import each other's package.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("source", "pointer", "deep"),
    ("diagnostics", "errors", "limits"),
    ("report", "shipped"),
    ("syntax", "instance"),
    ("rules",),
    ("root",),
    ("match",),
    ("generate",),
    ("check", "linting"),
    ("store",),
    ("vcon",),
    ("render",),
    ("cli",),
    ("__init__", "__main__"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
# The two halves that meet in `match` alone.
STRANGERS = {
    ("instance", "syntax"),
    ("syntax", "instance"),
    ("instance", "rules"),
    ("rules", "instance"),
}
HOME = {
    "lark": {"syntax"},
    "cbor2": {"instance"},
    "jiter": {"instance"},
    "re2": {"match"},
    "elementpath": {"match"},
    "typer": {"cli"},
    "rich": {"cli"},
    "jsonschema": set(),
    "referencing": set(),
}


def _part(name: str) -> str:
    """``vcddl.match.nodes`` → ``match``; the package itself → ``__init__``."""
    return name.split(".")[1] if "." in name else "__init__"


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def _imports(path: Path) -> set[str]:
    """Names of all modules that are imported anywhere in the file, those for types included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            if node.module == "vcddl":
                found |= {f"vcddl.{alias.name}" for alias in node.names}
                found.discard("vcddl")
    return found


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_imports_only_from_above(path: Path) -> None:
    part = _part(_name(path))
    assert part in RANK, f"{part} has no layer"
    for imported in sorted(_imports(path)):
        if imported.split(".")[0] != "vcddl":
            continue
        other = _part(imported)
        assert other == part or RANK[other] <= RANK[part], f"{part} imports {imported}"
        assert (part, other) not in STRANGERS, f"{part} imports {imported}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_libraries_stay_at_home(path: Path) -> None:
    part = _part(_name(path))
    for imported in sorted(_imports(path)):
        library = imported.split(".")[0]
        assert part in HOME.get(library, {part}), f"{part} imports {library}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_only_the_command_line_prints(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert "print" not in calls


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_all_is_caught_in_one_place_only(path: Path) -> None:
    broad = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "Exception"))
    ]
    assert len(broad) == (_name(path) == "vcddl.cli.app")


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_size(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
