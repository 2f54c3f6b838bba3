"""The matchbox table: the cabinet stands on it, before it lie the operator's plate, the board on a
sheet of paper, the nine cups and the tray in the hand; a chart hangs on the wall.

The room reads a :class:`machines.menace.scene.MenaceScene` and gives each part what it draws; what
moves is worked out in machines.menace.motion, what is said in machines.menace.text.  A shake is
computed once for each open box; a long one by a thread of the room's own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from devices.panel.layout import PanelLayout
from devices.screen.guide import Confirmation, NextStep, StepAct
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.part import Paced, Touch
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.changes_sheet import changes_place
from devices.screen.parts.line_printer import LinePrinterPart
from devices.screen.parts.tape_drive import TapeDrivePart
from devices.screen.room import (
    BETWEEN,
    CANVAS,
    Arrangement,
    Box,
    DrawContext,
    PartPlacement,
    Room,
    Souvenir,
    itself,
)
from devices.units.unit import Value
from machines.games.noughts.board import SQUARES
from machines.games.noughts.cards import replaces_learned
from machines.games.noughts.record import noughts_record
from machines.menace import motion, shake, text, tray_contents
from machines.menace.build import NAMES as BUILDS
from machines.menace.picture import (
    beads,
    guide,
    instruments_art,
    noughts_sheet,
    table,
    words,
)
from machines.menace.picture import tray as tray_part
from machines.menace.picture.beads import Flying
from machines.menace.picture.cabinet import CabinetPart
from machines.menace.picture.instruments import InstrumentsPart, PlateState
from machines.menace.picture.instruments_art import CupsPart
from machines.menace.picture.noughts_sheet import (
    FIGURES,
    Figure,
    FigureSheetPart,
    FigureSheetState,
    NoughtsSheetPart,
)
from machines.menace.picture.table import OnTable, Standing, TableTop
from machines.menace.picture.tray import MM, SIDE, TrayPart, TrayState
from machines.menace.picture.words import WORDS
from machines.menace.scene import OPPONENTS, MenaceScene, resting_view
from machines.menace.tray import DEPTH, WIDTH

WIDE = {
    "cabinet": Standing(8.0, 36.0),
    "chart": Standing(1098.0, 14.0),
    "table": Standing(12.0, 530.0),
    "board": Standing(410.0, 530.0),
    "cups": Standing(830.0, 530.0),
    "tray": Standing(1205.0, 490.0),
}
"""Where what lies on the table lies."""
SHELF = (1640.0, 276.0, 274.0, 16.0)
"""What reader and tape unit stand on."""
UNITS = {
    "reader": (1652.0, 106.0, 138.0, 172.0),
    "printer": (1652.0, 300.0, 256.0, 176.0),
    "tape1": (1792.0, 30.0, 114.0, 249.0),
}
TALL_CANVAS = (1150.0, 1853.0)
TALL_TOP = TableTop(878.0, 1842.0, (575.0, 1230.0), (1250.0, 800.0))
TALL = {
    "cabinet": Standing(32.0, 436.0, TALL_TOP),
    "chart": Standing(16.0, 14.0, TALL_TOP),
    "table": Standing(110.0, 905.0, TALL_TOP),
    "board": Standing(592.0, 905.0, TALL_TOP),
    "cups": Standing(36.0, 1380.0, TALL_TOP),
    "tray": Standing(425.0, 1358.0, TALL_TOP),
}
"""The same in an upright window."""
TALL_SHELF = (584.0, 396.0, 548.0, 16.0)
TALL_UNITS = {
    "printer": (594.0, 200.0, 256.0, 199.0),
    "reader": (860.0, 200.0, 138.0, 199.0),
    "tape1": (1010.0, 150.0, 114.0, 249.0),
}
IN_PLAY = {
    "board": (12.0, 12.0, 840.0, 960.0),
    "card": (864.0, 12.0, 592.0, 673.0),
    "learned": (864.0, 697.0, 592.0, 275.0),
    "tray": (1468.0, 12.0, 440.0, 612.0),
    "cabinet": (1468.0, 636.0, 440.0, 200.0),
    "table": (1468.0, 848.0, 440.0, 124.0),
}
TALL_IN_PLAY = {
    "board": (12.0, 12.0, 824.0, 942.0),
    "tray": (848.0, 12.0, 290.0, 468.0),
    "table": (848.0, 492.0, 290.0, 82.0),
    "cups": (848.0, 586.0, 290.0, 368.0),
    "card": (12.0, 966.0, 557.0, 633.0),
    "learned": (581.0, 966.0, 557.0, 633.0),
    "cabinet": (12.0, 1611.0, 1126.0, 230.0),
}
SHOWN_IN_PLAY = {
    "board": (40.0, 28.0, 336.0, 384.0),
    "card": (*tray_part.CARD[:3], 400.0),
    "tray": (366.0, 10.0, 339.0, 471.0),
    "table": (24.0, 34.0, 348.0, 98.0),
}
TALL_SHOWN_IN_PLAY = {
    "tray": (392.0, 8.0, 300.0, 484.0),
    "cups": (8.0, 0.0, 358.0, 454.0),
    "cabinet": (0.0, 243.0, 1086.0, 222.0),
}
"""What is seen in play: the sheet, the card of the box in the hand, the tray, of the operator's
plate the pushes; in an upright window the cups, and of the cabinet its lower boxes."""
REDRAWN_MS = 250
"""A figure is drawn anew no oftener than this while plays rush past."""
SMALL = 40
"""A shake of no more beads than this is computed at once, in a few milliseconds."""


@dataclass
class RoomUiState:
    """What a visitor has done that is the room's own affair, and what the room has worked out."""

    page: int = 0
    guard: Confirmation = field(default_factory=Confirmation)
    """The room's: the first touch of NEW DAY lifts a guard."""
    looked: tuple[int, object] = (0, None)
    """A box that was touched, and the stage of the play at which it was."""
    builder: LayerRenderer = field(default_factory=LayerRenderer)
    """Works out long shakes."""
    figures: dict[str, Paced[Figure]] = field(default_factory=dict)
    """By name."""

    def dance(self, seed: int, beads: int) -> shake.Dance | None:
        """The shake of so many beads, or None while it is being worked out."""
        if beads <= SMALL and shake.is_quick():
            return shake.dance(seed, beads)
        return self.builder.get("shake", (seed, beads), partial(shake.dance, seed, beads))

    # What the parts are given that the scene doesn't say.

    def plate(self, context: DrawContext) -> PlateState:
        """The operator's plate."""
        guard_up = self.guard.asks(context.now_ms) == guide.DAY
        return PlateState(context.view.scene, context.held_at("table"), guard_up)

    def chart(self, context: DrawContext) -> FigureSheetState:
        """The figure that is on top."""
        scene = context.view.scene
        name = tuple(FIGURES)[self.page]
        key, make = FIGURES[name]
        made = self.figures.setdefault(name, Paced())
        drawn = made.get(key(scene), context.now_ms, REDRAWN_MS, partial(make, scene))
        return FigureSheetState(drawn, self.page + 1, len(FIGURES), name == "before")

    def tray(self, context: DrawContext, stand: Mapping[str, Standing] = WIDE) -> TrayState:
        """The tray in the hand, or the one that is looked at, and its card; ``stand`` says where
        everything lies."""
        scene = context.view.scene
        made = partial(TrayState, scene, flying=_flying(scene, stand, "tray"))
        box = motion.in_hand(scene)
        number, when = self.looked
        if box is None and number and when == motion.stage_of_play(scene):
            return made(tray_contents.looked_at(scene, number))
        if box is None and scene.phase in ("visitor", "opponent", "placing") and scene.opened:
            box = scene.opened[-1]
        if box is not None and box.square < 0:
            before = (text.board_before(scene, box), WORDS.said(box.words))
            return made(tray_contents.empty(box), before, words.empty())
        if box is not None:
            held = tray_contents.shake_tray(scene, box, self.dance(box.seed, sum(box.beads)))
            before = (text.board_before(scene, box), WORDS.said(box.words))
            return made(held, before, words.verdict(box) if held.settled else ())
        if scene.phase in ("rewarding", "over") and scene.gains:
            place = min(scene.gaining, len(scene.gains) - 1)
            told = words.gained(*scene.gains[place][1:]) if scene.phase != "over" else ()
            return made(tray_contents.reward_tray(scene, place), verdict=told)
        return made(tray_contents.looked_at(scene, scene.shown or 1))


