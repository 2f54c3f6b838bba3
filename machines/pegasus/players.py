"""Who can sit on either side of the Pegasus program: from random up to expert (Michie 1963).

A player is a table of chances (positions x 9, :mod:`machines.pegasus.tables`) and whether it
learns.  What "expert" and "any desired standard" were the paper doesn't say.  Ours:

* ``expert``: any of the best moves of machines.noughts.enumeration (the best result still to be
  had, sooner if won, later if lost), each essentially distinct one alike.
* ``standard:s``: with probability s the expert's move, else one at random over squares.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.noughts.enumeration import best_moves
from machines.pegasus.tables import MOST_CHOICES, tables

NAMES = ("learn", "random", "distinct", "expert", "frozen", "standard:s")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Player:
    """One side: its name as in :data:`NAMES`, the standard s, the chances it was frozen with.

    Raises RefusedError for a name, standard or table that can't be.
    """

    name: str
    standard: float = 0.0
    frozen: Floats | None = None

    def __post_init__(self) -> None:
        if self.name not in (*NAMES[:-1], "standard"):
            raise RefusedError("player", f"no {self.name!r}; expected one of {', '.join(NAMES)}")
        if not 0.0 <= self.standard <= 1.0:
            raise RefusedError("standard", f"{self.standard:g} is out of range; expected 0 to 1")
        if (self.name == "frozen") != (self.frozen is not None):
            raise RefusedError(self.name, "a frozen player, and no other, is handed its chances")
        if self.frozen is not None:
            check_chances(self.frozen)

    @property
    def learns(self) -> bool:
        """Whether its chances are reinforced."""
        return self.name == "learn"

    def chances(self) -> Floats:
        """Its chances at the beginning (positions x 9), a copy of its own."""
        if self.frozen is not None:
            return self.frozen.copy()
        if self.name == "random":
            return over_squares().copy()
        if self.name == "expert":
            return expert().copy()
        if self.name == "standard":
            return self.standard * expert() + (1.0 - self.standard) * over_squares()
        return over_distinct_moves().copy()


def read_player(text: str, where: str = "player") -> Player:
    """The player of that name: ``learn``, ``random``, ``distinct``, ``expert``, ``standard:0.5``.

    A frozen one needs its chances: make it with ``Player("frozen", frozen=chances)``.
    """
    name, colon, value = text.partition(":")
    if name != "standard":
        if colon or name not in NAMES[:4]:
            raise RefusedError(where, f"no {text!r}; expected one of {', '.join(NAMES)}")
        return Player(name)
    try:
        standard = float(value)
    except ValueError:
        raise RefusedError(where, f"{text!r} has no number; expected standard:0 to :1") from None
    return Player(name, standard)


def check_chances(chances: Floats) -> None:
    """Refuse a table that isn't chances: of another shape, negative, or with nothing to choose.

    Positions of only one side may be filled: a position's row is all 0 or adds up to 1.
    """
    wanted = (len(tables().forms), MOST_CHOICES)
    if chances.shape != wanted or chances.dtype != np.float64:
        raise RefusedError("chances", f"of shape {chances.shape}; expected {wanted} of float64")
    beyond = np.arange(MOST_CHOICES) >= tables().choices[:, None]
    if not np.isfinite(chances).all() or (chances < 0).any() or (chances[beyond] != 0).any():
        raise RefusedError("chances", "some are no chances; expected 0 to 1, and 0 for no move")
    whole = chances.sum(axis=1)
    wrong = np.flatnonzero((whole != 0) & (abs(whole - 1.0) > 1e-6))
    if wrong.size:
        raise RefusedError(
            "chances", f"of position {wrong[0]} add up to {whole[wrong[0]]:g}; expected 1"
        )


def _in_proportion(weights: Floats) -> Floats:
    """Rows that add up to 1, or are all 0."""
    whole = weights.sum(axis=1, keepdims=True)
    made: Floats = np.divide(weights, whole, out=np.zeros_like(weights), where=whole > 0)
    return made


@cache
def over_squares() -> Floats:
    """Every empty square alike: a move weighs as many squares as it stands for."""
    return _in_proportion(tables().kinds.astype(np.float64))


@cache
def over_distinct_moves() -> Floats:
    """Every essentially distinct move alike, as the program's own random play."""
    return _in_proportion((tables().kinds > 0).astype(np.float64))


@cache
def expert() -> Floats:
    """The moves of perfect play alike, nothing for the others."""
    held = tables()
    best = np.zeros((len(held.forms), MOST_CHOICES))
    for position, form in enumerate(held.forms):
        for choice in range(held.choices[position]):
            best[position, choice] = held.squares[position, choice] in best_moves(form)
    return _in_proportion(best)
