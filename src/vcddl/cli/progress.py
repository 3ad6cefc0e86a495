"""A bar on standard error for runs that take a while, where a person looks on."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TypeVar

from vcddl.cli.output import is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PATIENCE_SECONDS = 2.0

Item = TypeVar("Item")


def follow(items: Iterable[Item], *, total: int, is_wanted: bool = True) -> Iterator[Item]:
    """``items`` as they come, with a bar on a terminal once `PATIENCE_SECONDS` have passed."""
    if not is_wanted or total < 2 or not is_terminal(sys.stderr):
        yield from items
        return
    start, done, rest = time.monotonic(), 0, iter(items)
    for item in rest:
        yield item
        done += 1
        if time.monotonic() - start > PATIENCE_SECONDS and done < total:
            break
    yield from _with_bar(rest, done=done, total=total)


def _with_bar(rest: Iterator[Item], *, done: int, total: int) -> Iterator[Item]:
    if done == total:
        yield from rest
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("files", total=total, completed=done)
        for item in rest:
            yield item
            progress.advance(task)
