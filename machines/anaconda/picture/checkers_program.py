"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``why``, ``contest``, ``generation.0`` (``.250``, ``.840``,
``.1002``), ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).

There are two arrangements: the usual one, and one for a room that is laid low (devices.screen.
lowering).  In that one board and buttons have the raster's lower half, side by side, so that a
square is as large as a finger; what is only read stands above them.  Places are in picture
elements.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.part import Touch
from devices.screen.parts.desktop_program import (
    FACE,
    INK,
    DesktopProgramPart,
    Pen,
    ProgramPane,
    fit,
    players,
)
from devices.screen.parts.office_pc import RASTER
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.room import DrawContext
from devices.screen.words import Words, headline
from machines.anaconda.picture import checkers_picture, guide, network_drawing
from machines.anaconda.picture.checkers_picture import CheckersPane
from machines.anaconda.picture.network_drawing import LookedAt, NetworkPane
from machines.anaconda.picture.population import PopulationPane, StrengthPane
from machines.anaconda.picture.why_pane import WhyPane
from machines.anaconda.state import AnacondaScene

# -- Where the panes and buttons of Anaconda's program stand on the monitor's raster ---------------

Zoomed = tuple[float, float, float]
"""A pane's left upper corner, and how many times as large as usual it is drawn."""
Word = tuple[float, float, float]
"""The right end, the middle and the width of a word before buttons."""


@dataclass(frozen=True)
class ProgramLayout:
    """Where everything is that the program draws."""

    buttons: dict[str, Rect]
    """They are touched as they are drawn; the nearest is meant between two."""
    tools: Rect
    """The raised ground of the buttons."""
    board: Zoomed
    network: Zoomed
    below: Zoomed
    """The population or, while it is asked for, why the move was made."""
    strength: Zoomed
    generation: Word
    plies: Word
    caption: Rect
    """Who plays, and who is to move."""
    title: Rect
    """What ``below`` shows."""
    boxes: tuple[Rect, Rect, Rect]
    """What the program does, how many boards it has judged, what the move is worth."""
    names_board: bool = True
    """Whether there is room for a word over the board."""


FIRST, OTHER = 18.0, 496.0
PANES = 140.0
"""Where the two upper usual panes begin."""
LOWER = 642.0
USUAL = ProgramLayout(
    buttons={
        "new": (12.0, 36.0, 140.0, 36.0),
        "back": (158.0, 36.0, 140.0, 36.0),
        "side": (304.0, 36.0, 164.0, 36.0),
        "samuel": (474.0, 36.0, 252.0, 36.0),
        "why": (732.0, 36.0, 280.0, 36.0),
        "generation.0": (140.0, 78.0, 44.0, 36.0),
        "generation.250": (188.0, 78.0, 56.0, 36.0),
        "generation.840": (248.0, 78.0, 56.0, 36.0),
        "generation.1002": (308.0, 78.0, 72.0, 36.0),
        "contest": (388.0, 78.0, 284.0, 36.0),
        **{f"plies.{2 + k}": (746.0 + 38.4 * k, 78.0, 35.0, 36.0) for k in range(7)},
    },
    tools=(2.0, 31.0, 1020.0, 87.0),
    board=(FIRST, PANES, 1.0),
    network=(OTHER, PANES, 1.0),
    below=(FIRST, LOWER, 1.0),
    strength=(OTHER, LOWER, 1.0),
    generation=(130.0, 96.0, 118.0),
    plies=(738.0, 96.0, 62.0),
    caption=(FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0),
    title=(FIRST, LOWER - 19.0, 456.0, 17.0),
    boxes=(
        (4.0, 749.0, 560.0, 18.0),
        (568.0, 749.0, 260.0, 18.0),
        (832.0, 749.0, 188.0, 18.0),
    ),
)

