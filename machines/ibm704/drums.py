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

::

    * DRUM  ADDRESS   WORDS
         1    00000   070000000002 070000000003 050000000000 042000077777
         1    00100   000000000017

Each line has a drum (1 to 8), the address of its first word (octal, to 3777) and one or more words
of up to twelve octal digits, with blanks between; a line that begins with ``*`` is a remark.  A
word that no line gives is 0; one that two lines give has the later line's value.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Within
from devices.media.file_kinds import place
from devices.names import check_name
from devices.refusal import RefusedError
from machines.ibm704.selection import AHEAD, TOO_LATE, Outcome, Schedule, Selection, Units, sooner

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


# -- What is on the eight drums, as lines of octal text: a file that is written by hand or by a
#    run -------------------------------------------------------------------------------------------

WORDS_A_LINE = 8
_HEADING = "* DRUM  ADDRESS   WORDS\n"
_EXPECTED = "a drum (1 to 8), an address (octal, to 3777) and words of up to twelve octal digits"
_DRUM_NAMES = tuple(map(str, range(1, DRUMS + 1)))
_MOST = (1 << 36) - 1

Words = npt.NDArray[np.int64]


def read_drums(data: bytes, name: str) -> Words:
    """The words on all drums, int64[8, 2048], drum 1 first.

    Raises RefusedError naming the line that is wrong.
    """
    check_name(name)
    drums = np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)
    for number, line in enumerate(data.decode("latin-1").split("\n"), start=1):
        fields = line.split()
        if fields and not fields[0].startswith("*"):
            _read_line(fields, drums, place(name, f"line {number}"))
    return drums


def _read_line(fields: list[str], drums: Words, where: str) -> None:
    if len(fields) < 3:
        raise RefusedError(where, f"has {len(fields)} fields; expected {_EXPECTED}")
    if fields[0] not in _DRUM_NAMES:
        raise RefusedError(where, f"{fields[0][:20]!a} is no drum; expected {_EXPECTED}")
    drum = int(fields[0])
    first = _octal(fields[1], DRUM_WORDS - 1, where)
    words = [_octal(field, _MOST, where) for field in fields[2:]]
    if first + len(words) > DRUM_WORDS:
        raise RefusedError(
            where,
            f"{len(words)} words from address {first:05o} on; a drum ends at {DRUM_WORDS - 1:05o}",
        )
    drums[drum - 1, first : first + len(words)] = words


def _octal(field: str, most: int, where: str) -> int:
    digits = field.isascii() and not field.strip("01234567")
    if not digits or len(field) > 12 or int(field, 8) > most:
        raise RefusedError(where, f"{field[:20]!a} can't be; expected {_EXPECTED}")
    return int(field, 8)


def write_drums(drums: Words) -> bytes:
    """The file that holds these words, int64[8, 2048]: the lines of eight that aren't all 0."""
    lines = [_HEADING]
    for drum, words in enumerate(drums.tolist(), start=1):
        for first in range(0, DRUM_WORDS, WORDS_A_LINE):
            row = words[first : first + WORDS_A_LINE]
            if any(row):
                text = " ".join(f"{word:012o}" for word in row)
                lines.append(f"{drum:6}    {first:05o}   {text}\n")
    return "".join(lines).encode("ascii")
