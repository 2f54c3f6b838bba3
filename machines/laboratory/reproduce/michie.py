"""Michie 1963, "Experiments on the mechanization of game-learning, Part I", Computer Journal 6(3),
232-236: the matchboxes of 1961 and the Pegasus 2 program.  Facts: docs/sources/menace.md.
"""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK, TURNS, boards, turned
from machines.kernels.generator import generator_state
from machines.laboratory.printed import michie as printed
from machines.laboratory.reproduce.artefacts import (
    NO_NUMBER,
    Accepted,
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    give_or_take,
    judged,
    numbered,
    picture,
    within,
)
from machines.laboratory.reproduce.michie_tournament import READ_OFF, make_tournaments
from machines.laboratory.reproduce.michie_trial_runs import make_trial_runs
from machines.laboratory.study.intervals import (
    CENTRAL,
    NORMAL,
    Estimate,
    mean_interval,
    next_interval,
    normal_interval,
)
from machines.menace.beads import COLOURS, REPLICATES, Rewards, starting_beads
from machines.menace.build import Build, build, lay
from machines.pegasus.controls import PLAY_US, SEED, odds_at_the_start
from machines.pegasus.odds import (
    INFINITE,
    LEAST_CHANCE,
    SET_OF_PLAYS,
    TRIAL_A,
    TRIAL_B,
    Origin,
    Reinforcement,
)
from machines.pegasus.play_quality import outlook
from machines.pegasus.players import read_player
from machines.pegasus.printout import (
    SIGNS,
    choices_of,
    printed_plays,
    record_of,
    result_of,
)
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import (
    choice_of,
    distinct_moves,
    stored_form,
    tables,
    turns_onto_itself,
)

PAPER = "michie"
Floats = npt.NDArray[np.float64]


# -- the matchboxes --------------------------------------------------------------------------------

COUNTED = 4
"""Boxes by which a count on the photograph may be wrong."""


def make_boxes(_: Effort) -> Made:
    """How many boxes there are, and what is in them at the start."""
    every = build("304")
    numbers = [
        (name, len(build(name).faces), int(starting_beads(build(name)).sum()))
        for name in ("304", "287L", "287W", "second")
    ]
    moves = (1, 3, 5, 7)
    boxes_of = [sum(face.ply + 1 == move for face in every.faces) for move in moves]
    chart = picture(
        "MENACE'S BOXES BY NOUGHT'S MOVE",
        "move",
        "boxes",
        Line("304 boxes", numbered(boxes_of)),
        names=[str(move) for move in moves],
    )
    return Made(_rows_of_boxes(every), ("build", "boxes", "beads"), numbers, [chart])


