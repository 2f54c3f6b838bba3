"""Samuel 1959, learning by generalization: the first series of games of Alpha against Beta, the
second, and what Appendix C's table of the second tells.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from machines.games.draughts.board import SQUARES, Position, bit
from machines.games.draughts.moves import legal_moves, make
from machines.kernels.generator import below, generator_state
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    among,
    numbered,
    picture,
    seeds_said,
    within,
)
from machines.laboratory.study.intervals import next_interval
from machines.samuel.games import Game, Play, Result
from machines.samuel.generalization.coefficients import Remembered, Rules
from machines.samuel.generalization.learner import Lesson
from machines.samuel.generalization.series import (
    GAMES,
    LISTED_TERMS,
    GameRecord,
    Series,
    did_best,
    first_series,
    play,
    play_game,
    second_series,
)
from machines.samuel.generalization.series_report import HOUR_US, block_tally, by_sevens
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial, Weight

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState


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
        won += game.result is Result.BLACK_WINS
    return won / PLACINGS


PAPER = "samuel"
SEED = 1959
RUNS, QUICK_RUNS = 20, 6
"""Runs, of a whole report and of a quick one."""

# -- what is printed -------------------------------------------------------------------------------

FIRST_SEVENS = ((3, 4, 14, 10), (6, 1, 8, 5), (5, 2, 8, 5), (2, 5, 4, 3))
"""The first series by sevens: won, lost, changes at the top of the list, terms that led."""
SECOND_GAMES = 42
"""Of the second series, when Appendix C's counts were printed."""
SETS = 1_039
"""Sets of adjustments in these."""
TIMES_ADJUSTED = {
    "MOC2": 84, "KCENT": 127, "MOC4": 95, "MODE3": 210, "DEMMO": 132, "MOVE": 91, "ADV": 739,
    "MODE2": 55, "BACK": 6, "CNTR": 12, "THRET": 442, "MOC3": 89, "CORN": 0, "CRAMP": 0, "GUARD": 0,
    "EXPOS": 162, "DDMM": 19, "DYKE": 115, "MOC1": 1, "EXCH": 445, "DDEMO": 53, "MODE1": 1,
    "CENT": 386, "MODE4": 0, "FORK": 400, "MOBIL": 707, "POLE": 11, "HOLE": 598, "GAP": 792,
    "MOB": 608,
}  # fmt: skip
"""Appendix C, first the twelve leading terms, then those that had been discarded."""
LEADING = {
    "MOC2": -1, "KCENT": 1, "MOC4": -1, "MODE3": -1, "DEMMO": -1, "MOVE": 1, "ADV": -1,
    "MODE2": -1, "BACK": -1, "CNTR": 1, "THRET": 1, "MOC3": 1,
}  # fmt: skip
"""The twelve leading terms and the signs of their coefficients."""
DISCARDED = len(TIMES_ADJUSTED) - len(LEADING)
"""Terms of Appendix C that had been discarded."""
OFTEN = 100
"""A term that was adjusted so often gives a lower bound worth comparing."""
RARE = ("MOC1", "MODE1", "MODE4")
"""Connectives that were adjusted once or never, though a discard takes 32 corrections."""
LEAST_ACTIVE = 32


# -- the runs --------------------------------------------------------------------------------------


@dataclass
class Lessons:
    """A series of one seed and, summed over its corrections, how its terms fared."""

    records: list[GameRecord] = field(default_factory=list)
    corrections: int = 0
    nonzero: dict[str, int] = field(default_factory=dict)
    """Corrections in which a term, active or not, was not 0."""
    adjusted: int = 0
    """Adjustments of active terms, and ..."""
    could: int = 0
    """... how often active terms were not 0: some are spared where delta is positive."""

    def play(self, series: Series, count: int) -> None:
        """Play so many games of the series."""
        while len(series.records) < count:
            self.records.append(play_game(series, learned=self._add))

    def _add(self, held: Remembered, active: tuple[str, ...], lesson: Lesson) -> None:
        self.corrections += lesson.corrected
        self.adjusted += len(lesson.changed)
        self.could += sum(held.values[name] != 0 for name in active)
        for name, value in held.values.items():
            self.nonzero[name] = self.nonzero.get(name, 0) + (value != 0)


