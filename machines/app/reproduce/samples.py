"""A printed number beside several runs of ours: is it where one more run would lie?"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from machines.app.reproduce.rows import Row, within

T_95 = {3: 4.303, 6: 2.571, 20: 2.093}
"""Student's t, by how many runs there are: between minus that and that lie 95%."""


def seeds_said(seeds: Sequence[int]) -> str:
    """The runs, for a row."""
    return f"{len(seeds)} runs, seeds {seeds[0]} to {seeds[-1]}"


def interval(found: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Where one more run of the same kind lies in 95% of all cases, by Student's t.

    ``found``: float64[runs], as many as :data:`T_95` has.
    """
    return _around(found, math.sqrt(1.0 + 1.0 / len(found)))


def mean_interval(found: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Where the mean of all such runs lies, with 95%, by the same."""
    return _around(found, 1.0 / math.sqrt(len(found)))


def _around(found: npt.NDArray[np.float64], errors: float) -> tuple[float, float]:
    spread = T_95[len(found)] * float(found.std(ddof=1)) * errors
    return float(found.mean()) - spread, float(found.mean()) + spread


def among(
    what: str,
    where: str,
    printed: float,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 1,
) -> Row:
    """Whether the printed number could be one more run of ours; ``digits``: of ours, shown."""
    found = np.array(list(ours), np.float64)
    low, high = interval(found)
    shown = ", ".join(
        (f"{found.mean():,.{digits}f} on average", f"{found.min():,.{digits}f} to "
         f"{found.max():,.{digits}f}")
    )  # fmt: skip
    return within(what, where, f"{printed:,g}", printed, low, high, shown=shown,
                  statistic="the printed number where one more run of ours lies in 95%",
                  seeds=seeds_said(seeds), why=why, digits=digits + 1)  # fmt: skip


def sign_of(
    what: str,
    where: str,
    printed: str,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 2,
) -> Row:
    """Whether the mean of all such runs of ours is more than 0, as the paper says it is."""
    found = np.array(list(ours), np.float64)
    low, high = mean_interval(found)
    return within(what, where, printed, low, 0.0, math.inf,
                  shown=f"{found.mean():+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})",
                  statistic="the lower end of the 95% interval of the mean",
                  seeds=seeds_said(seeds), why=why)  # fmt: skip
