"""What the 711 and the 721 share: a card travels, may jam, and falls into the stacker.

A card or a line is twelve rows, 9, 8 ... 1, 0, 11, 12, and a row two words, left and right: 24 half
rows, counted from 0.  Times are in microseconds from when the card left the hopper or the print
cycle began.  Source: docs/sources/ibm704.md ("Cards (711), punch (721), printer (716)"); what is
ours:

* reader: the gates' times as they are, 63.6 ms before row 9 of every card (only the card that
  starts a stopped reader was measured).  The end of the record comes where a thirteenth row would.
* punch: 14 places of a row a card, stretched from 573 to the nominal 600 ms; row 9 stands at the
  second place, the right half a tenth of a place after the left.
* printer: 24 places of a row a cycle, shrunk from 415 to the nominal 400 ms; row 9 stands at place
  3 (from 0), so that all that is written and its echo fit into one cycle, the right half a
  fifteenth of a place after the left.  A printer that stood still takes a start first, so that
  221 ms pass before row 9.
"""

from typing import Any, ClassVar

from devices.refusal import RefusedError
from devices.units.unit import OperatedUnit, check_time

# -- When each half row of a card or a line passes, in the 711, the 721 and the 716 ----------------

HALF_ROWS = 24


def _times(first_us: int, row_us: int, right_us: int) -> tuple[int, ...]:
    return tuple(
        first_us + index // 2 * row_us + index % 2 * right_us for index in range(HALF_ROWS + 1)
    )


READER_CARD_US = 240_000
READER_RIGHT_US = 744
READER_HALF_ROW_AT_US = _times(63_600, 11_520, READER_RIGHT_US)
"""When each half row comes, and the end of the record."""

PUNCH_CARD_US = 600_000
_PUNCH_ROW_US = PUNCH_CARD_US // 14
PUNCH_RIGHT_US = _PUNCH_ROW_US // 10
PUNCH_HALF_ROW_AT_US = _times(_PUNCH_ROW_US, _PUNCH_ROW_US, PUNCH_RIGHT_US)
"""When each half row is wanted, and when no more is."""

PRINTER_LINE_US = 400_000
LINE_ROW_US = PRINTER_LINE_US // 24
LINE_HALF_ROW_US = LINE_ROW_US // 15
"""From the left half of a row to its right half."""
FIRST_PLACE = 3
LINE_START_US = 221_000 - FIRST_PLACE * LINE_ROW_US
"""Before the first cycle of a printer that stood still."""
LINE_SET_US = (FIRST_PLACE + 12) * LINE_ROW_US
"""When in its cycle a line is set: all rows have passed."""


# -- card unit -------------------------------------------------------------------------------------

HOPPER_CARDS = 800
STACKER_CARDS = 1000


class CardUnit(OperatedUnit):
    """A unit that cards pass through one by one; fields are those of the reader and the punch."""

    card_us: ClassVar[int]  # How long a card travels
    when_jammed: ClassVar[str]
    when_full: ClassVar[str]  # What the operator is told to do
    stacker: list[Any]
    jammed: bool
    moving: Any  # The travelling card; None: none does
    elapsed_us: int  # Since the last card left the hopper, at most ``card_us``

    @property
    def busy(self) -> bool:
        """A card is travelling."""
        return self.moving is not None

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        check_time(us)
        if self.moving is None or self.jammed:
            return
        self.elapsed_us = min(self.elapsed_us + us, self.card_us)
        if self.elapsed_us == self.card_us:
            self.arrive()

    def due_us(self) -> int | None:
        """Until the travelling card lies in the stacker; None when none travels."""
        return None if self.moving is None or self.jammed else self.card_us - self.elapsed_us

    def arrive(self) -> None:
        """The travelling card comes to lie in the stacker."""
        raise NotImplementedError

    def take_out(self) -> None:
        """No card is travelling any more: the one that had jammed is taken out."""
        self.moving, self.jammed, self.elapsed_us = None, False, self.card_us

    def check_still(self) -> None:
        """Raises RefusedError if a card is travelling."""
        if self.busy:
            raise RefusedError(self.name, "a card is travelling: wait until it lies")

    def check_free(self) -> None:
        """Raises RefusedError where a card has jammed or the stacker is full."""
        if self.jammed:
            raise RefusedError(self.name, f"a card is jammed: {self.when_jammed}, then START")
        if len(self.stacker) >= STACKER_CARDS:
            raise RefusedError(self.name, f"the stacker is full: {self.when_full}")
