"""Where the compiler is while it compiles one rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vcddl.match.bind import Environment


@dataclass(frozen=True, slots=True)
class Place:
    """The rule, the meaning of its generic parameters, and the number model."""

    rule: str
    environment: Environment
    json: bool

    def at(self, node: Any) -> dict[str, Any]:
        """What every node made from the syntax ``node`` is told."""
        return {"span": node.span, "rule": self.rule}
