"""Deletion by utility (Gould and Levinson 1992, section 2.2).

"The utility of a pattern can be measured as a function of many factors including age, number of
updates, uses, size, extremeness and variance.  [...]  We are exploring a variety of utility
functions.  Using such functions, patterns below a certain level of utility can be deleted."  Ours:

    utility = a * updates' + b * uses' + c * extremeness - d * variance' - e * size

with the factors of machines.morph.aps.settings.Deletion; updates' and uses' are 1 at one for each
search of the pattern's age and grow like its root; extremeness is the distance from 0.5, at most
1/2; variance' is the mean change of an update.
"""

import numpy as np
import numpy.typing as npt

from machines.morph.aps.domain import Rows, Weights
from machines.morph.aps.evaluation import NEUTRAL
from machines.morph.aps.settings import Deletion


def utility(
    weights: Weights,
    updates: npt.NDArray[np.int64],
    uses: npt.NDArray[np.int64],
    variance: npt.NDArray[np.float64],
    ages: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    deletion: Deletion,
) -> npt.NDArray[np.float64]:
    """Each pattern's utility; all arrays by row, ages in searches."""
    searches = np.maximum(ages, 1)
    made: npt.NDArray[np.float64] = (
        deletion.updates * np.sqrt(updates / searches)
        + deletion.uses * np.sqrt(uses / searches)
        + deletion.extremeness * np.abs(weights - NEUTRAL)
        - deletion.variance * variance / np.maximum(updates, 1)
        - deletion.size * sizes
    )
    return made


def useless(
    utilities: npt.NDArray[np.float64],
    ages: npt.NDArray[np.int64],
    deletion: Deletion,
    kept: npt.NDArray[np.bool_] | None = None,
) -> Rows:
    """The rows to be deleted, ascending: old enough and under the level, or too many.

    ``kept`` marks rows that are never deleted.  Where there are more than ``deletion.largest``, the
    young are let alone too: the least useful of the others go.
    """
    may_go = ages >= deletion.young
    if kept is not None:
        may_go &= ~kept
    gone = may_go & (utilities < deletion.least)
    over = len(utilities) - int(gone.sum()) - deletion.largest
    if over > 0:
        left = np.flatnonzero(may_go & ~gone)
        gone[left[np.argsort(utilities[left], kind="stable")[:over]]] = True
    rows: Rows = np.flatnonzero(gone).astype(np.int64)
    return rows
