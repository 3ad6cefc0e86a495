"""Pointers into an instance: RFC 6901, plus a form for CBOR keys that are not text.

A path is a tuple of steps. A step is the ``str`` key of a member, the ``int`` index of an element,
or one of the classes below. The root is the empty tuple, printed ``""``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A map key that is not text, by its diagnostic notation: printed ``/{1}``, ``/{h'00'}``."""

    edn: str


@dataclass(frozen=True, slots=True)
class Inside:
    """A step into an encoded value: ``what`` names the control (``cbor``, ``json``, ``tag``)."""

    what: str


Step = str | int | Key | Inside
Path = tuple[Step, ...]


def format_pointer(path: Path) -> str:
    """The pointer of ``path`` as text. RFC 6901 section 3: ``~`` is ``~0``, ``/`` is ``~1``."""
    return "".join(f"/{_format_step(step)}" for step in path)


def parse_pointer(pointer: str) -> Path:
    """The path that an RFC 6901 pointer most likely stands for: digits are taken as indices."""
    steps: list[Step] = []
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        steps.append(int(key) if key.isascii() and key.isdigit() else key)
    return tuple(steps)


def _format_step(step: Step) -> str:
    if isinstance(step, int):
        return str(step)
    if isinstance(step, Key):
        return "{" + step.edn.replace("~", "~0").replace("/", "~1") + "}"
    if isinstance(step, Inside):
        return f"<{step.what}>"
    return step.replace("~", "~0").replace("/", "~1")
