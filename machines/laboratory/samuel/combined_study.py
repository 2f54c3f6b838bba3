"""Rote learning and generalization together, in the paper's three ways (docs/sources/samuel.md,
item 39).

(a) Alpha plays the second series and looks boards up in a memory in which only those terms are
    saved whose coefficients have stood still (machines/samuel/generalization/combined.py,
    schedule.py).
(b) The second series alone until it is fairly stable; then rote learning, the program playing both
    sides with the polynomial that Alpha has come to.
(c) As (a), with an abridged memory tape of an earlier rote run appended at the start.
"""

from copy import deepcopy
from dataclasses import dataclass, field

from machines.laboratory.samuel.generalization_study import (
    GeneralizationStudy,
    LearnedGame,
    MemoryUse,
)
from machines.laboratory.samuel.rote_study import RoteGame, RoteStudy
from machines.samuel.generalization import combined
from machines.samuel.generalization.series import play_game, stable
from machines.samuel.rote.lookup import COUNT, FIRST, KEY
from machines.samuel.rote.records import MemoryRecord
from machines.samuel.rote.tape_format import Heading, MemoryTape
from machines.samuel.settings import ProgramSettings

WAYS = ("a", "b", "c")


@dataclass
class BothStudy:
    """The whole of it between two games."""

    way: str
    general: GeneralizationStudy
    memory: combined.PartialMemory = field(default_factory=combined.PartialMemory)
    rote: RoteStudy | None = None  # In (b), once generalization has become stable

    @classmethod
    def begin(
        cls, way: str, general: GeneralizationStudy, earlier: tuple[combined.Partial, ...] = ()
    ) -> "BothStudy":
        """Before the first game; ``earlier`` are the boards of an abridged tape."""
        study = cls(way, general)
        study.memory.append(earlier)
        return study

    @property
    def games(self) -> int:
        """Games that are over."""
        return self.general.games + (0 if self.rote is None else self.rote.games)

    @property
    def ply_rules(self) -> list[ProgramSettings]:
        """The settings that it looks ahead by, wherever it has them."""
        return self.general.ply_rules + ([] if self.rote is None else self.rote.ply_rules)

    @property
    def merges(self) -> int:
        """How often the tape has been made anew: in (a) and (c) after every game."""
        if self.way == "b":
            return -1 if self.rote is None else self.rote.merges
        return self.games

    def memory_tape(self) -> MemoryTape | None:
        """In (b) the rote learner's; else all boards as Alpha's polynomial scores them now."""
        if self.way == "b":
            return None if self.rote is None else self.rote.memory_tape()
        if self.general.series is None:
            return None
        polynomial = self.general.series.contest.alpha.polynomial
        tables = self.memory.tables(polynomial)
        records = tuple(
            MemoryRecord(key, tables.rows[first : first + count])
            for key, first, count in tables.directory[:, [KEY, FIRST, COUNT]].tolist()
        )
        heading = Heading.of(polynomial, self.general.settings)
        return MemoryTape(Heading(heading.rules, heading.unit, self.games), records)

    def play_game(self) -> LearnedGame | RoteGame:
        """Play the next game, of whichever kind it is."""
        if self.way != "b":
            return self._play_with_memory()
        if self.rote is None and stable(self.general.start_series().records):
            alpha = self.general.start_series().contest.alpha.polynomial
            general = self.general
            self.rote = RoteStudy.begin(general.seed, general.settings, ("self",), alpha)
        return self.general.play_game() if self.rote is None else self.rote.play_game()

    def _play_with_memory(self) -> LearnedGame:
        series = self.general.start_series()
        start = deepcopy(series.contest)
        recall = combined.CombinedLookup(self.memory)
        recall.begin_game(series.contest.alpha.polynomial)
        record = play_game(series, recall)
        self.memory.schedule.end_game()
        saved = tuple(weight.name for weight in self.memory.schedule.saved)
        use = MemoryUse(
            recall.looked_up,
            recall.remembered,
            len(self.memory.boards),
            saved,
            tuple(recall.expunged),
        )
        return self.general.ended(start, record, use)
