"""Rote learning and generalization together, in the paper's three ways (specs/samuel.md, item 39).

(a) Alpha plays the second series and looks boards up in a memory in which only those terms are
    saved whose coefficients have stood still (machines/samuel/generalization/both.py, schedule.py).
(b) The second series alone until it is fairly stable; then rote learning, the program playing both
    sides with the polynomial that Alpha has come to.
(c) As (a), with an abridged memory tape of an earlier rote run appended at the start.

In (a) and (c) the boards are scored again whenever Alpha's polynomial changes, and new ones are
looked up when twenty have come, as boards are on a tape after a merge.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from machines.draughts.board import Position
from machines.floor.samuel.general_study import GeneralizationStudy, LearnedGame, MemoryUse
from machines.floor.samuel.rote_study import RoteGame, RoteStudy
from machines.samuel.generalization.both import Partial, PartialMemory, Tables, abridged, stable
from machines.samuel.generalization.match import Match
from machines.samuel.generalization.remembered import AT_ONCE
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.lookup import (
    BLACK,
    COUNT,
    EFFECTIVE_PLY,
    FIRST,
    KEY,
    KINGS,
    SCORE_KEPT,
    WHITE,
)
from machines.samuel.rote.records import Limits, MemoryRecord
from machines.samuel.rote.standard import position_of
from machines.samuel.rote.tape import Heading, MemoryTape

WAYS = ("a", "b", "c")
MERGED_AFTER = Limits().merge_after


@dataclass
class BothStudy:
    """The whole of it between two games."""

    way: str
    general: GeneralizationStudy
    memory: PartialMemory = field(default_factory=PartialMemory)
    rote: RoteStudy | None = None
    """In (b), once generalization has become stable."""

    @classmethod
    def begin(
        cls, way: str, general: GeneralizationStudy, earlier: tuple[Partial, ...] = ()
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
        if self.rote is None and stable(self.general.begun().records):
            alpha = self.general.begun().contest.alpha.polynomial
            general = self.general
            self.rote = RoteStudy.begin(general.seed, general.settings, ("self",), alpha)
        return self.general.play_game() if self.rote is None else self.rote.play_game()

    def _play_with_memory(self) -> LearnedGame:
        series = self.general.begun()
        alpha = series.contest.alpha
        start = deepcopy(series.contest)
        if not self.memory.schedule.seen:
            self.memory.observe(alpha.polynomial)
        match, looked = series.begin(), _Looked(self.memory)
        look = LookAhead(series.settings)
        while not match.over:
            if match.forced:
                match.force()
            elif match.alpha_to_move:
                before = match.before
                position = match.position
                decision = looked.decided(look, match)
                self.memory.save(position, before, decision)
                match.decided(decision)
                looked.expunged += self.memory.observe(alpha.polynomial)
            else:
                _begin(look, match)
                look.run(AT_ONCE, sample=AT_ONCE)
                match.decided(look.decision())
        record = series.end()
        self.memory.end_game()
        saved = tuple(weight.name for weight in self.memory.schedule.saved)
        use = MemoryUse(
            looked.looked_up,
            looked.remembered,
            len(self.memory.boards),
            saved,
            tuple(looked.expunged),
        )
        return self.general.ended(start, record, use)


def _begin(look: LookAhead, match: Match) -> None:
    look.polynomial = match.polynomial
    look.begin(match.position)


@dataclass
class _Looked:
    """Alpha's look-aheads of one game, with the memory."""

    memory: PartialMemory
    polynomial: Polynomial | None = None
    """By which the tables are scored."""
    tables: Tables | None = None
    moves: int = 0
    """Since they were made."""
    looked_up: int = 0
    remembered: int = 0
    expunged: list[str] = field(default_factory=list)

    def decided(self, look: LookAhead, match: Match) -> Decision:
        """What Alpha comes to."""
        _begin(look, match)
        if look.polynomial != self.polynomial or self.moves >= MERGED_AFTER:
            self.polynomial, self.moves = look.polynomial, 0
            self.tables = self.memory.tables(look.polynomial)
        self.moves += 1
        look.run(AT_ONCE, sample=AT_ONCE, memory=self.tables)
        decision = look.decision()
        self.looked_up += decision.looked_up
        self.remembered += decision.remembered
        return decision


def abridged_tape(tape: MemoryTape, polynomial: Polynomial) -> tuple[Partial, ...]:
    """What of a tape, scored by ``polynomial``, another polynomial can use."""
    return abridged(_boards(tape), polynomial)


def _boards(tape: MemoryTape) -> Iterator[tuple[Position, int, int]]:
    for record in tape.records:
        columns = record.rows[:, [BLACK, WHITE, KINGS, SCORE_KEPT, EFFECTIVE_PLY]]
        for black, white, kings, score, ply in columns.tolist():
            yield position_of(black, white, kings), score, ply
