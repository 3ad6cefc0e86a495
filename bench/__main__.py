"""Run the benchmarks: ``python -m bench [--quick] [--json FILE]``. pyperf does the timing."""

from __future__ import annotations

import argparse
import json
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyperf

from bench.goals import judge
from bench.memory import measure
from bench.table import render
from bench.tasks import Task, all_tasks, write_files

if TYPE_CHECKING:
    from collections.abc import Callable

_FORMS = ("json", "cbor")
_PEERS = ("pycddl", "cddl-verifier", "jsonschema", "jsonschema-rs", "fastjsonschema", "cbor2")


def _pass_on(command: list[str], arguments: argparse.Namespace) -> None:
    """Tell the processes that measure what this one was told, so that they count tasks alike."""
    command.extend(["--folder", arguments.folder])
    if arguments.quick:
        command.append("--quick")


def _runner() -> pyperf.Runner:
    runner = pyperf.Runner(
        values=3, warmups=1, min_time=0.05, program_args=("-m", "bench"), add_cmdline_args=_pass_on
    )
    runner.argparser.add_argument("--quick", action="store_true", help="fewer and smaller tasks")
    runner.argparser.add_argument("--json", metavar="FILE", help="write the results there, too")
    runner.argparser.add_argument("--folder", help=argparse.SUPPRESS)
    arguments = runner.parse_args()
    if not arguments.worker:
        arguments.quiet = True
        arguments.processes = 1 if arguments.quick else 2
        arguments.inherit_environ = ["PYTHONPATH", "XDG_CACHE_HOME", "HOME"]
    return runner


def _idle() -> None:
    """Stand in for a function that another process measures."""


def _functions(runner: pyperf.Runner) -> Callable[[int, Task], Callable[[], Any]]:
    """What to time for the task of a number: prepared only where it is timed."""
    mine = runner.args.worker_task if runner.args.worker else None
    return lambda number, task: task.make() if number == mine and task.make else _idle


def _measure(runner: pyperf.Runner, tasks: list[Task]) -> dict[str, float]:
    """The median seconds of each task."""
    function = _functions(runner)
    found: dict[str, float] = {}
    for number, task in enumerate(tasks):
        if task.command:
            result = runner.bench_command(task.name, list(task.command))
        else:
            result = runner.bench_func(task.name, function(number, task))
        if result is not None and not runner.args.worker:
            found[task.name] = result.median()
    return found


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in _PEERS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _run(runner: pyperf.Runner, folder: Path) -> None:
    every = [task for task in all_tasks(folder) if not (runner.args.quick and task.is_slow)]
    tasks = [task for task in every if not task.is_missing]
    seconds = _measure(runner, tasks)
    if runner.args.worker:
        return
    memory = {form: measure(form, what="check") / measure(form, what="decode") for form in _FORMS}
    goals = judge(seconds, memory)
    print(f"\n{render(tasks, seconds, memory, goals)}")
    for package in sorted({task.needs for task in every if task.is_missing}):
        print(f"not installed, left out: {package}")
    if runner.args.json:
        rows = [
            {"goal": goal.text, "wanted": goal.wanted, "found": goal.found, "outcome": goal.outcome}
            for goal in goals
        ]
        results = {"versions": _versions(), "seconds": seconds, "memory": memory, "goals": rows}
        Path(runner.args.json).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Measure everything, or, as a process that pyperf started, one task."""
    runner = _runner()
    if runner.args.folder:
        _run(runner, Path(runner.args.folder))
        return
    with tempfile.TemporaryDirectory() as folder:
        runner.args.folder = folder
        write_files(Path(folder))
        _run(runner, Path(folder))


if __name__ == "__main__":
    main()
