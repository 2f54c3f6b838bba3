"""What a visitor may take along of a game: the board as it lies at the end, the game as text.

A room says what there is (:meth:`devices.screen.room.Room.souvenir`).  What its parts are given is
picked in the window's thread; the picture is drawn from that in any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from devices.game_record import GameRecord
from devices.media.paper import PrintedLine

BETWEEN = " \N{MIDDLE DOT} "
"""Between several numbers of one fact."""


@dataclass(frozen=True)
class Souvenir:
    """A game that is over, and its board."""

    record: GameRecord
    board: Callable[[int], pygame.Surface]
    """Draws the board so many pixels wide or high, whichever is more; called in any thread."""
    facts: dict[str, str] = field(default_factory=dict)
    """What is said beside the result: sentences of the house's table [souvenir_words], and what
    stands in each for ``{n}``; of several with BETWEEN between them, for ``{0}``, ``{1}``, ..."""
    listing: Callable[[], Sequence[PrintedLine]] | None = None
    """Gives what a printer has printed; None: there is no printer, or it stands empty."""
    ended: str = ""
    """How it ended, by its name in that table; empty: as the record says."""


def ending(record: GameRecord, first: str, second: str) -> str:
    """How a game ended whose record says so in figures: who wins where the first side has won, or
    the second, else that nobody does."""
    return {"1-0": first, "0-1": second}.get(record.result, "draw")
