"""What lint says never matches may be replaced by what cannot match: no verdict changes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from vcddl.check import compile_cddl
from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint import lint
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vcddl.diagnostics.model import Code
    from vcddl.instance.values import Value

# Each entry with one that differs in that nothing matches its value.
MEMBERS = {
    "x: int": "x: $no",
    "? x: int": "? x: $no",
    "? x: any": "? x: $no",
    "x: tstr": "x: $no",
    '"x" => int': '"x" => $no',
    '? "x" => tstr': '? "x" => $no',
    "* tstr => any": "* tstr => $no",
    "* tstr => int": "* tstr => $no",
    "* tstr ^=> int": "* tstr ^=> $no",
    "+ tstr => tstr": "+ tstr => $no",
    "? tstr => any": "? tstr => $no",
    "2*2 x: int": "2*2 x: $no",
    "int": "$no",
    "? tstr": "? $no",
}
ELEMENTS = {
    "int": "$no",
    "? int": "? $no",
    "* int": "* $no",
    "* any": "* $no",
    "+ tstr": "+ $no",
    "tstr": "$no",
    '? "a"': "? $no",
    "* (int, tstr)": "* (int, $no)",
    "0*1 int": "0*1 $no",
}
MAPS: list[Value] = [
    dict([*first, *second])
    for first in ([], [("x", 1)], [("x", "s")], [("x", None)])
    for second in ([], [("y", 1)], [("y", "s")])
]
ARRAYS: list[Value] = [
    list(items) for length in range(4) for items in product((1, "a", None), repeat=length)
]
NEVER = {
    codes.SHADOWED_MEMBER,
    codes.REPEATED_KEY,
    codes.KEY_MORE_THAN_ONCE,
    codes.ENTRY_WITHOUT_KEY,
    codes.SHADOWED_ELEMENT,
    codes.GROUP_NEVER_REACHED,
}


def _verdicts(text: str, values: Sequence[Value]) -> list[str]:
    compiled = compile_cddl(text)
    return [compiled.check_value(value).verdict for value in values]


def _replaced(text: str, dead: Mapping[str, str]) -> Iterator[tuple[Code, str]]:
    """The text once for each finding, with what it is about replaced."""
    for item in lint([SourceFile("x.cddl", text)]):
        if item.code in NEVER:
            assert item.rule is not None
            start = item.rule.column - 1
            end = start + item.rule.length
            yield item.code, text[:start] + dead[text[start:end]] + text[end:]


@pytest.mark.parametrize(
    ("entries", "form", "values", "expected"),
    [
        (MEMBERS, "{%s, %s}", MAPS, 4),
        (MEMBERS, "{%s // %s}", MAPS, 1),
        (ELEMENTS, "[%s, %s]", ARRAYS, 1),
        (ELEMENTS, "[%s, %s, tstr]", ARRAYS, 1),
        (ELEMENTS, "[%s // %s]", ARRAYS, 1),
        (ELEMENTS, "[(%s // %s), ? any]", ARRAYS, 1),
    ],
    ids=["members", "map-alternatives", "elements", "three-elements", "alternatives", "in-group"],
)
def test_no_verdict_changes(
    entries: Mapping[str, str], form: str, values: Sequence[Value], expected: int
) -> None:
    given: set[Code] = set()
    dead = {**entries, "tstr": "$no", "? any": "? $no"}
    for first, second in product(entries, repeat=2):
        text = f"start = {form % (first, second)}"
        verdicts = None
        for code, changed in _replaced(text, dead):
            given.add(code)
            verdicts = verdicts or _verdicts(text, values)
            assert _verdicts(changed, values) == verdicts, (text, changed)
    assert len(given) >= expected
