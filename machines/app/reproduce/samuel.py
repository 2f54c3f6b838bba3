"""Samuel 1959, "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal of
Research and Development 3(3), 210-229: the printed games, coefficient C, the ply rules, Appendix
A's times and learning by generalization; rote learning: :mod:`machines.app.reproduce.rote`.
Facts: docs/sources/samuel.md.
"""

import contextlib
import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from devices.refusal import RefusedError
from machines.app.matches.book_agreement import Tally, follow_game, standard_error
from machines.app.program import ASSETS
from machines.app.reproduce.artefacts import Artefact, Effort, Made
from machines.app.reproduce.ply_rules import Walk
from machines.app.reproduce.printed_games import follow, played_game, printed_moves
from machines.app.reproduce.rote import ROTE
from machines.app.reproduce.rows import Row, equal, impossible, within
from machines.app.reproduce.samples import among, interval, seeds_said
from machines.app.samuel.polynomials import find_polynomial
from machines.app.study.pool import run_tasks
from machines.draughts import Position, legal_moves, make
from machines.draughts.board import SQUARES
from machines.draughts.notation import write_fen
from machines.samuel import phases
from machines.samuel.generalization.learner import Lesson
from machines.samuel.generalization.remembered import Remembered
from machines.samuel.generalization.rules import Rules
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
from machines.samuel.lookahead import LookAhead
from machines.samuel.player import SamuelPlayer, look_to_the_end
from machines.samuel.settings import ProgramSettings

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState

PAPER = "samuel"
DECKS = ASSETS / "decks"
WHOLE_GAMES = ("g-1.txt", "g-18.txt", "g-30.txt", "g-40.txt")
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
OFTEN = 100
"""A term that was adjusted so often gives a lower bound worth comparing."""
RARE = ("MOC1", "MODE1", "MODE4")
"""Connectives that were adjusted once or never, though a discard takes 32 corrections."""
LEAST_ACTIVE = 32


# -- the printed games -----------------------------------------------------------------------------


def printed_decks() -> tuple[Path, ...]:
    """Of Appendix B's openings and whole games."""
    return (*sorted(DECKS.glob("opening-g*.txt")), *(DECKS / name for name in WHOLE_GAMES))


def games(effort: Effort) -> Made:
    """Appendix B: how many of the moves are legal, one after the other."""
    del effort
    rows, numbers = [], []
    for path in printed_decks():
        moves, legal = printed_moves(path), 0
        with contextlib.suppress(RefusedError):
            for _ in follow(moves):
                legal += 1
        number = int(path.stem.rpartition("g")[2].removeprefix("-"))
        kind = "opening" if path.stem.startswith("opening") else "whole game"
        rows.append(equal(f"G-{number}, {kind}: legal moves", "App. B", len(moves), legal))
        numbers.append((f"G-{number}", kind, len(moves), legal))
    return Made(rows, ("game", "kind", "printed", "legal"), numbers)


# -- agreement with book games ---------------------------------------------------------------------

STANDARD_DEVIATIONS = 1.96
"""To each side of a mean lie 95% within so many of its standard errors."""


def agreement(effort: Effort) -> Made:
    """Coefficient C of the rote program's polynomial, over the printed games.

    The paper took C over book games that it doesn't name; Appendix B's are the ones that it prints.
    """
    paths = printed_decks()
    games = [played_game(path) for path in paths]
    player = SamuelPlayer("rote", find_polynomial("standard"), ProgramSettings())
    work = functools.partial(follow_game, player=player)
    tallies: dict[int, Tally] = {}
    tasks = list(enumerate(games))
    for (number, _), moves in run_tasks(effort.jobs, work, tasks, scheduler=effort.scheduler):
        tallies[number] = Tally.of(moves)
        effort.tell(len(tallies) / len(games))
    each = [tallies[number] for number in range(len(games))]
    ours, error = sum(each, Tally()).coefficient, standard_error(each)
    row = within(
        "coefficient C of the rote program's polynomial", "book games", "about 0.6",
        (0.6 - ours) / error, -STANDARD_DEVIATIONS, STANDARD_DEVIATIONS,
        shown=f"{ours:.2f} +- {error:.2f} (standard error), over Appendix B's games",
        statistic="the printed number less ours, in standard errors of ours",
        why="The paper's book games aren't named, and Appendix B's are no masters' games. Over 43 "
        "games of masters C is 0.51 (docs/research/samuel.md).",
    )  # fmt: skip
    poorest = impossible(
        "coefficient C of the poorest polynomial", "book games", "0.2",
        "The paper doesn't say which polynomial it was.",
    )  # fmt: skip
    numbers = [
        (path.stem, one.lower, one.higher, one.tied, one.agreed, one.moves)
        for path, one in zip(paths, each, strict=True)
    ]
    columns = ("game", "rated below", "rated above", "tied", "agreed", "moves")
    return Made([row, poorest], columns, numbers)


