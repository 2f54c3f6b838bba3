"""The drawn board's squares: numbers as in the draughts books, places, touches."""

from dataclasses import dataclass

from devices.screen.part import Touch
from devices.screen.words import Words
from machines.games.draughts.scene import BoardScene

# -- A move on its way from two touches of the board to the program in the 704 ---------------------

TAKEN_MS = 150
"""From the last act that enters a move until the program in the 704 is seen to have taken it."""


@dataclass
class MoveEntry:
    """A move that is being entered into the program in the 704 by the console's keys: no other
    meanwhile."""

    ends_ms: int = 0
    """When (display's time) the last of its acts is done."""
    board: BoardScene | None = None
    """The board before it."""

    def begin(self, board: BoardScene | None, now_ms: int, lasts_ms: int) -> int:
        """Its acts begin, behind those of the last one; in how many milliseconds."""
        wait = max(0, self.ends_ms - now_ms)
        self.board, self.ends_ms = board, now_ms + wait + lasts_ms
        return wait

    def is_under_way(self, board: BoardScene, now_ms: int) -> bool:
        """Whether the program hasn't taken it yet: the ``board`` now is the one before it still."""
        if self.board is None or now_ms >= self.ends_ms + TAKEN_MS:
            return False
        return (board.position, board.partial) == (self.board.position, self.board.partial)


# -- squares ---------------------------------------------------------------------------------------

SIDE = 636.0
"""The board's width and height."""
PANEL = 116.0
"""The width of the panel at its right."""
WIDTH = SIDE + PANEL
AREA = (50.0, 50.0, 536.0, 536.0)
"""What its squares take of it."""
SQUARE = AREA[2] / 8


WORDS = Words("ibm704")


def place(square: int, flipped: bool) -> tuple[int, int]:
    """The row and column of a square, both from 0 at the upper left."""
    row, across = divmod(square - 1, 4)
    column = 2 * across + (1 if row % 2 == 0 else 0)
    return (7 - row, 7 - column) if flipped else (row, column)


def centre(square: int, flipped: bool) -> tuple[float, float]:
    """The middle of a square, in units."""
    row, column = place(square, flipped)
    return AREA[0] + (column + 0.5) * SQUARE, AREA[1] + (row + 0.5) * SQUARE


def touches(flipped: bool) -> tuple[Touch, ...]:
    """Every dark square as a finger finds it."""
    made = []
    for square in range(1, 33):
        x, y = centre(square, flipped)
        rect = (x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE)
        made.append(
            Touch(
                f"square.{square}",
                rect,
                "square",
                str(square),
                WORDS("square_help", n=square),
            )
        )
    return tuple(made)
