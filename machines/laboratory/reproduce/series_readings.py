"""Appendix C as one likelihood: which readings of the paper's words give its figures best.

The paper leaves rules open: what the smallest delta is an average of, who has won a game that is
cut with equal material, what a score that counts as zero does to rule (a), from when a low tally is
recorded, when Beta couldn't adopt.  Each reading here is a value of :class:`Rules`; a first and a
second series are played by each, with the same seeds for all, the second from the terms that did
best in a first series of that seed with ties drawn, the same for all readings.  Then all that is
printed of a series is one observation, and a reading's log-likelihood (natural) is the sum of:

* *Numbers*: of the first series what was won of each seven, drawn, plies, sets of adjustments,
  terms discarded; of the second what was won and drawn of 28, sets and terms discarded of 42.  The
  printed ones are taken for one more run of ours: about the mean of the reading's n seeds, with
  covariance V (1 + 1/n).  V, with all correlations, is what seeds differ by, pooled over all
  readings of the series; as it is estimated, the law is Student's.  "Approximately 20" sets may be
  off by one (a standard deviation), printed digits by a half.  The parts in the table are each
  conditional on those to the left of it, so that they sum to the whole.
* *Lower bounds*: terms that led, with either sign, discarded more than once; Appendix C's counts.
  The chance that one more run of ours lies above, by the normal law, with the sampling error of
  1,039 sets.  A term's count bounds the share of sets in which it would be adjusted if it were
  always active; or, read as a count of uses, the share in which it isn't 0.
* *Rare terms*: the chance of so few adjustments in 32 sets.
* *The list*: how many of Appendix C's twelve terms, signs too, a run of ours has on average, beside
  how many two runs of ours have in common and how far pairs differ in that.

Bounds, rare terms and the list are taken to be independent of the numbers and of each other.  The
counts aren't, as rule (a) moves them all together, so the differences in that part are somewhat too
large.  Twice as likely is 0.7.  Beside each sum stands its standard error over seeds, by leaving
out one at a time; what differs by less than two of them isn't told apart.

``python -m machines.laboratory.reproduce.series_readings --out FOLDER --seeds 10`` plays what isn't
in the folder yet and prints the tables; a seed takes four minutes of a core.
"""

import argparse
import functools
import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from machines.laboratory.printed import samuel_series as printed
from machines.laboratory.reproduce import appendix_c
from machines.laboratory.reproduce.series_runs import Figures, Lessons, figures
from machines.laboratory.study.outputs import print_table
from machines.samuel.generalization.coefficients import (
    Average,
    PowerRule,
    Rules,
    Spared,
    TallyRule,
    Ties,
)
from machines.samuel.generalization.series import (
    GAMES,
    Series,
    did_best,
    first_series,
    play,
    second_series,
)
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.folders import make_folder
from machines.storage.program import VERSION

SEED = 1959
SEEDS = 10
LEAST_SEEDS = 3
"""Of a reading that is weighed."""
EVERY, HALF = (1, appendix_c.GAMES), (1, GAMES // 2)

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "as it is": {},
    "ties drawn": {"ties": None},
    "ties to Alpha": {"ties": Ties.ALPHA},
    "ties by mobility": {"ties": Ties.MOBILITY},
    "average power": {"average": Average.POWERS},
    "average with its sign": {"average": Average.SIGNED},
    "powers as the text has them": {"power_rule": PowerRule.TEXT},
    "a tally every move": {"tally": TallyRule.EVERY_MOVE},
    "marks kept": {"marks_forgiven": False},
    "black marks kept": {"marks_forgiven": False},
    "nobody gives up": {"concedes": False},
    "Beta never adopts": {"no_adoption": EVERY},
    "no adoption in games 1 to 14": {"no_adoption": HALF},
    "every term spared": {"spared": Spared.NONE},
    "a small score's own sign": {"spared": Spared.OWN_SIGN},
    "a majority of seven": {"majority_of": 7},
    "half the smallest delta": {"lowered": 0.5},
}
"""How a part of a reading's name changes the rules."""


def reading(rules: Rules, name: str) -> Rules:
    """The rules, changed as the parts of the name say."""
    for part in name.split(", "):
        rules = replace(rules, **CHANGES[part])
    return rules


