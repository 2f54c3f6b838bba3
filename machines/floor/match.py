"""The referee: players by name, paired games from the three-move openings, and what came of them.

A *pair* is one opening played twice, the players changing sides: the openings are what varies, so
the standard error is over pairs.  The openings are the positions that three legal moves from the
start lead to and from which there is a move, drawn without repeats while they last, in an order
that the seed sets; players without chance would only repeat themselves in more games than that.

Players: ``random``, and the checkers program by its polynomial (machines/floor/samuel), as
``samuel:P`` or ``P``.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from machines.draughts import notation
from machines.draughts.board import Move, Position
from machines.draughts.moves import legal_moves, make
from machines.draughts.player import Player, RandomPlayer
from machines.floor.samuel.players import samuel_named
from machines.samuel.games import Game, Play, Result
from machines.samuel.generalization.contest import adjudged
from machines.samuel.settings import Settings

OPENING_PLIES = 3
SAMUEL = "samuel:"


def player_named(name: str, settings: Settings, where: str) -> Player:
    """Who plays under that name.  Raises RefusedError."""
    if name == RandomPlayer.name:
        return RandomPlayer()
    return samuel_named(name.removeprefix(SAMUEL), settings, where)


@functools.cache
def openings() -> tuple[tuple[Move, ...], ...]:
    """The three-move openings: of those that lead to the same position, the first."""
    found: dict[Position, tuple[Move, ...]] = {Position.start(): ()}
    for _ in range(OPENING_PLIES):
        after: dict[Position, tuple[Move, ...]] = {}
        for position, line in found.items():
            for move in legal_moves(position):
                after.setdefault(make(position, move), (*line, move))
        found = after
    return tuple(line for position, line in found.items() if legal_moves(position))


def drawn_openings(pairs: int, seed: int) -> list[tuple[Move, ...]]:
    """An opening for each pair: each once in an order that the seed sets, then so again."""
    generator = np.random.default_rng(seed)
    drawn: list[int] = []
    while len(drawn) < pairs:
        drawn += generator.permutation(len(openings())).tolist()
    return [openings()[number] for number in drawn[:pairs]]


@dataclass(frozen=True)
class Pair:
    """One opening and both players."""

    number: int
    """From 0."""
    opening: tuple[Move, ...]
    first: Player
    second: Player
    seed: int
    limit: int
    """Plies after which a game is cut; 0: never."""
    adjudged: bool = False
    """Whether a game that is cut is won by the side with more material, as Samuel's were."""


@dataclass(frozen=True)
class Played:
    """A pair's two games; in the one the first player has Black, in the other White."""

    games: tuple[notation.Game, notation.Game]
    endings: tuple[str, str]

    @property
    def outcomes(self) -> tuple[int, int]:
        """Of each game for the first player: 1 won, 0 drawn or cut, -1 lost."""
        black = [_FOR_BLACK[game.result] for game in self.games]
        return black[0], -black[1]

    @property
    def points(self) -> float:
        """The first player's share of the two points."""
        return 0.5 + sum(self.outcomes) / 4


_AHEAD = {1: Result.BLACK_WINS, 0: Result.DRAWN, -1: Result.WHITE_WINS}
_FOR_BLACK = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": 0}


def play_pair(pair: Pair) -> Played:
    """Play both games.  All chance comes from the match's seed and the pair's number."""
    made = []
    for number, (black, white) in enumerate(((pair.first, pair.second), (pair.second, pair.first))):
        generator = np.random.default_rng([pair.seed, pair.number, number])
        made.append(_game(pair, black, white, generator))
    (one, ending), (other, other_ending) = made
    return Played((one, other), (ending, other_ending))


def _game(
    pair: Pair, black: Player, white: Player, generator: np.random.Generator
) -> tuple[notation.Game, str]:
    """One game from the opening to its end, which the rules of machines.samuel.games say."""
    game = Game(1, limit=pair.limit)
    game.begin(draws=True)
    for move in pair.opening:
        game.play(Play(move, game.black_to_move, "BOOK"), draws=True)
    while not game.over:
        player = black if game.black_to_move else white
        move = player.choose(game.position, generator)
        game.play(Play(move, game.black_to_move, "MACHINE"), draws=True)
    tags = (
        ("Event", f"match, pair {pair.number + 1}"),
        ("Black", black.name),
        ("White", white.name),
    )
    if pair.adjudged and game.result is Result.OPEN:
        ahead = adjudged(game.position, black=True)
        game.end(_AHEAD[int(ahead)], f"{game.ending}, ADJUDGED BY MATERIAL")
    moves = tuple(made.move for made in game.plays)
    comment = (len(moves), game.ending.lower())
    return notation.Game(moves, tags, (comment,), game.result.value), game.ending


@dataclass(frozen=True)
class Score:
    """What came of a match, for the first player."""

    wins: int
    losses: int
    draws: int
    cut: int
    """Of the draws, games that were cut."""
    points: float
    """Its share of all points."""
    error: float
    """The standard error of that over pairs; NaN for one pair."""


def score(played: Sequence[Played]) -> Score:
    """The sums over a match."""
    outcomes = [outcome for one in played for outcome in one.outcomes]
    shares = [one.points for one in played]
    mean = sum(shares) / len(shares)
    error = math.nan
    if len(shares) > 1:
        squares = sum((share - mean) ** 2 for share in shares)
        error = math.sqrt(squares / (len(shares) - 1) / len(shares))
    return Score(
        wins=outcomes.count(1),
        losses=outcomes.count(-1),
        draws=outcomes.count(0),
        cut=sum(game.result == Result.OPEN.value for one in played for game in one.games),
        points=mean,
        error=error,
    )
