"""Morph: the database, what a game teaches it, and all of it as bytes.

The cycle of Fig. 2.3 with chess in it.  Search: a game, in which the database stands still.
Learning: temporal differences and annealing move the weights of the patterns that matched; every
seven games graph patterns are added; the least useful are deleted.  Material patterns are added
after each game, one for each difference that a position of the game had: the ages in Table 5.1 say
so (105 games for a pawn up after 106).
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from machines.games.chess import Move, Player, Position, legal_moves, make
from machines.morph import serialization
from machines.morph.aps.database import COLUMNS, SCHEMES, Records
from machines.morph.aps.domain import Search
from machines.morph.aps.evaluation import fold_number
from machines.morph.aps.system import Evaluation, Learned, System, Temperature
from machines.morph.domain import Chess
from machines.morph.games import Lesson, Played, played_game
from machines.morph.graph import board_square
from machines.morph.index import Index
from machines.morph.material import material
from machines.morph.patterns import GraphPattern, MaterialPattern, Pattern
from machines.morph.settings import HOLDING, LearnerConfig
from machines.morph.subgraphs import node_squares


@dataclass(frozen=True)
class Matched:
    """A pattern that holds in a successor and is among the most specific."""

    pattern: int
    """Its number in the database, which stays its own."""
    weight: float
    folded: float
    """The value once this weight and those before it are folded; the last is the successor's."""
    squares: tuple[int, ...]
    """Where its nodes lie on the successor's board (a1 is 0); none for material."""


@dataclass(frozen=True)
class Successor:
    """A position that a move leads to."""

    move: Move
    position: Position
    value: float
    matched: tuple[Matched, ...]  # In the order of folding


@dataclass(frozen=True)
class ChoiceTrace:
    """A choice: about thirty successors, best and chosen."""

    position: Position
    successors: tuple[Successor, ...]  # In the order of the legal moves
    chosen: int  # Which of them; among equals it was drawn by lot


WAYS = {
    "context": "node ordering",
    "generalized": "generalization",
    "specialized": "specialization",
    "reverse": "reverse engineering",
    "crossed": "crossover",
    "given": "given",
}
"""How a pattern came in, in words, by the framework's schemes; of material it is ``material``."""


@dataclass(frozen=True)
class Record:
    """A pattern of the database with its statistics (B10), as lists and pictures want it."""

    number: int  # Its own for good: numbers of deleted patterns don't come back
    pattern: Pattern  # A graph pattern or a material pattern
    weight: float
    updates: int
    uses: int  # Positions that Morph moved into in which it was among the most specific
    variance: float  # Table 5.1's: the sum of the changes of its weight, each without its sign
    age: int  # Games since it came in
    way: str  # ``material``, or one of :data:`WAYS`