# -- the ply rules and the times -------------------------------------------------------------------

WALKED = 100
TIMES_MS = (
    ("all moves of a board", phases.GENERATE, 3, 2.6), ("make a move", phases.MAKE, 3, 1.5),
    ("evaluate four terms", phases.EVALUATE, 3, 2.4), ("look a board up", phases.LOOK_UP, 3, 2.3),
    ("evaluate sixteen terms", phases.EVALUATE, 15, 7.5),
)  # fmt: skip
"""Appendix A, in milliseconds; piece advantage is one of the terms."""


def random_position(number: int) -> Position:
    """A board after random moves, with a move left; the same for the same ``number``."""
    generator, position = np.random.default_rng([SEED, number]), Position.start()
    for _ in range(4 + number % 40):
        moves = legal_moves(position)
        then = make(position, moves[int(generator.integers(len(moves)))])
        if not legal_moves(then):
            break
        position = then
    return position


def ply_rules(effort: Effort) -> Made:
    """The paper's ply rules, walked in plain code, and the program's look-ahead."""
    # The table alone: with few pieces the program looks deeper (docs/sources/samuel.md, item 11).
    settings, numbers, same = ProgramSettings(few_pieces=0), [], 0
    for number in range(WALKED):
        position = random_position(number)
        look = LookAhead(settings)
        look.begin(position)
        look_to_the_end(look)
        decision = look.decision()
        ours = (decision.boards, decision.evaluations, decision.deepest)
        board = {square: piece for square in SQUARES if (piece := position.piece(square))}
        walk = Walk().go(board, "b" if position.black_to_move else "w")
        walked = (walk.boards, walk.scored, walk.deepest)
        same += ours == walked
        numbers.append((write_fen(position), *walked, *ours))
        effort.tell((number + 1) / WALKED)
    where = "Ply limitations (our walk)"
    rows = [
        equal("boards with the counts and the deepest ply of a plain walk by the rules", where,
              WALKED, same),
        equal("boards visited; under 'printed' our plain walk, the paper has no count", where,
              sum(one[1] for one in numbers), sum(one[4] for one in numbers)),
    ]  # fmt: skip
    rows.append(impossible(
        "the look-ahead, the backing up of scores and the use of a saved score, drawn",
        "Figs 1, 2, 3", "no numbers",
        "These figures are drawings of the procedure. The walk above goes by it, branch by branch.",
    ))  # fmt: skip
    columns = ("board", "visited", "scored", "ply", "program visited", "program scored",
               "program ply")  # fmt: skip
    return Made(rows, columns, numbers)


def times(effort: Effort) -> Made:
    """The times that the simulated clock is set by, as it gives them: a check of units, no test."""
    del effort
    found = [(name, printed, phases.phase_us(phase, terms) / 1_000)
             for name, phase, terms, printed in TIMES_MS]  # fmt: skip
    rows = [equal(f"{name}, ms", "App. A", printed, ours) for name, printed, ours in found]
    return Made(rows, ("step", "printed ms", "ms"), found)


# -- learning by generalization --------------------------------------------------------------------


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
    return SeedRuns(seed, usual, stuck)


def _seeds(count: int) -> list[int]:
    return [SEED + number for number in range(count)]


def first(effort: Effort) -> Made:
    """The first series: 28 games, whole and by sevens."""
    seeds = _seeds(effort.of(RUNS, QUICK_RUNS))
    runs = {}
    for seed, done in run_tasks(effort.jobs, run_first, seeds, scheduler=effort.scheduler):
        runs[seed] = done
        effort.tell(len(runs) / len(seeds))
    records = [runs[seed].records for seed in seeds]
    whole = [block_tally(one) for one in records]
    sevens = [by_sevens(one) for one in records]
    hours = float(np.mean([one.hours for one in whole]))
    where = "First series"
    rows = [
        among("won of 28", where, 16, (one.won for one in whole), seeds, STRENGTH),
        among("lost of 28", where, 12, (one.lost for one in whole), seeds, STRENGTH),
        among("plies a game", where, 68, (one.plies / one.games for one in whole), seeds, ""),
        among("sets of adjustments a game", where, 20,
               (one.corrections / one.games for one in whole), seeds, ADJUSTED),
        among("terms that were discarded, each counted once", where, 29,
               (len({gone.name for game in one for gone in game.discarded}) for one in records),
               seeds, "The more adjustments there are the more terms are discarded."),
        within("hours of machine time", "abstract", "8 or 10", hours, 8.0, 10.0,
               shown=f"{hours:.1f} on average", statistic="the mean of our runs",
               seeds=seeds_said(seeds), why=TIME),
    ]  # fmt: skip
    for turn, (won, _, changes, leaders) in enumerate(FIRST_SEVENS):
        block = f"games {7 * turn + 1} to {7 * turn + 7}"
        rows += [
            among(f"{block}: won", where, won, (one[turn].won for one in sevens), seeds, STRENGTH),
            _at_least(f"{block}: changes at the top", where, changes,
                      [one[turn].changes for one in sevens], seeds),
            _at_least(f"{block}: terms that led", where, leaders,
                      [one[turn].leaders for one in sevens], seeds),
        ]  # fmt: skip
    return Made(rows, COLUMNS, _numbers("first", seeds, records))


