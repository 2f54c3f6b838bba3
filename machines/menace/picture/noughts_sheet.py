"""The board on a sheet of paper: pencilled noughts and crosses, with the drawn beads beside them.

Squares have Michie's numbers, printed small: 1 2 3 over 8 0 4 over 7 6 5.

What it draws is told by the kind of its state: a chart, blocks of a hundred plays, or odds.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
import pygame

from devices.screen.materials import PAPER, cutout, sheet
from devices.screen.part import Touch
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.figures import blocks_chart, counts_chart, score_chart
from devices.screen.parts.odds_chart import STAMP, OddsPart, OddsState, stamp_plate
from devices.screen.parts.pencil_board import PencilBoardPart, PencilSheet
from devices.screen.parts.pinned import pin
from devices.screen.parts.relief import smooth_step
from devices.screen.parts.sprites import (
    PlacedSprite,
    SpritePart,
    brief_sprite,
    cached_sprite,
    within,
)
from devices.screen.parts.step_chart import BlocksPart, BlocksState
from devices.screen.smooth import smoothscale
from machines.games.noughts.board import READING
from machines.games.noughts.marks import ROWS, finished_line, signed
from machines.menace import motion, text
from machines.menace.picture import beads, words
from machines.menace.picture.beads import GLASS
from machines.menace.picture.table import ORIGIN, OnTable, Standing, TablePart
from machines.menace.picture.words import WORDS
from machines.menace.scene import MenaceScene

# -- A sheet of paper pinned to the wall that shows one figure of several; a touch on its
#    turned-up corner brings the next --------------------------------------------------------------

PAPER_AT = (12.0, 14.0)
EDGE = (26.0, 30.0)
"""What of the part is not paper: across and down, together."""
CORNER, STRIP = 40.0, 16.0
"""The turned-up corner's side, units of the paper; what the paper is longer than the figure, so
that the corner covers no words."""
PIN = 17.0
COMPARE_AT = (352.0, 24.0)
"""Where the plate is stamped that shows before and after."""
UNIT = 1.1
"""The figure's own units, in the part's."""


Figure = ChartState | BlocksState | OddsState


@dataclass(frozen=True)
class FigureSheetState:
    """The figure that is on top."""

    figure: Figure
    page: int = 1
    pages: int = 1
    compares: bool = False
    """Whether it is the figure that BEFORE AND AFTER shows."""


class FigureSheetPart(TablePart):
    """The sheet on the wall."""

    size = (548.0, 420.0)

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.wide, self.high = self.size[0] - EDGE[0], self.size[1] - EDGE[1]
        inner = (self.wide / UNIT, (self.high - STRIP) / UNIT)
        self.kinds: dict[type, SpritePart] = {
            ChartState: ChartPart(inner),
            BlocksState: BlocksPart(inner),
            OddsState: OddsPart(inner),
        }
        self._draw: tuple[object, list[PlacedSprite]] | None = None
        """The figure that was drawn last, and its stamps."""
        right, low = PAPER_AT[0] + self.wide, PAPER_AT[1] + self.high
        corner = (right - CORNER * 1.5, low - CORNER * 1.1, CORNER * 1.5 + 6, CORNER * 1.1 + 6)
        label, told = WORDS("turn"), WORDS("turn_help")
        turn = Touch("turn", corner, "act", label, told, "c")
        x, y, wide, high = *COMPARE_AT, *STAMP
        around = (x - 8.0, y - 10.0, wide + 16.0, high + 22.0)
        label, told = WORDS("compare"), WORDS("compare_help")
        self._touches = (turn, Touch("compare", around, "act", label, told, "v"))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self._draw = None
        for part in self.kinds.values():
            part.build(self.scale * UNIT)
        spot = (PAPER_AT[0] + 5, PAPER_AT[1] + 7, self.wide, self.high)
        made = sheet(self.ground(width, height, (spot, 8.0, 0.75, 0.0)))
        blank = self.kinds[ChartState].make_sheet(self.px(self.wide), self.px(self.high))
        made.blit(blank, (self.px(PAPER_AT[0]), self.px(PAPER_AT[1])))
        head = pin(max(self.px(PIN), 4))
        for across in (0.035, 0.965):
            x, y = PAPER_AT[0] + self.wide * across, PAPER_AT[1] + 15.0
            made.blit(head, head.get_rect(center=(self.px(x), self.px(y))))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Those of the figures."""
        for part in self.kinds.values():
            yield from part.sprites()

    def look(self, state: FigureSheetState, now_ms: int) -> list[PlacedSprite]:
        if self._draw is None or self._draw[0] is not state.figure:
            self._draw = (state.figure, self._figure(state, now_ms))
        stamps = list(self._draw[1])
        x, y = self.px(PAPER_AT[0]), self.px(PAPER_AT[1])
        plate = self._compare(state.compares)
        stamps.append(PlacedSprite(plate, self.px(COMPARE_AT[0]), self.px(COMPARE_AT[1])))
        if state.pages > 1:
            words = f"{state.page}/{state.pages}"
            side = self.px(CORNER)
            corner = self._corner(words, side)
            stamps.append(
                PlacedSprite(corner, x + self.px(self.wide) - side, y + self.px(self.high) - side)
            )
        return stamps

    @cached_sprite
    def _compare(self, down: bool) -> pygame.Surface:
        return stamp_plate(self.letters, WORDS("compare"), self.scale, down)

    def _figure(self, state: FigureSheetState, now_ms: int) -> list[PlacedSprite]:
        """The figure's own stamps, where it lies on the sheet."""
        x, y = self.px(PAPER_AT[0]), self.px(PAPER_AT[1])
        inner = self.kinds[type(state.figure)]
        return [
            stamp._replace(x=stamp.x + x, y=stamp.y + y)
            for stamp in inner.look(state.figure, now_ms)
        ]

    @brief_sprite
    def _corner(self, words: str, side: int) -> pygame.Surface:
        """The corner turned up: the wall behind it, the sheet's back, the page's number."""
        fine = 2
        size = side * fine
        x = (np.arange(size, dtype=np.float32) + 0.5)[None, :] / size
        y = (np.arange(size, dtype=np.float32) + 0.5)[:, None] / size
        # Along the fold x + y = 1; u runs across it, to the corner.
        u = np.asarray(x + y - 1, np.float32)
        back = np.asarray((PAPER[0] - 14, PAPER[1] - 14, PAPER[2] - 16), np.float32)
        curve = 0.80 + 0.34 * np.sin(np.clip(-u * 2.4, 0, 1) * 2.4)
        rgb = back * curve[..., None]
        flap = smooth_step(-0.002, -0.014, u) * smooth_step(-0.70, -0.68, u)
        inside = np.asarray((x > 0.03) & (y > 0.03) & (u < 0), np.float32)
        shadow = 0.55 * np.exp(-np.clip(-u - 0.02, 0, None) / 0.10) * 0
        wall = smooth_step(-0.006, 0.006, u)
        colours = np.where((u > 0)[..., None], np.float32(13.0), rgb)
        cover = np.clip(np.maximum(flap * inside, wall) + shadow, 0, 1)
        made = smoothscale(
            cutout(np.asarray(colours, np.float32), np.asarray(cover, np.float32)), (side, side)
        )
        ink = (84, 78, 70)
        high = 9.4 * self.scale
        self.letters.draw(made, words, side * 0.36, side * 0.36, high, ink, "centre", 0.14)
        return made


