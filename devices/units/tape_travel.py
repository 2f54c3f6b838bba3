"""Where things are on a tape, and how long a 727 takes to get there.

Lengths are in mil (1/1000 inch) from the load point.  A start and a stop take 5 ms each and cost
half of that (even acceleration within the gap); rewinding averages 500 inches a second (IBM 727
specifications).  A reel has 2,400 feet from its load point to the end-of-tape spot, and 14 feet
after it.  A read that finds nothing gives up after 25 feet of blank tape, which is ours.  Lengths
of records and gaps: devices.media.tape.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from devices.media.tape import Gap, Item, Record, TapeMark, length_mil

START_STOP_US = 5_000
END_OF_TAPE_MIL = 2400 * 12 * 1000
RUN_OUT_MIL = END_OF_TAPE_MIL + 14 * 12 * 1000
BLANK_RUN_MIL = 25 * 12 * 1000
LONGER_MIL = 9 * END_OF_TAPE_MIL
"""What a long reel holds more, as simulators' tapes may: no 727 took one."""


Kind = Literal["load", "rewind", "read", "write", "backspace"]


@dataclass(frozen=True)
class Motion:
    """Tape under way from one place (mil from the load point) to another, in ``total_us``."""

    kind: Kind
    from_mil: int
    to_mil: int
    total_us: int
    item: Record | TapeMark | None = None  # What is being written
    binary: bool = False  # A read expects odd parity; an open record gets it
    open: bool = False  # A record is written whose words come while the tape runs


def run_us(mil: int) -> int:
    """How long so much tape takes at 75 inches a second, starting and stopping included."""
    # 75 inches a second are 40/3 microseconds a mil.
    return START_STOP_US + -(-abs(mil) * 40 // 3)


def passes_us(mil: int) -> int:
    """When a place so far from a head at rest passes it, at 75 inches a second after a start."""
    return START_STOP_US // 2 + -(-mil * 40 // 3)


def rewind_us(mil: int) -> int:
    """The same at 500 inches a second."""
    # 500 inches a second are 2 microseconds a mil.
    return START_STOP_US + 2 * mil


def ends_of(items: Sequence[Item]) -> list[int]:
    """Where each item ends."""
    ends = []
    end = 0
    for item in items:
        end += length_mil(item)
        ends.append(end)
    return ends


def next_item(items: Sequence[Item], at: int) -> int:
    """The first record or mark from ``at`` on; their number if there is none."""
    while at < len(items) and isinstance(items[at], Gap):
        at += 1
    return at


def previous_item(items: Sequence[Item], at: int) -> int:
    """The last record or mark before ``at``; -1 if there is none."""
    at -= 1
    while at >= 0 and isinstance(items[at], Gap):
        at -= 1
    return at
