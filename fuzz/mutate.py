"""Seeds, changed at random: the same generator gives the same input."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

TOKENS = (
    *(b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b",", b"/", b"//", b"=", b"/=", b"//="),
    *(b"? ", b"* ", b"+ ", b"2*3 ", b"~", b"&", b"#", b"#6.1(", b"#7.25", b"^", b" => ", b": "),
    *(
        b".size ",
        b".and ",
        b".cbor ",
        b".default ",
        b".regexp ",
        b".cat ",
        b".plus ",
        b"..",
        b"...",
    ),
    *(b"a", b"b", b"int", b"tstr", b"any", b"bstr", b"float", b"$$x", b"$y", b"1", b"-1", b"1.5"),
    *(b'"', b"'", b"h'", b"\\", b"\\u{", b";# import x\n", b"\n", b"\t", b"\r", b"\x00", b"\xff"),
    *(b"null", b"true", b"NaN", b"1e999", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xae"),
    *(b"\x9f", b"\xbf", b"\x5f", b"\x7f", b"\xff", b"\x1b" + b"\xff" * 8, b"\xc2\x41", b"\xf9\x7e"),
)


def mutate(seeds: Sequence[bytes], random: Random) -> bytes:
    """One seed with a few parts replaced, removed, doubled, or taken from another seed."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice((0, 0, 1, 1, 2, 4, 16)))
        data[start:end] = _piece(seeds, random, bytes(data[start:end]))
    return bytes(data)


def _piece(seeds: Sequence[bytes], random: Random, old: bytes) -> bytes:
    kind = random.randrange(6)
    if kind == 0:
        return b""
    if kind == 1:
        return random.randbytes(random.choice((1, 1, 2, 4)))
    if kind == 2:
        return old * random.choice((2, 3, 50))
    if kind == 3:
        other = random.choice(seeds)
        start = random.randrange(len(other) + 1)
        return other[start : start + random.choice((1, 4, 16, 64))]
    return random.choice(TOKENS)