def _rows_of_boxes(every: Build) -> list[Row]:
    """How many boxes, colours and beads there are."""
    opened = {min(board.noughts.bit_count(), len(REPLICATES)) for board in boards()
              if board.finished}  # fmt: skip
    about = give_or_take(printed.PHOTOGRAPH, COUNTED)
    return [
        equal("essentially distinct positions with Nought to move", printed.DISTINCT_POSITIONS,
              len(every.faces), "There are 304, by two programs. 17 of them are lost whatever "
              "Nought does and 17 are won; without either there are 287, but the paper names no "
              "such rule. Tried: 15 features of positions, alone and in twos and threes, and 640 "
              "rules of when a play stops."),
        equal("positions, without those in which Nought has lost", printed.DISTINCT_POSITIONS,
              len(build("287L").faces)),
        within("boxes on the photograph", printed.PHOTOGRAPH, len(every.faces), about.low,
               about.high, margin=about.margin,
               statistic="positions with Nought to move, none twice"),
        *(equal(f"colours of the squares {', '.join(map(str, squares))}", row,
                " | ".join(COLOURS[square].upper() for square in squares))
          for squares, row in printed.TABLE_1.items()),
        *(equal(f"beads of a colour, move {move}", beads, REPLICATES[move // 2])
          for move, beads in printed.TABLE_2.items()),
        *(equal(f"beads after a play {outcome}", beads, Rewards().of(outcome))
          for outcome, beads in printed.REWARDS.items()),
        equal("boxes used in a play", printed.BOXES_IN_A_PLAY,
              ", ".join(map(str, sorted(opened)))),
        equal("colours in the first box", printed.FIRST_BOX,
              ", ".join(COLOURS[square] for square in every.colours(1))),
        *_rows_of_fig_3(),
        _row_of_late_boxes(),
    ]  # fmt: skip


def _rows_of_fig_3() -> list[Row]:
    """The box with Nought in the centre and Cross on the upper edge."""
    board = Board().play(0).play(2)
    laid = lay("304", board)
    assert laid is not None
    return [
        equal("boards that are this position", printed.SAME_POSITION,
              len({turned(board, turn) for turn in TURNS})),
        equal("empty squares in it", printed.MOVES_OF_FIG_3, len(board.moves)),
        equal("colours of its box", printed.BEADS_OF_FIG_3,
              ", ".join(map(str, build("304").colours(laid.number)))),
    ]  # fmt: skip


def _row_of_late_boxes() -> Row:
    """By how much a bead more changes the chance of its colour in a new box."""
    beads = starting_beads(build("304"))
    of_box, in_box = beads.max(axis=1), beads.sum(axis=1)
    change = (of_box + 1) / (in_box + 1) - of_box / in_box
    means = ", ".join(f"{change[of_box == beads].mean():.3f}" for beads in REPLICATES)
    quotient = change[of_box < 3].mean() / change[of_box > 2].mean()
    return within("change of a chance by a unit bonus, moves 5 and 7 over moves 1 and 3",
                  printed.LATE_BOXES, float(quotient), 1.0, math.inf,
                  shown=f"{quotient:.2f}; by moves {means}", statistic="means over the boxes",
                  margin=NO_NUMBER)  # fmt: skip


# -- Fig. 5: 200 plays at random, and what they say of the program that printed them ---------------

CHI_SQUARE_95 = 5.991
"""With two degrees of freedom."""
NATS_SHARE = 0.01
"""How far the nats of two readings of the figure may be from each other."""


def nats(records: Iterable[int]) -> list[float]:
    """How much likelier plays are at random over essentially distinct moves than over squares.

    By play the natural logarithm of the two chances' quotient.  A move stands for all that turn
    into it, so of n distinct moves one has the chance 1/n, or the share of its squares among all
    empty ones.  ``records``: recorded plays (machines/pegasus/printout.py).
    """
    positions, made = tables(), []
    for record in records:
        at, found = 0, 0.0
        for choice in choices_of(record):
            empty, kinds = 9 - positions.made[at], positions.kinds[at, choice]
            found += math.log(empty / (positions.choices[at] * kinds))
            at = positions.following[at, choice]
        made.append(found)
    return made


def make_random_play(effort: Effort) -> Made:
    """Fig. 5: 200 plays at random."""
    plays = printed_plays()
    squares = [played for played, _ in plays]
    each = nats(record_of(played) for played in squares)
    runs = effort.of(1_000, 100)
    spread = {name: _spread(name, runs, len(plays)) for name in ("distinct", "random")}
    rows = [
        *_rows_of_totals([sign for _, sign in plays]),
        equal("plays that are legal, stop where ours do and end as printed",
              printed.RANDOM_PLAYS, sum(_ends(*play) for play in plays)),
        equal("moves in the longest play", printed.LONGEST, max(map(len, squares))),
        equal("moves in the shortest play", printed.SHORTEST, min(map(len, squares))),
        equal("plays a second", printed.RATE, PLAY_US / 1e6),
        *_rows_of_nats(each, spread, runs),
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
    in_figure = Line("Fig. 5", [(sum(each), 0.0), (sum(each), most)], paper=True)
    chart = picture(
        "200 PLAYS AT RANDOM, TWO WAYS",
        "nats for essentially distinct moves",
        f"of {runs} runs",
        in_figure,
        *lines,
    )
    return Made(rows, ("run", "distinct_nats", "random_nats"), numbers, [chart])


def _histogram(values: list[float]) -> list[tuple[float, float]]:
    """How many values lie in each five nats, at the middle of each."""
    width = 5.0
    first = math.floor(min(values) / width)
    counts = np.bincount([math.floor(value / width) - first for value in values])
    return [((first + at + 0.5) * width, float(count)) for at, count in enumerate(counts)]


def _rows_of_totals(signs: list[str]) -> list[Row]:
    """How plays at random end, by enumeration, beside the figure's and the text's."""
    exact = outlook(odds_at_the_start())  # Nought wins, drawn, Cross wins
    counted = np.array([signs.count(SIGNS[result]) for result in (1, 0, -1)])
    assert tuple(counted) == printed.RANDOM_TOTALS.value
    expected = exact * counted.sum()
    chi = float(((counted - expected) ** 2 / expected).sum())
    shown = " / ".join(f"{100.0 * odds:.3f}%" for odds in exact)
    average = "How many plays the average is of isn't printed. The 200 of Fig. 5 vary by more."
    return [
        within("won, drawn, lost of 200 at random", printed.RANDOM_TOTALS, chi, 0.0, CHI_SQUARE_95,
               kind="outcome", shown=f"{shown}, enumerated; chi-square {chi:.2f}",
               statistic="chi-square of the printed totals, 2 degrees of freedom",
               margin="95% of the paper's sample"),
        within("Nought's wins to one of Cross, at random", printed.BIAS, float(exact[0] / exact[2]),
               1.5, 2.5, kind="outcome", margin="half of the printed digit",
               statistic="by enumeration"),
        *(judged(f"{who} wins of 100 at random", average_of, give_or_take(
                     average_of, 1.0, said=READ_OFF),
                 Estimate(of_200.value, of_200.value, of_200.value), of_200,
                 shown=f"{of_200.value:.2f}; of 200 plays {of_200.low:.1f} to {of_200.high:.1f}",
                 statistic="by enumeration", why=average)
          for who, average_of, of_200 in (
              ("Nought", printed.RANDOM_AVERAGE["nought"], _around(exact[0], len(signs))),
              ("Cross", printed.RANDOM_AVERAGE["cross"], _around(exact[2], len(signs))))),
    ]  # fmt: skip


def _around(chance: float, plays: int) -> Estimate:
    """Where the share of so many plays that end so, in percent, lies with 95%."""
    share = 100.0 * float(chance)
    return normal_interval(share, math.sqrt(share * (100.0 - share) / plays))


def _ends(squares: str, sign: str) -> bool:
    """Whether our program could have typed that play."""
    try:
        return SIGNS[result_of(record_of(squares))] == sign
    except RefusedError:
        return False


def _rows_of_nats(each: list[float], spread: dict[str, list[float]], runs: int) -> list[Row]:
    found = sum(each)
    most = NATS_SHARE * printed.RANDOM_NATS.value
    sample = NORMAL * float(np.std(each, ddof=1)) * math.sqrt(len(each))
    below, above = np.percentile(spread["random"], CENTRAL)
    ours = mean_interval(spread["distinct"])
    return [
        within("likelier over essentially distinct moves than over squares, in nats",
               printed.RANDOM_NATS, found, printed.RANDOM_NATS.value - most,
               printed.RANDOM_NATS.value + most, kind="twin", shown=f"{found:.2f}",
               statistic="two readings of the figure", margin=f"+-{NATS_SHARE:.0%}"),
        judged("the same, of as many plays of our program", printed.RANDOM_NATS,
               Accepted(found - sample, found + sample, "95% of the paper's sample", "200 plays"),
               ours, next_interval(spread["distinct"]), kind="constant",
               shown=f"{ours.value:.1f} ({ours.low:.1f} to {ours.high:.1f}); over squares a run "
               f"has {below:.1f} to {above:.1f}",
               statistic="the mean; that the program plays so was read off this figure",
               seeds=f"{runs} runs, spawned from {SEED}"),
    ]  # fmt: skip


def _spread(player: str, runs: int, plays: int) -> list[float]:
    """The nats of so many runs in which both sides play like that."""
    found = []
    for seed in np.random.SeedSequence(SEED).spawn(runs):
        program = Pegasus.between(player, player)
        program.generator = generator_state(seed)
        found.append(sum(nats(map(int, program.play(plays)))))
    return found


def _representatives(squares: Iterable[str]) -> Row:
    """Which square of those that turn into each other is printed."""
    found, ours = 0, 0
    for play in squares:
        board = Board()
        for square in map(int, play):
            form, turn = stored_form(board)
            if len(turns_onto_itself(form)) > 1:
                lowest = distinct_moves(form)[choice_of(board, square)][0]
                found += 1
                ours += square == BACK[turn][lowest]
            board = board.play(square)
    assert found == printed.REPRESENTATIVES.value
    return equal("moves on a symmetric board, by the square that ours would print",
                 printed.REPRESENTATIVES, ours,
                 "The order in which turns are tried is fitted to this figure; no order of the "
                 "eight turns fits more of it.")  # fmt: skip


# -- the program -----------------------------------------------------------------------------------


def make_multipliers(_: Effort) -> Made:
    """Fig. 6 and Table 3: how much a move is reinforced."""
    from devices.screen.parts.figures import multiplier_chart

    made = Reinforcement().multipliers()
    rows = [
        equal("A", printed.A, TRIAL_A),
        equal("B", printed.B, TRIAL_B),
        *(within(f"M_{n}", value, float(made[n]), value.value - 5e-5, value.value + 5e-5,
                 shown=f"{made[n]:.4f}", margin="the digits of the formula", digits=5)
          for n, value in printed.MULTIPLIERS.items()),
        within("M_1", printed.LAST_MULTIPLIER, INFINITE, 1.0 / LEAST_CHANCE, math.inf,
               shown=f"{INFINITE:g}", margin="makes the least chance that ours keeps all but 1"),
        *_rows_of_odds(),
        _sliding(),
        equal("plays whose average counts as one", printed.SET_OF_PLAYS, SET_OF_PLAYS),
    ]  # fmt: skip
    numbers = [(n, float(made[n])) for n in range(8, 1, -1)]
    return Made(rows, ("n", "multiplier"), numbers, [multiplier_chart(TRIAL_A, TRIAL_B)])


ENDED = {1: "14708", 0: "15386270", -1: "247018"}
"""A play of Fig. 5 for each result."""


def _multiplied(result: int, average: float | None = None) -> float:
    """By what our program multiplies the odds of 2 : 3 on an opening after a play with that
    result, where M_n is 2 for every n; ``average``: mu, with a sliding origin."""
    origin = Origin.FIXED if average is None else Origin.EACH_PLAY
    reinforcement = Reinforcement(2.0, 1.0, last_infinite=False, origin=origin)
    program = Pegasus(read_player("learn"), read_player("distinct"), reinforcement,
                      generator_state(SEED))  # fmt: skip
    record = record_of(ENDED[result])
    opening = choices_of(record)[0]
    program.chances[0, :3] = 0.3
    program.chances[0, opening] = 0.4
    program.origin[:2] = average or 0.0, 1.0
    program.learn(record)
    chance = float(program.chances[0, opening])
    return chance / (1.0 - chance) / (2 / 3)


def _rows_of_odds() -> list[Row]:
    """The text's example, that a defeat is a victory's reciprocal, and Table 3's three powers."""
    won, lost, mu = _multiplied(1), _multiplied(-1), 0.25
    near = 1e-9
    return [
        within("odds of 2 : 3 after a play won with M = 2", printed.ODDS, won * 2 / 3,
               printed.ODDS.value - near, printed.ODDS.value + near, digits=9),
        within("multiplier of a play lost, times that of a play won", printed.RECIPROCALS,
               won * lost, 1.0 - near, 1.0 + near, digits=9),
        *(within(f"power of M_n, and mu, after a play {said}", power,
                 math.log2(_multiplied(result, mu)) + mu, power.value - near, power.value + near,
                 shown=f"{math.log2(_multiplied(result, mu)) + mu:+.6f}", digits=9)
          for said, (result, power) in zip(("won", "drawn", "lost"), printed.POWERS.items(),
                                           strict=True)),
    ]  # fmt: skip


def _sliding() -> Row:
    """Table 3's sum for the sliding origin beside the program's two numbers, play by play."""
    d, plays = 0.9, 50
    reinforcement = Reinforcement(last_infinite=False, origin=Origin.EACH_PLAY, d=d)
    sides = read_player("learn"), read_player("distinct")
    program = Pegasus(*sides, reinforcement, generator_state(SEED))
    outcomes, most = [0], 0.0  # V_0 is 0
    for j in range(1, plays + 1):
        outcomes.append(result_of(int(program.play(1)[0])))
        weights = [d ** (j - i + 1) for i in range(j + 1)]
        mean = math.fsum(w * v for w, v in zip(weights, outcomes, strict=True)) / sum(weights)
        most = max(most, abs(mean - program.origin[0] / program.origin[1]))
    return within("sliding origin, D = 0.9", printed.ORIGIN, most, 0.0, 1e-12,
                  shown=f"{most:.1e} apart at most",
                  statistic=f"greatest difference to the printed sum over {plays} plays",
                  seeds=str(SEED))  # fmt: skip


ARTEFACTS = (
    Artefact(PAPER, "boxes", "Boxes and beads: Tables 1 and 2, Figs 2 and 3", make_boxes, 1.0),
    Artefact(PAPER, "fig4", "The tournament of 1961: Fig. 4", make_tournaments, 16.0),
    Artefact(PAPER, "fig5", "Play at random: Fig. 5", make_random_play, 5.0),
    Artefact(PAPER, "fig6", "Reinforcement: Fig. 6 and Table 3", make_multipliers, 1.0),
    Artefact(PAPER, "fig7", "Trial runs: Figs 7 to 9", make_trial_runs, 12.0),
)
