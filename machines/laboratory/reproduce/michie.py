"""Michie 1963, "Experiments on the mechanization of game-learning, Part I", Computer Journal 6(3),
232-236: the matchboxes of 1961 and the Pegasus 2 program.  Facts: docs/sources/menace.md.
"""

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import State, generator_state
from machines.laboratory.pegasus.run import RunEnsemble, play_ensemble
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    numbered,
    picture,
    within,
)
from machines.laboratory.study.intervals import CENTRAL
from machines.menace.beads import COLOURS, REPLICATES, Cabinet, Rewards, starting_beads
from machines.menace.build import build, lay
from machines.menace.fitted_opponent import CAREFUL, DARING, FROM, tournament_of_1961
from machines.menace.text import CALLOUTS, RESULTS, scores
from machines.menace.tournament import Tournament, tournament
from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.play_quality import outlook
from machines.pegasus.players import read_player
from machines.pegasus.printout import (
    FIGURES,
    SIGNS,
    Figure,
    choices_of,
    printed_plays,
    record_of,
    result_of,
)
from machines.pegasus.program import Pegasus
from machines.pegasus.study import StudyConfig
from machines.pegasus.tables import (
    choice_of,
    distinct_moves,
    stored_form,
    tables,
    turns_onto_itself,
)

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState

PAPER = "michie"
SEED = 1963
PHOTOGRAPH = (301, 309)
"""Boxes counted on Fig. 2, which shows about 305: some stand in shadow."""
TABLE_1 = "white lilac silver green pink red amber black gold"
FIG_6 = (1.025, 1.0506, 1.1038, 1.2184, 1.4845, 2.2038, 4.8565)
"""M_8 to M_2, as the formula under Fig. 6 gives them; M_1 is drawn without an end."""
LEAST_INSIDE = 46
"""Of the 52 blocks of Figs 7 to 9: of 52 that lie inside with chance 0.95 each, 46 or more do in
97.5% of all cases."""


# -- the matchboxes --------------------------------------------------------------------------------


def boxes(_: Effort) -> Made:
    """How many boxes there are, and what is in them at the start."""
    rows = [
        within("boxes on the photograph", "Fig. 2", "about 305", len(build("304").faces),
               *PHOTOGRAPH, statistic="positions with Nought to move, none twice"),
        equal("boxes, without those in which the play is lost", "text", 287,
              len(build("287L").faces)),
        equal("colours of the squares 1 to 8 and 0", "Table 1", TABLE_1,
              " ".join(COLOURS[square] for square in (*range(1, 9), 0))),
        equal("beads of a colour by move 1, 3, 5, 7", "Table 2", "4, 3, 2, 1",
              ", ".join(map(str, REPLICATES))),
        equal("beads after a play won, drawn, lost", "text", "+3, +1, -1",
              ", ".join(f"{gain:+d}" for gain in (Rewards().win, Rewards().draw, Rewards().loss))),
        equal("colours in the box of Fig. 3", "Fig. 3", "1 6 7 8, 3 beads each", _fig_3()),
    ]  # fmt: skip
    numbers = [
        (name, len(build(name).faces), int(starting_beads(build(name)).sum()))
        for name in ("304", "287L", "287W", "second")
    ]
    moves = (1, 3, 5, 7)
    boxes_of = [sum(face.ply + 1 == move for face in build("304").faces) for move in moves]
    chart = picture(
        "MENACE'S BOXES BY NOUGHT'S MOVE",
        "move",
        "boxes",
        Line("304 boxes", numbered(boxes_of)),
        names=[str(move) for move in moves],
    )
    return Made(rows, ("build", "boxes", "beads"), numbers, [chart])


def _fig_3() -> str:
    """The box with Nought in the centre and Cross on the upper edge."""
    laid = lay("304", Board().play(0).play(2))
    assert laid is not None
    beads = starting_beads(build("304"))[laid.number - 1]
    colours = [square for square in range(9) if beads[square]]
    return f"{' '.join(map(str, colours))}, {int(beads.max())} beads each"


