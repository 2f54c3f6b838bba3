"""Words that are written as data: DEC, OCT, BCI and BCD.

==========  ====================================================================================
written     word
==========  ====================================================================================
``DEC``     numbers with commas between.  ``17`` is an integer.  ``3.5``, ``1E-3``, ``.5E+2`` are
            floating point: sign, characteristic of 8 bits (excess 128), fraction of 27, rounded
            to nearest.  With ``B`` a number is fixed: ``3.5B17`` has its binary point behind
            bit 17, rounded to nearest.  B and E may both stand, in either order
``OCT``     octal numbers of up to twelve digits, with commas between; a minus sets bit S
``BCI``     ``n,`` and the characters of n words of six; without n, of ten
``BCD``     the same as the first SHARE assembler had it: one digit in column 12, the characters
            from column 13; 0 or a blank is ten words
==========  ====================================================================================
"""

import re
from collections.abc import Callable
from fractions import Fraction

from devices.media.charset import bcd
from devices.refusal import RefusedError
from machines.ibm704.assembler.expressions import Problem

MINUS = 1 << 35
_MOST = (1 << 35) - 1
_FRACTION = 27
_EXCESS = 128
_CHARACTERS = 6
_MOST_WORDS = 10

_NUMBER = re.compile(r"([+-]?)(\d*)(\.?)(\d*)((?:[EB][+-]?\d{1,3})*)")
_OCTAL = re.compile(r"([+-]?)([0-7]{1,12})")


def number_words(
    text: str, column: int, convert: Callable[[str], int | str]
) -> tuple[list[int], list[Problem]]:
    """The words of a DEC or OCT card's variable field, each datum read by ``convert``.

    A datum that can't be is 0, with its problem.
    """
    words: list[int] = []
    problems: list[Problem] = []
    for datum in text.split(","):
        word = convert(datum)
        if isinstance(word, str):
            problems.append(Problem("U", column, word))
            word = 0
        words.append(word)
        column += len(datum) + 1
    return words, problems


def octal_word(datum: str) -> int | str:
    """The word of one octal number, or why there is none."""
    match = _OCTAL.fullmatch(datum)
    if match is None:
        return f"{datum or 'nothing'} is no octal number of one to twelve digits"
    sign, digits = match.groups()
    return int(digits, 8) | (MINUS if sign == "-" else 0)


def decimal_word(datum: str) -> int | str:
    """The word of one decimal number, or why there is none."""
    match = _NUMBER.fullmatch(datum)
    if match is None or not (match[2] or match[4]):
        return f"{datum or 'nothing'} is no decimal number such as 17, -3.5, 1E-3 or 3.5B17"
    sign, whole, point, part, ends = match.groups()
    exponents = re.findall(r"[EB]|[+-]?\d+", ends)
    given = dict(zip(exponents[0::2], map(int, exponents[1::2]), strict=True))
    if len(given) * 2 != len(exponents):
        return f"{datum} has E or B twice"
    value = Fraction(int(whole + part or "0"), 10 ** len(part)) * Fraction(10) ** given.get("E", 0)
    if "B" in given:
        word = fixed(value, given["B"])
    elif point or "E" in given:
        word = floating(value)
    else:
        word = fixed(value, 35)
    return word if isinstance(word, str) else word | (MINUS if sign == "-" else 0)


def fixed(value: Fraction, place: int) -> int | str:
    """A magnitude of 35 bits with its binary point behind bit ``place``, rounded to nearest."""
    magnitude = _rounded(value * Fraction(2) ** (35 - place))
    if magnitude > _MOST:
        return f"{_as_text(value)} with its binary point behind bit {place} is too large for a word"
    return magnitude


def floating(value: Fraction) -> int | str:
    """Characteristic and fraction of a magnitude, normalised, rounded to nearest."""
    if not value:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value >= Fraction(2) ** exponent:
        exponent += 1
    fraction = _rounded(value * Fraction(2) ** (_FRACTION - exponent))
    if fraction >> _FRACTION:
        fraction, exponent = fraction >> 1, exponent + 1
    if not 0 <= exponent + _EXCESS < 256:
        return f"{_as_text(value)} is out of range; floating point goes from 1E-38 to 1E+38"
    return (exponent + _EXCESS) << _FRACTION | fraction


def _rounded(value: Fraction) -> int:
    """To the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _as_text(value: Fraction) -> str:
    power = (len(str(value.numerator)) - len(str(value.denominator))) if value else 0
    return str(value) if value.denominator == 1 and power < 12 else f"a number near 1E{power:+}"


def character_words(rest: str, operation: str, column: int) -> tuple[list[int], list[Problem]]:
    """The words of a BCI or BCD card, from its columns 12-72."""
    count, text, wrong = _count(rest, operation)
    if wrong:
        return [0], [Problem("U", column, wrong)]
    text = text[: count * _CHARACTERS].ljust(count * _CHARACTERS)
    words = []
    for at in range(0, len(text), _CHARACTERS):
        word = 0
        for char in text[at : at + _CHARACTERS]:
            try:
                word = word << 6 | bcd(char)
            except RefusedError as refusal:
                at_column = column + len(rest) - len(rest.lstrip("0123456789,"))
                return [0] * count, [Problem("U", at_column, refusal.what)]
        words.append(word)
    return words, []


def _count(rest: str, operation: str) -> tuple[int, str, str]:
    if operation == "BCD":
        if not (rest[0].isdigit() or rest[0] == " "):
            return 1, "", "BCD has the number of its words, one digit, in column 12"
        return int(rest[0].strip() or 0) or _MOST_WORDS, rest[1:], ""
    number, comma, text = rest.partition(",")
    if not comma or not re.fullmatch(r"\d{0,2}", number) or number in ("0", "00"):
        return 1, "", "BCI has the number of its words (1 to 10) and a comma from column 12"
    count = int(number or _MOST_WORDS)
    if count > _MOST_WORDS:
        return 1, "", f"{count} words; a card holds {_MOST_WORDS} at most"
    return count, text, ""
