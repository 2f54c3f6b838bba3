"""Morph's program on the workstation's monitor: board, successors, why this move, patterns.

Controls (a touch is a click of the mouse there): ``new``, ``back``, ``side``, ``arrows``,
``house``, ``contest``, ``depth.1`` to ``depth.3`` (the house's plies), ``empty`` (KNOWS NOTHING:
the database is emptied), ``trained`` (TRAINED: the one that ships), ``step`` (the fold, a step at a
touch),
``square.a1`` to ``square.h8``, ``promote.q`` ``.r`` ``.b`` ``.n`` while a promotion is to be
chosen, ``move.0`` to ``move.39`` (a bar), ``why.0`` and so on (a step of the fold),
``pattern.0`` to ``pattern.14`` (of the page of the wall), ``wall.back``, ``wall.next``.  What is
pointed at or held among ``move``, ``why`` and ``pattern`` is marked by the part itself.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import ParamSpec

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.materials import sheet
from devices.screen.part import Touch
from devices.screen.parts.desktop_program import (
    ENGRAVING,
    WEIGHT,
    Colour,
    DesktopProgramPart,
    Pen,
    ProgramPane,
    fit,
    players,
)
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.room import DrawContext
from devices.screen.words import Words, headline, numeral
from machines.games.chess.board import SQUARE_NAMES
from machines.morph.picture import chess_board, fold, pattern_wall, successor_bars
from machines.morph.picture.chess_board import ChessPane
from machines.morph.picture.fold import FoldPane, ReasonPane
from machines.morph.picture.guide import winner
from machines.morph.picture.pattern_wall import PatternWallPane
from machines.morph.picture.program_layout import TITLE_HIGH, USUAL, ProgramLayout
from machines.morph.picture.successor_bars import SuccessorBarsPane
from machines.morph.picture.workstation import RASTER, WorkstationMonitorPart
from machines.morph.scene import MorphScene

WORDS = Words("morph")
P = ParamSpec("P")
FRAME: Colour = (126, 142, 166)
TITLE: Colour = (66, 86, 122)
ON_TITLE: Colour = (250, 252, 255)
RIM = 4.0
_WEAVE = ((74, 92, 108), (88, 108, 124))
LETTERS, ON_TITLES = 12.5, 11.5
REACH = 12.0
"""How far from its middle a bar can be touched."""


def caption(scene: MorphScene) -> str:
    """Who plays and who is to move, how a match stands, whose board is shown, or how the game
    ended."""
    if scene.contest is not None:
        score = scene.contest.score
        return WORDS("contest", n=score.played + 1, **asdict(score))
    if scene.other_board:
        return WORDS.said(scene.other_board)
    if scene.result:
        how = WORDS.said(scene.result).upper()
        return how if scene.house else f"{headline(WORDS.after(winner(scene)))}: {how}"
    named = (("white", scene.white), ("black", scene.black))
    white, black = ((WORDS(side), WORDS.said(name)) for side, name in named)
    return players(white, black, scene.black_to_move, WORDS("to_move"))


def status(scene: MorphScene) -> tuple[str, str]:
    """From how many games it has learned, and what became of them."""
    games = WORDS("games", n=f"{scene.games:,}")
    learned = WORDS("learned", games=games) if scene.games else WORDS("nothing")
    won, drawn, lost = map(numeral, scene.score)
    return learned, f"+{won}  ={drawn}  \N{MINUS SIGN}{lost}" if sum(scene.score) else ""


class MorphProgramPart(DesktopProgramPart, WorkstationMonitorPart):
    """The monitor with the program on it."""

    signs: Mapping[str, str] = {"wall.back": "<", "wall.next": ">"}

    def __init__(self, layout: PanelLayout, arranged: ProgramLayout = USUAL) -> None:
        self.arranged = arranged
        self.places, self.spoken = arranged.buttons, arranged.spoken
        super().__init__(layout)
        more = [to - usual for to, usual in zip(arranged.raster, RASTER[2:], strict=True)]
        self.size = self.size[0] + max(more[0], 0.0), self.size[1] + max(more[1], 0.0)
        (x, y, *_), (left, top, wide, high) = self.housing.raster, self.housing.glass
        glass = left, top, wide + more[0], high + more[1]
        lamp = self.housing.lamp[0] + more[0], self.housing.lamp[1] + more[1]
        raster = x, y, *arranged.raster
        self.housing = replace(self.housing, raster=raster, glass=glass, lamp=lamp)
        self.board = ChessPane(*arranged.board).zoomed(arranged.board_zoom)
        self.bars = SuccessorBarsPane(*arranged.bars).zoomed(arranged.bars_zoom)
        self.reason = ReasonPane(arranged.reason)
        self.fold = FoldPane(*arranged.fold)
        self.wall = PatternWallPane(*arranged.wall) if arranged.wall else None
        self._touched_for: tuple[bool, int, str, int] | None = None
        self._made_touches: dict[Hashable, tuple[Touch, ...]] = {}
        self._find_touches(False, 0, "", 0)

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        wall = () if self.wall is None else (self.wall,)
        return self.board, self.bars, self.reason, self.fold, *wall

    def draw_raster(self, raster: pygame.Surface) -> None:
        pen = Pen(raster, self.scale)
        weave(raster, self.scale)
        for rect, title in self.arranged.windows:
            window(pen, rect, WORDS(title) if title else "")
        self.draw_buttons(pen)
        for place, word in ((self.arranged.plies, "depth"), (self.arranged.leafing, "window_wall")):
            if place is not None:
                x, y, room = place
                pen.text(WORDS(word), x, y, fit(WORDS(word), 11.0, room), anchor="right")
        pen.box(self.arranged.caption, False)
        self.build_panes()

    # What changes.

    def picture(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: MorphScene = context.view.scene
        board, successors, why, wall = scene.board, scene.successors, scene.fold, scene.wall
        first = fold.first_of(why)
        self._find_touches(board.flipped, len(successors.bars), board.promotion, first)
        if not context.awake:
            return self.dark()
        number = partial(context.number_at, "workstation")
        shown = (
            board,
            replace(successors, looked=number("move", successors.looked)),
            why,
            replace(why, pointed=number("why", why.pointed)),
            replace(wall, pointed=number("pattern", wall.pointed)),
        )
        stamps = self.pane_sprites(zip(self.panes, shown, strict=False), now_ms)
        on = {"house": scene.house, "contest": scene.contest is not None}
        on |= {"arrows": scene.graph_shown, f"depth.{scene.depth}": True}
        chosen = {name for name, down in on.items() if down}
        stamps += self.button_sprites(context.held_at("workstation"), chosen)
        x, y, wide, tall = self.arranged.caption
        inner = (x + 2.0, y + 2.0, wide - 4.0, tall - 4.0)
        stamps.append(self.line(inner, caption(scene), 7.0, max(LETTERS, 0.52 * tall)))
        titles = [*zip(self.arranged.status, status(scene), strict=False)]
        if wall.total and self.arranged.page is not None:
            n, page, pages = f"{wall.total:,}", wall.page + 1, wall.pages
            titles.append((self.arranged.page, WORDS("page", n=n, page=page, pages=pages)))
        for (x, y, wide, tall), text in titles:
            if text:
                # No wider than its words: a title of another language may be long.
                needed = min(wide, ENGRAVING.width(text, ON_TITLES, 0.06) + 14.0)
                inner = (x + wide - needed, y + 3.0, needed, tall - 6.0)
                colours = (ON_TITLE, TITLE)
                stamps.append(self.line(inner, text, needed - 6.0, ON_TITLES, colours, "right"))
        return stamps

    def sprites(self) -> Iterable[Callable[[], object]]:
        for high in (LETTERS, ON_TITLES):
            yield partial(ENGRAVING.prepare, high * self.scale, WEIGHT)
        yield from super().sprites()

    def _find_touches(self, flipped: bool, moves: int, promotion: str, first: int) -> None:
        """What can be touched, where that has changed: while games run it does in most frames, so
        each window's controls are made once for each of its own states."""
        if self._touched_for == (flipped, moves, promotion, first):
            return
        self._touched_for = (flipped, moves, promotion, first)
        self._touches = (
            *self._kept("buttons", self.button_touches),
            *self._kept(("board", flipped, promotion), self._board_touches, flipped, promotion),
            *self._kept(("bars", moves), self._bar_touches, moves),
            *self._kept(("lines", first), self._line_touches, first),
            *self._kept("patterns", self._pattern_touches),
        )

    def _kept(
        self, key: Hashable, make: Callable[P, Iterable[Touch]], *args: P.args, **named: P.kwargs
    ) -> tuple[Touch, ...]:
        """The controls of that key, made when they are first wanted."""
        if key not in self._made_touches:
            self._made_touches[key] = tuple(make(*args, **named))
        return self._made_touches[key]

    def _board_touches(self, flipped: bool, promotion: str) -> Iterator[Touch]:
        """The squares or, where a pawn has come to the end, what it can become."""
        for letter, rect in chess_board.choice_areas(promotion):
            name, does = f"promote.{letter.lower()}", WORDS("becomes_does")
            yield self.touch_of(name, rect, letter.upper(), does, "", "button", self.board)
        does = WORDS("square_does")
        for square, name in enumerate(SQUARE_NAMES if not promotion else ()):
            rect = chess_board.area_of(square, flipped)
            yield self.touch_of(f"square.{name}", rect, name.upper(), does, pane=self.board)

    def _bar_touches(self, moves: int) -> Iterator[Touch]:
        """The bars of so many moves."""
        does = WORDS("bar_does")
        for number in range(min(moves, successor_bars.MOST)):
            x, y, wide, tall = successor_bars.column(number, moves)
            # Neighbours' areas overlap: the nearest bar is meant.
            rect = (x + wide / 2 - REACH, y, 2 * REACH, tall)
            label = WORDS("bar", n=number + 1)
            yield self.touch_of(f"move.{number}", rect, label, does, pane=self.bars)

    def _line_touches(self, first: int) -> Iterator[Touch]:
        """The fold's lines, of which the uppermost is step ``first``."""
        does = WORDS("line_does")
        for number in range(fold.ROWS):
            name, rect = f"why.{first + number}", fold.line_of(number)
            label = WORDS("line", n=number + 1)
            yield self.touch_of(name, rect, label, does, pane=self.fold)

    def _pattern_touches(self) -> Iterator[Touch]:
        """The patterns on a page of the wall."""
        does = WORDS("pattern_does")
        for number in range(pattern_wall.A_PAGE if self.wall is not None else 0):
            name, rect = f"pattern.{number}", pattern_wall.place_of(number)
            label = WORDS("pattern", n=number + 1)
            yield self.touch_of(name, rect, label, does, pane=self.wall)


