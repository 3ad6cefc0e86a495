"""One conversion of a printf format: a value → its text, and a text → its values.

ISO/IEC 9899:2018, section 7.21.6.1. Texts are made digit by digit, because Python's own `%`
differs from C in `%#o`, in precisions of zero and in zeros before infinities.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Value = int | float | str

_BASES = {"o": 8, "u": 10, "x": 16, "X": 16}
_DIGIT_FORMATS = {"o": "o", "u": "d", "x": "x", "X": "X"}
_HEX_FRACTION_DIGITS = 13  # 52 bits


class Kind(StrEnum):
    """What a conversion prints."""

    INT = "int"
    UNSIGNED = "unsigned"
    FLOAT = "float"
    TEXT = "text"
    CHAR = "char"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """``%[flags][width][.precision]letter``; ``width`` 0 and ``precision`` None mean none given."""

    kind: Kind
    letter: str
    flags: frozenset[str] = frozenset()
    width: int = 0
    precision: int | None = None

    def format(self, value: Value) -> str:
        """The text of ``value``.

        Raises:
            TypeError, ValueError, OverflowError: see `PrintfFormat.format`.
        """
        if self.kind is Kind.TEXT:
            return self._text(value)
        if self.kind is Kind.CHAR:
            return self._char(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"`%{self.letter}` takes a number")
        if self.kind is Kind.FLOAT:
            return self._float(float(value))
        if not isinstance(value, int):
            raise TypeError(f"`%{self.letter}` takes an integer")
        return self._int(value) if self.kind is Kind.INT else self._unsigned(value)

    def read(self, shown: str) -> Iterator[Value]:
        """All values whose text is ``shown``; of a float, the one nearest to the digits."""
        for value in dict.fromkeys(self._candidates(shown)):
            try:
                is_exact = self.format(value) == shown
            except (TypeError, ValueError, OverflowError):
                continue
            if is_exact:
                yield value
                if self.kind is Kind.FLOAT:
                    return

    def _candidates(self, shown: str) -> Iterator[Value]:
        if self.kind is Kind.TEXT:
            yield from self._unpadded(shown)
        elif self.kind is Kind.CHAR:
            yield from (shown[:1], shown[-1:])
        else:
            try:
                number = self._number(shown.strip(" "))
            except (ValueError, OverflowError):
                return
            yield number
            if self.letter in "aA":
                yield from _neighbours(float(number))

    def _unpadded(self, shown: str) -> Iterator[str]:
        """``shown``, and what it is without some or all of the spaces of its padding."""
        yield shown
        is_left = "-" in self.flags
        core = shown.rstrip(" ") if is_left else shown.lstrip(" ")
        if len(shown.encode("utf-8", "replace")) == self.width:
            for spaces in range(len(shown) - len(core)):
                yield core + " " * spaces if is_left else " " * spaces + core

    def _number(self, digits: str) -> int | float:
        if self.kind is Kind.FLOAT:
            return _read_float(digits, is_hex=self.letter in "aA")
        if not digits.strip("+-"):
            return 0  # a precision of 0 prints zero without a digit
        if self.kind is Kind.INT:
            return int(digits)
        if "#" in self.flags and self.letter in "xX":
            digits = digits[2:] if digits[:2] in {"0x", "0X"} else digits
        return int(digits, _BASES[self.letter])

    def _int(self, value: int) -> str:
        return self._padded(self._sign(is_negative=value < 0), self._digits(str(abs(value))))

    def _unsigned(self, value: int) -> str:
        if value < 0:
            raise ValueError(f"`%{self.letter}` takes no negative number")
        digits = self._digits(format(value, _DIGIT_FORMATS[self.letter]))
        prefix = ""
        if "#" in self.flags and self.letter == "o" and not digits.startswith("0"):
            digits = "0" + digits
        elif "#" in self.flags and self.letter in "xX" and value:
            prefix = "0" + self.letter
        return self._padded(prefix, digits)

    def _digits(self, digits: str) -> str:
        if self.precision is None:
            return digits
        return "" if self.precision == 0 and digits == "0" else digits.zfill(self.precision)

    def _sign(self, *, is_negative: bool) -> str:
        if is_negative:
            return "-"
        return "+" if "+" in self.flags else " " if " " in self.flags else ""

    def _float(self, value: float) -> str:
        is_negative = math.copysign(1.0, value) < 0 and not math.isnan(value)
        sign, size = self._sign(is_negative=is_negative), abs(value)
        if not math.isfinite(value):
            name = "nan" if math.isnan(value) else "inf"
            return self._padded(sign, name.upper() if self.letter.isupper() else name, zeros=False)
        if self.letter in "aA":
            prefix, digits = self._hex_digits(size)
            return self._padded(sign + prefix, digits)
        precision = 6 if self.precision is None else self.precision
        alternative = "#" if "#" in self.flags else ""
        return self._padded(sign, f"%{alternative}.{precision}{self.letter}" % size)

    def _hex_digits(self, size: float) -> tuple[str, str]:
        """Prefix and digits of `%a`; without a precision, as many digits as are not zero."""
        mantissa, _, exponent = size.hex()[2:].partition("p")
        lead, _, fraction = mantissa.partition(".")
        fraction = fraction.ljust(_HEX_FRACTION_DIGITS, "0")
        if self.precision is None:
            fraction = fraction.rstrip("0")
        elif self.precision < _HEX_FRACTION_DIGITS:
            lead, fraction = _rounded(lead + fraction, self.precision)
        else:
            fraction = fraction.ljust(self.precision, "0")
        point = "." if fraction or "#" in self.flags else ""
        digits = f"{lead}{point}{fraction}p{exponent}"
        return ("0X", digits.upper()) if self.letter == "A" else ("0x", digits)

    def _padded(self, prefix: str, digits: str, *, zeros: bool = True) -> str:
        """Fill up to the width; zeros stand behind the prefix, and not before a set precision."""
        text = prefix + digits
        if "-" in self.flags:
            return text.ljust(self.width)
        is_integer = self.kind is not Kind.FLOAT
        if "0" in self.flags and zeros and not (is_integer and self.precision is not None):
            return prefix + digits.rjust(self.width - len(prefix), "0")
        return text.rjust(self.width)

    def _text(self, value: Value) -> str:
        if not isinstance(value, str):
            raise TypeError("`%s` takes a text")
        data = value.encode()
        if self.precision is not None and len(data) > self.precision:
            data = data[: self.precision]
            value = data.decode()
        spaces = " " * (self.width - len(data))
        return value + spaces if "-" in self.flags else spaces + value

    def _char(self, value: Value) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            if not 0 <= value < 128:
                raise ValueError("`%c` takes an ASCII character")
            value = chr(value)
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError("`%c` takes one character")
        return self._text(value)


def _read_float(digits: str, *, is_hex: bool) -> float:
    """The number nearest to ``digits``; never infinity, unless they say so by name."""
    try:
        number = float.fromhex(digits) if is_hex else float(digits)
    except OverflowError:
        number = -math.inf if digits.startswith("-") else math.inf
    if math.isinf(number) and "n" not in digits.lower():
        return math.copysign(sys.float_info.max, number)
    return number


def _neighbours(number: float) -> tuple[float, float]:
    """The next numbers nearer to zero and farther from it.

    One of them is what was rounded up to ``0x2p…`` or down to ``0x0p-1022``, digits that no number
    itself is printed with.
    """
    return math.nextafter(number, 0.0), math.nextafter(number, math.copysign(math.inf, number))


def _rounded(digits: str, precision: int) -> tuple[str, str]:
    """Hexadecimal ``digits`` with ``precision`` of them behind the first, half to even."""
    dropped = 16 ** (len(digits) - 1 - precision)
    quotient, remainder = divmod(int(digits, 16), dropped)
    if 2 * remainder > dropped or (2 * remainder == dropped and quotient % 2):
        quotient += 1
    rounded = f"{quotient:x}".zfill(precision + 1)
    return rounded[: len(rounded) - precision], rounded[len(rounded) - precision :]
