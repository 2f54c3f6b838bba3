"""A text as a QR code (ISO/IEC 18004): its squares, and their picture.

A phone must tell the squares apart: each has three pixels at least where a shorter text allows it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pygame

QUIET = 4
"""So many squares around it stay light, as the standard asks."""
LEAST_PX = 3
"""Of a square's side, wherever that can be had."""

Squares = npt.NDArray[np.bool_]


def qr_code(text: str) -> Squares | None:
    """Dark squares, bool[n, n], with the quiet zone; None: the text is too long for any code."""
    import segno  # here: only who takes a game along needs it

    try:
        code = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return None
    return np.array([list(row) for row in code.matrix_iter(border=QUIET)], dtype=np.bool_)


def best_code(forms: Sequence[str], side: int) -> Squares | None:
    """The code of the first text whose squares are large enough on ``side`` pixels; else of the
    last that has one; None: all are too long."""
    found = None
    for form in forms:
        code = qr_code(form)
        if code is not None:
            found = code
            if side // len(code) >= LEAST_PX:
                break
    return found


def draw_code(code: Squares, side: int) -> pygame.Surface:
    """Its picture, white and black: whole pixels a square, so at most ``side`` wide."""
    each = max(1, side // len(code))
    wide = each * len(code)
    made = pygame.Surface((wide, wide), 0, 32)
    made.fill((255, 255, 255))
    for row, column in np.argwhere(code):
        made.fill((0, 0, 0), (column * each, row * each, each, each))
    return made
