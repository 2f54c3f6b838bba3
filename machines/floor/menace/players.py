"""Opponents that a file stands for: ``frozen:FILE``, learned beads or odds that learn no more."""

from pathlib import Path

from devices.refusal import RefusedError
from machines.floor.menace.runs import cabinets_of
from machines.floor.records import read_run
from machines.menace.frozen import Frozen
from machines.menace.study import MACHINE

FROZEN = "frozen"
OTHER = {"O": "X", "X": "O"}


def opponent_named(name: str, side: str) -> Frozen | None:
    """Who plays against boxes of ``side`` by the beads in a file; None if no file is named.

    Raises RefusedError for a file that can't be read or has learned the other side.
    """
    kind, _, file = name.partition(":")
    if kind != FROZEN:
        return None
    if not file:
        raise RefusedError("opponent", f"is {name!r}; expected a file, such as frozen:a.sqlite")
    return frozen_of(Path(file), OTHER[side])


def frozen_of(path: Path, side: str) -> Frozen:
    """The beads in a run's file that play ``side``.  Raises RefusedError."""
    with read_run(path, MACHINE) as run:
        cabinets, _ = cabinets_of(run)
    for cabinet in cabinets:
        if cabinet.side == side:
            return Frozen(cabinet.build, cabinet.beads.copy())
    raise RefusedError(str(path), f"has no beads that play {side}; expected some that do")
