"""Series of learning games, followed: what each run tells beside the paper's figures."""

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from machines.games.draughts.board import SQUARES, Position, bit
from machines.games.draughts.moves import legal_moves, make
from machines.kernels.generator import below, generator_state
from machines.samuel import phases
from machines.samuel.games import Game, Play
from machines.samuel.games import Result as GameResult
from machines.samuel.generalization.coefficients import ACTIVE_TERMS, Remembered
from machines.samuel.generalization.learner import Lesson
from machines.samuel.generalization.match import Result
from machines.samuel.generalization.series import (
    GAMES,
    LISTED_TERMS,
    GameRecord,
    Series,
    play_game,
)
from machines.samuel.generalization.series_report import HOUR_US, by_sevens
from machines.samuel.lookahead import Decision
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial, Weight

ROTE_TERMS = 4
"""Of the rote program's polynomial, piece advantage among them."""


@dataclass
class MachineTime:
    """What look-aheads took a 704."""

    us: int = 0
    evaluations: int = 0

    def add(self, decision: Decision) -> None:
        """One look-ahead more."""
        self.us += decision.us
        self.evaluations += decision.evaluations

    @property
    def hours(self) -> float:
        """As it was, with sixteen terms and piece advantage."""
        return self.us / HOUR_US

    @property
    def hours_of_four(self) -> float:
        """As it would be if four terms were scored, as Appendix A gives a time for both."""
        spared = (ACTIVE_TERMS + 1 - ROTE_TERMS) * phases.TERM_US * self.evaluations
        return (self.us - spared) / HOUR_US


@dataclass
class Lessons:
    """A series of one seed and, summed over its sets of adjustments, how its terms fared."""

    records: list[GameRecord] = field(default_factory=list)
    corrections: int = 0
    """Sets of adjustments: a positive delta that (a) leaves nothing to do is none."""
    nonzero: dict[str, int] = field(default_factory=dict)
    """Sets in which a term, active or not, was not 0."""
    adjusted: int = 0
    """Adjustments of active terms, and ..."""
    could: int = 0
    """... how often in these sets active terms were not 0: (a) spares some of them."""
    led: dict[str, set[bool]] = field(default_factory=dict)
    """Each term that has led, and whether with a negative coefficient, a positive one or both."""
    alpha: MachineTime = field(default_factory=MachineTime)
    beta: MachineTime = field(default_factory=MachineTime)

    def play(self, series: Series, count: int) -> None:
        """Play until so many games of the series are over."""
        while len(series.records) < count:
            learned = functools.partial(self._add, series)
            self.records.append(play_game(series, learned=learned, decided=self._decided))

    def _decided(self, alphas: bool, decision: Decision) -> None:
        (self.alpha if alphas else self.beta).add(decision)

    def _add(
        self, series: Series, held: Remembered, active: tuple[str, ...], lesson: Lesson
    ) -> None:
        if not lesson.corrected:
            return
        self.corrections += 1
        self.adjusted += len(lesson.changed)
        self.could += sum(held.values[name] != 0 for name in active)
        for name, value in held.values.items():
            self.nonzero[name] = self.nonzero.get(name, 0) + (value != 0)
        coefficient = series.contest.alpha.polynomial.coefficient(lesson.leader)
        self.led.setdefault(lesson.leader, set()).add(coefficient > 0)


def leading(record: GameRecord) -> list[Weight]:
    """The twelve leading terms after a game, as Appendix C lists them."""
    ranked = sorted(
        zip(record.correlations, record.polynomial.weights, strict=True),
        key=lambda pair: -abs(pair[0]),
    )
    return [weight for _, weight in ranked[:LISTED_TERMS]]


def signs(record: GameRecord) -> dict[str, int]:
    """The same terms, each with the sign of its coefficient."""
    return {term.name: 1 if term.coefficient > 0 else -1 for term in leading(record)}


def discards(records: Sequence[GameRecord]) -> Counter[str]:
    """How often each term was discarded."""
    return Counter(gone.name for record in records for gone in record.discarded)


@dataclass(frozen=True)
class Figures:
    """What a run of one seed comes to, as far as the paper has a figure to set beside it."""

    seed: int
    won: int
    """Of the first 28 games, as the next two."""
    drawn: int
    sevens: tuple[int, ...]
    """Won of each seven."""
    games: int
    """All that were played: what follows is of these."""
    plies: float
    """A game."""
    sets: float
    """Sets of adjustments a game."""
    discarded: int
    """Different terms, and ..."""
    twice: int
    """... those of them that were discarded more than once."""
    leaders: int
    """Different terms that led, and ..."""
    turned: int
    """... those of them that led with either sign."""
    adjusted: float
    """Terms that were adjusted in a set, and ..."""
    used: float
    """... those that were not 0."""
    nonzero: dict[str, float]
    """In which share of the sets a term, active or not, was not 0."""
    signs: dict[str, int]
    """The twelve leading terms at the end and the signs of their coefficients."""


def figures(seed: int, run: Lessons) -> Figures:
    """Those of a run so far, of 28 games or more."""
    results = Counter(record.result for record in run.records[:GAMES])
    games, sets, gone = len(run.records), max(run.corrections, 1), discards(run.records)
    return Figures(
        seed,
        results[Result.WON],
        results[Result.DRAWN],
        tuple(seven.won for seven in by_sevens(run.records[:GAMES])),
        games,
        sum(len(record.moves) for record in run.records) / games,
        run.corrections / games,
        len(gone),
        sum(times > 1 for times in gone.values()),
        len(run.led),
        sum(len(both) > 1 for both in run.led.values()),
        run.adjusted / sets,
        run.could / sets,
        {name: times / sets for name, times in run.nonzero.items()},
        signs(run.records[-1]),
    )


# -- end games of two kings against one ------------------------------------------------------------

PLACINGS = 20
CORNERS = (1, 5, 28, 32)
"""Both double corners."""


def placings(seed: int) -> list[Position]:
    """So many boards: Black to move has two kings, White one in a double corner; nobody can jump,
    whatever Black moves."""
    state, found = generator_state(seed), list[Position]()
    while len(found) < PLACINGS:
        alone = bit(CORNERS[below(len(CORNERS), state)])
        first, second = (bit(SQUARES[below(len(SQUARES), state)]) for _ in range(2))
        if first == second or alone & (first | second):
            continue
        position = Position(first | second, alone, first | second | alone, True)
        moves = legal_moves(position)
        after = [reply for move in moves for reply in legal_moves(make(position, move))]
        if not any(move.captured for move in (*moves, *after)):
            found.append(position)
    return found


def share_won(alpha: Polynomial, seed: int) -> float:
    """How many of the placings two kings win by that polynomial, against the rote program's.

    Samuel 1959: "after 28 games it had still not learned how to win an end game with two kings
    against one in a double corner".
    """
    settings = settings_at(3)
    two = SamuelPlayer("two kings", alpha, settings)
    one = SamuelPlayer("one king", Polynomial.standard(), settings)
    won = 0
    for position in placings(seed):
        game = Game(1)
        game.place(position)
        game.begin(draws=True)
        while not game.over:
            player = two if game.black_to_move else one
            move = player.decide(game.position).move
            game.play(Play(move, game.black_to_move, "MACHINE"), draws=True)
        won += game.result is GameResult.BLACK_WINS
    return won / PLACINGS