MIDDLE = 414.0
"""Where board and buttons begin in a room that is laid low."""
BESIDE = 400.0
"""Where what stands beside the network begins."""
ROWS, ROW_HIGH = (450.0, 526.0, 602.0, 678.0), 72.0
"""Of its buttons."""
LOW = ProgramLayout(
    buttons={
        "new": (372.0, ROWS[0], 208.0, ROW_HIGH),
        "back": (584.0, ROWS[0], 208.0, ROW_HIGH),
        "side": (796.0, ROWS[0], 216.0, ROW_HIGH),
        "samuel": (372.0, ROWS[1], 318.0, ROW_HIGH),
        "why": (694.0, ROWS[1], 318.0, ROW_HIGH),
        "generation.0": (478.0, ROWS[2], 70.0, ROW_HIGH),
        "generation.250": (552.0, ROWS[2], 78.0, ROW_HIGH),
        "generation.840": (634.0, ROWS[2], 78.0, ROW_HIGH),
        "generation.1002": (716.0, ROWS[2], 84.0, ROW_HIGH),
        "contest": (808.0, ROWS[2], 204.0, ROW_HIGH),
        **{f"plies.{2 + k}": (478.0 + 77.0 * k, ROWS[3], 72.0, ROW_HIGH) for k in range(7)},
    },
    tools=(364.0, MIDDLE, 656.0, 342.0),
    board=(14.0, MIDDLE, 0.75),
    network=(14.0, 50.0, 0.74),
    below=(BESIDE, 204.0, 1.34),
    strength=(BESIDE, 50.0, 1.2),
    generation=(470.0, ROWS[2] + ROW_HIGH / 2, 98.0),
    plies=(470.0, ROWS[3] + ROW_HIGH / 2, 98.0),
    caption=(372.0, MIDDLE + 6.0, 640.0, 24.0),
    title=(BESIDE, 183.0, 456.0, 17.0),
    boxes=(
        (BESIDE, 352.0, 612.0, 22.0),
        (BESIDE, 378.0, 302.0, 22.0),
        (706.0, 378.0, 306.0, 22.0),
    ),
    names_board=False,
)
"""A square is 42 elements wide there, and an element 1.17 pixels at 1920 x 1080."""


# -- checkers program ------------------------------------------------------------------------------

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
WORDS = Words("anaconda")
Pane = TypeVar("Pane", bound=ProgramPane)

TITLED, RIM = 22.0, 6.0
"""What is spoken of is framed with its title over it, and a little of what is round it."""


def _spoken(left: float, top: float, wide: float, high: float) -> Rect:
    """A pane with its title."""
    return left - RIM, top - TITLED, wide + 2 * RIM, high + TITLED + RIM


def _pane(kind: type[Pane], at: tuple[float, float, float]) -> Pane:
    """A pane of that kind at its place."""
    return kind(*at[:2]).zoomed(at[2])


def caption(scene: AnacondaScene) -> str:
    """Who plays and who is to move, how a match stands, or how the game ended."""
    if scene.contest is not None:
        score = scene.contest
        counts = {"won": score.won, "drawn": score.drawn, "lost": score.lost}
        return WORDS("contest", n=score.played + 1, games=score.games, **counts)
    if scene.result:
        winner = guide.winner(scene)
        if scene.samuel or winner == "a_draw":
            return headline(WORDS.said(scene.result))
        return headline(WORDS.after(winner, n=str(scene.generation)))
    white_to_move = not scene.position.black_to_move
    red, white = (
        (WORDS(side), WORDS.said(name))
        for side, name in (("red", scene.red), ("white", scene.white))
    )
    return players(red, white, white_to_move, WORDS("to_move"))


