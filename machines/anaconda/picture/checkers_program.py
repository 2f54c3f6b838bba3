"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``why``, ``contest``, ``generation.0`` (``.250``, ``.840``,
``.1002``), ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).

There are four arrangements: the usual one; one for a room that is laid low (devices.screen.
lowering), whose board and buttons have the raster's lower half, side by side, so that a square is
as large as a finger, and what is only read stands above them; one for a visitor's game, with the
board as large as the raster is high, and beside it what is worked in a game (another generation is
chosen in the whole room) and why the last move was made;
and one of the network alone.  Places are in picture elements.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.lettering import Anchor
from devices.screen.part import Touch
from devices.screen.parts.desktop_program import (
    APART,
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
from machines.anaconda.picture.why_pane import NarrowWhyPane, WhyPane
from machines.anaconda.state import AnacondaScene

# -- Where the panes and buttons of Anaconda's program stand on the monitor's raster ---------------

Zoomed = tuple[type[ProgramPane], float, float, float]
"""A pane, its left upper corner, and how many times as large as usual it is drawn."""
Word = tuple[Anchor, float, float, float]
"""The end, the middle and the width of a word before buttons."""


@dataclass(frozen=True)
class ProgramLayout:
    """Where everything is that the program draws."""

    panes: dict[str, Zoomed]
    """``why`` the move was made stands in the place of the ``population``, while it is asked for;
    where that has no place, it is always there."""
    titled: tuple[str, ...] = ()
    """The panes with a word over them."""
    buttons: dict[str, Rect] = field(default_factory=dict)
    """They are touched as they are drawn; the nearest is meant between two."""
    tools: Rect = (0.0, 0.0, 0.0, 0.0)
    """The raised ground of the buttons."""
    words: dict[str, Word] = field(default_factory=dict)
    """What stands before buttons."""
    captions: tuple[Rect, ...] = ()
    """Who plays, and who is to move, in one line or in two."""
    title: Rect | None = None
    """Whether the population is shown or why."""
    boxes: tuple[Rect, ...] = ()
    """What the program does, how many boards it has judged, what the move is worth."""


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
    panes={
        "board": (CheckersPane, FIRST, PANES, 1.0),
        "network": (NetworkPane, OTHER, PANES, 1.0),
        "population": (PopulationPane, FIRST, LOWER, 1.0),
        "why": (WhyPane, FIRST, LOWER, 1.0),
        "strength": (StrengthPane, OTHER, LOWER, 1.0),
    },
    titled=("network", "strength", "board"),
    words={"generation": ("right", 130.0, 96.0, 118.0), "plies": ("right", 738.0, 96.0, 62.0)},
    captions=((FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0),),
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
    panes={
        "board": (CheckersPane, 14.0, MIDDLE, 0.75),
        "network": (NetworkPane, 14.0, 50.0, 0.74),
        "population": (PopulationPane, BESIDE, 204.0, 1.34),
        "why": (WhyPane, BESIDE, 204.0, 1.34),
        "strength": (StrengthPane, BESIDE, 50.0, 1.2),
    },
    titled=("network", "strength"),
    words={
        "generation": ("right", 470.0, ROWS[2] + ROW_HIGH / 2, 98.0),
        "plies": ("right", 470.0, ROWS[3] + ROW_HIGH / 2, 98.0),
    },
    captions=((372.0, MIDDLE + 6.0, 640.0, 24.0),),
    title=(BESIDE, 183.0, 456.0, 17.0),
    boxes=(
        (BESIDE, 352.0, 612.0, 22.0),
        (BESIDE, 378.0, 302.0, 22.0),
        (706.0, 378.0, 306.0, 22.0),
    ),
)
"""A square is 42 elements wide there, and an element 1.17 pixels at 1920 x 1080."""

