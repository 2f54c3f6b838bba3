"""The Pegasus 2's room: teleprinter and desk in a computing laboratory, the charts pinned on cork.

The teleprinter stands at the left with its print-out; on the cork board hang our run beside those
that Michie printed (Figs 7 to 9, whichever has the same players), the multipliers (Fig. 6) and a
slip with the last play; the reader and the tape unit stand behind the desk.

While somebody plays, their sheet is large; beside it hang what the program chose from and what the
play changes, and the desk's panel and the last lines of the teleprinter are seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from devices.panel.layout import PanelLayout
from devices.screen.backdrops import laboratory
from devices.screen.guide import ENDS, NextStep, StepAct
from devices.screen.part import Paced, Touch
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.changes_sheet import ChangesPart
from devices.screen.parts.chart import ChartState
from devices.screen.parts.figures import blocks_chart, multiplier_chart
from devices.screen.parts.odds_chart import OddsState
from devices.screen.parts.step_chart import BlocksPart, BlocksState
from devices.screen.parts.tape_drive import TapeDrivePart, tape_sounds
from devices.screen.parts.teleprinter import TeleprinterPart
from devices.screen.room import (
    CANVAS,
    TALL_CANVAS,
    AfterGame,
    Arrangement,
    DrawContext,
    PartPlacement,
    Room,
    Souvenir,
)
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Value
from machines.exhibit.exhibit import View, resting
from machines.games.noughts.board import SIDE_NAMES, SQUARES, Board
from machines.games.noughts.cards import replaces_learned
from machines.games.noughts.record import noughts_record
from machines.pegasus import earlier_runs
from machines.pegasus.controls import ORIGIN_NAMES, SEAT_NAMES, SIDES, VISITOR
from machines.pegasus.odds import INFINITE, Reinforcement
from machines.pegasus.picture import guide, play_sheet, words
from machines.pegasus.picture.compared_sheet import ComparedSheetPart
from machines.pegasus.picture.control_desk import ControlDeskPart
from machines.pegasus.picture.play_sheet import PlaySheetPart, PlaySlipPart
from machines.pegasus.picture.words import WORDS
from machines.pegasus.printout import Figure, figure_of
from machines.pegasus.program import Change
from machines.pegasus.tables import result
from machines.pegasus.view import PegasusScene
from machines.pegasus.visitor import FirstMove

FLOOR = 0.80
CORK = (772.0, 14.0, 1134.0, 462.0)
CHART = (790.0, 32.0, 664.0, 426.0)
MULTIPLIERS = (1468.0, 32.0, 420.0, 206.0)
SLIP = (1468.0, 248.0, 420.0, 210.0)
TELEPRINTER = (16.0, 26.0, 728.0, 942.0)
DESK = (768.0, 488.0, 790.0, 482.0)
SHEET = (1570.0, 480.0, 340.0, 246.0)
READER = (1586.0, 732.0, 200.0, 238.0)
TAPE = (1806.0, 732.0, 86.0, 238.0)
TALL_FLOOR = 0.615
TALL_CORK = (14.0, 14.0, 1052.0, 446.0)
TALL = {
    "chart": (32.0, 32.0, 620.0, 410.0),
    "multipliers": (664.0, 32.0, 384.0, 200.0),
    "slip": (664.0, 244.0, 384.0, 198.0),
    "sheet": (596.0, 474.0, 468.0, 340.0),
    "tape1": (906.0, 836.0, 130.0, 342.0),
    "reader": (620.0, 860.0, 266.0, 318.0),
    "teleprinter": (20.0, 474.0, 560.0, 704.0),
    "desk": (50.0, 1186.0, 980.0, 548.0),
}
"""Where everything stands in an upright window: the desk lowest."""
IN_PLAY = {
    "sheet": (12.0, 10.0, 1164.0, 964.0),
    "learned": (1188.0, 10.0, 720.0, 276.0),
    "slip": (1188.0, 298.0, 385.0, 340.0),
    "teleprinter": (1585.0, 298.0, 323.0, 340.0),
    "desk": (1188.0, 650.0, 720.0, 324.0),
}
TALL_IN_PLAY = {
    "sheet": (12.0, 10.0, 1056.0, 875.0),
    "slip": (12.0, 897.0, 558.0, 490.0),
    "learned": (582.0, 897.0, 486.0, 490.0),
    "desk": (12.0, 1399.0, 736.0, 331.0),
    "teleprinter": (760.0, 1399.0, 308.0, 331.0),
}
SHOWN_IN_PLAY = {
    "slip": (184.0, 0.0, 246.0, 216.0),
    "teleprinter": (52.0, 316.0, 162.0, 170.0),
    "desk": (14.0, 14.0, 792.0, 356.0),
}
"""What the program chose from; the last lines that are typed; the panel."""
LEARNED, TALL_LEARNED = (660.0, 253.0), (440.0, 443.0)
"""Sizes of what is learned, in units."""
EMERGES = 40
"""From so many times in a hundred on a play is called emergent on the chart."""
CHART_MS = 300
"""The chart is drawn anew no oftener than this, however fast plays are made."""
PLACES = {**dict.fromkeys(SIDES, SEAT_NAMES), "origin": ORIGIN_NAMES}
"""What events call the places of each knob, in their order."""
SEATS = dict(zip("OX", SIDES, strict=True))
"""The knob that, turned, ends the play of a visitor on that side alone."""


@dataclass
class Comparison:
    """Whether before and after hangs on the cork, and what it shows: a room's own affair."""

    shown: bool = False
    figure: Paced[OddsState] = field(default_factory=Paced)

    def pinned(self, context: DrawContext) -> ChartState | OddsState:
        """What hangs there: the multipliers, or before and after, worked out anew when something
        was learned."""
        scene: PegasusScene = context.view.scene
        if not self.shown:
            held = scene.reinforcement
            return _multipliers(held.a, held.b, held.last_infinite)
        of = scene.made, scene.plays, scene.nought, scene.cross
        return self.figure.get(of, context.now_ms, CHART_MS, partial(words.compared, scene))


