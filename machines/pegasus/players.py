"""Who can sit on either side of the Pegasus program: from random up to expert (Michie 1963).

A player is a table of chances (positions x 9, :mod:`machines.pegasus.tables`) and whether it
learns.  Those that don't are the players of :mod:`machines.games.noughts.players`.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import squares_of
from machines.games.noughts.players import chances as over_the_board
from machines.games.noughts.players import check_standard, read_standard
from machines.pegasus.tables import MOST_CHOICES, choice_of, tables

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
        check_standard(self.standard)
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
        name = "distinct" if self.name == "learn" else self.name
        return chances_of(name, self.standard).copy()


def read_player(text: str, where: str = "player") -> Player:
    """The player of that name: ``learn``, ``random``, ``distinct``, ``expert``, ``standard:0.5``.

    A frozen one needs its chances: make it with ``Player("frozen", frozen=chances)``.
    """
    name, colon, _ = text.partition(":")
    if name == "standard":
        return Player(name, read_standard(text, where))
    if colon or name not in NAMES[:4]:
        raise RefusedError(where, f"no {text!r}; expected one of {', '.join(NAMES)}")
    return Player(name)


def check_chances(chances: Floats, where: str = "chances") -> None:
    """Refuse a table that isn't chances: of another shape, negative, or with nothing to choose.

    Positions of only one side may be filled: a position's row is all 0 or adds up to 1.
    """
    wanted = (len(tables().forms), MOST_CHOICES)
    if chances.shape != wanted or chances.dtype != np.float64:
        raise RefusedError(where, f"of shape {chances.shape}; expected {wanted} of float64")
    beyond = np.arange(MOST_CHOICES) >= tables().choices[:, None]
    if not np.isfinite(chances).all() or (chances < 0).any() or (chances[beyond] != 0).any():
        raise RefusedError(where, "some are no chances; expected 0 to 1, and 0 for no move")
    whole = chances.sum(axis=1)
    wrong = np.flatnonzero((whole != 0) & (abs(whole - 1.0) > 1e-6))
    if wrong.size:
        raise RefusedError(
            where, f"of position {wrong[0]} add up to {whole[wrong[0]]:g}; expected 1"
        )


@lru_cache(maxsize=16)
def chances_of(name: str, standard: float = 0.0) -> Floats:
    """The chances of a player of :mod:`machines.games.noughts.players` (not to be written to).

    A move weighs as much as all the squares together that it stands for.
    """
    held = tables()
    made = np.zeros((len(held.forms), MOST_CHOICES))
    for position, form in enumerate(held.forms):
        if held.choices[position] == 0:
            continue
        each = over_the_board(name, form, standard)
        whole = [Fraction()] * held.choices[position]
        for square in squares_of(form.empty):
            whole[choice_of(form, square)] += each[square]
        made[position, : len(whole)] = whole
    made.flags.writeable = False
    return made
