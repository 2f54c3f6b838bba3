"""Morph's program on the workstation's monitor: board, successors, why this move, patterns.

Controls (a touch is a click of the mouse there): ``new``, ``back``, ``side``, ``arrows``,
``house``, ``depth.1`` to ``depth.3`` (the house's plies), ``empty`` (KNOWS NOTHING: the database is
emptied), ``trained`` (TRAINED: the one that ships), ``step`` (the fold, a step at a touch),
``square.a1`` to ``square.h8``, ``promote.q`` ``.r`` ``.b`` ``.n`` while a promotion is to be
chosen, ``move.0`` to ``move.39`` (a bar), ``why.0`` to ``why.9`` (a line of the fold),
``pattern.0`` to ``pattern.14`` (of the page of the wall), ``wall.back``, ``wall.next``.  What is
pointed at or held among ``move``, ``why`` and ``pattern`` is marked by the part itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

import pygame

from devices.screen.part import Touch
from devices.screen.parts.desktop_look import ENGRAVING, WEIGHT, Pen
from devices.screen.parts.desktop_program import Button, DesktopProgramPart
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from machines.morph.picture import chess_board, chess_picture, fold, pattern_wall, successor_bars
from machines.morph.picture.chess_board import ChessPane
from machines.morph.picture.chess_picture import ChessBoardState
from machines.morph.picture.fold import FoldPane, FoldState
from machines.morph.picture.pattern_wall import PatternWallPane, PatternWallState
from machines.morph.picture.successor_bars import SuccessorBarsPane, SuccessorBarsState
from machines.morph.picture.workstation import RASTER, WorkstationMonitorPart
from machines.morph.picture.workstation_look import ON_TITLE, TITLE, TITLE_HIGH, weave, window

WIDE, HIGH = RASTER[2:]
LEFT, RIGHT = 14.0, 588.0
"""Where the panes of the two columns begin."""
UPPER = 88.0
BARS = (LEFT, 708.0)
WALL = (RIGHT, 494.0)
WINDOWS: tuple[tuple[Rect, str], ...] = (
    ((6.0, 6.0, 1140.0, 44.0), ""),
    ((6.0, 56.0, 568.0, 616.0), "MORPH PLAYS CHESS"),
    ((6.0, 678.0, 568.0, 218.0), "WHERE ONE MOVE LEADS, AND WHAT EACH IS WORTH"),
    ((580.0, 56.0, 566.0, 402.0), "WHY THIS MOVE"),
    ((580.0, 464.0, 566.0, 432.0), "PATTERNS"),
)
BUTTONS: dict[str, Button] = {
    "new": ((14.0, 13.0, 116.0, 30.0), "NEW GAME", "n", "Sets the men up anew."),
    "back": ((134.0, 13.0, 120.0, 30.0), "TAKE BACK", "b", "Takes your last move back."),
    "side": ((258.0, 13.0, 144.0, 30.0), "CHANGE SIDES", "c", "You play the other colour."),
    "arrows": ((406.0, 13.0, 96.0, 30.0), "ARROWS", "a", "Who attacks and defends whom."),
    "house": ((518.0, 13.0, 164.0, 30.0), "MORPH v HOUSE", "m",
              "Morph plays the house and learns after each game; again: stops it."),
    **{f"depth.{plies}": ((736.0 + 36.0 * (plies - 1), 13.0, 32.0, 30.0), str(plies), str(plies),
                          f"The house looks {plies} {'ply' if plies == 1 else 'plies'} ahead.")
       for plies in (1, 2, 3)},
    "empty": ((860.0, 13.0, 168.0, 30.0), "KNOWS NOTHING", "k",
              "Empties the database: Morph begins with nothing."),
    "trained": ((1032.0, 13.0, 106.0, 30.0), "TRAINED", "t",
                "Gives Morph the database that ships with the museum."),
    "step": ((1036.0, 61.0, 98.0, 24.0), "STEP", "s", "Folds the weights one by one."),
    "wall.back": ((1062.0, 469.0, 34.0, 24.0), "<", "page up", "Turns the wall back."),
    "wall.next": ((1100.0, 469.0, 34.0, 24.0), ">", "page down", "Turns the wall on."),
}  # fmt: skip
PLIES = (730.0, 28.0)
LETTERS, ON_TITLES = 12.5, 11.5
REACH = 12.0
"""How far from its middle a bar can be touched."""
CAPTION: Rect = (LEFT, 643.0, chess_picture.SIDE, 23.0)
_INNER: Rect = (CAPTION[0] + 2.0, CAPTION[1] + 2.0, CAPTION[2] - 4.0, CAPTION[3] - 4.0)
STATUS: tuple[Rect, ...] = ((238.0, 60.0, 330.0, TITLE_HIGH), (776.0, 60.0, 256.0, TITLE_HIGH))
"""Where the titles of the two upper windows have room."""
PAGE: Rect = (750.0, 468.0, 304.0, TITLE_HIGH)
"""Where the title of the wall says which page it is."""


@dataclass(frozen=True)
class MorphProgramState:
    """All that the screen shows."""

    board: ChessBoardState = field(default_factory=ChessBoardState)
    bars: SuccessorBarsState = field(default_factory=SuccessorBarsState)
    fold: FoldState = field(default_factory=FoldState)
    wall: PatternWallState = field(default_factory=PatternWallState)
    caption: str = ""
    """Below the board: who plays, who is to move."""
    status: tuple[str, str] = ("", "")
    """On the titles of the two upper windows: games learned from, what was learned last."""
    chosen: frozenset[str] = frozenset()
    """Buttons that stay down (``house``, ``arrows``, ``depth.1``); labels, keys and help of all of
    them stand in assets/panels/morph.toml."""
    held: frozenset[str] = frozenset()
    """Controls under a finger."""
    pointed: str = ""
    """The control under the mouse's pointer (``move.3``, ``why.0``, ``pattern.7``)."""
    lamp: int = 255
    on: bool = True
    """Whether the monitor shows a picture at all."""


