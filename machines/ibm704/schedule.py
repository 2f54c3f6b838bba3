"""The moments of a selected unit's next words, told ahead: what a copy loop needs of it.

A unit that runs has its words at moments that are known: tape under the head, a card under the
brushes, a drum that turns.  So the processor can do the copies of a whole record by itself
(copying.py), and the unit is told afterwards.  Times are microseconds from where the units stand.
"""

from typing import NamedTuple

from machines.ibm704.registers import Words

NEVER_US = 1 << 60
AHEAD = 1024
"""Words that are planned at once, of a unit that takes as many as come."""


class Schedule(NamedTuple):
    """The next words of the selected unit, and what it does without a copy."""

    due_us: Words
    """int64[n + 1]: when each word is there, or is wanted; the last counts only with ``more``."""
    words: Words
    """int64[n]: the words read; or where those that the program writes are put."""
    writes: bool
    stands_us: int = NEVER_US
    """How long after it is due a word can still be copied."""
    gone_us: int = NEVER_US
    """How long after a word was due without a copy the unit does something by itself ..."""
    ends_us: int = NEVER_US
    """... as it does then in any case."""
    spacing_us: int = 0
    """From one copy to when the next can be, where that is all that counts: ``due_us`` tells the
    first."""
    more: bool = False
    """Whether more words can follow these before the unit does something by itself."""
    tells_end: bool = False
    """Whether a copy after the last of all words waits until ``ends_us``, to be told the end."""

    @property
    def first_end_us(self) -> int:
        """When the unit does something by itself if no word is copied."""
        return min(self.ends_us, int(self.due_us[0]) + self.gone_us)
