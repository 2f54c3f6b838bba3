"""The program's settings as an operator turns them: who plays, A, B and D, the origin.

Each has its places; a knob goes round them, A, B and D go up and down by steps and stop where
machines.pegasus.odds allows no more.  What a side has learned stays in the store while it plays
otherwise: ``learn`` goes on with it, ``frozen`` plays by it and learns nothing more.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import tables

ORIGINS = (Origin.FIXED, Origin.EACH_PLAY, Origin.HUNDREDS)
PLAYERS = ("learn", "random", "distinct", "expert", "standard:0.5", "frozen")
"""The programs of a side's knob, in its order; turning it on by one goes round these."""
VISITOR = "visitor"
SEATS = (*PLAYERS, VISITOR)
"""Every place of a side's knob, in its order..."""
SEAT_NAMES = tuple("half" if one.startswith("standard") else one for one in SEATS)
"""...and what events call them."""
ORIGIN_NAMES = tuple(one.name.lower() for one in ORIGINS)
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
