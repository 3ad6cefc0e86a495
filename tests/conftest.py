"""The switch that writes expected output anew, and the fixture that compares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-snapshots",
        action="store_true",
        help="write expected output of snapshot tests anew; review the diff",
    )


@pytest.fixture
def updates_snapshots(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-snapshots"))


@pytest.fixture
def matches_snapshot(updates_snapshots: bool) -> Callable[[Path, str], None]:
    """Assert that a text is what the file holds, or write it there."""

    def compare(path: Path, text: str) -> None:
        if updates_snapshots:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no snapshot {path.name}: run pytest --update-snapshots"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled CDDL is kept in a folder of the test run, not in that of the person who tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
