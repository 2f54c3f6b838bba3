"""Gould and Levinson 1992, "Experience-based adaptive search" (UCSC-CRL-92-10): Table 5.1, and all
that is made of the paper.  Facts: docs/sources/morph.md.

Our runs are against GNU Chess 6.2.7 at one ply; the paper's were against the GNU Chess of 1991.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from machines.laboratory.morph.databases import KeptGame, first_games, learner_after, moves_of
from machines.laboratory.morph.patterns import rank_correlation
from machines.laboratory.printed import morph as printed
from machines.laboratory.printed.morph import Material
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    Accepted,
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    by_chance,
    equal,
    estimated,
    give_or_take,
    impossible,
    measured,
    numbered,
    picture,
    run_seeds,
    share_of,
    sign_of,
)
from machines.laboratory.reproduce.morph_opponents import level_1, opponents
from machines.laboratory.reproduce.morph_rules import evaluation, patterns
from machines.laboratory.reproduce.morph_runs import (
    CONFIG,
    OPPONENT,
    PATTERNS_WHY,
    curves,
    missing_engine,
    play_report_runs,
    with_opponent,
)
from machines.laboratory.study.intervals import next_interval
from machines.morph.history import POINTS
from machines.morph.learner import Learner, Record
from machines.morph.patterns import MaterialPattern
from machines.morph.settings import version

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

PAPER = "morph"
TABLE_VERSION = "evaluation"
"""Without annealing: so Table 5.1's variances come out.  With it a pawn's comes to 3 in 106 games,
at a constant rate of 0.1 to 24.5; 22.96 is printed."""
RUNS, QUICK_RUNS = 20, 6

# -- how far ours may lie from what is printed: named before the runs ------------------------------

WEIGHT_MARGIN = 0.05
WEIGHT_SAID = "+-0.05: a fifth of what a pawn is worth there, 0.23"
UPDATES_MARGIN = 0.25
"""Of what one run of 106 games has: a game's number of such positions varies about as much as it is
large, so that its sum over 106 games is known to some 20%."""
VARIANCE_MARGIN = 0.5
"""An update's mean change may be a quarter off, too."""
SUM_MARGIN = 0.1
"""Of sums and counts over all 19 rows, or of all patterns, where such noise evens out."""
BOTH_MARGIN = 0.025
BOTH_SAID = "+-0.025: twice as far as the printed five lie from 1"
RANK_ENDS = Accepted(0.894, 0.985, "95% of a rank correlation of 19 pairs (Fisher's z)", "19 rows")
FIRST_MET = 2.0
"""A material's first game may be half or twice the printed one's number: its age is of one wait."""
LEAST_MET = 3
"""Runs that have met a material, of which more can be said."""

Run = Mapping[Material, Record]
"""What a run's database has of the printed material."""


def table(effort: Effort) -> Made:
    """Table 5.1: what material is worth after 106 games."""
    seeds, missing = run_seeds(effort.of(RUNS, QUICK_RUNS)), missing_engine(OPPONENT)
    if missing:
        return Made([impossible("material after 106 games", printed.GAMES, missing)])
    games = printed.GAMES.value
    settings = version(TABLE_VERSION, CONFIG)
    paths = play_report_runs(effort, {TABLE_VERSION: settings}, seeds, games)[TABLE_VERSION]
    learners = [learner_after(path, games) for path in paths]
    found = [_material_of(learner) for learner in learners]
    early = [_material_of(learner_after(path, printed.CREDIBLE.value)) for path in paths]
    played = [first_games(path, games) for path in paths]
    rows = [
        equal("values of the material, by 1, 3, 3, 5, 9", printed.VALUES, _values()),
        *_of_all(found, early, seeds),
        *_of_both_sides(found, seeds),
        *(row for material in printed.WEIGHT for row in _of_material(material, found, seeds)),
        measured("patterns in the database", printed.PATTERNS,
                 share_of(printed.PATTERNS, SUM_MARGIN, "one run"), map(len, learners), seeds,
                 PATTERNS_WHY, digits=0),
        *_openings(played, seeds),
    ]  # fmt: skip
    numbers = [
        (seed, *material, round(record.weight, 4), record.updates, round(record.variance, 3),
         record.age)
        for seed, run in zip(seeds, found, strict=True)
        for material, record in run.items()
    ]  # fmt: skip
    columns = ("seed", "pawn", "knight", "bishop", "rook", "queen", "weight", "updates", "variance",
               "age")  # fmt: skip
    return Made(with_opponent(rows), columns, numbers, [_weights(found)])


def _material_of(learner: Learner) -> Run:
    found = {material: learner.record(MaterialPattern(_five(material)))
             for material in printed.WEIGHT}  # fmt: skip
    return {material: record for material, record in found.items() if record is not None}


def _five(material: Material) -> tuple[int, int, int, int, int]:
    pawn, knight, bishop, rook, queen = material
    return pawn, knight, bishop, rook, queen


