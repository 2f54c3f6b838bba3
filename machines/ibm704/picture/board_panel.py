"""The panel at the board's right: brass plates for WHY, TODAY v START and TAKE BACK.

Under WHY stands what the arrows mean while they lie on the board, under TODAY v START how the match
of the two stands.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

import pygame

from devices.screen import brass
from devices.screen.lettering import Engraving
from devices.screen.part import Touch
from devices.screen.parts.board_wood import MAHOGANY, wood
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart, brief_sprite, cached_sprite
from devices.screen.words import Words, headline
from machines.games.draughts.scene import BoardScene, Contest
from machines.ibm704.picture import marks
from machines.ibm704.picture.squares import PANEL, SIDE, SQUARE

# -- Brass push plates in a column at the right of the table, with their words engraved ------------

LETTERS = 13.0
"""Height of capitals on the plates, in units."""
PITCH = 1.75
_DIM = (122, 96, 50)

ENGRAVING = Engraving()


def touches(plates: Mapping[str, Rect], keys: Mapping[str, str]) -> tuple[Touch, ...]:
    """The plates as a finger finds them; their areas reach to the panel's edges."""
    return tuple(
        Touch(
            name,
            (SIDE, y - 8.0, PANEL, high + 16.0),
            "act",
            WORDS(name),
            WORDS(f"{name}_help"),
            keys.get(name, ""),
        )
        for name, (_, y, _, high) in plates.items()
    )


def fitted(text: str, wide: float, high: float, most: float) -> tuple[float, list[str]]:
    """Height of the capitals and lines with which a text fits into a box, all in pixels."""
    return ENGRAVING.fit(
        text, most, wide, lambda size, lines: len(lines) * size * PITCH <= high
        and max(ENGRAVING.width(line, size, 0.02) for line in lines) <= wide, 5.0,
    )  # fmt: skip


class PlatesPart(SpritePart):
    """A part with such plates."""

    plates: ClassVar[Mapping[str, Rect]] = {}

    def plate_sprites(self) -> Iterator[Callable[[], object]]:
        """Every plate as it can look."""
        for name in self.plates:
            for can, pressed in ((True, False), (True, True), (False, False)):
                yield partial(self._plate, name, can, pressed)

    def plate_stamps(self, can: frozenset[str], held: frozenset[str]) -> list[PlacedSprite]:
        """The plates: which of them can be used, which are pressed."""
        stamps = []
        for name, (x, y, _, _) in self.plates.items():
            plate = self._plate(name, name in can, name in can and name in held)
            stamps.append(PlacedSprite(plate, self.px(x), self.px(y)))
        return stamps

    @cached_sprite
    def _plate(self, name: str, can: bool, pressed: bool) -> pygame.Surface:
        """A push plate with its words; pressed, it lies deeper and darker."""
        _, _, wide, high = self.plates[name]
        width, height = self.px(wide), self.px(high)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        inset = max(1, self.px(3)) if pressed else 0
        rect = made.get_rect().inflate(-inset, -inset)
        brass.lay(made, rect, max(2, self.px(6)), "brass", 75)
        if pressed or not can:
            shade = pygame.Surface(made.get_size(), pygame.SRCALPHA, 32)
            shade.fill((40, 24, 8, 70 if pressed else 0))
            made.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_SUB if pressed else 0)
        ink = brass.INK if can else _DIM
        room = (rect.width - self.px(12), rect.height - self.px(10))
        size, lines = fitted(WORDS(name), *room, LETTERS * self.scale)
        self.draw_lines(made, lines, size, ink, rect)
        return made

    def draw_lines(
        self,
        made: pygame.Surface,
        lines: list[str],
        size: float,
        ink: tuple[int, int, int],
        rect: pygame.Rect,
    ) -> None:
        """Lines of text in the middle of a box, all in pixels."""
        pitch = size * PITCH
        for k, line in enumerate(lines):
            y = rect.centery + (k - (len(lines) - 1) / 2) * pitch
            ENGRAVING.draw(made, line, rect.centerx, y, size, ink, "centre", 0.15, 0.02)


# -- board panel -----------------------------------------------------------------------------------

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
WON = 22.0
"""Height of capitals of who has won, in units, where they fit."""
_WON_Y, _WON_HIGH = 372.0, 150.0


def winner(scene: BoardScene) -> str:
    """Which sentence says who has won the game that is over; of two programs, or of two visitors,
    by the colour."""
    result = scene.summary.result if scene.summary is not None else ""
    if result == "1/2-1/2" or not result:
        return "a_draw" if result else "game_over"
    seats = (scene.black, scene.white) if result == "1-0" else (scene.white, scene.black)
    if seats.count("OPERATOR") == 1:
        return "you_won" if seats[0] == "OPERATOR" else "machine_won"
    return "black_won" if result == "1-0" else "white_won"


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
        elif scene.over:
            won = self._won(headline(WORDS.after(winner(scene))))
            stamps.append(PlacedSprite(won, self.px(SIDE + 7), self.px(_WON_Y)))
        return stamps

    @brief_sprite
    def _won(self, said: str) -> pygame.Surface:
        """Who has won, in the space between two plates."""
        made = pygame.Surface((self.px(PANEL - 14), self.px(_WON_HIGH)), pygame.SRCALPHA, 32)
        size, lines = fitted(said, *made.get_size(), WON * self.scale)
        self.draw_lines(made, lines, size, _IVORY, made.get_rect())
        return made

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
