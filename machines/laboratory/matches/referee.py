"""The referee: plays game pairs from three-move openings and decides the results.

A *pair* is one opening played twice, the players changing sides: the openings are what varies, so
the standard error is over pairs.  The openings are the positions that three legal moves from the
start lead to and from which there is a move, drawn without repeats while they last, in an order
that the seed sets; players without chance would only repeat themselves in more games than that.

A game is lost by the side that can't move.  It is drawn by the rules of :class:`DrawRules` that
hold, and cut, which counts as a draw, after a limit of plies.  Nobody offers a draw, and nobody
resigns.

An engine outside (machines/laboratory/external) that ends, is silent or answers what is
no legal move forfeits the game; the next game has a new process of it, so the match goes on.

Who plays under which name: machines/laboratory/matches/players.py.
"""

import contextlib
import enum
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from devices.game_record import RESULTS, score_of
from machines.games.draughts import notation
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import openings
from machines.games.draughts.player import Player, choice_of
from machines.laboratory.external.draughts_engine import Engine, EngineError, EnginePlayer
from machines.laboratory.study.intervals import Estimate, elo, share, standard_error
from machines.samuel.games import Game, Play, Result, side, win_result
from machines.samuel.generalization.match import adjudged

FORFEITS = " FORFEITS, "
"""In the ending of a game that an engine has forfeited, between the side and what it did."""


class DrawRules(enum.Flag):
    """Rules by which a game is drawn; the numbers are in machines/samuel/games.py."""

    NONE = 0
    REPETITION = enum.auto()  # The same position with the same side to move for the third time
    QUIET = enum.auto()  # Forty moves a side without a capture or a man's move
    EVERY = REPETITION | QUIET


def draw_openings(pairs: int, seed: int) -> list[tuple[Move, ...]]:
    """An opening for each pair: each once in an order that the seed sets, then so again."""
    generator = np.random.default_rng(seed)
    drawn: list[int] = []
    while len(drawn) < pairs:
        drawn += generator.permutation(len(openings())).tolist()
    return [openings()[number] for number in drawn[:pairs]]


@dataclass(frozen=True)
class GamePair:
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
    draws: DrawRules = DrawRules.EVERY
    match: str = "match"
    """Which match it belongs to, where several are played together."""
    names: tuple[str, str] | None = None
    """What the players are called in a record of games; None: by their own names."""

    @property
    def shown(self) -> tuple[str, str]:
        """The first player's name in a record of games, and the second's."""
        return self.names or (self.first.name, self.second.name)


@dataclass(frozen=True)
class PairResult:
    """A pair's two games; in the one the first player has Black, in the other White."""

    games: tuple[notation.Game, notation.Game]
    endings: tuple[str, str]

    @property
    def outcomes(self) -> tuple[int, int]:
        """Of each game for the first player: 1 won, 0 drawn or cut, -1 lost."""
        black = [score_of(game.result) for game in self.games]
        return black[0], -black[1]

    @property
    def points(self) -> float:
        """The first player's share of the two points."""
        return 0.5 + sum(self.outcomes) / 4


def play_pair(pair: GamePair) -> PairResult:
    """Play both games.  All chance comes from the match's seed and the pair's number."""
    made = []
    both = (pair.first, pair.second), (pair.second, pair.first)
    for number, ((black, white), names) in enumerate(
        zip(both, (pair.shown, pair.shown[::-1]), strict=True)
    ):
        generator = np.random.default_rng([pair.seed, pair.number, number])
        made.append(_game(pair, black, white, names, generator))
    (one, ending), (other, other_ending) = made
    return PairResult((one, other), (ending, other_ending))


