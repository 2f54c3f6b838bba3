"""A slip of paper on the board: the figures of the machine's last move, and the terms behind it."""

from math import floor, log10

import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import paper, sheet
from devices.screen.parts.sprites import PlacedSprite, SpritePart, brief_sprite
from devices.screen.words import Words, numeral, shown
from machines.games.draughts.scene import BoardScene, Expectation
from machines.ibm704.picture.squares import AREA

ROWS = 6
"""Terms that the slip has room for."""
LETTERS, TITLE = 14.0, 16.0
PITCH = 30.0
_MARGIN = 26.0
_INK, _RED = (44, 40, 36), (150, 32, 26)
WORDS = Words("ibm704")
ENGRAVING = Engraving()


def rows_of(expects: Expectation) -> tuple[tuple[str, str], ...]:
    """The slip's lines: what, and how much; a line without a figure is a heading."""
    return (
        (WORDS("slip_score"), in_men(expects.score, expects)),
        (WORDS("slip_boards"), numeral(expects.boards)),
        (WORDS("slip_deepest"), f"{expects.deepest}"),
        (WORDS("slip_time"), f"{expects.us / 1e6:,.1f}"),
        (WORDS("slip_terms"), ""),
        *(
            (shown().after("ibm704", term, {}), in_men(value, expects))
            for term, value in expects.terms[:ROWS]
        ),
    )


def in_men(value: int, expects: Expectation) -> str:
    """A score as so many men more or fewer: to three places, or to its first figure where that
    stands farther behind."""
    men = value / expects.man
    places = max(3, -floor(log10(abs(men)))) if men else 3
    return f"{men:{'+' if men else ''},.{places}f}"


class SlipPart(SpritePart):
    """What the board's part has of the slip."""

    def slip(self, scene: BoardScene) -> list[PlacedSprite]:
        """The slip, on the middle of the board; nothing where nothing is known."""
        if scene.expects is None:
            return []
        made = self._slip(rows_of(scene.expects))
        x = self.px(AREA[0] + AREA[2] / 2) - made.get_width() // 2
        y = self.px(AREA[1] + AREA[3] / 2) - made.get_height() // 2
        return [PlacedSprite(made, x, y)]

    @brief_sprite
    def _slip(self, rows: tuple[tuple[str, str], ...]) -> pygame.Surface:
        k = self.scale
        width = self.px(AREA[2] - 16.0)
        height = self.px(2 * _MARGIN + TITLE + PITCH * (len(rows) + 0.4))
        made = sheet(paper(width, height, 61))
        pygame.draw.rect(made, (196, 188, 166), made.get_rect(), max(1, round(0.8 * k)))
        left, right = _MARGIN * k, width - _MARGIN * k
        self._line(made, WORDS("slip_title"), left, _MARGIN * k, TITLE, right - left, _RED)
        for number, (what, figure) in enumerate(rows, start=1):
            y = (_MARGIN + PITCH * (number + 0.2)) * k
            ink = _INK if figure else _RED
            room = right - left - ENGRAVING.width(figure, LETTERS * k) - 12 * k
            self._line(made, what, left, y, LETTERS, room, ink)
            ENGRAVING.draw(made, figure, right, y, LETTERS * k, _INK, "right", 0.13)
        return made

    def _line(
        self, made: pygame.Surface, text: str, x: float, y: float, high: float, room: float,
        ink: tuple[int, int, int],
    ) -> None:  # fmt: skip
        size = high * self.scale
        while ENGRAVING.width(text, size) > room and size > 5.0:
            size *= 0.95
        ENGRAVING.draw(made, text, x, y, size, ink, "left", 0.13)