# -- The figures: the score, blocks of a hundred plays, the shown box, the chances now, and the
#    same before and after --------------------------------------------------------------------

COMPARED = ("random", "perfect")
"""Whom the boxes meet in BEFORE AND AFTER: neither learns, so both cabinets have the same test.
Against the first they can win, against the second only not lose."""
PLAYS_COMPARED = 1_000


def _score(scene: MenaceScene) -> ChartState:
    """Fig. 4 with the tournament of 1961 behind the day's own plays."""
    changes = tuple(
        (change.plays, f"{change.rewards.win:+d} {change.rewards.draw:+d} {change.rewards.loss:+d}")
        for change in scene.changes
    )
    # The callouts have room while the chart is as large as the printed one.
    plays = len(scene.results)
    as_printed = plays <= 240 and plays + 2 * int(scene.results.sum()) <= 180
    callouts = tuple((play, WORDS(f"callout_{play}")) for play, _ in text.CALLOUTS)
    return score_chart(
        scene.results, ghost=text.RESULTS,
        callouts=callouts if as_printed else (), changes=changes,
        test_run=text.TEST_RUN, name=WORDS("today"), title=WORDS("score_title"),
    )  # fmt: skip


def _blocks(scene: MenaceScene) -> BlocksState:
    """By hundreds; until today has one, those of 1961."""
    return blocks_chart(
        text.blocks(scene),
        title=WORDS("blocks_title"),
        earlier=text.blocks_of(text.RESULTS),
        earlier_name="1961",
    )


def _box(scene: MenaceScene) -> ChartState:
    """The shown box's beads; white ones are drawn in pencil."""
    inks = [(round(r * 0.86), round(g * 0.86), round(b * 0.86)) for r, g, b in
            (glass.body for glass in GLASS)]  # fmt: skip
    inks[1] = (150, 146, 138)
    colours = tuple((words.colour(k), ink) for k, ink in enumerate(inks))
    return counts_chart(
        scene.history,
        colours,
        plays=len(scene.results),
        title=WORDS("beads_of_box", n=scene.shown),
        upwards=WORDS("beads_in_box"),
    )