STUCK = {
    "Beta never adopts": (1, GAMES),
    "Beta can't adopt in games 1 to 14, chosen to fit": (1, GAMES // 2),
}
"""Games after which Beta can't adopt: "a programming error immobilized the adoption procedure
during part of the tests", and the paper doesn't say which part."""


@dataclass(frozen=True)
class SeedRuns:
    """The second series of a seed."""

    seed: int
    second: Lessons
    stuck: dict[str, list[GameRecord]]
    """28 games of it for each of :data:`STUCK`."""
    ending: float
    """Which share of end games with two kings against one Alpha wins after 28 games."""


def run_first(seed: int) -> Lessons:
    """The first series of a seed."""
    found = Lessons()
    found.play(first_series(seed), GAMES)
    return found


def run_second(seed: int) -> SeedRuns:
    """The second series of a seed with adoption and without; it begins with the terms that did best
    in a first series."""
    usual = Lessons()
    terms = did_best(play(first_series(seed)))
    usual.play(second_series(terms), SECOND_GAMES)
    stuck = {}
    for name, games in STUCK.items():
        lessons = Lessons()
        lessons.play(second_series(terms, replace(Rules.second(), no_adoption=games)), GAMES)
        stuck[name] = lessons.records
    ending = share_won(usual.records[GAMES - 1].polynomial, seed)
    return SeedRuns(seed, usual, stuck, ending)


def _seeds(count: int) -> list[int]:
    return [SEED + number for number in range(count)]


def first(effort: Effort) -> Made:
    """The first series: 28 games, whole and by sevens."""
    seeds = _seeds(effort.of(RUNS, QUICK_RUNS))
    records = [run.records for run in effort.results(run_first, seeds)]
    whole = [block_tally(record) for record in records]
    sevens = [by_sevens(record) for record in records]
    hours = float(np.mean([tally.hours for tally in whole]))
    where = "First series"
    rows = [
        among("won of 28", where, 16, (tally.won for tally in whole), seeds, STRENGTH),
        among("lost of 28", where, 12, (tally.lost for tally in whole), seeds, STRENGTH),
        among("plies a game", where, 68, (tally.plies / tally.games for tally in whole), seeds, ""),
        among("sets of adjustments a game", where, 20,
               (tally.corrections / tally.games for tally in whole), seeds, ADJUSTED),
        among("terms that were discarded, each counted once", where, 29,
               (len({gone.name for game in games for gone in game.discarded}) for games in records),
               seeds, FIRST_DISCARDS),
        within("hours of machine time", "abstract", "8 or 10", hours, 8.0, 10.0,
               shown=f"{hours:.1f} on average", statistic="the mean of our runs",
               seeds=seeds_said(seeds), why=TIME),
    ]  # fmt: skip
    for turn, (won, _, changes, leaders) in enumerate(FIRST_SEVENS):
        block = f"games {7 * turn + 1} to {7 * turn + 7}"
        rows += [
            among(f"{block}: won", where, won, (run[turn].won for run in sevens), seeds, STRENGTH),
            _at_least(f"{block}: changes at the top", where, changes,
                      [run[turn].changes for run in sevens], seeds),
            _at_least(f"{block}: terms that led", where, leaders,
                      [run[turn].leaders for run in sevens], seeds),
        ]  # fmt: skip
    wins = np.array([[seven.won for seven in run] for run in sevens], np.float64)
    chart = picture(
        "THE FIRST SERIES: WON BY ALPHA", "", "of seven games",
        Line("1959", numbered([row[0] for row in FIRST_SEVENS]), paper=True),
        Line("ours, on average", numbered(wins.mean(axis=0).tolist())),
        Line("most", numbered(wins.max(axis=0).tolist())),
        Line("least", numbered(wins.min(axis=0).tolist())),
        names=("1 to 7", "8 to 14", "15 to 21", "22 to 28"),
    )  # fmt: skip
    return Made(rows, COLUMNS, _numbers("first", seeds, records), [chart])


def _at_least(
    what: str, where: str, printed: int, ours: Sequence[int], seeds: Sequence[int]
) -> Row:
    """A number of which the paper only knows "at least": its lists were printed now and then, ours
    count every change."""
    high = next_interval([float(value) for value in ours]).high
    return within(what, where, f"at least {printed}", printed, 0.0, high,
                  shown=f"{np.mean(ours):.1f} on average, every one counted",
                  statistic="the printed number not above where one more run of ours lies in 95%",
                  seeds=seeds_said(seeds), digits=1)  # fmt: skip


def second(effort: Effort) -> Made:
    """The second series: 28 games with adoption and without, Appendix C's counts after 42."""
    seeds = _seeds(effort.of(RUNS, QUICK_RUNS))
    runs = effort.results(run_second, seeds)
    where = "Second series"
    rows, numbers = [], []
    series = {"Beta adopts": [run.second.records[:GAMES] for run in runs]}
    series |= {name: [run.stuck[name] for run in runs] for name in STUCK}
    for name, records in series.items():
        tallies = [block_tally(record) for record in records]
        for result, printed in (("won", 18), ("lost", 4), ("drawn", 6)):
            rows.append(among(f"{result} of 28; {name}", where, printed,
                               (getattr(tally, result) for tally in tallies), seeds,
                               SECOND_STRENGTH))  # fmt: skip
        numbers += _numbers(name, seeds, records)
    rows.append(
        among("sets of adjustments a game, of 42", "App. C", round(SETS / SECOND_GAMES, 1),
               (run.second.corrections / SECOND_GAMES for run in runs), seeds, ADJUSTED)
    )  # fmt: skip
    rows.append(
        among("terms discarded in 42 games, each counted once", "App. C", DISCARDED,
              (len({gone.name for game in run.second.records for gone in game.discarded})
               for run in runs), seeds, SECOND_DISCARDS)
    )  # fmt: skip
    signs = [
        {term.name: 1 if term.coefficient > 0 else -1 for term in _leading(run.second.records[-1])}
        for run in runs
    ]
    rows.append(_likeness(signs, seeds))
    ending = float(np.mean([run.ending for run in runs]))
    rows.append(within(
        "end games with two kings against one in a double corner, won after 28 games", "text",
        "not learned", ending, 0.0, 0.5, shown=f"{ending:.2f} of them; {PLACINGS} a run",
        statistic="at most a half", seeds=seeds_said(seeds),
    ))  # fmt: skip
    rows += _counts([run.second for run in runs], seeds)
    return Made(rows, COLUMNS, numbers, [_fig_4(runs[0])])


def _leading(record: GameRecord) -> list[Weight]:
    """The twelve leading terms after a game, as Appendix C lists them."""
    ranked = sorted(
        zip(record.correlations, record.polynomial.weights, strict=True),
        key=lambda pair: -abs(pair[0]),
    )
    return [weight for _, weight in ranked[:LISTED_TERMS]]


def _likeness(runs: Sequence[dict[str, int]], seeds: Sequence[int]) -> Row:
    """Whether Appendix C's polynomial is as much like ours as ours are like each other: how many of
    twelve leading terms two lists have in common, with the same sign."""

    def like(signs: dict[str, int], others: Sequence[dict[str, int]]) -> float:
        return float(np.mean([len(signs.items() & other.items()) for other in others]))

    ours = [like(run, [other for other in runs if other is not run]) for run in runs]
    return among("leading terms, with their signs, that are in another run's twelve, on average",
                 "App. C", round(like(LEADING, runs), 2), ours, seeds,
                 "Appendix C's list is less like ours than ours are like each other.",
                 digits=2)  # fmt: skip


COLUMNS = ("series", "seed", "game", "won", "plies", "adjustments", "discarded", "hours")


def _numbers(
    name: str, seeds: Sequence[int], records: Sequence[Sequence[GameRecord]]
) -> list[tuple[object, ...]]:
    return [
        (name, seed, game.number, int(game.result), len(game.moves), game.corrections,
         len(game.discarded), round(game.us / HOUR_US, 4))
        for seed, series in zip(seeds, records, strict=True)
        for game in series
    ]  # fmt: skip


def _counts(runs: Sequence[Lessons], seeds: Sequence[int]) -> list[Row]:
    """What Appendix C's Times Adjusted demand: a term is adjusted only when it isn't 0."""
    total = sum(run.corrections for run in runs)
    share = {name: sum(run.nonzero.get(name, 0) for run in runs) / total for name in TIMES_ADJUSTED}
    spared = sum(run.adjusted for run in runs) / sum(run.could for run in runs)
    rows = []
    for name, times in TIMES_ADJUSTED.items():
        if times >= OFTEN:
            needed = times / SETS
            error = 2.0 * math.sqrt(needed * (1.0 - needed) / SETS)
            rows.append(within(
                f"{name}: share of adjustments in which it isn't 0", "App. C",
                f"at least {needed:.3f} ({times} of {SETS:,})", share[name], needed - error, 1.0,
                shown=f"{share[name]:.3f}", statistic="the number itself, with two standard errors",
                seeds=seeds_said(seeds), why=READINGS.get(name, ""),
            ))  # fmt: skip
        elif name in RARE:
            chance = _at_most(times, LEAST_ACTIVE, share[name] * spared)
            rows.append(within(
                f"{name}: times adjusted in {LEAST_ACTIVE} sets", "App. C", str(times), chance,
                0.025, 1.0,
                shown=f"{LEAST_ACTIVE * share[name] * spared:.1f} expected; {chance:.1%}",
                statistic="chance of no more than the printed number",
                seeds=seeds_said(seeds), why=READINGS.get(name, CONNECTIVES),
            ))  # fmt: skip
    return rows


def _at_most(times: int, tries: int, chance: float) -> float:
    """The chance of so many or fewer of ``tries``, each with that chance."""
    return math.fsum(
        math.comb(tries, k) * chance**k * (1.0 - chance) ** (tries - k) for k in range(times + 1)
    )


def _fig_4(run: SeedRuns) -> "FigureState":
    from devices.screen.parts.coefficients import Sample, coefficients_chart, height

    history: list[Sample] = [
        (float(record.number), [(term.name, height(term.coefficient)) for term in _leading(record)])
        for record in run.second.records
    ]
    title = f"FIG. 4: THE SECOND SERIES, SEED {run.seed}"
    return coefficients_chart(history, games=SECOND_GAMES, title=title)


STRENGTH = (
    "Here Alpha wins most in his first games, and Beta has learned as much soon after. Tried on "
    "eight seeds, won and lost of 28: as it is, 11.0 and 13.2; black marks kept when Beta adopts, "
    "12.9 and 11.0; a tally every move, 12.6 and 11.5; the average coefficient with its sign, 10.6 "
    "and 13.6; powers of two as the text has them, 10.6 and 13.8; nobody gives up, 11.6 and 12.2; "
    "games of 100 plies, 13.1 and 10.9."
)
SECOND_STRENGTH = (
    "Tried on eight seeds, won, lost and drawn of 28: with adoption 12.6, 10.1, 5.2; by a majority "
    "of seven 13.6, 10.2, 4.1; the average coefficient with its sign 12.2, 12.5, 3.2; powers as "
    "the text has them 13.0, 10.0, 5.0; no adoption in games 8 to 28 11.8, 11.4, 4.9, in games 15 "
    "to 28 11.8, 11.1, 5.1, in games 1 to 14 18.6, 6.1, 3.2."
)
ADJUSTED = (
    "The smallest delta that counts is the average of the coefficients; ours is of magnitudes. "
    "Tried on eight seeds, sets a game in the first and the second series: as it is 25.4 and 15.0; "
    "the average with its sign 26.8 and 15.0; powers of two as the text has them 29.3 and 21.4; "
    "half the smallest delta in the second 14.9; sets that (a) leaves empty counted, too, 17.8."
)
FIRST_DISCARDS = (
    "The more adjustments there are the more terms are discarded. Tried on eight seeds: as it is, "
    "35.8; a tally every move, 36.8; powers as the text has them, 36.5; the average coefficient "
    "with its sign, 36.5; black marks kept, 35.0; games of 100 plies, 35.5."
)
SECOND_DISCARDS = (
    "A term is discarded after 32 sets of adjustments in which its correlation was the lowest: "
    "fewer sets, fewer discards. Tried on eight seeds: as it is, 13.4; powers as the text has "
    "them, 21.0; a tally every move, 30.4; a score of zero spares no term, 16.4; the average "
    "coefficient with its sign, 13.0."
)
TIME = (
    "The time is Appendix A's, and for backing up that of our 704 program, for every board that "
    "our look-ahead visits: 5,200 a move and 23.1 hours in the series of seed 1959, of it 40% "
    "scoring by sixteen terms, 31% listing moves, 18% making them, 10% backing up. If four terms "
    "were scored it would be 16.6 hours; if no moves were listed for boards that are scored, "
    "20.1; by both, 13.5. Our 704 program would take 17 hours with four terms, 61 with sixteen."
)
CONNECTIVES = (
    "Tried on four seeds: all 81 ways to put 0 of DENY, MOB, MOBIL and CENT into one class, the "
    "other or neither. Two agree with all of Appendix C's counts there; this is one of them."
)
READINGS = {
    "HOLE": "Tried on four seeds: no square at the edge, 34%; there all neighbours taken, but not "
    "4 and 29, 46%; as it is here, 56%; the edge counted as a piece, 84%, as often as GAP.",
    "FORK": "Tried on four seeds: both squares behind empty, 24%; no piece needed that can move "
    "there, 30%; one square behind and any third of the six around, as it is here, 48%; one "
    "square behind is enough, 50%.",
    "MODE3": CONNECTIVES,
    "DEMMO": CONNECTIVES,
}
"""Why a term isn't 0 less often than the paper demands."""


FIRST = Artefact(PAPER, "first", "The first series", first, 40.0)
SECOND = Artefact(PAPER, "second", "The second series: Fig. 4 and Appendix C", second, 200.0)
