"""Anaconda's room: a beige PC of 2000 on a desk, its monitor with the checkers program.

The monitor is nearly all that there is: board, network, population and generations stand in the
program's window; the tower's lamps say that it computes.  In a visitor's game all of its picture is
board, buttons and why the last move was made; network and what it has learned stand beside it.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.backdrops import Daylight, Office, office
from devices.screen.guide import ASIDE, ENDS
from devices.screen.materials import sheet, wood
from devices.screen.parts.changes_sheet import Change, ChangesPart, ChangesState
from devices.screen.parts.office_pc import RASTER, KeyboardPart, TowerPart
from devices.screen.room import (
    BETWEEN,
    ENDINGS,
    TALL_CANVAS,
    AfterGame,
    Arrangement,
    DrawContext,
    PartPlacement,
    Room,
    Souvenir,
    ending,
)
from devices.screen.words import Words
from machines.anaconda.picture import checkers_program, guide
from machines.anaconda.picture.checkers_picture import SIDE
from machines.anaconda.picture.checkers_program import CheckersProgramPart
from machines.anaconda.picture.population import ITSELF
from machines.anaconda.state import CHAMPION, AnacondaScene
from machines.exhibit.exhibit import View, resting
from machines.games.draughts.board import SQUARES, Position

DESK = 0.845
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (206.0, 4.0, 1122.0, 886.0)
TOWER = (1420.0, 92.0, 360.0, 826.0)
TALL = {
    "tower": (760.0, 16.0, 260.0, 560.0),
    "pc": (8.0, 560.0, 1064.0, 842.0),
    "keyboard": (30.0, 1470.0, 1020.0, 120.0),
}
"""Where everything stands in an upright window: the screen low, the computer behind it."""
LOW = {
    "tower": (1510.0, 92.0, 360.0, 826.0),
    "pc": (60.0, 0.0, 1410.0, 1113.9),
    "keyboard": (260.0, 1000.0, 1010.0, 114.0),
}
"""Where everything stands in a wide window in which the room is laid low: the monitor's foot and
the keyboard are below the control bar's edge."""
IN_PLAY = {
    "pc": (12.0, 10.0, 1285.0, 964.0),
    "learned": (1309.0, 10.0, 599.0, 391.0),
    "network": (1309.0, 413.0, 599.0, 561.0),
}
TALL_IN_PLAY = {
    "pc": (12.0, 10.0, 1056.0, 792.0),
    "learned": (12.0, 814.0, 1056.0, 302.0),
    "network": (12.0, 1128.0, 642.0, 602.0),
    "tower": (666.0, 1128.0, 402.0, 602.0),
}
SHOWN_IN_PLAY = {
    "pc": RASTER,
    "network": (RASTER[0] + 132.0, RASTER[1] + 48.0, 760.0, 712.0),
    "tower": (4.0, 2.0, 330.0, 490.0),
}
"""The monitor's picture, the drawing of the network, and of the computer what lies above its
slots."""
LEARNED, TALL_LEARNED = (440.0, 287.0), (800.0, 229.0)
"""Sizes of what it has learned, in units."""
WORDS = Words("anaconda")
RESTING = AnacondaScene(position=Position.start(), red="YOU", white="ANACONDA", flipped=True)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    return resting("anaconda", layout, RESTING)