def _odds(scene: MenaceScene) -> OddsState:
    rows = tuple((words.called(name), *text.for_boxes(scene, odds)) for name, odds in scene.odds)
    note = WORDS("odds_note")
    return OddsState(WORDS("odds_title"), rows, note, _legend())


def _legend() -> tuple[str, str, str]:
    """Won, drawn, lost."""
    return WORDS("odds_won"), WORDS("odds_drawn"), WORDS("odds_lost")


def _before(scene: MenaceScene) -> OddsState:
    """The boxes as they began and as they are now, each against the same opponents."""
    began, now, rows = dict(scene.began), dict(scene.odds), []
    for name in COMPARED:
        for key, odds in (("as_they_began", began.get(name)), ("as_they_are", now.get(name))):
            if odds is not None:
                said = WORDS(key, opponent=words.called(name))
                rows.append((said, *text.for_boxes(scene, odds)))
    title, note = WORDS("compare_title"), WORDS("compare_note")
    return OddsState(title, tuple(rows), note, _legend(), PLAYS_COMPARED)


FIGURES: dict[str, tuple[Callable[[MenaceScene], object], Callable[[MenaceScene], Figure]]] = {
    "score": (lambda scene: (scene.day, len(scene.results), scene.changes), _score),
    "blocks": (lambda scene: (scene.day, len(scene.results) // 100), _blocks),
    "box": (
        lambda scene: (scene.day, scene.shown, len(scene.history), len(scene.results)),
        _box,
    ),
    "odds": (lambda scene: scene.odds, _odds),
    "before": (lambda scene: (scene.began, scene.odds), _before),
}
"""The chart's pages: what each depends on, and how it is drawn."""


# -- noughts sheet ---------------------------------------------------------------------------------

SIZE = (420.0, 454.0)
SHEET = PencilSheet((30.0, 18.0, 356.0, 418.0), (54.0, 40.0, 306.0), 2.4, READING, ROWS)
BEAD = 30.0
_WRITTEN = (60, 58, 62)


class NoughtsSheetPart(PencilBoardPart, TablePart):
    """The sheet on the table."""

    size = SIZE
    pencil_sheet = SHEET

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.forget_marks()
        self._touches = tuple(
            SHEET.touch(square, words.WORDS("square_help", n=square)) for square in range(9)
        )

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.forget_marks()
        x, y, wide, high = SHEET.paper
        spot = (x + 8, y + 9, wide - 4, high - 4)
        made = sheet(self.ground(width, height, (spot, 9.0, 0.60, 0.0)))
        self.lay_sheet(made)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Marks as they are drawn, whole ones first; beads; the strokes through a line."""
        yield from self.mark_sprites()
        for colour, lift in product(range(9), range(5)):
            yield partial(beads.bead_sprites, colour, self._diameter(), (0.0, 0.0), lift)
        for high in (14.0, 12.0):
            yield partial(self.letters.prepare, high * self.scale, 0.125)
        yield from self.line_sprites()

    # What is seen.

    def look(self, state: OnTable, now_ms: int) -> list[PlacedSprite]:
        scene = state.scene
        marks = signed(motion.marks_in_view(scene))
        stamps = self.marks(marks, finished_line(marks), now_ms)
        for square, colour in motion.beads_in_view(scene):
            stamps += beads.bead_sprites(
                colour, self._diameter(), self.at_square(square, 0.80, 0.80)
            )
        stamps += self._words(words.words(scene))
        for bead in state.flying:
            stamps += bead.sprites(self._diameter(), self.scale)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    def _words(self, lines: tuple[str, ...]) -> list[PlacedSprite]:
        stamps = []
        _, top, side = SHEET.board
        for row, line in enumerate(lines):
            sprite = self._text(line, (14.0 if row == 0 else 12.0) * self.scale)
            x = self.px(SHEET.middle[0] + 3.0 + 0.9 * row) - sprite.get_width() // 2
            stamps.append(PlacedSprite(sprite, x, self.px(top + side + 10.0 + 26.0 * row)))
        return stamps

    @brief_sprite
    def _text(self, line: str, high: float) -> pygame.Surface:
        flat = self.letters.text_surface(line, high, _WRITTEN, 0.125)
        return pygame.transform.rotozoom(flat, SHEET.turn, 1.0)

    def _diameter(self) -> int:
        return max(self.px(BEAD), 3)
