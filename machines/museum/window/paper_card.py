"""A sheet of paper that lies over the room for a while: its box, its plates, its text.

The placard and the card after a game are such sheets.  Touches beside it are the room's.
"""

import pygame

from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import Overlay

TYPED = (40, 36, 32)
RED = (150, 34, 24)
PITCH = 1.72
"""From line to line, as a share of the capitals' height."""
PLATE_HIGH = 64.0
"""Of the brass plates, units."""


class PaperCard(Overlay):
    """The sheet; it goes by itself after ``lasts_ms``."""

    modal = False
    seed = 74
    """Of its paper."""
    plates_low = False
    """Whether its plates are at its foot where all is laid low."""

    def __init__(self, words: UiText, lasts_ms: int) -> None:
        super().__init__(words)
        self.lasts_ms = lasts_ms
        self.came_ms = -1
        self.box = pygame.Rect(0, 0, 1, 1)
        self.sheet = pygame.Surface((1, 1), 0, 32)

    # Where things are

    def place_large(
        self,
        size: tuple[float, float],
        tall: tuple[float, float],
        margins: tuple[float, float, float] = (40, 24, 10),
    ) -> None:
        """Lay it in the middle of the room, of that size or, in an upright window, of the other,
        and smaller where the room is: ``margins`` are what stays free of the room's width and
        height, and below a card that is laid low.  All in units."""
        if not self.tall and not self.large:
            self.unit = min(self.room.width / 1640, self.room.height / 880)
        px, room = self.px, self.room
        across, down = tall if self.tall else size
        free_x, free_y, below = (px(one) for one in margins)
        self.box = pygame.Rect(0, 0, min(px(across), room.width - free_x), 0)
        self.box.height = min(px(down), room.height - free_y)
        self.box.center = room.center
        if self.low is not None:
            self.box.bottom = room.bottom - below

    def area(self) -> pygame.Rect:
        return self.box.inflate(self.px(80), self.px(80))

    def holds(self, x: int, y: int) -> bool:
        return self.box.collidepoint(x, y)

    def plate(self, wide: float, right: int) -> pygame.Rect:
        """A plate in the upper right corner, so many units wide, up to ``right`` (pixels); in the
        lower one where plates are laid low."""
        box = pygame.Rect(0, 0, self.px(wide), self.px(PLATE_HIGH))
        box.topright = right, self.box.top + self.px(24)
        if self.foot():
            box.bottom = self.box.bottom - self.px(28)
        return box

    def foot(self) -> int:
        """How much of its lower edge the plates have, in pixels."""
        return self.px(PLATE_HIGH + 20) if self.plates_low and self.low is not None else 0

    def close_rect(self) -> pygame.Rect:
        """The plate that closes it."""
        return self.plate(170.0, self.box.right - self.px(28))

    def beside_close(self, wide: float) -> pygame.Rect:
        """The plate at the left of that one."""
        return self.plate(wide, self.close_rect().left - self.px(18))

    def plates(self) -> list[tuple[str, pygame.Rect]]:
        """What can be touched on it, for the keyboard, in order: names and where they are."""
        return [("close", self.close_rect())]

    def tend(self, now_ms: int) -> None:
        """Go when it has been there long enough."""
        if self.came_ms < 0:
            self.came_ms = now_ms
        if now_ms - self.came_ms > self.lasts_ms:
            self.done = True

    # Drawing

    def draw_sheet(self, target: pygame.Surface) -> None:
        """The paper with its line of gold."""
        px, box = self.px, self.box
        if self.sheet.get_size() != box.size:
            self.sheet = smoothscale(sheet(paper(512, 300, self.seed)), box.size)
        brass.cast(target, box, px(18), 210)
        target.blit(self.sheet, box)
        pygame.draw.rect(target, (150, 120, 70), box.inflate(-px(16), -px(16)), px(2))

    def draw_plate(self, target: pygame.Surface, rect: pygame.Rect, word: str) -> None:
        """A brass plate with its word."""
        brass.lay(target, rect, self.px(6), "brass", 75, self.px(4))
        brass.engrave(target, word, rect, self.px(19), INK)

    def draw_lines(
        self,
        target: pygame.Surface,
        said: str,
        rect: pygame.Rect,
        units: float,
        ink: tuple[int, int, int] = TYPED,
    ) -> int:
        """A text in a box, smaller where it would not fit; the height that it takes."""
        height, lines = self.fit_text(said, rect.size, units)
        pitch = round(height * PITCH)
        for k, line in enumerate(lines):
            LETTERS.draw(target, line, rect.left, rect.top + pitch * (k + 0.5), height, ink)
        return pitch * len(lines)

    def fit_text(self, said: str, size: tuple[int, int], units: float) -> tuple[float, list[str]]:
        """The height of the capitals (``units`` at most) and the lines with which a text fits."""
        height = float(self.px(units))
        while True:
            lines: list[str] = LETTERS.wrap(said, height, size[0])
            if round(height * PITCH) * len(lines) <= size[1] or height <= brass.SMALLEST:
                return height, lines
            height = max(brass.SMALLEST, height * 0.95)
