"""A run of any length as a run record has it: played by the block, gone on with after any.

The study is a value (its snapshot is the run's checkpoint): the program with its odds and its
generator.  However its plays are cut into blocks, the same plays are made.

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
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.run_record import (
    RunMetadata,
    RunRecord,
    check_machine,
    pack_plays,
    unpack_plays,
)
from machines.kernels.generator import generator_state
from machines.pegasus.odds import SET_OF_PLAYS, TRIAL_A, TRIAL_B, Origin, Reinforcement
from machines.pegasus.play_quality import outlook, play_quality
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.printout import RESULT_BIT, squares_of
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.tables import tables

MACHINE = "pegasus"
RUN = "run"
"""The study's name in a run record."""
VERSION = 1
"""Of a study's snapshot."""
BLOCK = 100_000
"""Plays kept at a time: a hundredth of a second's."""
MOST_PLAYS = 10_000_000
ORIGINS = {"fixed": Origin.FIXED, "each": Origin.EACH_PLAY, "hundreds": Origin.HUNDREDS}
FROZEN = "frozen:"
EMERGED = 20
"""Of a hundred plays: when one is made so often, a standard play begins to emerge."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class StudyConfig:
    """All that a run follows from; ``nought`` and ``cross`` as they were asked for."""

    nought: str = "learn"
    cross: str = "distinct"
    a: float = TRIAL_A
    b: float = TRIAL_B
    origin: str = "fixed"
    d: float = 1.0
    last_infinite: bool = True
    seed: int = 1963

    def reinforcement(self) -> Reinforcement:
        """A, B and D as the program takes them; raises RefusedError where they are out of range."""
        if self.origin not in ORIGINS:
            names = ", ".join(ORIGINS)
            raise RefusedError("origin", f"no {self.origin!r}; expected one of {names}")
        return Reinforcement(self.a, self.b, self.last_infinite, ORIGINS[self.origin], self.d)

    def about(self, program: str = "") -> RunMetadata:
        """The same for the run's record."""
        return RunMetadata(MACHINE, RUN, asdict(self), program)


@dataclass
class Study:
    """A run under way."""

    settings: StudyConfig
    program: Pegasus

    @classmethod
    def begin(
        cls,
        settings: StudyConfig,
        frozen: tuple[Floats | None, Floats | None] = (None, None),
        seed: int | np.random.SeedSequence | None = None,
    ) -> "Study":
        """With the odds as at the start; ``frozen``: learned chances for a side that has them.

        ``seed`` takes the place of the settings' own.  Raises RefusedError for what can't be.
        """
        sides = [
            read_player(text, side) if chances is None else Player("frozen", frozen=chances)
            for side, text, chances in zip(
                ("--nought", "--cross"), (settings.nought, settings.cross), frozen, strict=True
            )
        ]
        generator = generator_state(settings.seed if seed is None else seed)
        return cls(settings, Pegasus(sides[0], sides[1], settings.reinforcement(), generator))

    @classmethod
    def of_run(cls, run: RunRecord) -> "Study":
        """As the run's record leaves it; raises RefusedError for a record of something else."""
        check_machine(run.about, MACHINE, run.where)
        if run.about.study != RUN:
            raise RefusedError(run.where, f"is the record of a {run.about.study}; expected a {RUN}")
        study = snapshot.unpack(run.state() or b"", cls, VERSION, run.where)
        if study.program.plays != run.plays:
            raise RefusedError(
                run.where, f"has {run.plays} plays; its odds are those after {study.program.plays}"
            )
        check_chances(study.program.chances, f"{run.where}, chances")
        return study

    def state(self) -> bytes:
        """Its snapshot."""
        return snapshot.pack(self, VERSION)


def play_on(study: Study, run: RunRecord, plays: int, block: int = BLOCK) -> Iterator[int]:
    """Play until the run has ``plays`` plays; after each block that was kept, how many it has."""
    while run.plays < plays:
        games = study.program.play(min(block, plays - run.plays))
        run.keep(len(games), pack_plays(games), study.state())
        yield run.plays


def plays_of(run: RunRecord) -> Integers:
    """All plays of a run, as kernels.play records them."""
    parts = [checked_plays(unpack_plays(block, run.where), run.where) for block in run.blocks()]
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def checked_plays(plays: Integers, where: str = "run") -> Integers:
    """The same plays.  Raises RefusedError where one has a result that no play has: kernels count
    by it and look at no bounds."""
    results = plays >> RESULT_BIT
    if len(plays) and not 0 <= results.min() <= results.max() <= 2:
        raise RefusedError(where, "has a play with no result; expected won, drawn or lost")
    return plays


@dataclass(frozen=True)
class Emergent:
    """The play that was made most often in a hundred."""

    squares: str
    times: int


def commonest(games: Integers) -> Emergent:
    """Of these plays (one or more); the first made of equals."""
    ((record, times),) = Counter(games.tolist()).most_common(1)
    return Emergent(squares_of(record), times)


def find_emergence(games: Integers) -> int | None:
    """In which hundred, counted from 0, a standard play begins to emerge; None if it doesn't."""
    for number in range(len(games) // SET_OF_PLAYS):
        hundred = games[number * SET_OF_PLAYS : (number + 1) * SET_OF_PLAYS]
        _, counts = np.unique(hundred, return_counts=True)
        if counts.max() >= EMERGED:
            return number
    return None


def put_together(games: Integers) -> tuple[Integers, int]:
    """Results by blocks (Nought's wins, draws, Cross's wins), at most 40, and plays in each.

    A block is a hundred plays, or 200, 500, 1000 ...; plays beyond the last whole one don't count.
    """
    size, step = SET_OF_PLAYS, 0
    while len(games) // size > 40:
        step += 1
        size = SET_OF_PLAYS * (1, 2, 5)[step % 3] * 10 ** (step // 3)
    return blocks(games, size), size


# -- The sweep over A, B and D that Michie (1963) announces and never printed: one cell of it ------

SIDES = ("nought", "cross")
AGAINST = ("distinct", "expert", "stereotyped")

IN_A_ROW = 100
MOST_LOST = 5
"""Of a hundred plays in a row: the standard."""
HUNDREDS_KEPT = 10
"""Of the results by hundreds, as many as Figs 7 and 8 show; and the last."""
AT_ONCE = 200
"""Runs whose chances are held together."""


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
