"""The beads of a MENACE and their ledger; here a bead is drawn from its box.

Colours (Michie 1963, Fig. 3): each square has its own, so a colour is a square of the box's face.
At the start a box has the same number of beads for each of its essentially distinct moves, 4, 3, 2
or 1 by its stage.  A drawn bead lies on the board until the play is over.  Then every open box gets
its bead back and 3 more of the colour for a play won, 1 more for a play drawn; for a play lost the
bead goes to its cup.  The three numbers can be changed; a change is kept with the play it came
before.  Beads come from bags of a thousand, so that at every moment, colour by colour::

        bought = in the boxes + in the cups + on the board

An empty box resigns: the play counts as lost and its other beads are forfeited.  That is not in the
paper but the usual reading.  If the first box is empty the machine declines to play, until the box
is reloaded with what it had at the start.
"""

import functools
from dataclasses import dataclass, field
from typing import Annotated, Self

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, check_within
from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.kernels.generator import State
from machines.menace.build import NAMES, Build, build, lay
from machines.menace.kernels import BAG, draw_colour

COLOURS = ("gold", "white", "lilac", "silver", "green", "pink", "red", "amber", "black")
"""By square, 0 to 8."""
REPLICATES = (4, 3, 2, 1)
"""Beads of a colour in a box of the player's first, second, third, fourth move."""
MOST = 1000
"""No number of replicates and no reward may be greater."""

MOST_BEADS = 2**40
"""In a box or a cup, of a file."""
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rewards:
    """Beads that each open box gains by a play; -1 means that the drawn bead is lost."""

    win: int = 3
    draw: int = 1
    loss: int = -1

    def __post_init__(self) -> None:
        """Raises RefusedError for a number out of range."""
        for name in ("win", "draw", "loss"):
            if not -MOST <= getattr(self, name) <= MOST:
                raise RefusedError(
                    f"reward for a {name}",
                    f"is {getattr(self, name)}; expected {-MOST} to {MOST} beads",
                )

    def of(self, outcome: str) -> int:
        """The reward of ``"won"``, ``"drawn"`` or ``"lost"``; raises RefusedError."""
        rewards = {"won": self.win, "drawn": self.draw, "lost": self.loss}
        if outcome not in rewards:
            raise RefusedError("outcome", f"is {outcome!r}; expected won, drawn or lost")
        return rewards[outcome]


@dataclass(frozen=True)
class Change:
    """Other rewards from the play after ``plays`` plays on."""

    plays: int
    rewards: Rewards


@dataclass(frozen=True)
class Drawn:
    """A bead that lies on the board."""

    number: int  # Its box
    colour: int  # Its colour: a square of the box's face
    square: int  # The move that it makes on the visitor's board


@dataclass(frozen=True)
class Settlement:
    """What a play has brought the boxes: what is needed to take it back."""

    outcome: str
    gains: tuple[tuple[int, int, int], ...]  # Box number, colour, beads gained (or, negative, lost)


@dataclass(frozen=True)
class Ledger:
    """Beads by colour, shape (9,) each."""

    bought: Counts
    boxes: Counts
    cups: Counts
    on_board: Counts

    @property
    def balances(self) -> bool:
        """Whether every bead bought is accounted for."""
        return bool(np.array_equal(self.bought, self.boxes + self.cups + self.on_board))


def starting_beads(made: Build, replicates: tuple[int, ...] = REPLICATES) -> Counts:
    """Beads in each box at the start, shape (boxes, 9); raises RefusedError for odd replicates."""
    if len(replicates) != 4 or not all(1 <= count <= MOST for count in replicates):
        given = ",".join(map(str, replicates))
        raise RefusedError("replicates", f"can't be {given}; expected four numbers, 1 to {MOST}")
    slots, moves = _slots(made.name)
    return slots * np.array(replicates, dtype=np.int64)[moves][:, None]


