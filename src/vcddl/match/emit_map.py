"""Map nodes → lines of Python, from a `MapPlan`: one look at each member, one count at the end.

``n`` counts claimed pairs. A group that fails returns -1, or -2 if it had picked a pair with a
cut (RFC 8610 section 3.5.4); what an optional group has picked and not claimed is gone, which
makes ``n`` so small that the map can no longer match.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from vcddl.match.map_plan import (
    Alternatives,
    Entry,
    Literal,
    MapPlan,
    Table,
    is_open,
    keys_of,
    plan_map,
)

if TYPE_CHECKING:
    from vcddl.match import nodes as n
    from vcddl.match.emit import Emitter

_VARIABLE = re.compile(r"\bv\b")
_GONE = "n -= 1 << 40"
_LONGEST_TEST = 400
_FEWEST_FOR_DISPATCH = 3


def body(emitter: Emitter, node: n.MapNode) -> list[str]:
    """The body of a function over ``x`` that says whether it matches."""
    plan = plan_map(emitter.program, node.group)
    if plan is None:
        emitter.functions_below(node.group)
        return ["if type(x) is not dict: return no_map(x)", f"return walk.map({node.group}, x)"]
    return _Writer(emitter, plan).lines()


class _Writer:
    """Writes one map.

    A closed map counts: required members at the start, optional ones as they come. An open map
    lets unknown text keys pass and so has nothing to count; ``n`` only falls where a pair is gone.
    """

    def __init__(self, emitter: Emitter, plan: MapPlan) -> None:
        self._emitter = emitter
        self._plan = plan
        self._open = is_open(emitter.program, plan.tables)
        self._counts = not plan.tables
        self._variables = 0

    def lines(self) -> list[str]:
        entries = self._plan.entries
        lines = ["if type(x) is not dict: return no_map(x)", f"n = {self._required(entries)}"]
        for entry in entries:
            lines += self._entry(entry, "return False", "return False")
        if not self._plan.tables:
            return [*lines, "return n == len(x)"]
        if self._open and all(map(_leaves_nothing_gone, entries)):
            return _without_count([*lines, *self._rest_is_text()])
        if self._open:
            return [*lines, *self._rest_is_text()]
        return [*lines, *self._tables()]

    def _required(self, entries: tuple[Entry, ...]) -> int:
        """How many pairs the members that must be there claim."""
        if not self._counts:
            return 0
        return sum(isinstance(entry, Literal) and entry.required for entry in entries)

    def _rest_is_text(self) -> list[str]:
        if self._emitter.program.json:
            return ["return n >= 0"]
        return [
            "if n < 0: return False",
            "for k in x:",
            "    if type(k) is not str: return False",
            "return True",
        ]

    def _tables(self) -> list[str]:
        """Tables behind literal members that all have cuts: a key that is there is claimed."""
        keys = frozenset(
            entry.member.literal for entry in self._plan.entries if isinstance(entry, Literal)
        )
        lines = [f"c{index} = 0" for index, _ in enumerate(self._plan.tables)]
        lines.append("for k, v in x.items():")
        if keys:
            lines.append(f"    if k in {self._emitter.constant(keys)}: continue")
        for index, table in enumerate(self._plan.tables):
            lines += self._table(index, table)
        lines.append("    return False")
        wanted = [
            f"c{index} >= {table.minimum}"
            for index, table in enumerate(self._plan.tables)
            if table.minimum
        ]
        return [*lines, f"return {' and '.join(wanted) or 'True'}"]

    def _table(self, index: int, table: Table) -> list[str]:
        assert table.member.key is not None
        key = self._emitter.expression(table.member.key, "k")
        value = self._emitter.expression(table.member.value, "v")
        lines = [f"    if {key}:", f"        if {value}:"]
        if table.minimum:
            lines.append(f"            c{index} += 1")
        lines.append("            continue")
        if table.member.has_cut:
            lines.append("        return False")
        return lines

    def _entry(self, entry: Entry, fail: str, fail_picked: str) -> list[str]:
        """Lines that add to ``n`` what the entry claims, or run ``fail``."""
        if isinstance(entry, Literal):
            return self._literal(entry, fail, fail_picked)
        return self._alternatives(entry, fail)

    def _literal(self, entry: Literal, fail: str, fail_picked: str) -> list[str]:
        key = _key(entry.member.literal)
        test, take = self._value_test(entry.member.value, key)
        if entry.required:
            lines = [f"if {key} not in x: {fail}"]
            return lines if test == "True" else [*lines, *take, f"if not ({test}): {fail_picked}"]
        if not self._counts:  # an open map: its literal members all have cuts
            if test == "True":
                return []
            if not take:
                return [f"if {key} in x and not ({test}): {fail_picked}"]
            take = [f"    {line}" for line in take]
            return [f"if {key} in x:", *take, f"    if not ({test}): {fail_picked}"]
        if test == "True":
            return [f"if {key} in x: n += 1"]
        take = [f"    {line}" for line in take]
        if entry.member.has_cut:
            return [f"if {key} in x:", *take, f"    if not ({test}): {fail_picked}", "    n += 1"]
        return [f"if {key} in x:", *take, f"    if {test}: n += 1"]

    def _value_test(self, value: int, key: str) -> tuple[str, list[str]]:
        """The test of a member's value, and a line that names the value if it is used twice."""
        test = self._emitter.expression(value, "v")
        if len(_VARIABLE.findall(test)) <= 1:
            return self._emitter.expression(value, f"x[{key}]"), []
        return test, [f"v = x[{key}]"]

    def _alternatives(self, entry: Alternatives, fail: str) -> list[str]:
        if dispatch := self._dispatch(entry, fail):
            return dispatch
        if all(self._test(sequence) for sequence in entry.sequences):
            return self._chain(entry, fail)
        self._variables += 1
        r = f"r{self._variables}"
        lines = [f"{r} = -1"]
        for index, sequence in enumerate(entry.sequences):
            call = f"{self._group(sequence)}(x)"
            if index == 0:
                lines.append(f"{r} = {call}")
            else:
                picked = f"{r} = max(-2, {r}) if (s := {call}) == -1 else s"
                lines.append(
                    f"if -3 < {r} < 0: {picked}" if self._open else f"if {r} < 0: {r} = {call}"
                )
        return [*lines, *self._conclude(r, entry, fail)]

    def _conclude(self, r: str, entry: Alternatives, fail: str) -> list[str]:
        if not entry.optional:
            failed = (
                fail if fail == "return False" or not self._open else f"return min({r}, -1 - p)"
            )
            return [f"if -3 < {r} < 0: {failed}", f"n += {r}"]
        lines = [f"if not -3 < {r} < 0: n += {r}"]
        if self._open:
            lines.append(f"elif {r} == -2: {_GONE}")
        return lines

    def _chain(self, entry: Alternatives, fail: str) -> list[str]:
        """Short alternatives of required members as one ``if``, ``elif`` … chain."""
        lines = []
        for index, sequence in enumerate(entry.sequences):
            word = "if" if index == 0 else "elif"
            lines.append(f"{word} {self._test(sequence)}: {self._claim(len(sequence))}")
        first = " or ".join(
            dict.fromkeys(
                f"{_key(sequence[0].member.literal)} in x"
                for sequence in entry.sequences
                if sequence and isinstance(sequence[0], Literal)
            )
        )
        if not entry.optional:
            lines.append(f"else: {fail}" if lines else fail)
        elif self._open and first:
            lines.append(f"elif {first}: {_GONE}")
        return lines

    def _claim(self, pairs: int) -> str:
        return f"n += {pairs}" if self._counts and pairs else "pass"

    def _test(self, sequence: tuple[Entry, ...]) -> str | None:
        """A sequence of required members as one expression, if it is short."""
        tests = []
        for item in sequence:
            if not isinstance(item, Literal) or not item.required:
                return None
            key = _key(item.member.literal)
            test = self._emitter.expression(item.member.value, f"x[{key}]")
            tests.append(f"{key} in x")
            if test != "True":
                tests.append(test)
        text = " and ".join(tests) or "True"
        return text if len(text) <= _LONGEST_TEST else None

    def _group(self, sequence: tuple[Entry, ...], given: Any = None) -> str:
        """A function for one alternative; ``given`` is a key whose value is known to match.

        In an open map ``p`` is 1 once a member with a cut has been picked; behind a required
        member that needs no saying.
        """
        lines = [f"n = {self._required(sequence)}"]
        if not self._open:
            for item in sequence:
                if not _is_given(item, given):
                    lines += self._entry(item, "return -1", "return -1")
            return self._emitter.group_function([*lines, "return n"])
        lines.append("p = 0")
        is_picked = False
        for item in sequence:
            if not _is_given(item, given):
                fail = "return -2" if is_picked else "return -1 - p"
                lines += self._entry(item, fail, "return -2")
                lines += [] if is_picked else self._picked(item)
            if isinstance(item, Literal) and item.required and not is_picked:
                is_picked = True
                lines.append("p = 1")
        return self._emitter.group_function([*lines, "return n"])

    def _picked(self, item: Entry) -> list[str]:
        """Lines that set ``p`` where an entry has claimed something."""
        if isinstance(item, Literal):
            return [] if item.required else [f"if {_key(item.member.literal)} in x: p = 1"]
        if not item.optional:
            return ["p = 1"]
        keys = sorted({repr(key) for _, key in keys_of(item)})
        return [f"if {' or '.join(f'{key} in x' for key in keys)}: p = 1"] if keys else []

    def _dispatch(self, entry: Alternatives, fail: str) -> list[str] | None:
        """One look at the member whose literal tells the alternatives apart."""
        if entry.optional and self._open:
            return None
        found = self._discriminator(entry)
        if found is None:
            return None
        key, choices = found
        functions = [self._group(sequence, key) for sequence in entry.sequences]
        table = {
            value: function
            for values, function in zip(choices, functions, strict=True)
            for value in values
        }
        name = self._emitter.group_table(table)
        self._variables += 1
        r = f"r{self._variables}"
        return [
            f"try: {r} = {name}[x[{_key(key)}]]",
            f"except (KeyError, TypeError): {r} = None",
            f"{r} = {r}(x) if {r} else -1",
            *self._conclude(r, entry, fail),
        ]

    def _discriminator(self, entry: Alternatives) -> tuple[str, list[frozenset[str]]] | None:
        """A text key that each alternative requires, with texts that no other one allows."""
        if len(entry.sequences) < _FEWEST_FOR_DISPATCH:
            return None
        rows = [self._required_texts(sequence) for sequence in entry.sequences]
        for key in rows[0]:
            choices = [row[key] for row in rows if key in row]
            if len(choices) == len(rows):
                total = sum(map(len, choices))
                if total == len(frozenset().union(*choices)):
                    return key, choices
        return None

    def _required_texts(self, sequence: tuple[Entry, ...]) -> dict[str, frozenset[str]]:
        row: dict[str, frozenset[str]] = {}
        for item in sequence:
            if isinstance(item, Literal) and item.required and isinstance(item.member.literal, str):
                texts = self._emitter.texts(item.member.value)
                if texts is not None:
                    row[item.member.literal] = texts
        return row


def _leaves_nothing_gone(entry: Entry) -> bool:
    """Whether an entry never makes a pair of an open map go without failing."""
    return isinstance(entry, Literal)


def _without_count(lines: list[str]) -> list[str]:
    """The lines of an open map where nothing can be gone, so that nothing needs ``n``."""
    last = "return True" if lines[-1] == "return n >= 0" else lines[-1]
    return [line for line in lines[:-1] if line not in ("n = 0", "if n < 0: return False")] + [last]


def _is_given(item: Entry, key: Any) -> bool:
    return key is not None and isinstance(item, Literal) and item.member.literal == key


def _key(literal: str | bytes | int) -> str:
    return repr(literal)
