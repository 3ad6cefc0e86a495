"""The goals of the project for speed and memory, against what was measured."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from bench.samples import LENGTHS


@dataclass(frozen=True, slots=True)
class Goal:
    """What was wanted and what was found, in the unit of ``text``; None where not measured.

    ``is_least`` says whether ``wanted`` is the least that will do, or the most.
    """

    text: str
    wanted: float
    found: float | None
    is_least: bool = False

    @property
    def outcome(self) -> str:
        """``met``, ``missed`` or ``not measured``."""
        if self.found is None:
            return "not measured"
        is_met = self.found >= self.wanted if self.is_least else self.found <= self.wanted
        return "met" if is_met else "missed"


Seconds = Mapping[str, float]


def ratio(seconds: Seconds, above: str, below: str) -> float | None:
    """How many times as long ``above`` takes as ``below``; None unless both were measured."""
    if above not in seconds or below not in seconds:
        return None
    return seconds[above] / seconds[below]


def judge(seconds: Seconds, memory: Mapping[str, float]) -> list[Goal]:
    """All goals. ``seconds`` by name of the task, ``memory`` as ratios by form."""
    return [
        *_against_peers(seconds),
        *_growth(seconds),
        *(Goal(f"memory, {form}: times that of decoding", 2, memory[form]) for form in memory),
        *_times(seconds),
    ]


def _against_peers(seconds: Seconds) -> list[Goal]:
    goals = []
    for size, times in (("4 kB", 15), ("280 kB", 80)):
        found = ratio(seconds, f"CBOR {size}: pycddl", f"CBOR {size}: vcddl")
        goals.append(Goal(f"CBOR {size}: times faster than pycddl", times, found, is_least=True))
    for size in ("4 kB", "280 kB"):
        name = f"JSON {size}"
        found = ratio(seconds, f"{name}: jsonschema", f"{name}: vcddl")
        goals.append(Goal(f"{name}: times faster than jsonschema", 30, found, is_least=True))
        decoded = f"{name}: vcddl, decoded"
        found = ratio(seconds, decoded, f"{name}: jsonschema-rs, decoded")
        goals.append(Goal(f"{name}, decoded: times the time of jsonschema-rs", 2.5, found))
        found = ratio(seconds, decoded, f"{name}: json.loads")
        goals.append(Goal(f"{name}, decoded: times the time of json.loads", 0.5, found))
    return goals


def _growth(seconds: Seconds) -> list[Goal]:
    goals = []
    for form in ("JSON", "CBOR"):
        names = [f"{form} array of {length:,}: vcddl" for length in LENGTHS]
        steps = [ratio(seconds, many, few) for few, many in itertools.pairwise(names)]
        worst = max((step for step in steps if step is not None), default=None)
        goals.append(Goal(f"{form} arrays: times the time for 10 times the elements", 11, worst))
    return goals


def _times(seconds: Seconds) -> list[Goal]:
    compiling = "compile 0.5.0 with tools"
    first, imports = f"{compiling}: first in a process", f"{compiling}: imports alone"
    cold = None
    if first in seconds and imports in seconds:
        cold = (seconds[first] - seconds[imports]) * 1000
    return [
        Goal(
            "report on an invalid JSON of 10 MB: s",
            4,
            seconds.get("invalid JSON 10 MB: vcddl report"),
        ),
        Goal("command to verdict: ms", 250, _milliseconds(seconds, "command, one vCon: vcddl")),
        Goal("CDDL to program, cold: ms", 150, cold),
        Goal(
            "CDDL to program, from the cache: ms",
            5,
            _milliseconds(seconds, f"{compiling}: vcddl, from the cache"),
        ),
    ]


def _milliseconds(seconds: Seconds, name: str) -> float | None:
    return seconds[name] * 1000 if name in seconds else None
