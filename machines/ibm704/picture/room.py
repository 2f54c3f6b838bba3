"""The 704's room: console, reader, punch, printer, two tape units, a tube, the visitor's table.

Everything stands on the floor of a machine room seen from the front: the printer, the tape units
and the 740 along the back, console, punch, table and reader before them.  On the wall above the
console hangs the chart of what the program has learned (Samuel 1959, Fig. 4); or, while the 704
runs programs of its own, what the bits of a word mean, or how long Samuel's program was.

The selector beside the console says what its cables lead to.  On the table lies the draughts board
while that is the checkers engine; while it is the 704 itself, a programmer's desk: the listing of
where the program is, and the registers in octal.  Where Samuel's program lies in the 704's storage
its board lies there, but while it is halted in its midst.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from devices.panel.layout import PanelLayout
from devices.screen.guide import ASIDE, ENDS, GO_ON, PLAY, SPEED, NextStep, StepAct, press
from devices.screen.part import Paced, Touch
from devices.screen.parts.card_punch import CardPunchPart
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.changes_sheet import ChangesState, changes_place
from devices.screen.parts.coefficients import CoefficientsPart, CoefficientsState
from devices.screen.parts.line_printer import LinePrinterPart
from devices.screen.parts.tape_drive import TapeDrivePart, tape_sounds
from devices.screen.room import (
    BETWEEN,
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
from devices.screen.words import Words, shown
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.card_unit import HOPPER_CARDS
from devices.units.line_printer import LinePrinter, PrinterView
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Value
from machines.exhibit.exhibit import View, resting
from machines.games.draughts.board import SQUARES, Position
from machines.games.draughts.scene import BoardScene, Learned
from machines.ibm704.console import drop_jump_acts, square_acts, take_back_acts
from machines.ibm704.picture import guide, program_guide
from machines.ibm704.picture.board import BoardPart, BoardState
from machines.ibm704.picture.board_panel import PLATES, winner
from machines.ibm704.picture.coding_desk import DESK_COMMAND, CodingDeskPart, desk_acts, desk_state
from machines.ibm704.picture.console import ConsolePart
from machines.ibm704.picture.debugger_sheet import DebuggerSheetPart
from machines.ibm704.picture.program_chart import ProgramChartPart
from machines.ibm704.picture.selector import EitherPart, EitherState, SelectorPart
from machines.ibm704.picture.squares import SIDE, MoveEntry
from machines.ibm704.picture.tube import TubePart
from machines.ibm704.picture.wall_charts import chart_of, chart_state, word_chart
from machines.ibm704.scene import ProgramScene

KEY_MS = 45
"""Between two keys that a tap on the board sets, so that they are seen to move."""

READER_KEYS = {
    "start": "s",
    "stop": "shift+s",
    "feed": "f",
    "end_of_file": "z",
    "correct": "k",
    "stacker": "w",
    "empty_hopper": "y",
}
PUNCH_KEYS = {
    "start": "x",
    "stop": "shift+x",
    "feed": "shift+f",
    "stacker": "shift+w",
    "hopper": "shift+y",
}
PRINTER_KEYS = {"start": "p", "stop": "shift+p", "restore": "j", "tear": "g"}
TAPE_KEYS = {"load_rewind": "7", "start": "8", "reset": "9", "unload": "0", "mount": ","}
"""Of the first tape unit; the second's are the same with SHIFT.  The console's own keys, and which
of them are left: assets/panels/ibm704.toml."""

LOADS = ("console.load_cards", "console.load_tape", "console.load_drum", "console.clear")
"""Buttons of the console that end a game; they work only at AUTOMATIC."""
GAME_ENDS = {**dict.fromkeys((*LOADS, "board.now_then"), ENDS), "selector.program": ASIDE}
"""What takes a visitor's game off the board, with the prompt that asks before."""
CONTEST_MS = 600
"""From LOAD CARDS of TODAY v START until the guide's steps go on."""

COMMAND_PLATE = "board.command"
WORDS = Words("ibm704")

