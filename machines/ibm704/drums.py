"""The 733 drums: what the copy loop of a program sees of them (RDS and WRS 301-310, LDA).

A logical drum has 2,048 words in 256 sectors of eight.  Consecutive addresses are eight words apart
on the drum, so that eight revolutions are needed for all of it (709 General Information Manual,
1958, pages 38-39: the 709 had the 704's drums).  A revolution takes 25 ms: the mean access time of
12.5 ms and the 10,000 words a second that are given for the 733 both come to that.  So a word comes
98 us after the one before, and a copy loop has eight cycles for each.

Choices: the drums turn together and stand at word 0 at time 0.  The first copy waits for its word
to come round.  From then on a word is under the heads for one cycle: a copy that comes later than
that finds the drum disconnected.  Without LDA the first address is 0; LDA between copies makes the
next copy wait for another word; without a drum selected it does nothing.  After the last address
comes the first, which has just gone by, a revolution later.  A drum that is selected and not copied
from disconnects after two revolutions.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from devices.annotations import Within
from machines.ibm704.schedule import AHEAD, Schedule
from machines.ibm704.selection import TOO_LATE, Outcome, Selection, Units, sooner

DRUMS = 8
DRUM_WORDS = 2048
SECTOR_WORDS = 8
SECTORS = DRUM_WORDS // SECTOR_WORDS
REVOLUTION_US = 25_000
WORD_STANDS_US = 12
SOONEST_US = (SECTOR_WORDS - 1) * REVOLUTION_US // DRUM_WORDS
"""After one word nothing sooner than the eighth place on can be copied."""
PATIENCE_US = 2 * REVOLUTION_US


def arrival_us(address: int, after_us: int) -> int:
    """The first moment from ``after_us`` on at which this address is under the heads."""
    place = address % SECTORS * SECTOR_WORDS + address // SECTORS
    at_us = -(-place * REVOLUTION_US // DRUM_WORDS)
    begun = after_us - after_us % REVOLUTION_US
    return begun + at_us + (REVOLUTION_US if begun + at_us < after_us else 0)


def _in_turn() -> list[int]:
    """When each address is reached by copies without a pause from address 0 on, and when address 0
    is then."""
    times = [arrival_us(0, 0)]
    for address in range(1, DRUM_WORDS + 1):
        times.append(arrival_us(address % DRUM_WORDS, times[-1] + SOONEST_US))
    return times


_IN_TURN_US = np.array(_in_turn(), dtype=np.int64)


@dataclass
class DrumCopying(Selection):
    """RDS or WRS of drum 0-7."""

    drum: Annotated[int, Within(0, DRUMS - 1)]
    write: bool
    address: Annotated[int, Within(0, DRUM_WORDS - 1)] = 0  # Of the next word
    next_us: int | None = None  # When it comes; None until a copy first waits for it
    copied: bool = False
    asked_us: int | None = None  # When it was selected, or its address set, last
    done: bool = False

    def locate(self, address: int) -> None:
        """LDA."""
        self.address = address % DRUM_WORDS
        self.next_us = self.asked_us = None
        self.copied = False

    def go_on(self, units: Units, now_us: int) -> None:
        """Disconnect when the next word has gone by, or no first copy comes."""
        if self.asked_us is None:
            self.asked_us = now_us
        self.done = now_us >= self._until_us(self.asked_us)

    def _until_us(self, asked_us: int) -> int:
        if self.copied and self.next_us is not None:
            return self.next_us + WORD_STANDS_US + 1
        return asked_us + PATIENCE_US

    def copy(self, units: Units, word: int, now_us: int) -> Outcome | None:
        """One word."""
        if self.next_us is None:
            self.next_us = arrival_us(self.address, now_us)
        if now_us < self.next_us:
            return None
        if now_us > self.next_us + WORD_STANDS_US:
            self.done = True
            return TOO_LATE
        drum, address = units.drums[self.drum], self.address
        self.address = (address + 1) % DRUM_WORDS
        self.next_us = arrival_us(self.address, self.next_us + SOONEST_US)
        self.copied = True
        if self.write:
            drum[address] = word
            return Outcome()
        return Outcome(word=int(drum[address]))

    def schedule(self, units: Units, now_us: int) -> Schedule | None:
        """After the first copy: the words to the drum's last address."""
        if not self.copied or self.next_us is None:
            return None
        first, last = self.address, min(self.address + AHEAD, DRUM_WORDS)
        due_us = _IN_TURN_US[first : last + 1] - (_IN_TURN_US[first] - self.next_us + now_us)
        if self.write:
            words = np.zeros(last - first, dtype=np.int64)
        else:
            words = units.drums[self.drum, first:last]
        gone_us = WORD_STANDS_US + 1
        return Schedule(due_us, words, self.write, WORD_STANDS_US, gone_us, more=True)

    def take_copies(self, units: Units, now_us: int, plan: Schedule, count: int) -> None:
        """To the drum, if they are written; the next has its moment."""
        if self.write:
            units.drums[self.drum, self.address : self.address + count] = plan.words[:count]
        self.address = (self.address + count) % DRUM_WORDS
        self.next_us = now_us + int(plan.due_us[count])

    def due_us(self, units: Units, now_us: int) -> int | None:
        """Until the next word comes, or has gone by."""
        next_us = now_us if self.next_us is None else self.next_us
        asked_us = now_us if self.asked_us is None else self.asked_us
        return sooner(next_us - now_us, self._until_us(asked_us) - now_us)