class CheckersProgramPart(DesktopProgramPart):
    """The monitor with the program on it."""

    def __init__(self, layout: PanelLayout, arranged: ProgramLayout = USUAL) -> None:
        self.arranged = arranged
        self.places = arranged.buttons
        super().__init__(layout)
        self.board = _pane(CheckersPane, arranged.board)
        self.network = _pane(NetworkPane, arranged.network)
        self.population = _pane(PopulationPane, arranged.below)
        self.why = _pane(WhyPane, arranged.below)
        self.strength = _pane(StrengthPane, arranged.strength)
        left, top, wide, tall = self.board.rect
        tall = max(tall, arranged.caption[1] + arranged.caption[3] - top)
        self.spoken = {
            "board": _spoken(left, top, wide, tall),
            "network": _spoken(*self.network.rect),
            "population": _spoken(*self.population.rect),
            "strength": _spoken(*self.strength.rect),
        }
        self.flipped = False
        self._touches = tuple(self.controls_for(False))

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return self.board, self.network, self.population, self.strength, self.why

    def draw_raster(self, raster: pygame.Surface) -> None:
        pen = Pen(raster, self.scale)
        pen.fill((0.0, 0.0, WIDE, HIGH), FACE)
        pen.bar(BAR, WORDS("title"))
        for k in range(3):
            pen.box((WIDE - 26.0 * (3 - k) + 2.0, 5.0, 20.0, 18.0), True)
        pen.fill((WIDE - 71.0, 18.0, 8.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 9.0, 10.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 18.0, 10.0, 1.0), INK)
        for x in (-46.0, -37.0):
            pen.fill((WIDE + x, 9.0, 1.0, 10.0), INK)
        pen.text("x", WIDE - 13.5, 13.0, 13.0, INK, "centre", 0.2)
        arranged = self.arranged
        pen.box(arranged.tools, True)
        for (x, y, room), word in ((arranged.generation, "generation"), (arranged.plies, "plies")):
            pen.text(WORDS(word), x, y, fit(WORDS(word), 12.5, room), INK, "right")
        self.draw_buttons(pen)
        titles = [(self.network, "network", 11.5), (self.strength, "strength", 10.0)]
        if arranged.names_board:
            titles.append((self.board, "board", 11.5))
        for pane, word, high in titles:
            left, top = pane.rect[:2]
            pen.text(WORDS(word), left + 2.0, top - (11.5 if high > 11 else 11.0), high)
        for box in (arranged.caption, *arranged.boxes):
            pen.box(box, False)
        self.build_panes()

    # What changes.

    def picture(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: AnacondaScene = context.view.scene
        if scene.flipped != self.flipped:
            self.flipped = scene.flipped
            self._touches = tuple(self.controls_for(self.flipped))
        if not context.awake:
            return self.dark()
        looked_at = LookedAt(scene, context.number_at("pc", "window"))
        below, what = (self.why, "why") if scene.why else (self.population, "population")
        panes: tuple[tuple[ProgramPane, object], ...] = (
            (self.board, looked_at), (self.network, looked_at), (below, scene),
            (self.strength, scene),
        )  # fmt: skip
        stamps = self.pane_sprites(panes, now_ms)
        stamps.append(self.line(self.arranged.title, WORDS(what), 2.0, 10.0))
        chosen = {f"plies.{scene.plies}", f"generation.{scene.generation}"}
        on = {"samuel": scene.samuel, "why": scene.why, "contest": scene.contest is not None}
        chosen |= {name for name, down in on.items() if down}
        stamps += self.button_sprites(context.held_at("pc"), chosen)
        texts = (
            caption(scene),
            WORDS.said(context.view.caption or context.view.reason),
            WORDS("judged", n=f"{scene.boards:,}") if scene.boards else "",
            WORDS("worth", worth=f"{scene.value:+.3f}") if scene.boards else "",
        )
        boxes = self.arranged.caption, *self.arranged.boxes
        for box, text in zip(boxes, texts, strict=True):
            if text:
                inner = (box[0] + 2.0, box[1] + 2.0, box[2] - 4.0, box[3] - 4.0)
                stamps.append(self.line(inner, text, 6.0, inner[3] * 0.62))
        return stamps

    def controls_for(self, flipped: bool) -> Iterator[Touch]:
        """Every control of the program."""
        yield from self.button_touches()
        for number in range(1, 33):
            area = checkers_picture.area(number, flipped)
            yield self.touch_of(f"square.{number}", area, WORDS("square", n=number),
                                WORDS("square_does"), pane=self.board)  # fmt: skip
        reach = 12.0  # neighbours' areas overlap: the nearest node is meant
        for number, (x, y) in enumerate(network_drawing.NODES):
            size, row, column = network_drawing.window_at(number)
            area = (x - reach, y - reach, 2 * reach, 2 * reach)
            label = WORDS("window", size=size, row=row + 1, column=column + 1)
            does = WORDS("window_does")
            yield self.touch_of(f"window.{number}", area, label, does, "", "look", self.network)
