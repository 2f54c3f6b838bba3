"""What ``main.py learn samuel`` plays, game by game, as values that go from process to process.

A *study* knows its series, its seed and all that it has learned; ``turn`` plays its next game.  The
study that comes back is packed (:mod:`machines.snapshot`), as the run's record keeps it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from devices.media.tape import write_tap
from machines import snapshot
from machines.floor.samuel.rote_study import RoteStudy
from machines.samuel.generalization.contest import Contest
from machines.samuel.generalization.learner import Leading
from machines.samuel.generalization.rules import ACTIVE_TERMS, Rules
from machines.samuel.generalization.series import (
    GameRecord,
    Series,
    first_series,
    play_game,
    prepared_second,
    second_series,
)
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.player import RoteLearning
from machines.samuel.rote.tape import write_memory
from machines.samuel.settings import Settings

VERSION = 1
"""Of a study's snapshot."""


@dataclass(frozen=True)
class LearnedGame:
    """A game of Alpha against Beta, and how it left them."""

    record: GameRecord
    start: Polynomial
    """Alpha's before it."""
    contest: Contest
    """Both players after it: what can be returned to."""
    leading: tuple[Leading, ...]
    """All active terms, the leading one first."""


@dataclass
class GeneralizationStudy:
    """The first or the second series of a seed."""

    name: str
    """``"first"`` or ``"second"``."""
    seed: int
    rules: Rules
    settings: Settings
    terms: tuple[str, ...] = ()
    """Those that the second series begins with; none: what did best in a first series."""
    moment: bool = False
    series: Series | None = None
    """None before the first game: the second series has to be prepared."""

    @property
    def games(self) -> int:
        """Games that are over."""
        return 0 if self.series is None else len(self.series.records)

    @property
    def learning(self) -> RoteLearning | None:
        """It has no memory of boards."""
        return None

    def check(self) -> None:
        """Raises RefusedError for terms that can't begin a series."""
        if self.terms:
            second_series(self.terms, self.rules, self.moment)

    def play_game(self) -> LearnedGame:
        """Play the next game.  The study forgets what only its record has to know."""
        series = self.series or self._begun()
        start = series.contest.alpha.polynomial
        record = play_game(series)
        contest = series.contest
        series.records[-1] = replace(record, moves=())
        series.kept = [contest]
        self.series = series
        return LearnedGame(record, start, contest, contest.alpha.leading(ACTIVE_TERMS))

    def _begun(self) -> Series:
        if self.name == "first":
            series = first_series(self.seed, self.rules, self.moment)
        elif self.terms:
            series = second_series(self.terms, self.rules, self.moment)
        else:
            series = prepared_second(self.seed, self.rules, self.moment)
        series.settings = self.settings
        return series


class Study(Protocol):
    """What a turn needs of any."""

    @property
    def games(self) -> int:
        """Games that are over."""

    @property
    def learning(self) -> RoteLearning | None:
        """The memory and its tape, if it has one."""

    def play_game(self) -> object:
        """Play the next game; what is kept of it."""


STUDIES: Mapping[str, type[Study]] = {
    "first": GeneralizationStudy,
    "second": GeneralizationStudy,
    "rote": RoteStudy,
}


@dataclass(frozen=True)
class Turn:
    """A run whose next game is due."""

    run: int
    """Which of the runs, from 0."""
    series: str
    state: bytes
    """The study, packed."""
    with_tape: bool = False
    """Whether its memory tape is wanted."""


@dataclass(frozen=True)
class Turned:
    """What became of it."""

    games: int
    """Games that are over now."""
    game: bytes
    """What is kept of the game, packed."""
    state: bytes
    tape: bytes | None = field(default=None, repr=False)
    """The memory tape as a .tap file's bytes, if it is another than before."""


def packed(study: Study) -> bytes:
    """The study as its record keeps it."""
    return snapshot.pack(study, VERSION)


def turn(due: Turn) -> Turned:
    """Play the next game of a run; raises RefusedError for a state that is none."""
    study = snapshot.unpack(due.state, STUDIES[due.series], VERSION, f"run {due.run + 1}")
    merges = study.learning.tape.heading.merges if study.learning else -1
    game = snapshot.pack(study.play_game(), VERSION)
    tape = None
    if due.with_tape and study.learning and study.learning.tape.heading.merges != merges:
        tape = tape_bytes(study.learning)
    return Turned(study.games, game, packed(study), tape)


def tape_bytes(learning: RoteLearning) -> bytes:
    """The memory tape as a .tap file has it."""
    return write_tap(write_memory(learning.tape, "memory.tap"))
