"""How far numbers that were measured are certain: standard errors, and 95% intervals.

A difference of D Elo points stands for a share of points of p = 1 / (1 + 10^(-D/400)), so
D = 400 log10(p / (1 - p)) (Elo 1978).  A match is pairs of games, an opening with the sides
changed, and pairs are what varies: with shares x_1 .. x_n of n pairs, mean p and standard
deviation s (over n - 1)::

    p +- t s / sqrt(n)        t: Student's, with n - 1 degrees of freedom, 97.5%

and the interval of D is D at these two ends (infinite where an end is 0 or 1 or beyond).  Where all
pairs came out alike, s is 0 and says nothing.  Then, of pairs unlike these, there may be a share of
up to q with (1 - q)^n = 0.05 and none among n, one time in twenty; they could have come out
anyhow, so the interval is from p (1 - q) to p (1 - q) + q.  (A single pair is taken so too.)

How certain Samuel's coefficient C is, stands beside it (machines/samuel/book.py).
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
CENTRAL = (2.5, 97.5)
"""Percent of our runs below and up to the ends of the central 95%."""
NORMAL = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""1.96: to each side of a mean, in standard errors, where these are known."""
_LARGE = 1000
"""Degrees of freedom from which Student's t is the normal law's."""


@dataclass(frozen=True)
class Estimate:
    """A number with its interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Estimate":
        """A share as a count."""
        return Estimate(factor * self.value, factor * self.low, factor * self.high)

    def __format__(self, spec: str) -> str:
        """``f"{estimate:+.2f}"``: +0.31 (+0.12 to +0.50)."""
        return f"{self.value:{spec}} ({self.low:{spec}} to {self.high:{spec}})"


def share(pairs: Sequence[float]) -> Estimate:
    """The mean share of points over pairs (each 0 to 1, at least one), 0 <= low <= high <= 1."""
    mean = statistics.fmean(pairs)
    if len(set(pairs)) == 1:
        unlike = 1 - (1 - CONFIDENCE) ** (1 / len(pairs))
        return Estimate(mean, mean * (1 - unlike), mean * (1 - unlike) + unlike)
    found = mean_interval(pairs)
    return Estimate(mean, max(found.low, 0.0), min(found.high, 1.0))


def standard_error(values: Sequence[float]) -> float:
    """Of their mean; NaN for a single one."""
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan


def mean_interval(values: Sequence[float]) -> Estimate:
    """Where the mean of all such values lies, by Student's t over these (two or more)."""
    return _around(values, standard_error(values))


def normal_interval(value: float, error: float) -> Estimate:
    """Where the truth behind a number with a known standard error lies."""
    return Estimate(value, value - NORMAL * error, value + NORMAL * error)


def next_interval(values: Sequence[float]) -> Estimate:
    """Where one more value of the same kind lies."""
    return _around(values, statistics.stdev(values) * math.sqrt(1 + 1 / len(values)))


def _around(values: Sequence[float], error: float) -> Estimate:
    mean, width = statistics.mean(values), student(len(values) - 1) * error
    return Estimate(mean, mean - width, mean + width)


def elo(points: Estimate) -> Estimate:
    """The same as a difference in Elo points."""
    return Estimate(*(difference(value) for value in (points.value, points.low, points.high)))


def difference(points: float) -> float:
    """Elo points that a share of points stands for; infinite for 0 and 1."""
    if not 0.0 < points < 1.0:
        return math.inf if points > 0.5 else -math.inf
    return 400 * math.log10(points / (1 - points))


def student(freedom: int) -> float:
    """Student's t, between whose two signs lies CONFIDENCE of the chance (``freedom`` >= 1)."""
    if freedom >= _LARGE:
        return NORMAL
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's variable lies between -t and t (Abramowitz, Stegun 26.7.3, 4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term = total = cosine if odd else 1.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cosine**2 * (k - 1) / k
        total += term
    if not odd:
        return math.sin(angle) * total
    return 2 / math.pi * (angle + (math.sin(angle) * total if freedom > 1 else 0.0))
