from __future__ import annotations

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcddl.errors import ResourceLimit
from vcddl.match.controls.patterns import PatternError
from vcddl.match.controls.printf import Kind, Value, compile_printf

# What a C library prints.
FORMATS: list[tuple[str, tuple[Value, ...], str]] = [
    ("0x%04x", (19,), "0x0013"),
    ("%d-%s", (5, "x"), "5-x"),
    ("%.2f", (1.5,), "1.50"),
    ("100%%", (), "100%"),
    ("%5d|%-5d|%05d", (42, 42, 42), "   42|42   |00042"),
    ("%+d% d%+d", (5, 5, -5), "+5 5-5"),
    ("%i", (-7,), "-7"),
    ("%.3d", (5,), "005"),
    ("%08.3d|", (5,), "     005|"),
    ("%.0d|", (0,), "|"),
    ("%+.0d|", (0,), "+|"),
    ("%05d", (-42,), "-0042"),
    ("%-05d|", (42,), "42   |"),
    ("%o %#o %#o", (8, 8, 0), "10 010 0"),
    ("%#.0o", (0,), "0"),
    ("%#.4o", (8,), "0010"),
    ("%x %X %#x %#X %#x", (255, 255, 255, 255, 0), "ff FF 0xff 0XFF 0"),
    ("%#08x|%#8x", (255, 255), "0x0000ff|    0xff"),
    ("%u", (2**70,), str(2**70)),
    ("%f %F", (1.5, -0.0), "1.500000 -0.000000"),
    ("%.0f %#.0f", (2.5, 2.5), "2 2."),
    ("%08.2f", (-3.14159,), "-0003.14"),
    ("%e %E", (12345.678, 0.0), "1.234568e+04 0.000000E+00"),
    ("%.3e", (1e-100,), "1.000e-100"),
    ("%g %g %g %#g", (0.0001, 1e-5, 1e6, 1.0), "0.0001 1e-05 1e+06 1.00000"),
    ("%G", (1e20,), "1E+20"),
    ("%f %F %05f|%-5f|%+f", (math.inf, -math.inf, math.inf, math.inf, math.inf), "inf -INF   inf|inf  |+inf"),
    ("%f", (math.nan,), "nan"),
    ("%f", (3,), "3.000000"),
    ("%a %a %a", (1.0, 0.5, -1.5), "0x1p+0 0x1p-1 -0x1.8p+0"),
    ("%A", (1.6875,), "0X1.BP+0"),
    ("%.1a %.0a %.15a", (1.03125, 1.5, 1.0), "0x1.0p+0 0x2p+0 0x1.000000000000000p+0"),
    ("%a %.2a", (0.0, 0.0), "0x0p+0 0x0.00p+0"),
    ("%012a|%#a", (1.0, 1.0), "0x0000001p+0|0x1.p+0"),
    ("%s|%5s|%-5s|%.2s", ("ab", "ab", "ab", "abc"), "ab|   ab|ab   |ab"),
    ("%4s", ("\u00e9",), "  \u00e9"),
    ("%c%c|%3c", ("x", 65, "y"), "xA|  y"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "values", "expected"), FORMATS)
def test_formats_as_c_does(text: str, values: tuple[Value, ...], expected: str) -> None:
    assert compile_printf(text).format(values) == expected


READS: list[tuple[str, str, list[tuple[Value, ...]]]] = [
    ("0x%04x", "0x0013", [(19,)]),
    ("0x%04x", "0x13", []),
    ("0x%04x", "0x12345", [(0x12345,)]),
    ("0x%04x", "0x00013", []),
    ("0x%04x", "0x001G", []),
    ("%d", "5", [(5,)]),
    ("%d", "+5", []),
    ("%d", "05", []),
    ("%d", " 5", []),
    ("%d", "\u0665", []),
    ("%d", "1_0", []),
    ("%d", "-0", []),
    ("%d", "", []),
    ("%.0d", "", [(0,)]),
    ("%5d", "   42", [(42,)]),
    ("%d%d", "123", [(1, 23), (12, 3)]),
    ("%d%d", "1-23", [(1, -23)]),
    ("%d-%s", "5-x-y", [(5, "x-y")]),
    ("%s-%s", "a-b-c", [("a", "b-c"), ("a-b", "c")]),
    ("%s", "", [("",)]),
    ("%s.", "a", []),
    ("%4s", "  ab", [("  ab",), ("ab",), (" ab",)]),
    ("%-4s", "ab  ", [("ab  ",), ("ab",), ("ab ",)]),
    ("%4s", "abc", []),
    ("%.2s", "abc", []),
    ("%.2s", "ab", [("ab",)]),
    ("%c", "x", [("x",)]),
    ("%c", "xy", []),
    ("%3c", "  x", [("x",)]),
    ("%.2f", "1.50", [(1.5,)]),
    ("%.2f", "1.5", []),
    ("%f", "1.000000", [(1.0,)]),
    ("%f", "inf", [(math.inf,)]),
    ("%e", "1.234568e+04", [(12345.68,)]),
    ("%g", "1e+06", [(1e6,)]),
    ("%g", "1000000", []),
    ("%a", "0x1.8p+0", [(1.5,)]),
    ("%.1a", "0x1.8p+0", [(1.5,)]),
    ("%.0a", "0x2p+0", [(math.nextafter(2.0, 0.0),)]),
    ("%.0a", "-0x0p-1022", [(-5e-324,)]),
    ("%a", "-0x0p+0", [(-0.0,)]),
    ("%.0a", "-0x2p+1023", [(-sys.float_info.max,)]),
    ("%.0e", "2e+308", [(sys.float_info.max,)]),
    ("%.0e", "3e+308", []),
    ("%.0f", "9" * 400, []),
    ("%o", "10", [(8,)]),
    ("%o", "8", []),
    ("%#x", "0xff", [(255,)]),
    ("%#x", "ff", []),
    ("%x", "-1", []),
    ("%X", "ff", []),
    ("%u", "12", [(12,)]),
    ("%%%d%%", "%5%", [(5,)]),
    ("abc", "abc", [()]),
    ("abc", "abd", []),
    ("abc", "abcd", []),
    ("%s", "\ud800", []),
    ("%5s", "\ud800   ", []),
]