@dataclass(frozen=True)
class PegasusRoom(Room):
    """The room; a touch of a knob or a number wheel turns it by one place."""

    comparison: Comparison = field(default_factory=Comparison)

    tries = staticmethod(guide.tries)

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[StepAct]:
        """A touch's acts."""
        if place.name == "multipliers":
            self.comparison.shown ^= bool(value)
            return ()
        if place.name != "desk" or touch.kind == "latch":
            return super().acts(place, touch, value, context)
        name, _, way = touch.control.partition(".")
        if way == "up" or way == "down":
            return (StepAct(place.event(name), -1 if way == "down" else 1),) if value else ()
        if not value:
            return ()
        control = touch.control
        if control in PLACES:  # its middle: on by one place
            names, stands = PLACES[control], context.view.controls[f"desk.{control}"]
            control = f"{control}.{names[(stands + 1) % len(names)]}"  # all the way round
        return (StepAct(place.event(control), 1),)

    def put_in(self, control: str, value: Value, context: DrawContext) -> Sequence[StepAct]:
        """What is put in, with the reader stopped before a card that would replace the odds, or
        end the visitor's play: it asks as START on the reader does."""
        put = super().put_in(control, value, context)
        replaces = bool(context.view.plays) and replaces_learned(control, value)
        if not replaces and not self.at_stake(context):
            return put
        if control == guide.CORRECT and replaces:
            self.confirmation.ask(guide.START_READER, context.now_ms)
        return (StepAct(guide.STOP_READER, 1), *put)

    def guide(self, context: DrawContext) -> NextStep:
        """The one thing that a visitor can do next."""
        return guide.next_step(context.view)

    def asks(self, control: str, context: DrawContext) -> str:
        """Beside what ends a play: CLEAR STORE, and a card that replaces the odds."""
        scene: PegasusScene = context.view.scene
        reader = context.view.units["reader"]
        ends = ENDS if scene.at_stake else ""
        if control == guide.CLEAR and not scene.typing:
            return guide.WIPE if scene.plays else ends
        if control == guide.START_READER and reader.takes_start:
            begins = ends if scene.begins else ""
            return guide.LOADS if scene.loads else begins
        knob, _, where = control.removeprefix("desk.").partition(".")
        if knob == SEATS.get(scene.seats) and where != VISITOR:
            return ends
        return super().asks(control, context)

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """The marks on a visitor's sheet."""
        play = context.view.scene.visitor
        board = Board() if play is None else play.board
        return {f"sheet.square.{number}": board.at(number) for number in SQUARES}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """The game and its board, to be taken along."""
        play = context.view.scene.visitor
        if play is None or not play.over:
            return None
        ended = {1: "O wins", -1: "X wins"}.get(result(play.board) or 0, "draw")
        nought, cross = ("Visitor" if side in play.seats else "Pegasus 2" for side in "OX")
        squares = tuple(map(int, play.squares))
        # The sheet without what is written beside the board.
        board = self.board_picture("sheet", (8.0, 8.0, 274.0, 292.0), context)
        return Souvenir(noughts_record(squares, ended, nought, cross), board)

    def after_game(self, context: DrawContext) -> AfterGame | None:
        """The play that is over, if a visitor played it, with what it has taught the program."""
        play = context.view.scene.visitor
        if play is None or not play.over:
            return None
        winner = guide.winner(play)
        learner = next(iter(play.first_moves), None)
        if learner is None:
            text = "stored" if len(play.seats) == 1 else "two_stored"
            return AfterGame(text, {}, play.plays, winner=winner)
        way = "times" if learner.multiplier > 1 else "divided"
        if abs(learner.after - learner.before) < words.LEAST_CHANGE:
            way = "drawn_unchanged" if winner == "a_draw" else "unchanged"
        return AfterGame(way, _figures(learner), play.plays, winner=winner)

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a play is on in which the visitor has made a mark."""
        return bool(context.view.scene.at_stake)

    def plays(self, context: DrawContext) -> bool:
        """Whether a play with a visitor is on, before the visitor's first mark, too."""
        play = context.view.scene.visitor
        return play is not None and not play.over


