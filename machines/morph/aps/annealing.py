"""How fast weights move (Gould and Levinson 1992, section 2.4): local and global temperature.

    Weight_n = (Weight_{n-1} * (n - 1) + k * new) / (n + k - 1)

n is the number of this update of this pattern, its own temperature; k the global one.  With k = 0
only past experience counts, with 1 all counts alike, above 1 the present more.  Doubling k makes a
pattern with 100 updates move like one with 50.  The paper says that the global temperature is
lowered gradually with the mean TD error as its objective, and not how.  Ours:

============  =====================================================================================
``fixed``     it isn't
``levelled``  after each block of searches whose mean error is no lower than the block's before: the
              system has come as far as it can at this temperature
``steady``    after each block
============  =====================================================================================
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel import inner_kernel, kernel
from machines.morph.aps.settings import CONTRIBUTIONS, ApsConfig

EQUAL, EXTREMENESS = range(len(CONTRIBUTIONS))
LEAST_SHARE = 0.1
"""By ``extremeness``, the share of a pattern that had no say at all: else it could never change."""


@inner_kernel("float64(float64,int64,float64,float64)", inline="always")
def anneal(weight: float, n: int, new: float, k: float) -> float:
    """The weight after update ``n`` (1 is the first); 0/0 (n = 1, k = 0) leaves it as it is."""
    if n + k <= 1.0:
        return weight
    return (weight * (n - 1) + k * new) / (n + k - 1.0)


@kernel("void(int64[::1],int64,float64,float64,float64,int64,float64[::1],int64[::1],float64[::1])")
def update(
    rows: npt.NDArray[np.int64],
    count: int,
    new: float,
    k: float,
    rate: float,
    contribution: int,
    weights: npt.NDArray[np.float64],
    updates: npt.NDArray[np.int64],
    variance: npt.NDArray[np.float64],
) -> None:
    """Move the patterns in the first ``count`` of ``rows`` towards a state's ``new`` value.

    ``rate`` 0 or above: by that share of the way, whatever ``k``; below 0: annealed.
    ``contribution`` is a number of CONTRIBUTIONS.  Counts the updates, and adds each change,
    whatever its sign, to ``variance`` ("the sum of the weight changes", Table 5.1).
    """
    most = 0.0
    if contribution == 1:
        for i in range(count):
            most = max(most, abs(weights[rows[i]] - 0.5))
    for i in range(count):
        row = rows[i]
        weight = weights[row]
        updates[row] += 1
        n = updates[row]
        after = weight + rate * (new - weight) if rate >= 0.0 else anneal(weight, n, new, k)
        if most > 0.0 and n > 1:
            share = 0.1 + 0.9 * abs(weight - 0.5) / most
            after = weight + share * (after - weight)
        weights[row] = after
        variance[row] += abs(after - weight)


@dataclass(frozen=True)
class Temperature:
    """The global temperature and what it goes by."""

    k: float
    searches: int = 0  # In this block so far
    error: float = 0.0  # Their mean TD errors added up
    before: float | None = None  # The mean of the block before


def cool_down(temperature: Temperature, error: float, settings: ApsConfig) -> Temperature:
    """The temperature after a search whose mean TD error was ``error``."""
    now = replace(temperature, searches=temperature.searches + 1, error=temperature.error + error)
    if now.searches < settings.block:
        return now
    mean = now.error / now.searches
    levelled = now.before is not None and mean >= now.before
    lower = settings.schedule == "steady" or (settings.schedule == "levelled" and levelled)
    k = max(now.k * settings.cooling, min(settings.coolest, now.k)) if lower else now.k
    return Temperature(k, 0, 0.0, mean)
