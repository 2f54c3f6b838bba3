"""The drawn board's squares: numbers as in the draughts books, places, touches."""

from devices.screen.part import Touch
from devices.screen.words import Words

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
