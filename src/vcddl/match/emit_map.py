"""Map nodes → lines of Python, from a `MapPlan`: one look at each member, one count at the end.

``n`` counts claimed pairs. A group that fails returns -1, or -2 if it had picked a pair with a
cut (RFC 8610 section 3.5.4); what an optional group has picked and not claimed is gone, which
makes ``n`` so small that the map can no longer match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vcddl.match.map_plan import Alternatives, Entry, Literal, MapPlan, Table, is_open, plan_map

if TYPE_CHECKING:
    from vcddl.match import nodes as n
    from vcddl.match.emit import Emitter

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
    """Writes one map. ``is_open`` maps let unknown text keys pass; only there cuts can hurt."""

    def __init__(self, emitter: Emitter, plan: MapPlan) -> None:
        self._emitter = emitter
        self._plan = plan
        self._open = is_open(emitter.program, plan.tables)
        self._variables = 0

    def lines(self) -> list[str]:
        lines = ["if type(x) is not dict: return no_map(x)", "n = 0"]
        for entry in self._plan.entries:
            lines += self._entry(entry, "return False", "return False")
        if not self._plan.tables:
            return [*lines, "return n == len(x)"]
        if self._open:
            return [*lines, *self._rest_is_text()]
        return [*lines, *self._tables()]

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
        test = self._emitter.expression(entry.member.value, "v")
        if entry.required:
            lines = [f"if {key} not in x: {fail}"]
            if test != "True":
                lines += [f"v = x[{key}]", f"if not ({test}): {fail_picked}"]
            return [*lines, "n += 1"]
        if test == "True":
            return [f"if {key} in x: n += 1"]
        lines = [f"if {key} in x:", f"    v = x[{key}]"]
        if entry.member.has_cut:
            return [*lines, f"    if not ({test}): {fail_picked}", "    n += 1"]
        return [*lines, f"    if {test}: n += 1"]

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
            failed = fail if fail == "return False" else f"return {r} if n == 0 else -2"
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
            lines.append(f"{word} {self._test(sequence)}: n += {len(sequence)}")
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
        """A function for one alternative; ``given`` is a key whose value is known to match."""
        lines = ["n = 0"]
        for item in sequence:
            if given is not None and isinstance(item, Literal) and item.member.literal == given:
                lines.append("n += 1")
            else:
                lines += self._entry(item, "return -2 if n else -1", "return -2")
        return self._emitter.group_function([*lines, "return n"])

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
            f"v = x.get({_key(key)})",
            f"{r} = {name}.get(v) if type(v) is str else None",
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


def _key(literal: str | bytes | int) -> str:
    return repr(literal)
