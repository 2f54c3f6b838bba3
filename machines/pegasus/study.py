"""A run of any length as a run record has it: played by the block, gone on with after any.

The study is a value (its snapshot is the run's checkpoint): the program with its odds and its
generator.  However its plays are cut into blocks, the same plays are made.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

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
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.printout import RESULT_BIT, squares_of
from machines.pegasus.program import Pegasus, blocks

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


def put_together(games: Integers, most: int = 40) -> tuple[Integers, int]:
    """Results by blocks (Nought's wins, draws, Cross's wins), at most so many, and plays in each.

    A block is a hundred plays, or 200, 500, 1000 ...; plays beyond the last whole one don't count.
    """
    size, step = SET_OF_PLAYS, 0
    while len(games) // size > most:
        step += 1
        size = SET_OF_PLAYS * (1, 2, 5)[step % 3] * 10 ** (step // 3)
    return blocks(games, size), size