COLUMN, COLUMN_WIDE = 747.0, 269.0
"""Left and width of what stands beside the board in a visitor's game."""
QUARTER, FOURTH = 65.0, 68.0
"""The width of a button of four in a row, and from one to the next."""
PLAY_HIGH, PLIES_HIGH = 93.0, 50.0
"""Of the buttons there: the first is what a finger needs in a window of 800 x 480."""
IN_PLAY = ProgramLayout(
    buttons={
        "why": (COLUMN, 112.0, COLUMN_WIDE, PLAY_HIGH),
        "new": (COLUMN, 438.0, 133.0, PLAY_HIGH),
        "back": (COLUMN + 136.0, 438.0, 133.0, PLAY_HIGH),
        "side": (COLUMN, 535.0, COLUMN_WIDE, PLAY_HIGH),
        **{f"plies.{2 + k}": (COLUMN + FOURTH * (k % 4), 658.0 + 54.0 * (k // 4), QUARTER,
                              PLIES_HIGH) for k in range(7)},
    },
    tools=(741.0, 30.0, 281.0, 736.0),
    panes={
        "board": (CheckersPane, 0.0, 29.0, 739.0 / checkers_picture.SIDE),
        "why": (NarrowWhyPane, COLUMN, 209.0, 1.2),
    },
    words={
        "plies": ("left", COLUMN + 2.0, 644.0, COLUMN_WIDE),
    },
    captions=((COLUMN, 38.0, COLUMN_WIDE, 32.0), (COLUMN, 74.0, COLUMN_WIDE, 32.0)),
)  # fmt: skip
NETWORK = ProgramLayout({"network": (NetworkPane, 132.0, 48.0, 1.49)}, ("network",))


# -- checkers program ------------------------------------------------------------------------------

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
WORDS = Words("anaconda")

TITLED, RIM = 22.0, 6.0
"""What is spoken of is framed with its title over it, and a little of what is round it."""


def caption(scene: AnacondaScene) -> str:
    """Who plays and who is to move, how a match stands, or how the game ended."""
    if scene.contest is not None:
        score = scene.contest
        return WORDS("contest", n=score.played + 1, **asdict(score))
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
        self.named = {
            name: kind(left, top).zoomed(zoom)
            for name, (kind, left, top, zoom) in arranged.panes.items()
        }
        self.spoken = {}
        for name, pane in self.named.items():
            left, top, wide, high = pane.rect
            self.spoken[name] = left - RIM, top - TITLED, wide + 2 * RIM, high + TITLED + RIM
        if arranged.captions:
            left, top, wide, tall = self.spoken["board"]
            foot = arranged.captions[0][1] + arranged.captions[0][3]
            self.spoken["board"] = left, top, wide, max(tall, foot + RIM - top)
        self.flipped = False
        self._touches = tuple(self.controls_for(False))

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return tuple(self.named.values())

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
        for word, (anchor, x, y, room) in arranged.words.items():
            pen.text(WORDS(word), x, y, fit(WORDS(word), 12.5, room), INK, anchor)
        self.draw_buttons(pen)
        for word in arranged.titled:
            left, top = self.named[word].rect[:2]
            above, high = (11.0, 10.0) if word == "strength" else (11.5, 11.5)
            pen.text(WORDS(word), left + 2.0, top - above, high)
        for box in (*arranged.captions, *arranged.boxes):
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
        arranged = self.arranged
        node = max(context.number_at(place, "window") for place in ("pc", "network"))
        looked_at = LookedAt(scene, node)
        hidden = "population" if scene.why or "population" not in self.named else "why"
        stamps = self.pane_sprites(
            (
                (pane, looked_at if name in ("board", "network") else scene)
                for name, pane in self.named.items()
                if name != hidden
            ),
            now_ms,
        )
        if arranged.title is not None:
            what = WORDS("why" if scene.why else "population")
            stamps.append(self.line(arranged.title, what, 2.0, 10.0))
        chosen = {f"plies.{scene.plies}", f"generation.{scene.generation}"}
        on = {"samuel": scene.samuel, "why": scene.why, "contest": scene.contest is not None}
        chosen |= {name for name, down in on.items() if down}
        stamps += self.button_sprites(context.held_at("pc"), chosen)
        said = caption(scene)
        who = said.split(APART) if len(arranged.captions) > 1 else [said]
        told = (
            WORDS.said(context.view.caption or context.view.reason),
            WORDS("judged", n=f"{scene.boards:,}") if scene.boards else "",
            WORDS("worth", worth=f"{scene.value:+.3f}") if scene.boards else "",
        )
        boxes = [*zip(arranged.captions, who, strict=False)]
        for box, text in (*boxes, *zip(arranged.boxes, told, strict=False)):
            if text:
                inner = (box[0] + 2.0, box[1] + 2.0, box[2] - 4.0, box[3] - 4.0)
                stamps.append(self.line(inner, text, 6.0, inner[3] * 0.62))
        return stamps

    def controls_for(self, flipped: bool) -> Iterator[Touch]:
        """Every control of the program."""
        yield from self.button_touches()
        board, network = self.named.get("board"), self.named.get("network")
        for number in range(1, 33) if board is not None else ():
            area = checkers_picture.area(number, flipped)
            yield self.touch_of(f"square.{number}", area, WORDS("square", n=number),
                                WORDS("square_does"), pane=board)  # fmt: skip
        reach = 12.0  # neighbours' areas overlap: the nearest node is meant
        for number, (x, y) in enumerate(network_drawing.NODES if network is not None else ()):
            size, row, column = network_drawing.window_at(number)
            area = (x - reach, y - reach, 2 * reach, 2 * reach)
            label = WORDS("window", size=size, row=row + 1, column=column + 1)
            does = WORDS("window_does")
            yield self.touch_of(f"window.{number}", area, label, does, "", "look", network)