def tournaments(effort: Effort) -> Made:
    """Fig. 4: the tournament of 1961 among many against its opponent, in two reconstructions."""
    count = effort.of(2_000, 200)
    seeds = np.random.SeedSequence(SEED).spawn(count)
    said = f"{count} tournaments, seeds spawned from {SEED}"
    rows: list[Row] = []
    numbers: list[tuple[object, ...]] = []
    shown = None
    for turn, (name, opponent, sample, why) in enumerate(OPPONENTS_OF_1961):
        played = []
        for number, seed in enumerate(seeds):
            played.append(opponent(Cabinet.new("304"), generator_state(seed)))
            if number % 50 == 0:
                effort.tell((turn + number / count) / len(OPPONENTS_OF_1961))
        found = np.array([(series.wins, series.draws, series.losses) for series in played])
        lines = np.array([scores(series.results)[WAYPOINTS] for series in played])
        left = [last_other_opening(series) for series in played]
        if sample:
            rows += _out_of_sample(lines, said)
        rows += _rows_of_fig_4(name, sample, found, lines, left, said, why)
        numbers += [
            (name, k + 1, *map(int, counts), last)
            for k, (counts, last) in enumerate(zip(found, left, strict=True))
        ]
        shown = played[0]
    assert shown is not None
    columns = ("opponent", "tournament", "won", "drawn", "lost", "last_other_opening")
    return Made(rows, columns, numbers, [_fig_4(shown)])


def _perfect(cabinet: Cabinet, state: State) -> Tournament:
    return tournament(len(RESULTS), cabinet, "1961", state, reload=True)


OPPONENTS_OF_1961 = (
    (
        "perfect but for the printed variants",
        _perfect,
        "",
        "It errs less than people do. Tried: the fitted opponent below, each chance of an error "
        "from none to 80%, and an opponent that repeats what last won.",
    ),
    (
        f"fitted: any move in {1 - CAREFUL:.0%} of its turns, from play {FROM} {1 - DARING:.0%}",
        tournament_of_1961,
        " (in sample: the opponent is fitted to this line)",
        "Two chances that are fitted to this very line don't explain all of it. Tried: each of "
        "them from none to 80%, perfect play, and an opponent that repeats what last won.",
    ),
)
STRETCHES = (
    ("plays 1 to 106", 0, 5, True), ("plays 107 to 132", 5, 7, False),
    ("plays 133 to 188", 7, 9, True), ("plays 189 to 220", 9, 11, False),
)  # fmt: skip
"""Of the line, between its waypoints; whether one of the two chances was chosen on it."""
WAYPOINTS = np.array([17, 22, 58, 79, 106, 126, 132, 165, 188, 204, 220]) - 1
"""Plays at which Fig. 4's line is compared: where its captions stand, and between."""


def _rows_of_fig_4(
    name: str,
    sample: str,
    found: npt.NDArray[np.int64],
    lines: npt.NDArray[np.int64],
    left: Sequence[int],
    seeds: str,
    why: str,
) -> list[Row]:
    printed = [RESULTS.count(result) for result in (1, 0, -1)]
    totals = share_as_far(found[:, :2], np.array(printed[:2]))
    line = share_as_far(lines, scores(RESULTS)[WAYPOINTS])
    mean = " - ".join(f"{count:.1f}" for count in found.mean(axis=0))
    low, high = np.percentile(left, CENTRAL)
    away = f"share of our tournaments that lie as far from their mean as the printed one{sample}"
    return [
        within(f"won, drawn, lost of 220; opponent {name}", "Fig. 4",
               " - ".join(map(str, printed)), totals, 0.05, 1.0,
               shown=f"{mean} on average; {totals:.1%}", statistic=away, seeds=seeds, why=why),
        within(f"the whole line; opponent {name}", "Fig. 4", "11 points of it", line, 0.05, 1.0,
               shown=f"{line:.1%}", statistic=away, seeds=seeds, why=why),
        within(f"last play that opens elsewhere than in a corner; opponent {name}", "Fig. 4",
               str(CALLOUTS[0][0]), CALLOUTS[0][0], float(low), float(high),
               shown=f"{low:.0f} to {high:.0f}",
               statistic="the printed play within the central 95% of ours", seeds=seeds,
               why="In the printed line 14 of the first 17 plays are lost, and with them the beads "
               "of the first box; ours lose fewer. Tried: both opponents of this table, and "
               "chances of an error of none, 20%, 50% and 80%."),
    ]  # fmt: skip


