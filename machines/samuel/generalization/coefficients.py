"""From correlations to coefficients: signs and powers of two.

The term with the largest correlation, in magnitude, gets 2**18; the others "proportionate values",
which "are fixed at integral powers of 2, this power being defined by the ratio of the correlation
coefficients" (Samuel 1959).  How is said twice, and differently:

* The TABLE of Appendix C: the power is 18 |C| / Cmax, rounded.  It gives all of the twelve powers
  that are printed there, and is the rule.
* The TEXT: "if the ratio of two correlation coefficients is equal to or larger than n but less than
  n+1, ... then the ratio of the two term coefficients is set equal to 2**n".  Read with the leading
  term as one of the two: a term's power is 18 less the whole part of Cmax / |C|, and 0 where that
  would fall below.  So a second term that equals the leading one has 17.  From Appendix C's
  correlations this would make 18 17 17 17 17 16 16 16 15 15 15 14.

A term has its correlation's sign; one without any correlation has the coefficient 0, as if it
weren't there (a new term, until the first correction).
"""

import enum
import math
from collections.abc import Sequence

from machines.samuel.polynomial import LARGEST_POWER


class PowerRule(enum.IntEnum):
    """How a power of two follows from a correlation."""

    TABLE = 0
    TEXT = 1


class Average(enum.IntEnum):
    """ "The average value of the coefficients" (section 10: the paper doesn't say which)."""

    MAGNITUDES = 0
    """Ours: with signs the average can be 0 or negative, and then nothing is ever too small."""
    SIGNED = 1
    """Its magnitude is taken once the signed coefficients are summed."""


def leader(correlations: Sequence[float]) -> int:
    """Which has the largest magnitude; the first of equals."""
    return max(range(len(correlations)), key=lambda k: (abs(correlations[k]), -k))


def lowest(correlations: Sequence[float]) -> int:
    """Which has the smallest magnitude; the first of equals."""
    return min(range(len(correlations)), key=lambda k: (abs(correlations[k]), k))


def powers(correlations: Sequence[float], rule: PowerRule = PowerRule.TABLE) -> tuple[int, ...]:
    """The power of two of each term, 0 to 18; of no meaning where the correlation is 0."""
    first = leader(correlations)
    largest = abs(correlations[first])
    if largest == 0:
        return (0,) * len(correlations)
    found = [_power(abs(correlation), largest, rule) for correlation in correlations]
    found[first] = LARGEST_POWER
    return tuple(found)


def _power(correlation: float, largest: float, rule: PowerRule) -> int:
    if rule is PowerRule.TABLE:
        return math.floor(LARGEST_POWER * correlation / largest + 0.5)
    # Compared before it is divided: the ratio to a tiny correlation has no floating point number.
    if correlation * LARGEST_POWER <= largest:
        return 0
    return LARGEST_POWER - math.floor(largest / correlation)


def coefficients(
    correlations: Sequence[float], rule: PowerRule = PowerRule.TABLE
) -> tuple[int, ...]:
    """The coefficient of each term: its correlation's sign and a power of two, or 0."""
    return tuple(
        0 if correlation == 0 else (-1 if correlation < 0 else 1) << power
        for correlation, power in zip(correlations, powers(correlations, rule), strict=True)
    )


def average(values: Sequence[int], kind: Average = Average.MAGNITUDES) -> float:
    """The average of coefficients, as the smallest delta that counts is taken from it."""
    if kind is Average.SIGNED:
        return abs(sum(values)) / len(values)
    return sum(map(abs, values)) / len(values)