def _at_least(
    what: str, where: str, printed: int, ours: Sequence[int], seeds: Sequence[int]
) -> Row:
    """A number of which the paper only knows "at least": its lists were printed now and then, ours
    count every change."""
    high = interval(np.array(ours, np.float64))[1]
    return within(what, where, f"at least {printed}", printed, 0.0, high,
                  shown=f"{np.mean(ours):.1f} on average, every one counted",
                  statistic="the printed number not above where one more run of ours lies in 95%",
                  seeds=seeds_said(seeds))  # fmt: skip


def second(effort: Effort) -> Made:
    """The second series: 28 games with adoption and without, Appendix C's counts after 42."""
    seeds = _seeds(effort.of(RUNS, QUICK_RUNS))
    runs: list[SeedRuns] = []
    for number, (_, done) in enumerate(
        run_tasks(effort.jobs, run_second, seeds, scheduler=effort.scheduler), start=1
    ):
        runs.append(done)
        effort.tell(number / len(seeds))
    runs.sort(key=lambda one: one.seed)
    where = "Second series"
    rows, numbers = [], []
    series = {"Beta adopts": [one.second.records[:GAMES] for one in runs]}
    series |= {name: [one.stuck[name] for one in runs] for name in STUCK}
    for name, records in series.items():
        tallies = [block_tally(one) for one in records]
        for result, printed in (("won", 18), ("lost", 4), ("drawn", 6)):
            rows.append(among(f"{result} of 28; {name}", where, printed,
                               (getattr(one, result) for one in tallies), seeds,
                               SECOND_STRENGTH))  # fmt: skip
        numbers += _numbers(name, seeds, records)
    rows.append(
        among("sets of adjustments a game, of 42", "App. C", round(SETS / SECOND_GAMES, 1),
               (one.second.corrections / SECOND_GAMES for one in runs), seeds, ADJUSTED)
    )  # fmt: skip
    rows += _counts([one.second for one in runs], seeds)
    return Made(rows, COLUMNS, numbers, [_fig_4(runs[0])])


COLUMNS = ("series", "seed", "game", "won", "plies", "adjustments", "discarded", "hours")


def _numbers(
    name: str, seeds: Sequence[int], records: Sequence[Sequence[GameRecord]]
) -> list[tuple[object, ...]]:
    return [
        (name, seed, one.number, int(one.result), len(one.moves), one.corrections,
         len(one.discarded), round(one.us / HOUR_US, 4))
        for seed, series in zip(seeds, records, strict=True)
        for one in series
    ]  # fmt: skip


def _counts(runs: Sequence[Lessons], seeds: Sequence[int]) -> list[Row]:
    """What Appendix C's Times Adjusted demand: a term is adjusted only when it isn't 0."""
    total = sum(one.corrections for one in runs)
    share = {name: sum(one.nonzero.get(name, 0) for one in runs) / total for name in TIMES_ADJUSTED}
    spared = sum(one.adjusted for one in runs) / sum(one.could for one in runs)
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

    history: list[Sample] = []
    for record in run.second.records:
        ranked = sorted(
            zip(record.correlations, record.polynomial.weights, strict=True),
            key=lambda one: -abs(one[0]),
        )[:LISTED_TERMS]
        history.append((float(record.number), [
            (weight.name, height(weight.coefficient)) for _, weight in ranked
        ]))  # fmt: skip
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
TIME = (
    "The time is Appendix A's, for every board that our look-ahead visits: 5,200 a move and 21.1 "
    "hours in the series of seed 1959, of it 42% scoring by sixteen terms, 37% listing moves, 20% "
    "making them, 2% backing up. If four terms were scored it would be 15.1 hours; if no moves "
    "were listed for boards that are scored, 18.1; by both, 12.0. What real 704 code takes isn't "
    "measured yet."
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


ARTEFACTS = (
    Artefact(PAPER, "games", "The printed games: Appendix B", games, 1.0),
    Artefact(PAPER, "agreement", "Coefficient C: agreement with book games", agreement, 5.0),
    Artefact(PAPER, "plies", "The ply rules on a hundred boards", ply_rules, 20.0),
    Artefact(
        PAPER,
        "times",
        "The 704's times: Appendix A (its simulated clock is set by them)",
        times,
        1.0,
    ),
    Artefact(PAPER, "first", "The first series", first, 150.0),
    Artefact(PAPER, "second", "The second series: Fig. 4 and Appendix C", second, 480.0),
    ROTE,
)