READINGS: Mapping[str, Mapping[str, Rules]] = {
    "first": {name: reading(Rules.first(), name) for name in (
        "as it is", "ties drawn", "ties to Alpha", "average power", "average power, ties to Alpha",
        "average with its sign", "powers as the text has them",
        "powers as the text has them, ties to Alpha", "a tally every move",
        "a tally every move, ties to Alpha", "marks kept", "marks kept, ties to Alpha",
        "nobody gives up", "nobody gives up, ties to Alpha",
    )},
    "second": {name: reading(Rules.second(), name) for name in (
        "as it is", "a small score's own sign", "no adoption in games 1 to 14",
        "Beta never adopts", "ties by mobility", "average power", "average with its sign",
        "powers as the text has them", "a tally every move", "black marks kept",
        "a majority of seven", "half the smallest delta",
        "average power, a small score's own sign",
        *(f"{name}every term spared" for name in (
            "", "no adoption in games 1 to 14, ", "Beta never adopts, ", "ties by mobility, ",
            "average power, ", "average power, no adoption in games 1 to 14, ",
            "average power, Beta never adopts, ", "powers as the text has them, ",
            "powers as the text has them, no adoption in games 1 to 14, ", "a tally every move, ",
        )),
    )},
}  # fmt: skip


# -- playing ---------------------------------------------------------------------------------------


class Kept(msgspec.Struct):
    """A run's figures in its file."""

    program: str
    rules: str
    figures: Figures


def kept_file(folder: Path, series: str, name: str, seed: int) -> Path:
    """Where a run of a reading is kept."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower())
    return folder / f"{series}-{words}-{seed}.json"


def read_figures(path: Path, rules: Rules) -> Figures | None:
    """A run that was kept; None if there is none by these rules and this program."""
    if not file_exists(path):
        return None
    kept = msgspec.json.decode(read_file(path), type=Kept)
    return kept.figures if (kept.program, kept.rules) == (VERSION, repr(rules)) else None


def play_seed(folder: Path, seed: int) -> None:
    """Play all readings with a seed that aren't in the folder yet."""

    @functools.cache
    def terms() -> tuple[str, ...]:
        return did_best(play(first_series(seed, reading(Rules.first(), "ties drawn"))))

    def begin(series: str, rules: Rules) -> tuple[Series, int]:
        if series == "first":
            return first_series(seed, rules), GAMES
        return second_series(terms(), rules), appendix_c.GAMES

    for series, readings in READINGS.items():
        for name, rules in readings.items():
            path = kept_file(folder, series, name, seed)
            if read_figures(path, rules) is None:
                run, (begun, games) = Lessons(), begin(series, rules)
                run.play(begun, games)
                kept = Kept(VERSION, repr(rules), figures(seed, run))
                replace_file(path, msgspec.json.encode(kept))


def gathered(folder: Path, series: str, seeds: Sequence[int]) -> dict[str, list[Figures]]:
    """The runs in the folder of each reading that has so many that it can be weighed."""
    found = {
        name: [run for seed in seeds
               if (run := read_figures(kept_file(folder, series, name, seed), rules)) is not None]
        for name, rules in READINGS[series].items()
    }  # fmt: skip
    return {name: runs for name, runs in found.items() if len(runs) >= LEAST_SEEDS}


# -- likelihoods -----------------------------------------------------------------------------------

Numbers = npt.NDArray[np.float64]
LN_2_PI = math.log(2 * math.pi)
DIGIT = 1 / math.sqrt(12)
"""The standard deviation of what a whole printed number leaves open."""
NEVER = 1e-9
"""In place of a standard deviation of 0."""


@dataclass(frozen=True)
class Part:
    """Numbers of a series that are printed: a part of the table of likelihoods."""

    name: str
    printed: tuple[float, ...]
    open: float
    """The standard deviation of what the printed digits leave open."""
    ours: Mapping[str, Numbers]
    """By reading: a row a run, a column a number."""


def pooled(ours: Sequence[Numbers]) -> Numbers:
    """The covariance of runs of one reading, by the runs of all."""
    residuals = np.vstack([runs - runs.mean(axis=0) for runs in ours])
    found: Numbers = residuals.T @ residuals / sum(len(runs) - 1 for runs in ours)
    return found


def parts_given_earlier(parts: Sequence[Part]) -> dict[str, dict[str, float]]:
    """By reading and part: the log-likelihood of the part's numbers, given the parts before it."""
    ours = {name: np.hstack([part.ours[name] for part in parts]) for name in parts[0].ours}
    wanted = np.array([number for part in parts for number in part.printed])
    left_open = np.diag([part.open**2 for part in parts for _ in part.printed])
    seen = sum(len(runs) - 1 for runs in ours.values())
    freedom = max(seen - len(wanted) + 1, 1)
    spread = pooled([*ours.values()]) * seen / freedom
    ends = np.cumsum([len(part.printed) for part in parts])
    found: dict[str, dict[str, float]] = {}
    for name, runs in ours.items():
        lower = np.linalg.cholesky(spread * (1 + 1 / len(runs)) + left_open)
        away = np.cumsum(np.linalg.solve(lower, wanted - runs.mean(axis=0)) ** 2)
        scale = np.cumsum(np.log(np.diag(lower)))
        so_far = [log_student(int(end), float(away[end - 1]), freedom) - float(scale[end - 1])
                  for end in ends]  # fmt: skip
        each = np.diff([0.0, *so_far]).tolist()
        found[name] = dict(zip((part.name for part in parts), each, strict=True))
    return found