@functools.cache
def _slots(name: str) -> tuple[Counts, Counts]:
    """1 where a box has beads of a colour, shape (boxes, 9); the move, 0 to 3, it decides."""
    made = build(name)
    slots = np.zeros((len(made.faces), 9), dtype=np.int64)
    for number in range(1, len(made.faces) + 1):
        slots[number - 1, made.colours(number)] = 1
    return slots, np.array([face.ply // 2 for face in made.faces], dtype=np.int64)


@dataclass
class Cabinet:
    """A built MENACE: a value, all of it in its fields."""

    build: str
    replicates: tuple[int, ...]
    rewards: Rewards
    beads: Counts
    """In the boxes, shape (boxes, 9): row n - 1 is box n."""
    cups: Annotated[Counts, Shape(9)]
    """In the cups, shape (9,)."""
    bought: Annotated[Counts, Shape(9)]
    """All that were ever bought, shape (9,)."""
    on_board: list[Drawn] = field(default_factory=list)
    """The beads drawn in this play, in the order of the moves."""
    plays: int = 0
    """Plays finished."""
    changes: list[Change] = field(default_factory=list)
    """Of the rewards, as they were made."""

    @classmethod
    def new(
        cls,
        name: str = "304",
        replicates: tuple[int, ...] = REPLICATES,
        rewards: Rewards | None = None,
    ) -> Self:
        """A cabinet of the build of that name with its beads at the start; raises RefusedError."""
        beads = starting_beads(build(name), replicates)
        bought = -(-beads.sum(axis=0) // BAG) * BAG
        cups = bought - beads.sum(axis=0)
        return cls(name, tuple(replicates), rewards or Rewards(), beads, cups, bought)

    @property
    def side(self) -> str:
        """``"O"`` or ``"X"``."""
        return build(self.build).side

    @property
    def declines(self) -> bool:
        """Whether the first box is empty, so that Nought's machine begins no play."""
        return self.side == "O" and not self.beads[0].any() and not self.on_board

    def ledger(self) -> Ledger:
        """Where all beads are."""
        out = np.zeros(9, dtype=np.int64)
        for bead in self.on_board:
            out[bead.colour] += 1
        return Ledger(self.bought.copy(), self.beads.sum(axis=0), self.cups.copy(), out)

    def pick(self, board: Board, state: State, where: str = "board") -> Drawn | None:
        """A bead for ``board`` by the generator; it is in its box yet.  None if the box is empty.

        Raises RefusedError if the build has no box for the board, or the box is open already.
        """
        laid = lay(self.build, board, where)
        if laid is None:
            raise RefusedError(
                where, f"has no box in build {self.build}: the play is foregone and stops here"
            )
        if any(bead.number == laid.number for bead in self.on_board):
            raise RefusedError(f"box {laid.number}", "is open already; expected the next move")
        colour = draw_colour(self.beads, laid.number - 1, state)
        if colour < 0:
            return None
        return Drawn(laid.number, int(colour), laid.to_board(int(colour)))

    def take(self, drawn: Drawn) -> None:
        """Move a bead that was picked from its box to the board."""
        self.beads[drawn.number - 1, drawn.colour] -= 1
        self.on_board.append(drawn)

    def draw(self, board: Board, state: State, where: str = "board") -> Drawn | None:
        """Pick a bead and take it; raises RefusedError as ``pick`` does."""
        drawn = self.pick(board, state, where)
        if drawn is not None:
            self.take(drawn)
        return drawn

    def gains(self, outcome: str) -> tuple[tuple[int, int, int], ...]:
        """What a play with that outcome would bring: box, colour, beads, by open box."""
        reward = self.rewards.of(outcome)
        return tuple(
            (
                bead.number,
                bead.colour,
                max(reward, -1 - int(self.beads[bead.number - 1, bead.colour])),
            )
            for bead in self.on_board
        )

    def reinforce(self, number: int, colour: int, gain: int) -> None:
        """Close one open box: its bead comes back, and ``gain`` more of that colour."""
        at = next(at for at, bead in enumerate(self.on_board) if bead.number == number)
        del self.on_board[at]
        self.beads[number - 1, colour] += 1
        self._gain(number, colour, gain)

    def settle(self, outcome: str) -> Settlement:
        """End a play that was ``"won"``, ``"drawn"`` or ``"lost"``: rewards to all open boxes."""
        settlement = Settlement(outcome, self.gains(outcome))
        for number, colour, gain in settlement.gains:
            self.reinforce(number, colour, gain)
        self.plays += 1
        return settlement

    def put_back(self) -> None:
        """End a play without rewards: every bead on the board returns to its box."""
        for bead in self.on_board:
            self.beads[bead.number - 1, bead.colour] += 1
        self.on_board.clear()

    def take_back(self, last: Settlement) -> None:
        """Undo the play that ``last`` settled; a bag that it opened stays open.

        Raises RefusedError if beads lie on the board or the boxes no longer hold its beads.
        """
        if self.on_board:
            raise RefusedError("taking back", "came during a play; expected it finished")
        if any(gain > self.beads[number - 1, colour] for number, colour, gain in last.gains):
            raise RefusedError("taking back", "found beads gone; expected the last play")
        self.take_back_gains(last.gains)
        self.plays -= 1
        for change in [change for change in self.changes if change.plays > self.plays]:
            self.changes.remove(change)
            self._note(Change(self.plays, change.rewards))

    def take_back_gains(self, gains: tuple[tuple[int, int, int], ...]) -> None:
        """Undo what ``reinforce`` brought these boxes."""
        for number, colour, gain in gains:
            self._gain(number, colour, -gain)

    def reload(self) -> None:
        """Give the empty first box what it had at the start; raises RefusedError unless empty."""
        if not self.declines:
            raise RefusedError("box 1", "isn't empty; expected to reload it only when it is")
        for colour in build(self.build).colours(1):
            self._gain(1, colour, self.replicates[0])

    def take_back_reload(self) -> None:
        """Undo the last reload; raises RefusedError if its beads have moved since."""
        colours = list(build(self.build).colours(1))
        if (self.beads[0, colours] != self.replicates[0]).any():
            raise RefusedError("box 1", "isn't as it was reloaded; expected the plays since undone")
        for colour in colours:
            self._gain(1, colour, -self.replicates[0])

    def recount(self, number: int, colour: int, count: int) -> None:
        """Have ``count`` beads of a colour in a box, as real beads were counted in it.

        Raises RefusedError for a box, a colour or a number that can't be.
        """
        boxes = len(self.beads)
        if not 1 <= number <= boxes:
            raise RefusedError(f"box {number}", f"there is no such box; expected 1 to {boxes}")
        colours = build(self.build).colours(number)
        if colour not in colours:
            names = ", ".join(COLOURS[bead] for bead in colours)
            raise RefusedError(f"box {number}", f"has no {COLOURS[colour]}; expected {names}")
        if not 0 <= count <= MOST_BEADS:
            raise RefusedError(f"box {number}", f"can't hold {count} beads; expected 0 or more")
        self._gain(number, colour, count - int(self.beads[number - 1, colour]))

    def change_rewards(self, rewards: Rewards, settling: bool = False) -> None:
        """Use other rewards from the next reinforcement on, and note after which play.

        ``settling``: a play is being reinforced, with the rewards that there were.
        """
        if rewards != self.rewards:
            self.rewards = rewards
            self._note(Change(self.plays + settling, rewards))

    def _note(self, change: Change) -> None:
        """Note a change; of several between two plays the last."""
        if self.changes and self.changes[-1].plays == change.plays:
            self.changes.pop()
        self.changes.append(change)

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        if self.build not in NAMES:
            raise ValueError(f"there is no build {self.build}")
        starting_beads(build(self.build), self.replicates)
        for bead in self.on_board:
            check_within(1, len(self.beads), number=bead.number)
            check_within(0, 8, colour=bead.colour, square=bead.square)
        check_within(-1, MOST_BEADS, beads=self.beads, cups=self.cups, bought=self.bought)
        try:
            self.check()
        except RefusedError as refusal:
            raise ValueError(str(refusal)) from refusal

    def check(self, where: str = "cabinet") -> None:
        """Raises RefusedError if these can't be this build's beads: shape, colours, ledger."""
        made = build(self.build)
        if self.beads.shape != (len(made.faces), 9):
            raise RefusedError(
                where,
                f"has beads of shape {self.beads.shape}; build {made.name} expects "
                f"{len(made.faces)} boxes of 9 colours",
            )
        wrong = (self.beads < 0) | ((_slots(self.build)[0] == 0) & (self.beads != 0))
        if wrong.any():
            number = int(wrong.any(axis=1).argmax()) + 1
            expected = " ".join(COLOURS[colour] for colour in made.colours(number))
            raise RefusedError(
                f"{where}, box {number}",
                f"has beads {self.beads[number - 1].tolist()}; expected only {expected}",
            )
        if (self.cups < 0).any() or not self.ledger().balances:
            raise RefusedError(where, "has beads that its ledger does not account for")

    def _gain(self, number: int, colour: int, gain: int) -> None:
        """Move beads from the cup to the box (negative: from the box to the cup)."""
        self.beads[number - 1, colour] += gain
        self.cups[colour] -= gain
        while self.cups[colour] < 0:
            self.cups[colour] += BAG
            self.bought[colour] += BAG