def _game(
    pair: GamePair,
    black: Player,
    white: Player,
    names: tuple[str, str],
    generator: np.random.Generator,
) -> tuple[notation.Game, str]:
    """One game from the opening to its end, which the rules of machines.samuel.games say."""
    game = Game(1, limit=pair.limit)
    game.begin(draws=True)
    for move in pair.opening:
        _play(game, move, "BOOK", pair.draws)
    with contextlib.ExitStack() as table:
        seated: dict[bool, Player] = {}
        stood = [game.position]
        while not game.over:
            mover = game.black_to_move
            try:
                if mover not in seated:
                    player = black if mover else white
                    if isinstance(player, EnginePlayer):  # it is let go when the table is left
                        player = table.enter_context(player.seated())
                    seated[mover] = player
                move = _choice(seated[mover], game, stood, generator)
            except EngineError as error:
                game.end(win_result(not mover), f"{side(mover)}{FORFEITS}{error.what}")
            else:
                _play(game, move, "MACHINE", pair.draws)
                stood.append(game.position)
    if pair.adjudged and game.result is Result.OPEN:
        ahead = adjudged(game.position, black=True)
        game.end(Result(RESULTS[int(ahead)]), f"{game.ending}, ADJUDGED BY MATERIAL")
    return _pdn_game(pair, game, *names), game.ending


def _choice(
    player: Player, game: Game, stood: Sequence[Position], generator: np.random.Generator
) -> Move:
    """An engine is told the whole game, opening and all; one of ours knows what it has left."""
    if isinstance(player, Engine):
        moves = [made.move for made in game.plays]
        return player.choose_following(Position.start(), moves, generator)
    return choice_of(player, stood, generator)


def _play(game: Game, move: Move, player: str, draws: DrawRules) -> None:
    """Make a move; what a rule that doesn't hold would count is forgotten."""
    game.play(Play(move, game.black_to_move, player), draws=True)
    if DrawRules.REPETITION not in draws:
        game.seen.clear()
    if DrawRules.QUIET not in draws:
        game.quiet = 0


def _pdn_game(pair: GamePair, game: Game, black: str, white: str) -> notation.Game:
    """The game as PDN has it (game type 21 is English draughts)."""
    tags = (
        ("Event", f"{pair.match}, pair {pair.number + 1}"),
        ("Round", str(pair.number + 1)),
        ("Black", black),
        ("White", white),
        ("GameType", "21"),
    )
    moves = tuple(made.move for made in game.plays)
    comment = (len(moves), game.ending.lower().replace("{", "("))
    return notation.Game(moves, tags, (comment,), game.result.value)


@dataclass(frozen=True)
class Score:
    """What came of a match, for the first player."""

    wins: int
    losses: int
    draws: int
    points: Estimate  # Its share of all points, with the 95% interval
    error: float  # The standard error of that over pairs; NaN for one pair
    cut: int = 0  # Of the draws, games that were cut
    forfeits: int = 0  # Of wins and losses, games that an engine has forfeited

    @classmethod
    def of(cls, pairs: Sequence[Sequence[int]], cut: int = 0, forfeits: int = 0) -> "Score":
        """Of what each game brought the first player (1, 0, -1), pair by pair, or one by one."""
        outcomes = [outcome for pair in pairs for outcome in pair]
        shares = [0.5 + sum(pair) / (2 * len(pair)) for pair in pairs]
        return cls(
            outcomes.count(1), outcomes.count(-1), outcomes.count(0), share(shares),
            standard_error(shares), cut, forfeits,
        )  # fmt: skip

    def __str__(self) -> str:
        """``12 won, 5 drawn, 3 lost: 0.72 of the points (0.60 to 0.85)``."""
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"{counts}: {self.points:.2f} of the points"

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.losses + self.draws

    @property
    def elo(self) -> Estimate:
        """The points as a difference in Elo points."""
        return elo(self.points)


def score(played: Sequence[PairResult]) -> Score:
    """The sums over a match, of one pair at least."""
    return Score.of(
        [pair.outcomes for pair in played],
        cut=sum(game.result == Result.OPEN.value for pair in played for game in pair.games),
        forfeits=sum(FORFEITS in ending for pair in played for ending in pair.endings),
    )