@dataclass(frozen=True)
class MenaceRoom(Room):
    """The room."""

    doings: RoomUiState = field(default_factory=RoomUiState)

    tries, meetings = staticmethod(guide.tries), staticmethod(guide.meetings)
    after_game = staticmethod(guide.after_game)

    # Touch.

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[StepAct]:
        """A touch's acts; turning the chart over is the room's own."""
        control = touch.control
        if place.name not in ("cabinet", "board", "table", "chart") or control == "run":
            return super().acts(place, touch, value, context)
        if not value:
            return ()
        if place.name == "chart":
            pages = tuple(FIGURES)
            after = (self.doings.page + 1) % len(pages)
            self.doings.page = pages.index("before") if control == "compare" else after
            return ()
        if place.name == "cabinet":
            number = int(control.partition(".")[2])
            self.doings.looked = (number, motion.stage_of_play(context.view.scene))
            return (StepAct("cabinet.box", number),)
        if place.name == "table":
            return self._plate_acts(control, context)
        return (StepAct(place.event(control), 1),)

    def _plate_acts(self, control: str, context: DrawContext) -> Sequence[StepAct]:
        """A push of the plate was pressed, or a selector turned."""
        scene = context.view.scene
        name, _, way = control.partition("_")
        if way:
            step = 1 if way == "more" else -1
            return (StepAct(f"table.{name}", getattr(scene.rewards, name) + step),)
        dial, _, place = control.partition(".")
        if place:
            return (StepAct(f"table.{dial}", int(place)),)
        if control == "opponent":
            return (StepAct("table.opponent", _next_opponent(scene)),)
        if control == "build":
            return (StepAct("table.build", (BUILDS.index(scene.build) + 1) % len(BUILDS)),)
        return (StepAct("table.take_back" if control == "undo" else f"table.{control}", 1),)

    def put_in(self, control: str, value: Value, context: DrawContext) -> Sequence[StepAct]:
        """What is put in, with the reader stopped before a card that would replace the beads: it
        asks as START on the reader does."""
        put = super().put_in(control, value, context)
        if not context.view.plays or not replaces_learned(control, value):
            return put
        if control == guide.CORRECT:
            self.confirmation.ask(guide.START_READER, context.now_ms)
        return (StepAct(guide.STOP_READER, 1), *put)

    def guide(self, context: DrawContext) -> NextStep:
        """The one thing that a visitor can do next."""
        return guide.next_step(context.view)

    def asks(self, control: str, context: DrawContext) -> str:
        """Beside what ends a play: a new day, and a card that replaces beads that plays have
        moved."""
        if control == guide.DAY:
            return guide.NEW_DAY
        if control == guide.START_READER:
            loads = context.view.scene.loads and context.view.units["reader"].takes_start
            return guide.LOADS if loads else ""
        return super().asks(control, context)

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """The marks on the sheet."""
        board = context.view.scene.board
        return {f"board.square.{number}": board.at(number) for number in SQUARES}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """The game and its board, to be taken along."""
        scene: MenaceScene = context.view.scene
        if scene.phase != "over" or not scene.outcome or scene.playing != "visitor":
            return None
        other = "X" if scene.side == "O" else "O"
        winner = {"won": scene.side, "lost": other}.get(scene.outcome, "")
        names = {scene.side: "MENACE", other: "Visitor"}
        result = f"{winner} wins" if winner else "draw"
        x, y, wide, high = noughts_sheet.SHEET.paper
        rect = x - 6.0, y - 6.0, wide + 12.0, high + 12.0
        board = self.board_picture("board", rect, context)
        counts = [int((scene.results == outcome).sum()) for outcome in (1, 0, -1)]
        facts = {"machine": BETWEEN.join(f"{count:,}" for count in counts)}
        return Souvenir(noughts_record(scene.marks, result, names["O"], names["X"]), board, facts)

    def plays(self, context: DrawContext) -> bool:
        """Whether a visitor's play is on, until its beads are back in their boxes, and no card
        wants reader or tape unit."""
        scene: MenaceScene = context.view.scene
        on = scene.playing == "visitor" and scene.phase not in ("idle", "over", "declined")
        return on and scene.tape is None and not scene.refused

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a play is on in which the visitor has made a mark."""
        scene = context.view.scene
        return guide.visitor_plays(scene) and len(scene.marks) > (scene.side == "O")


# What the scene says, in the parts' terms.


def _next_opponent(scene: MenaceScene) -> int:
    """The selector's next place; that of 1961 plays Cross only."""
    places = range(len(OPPONENTS))
    at = (OPPONENTS.index(scene.opponent) + 1) % len(places) if scene.opponent in OPPONENTS else 0
    barred = OPPONENTS.index("1961") if scene.side == "X" else -1
    return at if at != barred else (at + 1) % len(places)