TALL = {
    "printer": (12.0, 346.0, 620.0, 416.0),
    "tape1": (654.0, 344.0, 190.0, 418.0),
    "tape2": (866.0, 344.0, 190.0, 418.0),
    "chart": (12.0, 8.0, 1056.0, 330.0),
    "console": (4.0, 1210.0, 480.0, 520.0),
    "crt": (640.0, 902.0, 206.0, 272.0),
    "selector": (862.0, 1000.0, 202.0, 174.0),
    "punch": (384.0, 852.0, 236.0, 322.0),
    "board": (484.0, 1186.0, 594.0, 544.0),
    "reader": (12.0, 774.0, 352.0, 400.0),
}
"""Where everything stands in an upright window: what a visitor works most is lowest."""
LOW = {
    "chart": (-100.0, -72.0, 1062.0, 354.0),
    "printer": (980.0, 22.0, 580.0, 396.0),
    "tape1": (1590.0, 10.0, 196.0, 450.0),
    "tape2": (1802.0, 10.0, 196.0, 450.0),
    "console": (14.0, 292.0, 650.0, 664.0),
    "punch": (676.0, 724.0, 190.0, 232.0),
    "reader": (1490.0, 490.0, 416.0, 466.0),
}
"""What stands elsewhere where the room is laid low and made smaller: nothing reaches below the
board's plates, so that a square is as large as a finger; the chart is larger, to be read."""
IN_PLAY = {
    "board": (12.0, 12.0, 1136.0, 960.0),
    "reason": (1160.0, 12.0, 748.0, 190.0),
    "learned": (1160.0, 214.0, 748.0, 352.0),
    "printer": (1160.0, 578.0, 748.0, 150.0),
    "console": (1160.0, 740.0, 748.0, 232.0),
}
TALL_IN_PLAY = {
    "board": (12.0, 12.0, 1056.0, 893.0),
    "reason": (12.0, 917.0, 1056.0, 172.0),
    "learned": (12.0, 1101.0, 1056.0, 416.0),
    "console": (12.0, 1529.0, 640.0, 199.0),
    "printer": (664.0, 1529.0, 404.0, 199.0),
}
REGISTERS = (120.0, 416.0, 826.0, 256.0)
"""What is seen of the console in play: the lamps of its registers ..."""
LAST_LINES = (76.0, 258.0, 320.0, 64.0)
TALL_LAST_LINES = (76.0, 168.0, 313.0, 154.0)
"""... and of the printer: its last lines, as far as the moves."""
RIM = 12.0 / 636.0
"""Share of the board's height, its lower rim, that has nothing to read or touch."""


@dataclass
class MoveExplanation:
    """Whether the machine's last move is explained, until the board is another."""

    depth: int = 0
    """1 in words and arrows, 2 in figures."""
    position: Position | None = None

    def depth_for(self, scene: object) -> int:
        """0, 1 or 2; forgets the depth when the position has changed."""
        if not isinstance(scene, BoardScene):
            return 0
        if self.position != scene.position:
            self.depth, self.position = 0, scene.position
        return self.depth if "why" in usable(scene) else 0