def _out_of_sample(lines: npt.NDArray[np.int64], seeds: str) -> list[Row]:
    """How far the fitted opponent explains each stretch of the line, by its rises between
    waypoints."""
    printed = np.diff(scores(RESULTS)[WAYPOINTS], prepend=0)
    rises = np.diff(lines, axis=1, prepend=0)
    rows = []
    for name, first, end, fitted in STRETCHES:
        share = share_as_far(rises[:, first:end], printed[first:end])
        sample = "in sample: a chance was chosen on it" if fitted else "out of sample"
        rows.append(within(
            f"{name} of the line; fitted opponent, {sample}", "Fig. 4",
            ", ".join(f"{rise:+d}" for rise in printed[first:end]), share, 0.05, 1.0,
            shown=", ".join(f"{rise:+.0f}" for rise in rises[:, first:end].mean(axis=0))
            + f" on average; {share:.1%}",
            statistic="share of our tournaments whose rises lie as far from their mean as the "
            "printed ones", seeds=seeds,
            why="Nobody knows how Michie's opponent played there. Tried: each chance of an error "
            "from none to 80%, and an opponent that repeats what last won.",
        ))  # fmt: skip
    return rows


def last_other_opening(played: Tournament) -> int:
    """The number of the last play that doesn't open in a corner (squares 1, 3, 5, 7); 0: none."""
    opened = (played.records & 15) - 1
    elsewhere = np.flatnonzero((opened % 2 == 0) | (opened < 1))
    return int(elsewhere[-1]) + 1 if len(elsewhere) else 0


