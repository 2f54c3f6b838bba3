"""The card of a box: which it is, how the board is turned to lie as on its face, what beads mean.

Drawn on a see-through surface that is laid on a blank index card.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.lettering import Anchor, Engraving
from devices.screen.parts.pencil import Lead
from machines.games.noughts.board import READING
from machines.menace.picture import beads
from machines.menace.picture.matchbox import draw_board
from machines.menace.picture.words import WORDS

INK = (48, 44, 46)
FAINT = (104, 98, 92)
RED = (164, 34, 28)
_LETTERS = Engraving()
_LINE = Lead((50, 48, 54), 0.11, 0.12)
_SHEET = (22.0, 150.0, 116.0)
"""The visitor's board on the card: left, top, side."""
_FACE = (178.0, 128.0, 152.0)


@dataclass(frozen=True)
class BoxCard:
    """What is written on it."""

    title: str  # ``"BOX 133"``
    count: str  # ``"12 beads"``
    stage: str  # ``"Nought's third move"``
    face: str  # Rows of the board on the box
    key: tuple[tuple[int, int], ...] = ()  # The beads by square of the face, with how many of each
    sheet: str = ""  # Rows of the visitor's board, before a move; empty: the box is only looked at
    words: str = ""  # How to turn the sheet
    verdict: tuple[str, ...] = ()  # What was drawn, in up to three lines


def draw_text(card: BoxCard, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Everything that is written on the card, ``size`` pixels, see-through."""
    made = pygame.Surface(size, pygame.SRCALPHA, 32)
    made.fill((*INK, 0))

    def say(
        text: str, x: float, y: float, high: float, ink: tuple[int, int, int] = INK,
        anchor: Anchor = "left", weight: float = 0.125,
    ) -> None:  # fmt: skip
        place = (x * scale, y * scale, high * scale)
        _LETTERS.draw(made, text, *place, ink, anchor, weight)

    middle = size[0] / scale / 2
    say(card.count, 2 * middle - 18, 42, 15, anchor="right")
    beside = 2 * middle - 50 - _LETTERS.width(card.count, 15.0, weight=0.125)
    high = 25.0 * min(1.0, beside / max(_LETTERS.width(card.title, 25.0, weight=0.15), 1))
    say(card.title, 20, 50.5 - high / 2, high, weight=0.15)  # as long as a language's box is called
    say(card.stage, 20, 88, 12.5)
    face = _FACE if card.sheet else (middle - 84, 122.0, 168.0)
    if card.sheet:
        say(WORDS("card_sheet"), _SHEET[0] + _SHEET[2] / 2, 116, 10, FAINT, "centre")
        say(WORDS("card_box"), _FACE[0] + _FACE[2] / 2, 112, 10, FAINT, "centre")
        _board(made, card.sheet, _SHEET, scale)
        _arrow(made, scale)
        high, lines = _two_lines(card.words, 13.0, 2 * middle - 60)
        first = 304 if len(lines) == 1 else 294
        for row, line in enumerate(lines):
            say(line, middle, first + 19 * row, high, anchor="centre")
    _board(made, card.face, face, scale)
    _beads(made, card.key, face, scale)
    for row, line in enumerate(card.verdict):
        high = 15.5 * min(1.0, (2 * middle - 24) / max(_LETTERS.width(line, 15.5, weight=0.14), 1))
        say(line, middle, 339 + 21 * row, high, RED, "centre", 0.14)
    fair = _LETTERS.wrap(WORDS("fair"), 9.6, 2 * middle - 10)
    for row, line in enumerate(reversed(fair)):
        say(line, middle, 436 - 15 * row, 9.6, FAINT, "centre")
    return made


def _two_lines(text: str, high: float, wide: float) -> tuple[float, list[str]]:
    """The text in two lines at most, above the verdict, with the height that this takes."""
    lines = _LETTERS.wrap(text, high, wide)
    while len(lines) > 2:
        high *= 0.96
        lines = _LETTERS.wrap(text, high, wide)
    return high, lines


def letters(scale: float) -> Iterator[Callable[[], object]]:
    """Calls that make the card's letters ahead."""
    for high, weight in ((25.0, 0.15), (15.0, 0.125), (13.0, 0.125), (12.5, 0.125), (10.0, 0.125),
                         (15.5, 0.14), (9.6, 0.125), (9.6, 0.13)):  # fmt: skip
        yield partial(_LETTERS.prepare, high * scale, weight)


def _board(
    made: pygame.Surface, rows: str, where: tuple[float, float, float], scale: float
) -> None:
    left, top, side = (part * scale for part in where)
    draw_board(made, rows, left, top, side, _LINE, len(rows) + rows.count("X"))


def _beads(
    made: pygame.Surface,
    key: tuple[tuple[int, int], ...],
    where: tuple[float, float, float],
    scale: float,
) -> None:
    """The bead of each square that has one, with how many of them there are."""
    left, top, side = where
    cell = side / 3
    size = round(cell * 0.50 * scale)
    for square, count in key:
        down, across = divmod(READING.index(square), 3)
        x = (left + (across + 0.5) * cell) * scale
        y = (top + (down + 0.38) * cell) * scale
        made.blit(beads.shadow(square, size), beads.shadow_corner((x, y), size))
        made.blit(beads.bead(square, size, True), beads.bead_corner((x, y), size))
        text = f"× {count}" if count < 1000 else str(count)
        low = (top + (down + 0.83) * cell) * scale
        _LETTERS.draw(made, text, x, low, 9.6 * scale, INK, "centre", 0.13)


def _arrow(made: pygame.Surface, scale: float) -> None:
    """From the sheet's board to the box's."""
    y = (_SHEET[1] + _SHEET[2] / 2) * scale
    x0, x1 = (_SHEET[0] + _SHEET[2] + 6) * scale, (_FACE[0] - 6) * scale
    wide = max(round(2.2 * scale), 1)
    pygame.draw.line(made, RED, (x0, y), (x1 - 6 * scale, y), wide)
    head = [(x1, y), (x1 - 11 * scale, y - 6.5 * scale), (x1 - 11 * scale, y + 6.5 * scale)]
    pygame.draw.polygon(made, RED, head)
