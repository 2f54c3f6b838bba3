"""An APS system's arithmetic the slow way, in exact fractions (docs/sources/morph.md, A11-A13,
C)."""

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)


def f(x: Fraction, y: Fraction) -> Fraction:
    """Fig. 3.2, its fraction mended, line by line."""
    if x >= HALF and y >= HALF:
        return 1 - (2 - 2 * x) * (2 - 2 * y) / 2
    if x >= HALF:
        p, q = 2 * x - 1, 2 * y - 1
        return x + y - HALF - HALF * p * q * (p**2 - q**2) / (p**2 + q**2)
    if y >= HALF:
        return f(y, x)
    return 2 * x * y


def fold(weights: Sequence[Fraction], order: str) -> Fraction:
    """All weights by one of the named orders."""
    if not weights:
        return HALF
    if order == "mean":
        return sum(weights, Fraction(0)) / len(weights)
    if order == "pos-neg":
        upper = [w for w in weights if w >= HALF]
        lower = [w for w in weights if w < HALF]
        sides = [fold(side, "least") for side in (upper, lower) if side]
        return sides[0] if len(sides) == 1 else f(*sides)
    ordered = sorted(weights, key=lambda w: (abs(w - HALF), w))
    value = ordered[0]
    for weight in ordered[1:]:
        value = f(value, weight)
    return value


def new_values(
    old: Sequence[Fraction], movers: Sequence[int], reinforcement: Fraction, lambda_: Fraction
) -> list[Fraction]:
    """Temporal differences; ``reinforcement`` is the last mover's."""
    if len(old) == 1:
        return [reinforcement]
    rest = new_values(old[1:], movers[1:], reinforcement, lambda_)
    after = rest[0] if movers[0] == movers[1] else 1 - rest[0]
    return [(1 - lambda_) * old[0] + lambda_ * after, *rest]
