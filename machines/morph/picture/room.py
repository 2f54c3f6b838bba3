"""Morph's room: a workstation of 1992 on a desk in a university's office, two sheets on the wall.

The program has the monitor: board, successors, why this move, the wall of patterns.  On the sheets
are the curves of section 5 and Table 5.1 with Morph's own weights beside the printed ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.backdrops import Daylight, Office, office
from devices.screen.guide import ASIDE, ENDS, NextStep
from devices.screen.materials import sheet
from devices.screen.parts.changes_sheet import Change, ChangesPart, ChangesState
from devices.screen.room import (
    TALL_CANVAS,
    AfterGame,
    Arrangement,
    Box,
    DrawContext,
    PartPlacement,
    Room,
    Souvenir,
    ending,
)
from devices.screen.words import Words
from machines.exhibit.exhibit import View, resting
from machines.games.chess.board import SQUARE_NAMES
from machines.morph.history import TABLE
from machines.morph.picture import guide, program_layout
from machines.morph.picture.chess_board import SIDE
from machines.morph.picture.learning_curves import LearningSheetPart
from machines.morph.picture.material_table import MaterialTablePart
from machines.morph.picture.morph_program import MorphProgramPart
from machines.morph.picture.small_board import board_surface
from machines.morph.picture.why_words import material
from machines.morph.picture.workstation import (
    WorkstationBoxPart,
    WorkstationKeyboardPart,
    WorkstationMonitorPart,
)
from machines.morph.scene import Board, MorphScene, Sketch, Weighed

WORDS = Words("morph")
DESK = 0.862
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (60.0, 2.0, 1084.0, 892.0)
BOX = (1256.0, 836.0, 560.0, 128.0)
TALL = {
    "curves": (16.0, 12.0, 512.0, 312.0),
    "table": (548.0, 12.0, 516.0, 398.0),
    "box": (250.0, 1318.0, 580.0, 136.0),
    "workstation": (8.0, 424.0, 1064.0, 876.0),
    "keyboard": (30.0, 1510.0, 1020.0, 120.0),
}
"""Where everything stands in an upright window."""
LOW = {
    "curves": (1366.0, 6.0, 546.0, 333.0),
    "table": (1366.0, 350.0, 546.0, 420.0),
    "box": (1366.0, 840.0, 546.0, 128.0),
    "workstation": (20.0, -1.0, 1330.0, 1095.4),
    "keyboard": (170.0, 1000.0, 1010.0, 106.0),
}
"""Where everything stands in a wide window in which the room is laid low: the monitor's foot and
the keyboard are below the control bar's edge."""

START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"
RESTING = MorphScene(
    Board(START), white="YOU", black="MORPH", table=tuple(Weighed(printed) for printed in TABLE)
)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    return resting("morph", layout, RESTING)


