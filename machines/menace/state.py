"""The state of the matchbox table, as one value."""

from dataclasses import dataclass, field
from typing import Literal, Self

import numpy as np

from devices.annotations import check_within
from devices.game_record import Outcome
from machines.games.noughts.board import Board
from machines.kernels.generator import State, generator_state
from machines.menace.beads import MOST_BEADS, Cabinet, Drawn
from machines.menace.build import OTHER_SIDE
from machines.menace.opponents import SECOND_CABINET, VISITOR
from machines.menace.play_history import Gains, PlayHistory
from machines.menace.scene import OpenBox, Phase
from machines.menace.sides import check_opponent

SEED = 1961


@dataclass
class PlayState:
    """The play that is under way, or the last one."""

    phase: Phase = "idle"
    phase_us: int = 0
    """How much of it has passed; a phase that waits for somebody counts no time."""
    opponent: str = VISITOR
    board: Board = field(default_factory=Board)
    marks: list[int] = field(default_factory=list)
    opened: list[OpenBox] = field(default_factory=list)
    picked: Drawn | None = None
    """The bead that will be found in the apex; in its box until the tilt is over."""
    outcome: Outcome | Literal[""] = ""
    """``"won"``, ``"drawn"``, ``"lost"`` for the boxes, from when the last mark is drawn."""
    end: int = 0
    """How it ended, as the kernels have it."""
    rewards: tuple[int, int, int] = (0, 0, 0)
    """With which it is reinforced: later changes are for later plays."""
    gains: Gains = ()
    gaining: int = 0
    """Which of ``gains`` is next; those before it lie in their boxes."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: what lies on the table goes with the phase."""
        check_within(0, 8, marks=self.marks)
        marks = sum(1 << mark for mark in self.marks)
        if (
            len(set(self.marks)) < len(self.marks)
            or marks != self.board.noughts | self.board.crosses
        ):
            raise ValueError("the marks are not those of the board")
        taking = self.phase in ("shaking", "tilting")
        if (taking and self.picked is None) or (self.phase == "placing" and self.board.ply > 8):
            raise ValueError(f"{self.phase} without a bead")
        if self.phase in ("finding", "empty", "shaking", "tilting") and not self.opened:
            raise ValueError(f"{self.phase} without an open box")
        if self.phase == "rewarding" and not (self.outcome and self.gaining < len(self.gains)):
            raise ValueError("rewarding without beads")
        check_within(0, len(self.gains), gaining=self.gaining)
        check_within(0, 9, boxes=len(self.opened))
        for box in self.opened:
            check_within(0, 7, turn=box.turn)
            check_within(0, MOST_BEADS, beads=np.array(box.beads))
            check_within(9, 9, counts=len(box.beads))
            check_within(-1, 8, colour=box.colour, square=box.square)
        if self.phase == "placing" and self.picked is not None and not self.opened:
            raise ValueError("placing without an open box")


@dataclass
class Counts:
    """Since the table was set up; they only grow."""

    plays: int = 0
    marks: int = 0
    boxes: int = 0  # Pulled out
    strokes: int = 0  # Of the hand that shakes, in shakes that are over
    drawn: int = 0  # Beads that came to lie in the apex
    gained: int = 0  # Beads put into boxes ..
    lost: int = 0  # ... and into cups.


@dataclass
class TableState:
    """The table, the cabinet on it and the book beside it."""

    cabinet: Cabinet
    chance: State
    """Draws beads and other opponents' moves, in the order in which the kernels do."""
    stir: State
    """Seeds the shakes."""
    other: Cabinet | None = None
    """The second cabinet, from when it first plays on."""
    opponent: str = VISITOR
    """Of the next play."""
    running: bool = False
    play: PlayState = field(default_factory=PlayState)
    book: PlayHistory = field(default_factory=PlayHistory)
    begun: int = 0
    """Plays begun so far: the number of the one under way."""
    reloaded: int = 0
    """Whose first boxes were reloaded since the last play: 1 ours, 2 the other cabinet's."""
    shown: int = 1
    """The box whose history is shown."""
    counts: Counts = field(default_factory=Counts)
    stamp: int = 0
    """Grows with whatever changes but the passing of a phase: what was shown can be shown again."""
    epoch: int = 0
    """Grows where plays were taken back or a day begun: what followed from them is made anew."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        boxes = len(self.cabinet.beads)
        check_within(1, boxes, shown=self.shown)
        check_within(0, 3, reloaded=self.reloaded)
        for name in (self.opponent, self.play.opponent):
            check_opponent(name, OTHER_SIDE[self.cabinet.side])
        declined = self.play.phase == "declined"  # the other cabinet comes with its first play
        if self.play.opponent == SECOND_CABINET and self.other is None and not declined:
            raise ValueError("no second cabinet stands here")
        numbers = [box.number for box in (*self.play.opened, self.play.picked) if box is not None]
        check_within(1, boxes, boxes=numbers)
        open_now = [(bead.number, bead.colour) for bead in self.cabinet.on_board]
        due = [gain[:2] for gain in self.play.gains[self.play.gaining :]]
        if self.play.phase == "rewarding" and sorted(due) != sorted(open_now):
            raise ValueError("the beads on the board are not those that are rewarded")

    @classmethod
    def new(cls, build: str = "304", seed: int = SEED) -> Self:
        """A table as it is in the morning."""
        return cls(
            Cabinet.new(build),
            generator_state(seed),
            generator_state(np.random.SeedSequence([seed, 1])),
        )
