"""A tournament: any number of plays between boxes and an opponent, or between two cabinets.

The boxes learn as they play, unless told not to.  When the first box is empty the machine declines:
the tournament stops there, or, if it is told to reload, the box is given what it had at the start
and the tournament goes on.  A resignation counts as a loss.

By these rules 10,000 tournaments of 220 games against ``random`` from 4, 3, 2, 1 beads average
148.1 wins, 26.0 draws and 45.9 losses; one in twelve has a resignation, and none was declined.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.kernels.generator import State
from machines.menace.kernels import (
    DRAWN,
    END_BIT,
    HELD,
    LOST,
    RESIGNED,
    RESULT_BIT,
    WON,
    count_results,
    play_on,
)
from machines.menace.opponents import all_choices
from machines.menace.sides import Player, Sides

MOST_GAMES = 100_000_000


@dataclass(frozen=True)
class Tournament:
    """What was played."""

    records: npt.NDArray[np.int64]  # One a game, as :mod:`machines.menace.kernels` packs it
    side: str = "O"  # Whose wins and losses are meant: ``"O"`` or ``"X"``
    reloads: tuple[int, ...] = ()  # Before which games, counted from 0, the first box was reloaded
    declined: bool = False  # Whether it ended early because the first box was empty

    @property
    def results(self) -> npt.NDArray[np.int64]:
        """By game: 1 won, 0 drawn, -1 lost."""
        sign = 1 if self.side == "O" else -1
        return sign * ((self.records >> RESULT_BIT & 3) - DRAWN)

    @property
    def resigned(self) -> npt.NDArray[np.bool_]:
        """By game: whether it ended because a box was empty."""
        return np.asarray(self.records >> END_BIT & 3 == RESIGNED)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many games Nought lost, drew and won, and how many were resigned: (4,)."""
        counts = np.zeros(4, dtype=np.int64)
        count_results(self.records, counts)
        return counts

    @property
    def wins(self) -> int:
        """Games won."""
        return int(self.counts[WON if self.side == "O" else LOST])

    @property
    def draws(self) -> int:
        """Games drawn."""
        return int(self.counts[DRAWN])

    @property
    def losses(self) -> int:
        """Games lost, resignations among them."""
        return int(self.counts[LOST if self.side == "O" else WON])

    @property
    def score(self) -> int:
        """3W + D - L, which is the ordinate of Michie's Fig. 4 whatever the rewards are."""
        return 3 * self.wins + self.draws - self.losses

    def moves(self, game: int) -> str:
        """The digits of a game, counted from 0, as the Pegasus program prints them."""
        record = int(self.records[game])
        squares = [record >> 4 * ply & 15 for ply in range(9)]
        return "".join(str(square - 1) for square in squares if square)


def tournament(
    games: int,
    nought: Player,
    cross: Player,
    state: State,
    *,
    learning: bool | tuple[bool, bool] = True,
    first: int = 1,
    reload: bool = False,
) -> Tournament:
    """Play ``games`` games numbered from ``first``; the cabinets and ``state`` are changed.

    ``learning`` may be given for each side.  Results are Nought's if Nought is boxes, else Cross's.
    Raises RefusedError, with nothing changed, for a number of games out of range or for sides that
    can't play.
    """
    if not 0 <= games <= MOST_GAMES:
        raise RefusedError("games", f"are {games}; expected 0 to {MOST_GAMES}")
    if first < 1:
        raise RefusedError("first game", f"is {first}; expected 1 or more")
    sides = Sides.of(nought, cross)
    learns = (learning, learning) if isinstance(learning, bool) else learning
    records = np.empty(games, dtype=np.int64)
    done, reloads = 0, []
    while True:
        done += _play(sides, learns, first + done, state, records[done:])
        machine = sides.cabinets[0]
        if done == games or machine is None or not reload:
            break
        machine.reload()
        sides = Sides.of(nought, cross)
        reloads.append(done)
    side = "O" if sides.cabinets[0] or not sides.cabinets[1] else "X"
    return Tournament(records[:done], side, tuple(reloads), done < games)


def _play(
    sides: Sides,
    learns: tuple[bool, bool],
    first: int,
    state: State,
    records: npt.NDArray[np.int64],
) -> int:
    """Plays until ``records`` is full or one is declined; the cabinets are brought up to date."""
    gains = np.zeros((2, 3), dtype=np.int64)
    stock = np.zeros((2, 2, 9), dtype=np.int64)
    for side, cabinet in enumerate(sides.cabinets):
        if cabinet:
            rewards = cabinet.rewards
            if learns[side]:
                gains[side, [LOST, DRAWN, WON]] = rewards.loss, rewards.draw, rewards.win
            stock[side] = cabinet.cups, cabinet.bought
    gains[1] = gains[1, ::-1]  # by Nought's result
    held = np.column_stack([sides.beads.sum(axis=1), sides.beads]).reshape(-1)
    done = int(
        play_on(
            first,
            sides.rows,
            all_choices(),
            sides.boxes,
            held,
            gains,
            stock,
            np.full(10, -1, dtype=np.int64),
            state,
            records,
        )
    )
    sides.beads[:] = held.reshape(-1, HELD)[:, 1:]
    sides.give_back()
    for side, cabinet in enumerate(sides.cabinets):
        if cabinet:
            cabinet.cups[:], cabinet.bought[:] = stock[side]
            cabinet.plays += done
    return done
