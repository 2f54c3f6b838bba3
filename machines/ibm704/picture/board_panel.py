"""The panel at the board's right: brass plates for WHY, TODAY v START and TAKE BACK.

Under WHY stands what the arrows mean while they lie on the board, under TODAY v START how the match
of the two stands.
"""

from collections.abc import Callable, Iterator

import pygame

from devices.screen.part import Touch
from devices.screen.parts.board_wood import MAHOGANY, wood
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, cached_sprite
from devices.screen.words import Words
from machines.games.draughts.scene import BoardScene, Contest
from machines.ibm704.picture import marks
from machines.ibm704.picture.plates import ENGRAVING, PITCH, PlatesPart, fitted, touches
from machines.ibm704.picture.squares import PANEL, SIDE, SQUARE

PLATES: dict[str, Rect] = {
    "why": (SIDE + 7, 20.0, 102.0, 84.0),
    "now_then": (SIDE + 7, 274.0, 102.0, 84.0),
    "take_back": (SIDE + 7, 532.0, 102.0, 84.0),
}
KEYS = {"why": "", "now_then": "", "take_back": "backspace"}
WORDS = Words("ibm704")
YOURS, ITS = "trying", "line0"
"""The arrows of the visitor's moves and of the machine's."""
SMALL = 11.5
"""Height of capitals under the plates, in units."""
_IVORY = (238, 224, 190)
_LEGEND_Y = (134.0, 186.0)
_SCORE_Y = 384.0


def plate_touches() -> tuple[Touch, ...]:
    """The plates as a finger finds them; their areas reach to the panel's edges."""
    return touches(PLATES, KEYS)


def panel_sheet(scale: float) -> pygame.Surface:
    """The panel without its plates: a plank of mahogany that stands against the board's frame."""
    width, height = round(PANEL * scale), round(SIDE * scale)
    canvas = Canvas(width, height, scale, oversample=1, seed=29)
    where, x, y = canvas.window((0.0, 0.0, PANEL, SIDE))
    away = canvas.box(x, y, (0.0, 0.0, PANEL, SIDE), 5.0)
    high, wide = away.shape
    rgb = wood(canvas.generator, wide, high, MAHOGANY, canvas.k, 0.06).transpose(1, 0, 2)
    rgb = rgb * canvas.bevel_shade(away, 4.0, 0.5)[..., None]
    canvas.over(where, rgb, (0.5 - away).clip(0, 1))
    return canvas.surface((width, height))


class PanelPart(PlatesPart):
    """What the board's part has of the panel: its plates, pressed or not, and what stands there."""

    plates = PLATES

    def panel_sprites(self) -> Iterator[Callable[[], object]]:
        """Every plate as it can look; the legend."""
        yield from self.plate_sprites()
        yield self._legend

    def panel(
        self, can: frozenset[str], held: frozenset[str], shown: bool, scene: BoardScene
    ) -> list[PlacedSprite]:
        """The plates: which of them can be used, which are pressed; ``shown``: arrows lie there."""
        stamps = self.plate_stamps(can, held)
        if shown:
            stamps.append(PlacedSprite(self._legend(), self.px(SIDE), self.px(_LEGEND_Y[0] - 24)))
        if scene.contest is not None:
            stamps += self._score(scene.contest)
        return stamps

    @cached_sprite
    def _legend(self) -> pygame.Surface:
        """A short arrow of each kind, and whose moves they are."""
        width, high = self.px(PANEL), self.px(_LEGEND_Y[1] - _LEGEND_Y[0])
        made = pygame.Surface((width, 2 * high + self.px(18)), pygame.SRCALPHA, 32)
        for k, (kind, label) in enumerate(((YOURS, "your_move"), (ITS, "its_move"))):
            arrow = marks.arrow(kind, 1, 0, 0.62 * SQUARE * self.scale, True)
            made.blit(arrow, arrow.get_rect(center=(width // 2, k * high + self.px(16))))
            size, lines = fitted(WORDS(label), width - self.px(14), high, SMALL * self.scale)
            box = pygame.Rect(0, k * high + self.px(30), width, round(size * PITCH))
            self.draw_lines(made, lines[:1], size, _IVORY, box)
        return made

    def _score(self, contest: Contest) -> list[PlacedSprite]:
        """How the match stands, a line a count."""
        games = contest.won + contest.lost + contest.drawn
        rows = (
            WORDS("score_today", n=contest.won),
            WORDS("score_start", n=contest.lost),
            WORDS("score_even", n=contest.drawn),
            WORDS("score_games", n=games, all=contest.games),
        )
        stamps = []
        for k, row in enumerate(rows):
            size, lines = fitted(row, self.px(PANEL - 14), 1e6, SMALL * self.scale)
            sprite = ENGRAVING.text_surface(lines[0], size, _IVORY, 0.14, 0.02)
            x = self.px(SIDE + PANEL / 2) - sprite.get_width() // 2
            y = self.px(_SCORE_Y + k * 26.0) - sprite.get_height() // 2
            stamps.append(PlacedSprite(sprite, x, y))
        return stamps
