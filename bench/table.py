"""The results as one table for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.goals import Goal
    from bench.tasks import Task

_UNITS = ((1.0, "s "), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def duration(seconds: float) -> str:
    """A time with three digits that count."""
    scale, unit = next((row for row in _UNITS if seconds >= row[0]), _UNITS[-1])
    return f"{seconds / scale:,.3g} {unit}"


def render(
    tasks: Sequence[Task],
    seconds: Mapping[str, float],
    memory: Mapping[str, float],
    goals: Sequence[Goal],
) -> str:
    """Times, each with how many times as long as vcddl it took; memory; goals."""
    lines = [f"{'what':<34}{'who':<26}{'median':>12}{'vs vcddl':>12}"]
    subject = ""
    for task in tasks:
        if task.name not in seconds:
            continue
        own = seconds.get(f"{task.subject}: vcddl")
        times = f"{seconds[task.name] / own:,.2f} x" if own and task.tool != "vcddl" else ""
        label = "" if task.subject == subject else task.subject
        subject = task.subject
        lines.append(f"{label:<34}{task.tool:<26}{duration(seconds[task.name]):>12}{times:>12}")
    lines.append("")
    lines += [
        f"peak memory, {form}, against decoding alone: {memory[form]:.2f} x" for form in memory
    ]
    return "\n".join([*lines, "", *map(_goal, goals)])


def _goal(goal: Goal) -> str:
    sign = ">=" if goal.is_least else "<="
    found = "-" if goal.found is None else f"{goal.found:,.2f}"
    return f"{goal.outcome:<13}{goal.text:<58}{sign} {goal.wanted:<6g}{found:>10}"