def desk_top(wide: int, tall: int) -> pygame.Surface:
    """Light wood, lighter towards the visitor."""
    grain = wood(wide, tall, seed=2000)
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :, None]
    light = (0.66 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    top = grain * np.array([1.18, 1.06, 0.90], np.float32) * light
    return sheet(np.asarray(top, np.float32))


OFFICE = Office(
    edge=DESK,
    daylight=Daylight((0.22, 0.25), (0.55, 0.75), 10, 52, (1.0, 0.95, 0.84)),
    desk=desk_top,
    edges=((150, 120, 84), (22, 18, 14)),
    standing=(MONITOR, TOWER),
    feet=(
        (MONITOR[0] + 290, 540.0, MONITOR[1] + MONITOR[3] - 10),
        (TOWER[0] + 20, TOWER[2] - 40, TOWER[1] + TOWER[3] - 12),
    ),
)
TALL_OFFICE = replace(
    OFFICE,
    edge=520.0 / TALL_CANVAS[1],
    standing=(TALL["pc"], TALL["tower"]),
    feet=(
        (TALL["tower"][0] + 14, TALL["tower"][2] - 28, 570.0),
        (TALL["pc"][0] + 280, 520.0, TALL["pc"][1] + TALL["pc"][3] - 10),
    ),
)
LOW_OFFICE = replace(
    OFFICE,
    standing=(LOW["pc"], LOW["tower"]),
    feet=((LOW["tower"][0] + 20, LOW["tower"][2] - 40, LOW["tower"][1] + LOW["tower"][3] - 12),),
)


class AnacondaRoom(Room):
    """The room."""

    tries, meetings = staticmethod(guide.tries), staticmethod(guide.meetings)
    guide = staticmethod(guide.next_step)

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a visitor plays a game in which he has made a move."""
        return bool(context.view.scene.at_stake)

    def plays(self, context: DrawContext) -> bool:
        """Whether a visitor's game is on: at rest the machine waits for the first move of one."""
        return bool(context.view.scene.begun)

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """The men on its board; Red's are the game's Black."""
        position = context.view.scene.position
        return {f"pc.square.{number}": position.piece(number) for number in SQUARES}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """The game and its board, to be taken along."""
        scene: AnacondaScene = context.view.scene
        if scene.record is None:
            return None
        raster = RASTER[0] + checkers_program.FIRST, RASTER[1] + checkers_program.PANES
        board = self.board_picture("pc", (*raster, SIDE, SIDE), context)
        position = scene.position
        left = BETWEEN.join(str(men.bit_count()) for men in (position.black, position.white))
        ended = ending(scene.record, "red_wins", "white_wins")
        return Souvenir(scene.record, board, {"red_pieces": left}, ended=ended)

    def after_game(self, context: DrawContext) -> AfterGame | None:
        """The game that is over, if a visitor played it, which changes nothing in Anaconda, or the
        match that was just finished."""
        scene, tallies = context.view.scene, context.view.tallies
        number = tallies["games"] + tallies["contests"]
        score = scene.contested
        if score is not None:
            told = {name: str(count) for name, count in asdict(score).items()}
            return AfterGame("contest", told, title="contest_title", number=number)
        if not scene.result or scene.samuel:
            return None
        winner = guide.winner(scene)
        text, words = ENDINGS[winner], {"n": str(scene.generation)}
        if scene.generation != CHAMPION:
            text = "lost_ancestor" if text == "lost" else "ancestor"
        return AfterGame(text, words, number, "game_title", winner)


def learned(context: DrawContext) -> ChangesState:
    """What the generation that plays has learned, which no game of a visitor changes: what each
    scores against the first, beside what the one before it does."""
    scene: AnacondaScene = context.view.scene
    points = {dot.generation: f"{100 * dot.points:.0f}" for dot in (ITSELF, *scene.strength)}
    said = [WORDS("learned_nothing")]
    if not scene.generation:
        said.append(WORDS("learned_first"))
    elif scene.generation in points:
        of = {"n": f"{scene.generation:,}", "points": points[scene.generation]}
        said.append(WORDS("learned_strength", **of))
    rows = (
        Change(
            WORDS("generation_n", n=f"{dot.generation:,}"),
            before.points,
            dot.points,
            WORDS("of_100", points=points[dot.generation]),
        )
        for before, dot in pairwise((ITSELF, ITSELF, *scene.strength))
    )
    return ChangesState(" ".join(said), tuple(rows) if scene.strength else ())


def make_room(layout: PanelLayout) -> AnacondaRoom:
    """The room for a panel's layout."""
    pc = PartPlacement("pc", partial(CheckersProgramPart, layout), MONITOR, WORDS("program"),
                       legible=1.4, halves=True, shadow=False,
                       foot=CheckersProgramPart.foot())  # fmt: skip
    wide = Arrangement(
        (
            PartPlacement("tower", TowerPart, TOWER, WORDS("tower"), shadow=False, foot=1.0),
            pc,
            PartPlacement("keyboard", KeyboardPart, (250.0, 868.0, 1010.0, 114.0),
                  WORDS("keyboard"), shadow=False, foot=1.0),
        ),
        backdrop=partial(office, look=OFFICE),
        floor=DESK,
        reached=("pc.",),
    )  # fmt: skip
    programs = checkers_program.LOW, checkers_program.IN_PLAY, checkers_program.NETWORK
    low, playing, network = (
        replace(pc, make=partial(CheckersProgramPart, layout, one)) for one in programs
    )
    low = replace(low, reached=wide.reached, halves=False)
    title = WORDS("place_learned")
    sheets = (
        PartPlacement("learned", partial(ChangesPart, size), MONITOR, title, learned)
        for size in (LEARNED, TALL_LEARNED)
    )
    sheet, tall_sheet = sheets
    own = playing, replace(network, name="network", title=WORDS("network")), sheet
    looks = partial(office, look=TALL_OFFICE, canvas=TALL_CANVAS)
    return AnacondaRoom(
        "anaconda", "ANACONDA", wide, resting_view(layout), layout,
        tall=wide.moved(TALL, canvas=TALL_CANVAS, backdrop=looks),
        low=wide.moved(LOW, (low,), backdrop=partial(office, look=LOW_OFFICE)),
        in_play=wide.moved(IN_PLAY, own, SHOWN_IN_PLAY),
        tall_in_play=wide.moved(TALL_IN_PLAY, (*own, tall_sheet), SHOWN_IN_PLAY),
        takes_back="pc.back",
        steps_at=("pc.square", "pc.window", "pc.plies"),
        sounds={"moves": "checker"},
        ends={guide.NEW: ENDS, guide.SAMUEL: ASIDE, guide.CONTEST: ASIDE},
    )  # fmt: skip