def log_student(numbers: int, square: float, freedom: int) -> float:
    """The log density of Student's law of so many numbers at a squared distance, of unit scale."""
    half = (freedom + numbers) / 2
    return (
        math.lgamma(half)
        - math.lgamma(freedom / 2)
        - numbers / 2 * math.log(freedom * math.pi)
        - half * math.log1p(square / freedom)
    )


def log_above(z: float) -> float:
    """The logarithm of the chance that a standard normal number is below ``z``."""
    if z > -30:
        return math.log(0.5 * math.erfc(-z / math.sqrt(2)))
    return -0.5 * (z * z + LN_2_PI) - math.log(-z)


def bounded(ours: Mapping[str, Sequence[float]], bound: float, error: float) -> dict[str, float]:
    """By reading: the log of the chance that one more run lies above ``bound``.

    ``error``: the standard deviation of what is printed.
    """
    spread = float(pooled([np.array(runs)[:, None] for runs in ours.values()])[0, 0])
    found = {}
    for name, runs in ours.items():
        away = math.sqrt(spread * (1 + 1 / len(runs)) + error**2) or NEVER
        found[name] = log_above((float(np.mean(runs)) - bound) / away)
    return found


Runs = Mapping[str, Sequence[Figures]]
Table = dict[str, dict[str, float]]


def _columns(runs: Runs, *names: str) -> dict[str, Numbers]:
    return {
        reading: np.array([[float(getattr(run, name)) for name in names] for run in some])
        for reading, some in runs.items()
    }


def _added(*tables: Mapping[str, float]) -> dict[str, float]:
    return {name: math.fsum(table[name] for table in tables) for name in tables[0]}


def first_table(runs: Runs) -> Table:
    """The first series: log-likelihoods by reading and part."""
    sevens = {name: np.array([[*run.sevens, run.drawn] for run in some], np.float64)
              for name, some in runs.items()}  # fmt: skip
    results = (*(won.value for won in printed.SEVENS_WON), printed.FIRST_DRAWN.value)
    found = parts_given_earlier([
        Part("results", results, DIGIT, sevens),
        Part("plies", (printed.PLIES.value,), DIGIT, _columns(runs, "plies")),
        Part("sets", (printed.FIRST_SETS.value,), 1.0, _columns(runs, "sets")),
        Part("discards", (printed.FIRST_DISCARDED.value,), DIGIT, _columns(runs, "discarded")),
    ])  # fmt: skip
    twice = {name: [run.twice / run.discarded for run in some] for name, some in runs.items()}
    led = {name: [float(run.leaders) for run in some] for name, some in runs.items()}
    turned = {name: [float(run.turned) for run in some] for name, some in runs.items()}
    lists = _added(bounded(led, printed.LEADERS.value, DIGIT),
                   bounded(turned, printed.TURNED.value, DIGIT),
                   bounded(twice, printed.TWICE.value, 0.0))  # fmt: skip
    return {name: {**parts, "lists": lists[name]} for name, parts in found.items()}


def second_table(runs: Runs) -> Table:
    """The second series: log-likelihoods by reading and part; "uses": the counts if Appendix C
    counts how often a term wasn't 0, whether it was adjusted or spared."""
    found = parts_given_earlier([
        Part("results", (printed.SECOND_WON.value, printed.SECOND_DRAWN.value), DIGIT,
             _columns(runs, "won", "drawn")),
        Part("sets", (printed.SETS_A_GAME.value,), 0.0, _columns(runs, "sets")),
        Part("discards", (printed.SECOND_DISCARDED.value,), DIGIT, _columns(runs, "discarded")),
    ])  # fmt: skip
    alike, adjusted, used = _list(runs), _counts(runs, False), _counts(runs, True)
    return {
        name: {**parts, "list": alike[name], "counts": adjusted[name], "uses": used[name]}
        for name, parts in found.items()
    }