class MorphProgramPart(DesktopProgramPart, WorkstationMonitorPart):
    """The monitor with the program on it."""

    buttons = BUTTONS

    def __init__(self) -> None:
        super().__init__()
        self.board = ChessPane(LEFT, UPPER)
        self.bars = SuccessorBarsPane(*BARS)
        self.fold = FoldPane(RIGHT, UPPER)
        self.wall = PatternWallPane(*WALL)
        self._touches = touches(False, 0, "")

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return self.board, self.bars, self.fold, self.wall

    def lamp(self, state: MorphProgramState) -> int:
        return state.lamp

    def draw_raster(self, raster: pygame.Surface) -> None:
        pen = Pen(raster, self.scale)
        weave(raster, self.scale)
        for rect, title in WINDOWS:
            window(pen, rect, title)
        for rect, label, _, _ in BUTTONS.values():
            pen.button(rect, label, False)
        pen.text("PLIES", *PLIES, 12.5, anchor="right")
        pen.box(CAPTION, False)
        self.build_panes()

    # What changes.

    def shown(self, state: MorphProgramState, now_ms: int) -> list[PlacedSprite]:
        board = state.board
        self._touches = touches(board.flipped, len(state.bars.moves), board.promotion)
        if not state.on:
            return self.dark()
        shown = (
            board,
            replace(state.bars, pointed=_number(state, "move", state.bars.pointed)),
            replace(state.fold, pointed=_number(state, "why", state.fold.pointed)),
            replace(state.wall, pointed=_number(state, "pattern", state.wall.pointed)),
        )
        stamps = self.panes_shown(shown, now_ms)
        stamps += self.buttons_shown(state.held, state.chosen)
        if state.caption:
            stamps.append(self.line(_INNER, state.caption, 7.0, LETTERS))
        titles = [*zip(STATUS, state.status, strict=True)]
        if state.wall.total:
            wall = state.wall
            titles.append((PAGE, f"{wall.total:,} · PAGE {wall.page + 1} OF {wall.pages}"))
        for (x, y, wide, tall), text in titles:
            if text:
                inner = (x, y + 3.0, wide, tall - 6.0)
                colours = (ON_TITLE, TITLE)
                stamps.append(self.line(inner, text, wide - 6.0, ON_TITLES, colours, "right"))
        return stamps

    def sprites(self) -> Iterable[Callable[[], object]]:
        for high in (LETTERS, ON_TITLES):
            yield partial(ENGRAVING.prepare, high * self.scale, WEIGHT)
        yield from super().sprites()


def _number(state: MorphProgramState, what: str, otherwise: int) -> int:
    """The number of that kind of control that a finger or the pointer is on."""
    for name in (*sorted(state.held), state.pointed):
        kind, _, number = name.partition(".")
        if kind == what:
            return int(number)
    return otherwise


@lru_cache(maxsize=64)
def touches(flipped: bool, moves: int, promotion: str) -> tuple[Touch, ...]:
    """Every control of the program, in units of the part; ``moves`` is how many bars there are."""
    made = [
        Touch(name, _on_part((0.0, 0.0), rect), "button", _label(name, label), said, key)
        for name, (rect, label, key, said) in BUTTONS.items()
    ]
    for letter, rect in chess_board.choice_areas(promotion):
        place = _on_part((LEFT, UPPER), rect)
        said = "What the pawn becomes."
        made.append(Touch(f"promote.{letter.lower()}", place, "button", letter.upper(), said))
    for square in range(64 if not promotion else 0):
        name = chess_picture.name_of(square)
        side = chess_picture.SQUARE
        rect = (*chess_picture.corner(square, flipped), side, side)
        place = _on_part((LEFT, UPPER), rect)
        made.append(Touch(f"square.{name}", place, "square", name.upper(), "A man, or its goal."))
    for number in range(min(moves, successor_bars.MOST)):
        x, y, wide, tall = successor_bars.column(number, moves)
        # Neighbours' areas overlap: the nearest bar is meant.
        place = _on_part(BARS, (x + wide / 2 - REACH, y, 2 * REACH, tall))
        said = "Looks at this move: its patterns and their weights."
        made.append(Touch(f"move.{number}", place, "square", f"MOVE {number + 1}", said))
    for number in range(fold.ROWS):
        place = _on_part((RIGHT, UPPER), fold.line_of(number))
        said = "Shows on the board where this pattern matches."
        made.append(Touch(f"why.{number}", place, "square", f"LINE {number + 1}", said))
    for number in range(pattern_wall.A_PAGE):
        place = _on_part(WALL, pattern_wall.place_of(number))
        said = "Shows this pattern on the board."
        made.append(Touch(f"pattern.{number}", place, "square", f"PATTERN {number + 1}", said))
    return tuple(made)


def _label(name: str, label: str) -> str:
    names = {"wall.back": "WALL BACK", "wall.next": "WALL ON"}
    return names.get(name, f"PLIES {label}" if label.isdigit() else label)


def _on_part(pane: tuple[float, float], rect: Rect) -> Rect:
    left, top = pane
    return RASTER[0] + left + rect[0], RASTER[1] + top + rect[1], rect[2], rect[3]
