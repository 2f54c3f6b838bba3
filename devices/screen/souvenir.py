"""What a visitor may take along of a game: the board as it lies at the end, the game as text.

A room says what there is (:meth:`devices.screen.room.Room.souvenir`).  What its parts are given is
picked in the window's thread; the picture is drawn from that in any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pygame

from devices.game_record import GameRecord
from devices.media.paper import PrintedLine
from devices.screen.part import pixels

if TYPE_CHECKING:
    from devices.screen.room import PartPlacement

Rect = tuple[float, float, float, float]
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


def board_of_part(
    place: "PartPlacement", state: Any, rect: Rect, now_ms: int, turned: float = 0.0
) -> Callable[[int], pygame.Surface]:
    """Draws what lies at ``rect`` (the part's units) of a part that is given ``state``; a sheet
    that lies askew is ``turned`` by so many degrees."""

    def draw(side: int) -> pygame.Surface:
        part = place.make()
        scale = side / max(rect[2], rect[3])
        part.build(scale)
        whole = pygame.Surface(pixels((0.0, 0.0, *part.size), scale).size, 0, 32)
        whole.fill((232, 226, 210))
        part.paint(whole, (0, 0), state, now_ms, True)
        if turned:
            whole = pygame.transform.rotozoom(whole, turned, 1.0)
        return whole.subsurface(pixels(rect, scale).clip(whole.get_rect())).copy()

    return draw