@dataclass(frozen=True)
class Ibm704Room(Room):
    """The room; a tap on two squares of the board works the console's own keys."""

    chosen: list[int] = field(default_factory=list)  # The square tapped first, until the second is
    why: MoveExplanation = field(default_factory=MoveExplanation)
    entry: MoveEntry = field(default_factory=MoveEntry)
    ends: Mapping[str, str] = field(default_factory=lambda: GAME_ENDS)

    tries = staticmethod(guide.tries)

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[StepAct]:
        """A touch's acts; see :meth:`_squares` for the board."""
        if place.event(touch.control) == "punch.hopper":
            room = HOPPER_CARDS - context.view.units[place.name].hopper
            return (StepAct("punch.hopper", room),) if value and room else ()
        scene = context.view.scene
        board = board_on_table(scene)
        if place.name == "board" and isinstance(scene, ProgramScene) and board is None:
            return desk_acts(touch.control, scene) if value else ()
        if place.name != "board":
            return super().acts(place, touch, value, context)
        if board is None or not value:
            return ()
        if touch.control in PLATES:
            return self._plate(touch.control, board, context)
        if self.why.depth_for(scene) == 2:
            self.why.depth = 1
            return ()
        kind, _, square = touch.control.partition(".")
        if kind != "square":  # a plate of the desk, which the board has covered meanwhile
            return ()
        return self._squares(int(square), board, context)

    def put_in(self, control: str, value: Value, context: DrawContext) -> Sequence[StepAct]:
        """A typed command goes to the desk; cards are put into the hopper."""
        if control == COMMAND_PLATE:
            return (StepAct(DESK_COMMAND, str(value)),)
        if control == guide.HOPPER and isinstance(context.view.scene, ProgramScene):
            return program_guide.into_hopper(value, context.view)
        return super().put_in(control, value, context)

    def _squares(self, square: int, scene: BoardScene, context: DrawContext) -> Sequence[StepAct]:
        """The first tap chooses a piece of the side to move, the second where it goes; where no
        game is on, a tap begins one."""
        if not scene.mover and not context.view.busy:
            return (StepAct(PLAY, 1),)
        if not _takes_move(scene, context):
            return ()
        mine = "b" if scene.position.black_to_move else "w"
        if scene.partial:
            self.chosen[:] = [scene.partial[-1]]
        elif scene.position.piece(square).lower() == mine:
            self.chosen[:] = [] if self.chosen == [square] else [square]
            return ()
        if not self.chosen or not self._can_enter(scene, context):
            return ()
        steps = square_acts(context.view.controls, self.chosen.pop(), square)
        return self._one_by_one(steps, context)

    def _can_enter(self, scene: BoardScene, context: DrawContext) -> bool:
        """Whether a move can be entered now, and none is on its way to the keys."""
        in_704 = isinstance(context.view.scene, ProgramScene)
        under_way = in_704 and self.entry.is_under_way(scene, context.now_ms)
        return _takes_move(scene, context) and not under_way

    def _usable(self, scene: BoardScene, context: DrawContext) -> frozenset[str]:
        """The plates that do something now: the program in the 704 takes a move back where it asks
        for one, or where its deck has ended."""
        ends = scene.needs == guide.HOPPER and scene.over
        return usable(scene) if ends or self._can_enter(scene, context) else frozenset()

    def _one_by_one(
        self, steps: Sequence[tuple[str, int]], context: DrawContext
    ) -> Sequence[StepAct]:
        """The acts so that each is seen."""
        scene, wait = context.view.scene, 0
        if isinstance(scene, ProgramScene):
            wait = self.entry.begin(board_on_table(scene), context.now_ms, len(steps) * KEY_MS)
        return tuple(
            StepAct(name, value, wait + k * KEY_MS) for k, (name, value) in enumerate(steps)
        )

    def _plate(self, control: str, scene: BoardScene, context: DrawContext) -> Sequence[StepAct]:
        """A plate beside the board."""
        if control not in self._usable(scene, context):
            return ()
        if control == "why":
            self.why.depth = (self.why.depth_for(scene) + 1) % 3
            return ()
        self.chosen.clear()
        if control == "now_then":
            acts = [StepAct(step.control, step.value, step.after_ms)
                    for step in guide.contest(context.view)]  # fmt: skip
            last = max(act.after_ms for act in acts) + CONTEST_MS
            return (StepAct(SPEED, "x100"), *acts, StepAct(GO_ON, 1, last))
        controls = context.view.controls
        in_704 = isinstance(context.view.scene, ProgramScene)
        back = take_back_acts(controls, reset=not in_704)
        return self._one_by_one(drop_jump_acts(controls) if scene.partial else back, context)

    def guide(self, context: DrawContext) -> NextStep:
        """The one thing that a visitor can do next."""
        step = guide.next_step(context.view, tuple(self.chosen))
        scene = context.view.scene
        depth = self.why.depth_for(scene)
        if depth:
            return guide.explained(step, scene, depth == 2)
        return step

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a visitor plays a game in which he has made a move."""
        scene = context.view.scene
        board = scene.board if isinstance(scene, ProgramScene) else scene
        return isinstance(board, BoardScene) and board.at_stake

    def asks(self, control: str, context: DrawContext) -> str:
        """Beside what ends a game: LOAD CARDS without cards, over a deck that START is to begin.
        To a program in the 704's storage RESET is the end of its game, and so is the selector,
        which presses it."""
        if control in LOADS and not context.view.controls.get(guide.LEVER, 1):
            return ""  # the console refuses it
        if control == "selector.program" and context.view.busy:
            return ""  # and this, while the machine runs
        if control == "console.load_drum" and isinstance(context.view.scene, BoardScene):
            return ""  # no drum has a program there
        board = board_on_table(context.view.scene)
        if control == "board.now_then" and (
            board is None or "now_then" not in self._usable(board, context)
        ):
            return ""
        in_704 = isinstance(context.view.scene, ProgramScene)
        if in_704 and control in ("console.reset", "selector.program") and self.at_stake(context):
            return ENDS
        drops = control == guide.LOAD and guide.drops_deck(context.view)
        return super().asks(control, context) or (guide.HOPPER_EMPTY if drops else "")

    def asked(self, context: DrawContext) -> NextStep | None:
        """Where LOAD CARDS found no cards, START begins what has been read."""
        step = super().asked(context)
        if step is not None and step.prompt == guide.HOPPER_EMPTY:
            return NextStep(guide.HOPPER_EMPTY, (guide.START,), press(guide.START))
        return step

    def plays(self, context: DrawContext) -> bool:
        """Whether a visitor's game is on, and what is next in it isn't to be done elsewhere than
        on the board."""
        scene = board_on_table(context.view.scene)
        if scene is None or not scene.mover or scene.over:
            return False
        if (scene.black == "OPERATOR") == (scene.white == "OPERATOR"):
            return False
        step = guide.next_step(context.view, ())
        return step.yours or not step.controls

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """The men on the checkers board; none while the listing lies there."""
        scene = board_on_table(context.view.scene)
        if scene is None:
            return {}
        return {f"board.square.{number}": scene.position.piece(number) for number in SQUARES}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """The game and its board, to be taken along."""
        scene = board_on_table(context.view.scene)
        if scene is None or scene.record is None:
            return None
        rect, state = (0.0, 0.0, SIDE, SIDE), EitherState(0, BoardState(scene))
        position = scene.position
        left = BETWEEN.join(str(men.bit_count()) for men in (position.black, position.white))
        printer, listing = context.view.units.get("printer"), None
        if isinstance(printer, PrinterView) and printer.count:  # what is printed by now
            listing = partial(printer.lines.__getitem__, slice(printer.count))
        return Souvenir(
            scene.record,
            self.board_picture("board", rect, context, state),
            {"black_pieces": left},
            listing,
            ending(scene.record, "black_wins", "white_wins"),
        )

    def after_game(self, context: DrawContext) -> AfterGame | None:
        """What the visitor's game has taught the program."""
        view = context.view
        moves = view.plays
        if isinstance(view.scene, ProgramScene):  # stops count as plays, too
            moves = view.tallies.get("moves", 0)
        return guide.after_game(board_on_table(view.scene), moves)

    def board(self, context: DrawContext) -> BoardState:
        """The board as the scene has it, with the square chosen so far."""
        scene = board_on_table(context.view.scene)
        can = self._usable(scene, context)
        held = context.held_at("board")
        why = self.why.depth_for(scene)
        return BoardState(scene, tuple(self.chosen), why, can, held & PLATES.keys())


