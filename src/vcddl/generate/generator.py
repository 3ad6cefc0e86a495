"""The way in: a program and a seed → instances, each judged before it is handed out."""

from __future__ import annotations

from math import inf
from random import Random
from typing import TYPE_CHECKING

from vcddl.deep import deep_recursion
from vcddl.generate.drawer import Drawer, TooMuchWork
from vcddl.generate.model import CannotGenerate, Here, Mode
from vcddl.generate.reach import Reach
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.judge import Judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.instance.values import Value
    from vcddl.match.nodes import Program

_TRIES = (None, None, Mode.RANDOM, Mode.RANDOM, Mode.MINIMAL)


def generate(
    program: Program,
    *,
    seed: int = 0,
    count: int = 1,
    mode: str = Mode.RANDOM,
    limits: Limits = DEFAULT_LIMITS,
) -> Iterator[Value]:
    """Make ``count`` instances that ``program`` accepts.

    Args:
        program: compiled for JSON or for CBOR; the instances are of that format.
        seed: the same seed gives the same instances.
        count: how many; the first ones are the same for every count.
        mode: a `Mode` or its value. ``minimal`` has the fewest members, ``full`` every optional
            member and two rounds of every unbounded occurrence, where the CDDL allows them.
        limits: what judging one instance may cost.

    Returns:
        Values of the model of `vcddl.instance.values`.

    Raises:
        CannotGenerate: while iterating; no instance was found, so perhaps there is none.
        ResourceLimit: while iterating.
        ValueError: there is no such mode.
    Cost: bounded for each instance by 40,000 nodes.
    """
    wanted = Mode(mode)
    reach = Reach(program)
    if reach.sizes[program.root] == inf:
        raise CannotGenerate(*reach.culprit(program.root))
    for index in range(count):
        yield _one(program, reach, wanted, f"{seed}/{index}", limits)


def _one(program: Program, reach: Reach, mode: Mode, seed: str, limits: Limits) -> Value:
    """One instance; what cannot be made as wanted is made in another mode."""
    random = Random(seed)  # noqa: S311  examples, not secrets
    failure = CannotGenerate("", "every attempt took too many steps")
    for other in _TRIES:
        judge = Judge(program, limits)
        drawer = Drawer(judge, random, reach)
        try:
            with deep_recursion():
                value = drawer.value(program.root, Here(other or mode, program.json))
                is_right = judge.accepts(program.root, value) is True
        except TooMuchWork:
            continue
        except CannotGenerate as error:
            failure = error
            continue
        if is_right:
            return value
    raise failure