def share_as_far(found: npt.NDArray[np.int64], row: npt.NDArray[np.int64]) -> float:
    """Which share of the rows of ``found`` lie as far from their mean as ``row``, by the distance
    that takes their spread into account (Mahalanobis)."""
    centre = found.mean(axis=0)
    inverse = np.linalg.pinv(np.cov(found.T))

    def away(points: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        apart = points - centre
        return np.asarray(((apart @ inverse) * apart).sum(axis=-1), np.float64)

    return float((away(found) >= away(row)).mean())


def _fig_4(played: Tournament) -> "FigureState":
    from devices.screen.parts.figures import score_chart

    title = "FIG. 4: THE TOURNAMENT OF 1961, AND ONE OF OURS"
    return score_chart(
        played.results, ghost=RESULTS, callouts=CALLOUTS, name="one of ours", title=title
    )


# -- Fig. 5: 200 plays at random, and what they say of the program that printed them ---------------

FIG_5 = "Fig. 5"
CHI_SQUARE_95 = 5.991
"""With two degrees of freedom."""
MEASURED_NATS, SHARE = 63.7, 0.01
"""How much likelier the figure's plays are at random over essentially distinct moves than over
squares, measured before on another reading of it; and how far ours may be from that."""


def nats(records: Iterable[int]) -> float:
    """How much likelier plays are at random over essentially distinct moves than over squares.

    The natural logarithm of the two chances' quotient.  A move stands for all that turn into it, so
    of n distinct moves one has the chance 1/n, or the share of its squares among all empty ones.
    ``records``: recorded plays (machines/pegasus/printout.py).
    """
    positions, found = tables(), 0.0
    for record in records:
        at = 0
        for choice in choices_of(record):
            empty, kinds = 9 - positions.made[at], positions.kinds[at, choice]
            found += math.log(empty / (positions.choices[at] * kinds))
            at = positions.following[at, choice]
    return found


def random_play(effort: Effort) -> Made:
    """Fig. 5: 200 plays at random."""
    plays = printed_plays()
    squares = [played for played, _ in plays]
    measured = nats(record_of(played) for played in squares)
    exact = np.array(outlook(odds_at_the_start()))
    rows = [
        _totals([sign for _, sign in plays], exact),
        equal("plays that are legal, stop where ours do and end as printed", FIG_5, len(plays),
              sum(_ends(*play) for play in plays)),
        within("likelier over essentially distinct moves than over squares, in nats", FIG_5,
               f"{MEASURED_NATS:g}", measured, MEASURED_NATS * (1.0 - SHARE),
               MEASURED_NATS * (1.0 + SHARE), shown=f"{measured:.2f}",
               statistic="what others measured on the figure, +-1%"),
    ]  # fmt: skip
    runs = effort.of(1_000, 100)
    spread = {name: _spread(name, runs, len(plays)) for name in ("distinct", "random")}
    low, high = np.percentile(spread["distinct"], CENTRAL)
    below, above = np.percentile(spread["random"], CENTRAL)
    rows += [
        within("the same, of as many plays of our program", FIG_5, f"{measured:.1f}",
               measured, float(low), float(high),
               shown=f"{low:.1f} to {high:.1f}; over squares {below:.1f} to {above:.1f}",
               statistic="the figure's within the central 95% of our runs",
               seeds=f"{runs} runs, spawned from {SEED}"),
        _representatives(squares),
    ]  # fmt: skip
    numbers = [
        (run + 1, *(round(spread[name][run], 3) for name in ("distinct", "random")))
        for run in range(runs)
    ]
    lines = [
        Line(said, _histogram(spread[name]))
        for name, said in (
            ("distinct", "over essentially distinct moves"),
            ("random", "over squares"),
        )
    ]
    most = max(height for line in lines for _, height in line.points)
    printed = Line("Fig. 5", [(measured, 0.0), (measured, most)], paper=True)
    chart = picture(
        "200 PLAYS AT RANDOM, TWO WAYS",
        "nats for essentially distinct moves",
        f"of {runs} runs",
        printed,
        *lines,
    )
    return Made(rows, ("run", "distinct_nats", "random_nats"), numbers, [chart])


def _histogram(values: list[float], width: float = 5.0) -> list[tuple[float, float]]:
    """How many values lie in each ``width``, at the middle of each."""
    first = math.floor(min(values) / width)
    counts = np.bincount([math.floor(value / width) - first for value in values])
    return [((first + at + 0.5) * width, float(count)) for at, count in enumerate(counts)]


def _totals(signs: list[str], exact: npt.NDArray[np.float64]) -> Row:
    """How the plays ended, beside the chances, which are enumerated: [Nought wins, drawn, Cross
    wins]."""
    printed = np.array([signs.count(SIGNS[result]) for result in (1, 0, -1)])
    expected = exact * printed.sum()
    chi = float(((printed - expected) ** 2 / expected).sum())
    shown = " / ".join(f"{100.0 * odds:.3f}%" for odds in exact)
    return within("won, drawn, lost of 200 at random", FIG_5, " / ".join(map(str, printed)), chi,
                  0.0, CHI_SQUARE_95, shown=f"{shown}, enumerated; chi-square {chi:.2f}",
                  statistic="chi-square of the printed totals, 2 degrees of freedom")  # fmt: skip


def _ends(squares: str, sign: str) -> bool:
    """Whether our program could have typed that play."""
    try:
        return SIGNS[result_of(record_of(squares))] == sign
    except RefusedError:
        return False


def _spread(player: str, runs: int, plays: int) -> list[float]:
    """The nats of so many runs in which both sides play like that."""
    found = []
    for seed in np.random.SeedSequence(SEED).spawn(runs):
        program = Pegasus.between(player, player)
        program.generator = generator_state(seed)
        found.append(nats(map(int, program.play(plays))))
    return found


def _representatives(squares: Iterable[str]) -> Row:
    """Which square of those that turn into each other is printed."""
    printed, ours = 0, 0
    for play in squares:
        board = Board()
        for square in map(int, play):
            form, turn = stored_form(board)
            if len(turns_onto_itself(form)) > 1:
                lowest = distinct_moves(form)[choice_of(board, square)][0]
                printed += 1
                ours += square == BACK[turn][lowest]
            board = board.play(square)
    return within("moves on a symmetric board, by the square that ours would print", FIG_5,
                  f"{printed} moves", ours, printed, printed, shown=f"{ours}",
                  statistic="all of them",
                  why="The order in which turns are tried is fitted to this figure; no order of "
                  "the eight turns fits more of it.")  # fmt: skip


# -- the program -----------------------------------------------------------------------------------


def multipliers(_: Effort) -> Made:
    """Fig. 6 and Table 3: how much a move is reinforced."""
    from devices.screen.parts.figures import multiplier_chart

    made = Reinforcement().multipliers()[:1:-1]
    rows = [
        within(f"M_{8 - k}", "Fig. 6", f"{printed:g}", float(ours), printed - 5e-5, printed + 5e-5,
               shown=f"{ours:.4f}", statistic="to the digits of the printed formula")
        for k, (printed, ours) in enumerate(zip(FIG_6, made, strict=True))
    ]  # fmt: skip
    rows.append(_sliding())
    numbers = [(8 - k, float(value)) for k, value in enumerate(made)]
    return Made(rows, ("n", "multiplier"), numbers, [multiplier_chart(1.025, 2.0)])


def _sliding(d: float = 0.9, plays: int = 50) -> Row:
    """Table 3's sum for the sliding origin beside the program's two numbers, play by play."""
    reinforcement = Reinforcement(last_infinite=False, origin=Origin.EACH_PLAY, d=d)
    sides = read_player("learn"), read_player("distinct")
    program = Pegasus(*sides, reinforcement, generator_state(SEED))
    outcomes, most = [0], 0.0  # V_0 is 0
    for j in range(1, plays + 1):
        outcomes.append(result_of(int(program.play(1)[0])))
        weights = [d ** (j - i + 1) for i in range(j + 1)]
        printed = math.fsum(w * v for w, v in zip(weights, outcomes, strict=True)) / sum(weights)
        most = max(most, abs(printed - program.origin[0] / program.origin[1]))
    return within("sliding origin, D = 0.9", "Table 3", "a weighted mean", most, 0.0, 1e-12,
                  shown=f"{most:.1e} apart at most",
                  statistic=f"greatest difference to the printed sum over {plays} plays",
                  seeds=str(SEED))  # fmt: skip


def trial_runs(effort: Effort) -> Made:
    """Figs 7 to 9: Nought's wins by hundreds of plays, one side learning or both."""
    runs = effort.of(1_000, 200)
    rows, numbers, charts = [], [], []
    inside_all = printed_all = 0
    tasks = [(number, runs) for number in range(len(FIGURES))]
    for figure, found in zip(FIGURES, effort.results(_trial, tasks), strict=True):
        inside, printed = found.inside(figure)
        inside_all, printed_all = inside_all + inside, printed_all + printed
        rows.append(Row(
            f"blocks of 100 plays: {figure.title.lower()}", f"Fig. {figure.number}",
            f"{printed} blocks", f"{inside} lie within ours",
            "green" if inside >= _least_inside(printed) else "red",
            "blocks whose Nought wins lie within the central 95% of our runs",
            f"{_least_inside(printed)} or more", f"{runs} runs, spawned from {SEED}",
        ))  # fmt: skip
        for block, (mean, ends) in enumerate(zip(found.means, found.ends.T, strict=True), 1):
            numbers.append((figure.number, block, *map(float, mean), *map(float, ends)))
        charts.append(found.chart(figure, f"the mean of {runs} runs", figure.title))
    rows.append(
        within(
            "blocks of all three figures",
            "Figs 7-9",
            f"{printed_all} blocks",
            inside_all,
            LEAST_INSIDE,
            printed_all,
            shown=f"{inside_all} lie within ours",
            statistic="the same, all together",
            seeds=f"spawned from {SEED}",
        )
    )
    columns = ("figure", "block", "nought", "drawn", "cross", "nought_low", "nought_high")
    return Made(rows, columns, numbers, charts)


def _least_inside(count: int) -> int:
    """How many of so many lie inside, with chance 0.95 each, in 97.5% of all cases at least."""
    below = 0.0
    for inside in range(count + 1):
        below += math.comb(count, inside) * 0.95**inside * 0.05 ** (count - inside)
        if below > 0.025:
            return inside
    return count


def _trial(task: tuple[int, int]) -> RunEnsemble:
    """So many runs of a figure."""
    number, runs = task
    figure: Figure = FIGURES[number]
    plays = 100 * max(len(run) for run in figure.runs)
    seeds = np.random.SeedSequence([SEED, figure.number]).spawn(runs)
    return play_ensemble(StudyConfig(figure.nought, figure.cross), plays, seeds)


ARTEFACTS = tuple(
    Artefact(PAPER, name, title, make, cost)
    for name, title, make, cost in (
        ("boxes", "Boxes and beads: Tables 1 and 2, Figs 2 and 3", boxes, 1.0),
        ("fig4", "The tournament of 1961: Fig. 4", tournaments, 8.0),
        ("fig5", "Play at random: Fig. 5", random_play, 5.0),
        ("fig6", "Reinforcement: Fig. 6 and Table 3", multipliers, 1.0),
        ("fig7", "Trial runs: Figs 7 to 9", trial_runs, 6.0),
    )
)
