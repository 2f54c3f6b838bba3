"""The numbers on a chart's axes: round steps, ticks, ranges that hold what is shown."""

import math
from collections.abc import Sequence

Range = tuple[float, float]
Tick = tuple[float, str]
"""Where a number stands on its axis, and how it is written ("": a line without a number)."""


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... (or 0.1 ...) that parts ``span`` into at most so many."""
    if span <= 0:
        return 1.0
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round numbers from ``low`` to ``high``, at most ``most`` + 1 of them."""
    step = round_step(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def tick_text(value: float) -> str:
    """A tick's number, as short as it can be."""
    for least, unit, letter in ((1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{value / unit:.6g}{letter}"
    return f"{value:.6g}"


def span_of(values: Sequence[float], most: int = 6) -> Range:
    """A range that begins and ends on a tick and holds all the values."""
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if low > 0 and low < high * 0.5:
        low = 0.0
    if low == high:
        return low - 1.0, high + 1.0
    step = round_step(high - low, most)
    return math.floor(low / step) * step, math.ceil(high / step) * step
