"""Morph: the database, what a game teaches it, and all of it as bytes.

The cycle of Fig. 2.3 with chess in it.  Search: a game, in which the database stands still.
Learning: temporal differences and annealing move the weights of the patterns that matched; every
seven games patterns are added; the least useful are deleted.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.chess.board import Position
from machines.chess.player import Player
from machines.morph.games import Lesson, Played
from machines.morph.looking import Successor
from machines.morph.patterns import Pattern
from machines.morph.settings import Settings

VERSION = 1
"""Of the bytes."""


@dataclass(frozen=True)
class Record:
    """A pattern of the database with its statistics (B10), as lists and pictures want it."""

    number: int
    """Its own for good: numbers of deleted patterns don't come back."""
    pattern: Pattern
    """A graph pattern or a material pattern."""
    weight: float
    updates: int
    uses: int
    """Times that it was among the most specific in a choice."""
    variance: float
    """Table 5.1's: the sum of the changes of its weight, each without its sign."""
    age: int
    """Games since it came in."""
    way: str
    """How: ``"material"``, ``"forward"``, ``"reverse"``, ``"generalization"``,
    ``"specialization"``, ``"reverse engineering"``, ``"mutation"``, ``"crossover"``."""


@dataclass
class Learner:
    """All that Morph is."""

    settings: Settings = field(default_factory=Settings)
    games: int = 0
    """Learned from."""

    def value(self, position: Position) -> float:
        """Of a position, for the side that has just moved: 0 lost to 1 won."""
        raise NotImplementedError

    def values(self, position: Position) -> npt.NDArray[np.float64]:
        """Of the successors of ``position``, in the order of the legal moves, for who moves."""
        raise NotImplementedError

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """The same with all that led to the values."""
        raise NotImplementedError

    def learn(self, played: Played, generator: np.random.Generator) -> Lesson:
        """The learning phase after one game."""
        raise NotImplementedError

    def records(self) -> tuple[Record, ...]:
        """The database, oldest first."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """Everything; :func:`from_bytes` reads it back."""
        raise NotImplementedError


def from_bytes(data: bytes, where: str = "database") -> Learner:
    """The learner that ``to_bytes`` wrote.

    Raises RefusedError for bytes cut short, damaged, or of another version.
    """
    raise NotImplementedError


def game_generator(seed: int, game: int) -> np.random.Generator:
    """The chance of one game and its lesson: the same whatever came before in this process."""
    return np.random.default_rng([seed, game])


def play_game(
    learner: Learner, opponent: Player, generator: np.random.Generator, morph_white: bool = True
) -> Played:
    """One game from the start position; nothing is learned yet (``learner.learn(played, ...)``)."""
    raise NotImplementedError
