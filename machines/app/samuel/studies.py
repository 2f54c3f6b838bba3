"""What ``main.py learn samuel`` plays, game by game, as values that go from process to process.

A *study* knows its series, its seed and all that it has learned; ``play_game_task`` plays its next
game.  The study that comes back is packed (:mod:`machines.snapshot`), as the run's record keeps it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from devices.media.tape import write_tap
from machines import snapshot
from machines.app.samuel.combined_study import BothStudy
from machines.app.samuel.generalization_study import GeneralizationStudy
from machines.app.samuel.rote_study import RoteStudy
from machines.samuel.rote.tape_format import MemoryTape, write_memory

VERSION = 1
"""Of a study's snapshot."""


class Study(Protocol):
    """What a turn needs of any."""

    @property
    def games(self) -> int:
        """Games that are over."""

    @property
    def merges(self) -> int:
        """How often its memory tape has been made anew; -1 if it has none."""

    def memory_tape(self) -> MemoryTape | None:
        """The memory tape, if it has one by now."""

    def play_game(self) -> object:
        """Play the next game; what is kept of it."""


STUDIES: Mapping[str, type[Study]] = {
    "first": GeneralizationStudy,
    "second": GeneralizationStudy,
    "rote": RoteStudy,
    "both": BothStudy,
}


@dataclass(frozen=True)
class GameTask:
    """A run whose next game is due."""

    run: int
    """Which of the runs, from 0."""
    series: str
    state: bytes
    """The study, packed."""
    with_tape: bool = False
    """Whether its memory tape is wanted."""


@dataclass(frozen=True)
class GameTaskResult:
    """What became of it."""

    games: int
    """Games that are over now."""
    game: bytes
    """What is kept of the game, packed."""
    state: bytes
    tape: bytes | None = field(default=None, repr=False)
    """The memory tape as a .tap file's bytes, if it is another than before."""


def packed(study: Study) -> bytes:
    """The study as its record keeps it."""
    return snapshot.pack(study, VERSION)


def play_game_task(due: GameTask) -> GameTaskResult:
    """Play the next game of a run; raises RefusedError for a state that is none."""
    study = snapshot.unpack(due.state, STUDIES[due.series], VERSION, f"run {due.run + 1}")
    merges = study.merges
    game = snapshot.pack(study.play_game(), VERSION)
    tape = None
    if due.with_tape and study.merges != merges:
        tape = tape_bytes(study)
    return GameTaskResult(study.games, game, packed(study), tape)


def tape_bytes(study: Study) -> bytes | None:
    """The memory tape as a .tap file has it, if there is one by now."""
    tape = study.memory_tape()
    return None if tape is None else write_tap(write_memory(tape, "memory.tap"))