@pytest.mark.parametrize(("text", "shown", "expected"), READS)
def test_reads(text: str, shown: str, expected: list[tuple[Value, ...]]) -> None:
    assert list(compile_printf(text).parse(shown)) == expected


ERRORS = [
    ("%", 0, "before its letter"),
    ("a%5", 1, "before its letter"),
    ("%ld", 0, "length"),
    ("%hhx", 0, "length"),
    ("%n", 0, "memory"),
    ("%p", 0, "memory"),
    ("%*d", 0, r"`\*`"),
    ("%.*f", 0, r"`\*`"),
    ("%y", 0, "no conversion"),
    ("%5%", 0, "no conversion"),
    ("%#d", 0, "no meaning"),
    ("%0s", 0, "no meaning"),
    ("%.3c", 0, "no meaning"),
    ("%4096d", 0, "width is at most 4095"),
    ("%.99999999999d", 0, "precision is at most 4095"),
    ("%d" * 101, None, "more than 100"),
]


@pytest.mark.parametrize(("text", "offset", "problem"), ERRORS)
def test_says_what_is_wrong_and_where(text: str, offset: int | None, problem: str) -> None:
    with pytest.raises(PatternError, match=problem) as caught:
        compile_printf(text)
    assert caught.value.offset == offset


UNFIT: list[tuple[str, tuple[Value, ...], type[Exception]]] = [
    ("%d", (1.0,), TypeError),
    ("%d", ("1",), TypeError),
    ("%d", (True,), TypeError),
    ("%s", (1,), TypeError),
    ("%x", (-1,), ValueError),
    ("%f", (10**400,), OverflowError),
    ("%f", ("1",), TypeError),
    ("%c", (200,), ValueError),
    ("%c", ("ab",), TypeError),
    ("%.1s", ("\u00e9",), ValueError),
    ("%s", ("\ud800",), ValueError),
    ("%d", (), ValueError),
    ("%d", (1, 2), ValueError),
]


@pytest.mark.parametrize(("text", "values", "error"), UNFIT)
def test_values_that_do_not_fit(
    text: str, values: tuple[Value, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        compile_printf(text).format(values)


def test_conversions_are_public() -> None:
    conversions = compile_printf("%-5d %x %s %c %.3f").conversions
    assert [one.kind for one in conversions] == [Kind.INT, Kind.UNSIGNED, Kind.TEXT, Kind.CHAR, Kind.FLOAT]  # fmt: skip
    assert conversions[0].flags == frozenset("-")
    assert (conversions[0].width, conversions[4].precision) == (5, 3)


VALUES: dict[str, st.SearchStrategy[Value]] = {
    "d": st.integers(-(10**6), 10**6),
    "u": st.integers(0, 10**6),
    "o": st.integers(0, 10**6),
    "x": st.integers(0, 10**6),
    "X": st.integers(0, 10**6),
    "s": st.text("ab \u00e9", max_size=6),
    "c": st.sampled_from("ab "),
    "f": st.floats(-1e6, 1e6),
    "e": st.floats(allow_nan=False),
    "g": st.floats(allow_nan=False),
    "a": st.floats(allow_nan=False),
    "A": st.floats(allow_nan=False),
}


@given(st.data())
def test_parse_finds_what_was_formatted(data: st.DataObject) -> None:
    letters = data.draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3))
    flags = [data.draw(st.sets(st.sampled_from("-+ 0#"))) for _ in letters]
    widths = [data.draw(st.sampled_from(["", "1", "4", "9"])) for _ in letters]
    precisions = [data.draw(st.sampled_from(["", ".", ".3", ".17"])) for _ in letters]
    parts = zip(letters, flags, widths, precisions, strict=True)
    text = ",".join(f"%{''.join(sorted(flag))}{width}{digits}{letter}" for letter, flag, width, digits in parts)  # fmt: skip
    try:
        printf = compile_printf(text)
    except PatternError:
        return
    values = [data.draw(VALUES[letter]) for letter in letters]
    try:
        shown = printf.format(values)
    except ValueError:  # a text cut inside a character
        return
    readings = list(printf.parse(shown))
    assert readings
    assert all(printf.format(reading) == shown for reading in readings)
    exact = [letter in "duoxXc" for letter in letters]
    assert any(
        all(not is_exact or a == b for is_exact, a, b in zip(exact, reading, values, strict=True))
        for reading in readings
    )


@given(
    st.sampled_from("doxufegac"),
    st.text("-+ 0#19.", max_size=5),
    st.text("0123 -+.xinfape", max_size=8),
)
def test_any_text_has_readings_that_give_it_back(letter: str, middle: str, shown: str) -> None:
    try:
        printf = compile_printf(f"%{middle}{letter}")
    except PatternError:
        return
    for reading in printf.parse(shown):
        assert printf.format(reading) == shown


def test_hostile_formats_end() -> None:
    assert not list(compile_printf("%s" * 3 + "x").parse("a" * 300))
    assert not list(compile_printf("%d" * 20 + "%f").parse("1" * 15))
    with pytest.raises(ResourceLimit, match="steps"):
        list(compile_printf("%s" * 20).parse("a" * 1_000))
    assert not list(compile_printf("%d").parse("9" * 50_000))
    assert list(compile_printf("%s,%s").parse("a" * 50_000 + ",b"))