def desk_top(wide: int, tall: int) -> pygame.Surface:
    """Grey laminate with a fine grain, lighter towards the visitor."""
    noise = np.random.default_rng(1992).normal(0.0, 1.0, (tall, wide)).astype(np.float32)
    grain = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :]
    light = (0.72 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    tone = (118.0 + 1.6 * grain) * light
    rgb = tone[..., None] * np.array([1.0, 0.985, 0.95], np.float32)
    return sheet(np.asarray(rgb, np.float32))


OFFICE = Office(
    edge=DESK,
    daylight=Daylight((0.3, 0.2), (0.75, 0.8), 14, 58, (0.90, 0.97, 1.0)),
    desk=desk_top,
    edges=((132, 134, 136), (16, 17, 18)),
    standing=(MONITOR,),
    feet=tuple(
        (rect[0] + inset, rect[2] - 2 * inset, rect[1] + rect[3] - 14.0)
        for rect, inset in ((MONITOR, 240.0), (BOX, 6.0))
    ),
)
TALL_OFFICE = replace(
    OFFICE,
    edge=1252.0 / TALL_CANVAS[1],
    standing=(TALL["workstation"],),
    feet=tuple(
        (rect[0] + inset, rect[2] - 2 * inset, rect[1] + rect[3] - 14.0)
        for rect, inset in ((TALL["workstation"], 240.0), (TALL["box"], 12.0))
    ),
)
LOW_OFFICE = replace(
    OFFICE,
    standing=(LOW["workstation"],),
    feet=((LOW["box"][0] + 6.0, LOW["box"][2] - 12.0, LOW["box"][1] + LOW["box"][3] - 14.0),),
)
IN_PLAY = {
    "workstation": (10.0, 10.0, 1392.0, 964.0),
    "learned": (1408.0, 0.0, 508.0, 680.0),
    "curves": (1411.5, 680.0, 499.0, 304.0),
}
TALL_IN_PLAY = {
    "workstation": (12.0, 8.0, 1056.0, 1236.0),
    "learned": (0.0, 1246.0, 1080.0, 490.0),
}
"""What is seen while a visitor's game runs."""
ROW = 84.0
"""Of the sheet there, so high that its small boards can be seen."""
ENDED = (850.0, 290.0)
"""The sheet's size on the card after a game, whose picture is wide."""
LOW_REACHED = (
    *(f"workstation.{name}" for name in program_layout.LOW.buttons),
    "workstation.square", "workstation.promote", "workstation.move",
)  # fmt: skip


@dataclass(frozen=True)
class MorphRoom(Room):
    """The room; what wipes Morph's patterns asks first."""

    tries = staticmethod(guide.tries)

    def guide(self, context: DrawContext) -> NextStep:
        """The one thing that a visitor can do next."""
        return guide.next_step(context.view.scene)

    def plays(self, context: DrawContext) -> bool:
        """Whether a visitor's game runs: from the first touch of a man, or NEW GAME."""
        scene: MorphScene = context.view.scene
        theirs = not scene.house and scene.contest is None
        return scene.begun and theirs and not scene.result

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a visitor plays a game in which he has made a move."""
        return bool(context.view.scene.at_stake)

    def learned(self, context: DrawContext) -> Callable[[int], pygame.Surface] | None:
        """What gained most and what lost most: as large as their small boards must be."""
        place = replace(
            self.in_play.places[1],
            make=partial(ChangesPart, ENDED, board_surface, row=ROW),
            state=lambda context: _most(learned(context)),
        )
        return Room.learned(replace(self, in_play=Arrangement((place,))), context)

    def asks(self, control: str, context: DrawContext) -> str:
        """Beside what ends a game: what wipes the patterns."""
        return guide.WIPES.get(control) or super().asks(control, context)

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """The men on the board that is shown."""
        men = zip(SQUARE_NAMES, context.view.scene.board.men, strict=True)
        return {f"workstation.square.{name}": man.strip(".") for name, man in men}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """The game and its board, to be taken along."""
        scene: MorphScene = context.view.scene
        if scene.record is None:
            return None
        left, top = WorkstationMonitorPart.housing.raster[:2]
        rect = left + program_layout.LEFT, top + program_layout.UPPER, SIDE, SIDE
        board = self.board_picture("workstation", rect, context)
        won, drawn, lost = scene.score
        facts = {"machine": f"{won:,} \N{MIDDLE DOT} {drawn:,} \N{MIDDLE DOT} {lost:,}"}
        ended = ending(scene.record, "white_wins", "black_wins")
        return Souvenir(scene.record, board, facts, ended=ended)

    def after_game(self, context: DrawContext) -> AfterGame | None:
        """The game that is over, if a visitor played it, with what it has taught Morph, or the
        match that was just finished."""
        scene, tallies = context.view.scene, context.view.tallies
        games = tallies.get("games", 0) + tallies.get("contests", 0)
        match = scene.contested
        if match is not None:
            counts = asdict(match.score) | {"taken": match.taken, "given": match.given}
            told = {name: f"{count:,}" for name, count in counts.items()}
            return AfterGame("contest", told, number=games, title="contest_title")
        taught = scene.taught
        if not scene.result or scene.house or taught is None:
            return None
        words = {
            "how": WORDS.said(scene.result),
            "updates": f"{taught.updates:,}",
            "added": f"{taught.added:,}",
            "deleted": f"{taught.deleted:,}",
            "pattern": taught.pattern,
            "before": f"{taught.before:.3f}",
            "after": f"{taught.after:.3f}",
        }
        winner = guide.winner(scene)
        text = ("drawn" if winner == "a_draw" else "taught") + (
            "" if taught.pattern else "_unnamed"
        )
        return AfterGame(text, words, games, winner=winner)


def make_room(layout: PanelLayout) -> MorphRoom:
    """The room for a panel's layout."""
    workstation = PartPlacement("workstation", partial(MorphProgramPart, layout), MONITOR,
                                WORDS("place_program"), legible=1.6, halves=True, shadow=False,
                                foot=MorphProgramPart.foot())  # fmt: skip
    wide = Arrangement(
        (
            PartPlacement("curves", LearningSheetPart, (1236.0, 6.0, 596.0, 363.0),
                  WORDS("place_curves"), legible=1.7, shadow=False),
            PartPlacement("table", MaterialTablePart, (1236.0, 368.0, 596.0, 460.0),
                  WORDS("place_table"), legible=1.7, shadow=False),
            PartPlacement("box", WorkstationBoxPart, BOX, WORDS("place_box"), shadow=False,
                  foot=1.0),
            workstation,
            PartPlacement("keyboard", WorkstationKeyboardPart, (96.0, 874.0, 1010.0, 106.0),
                  WORDS("place_keyboard"), shadow=False, foot=1.0),
        ),
        backdrop=partial(office, look=OFFICE),
        floor=DESK,
        reached=("workstation.",),
    )  # fmt: skip

    def playing(rects: Mapping[str, Box], arranged: program_layout.ProgramLayout) -> Arrangement:
        """The program in its other arrangement, and the sheet of what was learned."""
        rect = rects["learned"]
        sheet = partial(ChangesPart, rect[2:], board_surface, row=ROW)
        own = (
            replace(
                workstation,
                make=partial(MorphProgramPart, layout, arranged),
                shows=(*WorkstationMonitorPart.housing.raster[:2], *arranged.raster),
                halves=False,
                foot=0.0,
            ),
            PartPlacement(
                "learned", sheet, rect, WORDS("place_learned"), learned, 1.0, shadow=False
            ),
        )
        return wide.moved(rects, own)

    low = replace(workstation, make=partial(MorphProgramPart, layout, program_layout.LOW),
                  reached=LOW_REACHED, halves=False)  # fmt: skip
    looks = partial(office, look=TALL_OFFICE, canvas=TALL_CANVAS)
    return MorphRoom(
        "morph", "MORPH", wide, resting_view(layout), layout,
        tall=wide.moved(TALL, canvas=TALL_CANVAS, backdrop=looks),
        low=wide.moved(LOW, (low,), backdrop=partial(office, look=LOW_OFFICE), reached=LOW_REACHED),
        in_play=playing(IN_PLAY, program_layout.IN_PLAY),
        tall_in_play=playing(TALL_IN_PLAY, program_layout.TALL_IN_PLAY),
        takes_back="workstation.back",
        steps_at=("workstation.square", "workstation.why", "workstation.square"),
        sounds={"moves": "figure"},
        ends={guide.NEW: ENDS, guide.HOUSE: ASIDE, guide.CONTEST: ASIDE},
    )  # fmt: skip


def _most(state: ChangesState) -> ChangesState:
    """The first that gained and the first that lost; all where nothing has changed."""
    gained = [change for change in state.changes if change.after > change.before]
    lost = [change for change in state.changes if change.after < change.before]
    return replace(state, changes=(*gained[:1], *lost[:1]) or state.changes)


def learned(context: DrawContext) -> ChangesState:
    """What the game that is over has changed; before, what Morph knows of single men."""
    scene: MorphScene = context.view.scene
    if scene.result and scene.taught is not None and not scene.house:
        rows = tuple(
            Change(material(sketch.material), before, after,
                   f"{before:.3f} \N{RIGHTWARDS ARROW} {after:.3f}", sketch)
            for sketch, before, after in scene.taught.moved
        )  # fmt: skip
        said = "changed" if rows else "changed_none"
        return ChangesState(WORDS(said, n=f"{scene.taught.updates:,}"), rows)
    single = [row for row in scene.table if sorted(row.printed.material) == [0, 0, 0, 0, 1]]
    single.sort(key=lambda row: row.printed.material.index(1))
    known = tuple(
        Change(material(row.printed.material), row.weight, row.weight, f"{row.weight:.3f}",
               Sketch(material=row.printed.material))
        for row in single if row.weight is not None
    )  # fmt: skip
    return ChangesState(
        WORDS("not_yet", n=f"{scene.games:,}") if known else WORDS("not_yet_none"), known
    )
