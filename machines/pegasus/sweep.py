"""The sweep over A, B and D that Michie (1963) announces and never printed: one cell of it.

In each cell one side learns, many runs of many plays, against one opposition:

``distinct``      at random over essentially distinct moves, as in the trial runs
``expert``        any of the best moves, each essentially distinct one alike
``stereotyped``   always the same one of those: the paper's "stereotyped play"

What is measured of the runs:

* plays to the *standard*: the first play that ends a hundred in a row of which at most
  :data:`MOST_LOST` were lost;
* what share of them ends infallible, and perfect (:mod:`machines.pegasus.play_quality`): the odds
  taken as they stand after the last play, against every play there is;
* the results by hundreds of plays.

With ``fixed`` origin M_1 is infinite as in the trial runs; a sliding one needs it finite.  A cell's
plays follow from its own name and the seed alone, whatever other cells there are.
"""

import zlib
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.kernels.generator import generator_state
from machines.pegasus.odds import SET_OF_PLAYS, Origin, Reinforcement
from machines.pegasus.play_quality import outlook, play_quality
from machines.pegasus.players import Player
from machines.pegasus.program import Pegasus
from machines.pegasus.study import ORIGINS
from machines.pegasus.tables import tables

SIDES = ("nought", "cross")
AGAINST = ("distinct", "expert", "stereotyped")

IN_A_ROW = 100
MOST_LOST = 5
"""Of a hundred plays in a row: the standard."""
HUNDREDS_KEPT = 10
"""Of the results by hundreds, as many as Figs 7 and 8 show; and the last."""
AT_ONCE = 200
"""Runs whose chances are held together."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cell:
    """One place of the sweep.  Raises RefusedError for names and numbers that can't be."""

    a: float
    b: float
    origin: str = "fixed"
    d: float = 1.0
    learner: str = "nought"
    against: str = "distinct"

    def __post_init__(self) -> None:
        for what, name, names in (
            ("learner", self.learner, SIDES),
            ("opposition", self.against, AGAINST),
            ("origin", self.origin, tuple(ORIGINS)),
        ):
            if name not in names:
                raise RefusedError(what, f"no {name!r}; expected one of {', '.join(names)}")

    @property
    def name(self) -> str:
        """What the cell is called in a record; its random numbers follow from it."""
        slid = f"D={self.d!r} {self.origin}" if self.origin != "fixed" else "fixed"
        return f"A={self.a!r} B={self.b!r} {slid} {self.learner} v {self.against}"

    def reinforcement(self) -> Reinforcement:
        """Its multipliers; raises RefusedError where A, B or D is out of range."""
        origin = ORIGINS[self.origin]
        fixed = origin is Origin.FIXED
        return Reinforcement(self.a, self.b, fixed, origin, 1.0 if fixed else self.d)


@dataclass(frozen=True)
class Measured:
    """What was found in a cell."""

    plays_to_standard: float | None
    """The median run's; None if fewer than half came so far."""
    reached: float
    """Share of the runs that came to the standard."""
    infallible: float
    """Share of the runs that ended so."""
    perfect: float
    risk: float
    """Mean over the runs, at the end."""
    losing: float
    """Mean exact chance of losing to this opposition, at the end."""
    hundreds: tuple[tuple[float, float, float], ...]
    """Mean Nought wins, draws, Cross wins: of the first ten hundreds, and of the last."""


def opposition(name: str) -> Player:
    """Who plays against the learner."""
    if name != "stereotyped":
        return Player(name)
    best = Player("expert").chances()
    first = np.zeros_like(best)
    rows = np.flatnonzero(tables().choices)
    first[rows, best[rows].argmax(axis=1)] = 1.0
    return Player("frozen", frozen=first)


def measure(cell: Cell, runs: int, plays: int, seed: int) -> Measured:
    """Make the runs of a cell; ``plays`` in each, a whole number of hundreds.

    Raises RefusedError where A, B or D is out of range.
    """
    side = SIDES.index(cell.learner)
    seeds = np.random.SeedSequence([seed, zlib.crc32(cell.name.encode())]).spawn(runs)
    reached = np.full(runs, np.inf)
    risk, lapse, losing = np.zeros(runs), np.zeros(runs), np.zeros(runs)
    infallible, perfect = np.zeros(runs, dtype=np.bool_), np.zeros(runs, dtype=np.bool_)
    hundreds = np.zeros((plays // SET_OF_PLAYS, 3))
    for first in range(0, runs, AT_ONCE):
        held = []
        for run in range(first, min(first + AT_ONCE, runs)):
            program = _program(cell, side, generator_state(seeds[run]))
            results = (program.play(plays) >> 36) - 1
            reached[run] = plays_to_standard(results * (1 if side == 0 else -1))
            hundreds += _by_hundreds(results) / runs
            held.append(program.chances)
        those, chances = slice(first, first + len(held)), np.array(held)
        found = play_quality(chances, side)
        risk[those], lapse[those] = found.risk, found.lapse
        infallible[those], perfect[those] = found.infallible, found.perfect
        losing[those] = outlook(chances)[:, 2 if side == 0 else 0]
    median = float(np.median(reached))
    kept = [*hundreds[:HUNDREDS_KEPT], hundreds[-1]]
    return Measured(
        plays_to_standard=median if np.isfinite(median) else None,
        reached=float(np.isfinite(reached).mean()),
        infallible=float(infallible.mean()),
        perfect=float(perfect.mean()),
        risk=float(risk.mean()),
        losing=float(losing.mean()),
        hundreds=tuple((float(n), float(d), float(x)) for n, d, x in kept),
    )


def plays_to_standard(results: Integers) -> float:
    """After how many plays the last hundred had at most five lost; infinite if never.

    ``results``: the learner's, 1, 0 or -1, in order.
    """
    lost = np.concatenate([[0], np.cumsum(results == -1)])
    met = np.flatnonzero(lost[IN_A_ROW:] - lost[:-IN_A_ROW] <= MOST_LOST)
    return float(met[0] + IN_A_ROW) if met.size else float("inf")


def _program(cell: Cell, side: int, generator: Integers) -> Pegasus:
    players = [Player("learn"), opposition(cell.against)]
    nought, cross = players if side == 0 else players[::-1]
    return Pegasus(nought, cross, cell.reinforcement(), generator)


def _by_hundreds(results: Integers) -> Integers:
    """Nought's wins, draws and Cross's wins of each hundred (hundreds x 3)."""
    each = results.reshape(-1, SET_OF_PLAYS)
    return np.stack([(each == value).sum(axis=1) for value in (1, 0, -1)], axis=1)


def as_json(measured: Measured) -> dict[str, Any]:
    """For a run record."""
    return {**vars(measured), "hundreds": [list(row) for row in measured.hundreds]}


def from_json(kept: object, where: str = "a cell") -> Measured:
    """What :func:`as_json` made; raises RefusedError for anything else."""
    try:
        return msgspec.convert(kept, Measured)
    except msgspec.ValidationError as error:
        raise RefusedError(where, f"isn't what a cell measures: {error}") from error
