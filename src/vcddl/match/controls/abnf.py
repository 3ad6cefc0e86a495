"""The `.abnf` and `.abnfb` controls: ABNF → functions on texts or bytes.

RFC 9165 section 3. ABNF is a context-free grammar with unordered alternatives (RFC 5234 section
3.2). A grammar whose rules do not refer to themselves is a regular expression, and is run as one;
any other goes to the recogniser of `context_free.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from vcddl.match.controls.abnf_grammar import Grammar, parse_abnf
from vcddl.match.controls.context_free import compile_grammar
from vcddl.match.controls.patterns import (
    Alternation,
    Characters,
    Pattern,
    PatternError,
    Reference,
    Repeat,
    Sequence,
)
from vcddl.match.controls.regular import compile_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

DEFAULT_STEPS = 10_000_000

_MAX_INLINED = 5_000
_MAX_DEPTH = 120


def compile_abnf(
    text: str, *, of_bytes: bool, steps: int = DEFAULT_STEPS
) -> Callable[[bytes | str], bool]:
    """A function that says whether a whole text, or byte string, is in the language of ``text``.

    Args:
        text: elements, a line end, rules. There are no core rules but those that it defines.
        of_bytes: `.abnfb`: the function takes bytes, and terminals are byte values.
        steps: how much one call may cost where the grammar is recursive.

    Raises:
        PatternError: not ABNF, or a rule is missing that is referred to by one that is needed.
        ResourceLimit: by the function, when it would take more than ``steps``.
    Cost: linear for grammars that are not recursive, and for recursive ones that are
        deterministic; at most cubic otherwise.
    """
    grammar = _reachable(parse_abnf(text, of_bytes=of_bytes))
    accepts = _regular(grammar) or compile_grammar(grammar.goal, grammar.rules, steps=steps)

    def accepts_any(data: bytes | str) -> bool:
        return accepts(data if isinstance(data, str) else data.decode("latin-1"))

    return accepts_any


def _regular(grammar: Grammar) -> Callable[[str], bool] | None:
    """The grammar run as a regular expression; None if it is none, or is a large one."""
    pattern = _inline(grammar)
    if pattern is None:
        return None
    try:
        return compile_regular(pattern)
    except PatternError:
        return None


def _reachable(grammar: Grammar) -> Grammar:
    """The same language with only the rules that the goal needs."""
    needed: dict[str, Pattern] = {}
    work = [grammar.goal]
    while work:
        for reference in _references(work.pop()):
            if reference.name not in grammar.rules:
                raise PatternError(f"the rule `{reference.name}` is not defined", reference.offset)
            if reference.name not in needed:
                needed[reference.name] = grammar.rules[reference.name]
                work.append(needed[reference.name])
    return Grammar(grammar.goal, needed)


def _references(pattern: Pattern) -> Iterator[Reference]:
    work = [pattern]
    while work:
        one = work.pop()
        if isinstance(one, Reference):
            yield one
        elif isinstance(one, Repeat):
            work.append(one.item)
        elif not isinstance(one, Characters):
            work.extend(one.items)


@dataclass(frozen=True, slots=True)
class _Inlined:
    """A pattern without references, with the nodes of the tree when nothing in it is shared."""

    pattern: Pattern
    size: int
    depth: int


def _inline(grammar: Grammar) -> Pattern | None:
    """The goal with every reference replaced; None if that cannot be, or would be large."""
    needs = {name: _names(pattern) for name, pattern in grammar.rules.items()}
    try:
        order = tuple(TopologicalSorter(needs).static_order())
    except CycleError:
        return None
    known: dict[str, _Inlined] = {}
    for name in order:
        known[name] = _replace(grammar.rules[name], known)
        if known[name].size > _MAX_INLINED or known[name].depth > _MAX_DEPTH:
            return None
    goal = _replace(grammar.goal, known)
    return goal.pattern if goal.size <= _MAX_INLINED and goal.depth <= _MAX_DEPTH else None


def _names(pattern: Pattern) -> set[str]:
    return {reference.name for reference in _references(pattern)}


def _replace(pattern: Pattern, known: Mapping[str, _Inlined]) -> _Inlined:
    if isinstance(pattern, Reference):
        return known[pattern.name]
    if isinstance(pattern, Characters):
        return _Inlined(pattern, 1, 1)
    if isinstance(pattern, Repeat):
        item = _replace(pattern.item, known)
        repeat = Repeat(item.pattern, pattern.minimum, pattern.maximum)
        return _Inlined(repeat, item.size + 1, item.depth + 1)
    parts = [_replace(item, known) for item in pattern.items]
    items = tuple(part.pattern for part in parts)
    return _Inlined(
        Sequence(items) if isinstance(pattern, Sequence) else Alternation(items),
        1 + sum(part.size for part in parts),
        1 + max((part.depth for part in parts), default=0),
    )
