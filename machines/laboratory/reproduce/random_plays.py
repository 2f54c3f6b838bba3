"""Michie 1963, Fig. 5: 200 plays at random, and what they say of the program that printed them."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import generator_state
from machines.laboratory.reproduce.artefacts import Effort, Line, Made, Row, equal, picture, within
from machines.laboratory.study.intervals import CENTRAL
from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.play_quality import outlook
from machines.pegasus.printout import SIGNS, choices_of, printed_plays, record_of, result_of
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import (
    choice_of,
    distinct_moves,
    stored_form,
    tables,
    turns_onto_itself,
)

SEED = 1963
WHERE = "Fig. 5"
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
    squares = [one for one, _ in plays]
    measured = nats(record_of(one) for one in squares)
    exact = np.array(outlook(odds_at_the_start()))
    rows = [
        _totals([sign for _, sign in plays], exact),
        equal("plays that are legal, stop where ours do and end as printed", WHERE, len(plays),
              sum(_ends(*one) for one in plays)),
        within("likelier over essentially distinct moves than over squares, in nats", WHERE,
               f"{MEASURED_NATS:g}", measured, MEASURED_NATS * (1.0 - SHARE),
               MEASURED_NATS * (1.0 + SHARE), shown=f"{measured:.2f}",
               statistic="what others measured on the figure, +-1%"),
    ]  # fmt: skip
    runs = effort.of(1_000, 100)
    spread = {name: _spread(name, runs, len(plays)) for name in ("distinct", "random")}
    low, high = np.percentile(spread["distinct"], CENTRAL)
    below, above = np.percentile(spread["random"], CENTRAL)
    rows += [
        within("the same, of as many plays of our program", WHERE, f"{measured:.1f}",
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
    shown = " / ".join(f"{100.0 * one:.3f}%" for one in exact)
    return within("won, drawn, lost of 200 at random", WHERE, " / ".join(map(str, printed)), chi,
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
    return within("moves on a symmetric board, by the square that ours would print", WHERE,
                  f"{printed} moves", ours, printed, printed, shown=f"{ours}",
                  statistic="all of them",
                  why="The order in which turns are tried is fitted to this figure; no order of "
                  "the eight turns fits more of it.")  # fmt: skip
