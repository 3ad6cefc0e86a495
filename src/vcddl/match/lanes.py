"""One program with its two lanes, and how both are kept on disk between runs."""

from __future__ import annotations

import marshal
import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vcddl.match.emit import Emitted, FastProgram, emit
from vcddl.match.map_plan import uses_only_text_keys

if TYPE_CHECKING:
    from vcddl.limits import Limits
    from vcddl.match.nodes import Program


@dataclass(frozen=True, slots=True)
class Lanes:
    """One number model.

    Attributes:
        program: for the full lane.
        fast: its emitted functions; None if something in the program cannot be decided.
        text_keys: whether all keys that the program knows are text.
    """

    program: Program
    fast: FastProgram | None
    text_keys: bool


def build_lanes(program: Program, *, limits: Limits, check_tags: bool) -> Lanes:
    """Emit the fast lane of a program, unless it holds something undecidable."""
    fast = None
    if not program.undecidable:
        fast = FastProgram(program, emit(program, check_tags=check_tags), limits=limits)
    return Lanes(program, fast, uses_only_text_keys(program))


def dump_lanes(lanes: Lanes) -> bytes:
    """The lanes as bytes for `load_lanes` of the same Python and the same vcddl."""
    fast = lanes.fast
    stored: tuple[Any, ...] = (
        lanes.program,
        fast.emitted if fast else None,
        marshal.dumps(fast.code) if fast else b"",
        lanes.text_keys,
    )
    return pickle.dumps(stored, protocol=pickle.HIGHEST_PROTOCOL)


def load_lanes(data: bytes, *, limits: Limits) -> Lanes:
    """Lanes from bytes that `dump_lanes` wrote; the caller vouches for where they come from."""
    program, emitted, code, text_keys = pickle.loads(data)  # noqa: S301  see the docstring
    fast = None
    if emitted is not None:
        assert isinstance(emitted, Emitted)
        fast_code = marshal.loads(code)  # noqa: S302  as above
        fast = FastProgram(program, emitted, limits=limits, code=fast_code)
    return Lanes(program, fast, text_keys)
