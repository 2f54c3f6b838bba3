"""The Pegasus program as a value: chances, settings, generator; plays asked for in any number.

Michie 1963.  Either side is ``learn`` or one that doesn't: ``random`` (over squares), ``distinct``
(over essentially distinct moves, as the print-out), ``expert``, ``frozen`` (chances learned before,
handed in) or ``standard:s``.

However long a trial runs, what is kept stays small: when there are too many blocks, each two are
put together, and only the last thousand plays or so are kept one by one.  For run records the time
from one clearing of the store to the next is a *day*; a play that was typed (any but those made
while PRINT is up, which are only counted) is one to be recorded.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Self

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, check_within
from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.players import chances
from machines.kernels.generator import State, generator_state
from machines.pegasus import kernels
from machines.pegasus.odds import SET_OF_PLAYS, Origin, Reinforcement
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.printout import result_of, squares_of
from machines.pegasus.tables import choice_of, stored_form, tables

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass
class Pegasus:
    """The program with its two sides; all its fields are its state, so that a copy is a snapshot.

    ``generator``: a state of machines.kernels.generator.  ``chances``: positions x 9, of both
    sides.  ``origin``: the sliding origin's four numbers (:func:`machines.pegasus.kernels.slide`).
    ``plays``: how many were made.
    """

    nought: Player
    cross: Player
    reinforcement: Reinforcement
    generator: State
    chances: Floats = field(init=False)
    origin: Annotated[Floats, Shape(4)] = field(init=False)
    plays: int = field(init=False, default=0)

    @classmethod
    def between(cls, nought: str = "learn", cross: str = "random", seed: int = 1963) -> Self:
        """Two players by name (machines.pegasus.players), reinforced as in the trial runs.

        Raises RefusedError for a name that there isn't.
        """
        sides = read_player(nought, "nought"), read_player(cross, "cross")
        return cls(*sides, Reinforcement(), generator_state(seed))

    def __post_init__(self) -> None:
        made = tables().made
        nought, cross = self.nought.chances(), self.cross.chances()
        self.chances = np.where((made % 2 == 0)[:, None], nought, cross)
        self.origin = np.array([0.0, self.reinforcement.d, 0.0, 0.0])

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_chances(self.chances)
        check_within(-1e18, 1e18, results=self.origin[[0, 2]])
        check_within(0.0, 1e18, counts=self.origin[[1, 3]])

    def play(self, number: int) -> Integers:
        """Play that many and learn from each; the recorded plays (see kernels.py), in order."""
        if number < 0:
            raise RefusedError("plays", f"{number} is too few; expected 0 or more")
        games = np.empty(number, dtype=np.int64)
        kernels.play(
            self.chances.reshape(-1),
            int(self.nought.learns),
            int(self.cross.learns),
            self.reinforcement.multipliers(),
            int(self.reinforcement.origin),
            self.reinforcement.d,
            self.origin,
            self.generator,
            games,
        )
        self.plays += number
        return games

    def learn(self, record: int) -> None:
        """Learn from a play that was made otherwise, with somebody else on a side, as recorded."""
        if self.nought.learns or self.cross.learns:
            kernels.learn(
                record,
                self.chances.reshape(-1),
                int(self.nought.learns),
                int(self.cross.learns),
                self.reinforcement.multipliers(),
                int(self.reinforcement.origin),
                self.reinforcement.d,
                self.origin,
            )
        self.plays += 1

    def average(self) -> float:
        """mu, Nought's decayed average outcome (Cross's is its opposite); 0 with a fixed origin."""
        if self.reinforcement.origin is Origin.FIXED:
            return 0.0
        return float(self.origin[0] / self.origin[1])

    def square_chances(self, board: Board) -> list[float]:
        """Each square's chance, by Michie's number, for the side to move; squares that are alike
        have the same.  Where the program would have stopped the play, all distinct moves do."""
        held, given = tables(), [0.0] * len(SQUARES)
        position = held.numbers.get(stored_form(board)[0])
        if position is None or not held.choices[position]:
            return [float(chance) for chance in chances("distinct", board)]
        for square in board.moves:
            choice = choice_of(board, square)
            given[square] = float(self.chances[position, choice] / held.kinds[position, choice])
        return given

    def learned(self, side: int) -> Floats:
        """The chances of one side (0 Nought, 1 Cross), 0 in the other's positions: to be frozen."""
        if side not in (0, 1):
            raise RefusedError("side", f"{side} is neither; expected 0 (Nought) or 1 (Cross)")
        mine = (tables().made % 2 == side)[:, None]
        found: Floats = np.where(mine, self.chances, 0.0)
        return found


