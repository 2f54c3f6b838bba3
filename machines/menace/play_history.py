"""The history of plays at the table, for charts, UNDO and run records.

A day's results are kept play by play.  Of the last plays (4,096 at least) everything is kept, a row
of whole numbers each: enough to take them back, to say how a box came by its beads, and to hand
them to the run records.  Older plays stand as results alone; a day has room for a million.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.annotations import GROWS, check_within
from devices.game_record import OUTCOMES, SCORES, Outcome
from devices.refusal import RefusedError
from machines.menace.build import NAMES
from machines.menace.kernels import DRAWN, END_BIT, FOREGONE, LOST, RESIGNED, RESULT_BIT, WON


@dataclass(frozen=True)
class PlayRecord:
    """One finished play.  A play is known by its day and its number within the day.

    A number is never used twice: a play that was taken back keeps its own, and is ``undone``.
    """

    day: int
    """From 1, of the exhibit's own counting."""
    number: int
    """From 1, within the day, plays that were taken back among them."""
    squares: str
    """The squares played on, Michie's numbers, Nought's first: ``"01732684"``; may be empty."""
    outcome: Outcome
    """For the boxes."""
    resigned: bool
    """Whether it ended because a box was empty (the boxes', if lost; the opponent's, if won)."""
    foregone: bool
    """Whether it was stopped where the build has no box."""
    build: str
    """See machines.menace.build; it tells which side the boxes played."""
    opponent: str
    """``"visitor"``, ``"menace"`` or a name of machines.menace.opponents."""
    rewards: tuple[int, int, int]
    """Beads for a play won, drawn, lost, as they were used."""
    opened: tuple[tuple[int, int, int], ...]
    """Box, colour of the drawn bead, beads gained; an empty box last, as (box, -1, 0)."""
    undone: bool = False
    """Whether it was taken back, its beads with it."""


MOST_PLAYS = 1_000_000
"""In a day: what is kept must stay small enough to be written down now and then."""
ROWS = 8_192
"""Rows at most; then the older half goes."""
FIRST = 64

DAY, NUMBER, RECORD, BUILD, OPPONENT, WIN, DRAW, LOSS, RELOADED, OURS, THEIRS = (*range(10), 13)
COLUMNS = 17
"""RECORD is the kernels' (machines.menace.kernels), RELOADED whose first boxes were reloaded before
the play (1 ours, 2 the other cabinet's); OURS and THEIRS are four cells each."""

MOST_CELL = 2**32
BOX_CELL, COLOUR_CELL, NO_GAIN = 40_960, 4_096, 2_048
"""A cell holds a box, a colour plus 1, and a gain of -1,000 to 1,000, in these units."""

Gains = tuple[tuple[int, int, int], ...]
"""Box, colour, beads gained; an empty box has colour -1."""


def cell(box: int, colour: int, gain: int) -> int:
    """One open box as a number above 0."""
    return box * BOX_CELL + (colour + 1) * COLOUR_CELL + gain + NO_GAIN


def opened_cell(number: int) -> tuple[int, int, int]:
    """Box, colour and gain in a cell."""
    box, rest = divmod(number, BOX_CELL)
    colour, gain = divmod(rest, COLOUR_CELL)
    return box, colour - 1, gain - NO_GAIN


def cells(row: npt.NDArray[np.int64], first: int) -> Gains:
    """The open boxes of a row from that column on."""
    return tuple(opened_cell(int(number)) for number in row[first : first + 4] if number)


@dataclass(frozen=True)
class Finished:
    """A play as it is entered."""

    marks: tuple[int, ...]
    outcome: Outcome  # For the boxes, which play ``side``
    side: str
    end: int  # How it ended: LINE, FULL_BOARD, RESIGNED or FOREGONE of machines.menace.kernels
    build: str
    opponent: str
    rewards: tuple[int, int, int]
    reloaded: int
    ours: Gains
    theirs: Gains = ()

    def record(self) -> int:
        """As the kernels pack it."""
        own = {"won": WON, "drawn": DRAWN, "lost": LOST}[self.outcome]
        result = own if self.side == "O" else LOST + WON - own
        moves = sum((square + 1) << 4 * ply for ply, square in enumerate(self.marks))
        return moves | result << RESULT_BIT | self.end << END_BIT