class Learner:
    """All that Morph is."""

    def __init__(
        self,
        settings: LearnerConfig | None = None,
        learned: Learned[Pattern] | None = None,
        index: Index | None = None,
    ) -> None:
        """Knows nothing, unless ``learned`` is what it has become; ``index`` is that of its
        patterns, where there is one already."""
        self.settings = settings or LearnerConfig()
        self.learned: Learned[Pattern] = learned or Learned(self.settings.aps)
        if index is None:
            index = Index(self.settings.material_dominance, self.learned.records.patterns)
        self.index = index
        self.system: System[Position, Pattern] = System(
            Chess(self.settings),
            self.learned,
            self.index,
            self.index.add_holding_material if self.settings.material_updates == HOLDING else None,
        )

    def __len__(self) -> int:
        """Patterns in the database."""
        return len(self.system.database)

    @property
    def games(self) -> int:
        """Learned from so far."""
        return self.learned.searches

    # -- judging ----------------------------------------------------------------------------------

    def evaluate(self, position: Position) -> Evaluation:
        """A position's value for the side that has just moved, and why."""
        return self.system.evaluate(position)

    def value(self, position: Position) -> float:
        """Of a position, for the side that has just moved: 0 lost to 1 won."""
        return self.system.evaluate(position).value

    def values(self, position: Position) -> npt.NDArray[np.float64]:
        """Of the successors of ``position``, in the order of the legal moves, for who moves."""
        fold = fold_number(self.settings.aps.fold)
        return self.index.successor_values(position, self.learned.records.weights, fold)

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """The same with all that led to the values."""
        return tuple(self.successor(position, move) for move in legal_moves(position))

    def successor(self, position: Position, move: Move) -> Successor:
        """What one move leads to; laying out what matched takes a few milliseconds."""
        after = make(position, move)
        made = self.evaluate(after)
        matched = tuple(
            self._matched(after, row, step.weight, step.value)
            for row, step in zip(made.rows, made.fold.steps, strict=True)
        )
        return Successor(move, after, made.value, matched)

    def _matched(self, position: Position, row: int, weight: float, folded: float) -> Matched:
        records = self.learned.records
        pattern = records.patterns[row]
        squares: tuple[int, ...] = ()
        if isinstance(pattern, GraphPattern):
            squares = tuple(
                board_square(s, position) for s in node_squares(pattern, position) or ()
            )
        return Matched(int(records.ids[row]), weight, folded, squares)

    # -- learning ---------------------------------------------------------------------------------

    def learn(self, played: Played, generator: np.random.Generator) -> Lesson:
        """The learning phase after one game."""
        search = search_of(played)
        database = self.system.database
        added = 0
        if self.settings.material:
            for position in search.states:
                added += database.insert(MaterialPattern(material(position)), "given")
        report = self.system.learn(search, generator)
        added += sum(map(len, report.added.values()))
        temperature = self.learned.temperature
        assert temperature is not None
        error, updates, deleted = report.error, report.updates, report.deleted
        return Lesson(self.games, error, updates, added, deleted, len(self), temperature.k)

    # -- the database -----------------------------------------------------------------------------

    def records(self) -> tuple[Record, ...]:
        """The database, oldest first."""
        return tuple(self._record(row) for row in range(len(self)))

    def record(self, pattern: Pattern) -> Record | None:
        """One pattern's; None if it isn't in the database."""
        row = self.system.database.row(pattern)
        return None if row is None else self._record(row)

    def _record(self, row: int) -> Record:
        records = self.learned.records
        pattern = records.patterns[row]
        scheme = SCHEMES[int(records.schemes[row])]
        return Record(
            number=int(records.ids[row]),
            pattern=pattern,
            weight=float(records.weights[row]),
            updates=int(records.updates[row]),
            uses=int(records.uses[row]),
            variance=float(records.variance[row]),
            age=int(records.ages[row]),
            way="material" if isinstance(pattern, MaterialPattern) else WAYS[scheme],
        )

    def to_bytes(self) -> bytes:
        """Everything; :func:`from_bytes` reads it back."""
        records = self.learned.records
        return serialization.to_bytes(
            serialization.LearnerSnapshot(
                settings=self.settings,
                games=self.games,
                temperature=self.learned.temperature,
                patterns=serialization.write_patterns(records.patterns),
                given_out=records.given_out,
                **{name: getattr(records, name) for name in COLUMNS},
            )
        )

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "database") -> Self:
        """The learner that ``to_bytes`` wrote.

        Raises RefusedError for bytes cut short, damaged, or of another version.
        """
        kept, patterns = serialization.from_bytes(data, where)
        columns = {name: getattr(kept, name) for name in COLUMNS}
        records = Records(patterns=patterns, given_out=kept.given_out, **columns)
        temperature = kept.temperature or Temperature(kept.settings.aps.temperature)
        learned = Learned(kept.settings.aps, records, kept.games, temperature)
        return cls(kept.settings, learned)

    def copy(self) -> Self:
        """A twin that learns by itself: made some fifty times sooner than from bytes."""
        records, temperature = self.learned.records, self.learned.temperature
        assert temperature is not None
        twins = replace(
            records,
            patterns=list(records.patterns),
            **{name: getattr(records, name).copy() for name in COLUMNS},
        )
        learned = replace(self.learned, records=twins, temperature=replace(temperature))
        return type(self)(self.settings, learned, self.index.copy())


def search_of(played: Played) -> Search[Position]:
    """A game as the framework sees it: White's positions are mover 0's."""
    movers = tuple(ply % 2 for ply in range(played.plies))
    side = 0 if played.morph_white else 1
    last = played.result if movers[-1] == side else 1.0 - played.result
    return Search(played.positions[1:], movers, last, side)


def best_of(values: npt.NDArray[np.float64], generator: np.random.Generator) -> int:
    """Which of the values is the greatest; equals by lot."""
    best = np.flatnonzero(values == values.max())
    return int(best[generator.integers(len(best))] if len(best) > 1 else best[0])


def game_generator(seed: int, game: int) -> np.random.Generator:
    """The chance of one game and its lesson: the same whatever came before in this process."""
    return np.random.default_rng([seed, game])


def play_game(
    learner: Learner,
    opponent: Player,
    generator: np.random.Generator,
    morph_white: bool = True,
    opening: int = 0,
) -> Played:
    """One game from the start position; nothing is learned yet (``learner.learn(played, ...)``).

    ``opening``: plies by lot with which it begins.

    The opponent's chance is a stream of its own, so that Morph's is the same whoever plays, also a
    record of moves.
    """

    def choose(position: Position, chance: np.random.Generator) -> Move:
        return legal_moves(position)[best_of(learner.values(position), chance)]

    most_plies = learner.settings.most_plies
    return played_game(choose, opponent, generator, morph_white, most_plies, opening)
