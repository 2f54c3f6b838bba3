"""The state of the Pegasus 2 on the floor: the program, its typing, its units; a value."""

import functools
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from machines.exhibit.snapshot import LATER
from machines.games.noughts.board import Board
from machines.games.noughts.deck_game import DeckGame
from machines.games.noughts.deck_player import DeckState
from machines.kernels.generator import generator_state
from machines.pegasus.controls import OddsStore, PlaySettings
from machines.pegasus.printout import Typescript
from machines.pegasus.tables import result
from machines.pegasus.trial import Trial
from machines.pegasus.visitor import VisitorPlay


@dataclass
class PegasusDeckJob:
    """A value."""

    feed: DeckState = field(default_factory=DeckState)
    game: DeckGame = field(default_factory=DeckGame)
    squares: str = ""  # Of the play with an operator that is on
    playing: bool = False  # Such a play is on
    until: int = 0  # The exhibit's count of plays at which a PLAYS card is done; 0 when none is

    @property
    def board(self) -> Board:
        """Of the play that is on."""
        return functools.reduce(Board.play, map(int, self.squares), Board())


SEED = 1963
STANDS_STILL = "the teleprinter is stopped: press START on it"
PLAY_US = 1_000_000
"""A play: "about a game a second" (Michie 1963)."""
MOVE_US = PLAY_US // 8
"""A move of a play with a visitor: a play has eight at most."""

Integers = npt.NDArray[np.int64]


@dataclass
class PegasusState:
    """All that the exhibit is, copied or written as it stands."""

    on_us: Integers  # How long each lamp was on
    store: OddsStore = field(
        default_factory=lambda: OddsStore.cleared(PlaySettings(), generator_state(SEED))
    )
    trial: Trial = field(default_factory=Trial)
    typescript: Typescript = field(default_factory=Typescript)
    unsent: str = ""  # What the teleprinter has yet to be sent; the next play waits for it
    run: int = 0
    print: int = 1
    computing_us: int = 0  # Of the play under way; at PLAY_US it waits for the teleprinter
    plays: int = 0  # Since the exhibit was made
    reader: CardReader = field(default_factory=lambda: CardReader("reader"))
    teleprinter: Teleprinter = field(default_factory=Teleprinter)
    tape1: TapeDrive = field(default_factory=lambda: TapeDrive("tape1"))
    deck: PegasusDeckJob = field(default_factory=PegasusDeckJob)  # What its cards have set going
    now_us: int = 0
    reason: str = ""  # The last refusal of an operator's act; gone with the next act that is taken
    visitor: VisitorPlay | None = field(default=None, metadata=LATER)

    @property
    def seats(self) -> str:
        """The sides that a visitor plays."""
        return self.store.settings.seats

    @property
    def asks(self) -> bool:
        """Whether the program waits for a visitor's mark."""
        play = self.visitor
        if not self.run or play is None or play.over:
            return False
        return play.board.to_move in self.seats and result(play.board) is None

    @property
    def work_us(self) -> int:
        """How long what is worked out now takes: a play, or a move against a visitor."""
        return MOVE_US if self.seats else PLAY_US

    @property
    def computing(self) -> bool:
        """A play, or a move against a visitor, is being worked out."""
        if not self.run or self.computing_us >= self.work_us:
            return False
        return self.visitor is None or not self.asks

    @property
    def stuck(self) -> bool:
        """Nothing goes on until the teleprinter is started."""
        wants = bool(self.unsent) or bool(self.run and self.print)
        return wants and not self.computing and not self.teleprinter.running