def material_name(material: Material) -> str:
    """As a row has it: "-1R"."""
    told = [f"{d:+d}{n}" for d, n in zip(material, "PNBRQ", strict=True) if d]
    return " ".join(told) or "even"


def _values() -> str:
    sums = [sum(d * value for d, value in zip(material, POINTS, strict=True))
            for material in printed.VALUE]  # fmt: skip
    return ", ".join(f"{value:+d}" for value in sums)


# -- rows of all material --------------------------------------------------------------------------


def _weight(run: Run, material: Material) -> float:
    """0.5 where it was never met."""
    return run[material].weight if material in run else 0.5


def _right_signs(run: Run) -> int:
    singles = [side for up in printed.SINGLES.values() for side in (up, printed.down(up))]
    return sum((_weight(run, side) - 0.5) * printed.VALUE[side].value > 0 for side in singles)


def _of_all(found: Sequence[Run], early: Sequence[Run], seeds: Sequence[int]) -> list[Row]:
    """Signs after 30 games and 106, ranks, updates."""
    values = [cell.value for cell in printed.VALUE.values()]
    ranks = [rank_correlation([_weight(run, side) for side in printed.WEIGHT], values)
             for run in found]  # fmt: skip
    all_updates = [sum(record.updates for record in run.values()) for run in found]
    signs = by_chance(printed.RIGHT_SIGNS, 10, "10 single men of one run")
    return [
        measured("single men whose weight has the right sign", printed.RIGHT_SIGNS, signs,
                 map(_right_signs, found), seeds, TABLE_WHY),
        measured("single men whose weight has the right sign after 30 games", printed.CREDIBLE,
                 Accepted(signs.low, signs.high, "as after 106 games"), map(_right_signs, early),
                 seeds, EARLY_WHY, in_words=True),
        measured("rank correlation with the traditional values", printed.RANK, RANK_ENDS, ranks,
                 seeds, TABLE_WHY, digits=3),
        measured("weight updates in the 19 rows", printed.ALL_UPDATES,
                 share_of(printed.ALL_UPDATES, SUM_MARGIN, "one run"), all_updates, seeds,
                 UPDATES_WHY, digits=0, fitted=True),
    ]  # fmt: skip


def _of_both_sides(found: Sequence[Run], seeds: Sequence[int]) -> list[Row]:
    """One man up and the same man down: what their weights come to, and how often each stands."""
    rows = []
    for name, up in printed.SINGLES.items():
        side = printed.down(up)
        sums = [_weight(run, up) + _weight(run, side) for run in found]
        both, updates = printed.WEIGHTS_OF_BOTH[name], printed.UPDATES_MORE[name]
        rows.append(measured(f"w(+{name}) + w(-{name})", both,
                             give_or_take(both, BOTH_MARGIN, "one run", BOTH_SAID), sums, seeds,
                             TABLE_WHY, digits=3))  # fmt: skip
        more = [_updates(run, up) - _updates(run, side) for run in found]
        rows.append(measured(f"updates(+{name}) - updates(-{name})", updates,
                             share_of(updates, UPDATES_MARGIN, "one run"), more, seeds,
                             MORE_WHY))  # fmt: skip
    return rows


def _updates(run: Run, material: Material) -> int:
    return run[material].updates if material in run else 0


# -- rows of one material --------------------------------------------------------------------------


def _of_material(material: Material, found: Sequence[Run], seeds: Sequence[int]) -> list[Row]:
    """Its weight, updates, variance and age in the runs that have met it: the paper's had."""
    name, met = material_name(material), [run[material] for run in found if material in run]
    of_all, seeds = seeds, [seed for seed, run in zip(seeds, found, strict=True) if material in run]
    weight, age = printed.WEIGHT[material], printed.AGE[material]
    updates, variance = printed.UPDATES[material], printed.VARIANCE[material]
    if len(met) < LEAST_MET:
        why = f"Only {len(met)} of our {len(of_all)} runs had met that material in 106 games."
        return [impossible(f"{name}: {what}", cell, why)
                for what, cell in (("weight", weight), ("updates", updates),
                                   ("variance", variance), ("age", age))]  # fmt: skip
    return [
        measured(f"{name}: weight", weight,
                 give_or_take(weight, WEIGHT_MARGIN, "one run", WEIGHT_SAID),
                 (record.weight for record in met), seeds, TABLE_WHY, digits=3),
        measured(f"{name}: updates", updates, share_of(updates, UPDATES_MARGIN, "one run"),
                 (record.updates for record in met), seeds, UPDATES_WHY, digits=0,
                 fitted=material in UPDATES_FITTED),
        measured(f"{name}: variance", variance, share_of(variance, VARIANCE_MARGIN, "one run"),
                 (record.variance for record in met), seeds, TABLE_WHY, digits=2,
                 fitted=material in VARIANCES_FITTED),
        measured(f"{name}: age", age, _age_ends(age), (record.age for record in met), seeds,
                 AGE_WHY),
    ]  # fmt: skip


