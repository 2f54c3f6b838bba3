"""The scene of the matchbox table: all that the room draws.

A play goes through phases, each of which lasts some time of the exhibit's own::

    idle        nobody plays; NEW begins a play
    visitor     the visitor is to move
    opponent    another opponent thinks; then its mark is drawn
    finding     the box for the board slides out of the cabinet
    shaking     it is shaken flat, in the hand
    tilting     it is tilted and the beads run to the V; the bead in the apex is the move
    placing     the bead is carried to the board and the nought drawn
    empty       the box was found empty: the machine resigns
    rewarding   beads go back to one open box after the other, some gained, or one to its cup
    over        the result stands
    declined    the first box is empty: the machine begins no play until it is reloaded
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.exhibit.exhibit import View, resting
from machines.games.noughts.board import Board
from machines.games.noughts.tape_file import TapeWanted
from machines.menace.beads import Cabinet, Change, Ledger, Rewards
from machines.menace.odds import Odds

Phase = Literal[
    "idle", "visitor", "opponent", "finding", "shaking", "tilting", "placing", "empty",
    "rewarding", "over", "declined",
]  # fmt: skip

OPPONENTS = ("visitor", "random", "distinct", "perfect", "1961", "menace", "pegasus", "morph")
"""By the value of table.opponent; kept sessions hold these numbers: new ones come last."""


@dataclass(frozen=True)
class OpenBox:
    """A box that was pulled out in this play."""

    number: int
    face: Board
    turn: int  # What brings the visitor's board to the face (machines.games.noughts.symmetry)
    words: str  # The same for a visitor: ``"turn a quarter clockwise"``
    beads: tuple[int, ...]  # Nine counts, by colour, as it was pulled: the drawn bead among them
    colour: int  # Of the drawn bead, which is a square of the face; -1 if the box was empty
    square: int  # The move on the visitor's board; -1 if the box was empty
    seed: int  # Of the shake (machines.menace.shake): the same seed, the same dance


@dataclass(frozen=True)
class MenaceScene:
    """All that is to be seen beside the units."""

    board: Board
    marks: tuple[int, ...]
    """The squares played, in their order; Nought's first."""
    phase: Phase
    phase_us: int
    """How much of the phase has passed."""
    lasts_us: int
    """How long it lasts; 0 where it waits for somebody."""
    opened: tuple[OpenBox, ...]
    """In the order of the play; the last is in the hand from finding to placing."""
    gains: tuple[tuple[int, int, int], ...]
    """While rewarding and when over: box, colour, beads gained (negative: lost), box by box."""
    gaining: int
    """The place in ``gains`` of the one under way; those before it are done."""
    beads: npt.NDArray[np.int64]
    """In the boxes now, shape (boxes, 9); row n - 1 is box n."""
    cups: npt.NDArray[np.int64]
    """In the cups, shape (9,)."""
    ledger: Ledger
    build: str
    """See machines.menace.build."""
    side: str
    """``"O"`` or ``"X"``: what the boxes play."""
    opponent: str
    """``"visitor"`` or a name of machines.menace.opponents; ``"menace"``: a second cabinet.  The
    one that is chosen, for the next play on; ``playing`` is the one of this play."""
    running: bool
    """Whether the next play begins by itself when one is over."""
    rewards: Rewards
    outcome: str
    """Of the last play, once it is over: ``"won"``, ``"drawn"``, ``"lost"``; else empty."""
    resigned: bool
    """Whether that play was lost by an empty box."""
    results: npt.NDArray[np.int8]
    """Since the day began, the boxes' side: 1 won, 0 drawn, -1 lost."""
    changes: tuple[Change, ...]
    """Of the rewards, by the number of plays before each."""
    shown: int
    """The box whose history is shown."""
    history: tuple[tuple[int, tuple[int, ...]], ...]
    """That box since the day began: after how many plays it came to hold which nine counts."""
    odds: tuple[tuple[str, Odds], ...]
    """Against each kind of opponent, for the beads as they lie, by Nought's view."""
    undoable: bool
    """Whether there is a play to take back."""
    began: tuple[tuple[str, Odds], ...] = ()
    """The same chances for the beads as they lay when the boxes were new."""
    tape: TapeWanted | None = None
    """The tape that a card wants, while it is not done with it."""
    refused: bool = False
    """Whether a card was refused, while nobody plays at the table."""
    loads: bool = False
    """Whether a card in the hopper would replace beads that plays have moved."""
    foregone: bool = False
    """Whether the play was stopped where the build has no box for the board."""
    day: int = 1
    """How many days the exhibit has seen, from 1."""
    playing: str = "visitor"
    """The opponent of the play under way, or of the last."""


def resting_scene() -> MenaceScene:
    """The table as it stands before anybody comes: all boxes filled and closed."""
    made = Cabinet.new()
    return MenaceScene(
        board=Board(), marks=(), phase="idle", phase_us=0, lasts_us=0, opened=(), gains=(),
        gaining=0, beads=made.beads, cups=made.cups, ledger=made.ledger(), build=made.build,
        side=made.side, opponent="visitor", running=False, rewards=made.rewards, outcome="",
        resigned=False, results=np.zeros(0, np.int8), changes=(), shown=1,
        history=((0, tuple(int(n) for n in made.beads[0])),), odds=(), undoable=False,
    )  # fmt: skip


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before the room is entered."""
    units = (CardReader("reader"), LinePrinter("printer", ready=False), TapeDrive("tape1"))
    return resting("menace", layout, resting_scene(), units)