def blocks(games: Integers, size: int = 100) -> Integers:
    """Nought's wins, draws and Cross's wins of each whole block of ``size`` plays (blocks x 3)."""
    if size < 1:
        raise RefusedError("block", f"{size} plays are too few; expected 1 or more")
    found = np.zeros((games.size // size, 3), dtype=np.int64)
    if len(found):
        kernels.tally(games[: len(found) * size], found)
    return found


# -- Counts since the store was cleared: blocks of a hundred, the last plays -----------------------

MOST_BLOCKS = 400
KEPT_PLAYS = 1_500
DAY, NUMBER, RECORD, TYPED, SIDES = range(5)
"""Columns of a kept play; in TYPED: 1 typed, 0 only counted, TAKEN_BACK."""
TAKEN_BACK = -1


@dataclass(frozen=True)
class Change:
    """Something was set otherwise, after so many plays since the store was cleared."""

    plays: int
    words: str


@dataclass(frozen=True)
class PlayRecord:
    """A finished play for the run records, as plain values."""

    day: int  # How often the store had been cleared, and 1
    number: int  # From 1 within the day, plays that were only counted among them
    squares: str  # As printed, Nought's first
    result: int  # 1 Nought won, 0 drawn, -1 Cross won
    sides: str  # Who played Nought and Cross: ``"learn distinct"``
    undone: bool = False  # Whether it was taken back


@dataclass(frozen=True)
class Counts:
    """The counts of a trial at one moment."""

    plays: int
    begun: tuple[int, int, int]
    counted: tuple[tuple[int, int, int], ...]
    block: int


@dataclass
class Trial:
    """The counts; plays are handed in as kernels.play records them."""

    day: int = 1
    plays: int = 0
    """Since the store was cleared."""
    counted: list[tuple[int, int, int]] = field(default_factory=list)
    """Nought's wins, draws and Cross's wins of each whole block."""
    block: int = SET_OF_PLAYS
    """Plays in each."""
    begun: tuple[int, int, int] = (0, 0, 0)
    """The same of the block that isn't whole yet."""
    kept: Integers = field(default_factory=lambda: np.zeros((0, 5), dtype=np.int64))
    """The last plays of all days, the newest last: a row each."""
    sides: list[str] = field(default_factory=list)
    """Who played in them: a row has its place here."""
    changes: list[Change] = field(default_factory=list)

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        kept = self.kept
        check_within(0, len(self.sides) - 1, sides=kept[:, SIDES])
        check_within(TAKEN_BACK, 1, typed=kept[:, TYPED])
        check_within(0, 2**40, counts=kept[:, [DAY, NUMBER]], plays=self.plays)
        check_within(0, 2**40 - 1, records=kept[:, RECORD])
        check_within(1, 2**40, block=self.block)
        check_within(0, self.block, begun=self.begun)
        check_within(0, MOST_BLOCKS - 1, blocks=len(self.counted))
        if len(kept) > KEPT_PLAYS or ((kept[:, RECORD, None] >> 4 * np.arange(9) & 15) > 9).any():
            raise ValueError("a play has a mark on no square, or there are too many")

    def next_day(self) -> "Trial":
        """The counts when the store is cleared."""
        return Trial(self.day + bool(self.plays), kept=self.kept, sides=self.sides)

    def add(self, games: Integers, sides: str = "", typed: bool = True) -> None:
        """Count more plays, none beyond the end of the test under way (a hundred plays each)."""
        won, drawn, lost = (int(number) for number in blocks(games, len(games))[0])
        self.begun = (self.begun[0] + won, self.begun[1] + drawn, self.begun[2] + lost)
        if sides not in self.sides:
            self.sides = [*self.sides, sides]
        rows = np.empty((len(games), 5), dtype=np.int64)
        rows[:, DAY], rows[:, RECORD], rows[:, TYPED] = self.day, games, typed
        rows[:, NUMBER] = self._last_number() + 1 + np.arange(len(games))
        rows[:, SIDES] = self.sides.index(sides)
        self.plays += len(games)
        self.kept = np.concatenate((self.kept, rows))[-KEPT_PLAYS:]
        if sum(self.begun) == self.block:
            self.counted.append(self.begun)
            self.begun = (0, 0, 0)
            if len(self.counted) == MOST_BLOCKS:
                self._put_together()

    def _last_number(self) -> int:
        """The number of the day's last play; one that was taken back keeps its own."""
        if len(self.kept) and self.kept[-1, DAY] == self.day:
            return int(self.kept[-1, NUMBER])
        return 0

    def counts(self) -> "Counts":
        """The counts as they are, for :meth:`take_back`."""
        return Counts(self.plays, self.begun, tuple(self.counted), self.block)

    def take_back(self, before: "Counts") -> None:
        """Take the last play back: the counts are again as they were before it."""
        self.kept = self.kept.copy()
        self.kept[-1, TYPED] = TAKEN_BACK
        self.plays, self.begun, self.block = before.plays, before.begun, before.block
        self.counted = list(before.counted)

    @property
    def standing(self) -> Integers:
        """The kept plays that were not taken back."""
        found: Integers = self.kept[self.kept[:, TYPED] != TAKEN_BACK]
        return found

    def _put_together(self) -> None:
        pairs = zip(self.counted[::2], self.counted[1::2], strict=True)
        self.counted = [(a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs]
        self.block *= 2

    @property
    def last(self) -> int | None:
        """The last play since the store was cleared; None if there was none."""
        return int(self.latest(1)[0]) if self.plays else None

    def latest(self, most: int) -> Integers:
        """The last plays since the store was cleared, at most so many (and KEPT_PLAYS)."""
        count = min(self.plays, most, len(self.kept))
        newest = self.kept[len(self.kept) - count :]
        if not (newest[:, TYPED] == TAKEN_BACK).any():
            return newest[:, RECORD]
        standing = self.standing
        return standing[max(0, len(standing) - count) :, RECORD]

    def commonest(self) -> tuple[int, int]:
        """Of the last hundred plays the one that was made most often, and how often; the latest of
        equals."""
        counts = Counter(self.latest(SET_OF_PLAYS)[::-1].tolist())
        return counts.most_common(1)[0] if counts else (0, 0)

    def since(self, number: int, day: int) -> tuple[PlayRecord, ...]:
        """The typed plays after play ``number`` of that day, later days' too, as far as they are
        kept."""
        held = self.kept
        later = (held[:, DAY] > day) | ((held[:, DAY] == day) & (held[:, NUMBER] > number))
        return self._records(held[later & (held[:, TYPED] != 0)])

    def taken_back(self) -> tuple[PlayRecord, ...]:
        """The plays that were taken back, as far as they are kept."""
        return self._records(self.kept[self.kept[:, TYPED] == TAKEN_BACK])

    def _records(self, rows: Integers) -> tuple[PlayRecord, ...]:
        return tuple(
            PlayRecord(
                int(row[DAY]),
                int(row[NUMBER]),
                squares_of(int(row[RECORD])),
                result_of(int(row[RECORD])),
                self.sides[row[SIDES]],
                bool(row[TYPED] == TAKEN_BACK),
            )
            for row in rows
        )