UPDATES_FITTED = frozenset({(0, 0, 0, 0, 0)})
VARIANCES_FITTED = frozenset(printed.SINGLES[name] for name in "PBQ")
"""By these our reading of the table was chosen (docs/research/morph.md), besides all updates."""


def _age_ends(age: Printed[int]) -> Accepted:
    """By the number of the game in which the material stood first."""
    games = printed.GAMES.value
    first = games + 1 - age.value
    return Accepted(games + 1 - FIRST_MET * first, min(games, games + 1 - first / FIRST_MET),
                    f"first met in game {first}: half or twice that", "one run")  # fmt: skip


def _weights(found: Sequence[Run]) -> "ChartState":
    """Weights by the traditional value of the material, which Morph never saw."""
    singles = sorted((side for up in printed.SINGLES.values() for side in (up, printed.down(up))),
                     key=lambda side: printed.VALUE[side].value)  # fmt: skip
    ours = []
    for at, side in enumerate(singles, start=1):
        weights = [run[side].weight for run in found if side in run]
        ours += [(float(at), next_interval(weights))] if len(weights) > 1 else []
    paper = [printed.WEIGHT[side].value for side in singles]
    return picture("WEIGHTS AFTER 106 GAMES", "", "weight",
                   Line("Table 5.1", numbered(paper), paper=True),
                   estimated("ours on average, and where one run lies in 95%", ours),
                   names=[material_name(side) for side in singles])  # fmt: skip


# -- openings --------------------------------------------------------------------------------------

BEFORE, AFTER = slice(0, 10), slice(printed.OPENING.value, printed.OPENING.value + 50)
"""Games of a run whose openings are compared: the first ones, and those after 50 games."""
OPENING_MOVES = 8
"""Of Morph's own."""
OFFICERS_AT = 1
"""b1, the first of b1, c1, f1, g1."""


def _openings(played: Sequence[Sequence[KeptGame]], seeds: Sequence[int]) -> list[Row]:
    """Whether openings become reasonable: by how many men are brought out."""

    def out(games: Sequence[KeptGame]) -> float:
        return float(np.mean([_brought_out(game) for game in games]))

    more = [out(run[AFTER]) - out(run[BEFORE]) for run in played]
    row = sign_of("knights and bishops brought out in 8 moves, after 50 games less in the first 10",
                  printed.OPENING, more, seeds, OPENING_WHY, kind="stand-in")  # fmt: skip
    return [row, impossible("moves of book variations", printed.BOOK_LINES, NO_VARIATIONS)]


def _brought_out(game: KeptGame) -> int:
    """Morph's knights and bishops that have left their squares in its first moves."""
    moves = moves_of(game)[0 if game.white else 1 :: 2][:OPENING_MOVES]
    home = {OFFICERS_AT + file + (0 if game.white else 56) for file in (0, 1, 4, 5)}
    return len(home & {move.start for move in moves})


TABLE_WHY = (
    "Tried: annealing with k = 2 and with k = 5, constant rates of 0.1 (as it is here) and 0.25, "
    "each side's own chain, each pattern's share by how extreme it is (docs/research/morph.md)."
)
UPDATES_WHY = (
    "How often material is there tells how the games went, against a GNU Chess of 1991. Tried for "
    "what a position updates: the most specific material alone, all that holds, all that holds but "
    "for even material where each side is up something, as it is here."
)
MORE_WHY = (
    "The difference tells how games went, against a GNU Chess of 1991. Counted in three runs: it "
    "comes from a game's last position, where who mates is up, and from captures that are answered "
    "at once; of ours for a pawn 66 and 95, for a knight 52 and 58, for a queen 85 and 7."
)
EARLY_WHY = "The paper doesn't say how credible is measured."
AGE_WHY = "When a difference first stands is chance, and the opponent's play."
OPENING_WHY = "The paper doesn't say what is reasonable; ours counts men that were brought out."
NO_VARIATIONS = "There is no book of variations here to compare with."

ARTEFACTS = (
    Artefact(PAPER, "table3.1", "The evaluation function: Table 3.1", evaluation, 1.0),
    Artefact(PAPER, "patterns", "How patterns are made and moved: Figs 3.1, 3.3, 3.4", patterns,
             1.0),
    Artefact(PAPER, "table5.1", "Material after 106 games: Table 5.1", table, 80.0),
    Artefact(PAPER, "curves", "Four versions: Figs 2.1, 2.2, 5.1 and 5.2", curves, 1_300.0, True),
    Artefact(PAPER, "opponents", "Morph against other opponents", opponents, 150.0, True),
    Artefact(PAPER, "level1", "Thirty games against Level I", level_1, 1_150.0, True),
)  # fmt: skip