def _list(runs: Runs) -> dict[str, float]:
    """The list of the twelve leading terms."""
    theirs = appendix_c.printed_signs().items()
    pairs = {
        name: np.array([[len(run.signs.items() & other.signs.items())]
                        for run, other in itertools.combinations(some, 2)], np.float64)
        for name, some in runs.items()
    }  # fmt: skip
    spread = float(pooled([*pairs.values()])[0, 0]) + DIGIT**2
    found = {}
    for name, some in runs.items():
        alike = np.mean([len(run.signs.items() & theirs) for run in some])
        away = float(alike - pairs[name].mean()) ** 2 / spread
        found[name] = -0.5 * (away + LN_2_PI + math.log(spread))
    return found


def _counts(runs: Runs, uses: bool) -> dict[str, float]:
    """Appendix C's counts, of adjustments or of uses."""

    def share(run: Figures, name: str) -> float:
        return run.nonzero.get(name, 0.0) * (1.0 if uses else run.adjusted / run.used)

    a_set = {reading: [run.used if uses else run.adjusted for run in some]
             for reading, some in runs.items()}  # fmt: skip
    found = [bounded(a_set, printed.ADJUSTED_A_SET.value, 0.0)]
    for name, times in printed.TIMES_ADJUSTED.items():
        shares = {reading: [share(run, name) for run in some] for reading, some in runs.items()}
        bound = times.value / printed.SETS.value
        if times.value >= appendix_c.OFTEN:
            error = math.sqrt(bound * (1 - bound) / printed.SETS.value)
            found.append(bounded(shares, bound, error))
        elif times.value <= appendix_c.RARE:
            found.append({
                reading: math.log(appendix_c.chance_of_so_few(
                    times.value, appendix_c.LEAST_ACTIVE, float(np.mean(some))))
                for reading, some in shares.items()
            })  # fmt: skip
    return _added(*found)


TABLES = {"first": first_table, "second": second_table}


def total(parts: Mapping[str, float], uses: bool = False) -> float:
    """Of a reading, with Appendix C's counts taken as of adjustments or as of uses."""
    left_out = "counts" if uses else "uses"
    return math.fsum(value for name, value in parts.items() if name != left_out)


def best(table: Table) -> str:
    """The reading with the largest likelihood of all."""
    return max(table, key=lambda name: total(table[name]))


def print_tables(folder: Path, seeds: Sequence[int]) -> None:
    """Both series' tables, the likeliest reading first."""
    for series, make in TABLES.items():
        runs = gathered(folder, series, seeds)
        if not runs:
            print(f"the {series} series: no reading has been played with {LEAST_SEEDS} seeds")
            continue
        table = make(runs)
        ranked = sorted(table, key=lambda name: -max(_totals(table[name])))
        parts = [*table[ranked[0]]]
        print_table(
            ("reading", "seeds", *parts, *ALL_OF_IT[: 1 + ("uses" in parts)]),
            [(name, str(len(runs[name])), *(f"{value:.1f}" for value in table[name].values()),
              *(f"{value:.1f} +- {error:.1f}" for value, error in zip(
                  _totals(table[name]), errors(make, runs, name), strict=True)))
             for name in ranked],
            f"The {series} series",
        )  # fmt: skip
        print_table(("reading", *AVERAGES), [(name, *_averages(runs[name])) for name in ranked])


ALL_OF_IT = ("all", "all, of uses")


def _totals(parts: Mapping[str, float]) -> list[float]:
    return [total(parts), total(parts, uses=True)][: 1 + ("uses" in parts)]


def errors(make: Callable[[Runs], Table], runs: Runs, name: str) -> list[float]:
    """The standard errors of a reading's sums over its seeds, by leaving out one at a time; NaN
    for fewer than four, of which two pairs of lists would not be left."""
    some = runs[name]
    if len(some) < 4:
        return [math.nan for _ in _totals(make(runs)[name])]
    without = np.array([
        _totals(make({**runs, name: [*some[:left_out], *some[left_out + 1 :]]})[name])
        for left_out in range(len(some))
    ])  # fmt: skip
    return list((without.std(axis=0) * math.sqrt(len(some) - 1)).tolist())


AVERAGES = ("won", "drawn", "plies", "sets", "discarded", "leaders", "adjusted", "used")


def _averages(some: Sequence[Figures]) -> list[str]:
    return [f"{np.mean([getattr(run, name) for run in some]):.1f}" for name in AVERAGES]


def main() -> None:
    """Play what is missing, print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="where the runs are kept")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    args = parser.parse_args()
    seeds = range(SEED, SEED + args.seeds)
    folder = make_folder(args.out)
    for seed in seeds:
        play_seed(folder, seed)
        print(f"seed {seed} is played", flush=True)
    print_tables(folder, seeds)


if __name__ == "__main__":
    main()
