"""Hypothesis strategies: small CDDL that means something, values, and mutations of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st

from vcddl.instance.encode import encode_cbor
from vcddl.instance.values import UNDEFINED, PairMap, Tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn

TYPES = ("r1", "r2", "r3")
GROUPS = ("g1", "g2")
LEAVES = (
    *("int", "uint", "nint", "tstr", "bstr", "bool", "float", "number", "null", "any"),
    *("0", "1", "-1", "2", "1.5", "1.0", '"a"', '"b"', '"c"', "true", "false", "'x'", "h''"),
    *("0..2", "1...3", "0.5..2.5", "-1..1", "#", "#0.1", "#7.20", "#3.1", "#4", "#5", "undefined"),
    *("uint .lt 2", "int .ge 1", "number .gt 0.5", "int .ne 1", 'tstr .ne "a"', "uint .default 0"),
    *("tstr .size 1", "tstr .size (0..1)", "bstr .size 1", "uint .size 1", "uint .bits 1"),
    *('tstr .regexp "[ab]*"', 'tstr .regexp "a.?"', "tstr .b64u bstr", "tstr .json int"),
    *("bstr .cbor r1", "tstr .base10 uint", "&(x: 1, y: 2, 3)", "biguint", "float16", "tdate"),
)
KEYS = (
    *("a: ", "b: ", "c: ", "a: ", "b: ", "1: ", '"a" => ', '"b" => ', '"a" ^ => ', '"c" ^ => '),
    *("tstr => ", "tstr => ", "any => ", "int => ", "tstr ^ => ", "any ^ => ", "uint ^ => "),
    *('("a" / "b") => ', '("b" / "c") ^ => ', 'tstr .regexp "a.*" => ', "1 => ", "1.5 => "),
    *("true => ", "r3 => ", "'x' => ", "bstr => "),
)
OCCURRENCES = (
    "",
    "",
    "",
    "",
    "? ",
    "? ",
    "? ",
    "* ",
    "* ",
    "+ ",
    "0*1 ",
    "2* ",
    "1*2 ",
    "*2 ",
    "0*0 ",
)
ATOMS = (0, 1, 2, 3, -1, 255, 1.0, 1.5, 0.5, True, False, None, "", "a", "b", "c", "ab", "1", "aa")
CBOR_ATOMS = (b"", b"x", b"\x01", UNDEFINED, Tag(0, "a"), Tag(1, 1), Tag(2, b"\x01"), 1 << 64)
MEMBER_KEYS = ("a", "b", "c", "aa", "")
CBOR_KEYS = (1, 0, -1, b"x", 1.5, True)


Pick: TypeAlias = "Callable[[tuple[Any, ...]], Any]"


class _Text:
    """CDDL text, drawn piece by piece; ``depth`` is how many brackets may still be opened."""

    def __init__(self, pick: Pick, leaves: tuple[str, ...]) -> None:
        self._pick = pick
        self._leaves = leaves

    def _repeat(self, counts: tuple[int, ...], make: Callable[[], str], sign: str) -> str:
        return sign.join(make() for _ in range(self._pick(counts)))

    def type(self, depth: int) -> str:
        return self._repeat((1, 1, 1, 2, 2, 3), lambda: self._type1(depth), " / ")

    def _type1(self, depth: int) -> str:
        kind = self._pick(tuple(range(12)) if depth else (0, 0, 0, 1))
        if kind == 1:
            return str(self._pick((*TYPES, "$t", "p<r1>", "p<tstr>", "q<int, r2>")))
        if kind in {2, 3, 4}:
            return f"{{ {self.group(depth - 1)} }}"
        if kind in {5, 6, 7}:
            return f"[ {self.group(depth - 1)} ]"
        if kind == 8:
            return f"#6.{self._pick((0, 1, 2))}({self.type(depth - 1)})"
        if kind == 9:
            operator = self._pick((".and", ".within", ".ne"))
            right = self._pick(("1", '"a"')) if operator == ".ne" else f"({self.type(depth - 1)})"
            return f"({self.type(depth - 1)}) {operator} {right}"
        return str(self._pick(self._leaves))

    def group(self, depth: int) -> str:
        return self._repeat((1, 1, 1, 2, 2, 3), lambda: self._sequence(depth), " // ")

    def _sequence(self, depth: int) -> str:
        return self._repeat((0, 1, 1, 2, 2, 3, 4), lambda: self.entry(depth), ", ")

    def entry(self, depth: int) -> str:
        occurrence = self._pick(OCCURRENCES)
        kind = self._pick(tuple(range(8)))
        if kind == 0 and depth:
            return f"{occurrence}({self.group(depth - 1)})"
        if kind == 1:
            return f"{occurrence}{self._pick((*GROUPS, '$$s', '~m', 'pg<int>'))}"
        key = self._pick(("", *KEYS, *KEYS)) if kind == 2 else self._pick(KEYS)
        return f"{occurrence}{key}{self._type1(depth)}"


def cddl_text(pick: Pick, *, plugs: bool = True, leaves: tuple[str, ...] = LEAVES) -> str:
    """A CDDL with root ``r0``, recursion, sockets, generics and unwrapping; it may be refused.

    Without ``plugs`` nothing fills the sockets ``$t`` and ``$$s``; ``leaves`` are types to use.
    """
    text = _Text(pick, leaves)
    rules = [f"r0 = {text.type(pick((1, 2, 2, 3)))}"]
    rules += [f"{name} = {text.type(1)}" for name in TYPES]
    rules += [f"{name} = ({text.group(pick((0, 0, 1)))})" for name in GROUPS]
    rules += [f"m = {{ {text.group(1)} }}", "p<x> = x / [* x] / { ? a: x }"]
    rules += ["q<x, y> = [ x, ? y ]", "pg<x> = (a: x, * tstr => x)"]
    if plugs:
        rules += [f"$t /= {text.type(pick((0, 1)))}" for _ in range(pick((0, 1, 2)))]
        rules += [f"$$s //= ({text.group(0)})" for _ in range(pick((0, 1, 2)))]
    return "\n".join(rules) + "\n"


@st.composite
def small_cddl(draw: DrawFn, *, plugs: bool = True, leaves: tuple[str, ...] = LEAVES) -> str:
    """See `cddl_text`."""
    return cddl_text(lambda options: draw(st.sampled_from(options)), plugs=plugs, leaves=leaves)


def json_values() -> st.SearchStrategy[Any]:
    """Values that have a form in JSON, out of a small vocabulary."""
    return st.recursive(
        st.sampled_from(ATOMS),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from(MEMBER_KEYS), inner, max_size=3),
        ),
        max_leaves=6,
    )


def cbor_values() -> st.SearchStrategy[Any]:
    """Values of the whole model, out of a small vocabulary."""
    keys = st.sampled_from((*MEMBER_KEYS, *MEMBER_KEYS, *CBOR_KEYS))
    return st.recursive(
        st.sampled_from((*ATOMS, *CBOR_ATOMS)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.lists(st.tuples(keys, inner), max_size=3).map(make_map),
            st.builds(Tag, st.integers(0, 2), inner),
        ),
        max_leaves=6,
    )


def make_map(pairs: list[tuple[Any, Any]]) -> Any:
    """A map of the value model; the first of equal keys stays."""
    unique = {encode_cbor(key): (key, value) for key, value in reversed(pairs)}
    ordered = tuple(reversed(unique.values()))
    if all(type(key) in (str, int, bytes) for key, _ in ordered):
        return dict(ordered)
    return PairMap(ordered)


def mutated(value: Any, draw: Callable[[Any], Any], *, json: bool) -> Any:
    """``value`` with one part replaced, removed or added."""
    other = draw(json_values() if json else cbor_values())
    if draw(st.integers(0, 3)) == 0 or not isinstance(value, list | dict | Tag) or not value:
        return other
    if isinstance(value, Tag):
        return Tag(value.tag, mutated(value.value, draw, json=json))
    places = list(value) if isinstance(value, dict) else list(range(len(value)))
    place = draw(st.sampled_from(places))
    changed = dict(value) if isinstance(value, dict) else list(value)
    kind = draw(st.integers(0, 3))
    if kind == 0:
        del changed[place]
    elif kind == 1 and isinstance(changed, dict):
        changed[draw(st.sampled_from(MEMBER_KEYS))] = other
    elif kind == 1 and isinstance(changed, list):
        changed.insert(place, other)
    else:
        changed[place] = mutated(value[place], draw, json=json)
    return changed
