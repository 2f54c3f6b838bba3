"""Samuel 1959, Appendix C: what it tells of 42 games of the second series, and of 20 more."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from machines.laboratory.printed import samuel_series as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    Accepted,
    Row,
    by_chance,
    give_or_take,
    measured,
    seeds_said,
    sign_of,
    within,
)
from machines.laboratory.reproduce.series_runs import Figures
from machines.laboratory.study.intervals import NORMAL
from machines.samuel.generalization.coefficients import Rules, divisor
from machines.samuel.generalization.series import LISTED_TERMS, GameRecord, pool
from machines.samuel.generalization.series_report import block_tally
from machines.samuel.term_table import TERMS

GAMES = printed.SECOND_GAMES.value
OFTEN = 100
"""A term that was adjusted so often tells something of how often it must have been other than 0."""
RARE = 1
"""... and one that was adjusted no more often, in ..."""
LEAST_ACTIVE = Rules.second().slow_limit
"""... the sets of adjustments after which it can be discarded, tells that it hardly ever was."""


# -- margins ---------------------------------------------------------------------------------------


def at_least(number: Printed[int] | Printed[float]) -> Accepted:
    """What the paper says is no more than a lower bound: its lists were printed now and then, ours
    count every change."""
    return Accepted(number.value, math.inf, "the paper's number is a lower bound")


def of_moves(a_game: float, games: int) -> Accepted:
    """Sets of adjustments a game: each of Alpha's 34 moves a game brings one or none."""
    moves = games * printed.ALPHA_MOVES.value
    found = by_chance(Printed(round(a_game * games), ""), moves)
    sample = f"{moves:,} moves of Alpha's, 34 a game"
    return Accepted(found.low / games, found.high / games, found.margin, sample)


def of_terms(number: Printed[int]) -> Accepted:
    """So many of the 38 terms."""
    return by_chance(number, len(pool()), f"{len(pool())} terms")


def poisson(number: Printed[int]) -> Accepted:
    """A count of events that come one by one."""
    return give_or_take(number, NORMAL * math.sqrt(number.value), said="95% of a Poisson law")


# -- rows ------------------------------------------------------------------------------------------


def totals(found: Sequence[Figures], seeds: Sequence[int]) -> list[Row]:
    """Appendix C's totals after 42 games, and its list of terms."""
    by_lot = LISTED_TERMS * LISTED_TERMS / (2 * len(pool()))
    alike = [len(run.signs.items() & printed_signs().items()) - by_lot for run in found]
    return [
        measured("sets of adjustments a game, of 42", printed.SETS_A_GAME,
                 of_moves(printed.SETS_A_GAME.value, GAMES), (run.sets for run in found),
                 seeds, ADJUSTED),
        measured("terms discarded in 42 games, each counted once", printed.SECOND_DISCARDED,
                 of_terms(printed.SECOND_DISCARDED), (run.discarded for run in found), seeds,
                 SECOND_DISCARDS),
        measured("terms adjusted in a set, of sixteen; thirty terms of the paper's",
                 printed.ADJUSTED_A_SET, at_least(printed.ADJUSTED_A_SET),
                 (run.adjusted for run in found), seeds, COUNTS, digits=2),
        sign_of(f"leading terms of the twelve, signs too, beyond the {by_lot:.1f} of a list by lot",
                printed.LEADING_TERMS, alike, seeds, LIKENESS, digits=1),
    ]  # fmt: skip


def printed_signs() -> dict[str, int]:
    """The twelve leading terms, each with its sign."""
    return {name: sign.value for name, sign in printed.SIGNS.items()}


def more_games(records: Sequence[Sequence[GameRecord]], seeds: Sequence[int]) -> list[Row]:
    """The 20 games of the note in proof."""
    later = [block_tally(games[GAMES:]) for games in records]
    count = printed.MORE_GAMES.value
    sets = of_moves(printed.MORE_SETS.value / count, count)
    return [
        measured("sets of adjustments in games 43 to 62", printed.MORE_SETS,
                 replace(sets, low=sets.low * count, high=sets.high * count),
                 (tally.corrections for tally in later), seeds, ADJUSTED),
        measured("terms discarded in games 43 to 62", printed.MORE_DISCARDED,
                 poisson(printed.MORE_DISCARDED), (tally.discarded for tally in later), seeds,
                 SECOND_DISCARDS),
    ]  # fmt: skip


