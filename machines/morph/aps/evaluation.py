"""The evaluation function (Fig. 3.2), its fraction as the properties of section 3.2 require it.

The printed fraction can't be meant: only its last factor stands over the bar, and the bar's lower
part is a sum.  So mended it gives all ten rows of Table 3.1 and has all five properties.  "This
function is not associative; thus, the order of evaluation matters", and the paper doesn't say
which.  Ours, by number and name:

=  ===========  ==================================================================================
0  ``least``    the weights nearest to 0.5 first, of two as near the lower one
1  ``pos-neg``  all from 0.5 up, all below, each nearest to 0.5 first, then the two results: the
                same whatever the order among equals, for f is associative on either side
2  ``mean``     no f at all: the plain mean, in the place of the paper's older function, which it
                doesn't print
=  ===========  ==================================================================================

Nothing at all comes to 0.5, "the weight that is assigned to a pattern that does not have any
positive or negative connotation".
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel import inner_kernel, kernel
from machines.morph.aps.domain import FOLDS

LEAST, POS_NEG, MEAN = range(3)
NEUTRAL = 0.5


@inner_kernel("float64(float64,float64)", inline="always")
def combined(x: float, y: float) -> float:
    """f(x, y) of Fig. 3.2; weights 0 to 1."""
    if x >= 0.5 and y >= 0.5:
        return 1.0 - 0.5 * (2.0 - 2.0 * x) * (2.0 - 2.0 * y)
    if x < 0.5 and y < 0.5:
        return 2.0 * x * y
    p = 2.0 * x - 1.0
    n = 2.0 * y - 1.0
    pp = p * p
    nn = n * n
    if y >= 0.5:
        return x + y - 0.5 - 0.5 * p * n * (nn - pp) / (pp + nn)
    return x + y - 0.5 - 0.5 * p * n * (pp - nn) / (pp + nn)


@inner_kernel("void(float64[::1],int64[::1],int64,int64)")
def put_in_order(
    weights: npt.NDArray[np.float64], rows: npt.NDArray[np.int64], count: int, fold: int
) -> None:
    """Sort the first ``count`` weights, and ``rows`` with them, into the order of folding."""
    for i in range(1, count):
        weight = weights[i]
        row = rows[i]
        far = abs(weight - 0.5)
        below = fold == 1 and weight < 0.5
        j = i - 1
        while j >= 0:
            other = weights[j]
            other_far = abs(other - 0.5)
            other_below = fold == 1 and other < 0.5
            if below == other_below:
                after = other_far > far or (other_far == far and other > weight)
            else:
                after = other_below
            if not after:
                break
            weights[j + 1] = other
            rows[j + 1] = rows[j]
            j -= 1
        weights[j + 1] = weight
        rows[j + 1] = row


@inner_kernel("float64(float64[::1],int64,int64,float64[::1])")
def fold_in_order(
    weights: npt.NDArray[np.float64], count: int, fold: int, steps: npt.NDArray[np.float64]
) -> float:
    """The value of weights in order (:func:`put_in_order`); ``steps[i]`` what it was after i + 1.

    Of ``pos-neg`` the steps below 0.5 are those of the lower side alone, and the value is the
    last step with what the upper side came to.  ``steps`` has ``count`` places.
    """
    if count == 0:
        return 0.5
    if fold == 2:
        total = 0.0
        for i in range(count):
            total += weights[i]
            steps[i] = total / (i + 1)
        return steps[count - 1]  # type: ignore[no-any-return]
    value = weights[0]
    upper = -1.0
    steps[0] = value
    for i in range(1, count):
        if fold == 1 and upper < 0.0 and value >= 0.5 and weights[i] < 0.5:
            upper = value
            value = weights[i]
        else:
            value = combined(value, weights[i])
        steps[i] = value
    if upper >= 0.0:
        return combined(upper, value)
    return value  # type: ignore[no-any-return]


@kernel("float64(float64[::1],int64[::1],int64,int64,float64[::1])")
def folded(
    weights: npt.NDArray[np.float64],
    rows: npt.NDArray[np.int64],
    count: int,
    fold: int,
    steps: npt.NDArray[np.float64],
) -> float:
    """Order the first ``count`` weights with their rows, and fold them: for kernels.

    All three arrays are the caller's scratch of at least ``count`` places.
    """
    put_in_order(weights, rows, count, fold)
    return fold_in_order(weights, count, fold, steps)


@dataclass(frozen=True)
class Step:
    """One weight taken in."""

    row: int  # Which of the weights that were given
    weight: float
    value: float  # What it has come to with this one; of ``pos-neg`` on its own side of 0.5


@dataclass(frozen=True)
class Fold:
    """A value and how it came about."""

    value: float
    steps: tuple[Step, ...]
    upper: float | None = None
    """What the weights from 0.5 up came to, where ``pos-neg`` joins two sides at the end."""


def fold_number(name: str) -> int:
    """The number of an order of folding, for kernels."""
    return FOLDS.index(name)


def explain(weights: Sequence[float], fold: str = "least") -> Fold:
    """The value of these weights, step by step in the order in which they are folded."""
    count = len(weights)
    ordered = np.array(weights, dtype=np.float64)
    rows = np.arange(count, dtype=np.int64)
    values = np.zeros(count, dtype=np.float64)
    value = float(folded(ordered, rows, count, fold_number(fold), values))
    steps = tuple(
        Step(int(row), float(weight), float(step))
        for row, weight, step in zip(rows, ordered, values, strict=True)
    )
    upper = None
    if fold == "pos-neg" and steps and steps[0].weight >= NEUTRAL > steps[-1].weight:
        upper = next(step.value for step in reversed(steps) if step.weight >= NEUTRAL)
    return Fold(value, steps, upper)