def window(pen: Pen, rect: Rect, title: str) -> None:
    """A window's frame and its title; what is in it lies below the title."""
    x, y, wide, tall = rect
    shade = pen.rect((x + 5.0, y + 5.0, wide, tall))
    dim = pygame.Surface(shade.size, 0, 32)
    dim.fill((0, 0, 0))
    dim.set_alpha(80)
    pen.surface.blit(dim, shade)
    pen.box(rect, True, FRAME)
    if title:
        bar = (x + RIM, y + RIM, wide - 2 * RIM, TITLE_HIGH)
        pen.box(bar, True, TITLE)
        pen.box((bar[0] + 5.0, bar[1] + 5.0, 18.0, TITLE_HIGH - 10.0), True)
        pen.fill((bar[0] + 9.0, bar[1] + TITLE_HIGH / 2 - 1.5, 10.0, 3.0), (60, 60, 62))
        high = fit(title, 13.0, bar[2] - 40.0, 0.16)
        pen.text(title, bar[0] + 32.0, bar[1] + TITLE_HIGH / 2, high, ON_TITLE, weight=0.16)


def weave(surface: pygame.Surface, scale: float) -> None:
    """The ground behind the windows: a fine weave of two tones."""
    wide, tall = surface.get_size()
    step = max(1, round(2 * scale))
    over = (np.arange(wide)[None, :] // step + np.arange(tall)[:, None] // step) % 2
    tones = np.asarray(_WEAVE, np.float32)
    surface.blit(sheet(tones[over]), (0, 0))
