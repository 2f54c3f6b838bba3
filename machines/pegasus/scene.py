"""The scene of the Pegasus 2: all that the room draws."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.games.noughts.tape_file import TapeWanted
from machines.pegasus.odds import Reinforcement
from machines.pegasus.trial import Change
from machines.pegasus.visitor import VisitorPlay

Floats = npt.NDArray[np.float64]

WORD_BITS = 39
"""Of a word of the Pegasus 2."""


@dataclass(frozen=True)
class PegasusScene:
    """All that is to be seen beside the units; plays are counted since the store was cleared."""

    nought: str
    cross: str
    """Who plays, as machines.pegasus.controls.PLAYERS has it."""
    reinforcement: Reinforcement
    average: float
    """Nought's decayed average outcome, mu; 0 with a fixed origin."""
    plays: int
    test: str
    """The one under way: ``"A3"``."""
    blocks: tuple[tuple[int, int, int], ...]
    """Nought's wins, draws and Cross's wins of each whole block."""
    block: int
    """Plays in each: a hundred, or twice that, or twice that again ..."""
    begun: tuple[int, int, int]
    """The same of the block that isn't whole yet."""
    opening: tuple[tuple[int, float], ...]
    """Nought's first moves: square and chance."""
    last: str
    """The squares of the last play in their order, Nought's first; empty before there is one."""
    result: int
    """1 Nought won it, 0 drawn, -1 Cross won."""
    standard: str
    often: int
    """The play that was made most often in the last hundred, and how often."""
    running: bool
    printing: bool
    changes: tuple[Change, ...]
    """What was set otherwise, and when."""
    words: tuple[tuple[int, ...], tuple[int, ...]]
    """What the two monitor tubes show, words of 39 bits: the chances of the first moves as binary
    fractions; the number of plays, and the last play as the program records it."""
    tape: TapeWanted | None = None
    """The tape that a card wants, while it is not done with it."""
    refused: bool = False
    """Whether a card was refused, while nothing is run at the desk."""
    loads: bool = False
    """Whether a card in the hopper would replace odds that plays have moved."""
    begins: bool = False
    """Whether a card in the hopper would begin another game."""
    learned: Floats | None = field(default=None, compare=False, repr=False)
    """The odds as learned so far, positions x 9; not to be written to."""
    made: int = 0
    """Plays since the exhibit was made; those that were taken back among them."""
    seats: str = ""
    """The sides that a visitor plays: ``""``, ``"O"``, ``"X"`` or ``"OX"``."""
    visitor: VisitorPlay | None = None
    """The play with a visitor that is on, or was the last; not to be written to."""
    asks: bool = False
    """Whether the program waits for the visitor's mark."""
    undoable: bool = False
    """Whether the visitor's last mark can be taken back."""
    typing: bool = False
    """Whether the teleprinter has not yet typed all: the store can't be cleared then."""

    @property
    def at_stake(self) -> bool:
        """Whether a play is on in which the visitor has made a mark."""
        return self.visitor is not None and not self.visitor.over and self.undoable
