"""Run records: what a long run of any machine records, and their protocol.

A *run* is a study, a tournament or a visitor's day: a machine with its settings and seed, and what
it did, in *blocks* of plays.  With each block goes a *checkpoint*, the whole state after it
(:mod:`machines.exhibit.snapshot`, the generator in it), and both are kept together or not at all.
So a run that was broken off is gone on with from its last block, and since a block leaves the same
state however plays are cut into blocks, it comes to what an undisturbed run comes to.

A machine decides what the bytes of a block and of a state mean; :func:`pack_plays` serves any
that writes a play as one integer.  Nothing here touches a file: machines.storage.run_store
does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError

PLAY_BYTES = 5
"""Of a play packed into a block: its lowest 40 bits."""

Plays = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RunMetadata:
    """What a run is of; none of it changes while the run goes on."""

    machine: str
    """``"menace"``, ``"pegasus"``: whose blocks and states these are."""
    study: str
    """``"tournament"``, ``"day"``, ``"sweep"``: what was done with it."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Everything that the run follows from, its seed too, as JSON has it."""
    program: str = ""
    """The version of the program that began it."""


@dataclass(frozen=True)
class Block:
    """Plays that were kept together."""

    first: int  # The number of its first play in the run, from 1
    plays: int
    data: bytes


class RunRecord(Protocol):
    """What a machine asks of a run record (machines.storage.run_file), its one writer or a
    reader.

    Every method that keeps something returns when it is on the disk, and raises RefusedError with
    nothing changed if it can't be.
    """

    @property
    def where(self) -> str:
        """Its name, for refusals."""

    @property
    def about(self) -> RunMetadata:
        """What it is of."""

    @property
    def plays(self) -> int:
        """Plays kept so far, without those taken back."""

    def keep(
        self, plays: int, data: bytes, state: bytes | None, results: Mapping[str, Any] | None = None
    ) -> None:
        """Keep a block of ``plays`` plays, the state after it, and results, all at one stroke.

        The state takes the place of the one before.  Without a state the one before stays.
        """

    def keep_results(self, results: Mapping[str, Any]) -> None:
        """Keep results by name, as JSON has them; a name that is there gets the new value."""

    def state(self) -> bytes | None:
        """The state after the newest block, or in which the run began; None if none was kept."""

    def blocks(self, first: int = 1) -> Iterator[Block]:
        """The blocks in order, from the one with play number ``first`` on."""


def check_machine(about: RunMetadata, machine: str, where: str) -> None:
    """Raises RefusedError for the record of another machine."""
    if about.machine != machine:
        raise RefusedError(where, f"is a run of {about.machine}; expected one of {machine}")


def pack_plays(plays: Plays) -> bytes:
    """Plays of one integer each, below 2**40, in five bytes each."""
    words = np.ascontiguousarray(plays, dtype="<i8").view(np.uint8).reshape(-1, 8)
    return words[:, :PLAY_BYTES].tobytes()


def unpack_plays(block: Block, where: str = "run") -> Plays:
    """The plays of a block made with :func:`pack_plays`; raises RefusedError if they can't be."""
    if len(block.data) != block.plays * PLAY_BYTES:
        raise RefusedError(
            f"{where}, play {block.first}",
            f"opens a block of {len(block.data)} bytes; expected {PLAY_BYTES} a play, "
            f"{block.plays * PLAY_BYTES}",
        )
    words = np.zeros((block.plays, 8), dtype=np.uint8)
    words[:, :PLAY_BYTES] = np.frombuffer(block.data, dtype=np.uint8).reshape(-1, PLAY_BYTES)
    return words.view("<i8")[:, 0].astype(np.int64)