def on_table(stand: Mapping[str, Standing], name: str) -> Callable[[DrawContext], OnTable]:
    """What is shown by the part of that name: the scene, and the beads that fly over it."""
    return lambda context: OnTable(context.view.scene, _flying(context.view.scene, stand, name))


def _flying(scene: MenaceScene, stand: Mapping[str, Standing], name: str) -> tuple[Flying, ...]:
    """The beads on their way, in the units of the part of that name, while all stand so."""
    share, made, at = motion.share(scene), [], stand[name].at
    for leg in motion.legs(scene):
        done = leg.progress(share)
        if done is not None:
            (x0, y0), (x1, y1) = _spot(leg.start, stand), _spot(leg.end, stand)
            arc = 4 * done * (1 - done)
            x, y = x0 + (x1 - x0) * done, y0 + (y1 - y0) * done - 60 * arc
            made.append(Flying(leg.colour, x - at[0], y - at[1], round(4 * arc)))
    return tuple(made)


def _spot(spot: motion.Spot, stand: Mapping[str, Standing]) -> tuple[float, float]:
    """Where a bead lies there, on the canvas."""
    kind, number = spot
    if kind == "board":
        (x, y), at = noughts_sheet.SHEET.place(number, 0.80, 0.80), stand["board"].at
    elif kind == "cup":
        (x, y), at = instruments_art.middle(number), stand["cups"].at
    else:
        x = tray_part.TRAY_LEFT + SIDE + WIDTH / 2 * MM
        y, at = tray_part.TRAY_TOP + SIDE + (DEPTH - 3.0) * MM, stand["tray"].at
    return at[0] + x, at[1] + y


