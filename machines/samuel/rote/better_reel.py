"""Whether another reel remembers more than the one that lies in the memory tape's place.

The program takes a blank reel for the beginning of a new memory, and an older memory tape for what
it is: both are right, and either may be a visitor's mistake.  So visitors are told where a reel is
known that holds more: on the other unit, or as it was last taken off one.  Only looked at, never
state.
"""

import functools
from collections.abc import Iterable, Sequence

from devices.media.tape import Item, Record
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.games.draughts.scene import BetterReel
from machines.samuel.rote import tape_format
from machines.samuel.rote.memory_tape import MemoryTapeState, TapeOperation

NOTHING = -1
"""Merges of a reel that holds no memory."""


def better_reel(reels: MemoryTapeState, tapes: Sequence[TapeDrive]) -> BetterReel | None:
    """The reel that remembers more than the one mounted; None: none is known, no memory tape is
    wanted, or its first merge is being made or has been."""
    if not reels.there or reels.memory.statistics.merges:
        return None
    if reels.work not in (TapeOperation.NONE, TapeOperation.OPENING):
        return None
    unit = next((tape for tape in tapes if tape.dial == reels.old), None)
    if unit is None:
        return None
    known = [
        (_merges(tape.items), tape.mounted, tape.name)
        for tape in tapes
        if tape is not unit and tape.mounted is not None
    ]
    off = (tape.removed for tape in tapes if tape.removed is not None)
    known += [(_merges(one.items), one.name, "") for one in off]
    merges, name, lies_on = max(known, default=(NOTHING, "", ""), key=lambda one: one[0])
    here = _merges(unit.items) if unit.mounted is not None else NOTHING
    if merges <= here:
        return None
    return BetterReel(name, unit.name, lies_on, blank=not unit.items)


def _merges(items: Iterable[Item]) -> int:
    """Of the memory that a reel holds; ``NOTHING`` if it holds none."""
    first = next(iter(items), None)
    return _merges_of(first) if isinstance(first, Record) else NOTHING


@functools.lru_cache(maxsize=16)
def _merges_of(heading: Record) -> int:
    try:
        return tape_format.read_heading(heading, None, "").merges
    except RefusedError:
        return NOTHING
