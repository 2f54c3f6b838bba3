"""The program's settings as an operator turns them: who plays, A, B and D, the origin.

Each has its places; a knob goes round them, A, B and D go up and down by steps and stop where
machines.pegasus.odds allows no more.  What a side has learned stays in the store while it plays
otherwise: ``learn`` goes on with it, ``frozen`` plays by it and learns nothing more.
"""

import functools
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from machines.exhibit.snapshot import LATER
from machines.games.noughts.board import Board
from machines.games.noughts.deck_game import DeckGame
from machines.games.noughts.deck_player import DeckState
from machines.kernels.generator import generator_state
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.printout import Typescript
from machines.pegasus.program import Pegasus, Trial
from machines.pegasus.tables import result, tables
from machines.pegasus.visitor import VisitorPlay

ORIGINS = (Origin.FIXED, Origin.EACH_PLAY, Origin.HUNDREDS)
PLAYERS = ("learn", "random", "distinct", "expert", "standard:0.5", "frozen")
"""The programs of a side's knob, in its order; turning it on by one goes round these."""
VISITOR = "visitor"
SEATS = (*PLAYERS, VISITOR)
"""Every place of a side's knob, in its order..."""
SEAT_NAMES = tuple("half" if seat.startswith("standard") else seat for seat in SEATS)
"""...and what events call them."""
ORIGIN_NAMES = tuple(origin.name.lower() for origin in ORIGINS)
STEPS = {"a": 0.005, "b": 0.1, "d": 0.01}
SIDES = ("nought", "cross")

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def odds_at_the_start() -> Floats:
    """The store when it is cleared: every essentially distinct move has the same chance."""
    return Player("learn").chances()


@dataclass
class PlaySettings:
    """Who plays and how they are reinforced; a value."""

    nought: str = "learn"
    cross: str = "distinct"
    reinforcement: Reinforcement = field(default_factory=Reinforcement)

    def turned(self, control: str, by: int) -> "PlaySettings":
        """These settings with one turned on by so many places.

        Raises RefusedError, saying what is allowed, for a number out of range.
        """
        if control in SIDES:
            now = getattr(self, control)
            place = PLAYERS.index(now) if now in PLAYERS else 0
            return self._seated(control, PLAYERS[(place + by) % len(PLAYERS)])
        held = self.reinforcement
        if control == "origin":
            return self._measured(ORIGINS[(ORIGINS.index(held.origin) + by) % len(ORIGINS)])
        value = round(getattr(held, control) + by * STEPS[control], 3)
        return replace(self, reinforcement=replace(held, **{control: value}))

    def pointed(self, control: str, place: str) -> "PlaySettings":
        """These settings with a knob at the place of that name.  Raises RefusedError."""
        names = SEAT_NAMES if control in SIDES else ORIGIN_NAMES if control == "origin" else ()
        if place not in names:
            raise RefusedError(
                f"desk {control}", f"has no place {place!r}; there are {', '.join(names) or 'none'}"
            )
        if control in SIDES:
            return self._seated(control, SEATS[names.index(place)])
        return self._measured(ORIGINS[names.index(place)])

    @property
    def seats(self) -> str:
        """The sides that a visitor plays: ``""``, ``"O"``, ``"X"`` or ``"OX"``."""
        return ("O" if self.nought == VISITOR else "") + ("X" if self.cross == VISITOR else "")

    def _seated(self, side: str, player: str) -> "PlaySettings":
        if side == "nought":
            return replace(self, nought=player)
        return replace(self, cross=player)

    def _measured(self, origin: Origin) -> "PlaySettings":
        fixed = origin is Origin.FIXED  # a sliding origin needs M_1 finite
        held = replace(self.reinforcement, origin=origin, last_infinite=fixed)
        return replace(self, reinforcement=held)

    def words(self, control: str) -> str:
        """How one of them stands, in words."""
        if control in SIDES:
            return f"{control.capitalize()}: {getattr(self, control)}"
        if control == "origin":
            return f"origin {self.reinforcement.origin.name.lower().replace('_', ' ')}"
        return f"{control.upper()} = {getattr(self.reinforcement, control):g}"


@dataclass
class OddsStore:
    """The program's store: the odds of both sides, and the program that plays by them."""

    settings: PlaySettings
    program: Pegasus
    odds: Floats  # Positions x 9: what each side has learned up to when it last stopped learning

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_chances(self.odds)
        for text in (self.settings.nought, self.settings.cross):
            if text not in SEATS:
                raise ValueError(f"nobody is called {text}")

    @classmethod
    def cleared(cls, settings: PlaySettings, generator: Integers) -> "OddsStore":
        """The store with the odds as at the start."""
        odds = odds_at_the_start()
        return cls(settings, program_of(settings, odds, generator), odds)

    def learned(self) -> Floats:
        """The odds as learned so far, of both sides."""
        made = self.odds.copy()
        for side, name in enumerate(SIDES):
            if getattr(self.settings, name) == "learn":
                mine = tables().made % 2 == side
                made[mine] = self.program.chances[mine]
        return made

    def set(self, settings: PlaySettings) -> None:
        """Play on with other settings; what was learned stays."""
        self._play_by(settings, self.learned())

    def take(self, odds: Floats) -> None:
        """Lay odds that were learned elsewhere (a tape's) into the store."""
        self._play_by(self.settings, odds.copy())

    def _play_by(self, settings: PlaySettings, odds: Floats) -> None:
        before, held, now = self.program, self.settings.reinforcement, settings.reinforcement
        self.program = program_of(settings, odds, before.generator)
        self.program.plays = before.plays
        if (held.origin, held.d) == (now.origin, now.d):
            self.program.origin[:] = before.origin
        self.settings, self.odds = settings, odds


def program_of(settings: PlaySettings, odds: Floats, generator: Integers) -> Pegasus:
    """The program with these settings, by these odds."""
    sides = []
    for side, name in enumerate(SIDES):
        text = getattr(settings, name)
        mine = (tables().made % 2 == side)[:, None]
        own = np.where(mine, odds, 0.0)
        stored = text in ("frozen", VISITOR)  # a side that a visitor plays keeps its odds
        player = Player("frozen", frozen=own) if stored else read_player(text, name)
        sides.append(player)
    made = Pegasus(sides[0], sides[1], settings.reinforcement, generator)
    for side, player in enumerate(sides):
        if player.learns:
            mine = tables().made % 2 == side
            made.chances[mine] = odds[mine]
    return made


def check_turn(control: str, value: object) -> int:
    """By how many places a knob is turned; 0 where it is let go.  Raises RefusedError."""
    if not isinstance(value, int) or value not in (-1, 0, 1):
        raise RefusedError(f"desk {control}", f"{value!r}; expected 1 (on), -1 (back) or 0")
    return value


# -- The state of the Pegasus 2 on the floor: the program, its typing, its units; a value ----------


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
