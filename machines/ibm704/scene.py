"""The scene of the 704 program: the programmer's sheet of storage and registers.

On the sheet stands the part of storage that the instruction counter is in, a line a word, and what
the registers hold in octal; beside it the tube of the 740 shows what a program has drawn.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.exhibit.computer import Registers
from machines.games.draughts.scene import BoardScene

PAGE = 16
"""Words on one page of the sheet: its addresses begin at a multiple of 20 octal, so that the page
stays as it is while the counter moves over it."""


class StorageLine(NamedTuple):
    """One word of storage."""

    address: int
    word: int  # 36 bits
    text: str  # The word as an instruction, disassembled


@dataclass(frozen=True, eq=False)
class TubePicture:
    """What can be seen on the 740's tube."""

    serial: int
    """Another number whenever the picture is another."""
    words: npt.NDArray[np.int64]
    """int64[n]: the words that were copied to it (machines.ibm704.display says what they mean)."""


@dataclass(frozen=True)
class DeskScene:
    """The debugger at the programmer's desk."""

    said: tuple[str, ...] = ()  # Its lines, the latest last
    points: tuple[tuple[int, int], ...] = ()  # Breakpoints on the page: address, number
    can_back: bool = False  # Whether a step can be taken back


@dataclass(frozen=True)
class ProgramScene:
    """The 704 as whoever wrote its program looks at it."""

    program: str = ""  # Name of the deck that was loaded last; empty before one was
    needs: str = ""  # The control that switches it on, by its event's name; empty while it is on
    waits: bool = False  # Whether it stands still until an operator works a unit
    wanted: str = ""  # The control at which that is done, by its event's name
    dial: int = 0  # Where a tape unit's dial is to be turned to, if that is what is wanted
    halted: bool = False  # Whether an operator halted it, and START at the console goes on
    has_stopped: bool = False  # Whether it stopped by itself
    location: int = 0  # Where the next instruction is
    instruction: int = 0  # The word there, 36 bits
    text: str = ""  # The same, disassembled
    registers: Registers = field(default_factory=Registers)
    cycles: int = 0  # Machine cycles of 12 microseconds since it was switched on
    instructions: int = 0  # Instructions executed since; 0 where they are not counted
    around: tuple[StorageLine, ...] = ()  # The words of the page (see ``page``)
    text_cards: bool = False  # Whether the hopper's first card holds text: it is no program
    crt: TubePicture | None = None  # None until a program draws
    desk: DeskScene = field(default_factory=DeskScene)
    board: BoardScene | None = None  # The game of a program in storage that plays checkers

    @property
    def on_table(self) -> BoardScene | None:
        """The board, where it lies on the table: the listing does while the program is halted in
        its midst."""
        return None if self.halted else self.board


def page(location: int) -> range:
    """The addresses of the page that ``location`` is on."""
    first = location - location % PAGE
    return range(first, first + PAGE)
