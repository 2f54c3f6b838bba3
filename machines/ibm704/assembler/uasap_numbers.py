"""How UA SAP 3 converts DEC and OCT: step by step, with the 704's own floating point.

Written after its source (DECOP and OCTOP in part 6).  A decimal number is collected as an integer
of 35 bits, digits that no longer fit only counted; then it is multiplied or divided by a power of
ten of 27 bits, in two parts, and with B shifted to its place.  So it is truncated, and its last
bits may be others than those of the number that is nearest.
"""

from dataclasses import dataclass
from functools import cache

from machines.ibm704.arithmetic import (
    AC_MAGNITUDE,
    AC_P,
    AC_SIGN,
    FRACTION,
    MAGNITUDE,
    OUTSIDE_MQ,
    SIGN,
    float_add,
    float_divide,
    float_multiply,
)
from machines.ibm704.assembler.uasap_fields import COMMA, MINUS, PLUS, Columns
from machines.ibm704.registers import WORD

_B, _E, _POINT = 0o22, 0o25, 0o33
_EIGHT, _TEN = 8, 10
_LOW = 1 << 15
"""The integer is made floating point by its upper 20 and its lower 15 bits."""
_UPPER_SCALE, _LOWER_SCALE = 170 << 27, 155 << 27
_HIGHEST, _LOWEST = 38, -48
_SMALLER, _RESTORE = 35, 256 - 35
"""The powers of ten have characteristics that are 35 too small."""


def octal(columns: Columns) -> int:
    """The next octal number; its first digits are lost behind the twelfth."""
    word = 0
    while True:
        code = columns.read()
        if code < _EIGHT:
            word = (word & SIGN) | (word << 3 | code) & WORD
        elif code == MINUS:
            word |= SIGN
        elif code != PLUS:
            return word


def count_data(columns: Columns, decimal: bool) -> int:
    """How many words the data of a card are: one, and one for each comma before the data end."""
    within = {*range(_TEN if decimal else _EIGHT), PLUS, MINUS, COMMA}
    if decimal:
        within |= {_B, _E, _POINT}
    count = 1
    while (code := columns.read()) in within:
        count += code == COMMA
    return count


# -- decimal numbers -------------------------------------------------------------------------------


@dataclass
class _Collected:
    """What the digits of a number come to, each a sign and a magnitude of 35 bits."""

    number: int = 0
    place: int = 0
    """Behind B."""
    exponent: int = 0
    """Behind E."""
    has_place: bool = False
    has_exponent: bool = False
    has_point: bool = False
    tens: int = 0
    """By how many powers of ten the number is to be multiplied: digits that didn't fit, less
    those behind the point."""


def decimal(columns: Columns) -> int | None:
    """The word of the next decimal number; None for one that can't be."""
    read = _collect(columns)
    if not read.number & MAGNITUDE:
        return read.number
    tens = 0
    if read.has_exponent:
        tens = read.tens + _signed(read.exponent)
    elif read.has_place or read.has_point:
        tens = read.tens
    else:
        return read.number
    if read.has_exponent:
        tens = (tens + 16384) % 32768 - 16384
    if not _LOWEST <= tens <= _HIGHEST:
        return None
    product = _scaled(read.number, tens)
    if product is None:
        return None
    ac, mq = product
    word = _stored(ac)
    return _placed(word, mq, _signed(read.place)) if read.has_place else word


def _signed(word: int) -> int:
    return -(word & MAGNITUDE) if word & SIGN else word


def _collect(columns: Columns) -> _Collected:
    read = _Collected()
    part, counts, overflow = "number", False, False
    tens = 0
    while True:
        code = columns.read()
        tens -= counts
        if code < _TEN:
            word: int = getattr(read, part)
            ten_times = (word & MAGNITUDE) * _TEN
            overflow |= ten_times > MAGNITUDE
            total = (ten_times & AC_MAGNITUDE) + code
            if total & AC_P:
                tens += 1
            elif overflow:
                tens, overflow = tens + 1, False
            else:
                setattr(read, part, word & SIGN | total)
            continue
        if code == PLUS:
            overflow = False
        elif code == MINUS:
            setattr(read, part, getattr(read, part) ^ SIGN)
        elif code == _POINT:
            read.has_point = counts = True
            tens += 1
        elif code in (_B, _E):
            part, counts, overflow = ("place" if code == _B else "exponent"), False, False
            setattr(read, f"has_{part}", True)
        else:
            read.tens = tens
            return read


@cache
def _ten_to(power: int) -> int:
    """A power of ten as a floating-point word, rounded, its characteristic 35 too small."""
    exact: int = 10**power
    exponent = exact.bit_length()
    fraction = (exact << 28 >> exponent) + 1 >> 1
    return (exponent + 128 - _SMALLER) << 27 | fraction


def _scaled(number: int, tens: int) -> tuple[int, int] | None:
    """AC and MQ with the number times a power of ten; None where that is out of range."""
    magnitude = number & MAGNITUDE
    ac, mq, *_ = float_add(
        (number & SIGN) << 2 | magnitude // _LOW | _UPPER_SCALE, _UPPER_SCALE, True
    )
    low = _LOWER_SCALE | magnitude % _LOW
    ac, mq, *_ = float_add(ac, low | SIGN if ac & AC_SIGN else low, True)
    if not tens:
        return ac, mq
    if tens > 0:
        power = _ten_to(tens)
        upper, behind, _ = float_multiply(power, _stored(ac), True)
        ac, _, _ = float_multiply(power, mq, True)
        ac, mq, *_ = float_add(ac, behind, True)
        ac, mq, *_ = float_add(ac, _stored(upper), True)
        ac = _add_logically(ac, _SMALLER << 27)
        return None if ac & AC_P else (ac, mq)
    power = _ten_to(-tens)
    ac, upper, lights = _quotient(ac, power)
    ac, mq, _, _, more = float_add(ac, mq, True)
    ac, lower, last = _quotient(ac, power)
    if (lights | more | last) & OUTSIDE_MQ:
        return None
    ac, mq, *_ = float_add((lower & SIGN) << 2 | lower & MAGNITUDE, upper, True)
    ac = _add_logically(ac, _RESTORE << 27)
    return (ac, mq) if ac & AC_P else None


def _stored(ac: int) -> int:
    return (ac & AC_SIGN) >> 2 | ac & MAGNITUDE


def _quotient(ac: int, by: int) -> tuple[int, int, int]:
    if not ac & FRACTION:
        return 0, (ac >> 2 ^ by) & SIGN, 0
    return float_divide(ac, by)


def _add_logically(ac: int, word: int) -> int:
    total = (ac & WORD) + word
    return ac & ~WORD | (total & WORD) + (total >> 36)


def _placed(word: int, mq: int, place: int) -> int | None:
    """The number shifted so that its binary point is behind a bit; the sign is that of MQ."""
    places = place - ((word >> 27 & 0o377) - 128)
    if places < 0:
        return None
    fraction = (word & FRACTION) << 8 | (mq & FRACTION) >> 19
    return mq & SIGN | fraction >> (places & 0o377)
