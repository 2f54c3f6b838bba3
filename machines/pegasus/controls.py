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
from machines.pegasus.players import Player, read_player
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import tables

PLAYERS = ("learn", "random", "distinct", "expert", "standard:0.5", "frozen")
"""A side's knob, in its order."""
ORIGINS = (Origin.FIXED, Origin.EACH_PLAY, Origin.HUNDREDS)
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
            player = PLAYERS[(place + by) % len(PLAYERS)]
            return (
                replace(self, nought=player) if control == "nought" else replace(self, cross=player)
            )
        held = self.reinforcement
        if control == "origin":
            origin = ORIGINS[(ORIGINS.index(held.origin) + by) % len(ORIGINS)]
            fixed = origin is Origin.FIXED  # a sliding origin needs M_1 finite
            return replace(self, reinforcement=replace(held, origin=origin, last_infinite=fixed))
        value = round(getattr(held, control) + by * STEPS[control], 3)
        return replace(self, reinforcement=replace(held, **{control: value}))

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
        player = Player("frozen", frozen=own) if text == "frozen" else read_player(text, name)
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