@dataclass
class PlayHistory:
    """A value; see the module."""

    rows: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((FIRST, COLUMNS), dtype=np.int64), metadata=GROWS
    )
    used: int = 0
    """Rows of it in use: plays that stand, the last day's last."""
    scores: npt.NDArray[np.int8] = field(
        default_factory=lambda: np.zeros(FIRST, dtype=np.int8), metadata=GROWS
    )
    """1 won, 0 drawn, -1 lost, for the boxes."""
    plays: int = 0
    """Of this day, that stand."""
    day: int = 1
    number: int = 0
    """The last play's within the day, those taken back counted as well."""
    names: list[str] = field(default_factory=list)
    """Of opponents, by the number that stands in a row."""
    undone: list[PlayRecord] = field(default_factory=list)
    """What was taken back, the last ``ROWS`` of it."""
    won: int = 0
    drawn: int = 0

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, len(self.rows), used=self.used)
        check_within(0, len(self.scores), plays=self.plays)
        check_within(0, self.plays, won=self.won, drawn=self.drawn)
        check_within(0, 2**40, day=self.day, number=self.number)
        kept = self.rows[: self.used]
        check_within(0, len(NAMES) - 1, builds=kept[:, BUILD])
        check_within(0, len(self.names) - 1, opponents=kept[:, OPPONENT])
        check_within(0, 2**62, rows=kept[:, [DAY, NUMBER, RECORD]])
        check_within(0, MOST_CELL, cells=kept[:, OURS:])
        if ((kept[:, RECORD, None] >> 4 * np.arange(9) & 15) > 9).any():
            raise ValueError("a play has a mark on no square")

    def results(self) -> npt.NDArray[np.int8]:
        """Since the day began; what is returned doesn't change any more."""
        found = self.scores[: self.plays]
        found.flags.writeable = False
        return found

    def check_room(self) -> None:
        """Raises RefusedError if the day is full."""
        if self.plays >= MOST_PLAYS:
            raise RefusedError(
                "the day", f"has {MOST_PLAYS:,} plays and no room for more: begin a new day"
            )

    def enter(self, play: Finished) -> None:
        """A play was finished."""
        if play.opponent not in self.names:
            self.names.append(play.opponent)
        self.number += 1
        row = np.zeros(COLUMNS, dtype=np.int64)
        row[:OURS] = (
            self.day,
            self.number,
            play.record(),
            NAMES.index(play.build),
            self.names.index(play.opponent),
            *play.rewards,
            play.reloaded,
        )
        for first, gains in ((OURS, play.ours), (THEIRS, play.theirs)):
            for at, gain in enumerate(gains):
                row[first + at] = cell(*gain)
        self._room()
        self.rows[self.used] = row
        self.used += 1
        self.scores[self.plays] = SCORES[play.outcome]
        self.plays += 1
        self.won += play.outcome == "won"
        self.drawn += play.outcome == "drawn"

    def _room(self) -> None:
        if self.used == ROWS:
            self.rows[: ROWS // 2] = self.rows[ROWS // 2 :]
            self.used = ROWS // 2
        elif self.used == len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        if self.plays == len(self.scores):
            self.scores = np.concatenate([self.scores, np.zeros_like(self.scores)])

    def today(self) -> npt.NDArray[np.int64]:
        """The rows of the day's plays that are still kept: the last of them."""
        return self.rows[max(self.used - self.plays, 0) : self.used]

    @property
    def can_take_back(self) -> bool:
        """Whether a play of today is still kept in full."""
        return self.used > 0 and self.plays > 0

    def take_back(self) -> npt.NDArray[np.int64]:
        """Take the day's last play out of the book; its row."""
        row: npt.NDArray[np.int64] = self.rows[self.used - 1].copy()
        self.undone = [*self.undone[-ROWS:], self._record(row, undone=True)]
        self.used -= 1
        self.plays -= 1
        self.won -= int(self.scores[self.plays] == 1)
        self.drawn -= int(self.scores[self.plays] == 0)
        self.scores = self.scores.copy()  # who was shown the old one keeps it
        return row

    def opponent(self, row: npt.NDArray[np.int64]) -> str:
        """Who played in that row."""
        return self.names[int(row[OPPONENT])]

    def begin_day(self) -> None:
        """Results and numbers begin again; rows stay for the records."""
        self.scores = np.zeros(FIRST, dtype=np.int8)
        self.plays = self.number = self.won = self.drawn = 0
        self.day += 1

    def since(self, number: int, day: int) -> tuple[PlayRecord, ...]:
        """The plays after play ``number`` of that day, later days' too, in their order.

        Those that were taken back are among them.  0 asks for the day from its beginning.
        """
        kept = self.rows[: self.used]
        later = (kept[:, DAY] > day) | ((kept[:, DAY] == day) & (kept[:, NUMBER] > number))
        found = [self._record(row) for row in kept[later]]
        found += [play for play in self.undone if (play.day, play.number) > (day, number)]
        return tuple(sorted(found, key=lambda play: (play.day, play.number)))

    def _record(self, row: npt.NDArray[np.int64], undone: bool = False) -> PlayRecord:
        record = int(row[RECORD])
        build = NAMES[int(row[BUILD])]
        squares = [record >> 4 * ply & 15 for ply in range(9)]
        own = (record >> RESULT_BIT & 3) - DRAWN
        end = record >> END_BIT & 3
        return PlayRecord(
            day=int(row[DAY]),
            number=int(row[NUMBER]),
            squares="".join(str(square - 1) for square in squares if square),
            outcome=OUTCOMES[-own if build == "second" else own],
            resigned=end == RESIGNED,
            foregone=end == FOREGONE,
            build=build,
            opponent=self.opponent(row),
            rewards=(int(row[WIN]), int(row[DRAW]), int(row[LOSS])),
            opened=cells(row, OURS),
            undone=undone,
        )
