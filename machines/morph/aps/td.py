"""Temporal differences (Gould and Levinson 1992, section 2.3): new values back along a search.

"Since state Sn was the state at which reinforcement was delivered its new value is set to the
reinforcement value.  For all other states, Si, the new value is set to a linear combination of its
old value and the new value of state Si+1."  Where the side that moved changes between two states,
the later one's value is turned round: what is w for one is 1 - w for the other.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel import kernel
from machines.morph.aps.domain import Search, State, Weights


@kernel("void(float64[::1],int64[::1],float64,float64,float64[::1])")
def td_values(
    old: npt.NDArray[np.float64],
    movers: npt.NDArray[np.int64],
    reinforcement: float,
    coefficient: float,
    new: npt.NDArray[np.float64],
) -> None:
    """Fill ``new``, shape (n,), from ``old`` and who moved into each state, both shape (n,).

    ``coefficient`` 0 to 1 is what the next state counts for; ``reinforcement`` is the last mover's.
    """
    last = len(old) - 1
    value = reinforcement
    for i in range(last, -1, -1):
        if i < last:
            if movers[i] != movers[i + 1]:
                value = 1.0 - value
            value = (1.0 - coefficient) * old[i] + coefficient * value
        new[i] = value


def states_to_learn(search: Search[State], sides: str) -> tuple[int, ...]:
    """Which of a search's states are learned from: all, or those that the learner moved into."""
    return tuple(
        at for at, mover in enumerate(search.movers) if sides == "both" or mover == search.learner
    )


def new_values(
    search: Search[State], learned: Sequence[int], old: Weights, coefficient: float, chain: str
) -> Weights:
    """The new values, shape (n,), of the n states ``learned`` of a search, from their old ones.

    ``chain`` is one of machines.morph.aps.settings.CHAINS: whether the state after a state is the
    next in the search or the next that the same side moved into.
    """
    movers = np.array([search.movers[at] for at in learned], dtype=np.int64)
    new = np.empty(len(learned), dtype=np.float64)
    for side in (0, 1) if chain == "sides" else (None,):
        own = np.arange(len(learned)) if side is None else np.flatnonzero(movers == side)
        if not len(own):
            continue
        part = np.empty(len(own), dtype=np.float64)
        last = reinforcement_for(search, int(movers[own[-1]]))
        td_values(old[own], movers[own], last, coefficient, part)
        new[own] = part
    return new


def reinforcement_for(search: Search[State], mover: int) -> float:
    """The reinforcement as that side sees it."""
    return search.reinforcement if mover == search.movers[-1] else 1.0 - search.reinforcement
