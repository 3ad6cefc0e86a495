r"""The `.pcre` control: Perl-style regular expressions → functions on texts.

RFC 8610 section 3.8.3.2 names the control and leaves its definition to the CDDL feature freezer
(draft-bormann-cbor-cddl-freezer): like `.regexp`, the pattern covers the whole text. It runs on
re2, in linear time, so what needs backtracking is an error of the pattern. Where re2 and PCRE
take the same notation differently (``\s``, ``\v``), the pattern is translated. ``\w \d \b`` are
ASCII, as in PCRE; ``$`` is the very end of the text, also where a line end comes before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vcddl.match.controls.code_points import complement
from vcddl.match.controls.patterns import PatternError, Ranges
from vcddl.match.controls.regular import compile_re2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SPACE: Ranges = ((9, 13), (32, 32))
_VERTICAL: Ranges = ((10, 13), (0x85, 0x85), (0x2028, 0x2029))
_HORIZONTAL: Ranges = (
    (9, 9),
    (32, 32),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x180E, 0x180E),
    (0x2000, 0x200A),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
_SETS = {"s": _SPACE, "v": _VERTICAL, "h": _HORIZONTAL}
_SETS |= {letter.upper(): complement(ranges) for letter, ranges in _SETS.items()}

_OUTSIDE = re.compile(r"\\Q.*?(?:\\E|\Z)|\\.|\[\^?\]?|.", re.DOTALL)
_INSIDE = re.compile(r"\\Q.*?(?:\\E|\Z)|\\.|\[:\^?[a-z]+:\]|.", re.DOTALL)


def compile_pcre(pattern: str) -> Callable[[str], bool]:
    """A function that says whether a whole text matches a Perl-style ``pattern``.

    Raises:
        PatternError: not a pattern, too large, or not to be matched in linear time: look-around,
            back-references, atomic groups, possessive quantifiers, recursion.
    Cost: linear in the text.
    """
    try:
        return compile_re2("".join(_translated(pattern)))
    except PatternError as error:
        problem = f"`.pcre` takes only what can be matched in linear time: {error.problem}"
        raise PatternError(problem, error.offset) from None


def _translated(pattern: str) -> Iterator[str]:
    position, in_class = 0, False
    while position < len(pattern):
        found = (_INSIDE if in_class else _OUTSIDE).match(pattern, position)
        assert found is not None  # the last branch takes any character
        piece = found[0]
        if piece == r"\C":
            raise PatternError(r"`\C` is a part of a character", position)
        named = _SETS.get(piece[1:]) if piece.startswith("\\") else None
        if named is None:
            yield piece
        else:
            yield _ranges(named) if in_class else f"[{_ranges(named)}]"
        in_class = piece != "]" if in_class else piece.startswith("[")
        position = found.end()


def _ranges(ranges: Ranges) -> str:
    return "".join(f"\\x{{{low:X}}}-\\x{{{high:X}}}" for low, high in ranges)
