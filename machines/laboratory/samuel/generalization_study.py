"""Alpha against Beta game by game, as ``main.py learn samuel`` has it: a value."""

from copy import deepcopy
from dataclasses import dataclass, replace

from machines.samuel.generalization.contest import Contest
from machines.samuel.generalization.learner import Leading
from machines.samuel.generalization.rules import ACTIVE_TERMS, Rules
from machines.samuel.generalization.series import (
    GameRecord,
    Series,
    first_series,
    play_game,
    prepare_second,
    second_series,
)
from machines.samuel.rote.tape_format import MemoryTape
from machines.samuel.settings import ProgramSettings


@dataclass(frozen=True)
class MemoryUse:
    """What a memory of boards had to do with a game of Alpha's."""

    looked_up: int
    remembered: int
    boards: int  # Known after it
    saved: tuple[str, ...]  # The terms that are saved beside piece advantage from now on
    expunged: tuple[str, ...]  # Those that were expunged in it, because their coefficients changed


@dataclass(frozen=True)
class LearnedGame:
    """A game of Alpha against Beta, and how it left them."""

    record: GameRecord
    start: Contest  # Both players before it
    contest: Contest  # Both players after it: what can be returned to
    leading: tuple[Leading, ...]  # All active terms, the leading one first
    memory: MemoryUse | None = None  # Where rote learning went beside it


@dataclass
class GeneralizationStudy:
    """The first or the second series of a seed."""

    name: str
    """``"first"`` or ``"second"``."""
    seed: int
    rules: Rules
    settings: ProgramSettings
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
    def ply_rules(self) -> list[ProgramSettings]:
        """The settings that it looks ahead by, wherever it has them: the same everywhere."""
        series = self.series
        match = None if series is None else series.match
        return [self.settings, *(one.settings for one in (series, match) if one is not None)]

    @property
    def merges(self) -> int:
        """It has no memory of boards."""
        return -1

    def memory_tape(self) -> MemoryTape | None:
        """None."""
        return None

    def check(self) -> None:
        """Raises RefusedError for terms that can't begin a series."""
        if self.terms:
            second_series(self.terms, self.rules, self.moment)

    def play_game(self) -> LearnedGame:
        """Play the next game."""
        series = self.start_series()
        start = deepcopy(series.contest)
        return self.ended(start, play_game(series))

    def ended(
        self, start: Contest, record: GameRecord, memory: MemoryUse | None = None
    ) -> LearnedGame:
        """What is kept of a game; the study forgets what only its record has to know."""
        series = self.start_series()
        contest = series.contest
        series.records[-1] = replace(record, moves=())
        series.kept = [contest]
        return LearnedGame(record, start, contest, contest.alpha.leading(ACTIVE_TERMS), memory)

    def start_series(self) -> Series:
        """The series; before the first game the second one is prepared here."""
        if self.series is not None:
            return self.series
        if self.name == "first":
            series = first_series(self.seed, self.rules, self.moment)
        elif self.terms:
            series = second_series(self.terms, self.rules, self.moment)
        else:
            series = prepare_second(self.seed, self.rules, self.moment)
        series.settings = self.settings
        self.series = series
        return series