def make_room(layout: PanelLayout) -> MenaceRoom:
    """The room for a panel's layout."""
    doings = RoomUiState()

    def arranged(stand, units):
        """Everything, lying where ``stand`` and ``units`` say."""

        def part(name, make, state, legible=1.75, halves=False):
            """A part that lies on the table."""
            at, title = stand[name], WORDS(f"place_{name}")
            made, rect = partial(make, at), (*at.at, *make.size)
            return PartPlacement(name, made, rect, title, state, legible, halves, shadow=False)

        def unit(name, title, make):
            halves = name == "tape1"
            return PartPlacement(name, make, units[name], title, halves=halves, shadow=False)

        return (
            part("table", InstrumentsPart, doings.plate),
            part("board", NoughtsSheetPart, on_table(stand, "board")),
            part("tray", TrayPart, partial(doings.tray, stand=stand)),
            part("cups", CupsPart, on_table(stand, "cups")),
            part("chart", FigureSheetPart, doings.chart),
            unit("reader", WORDS("place_reader"), CardReaderPart),
            unit("printer", WORDS("place_printer"), LinePrinterPart),
            unit("tape1", WORDS("place_tape"), TapeDrivePart),
            part("cabinet", CabinetPart, itself, 2.6, True),
        )

    wide = Arrangement(
        arranged(WIDE, UNITS), CANVAS, partial(table.backdrop, canvas=CANVAS, shelf=SHELF),
        reached=("board.", "table."),
    )  # fmt: skip
    tall = replace(
        wide, places=arranged(TALL, TALL_UNITS), canvas=TALL_CANVAS,
        backdrop=partial(table.backdrop, canvas=TALL_CANVAS, shelf=TALL_SHELF, top=TALL_TOP),
    )  # fmt: skip
    return MenaceRoom(
        "menace", "MENACE", wide, resting_view(layout), layout, tall=tall,
        in_play=_in_play(wide, IN_PLAY, 1.2, SHOWN_IN_PLAY),
        tall_in_play=_in_play(tall, TALL_IN_PLAY, 1.5, {**SHOWN_IN_PLAY, **TALL_SHOWN_IN_PLAY}),
        doings=doings,
        confirmation=doings.guard,
        drawer="reader.hopper",
        takes_back=guide.UNDO,
        steps_at=("bar.play", "board.square", "cabinet"),
        sounds={
            "strokes": "rattle", "beads": "glass", "marks": "pencil", "cards": "card",
            "lines": "line",
        },
    )  # fmt: skip


def _in_play(
    whole: Arrangement, rects: Mapping[str, Box], unit: float, shows: Mapping[str, Box]
) -> Arrangement:
    """What is seen in play; only then the card beside the tray, and what the play has changed."""
    tray = next(place for place in whole.places if place.name == "tray")
    said = changes_place(
        "learned", WORDS("place_learned"), words.changes, rects["learned"], unit, beads.told_bead
    )
    return whole.moved(rects, (replace(tray, name="card"), said), shows)