def blocks_state(chart: Paced[BlocksState], context: DrawContext) -> BlocksState:
    """The chart's, made anew now and then."""
    scene: PegasusScene = context.view.scene
    standard = scene.standard if scene.often >= EMERGES and scene.running else ""
    of = scene.blocks, scene.block, (scene.nought, scene.cross), scene.changes, standard
    return chart.get(of, context.now_ms, CHART_MS, partial(_blocks, *of))


def _blocks(
    blocks: tuple[tuple[int, int, int], ...],
    plays: int,
    sides: tuple[str, str],
    changes: tuple[Change, ...],
    standard: str,
) -> BlocksState:
    """Figs 7 to 9, our run above those printed with the same players (while they stay the same)."""
    nought, cross = sides
    figure = None if any(":" in change.words for change in changes) else figure_of(nought, cross)
    players = WORDS("players", nought=_player(nought), cross=_player(cross))
    notes = [
        (min(last.plays // plays, len(blocks) - 1), WORDS.said(last.words)) for last in changes[-1:]
    ]
    if standard:
        notes = [(len(blocks) - 1, f"{WORDS('emergent')}\n{standard}")]
    return blocks_chart(
        blocks,
        published=figure.runs if figure and len(blocks) <= 40 else (),
        published_notes=_notes(figure) if figure else (),
        plays=plays,
        notes=notes if blocks else (),
        title=WORDS(f"figure_{figure.number}") if figure else players,
        earlier=() if changes else earlier_runs.EARLIER.get(sides, ()),
    )


def _notes(figure: Figure) -> tuple[tuple[tuple[int, str], ...], ...]:
    """What is said of the blocks of its runs."""
    return tuple(
        tuple((block, WORDS(f"figure_{figure.number}_run_{run}")) for block, _ in notes)
        for run, notes in enumerate(figure.notes, 1)
    )


def _player(name: str) -> str:
    """Who plays, as the chart's title has it."""
    return WORDS(f"player_{name}") if name in SEAT_NAMES else name.upper()


_multipliers = lru_cache(maxsize=32)(multiplier_chart)
"""Fig. 6 for A and B as they are set."""


RESTING = PegasusScene(
    nought="learn",
    cross="distinct",
    reinforcement=Reinforcement(),
    average=0.0,
    plays=0,
    blocks=(),
    block=100,
    begun=(0, 0, 0),
    opening=(),
    last="",
    result=0,
    standard="",
    often=0,
    running=False,
    printing=True,
    changes=(),
    words=((), ()),
)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before the machine is switched on: everything stands, nothing is lit."""
    units = (CardReader("reader"), Teleprinter(running=False), TapeDrive("tape1"))
    controls = {"desk.run": 0, "desk.print": 1, "desk.nought": 0, "desk.cross": 2}
    return resting("pegasus", layout, RESTING, units, controls)


def backdrop(size: tuple[int, int], scale: float):
    """The laboratory behind everything."""
    standing = (TELEPRINTER, DESK, READER, TAPE)
    return laboratory(size, scale, CANVAS, FLOOR, standing, CORK, (CHART, MULTIPLIERS, SLIP))


def tall_backdrop(size: tuple[int, int], scale: float):
    """The same in an upright window."""
    standing = [TALL[name] for name in ("teleprinter", "desk", "reader", "tape1")]
    pinned = [TALL[name] for name in ("chart", "multipliers", "slip")]
    return laboratory(size, scale, TALL_CANVAS, TALL_FLOOR, standing, TALL_CORK, pinned)


def make_room(layout: PanelLayout) -> PegasusRoom:
    """The room for a panel's layout."""
    comparison = Comparison()
    sheet = PartPlacement("sheet", PlaySheetPart, SHEET, WORDS("place_sheet"), shadow=False)
    wide = Arrangement(
        (
            PartPlacement("chart", partial(BlocksPart, (600.0, 385.0)), CHART,
                  WORDS("place_chart"), partial(blocks_state, Paced()), shadow=False),
            PartPlacement("multipliers", ComparedSheetPart, MULTIPLIERS,
                  WORDS("place_multipliers"), comparison.pinned, shadow=False),
            PartPlacement("slip", PlaySlipPart, SLIP, WORDS("place_slip"), shadow=False),
            sheet,
            PartPlacement("tape1", partial(TapeDrivePart, 1), TAPE, WORDS("place_tape"),
                  halves=True),
            PartPlacement("reader", CardReaderPart, READER, WORDS("place_reader")),
            PartPlacement("teleprinter", TeleprinterPart, TELEPRINTER, WORDS("place_teleprinter"),
                  legible=2.0, halves=True),
            PartPlacement("desk", partial(ControlDeskPart, layout), DESK, WORDS("place_desk"),
                  legible=2.1, halves=True),
        ),
        backdrop=backdrop,
        floor=FLOOR,
        reached=("desk.", "sheet."),
    )  # fmt: skip

    def learned(size: tuple[float, float]) -> PartPlacement:
        make, state = partial(ChangesPart, size), words.changes
        title = WORDS("place_learned")
        return PartPlacement("learned", make, SLIP, title, lambda of: state(of.view.scene))

    own = replace(sheet, make=partial(PlaySheetPart, play_sheet.IN_PLAY)), learned(LEARNED)
    tall_own = *own, learned(TALL_LEARNED)
    return PegasusRoom(
        "pegasus", "PEGASUS 2", wide, resting_view(layout), layout,
        comparison=comparison,
        tall=wide.moved(TALL, canvas=TALL_CANVAS, backdrop=tall_backdrop, floor=TALL_FLOOR),
        in_play=wide.moved(IN_PLAY, own, SHOWN_IN_PLAY),
        tall_in_play=wide.moved(TALL_IN_PLAY, tall_own, SHOWN_IN_PLAY),
        drawer="reader.hopper",
        takes_back="sheet.undo",
        steps_at=("bar.play", "bar.x10", "desk"),
        sounds={"cards": "card", "characters": "type", "lines": "return"},
        hums=partial(tape_sounds, names=("tape1",)),
    )  # fmt: skip


def _figures(learner: FirstMove) -> dict[str, str]:
    """The words about the first move of the side that learns."""
    factor = learner.multiplier if learner.multiplier >= 1 else 1 / learner.multiplier
    return {
        "side": SIDE_NAMES[learner.side],
        "square": str(learner.square),
        "factor": f"{factor:.2f}" if factor < min(100, INFINITE) else f"{factor:,.0f}",
        "before": words.percent(learner.before),
        "after": words.percent(learner.after),
    }
