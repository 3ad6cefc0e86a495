"""Generic parameters bound to arguments: what a name means at a place. RFC 8610 section 3.10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vcddl.syntax.walk import references, sole_name

if TYPE_CHECKING:
    from vcddl.rules.graph import Alternative, Definition
    from vcddl.syntax.ast import Name, Type1

Environment = Mapping[str, "Bound"]
EMPTY: Environment = {}
DEEPEST_ARGUMENT = 64


@dataclass(frozen=True, slots=True)
class Bound:
    """A generic argument together with the meaning of the parameters used in it.

    ``key`` is the same for arguments that say the same; ``depth`` grows where a generic hands
    its own parameter on inside a larger argument.
    """

    type: Type1
    environment: Environment = field(compare=False, hash=False)
    key: tuple[object, ...]
    depth: int = field(compare=False)


def bind_arguments(
    definition: Definition, arguments: tuple[Type1, ...], environment: Environment
) -> dict[str, Bound]:
    """The environment inside ``definition`` when it is used with ``arguments``."""
    return {
        parameter: _bind(argument, environment)
        for parameter, argument in zip(definition.parameters, arguments, strict=False)
    }


def bound_in(
    definition: Definition, alternative: Alternative, environment: Environment
) -> Environment:
    """The environment by the names that one rule has for the parameters: rules may differ there."""
    if alternative.parameters == definition.parameters:
        return environment
    names = zip(alternative.parameters, definition.parameters, strict=True)
    return {mine: environment[first] for mine, first in names}


def _bind(argument: Type1, environment: Environment) -> Bound:
    name = sole_name(argument)
    if name is not None and not name.arguments and name.name in environment:
        return environment[name.name]
    used = {
        use.name: environment[use.name] for use in references(argument) if use.name in environment
    }
    key = (argument, *((name, bound.key) for name, bound in sorted(used.items())))
    depth = 1 + max((bound.depth for bound in used.values()), default=0)
    return Bound(argument, used, key, depth)


def environment_key(environment: Environment) -> tuple[object, ...]:
    """A hashable that is equal for environments that mean the same."""
    return tuple((name, bound.key) for name, bound in environment.items())


def bound_argument(name: Name, environment: Environment) -> Bound | None:
    """The argument that ``name`` stands for, if it is a parameter here."""
    return environment.get(name.name)
