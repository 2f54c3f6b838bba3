"""A tournament of any length as a run record has it: played by the block, gone on with after any.

The study is a value (its snapshot is the run's checkpoint): the beads on both sides, the generator
and the count of what was played.  However its games are cut into blocks, the same games are played.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

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
from machines.kernels.generator import State, generator_state
from machines.menace.beads import REPLICATES, Cabinet, Rewards
from machines.menace.build import EVERY_BOX, OTHER_SIDE
from machines.menace.opponents import Frozen
from machines.menace.sides import Player, Sides
from machines.menace.tournament import MOST_GAMES, Tournament, tournament

MACHINE = "menace"
TOURNAMENT = "tournament"
"""The study's name in a run record."""
VERSION = 1
"""Of a study's snapshot."""
BLOCK = 500_000
"""Games kept at a time: a tenth of a second's."""


@dataclass
class Tally:
    """What was played, by the boxes' side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0  # Resignations among them
    resigned: int = 0
    reloads: int = 0  # How often the first box was found empty and reloaded

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> int:
        """3W + D - L, the ordinate of Michie's Fig. 4."""
        return 3 * self.wins + self.draws - self.losses

    def add(self, played: Tournament) -> None:
        """Count these games in."""
        self.wins += played.wins
        self.draws += played.draws
        self.losses += played.losses
        self.resigned += int(played.counts[3])
        self.reloads += len(played.reloads)


@dataclass(frozen=True)
class StudyConfig:
    """All that a tournament follows from."""

    opponent: str
    """As it was asked for: a name of machines.menace.opponents, ``"menace"``, ``"frozen:FILE"``."""
    build: str = "304"
    replicates: tuple[int, ...] = REPLICATES
    rewards: Rewards = field(default_factory=Rewards)
    seed: int = 1961
    first: int = 1
    """The number of the first game, which the opponent 1961 goes by."""
    reload: bool = False
    """Whether an empty first box is reloaded."""

    def about(self, program: str = "") -> RunMetadata:
        """The same for the run's record."""
        return RunMetadata(MACHINE, TOURNAMENT, asdict(self), program)


@dataclass
class Study:
    """A tournament under way."""

    settings: StudyConfig
    cabinet: Cabinet
    opponent: Player  # The other cabinet, frozen beads, or a name
    generator: State
    tally: Tally = field(default_factory=Tally)
    ended: bool = False  # Whether the machine declines to play on

    @classmethod
    def begin(cls, settings: StudyConfig, frozen: Frozen | None = None) -> "Study":
        """With all beads at the start; ``frozen`` is the opponent where one is named by a file.

        Raises RefusedError for what can't be played.
        """
        cabinet = Cabinet.new(settings.build, settings.replicates, settings.rewards)
        opponent: Player = frozen or settings.opponent
        if settings.opponent == MACHINE:
            build = EVERY_BOX[OTHER_SIDE[cabinet.side]]
            opponent = Cabinet.new(build, settings.replicates, settings.rewards)
        study = cls(settings, cabinet, opponent, generator_state(settings.seed))
        Sides.of(*study._seats())
        return study

    @classmethod
    def of_run(cls, run: RunRecord) -> "Study":
        """As the run's record leaves it.

        Raises RefusedError for a record of something else, or one whose beads can't be its own.
        """
        where = run.where
        check_machine(run.about, MACHINE, where)
        if run.about.study != TOURNAMENT:
            raise RefusedError(
                where, f"is the record of a {run.about.study}; expected {TOURNAMENT}"
            )
        study = snapshot.unpack(run.state() or b"", cls, VERSION, where)
        build = run.about.settings.get("build")
        if study.cabinet.build != build:
            raise RefusedError(
                where, f"has the beads of build {study.cabinet.build}; its settings say {build}"
            )
        if study.tally.games != run.plays:
            raise RefusedError(
                where, f"has {run.plays} plays; its beads are those after {study.tally.games}"
            )
        for cabinet in (study.cabinet, study.opponent):
            if isinstance(cabinet, Cabinet):
                cabinet.check(where)
        return study

    def state(self) -> bytes:
        """Its snapshot."""
        return snapshot.pack(self, VERSION)

    def play(self, games: int) -> Tournament:
        """Play so many games, or fewer if the machine declines to play on."""
        played = tournament(
            min(games, MOST_GAMES),
            *self._seats(),
            self.generator,
            first=self.settings.first + self.tally.games,
            reload=self.settings.reload,
        )
        self.tally.add(played)
        self.ended = played.declined
        return played

    def _seats(self) -> tuple[Player, Player]:
        if self.cabinet.side == "O":
            return self.cabinet, self.opponent
        return self.opponent, self.cabinet


def play_on(study: Study, run: RunRecord, games: int, block: int = BLOCK) -> Iterator[Tournament]:
    """Play until there are ``games`` games in the run; each block is kept, then yielded.

    It ends early where the machine declines.
    """
    while study.tally.games < games and not study.ended:
        played = study.play(min(block, games - study.tally.games))
        count = len(played.records)
        if count:
            run.keep(count, pack_plays(played.records), study.state(), results(study))
        else:
            run.keep_results(results(study))
        yield played


def results(study: Study) -> dict[str, Any]:
    """What a reader of the record wants to know first.

    ``declined`` counts how often the first box was found empty, so that no play was begun.
    """
    tally = study.tally
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "games": tally.games,
        "resigned": tally.resigned,
        "declined": tally.reloads + int(study.ended),
    }


def blocks(run: RunRecord) -> Iterator[Tournament]:
    """What was played, block by block, as Tournaments (without the reloads)."""
    side = "X" if run.about.settings.get("build") == EVERY_BOX["X"] else "O"
    for block in run.blocks():
        yield Tournament(unpack_plays(block, run.where), side)


def outcomes(run: RunRecord) -> npt.NDArray[np.int8]:
    """By game: 1 won, 0 drawn, -1 lost."""
    parts = [played.results.astype(np.int8) for played in blocks(run)]
    return np.concatenate([np.zeros(0, dtype=np.int8), *parts])