def correlations(records: Sequence[Sequence[GameRecord]], seeds: Sequence[int]) -> list[Row]:
    """The first and the last of Appendix C's twelve correlations.

    Over N uses a correlation comes out by chance within about 1 / sqrt(2 N) of what it would be
    over many; N is the term's by how often it was adjusted.
    """
    rows = []
    names = [*printed.CORRELATIONS]
    for place, what in ((0, "the largest correlation"), (LISTED_TERMS - 1, "the twelfth")):
        number = printed.CORRELATIONS[names[place]]
        uses = divisor(printed.TIMES_ADJUSTED[names[place]].value)
        margin = give_or_take(number, NORMAL / math.sqrt(2 * uses),
                              said=f"95% of a correlation over {uses} uses")  # fmt: skip
        ours = [
            sorted(map(abs, games[GAMES - 1].correlations), reverse=True)[place]
            for games in records
        ]
        rows.append(measured(f"{what}, after 42 games", number, margin, ours, seeds, digits=2))
    return rows


def counts(found: Sequence[Figures], seeds: Sequence[int]) -> list[Row]:
    """What Appendix C's Times Adjusted demand: a term is adjusted only in a set in which it isn't 0
    and rule (a) doesn't spare it, so these are lower bounds."""
    rows = []
    for name, times in printed.TIMES_ADJUSTED.items():
        most = [run.nonzero.get(name, 0.0) * run.adjusted / run.used for run in found]
        if times.value >= OFTEN:
            sample = by_chance(times, printed.SETS.value, f"{printed.SETS.value:,} sets")
            bound = replace(sample, low=sample.low / printed.SETS.value, high=math.inf)
            rows.append(measured(
                f"{name}: in which share of the sets it would be adjusted if it were always active",
                printed.SHARES[name], bound, most, seeds,
                f"{COUNTS} {READINGS.get(name, '')}".strip(), digits=3,
            ))  # fmt: skip
        elif times.value <= RARE:
            mean = float(np.mean(most))
            chance = chance_of_so_few(times.value, LEAST_ACTIVE, mean)
            rows.append(within(
                f"{name}: times adjusted in {LEAST_ACTIVE} sets", times, chance, 0.025, 1.0,
                kind="outcome", shown=f"{LEAST_ACTIVE * mean:.1f} expected; {chance:.1%}",
                statistic="chance of no more than the printed number", margin="the usual 2.5%",
                seeds=seeds_said(seeds), why=CONNECTIVES if TERMS[name].connects else "",
            ))  # fmt: skip
    return rows


def chance_of_so_few(times: int, tries: int, chance: float) -> float:
    """The chance of so many or fewer of ``tries``, each with that chance."""
    return math.fsum(
        math.comb(tries, k) * chance**k * (1.0 - chance) ** (tries - k) for k in range(times + 1)
    )


# -- what was tried --------------------------------------------------------------------------------

ADJUSTED = (
    "The smallest delta that counts is the average of the coefficients; ours is of magnitudes. "
    "Tried on eight seeds while a score of zero spared every term, sets a game in the first and "
    "the second series: as it was 25.4 and 15.0; the average with its sign 26.8 and 15.0; powers "
    "of two as the text has them 29.3 and 21.4; half the smallest delta in the second 14.9; on six "
    "seeds 2 to the average power, 32 and 27."
)
SECOND_DISCARDS = (
    "A term is discarded after 32 sets of adjustments in which its correlation was the lowest: "
    "fewer sets, fewer discards. Tried on eight seeds while a score of zero spared every term: as "
    "it was, 13.4; powers as the text has them, 21.0; a tally every move, 30.4; a score of zero "
    "spares no term, as now, 16.4; the average coefficient with its sign, 13.0; on six seeds 2 to "
    "the average power, 27."
)
CONNECTIVES = (
    "Tried on four seeds: all 81 ways to put 0 of DENY, MOB, MOBIL and CENT into one class, the "
    "other or neither. In two the connectives are neither too seldom other than 0 nor too often; "
    "this is one of them."
)
READINGS = {
    "HOLE": "How often it isn't 0, tried on four seeds: no square at the edge, 34%; there all "
    "neighbours taken, but not 4 and 29, 46%; as it is here, 56%; the edge counted as a piece, "
    "84%, as often as GAP.",
    "FORK": "How often it isn't 0, tried on four seeds: both squares behind empty, 24%; no piece "
    "needed that can move there, 30%; one square behind and any third of the six around, as it is "
    "here, 48%; one square behind is enough, 50%.",
    "MODE3": CONNECTIVES,
    "DEMMO": CONNECTIVES,
}
"""What was tried of a term's definition."""

COUNTS = (
    "By rule (a) a positive delta spares the terms whose sign is the score's, so a term that is "
    "never 0 is adjusted in only some of the sets, about 78%. Read as counts of uses, spared or "
    "not, all of them are met (GAP .81, MOBIL .82, ADV .74, HOLE .61), and by every reading of the "
    "rules the whole table is likelier so: docs/research/samuel.md, Appendix C as one likelihood."
)
LIKENESS = "Appendix C's list is less like ours than ours are like each other."