def board_on_table(scene: object) -> BoardScene | None:
    """The board that lies on the table: the engine's, or that of a program in the 704."""
    if isinstance(scene, ProgramScene):
        return scene.on_table
    return scene if isinstance(scene, BoardScene) else None


def _takes_move(scene: BoardScene, context: DrawContext) -> bool:
    """Whether a move is taken now.  The engine takes one at any time; the program in the 704 only
    where it asks for one: before that the M-Q is at work."""
    return not isinstance(context.view.scene, ProgramScene) or scene.needs == "board"


def usable(scene: BoardScene) -> frozenset[str]:
    """The plates beside the board that do something now."""
    learned = scene.learned.samples
    same = not learned or learned[0].terms == learned[-1].terms
    can = {
        "why": scene.expects is not None and scene.needs == "board",
        "take_back": scene.takes_back or bool(scene.partial),
        "now_then": not same and scene.needs not in guide.POWER,
    }
    return frozenset(name for name, it_can in can.items() if it_can)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before the machine is switched on: everything stands, nothing is lit."""
    units = (
        CardReader("reader"),
        CardPunch("punch"),
        LinePrinter("printer", ready=False),
        TapeDrive("tape1"),
        TapeDrive("tape2", dial=2),
    )
    scene = BoardScene(Position.start(), black="", white="")
    return resting("ibm704", layout, scene, units, {"console.lever": 1})


def _in_play(wide: Arrangement, rects: Mapping[str, Box], unit: float, lines: Box) -> Arrangement:
    """What is seen in play: board, the reason of the machine's last move, what moved in Alpha, and
    of printer and console what works."""
    own = (
        changes_place("reason", WORDS("why"), _reason, rects["reason"], 1.5),
        changes_place("learned", WORDS("place_learned"), guide.changes, rects["learned"], unit),
    )
    return wide.moved(rects, own, {"console": REGISTERS, "printer": lines})


def _reason(context: DrawContext) -> ChangesState:
    """Why the machine has made its last move, in words."""
    scene = board_on_table(context.view.scene)
    if scene is not None and scene.over:
        return ChangesState(shown().after("ibm704", winner(scene), {}))
    if scene is None or scene.expects is None or not scene.expects.line:
        return ChangesState(WORDS("why_waits"))
    told = shown().prompt("ibm704", *guide.reason(scene.expects))
    return ChangesState(WORDS("why_move", move=str(scene.last), reason=told))


def _wall() -> EitherPart:
    """What hangs above the console."""
    chart = CoefficientsPart(expected=(chart_of(Learned()),))
    return EitherPart(chart, word_chart(), DebuggerSheetPart(), ProgramChartPart())


def _chart(learned: Paced[CoefficientsState], context: DrawContext) -> EitherState:
    """Which of those hangs there, and what it shows."""
    scene = context.view.scene
    if not isinstance(scene, ProgramScene):
        return EitherState(0, chart_state(learned, scene.learned, context.now_ms))
    if scene.desk.said:
        return EitherState(2, scene.desk.said)
    return EitherState(1 if scene.board is None else 3, None)


def make_room(layout: PanelLayout) -> Ibm704Room:
    """The room for a panel's layout."""
    room: Ibm704Room
    second = {control: f"shift+{key}" for control, key in TAPE_KEYS.items()}
    desk = desk_state()

    def table(context: DrawContext) -> EitherState:
        listed = board_on_table(context.view.scene) is None
        return EitherState(1, desk(context)) if listed else EitherState(0, room.board(context))

    board = PartPlacement("board", lambda: EitherPart(BoardPart(), CodingDeskPart()),
                          (872, 446, 614, 520), WORDS("place_table"), table)  # fmt: skip
    wide = Arrangement(
        (
            PartPlacement("printer", partial(LinePrinterPart, PRINTER_KEYS), (880, 22, 580, 396),
                  "716 PRINTER"),
            PartPlacement("tape1", partial(TapeDrivePart, 1, TAPE_KEYS), (1490, 10, 196, 450),
                  "727 TAPE UNIT 1", halves=True),
            PartPlacement("tape2", partial(TapeDrivePart, 2, second), (1702, 10, 196, 450),
                  "727 TAPE UNIT 2", halves=True),
            PartPlacement("chart", _wall, (16, 10, 846, 272), WORDS("place_chart"),
                  partial(_chart, Paced())),
            PartPlacement("console", partial(ConsolePart, layout), (14, 292, 650, 680),
                  "704 CONSOLE", legible=2.3, halves=True),
            PartPlacement("crt", TubePart, (676, 296, 190, 250), "740 CATHODE RAY TUBE"),
            PartPlacement("selector", SelectorPart, (674, 554, 190, 164),
                  WORDS("place_selector"), legible=2.3),
            PartPlacement("punch", partial(CardPunchPart, PUNCH_KEYS), (676, 724, 190, 246),
                  "721 CARD PUNCH", legible=2.4),
            board,
            PartPlacement("reader", partial(CardReaderPart, READER_KEYS), (1490, 490, 416, 474),
                  "711 CARD READER"),
        ),
        floor=0.40,
        reached=("board.",),
    )  # fmt: skip
    room = Ibm704Room(
        "ibm704", "IBM 704", wide, resting_view(layout), layout,
        tall=wide.moved(TALL, canvas=TALL_CANVAS, floor=0.39),
        low=wide.moved({place.name: place.rect for place in wide.places} | LOW,
                       (replace(board, foot=RIM),)),
        in_play=_in_play(wide, IN_PLAY, 1.35, LAST_LINES),
        tall_in_play=_in_play(wide, TALL_IN_PLAY, 1.6, TALL_LAST_LINES),
        drawer="reader.hopper",
        hurry="x100",  # the cards of all that Alpha has learned, and their lines on the printer
        takes_back="board.take_back",
        steps_at=("bar.play", "board", "printer"),
        sounds={
            "cards": "card", "punched": "punch", "lines": "line", "moves": "checker",
            "stops": "relay",
        },
        hums=partial(tape_sounds, names=("tape1", "tape2")),
    )  # fmt: skip
    return room
