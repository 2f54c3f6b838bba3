"""What a visitor of the Pegasus can do next, by what is seen (devices.screen.guide)."""

from devices.panel.view import View
from devices.screen.guide import PLAY as BAR_PLAY
from devices.screen.guide import NextStep, StepAct, Try, in_turn, press, put, second_deck
from devices.screen.room import DrawContext
from devices.screen.tape_guide import TapePrompts, tape_step
from machines.pegasus.controls import VISITOR
from machines.pegasus.tables import result
from machines.pegasus.view import PegasusScene
from machines.pegasus.visitor import VisitorPlay

RUN, PRINT, CLEAR = "desk.run", "desk.print", "desk.clear"
START_READER, STOP_READER, FEED = "reader.start", "reader.stop", "reader.feed"
NOUGHT, CROSS, TELEPRINTER = "desk.nought", "desk.cross", "teleprinter.start"
TAPE = "tape1"
TAPE_SAID = TapePrompts(
    "tape_moves", "tape_reset", "tape_dial", "tape_mount", "tape_ring", "tape_load", "tape_start"
)
TAKE_OUT, CORRECT = "reader.empty_hopper", "reader.correct"
LOADS = "wipe_load"
"""The prompt that asks whether a card may replace the odds."""
WIPE = "wipe"
"""The prompt that asks whether the store may be cleared."""
MANY_PLAYS = 1_000
"""After so many something else can be tried."""


def _knob(knob: str, place: str) -> tuple[StepAct, ...]:
    """A touch of the knob's place."""
    return put(f"{knob}.{place}", 1)


def seat(view: View) -> tuple[StepAct, ...]:
    """A play with the visitor begins: on the side that a knob gives him, else as Cross.

    A deck that is being read waits: its next card would seat others.
    """
    scene: PegasusScene = view.scene
    reader = view.units["reader"]
    deck = (press(STOP_READER),) if reader.ready else ()
    stop = (put(RUN, 0),) if scene.running and not scene.seats else ()
    sit = () if scene.seats else (_knob(CROSS, VISITOR),)
    return in_turn(*deck, *stop, *sit, put(RUN, 1))


def tries(_: DrawContext) -> dict[str, Try]:
    """The cards of the placard."""
    stop = (put(RUN, 0),)
    learner = (_knob(NOUGHT, "learn"),)
    seated = (put(RUN, 0), *learner, _knob(CROSS, VISITOR), put(PRINT, 1), put(RUN, 1))
    return {
        "you": Try(in_turn(*seated), "authentic", play=True),
        "winner": Try(in_turn(*stop, *learner, _knob(CROSS, "distinct"), put(RUN, 1)), "x10"),
        "pupils": Try(
            in_turn(*stop, *learner, _knob(CROSS, "learn"), put(PRINT, 0), put(RUN, 1)),
            "x100",
        ),
    }


def next_step(view: View) -> NextStep:
    """The next step."""
    scene: PegasusScene = view.scene
    teleprinter = view.units["teleprinter"]
    if scene.refused:
        return NextStep("card_refused", (TAKE_OUT,), put(TAKE_OUT, 1), why=True)
    if scene.tape is not None:
        if scene.typing and not teleprinter.running:
            return NextStep("teleprinter", (TELEPRINTER,), press(TELEPRINTER))
        wanted = scene.tape
        step = tape_step(view, TAPE, wanted.unit, wanted.saving, TAPE_SAID)
        if step is not None:
            return step
    if not scene.running:
        return _begin(view)
    if not teleprinter.running and (scene.printing or not view.busy):
        return NextStep("teleprinter", (TELEPRINTER,), press(TELEPRINTER))
    if scene.seats:
        return _with_visitor(scene)
    if "learn" not in (scene.nought, scene.cross):
        return NextStep("pupil", (f"{NOUGHT}.learn",), _knob(NOUGHT, "learn"))
    if scene.plays >= MANY_PLAYS and scene.cross != "learn":
        return NextStep("both", (f"{CROSS}.learn",), seat(view))
    return NextStep("runs", (), seat(view))


def _with_visitor(scene: PegasusScene) -> NextStep:
    """A visitor plays, and RUN is down."""
    if not scene.asks or scene.visitor is None:
        return NextStep("thinks")
    board = scene.visitor.board
    free = tuple(f"sheet.square.{square}" for square in board.moves)
    return NextStep("square", free, yours=True, words={"sign": board.to_move})


def _begin(view: View) -> NextStep:
    """RUN is up: a deck in the hopper is read, or RUN begins."""
    reader = view.units["reader"]
    run = put(RUN, 1)
    if reader.jammed:
        return NextStep("card_jam", (FEED,), press(FEED))
    if reader.takes_start:
        return second_deck(NextStep("start_reader", (START_READER,), run), reader)
    scene: PegasusScene = view.scene
    if not scene.seats:
        return NextStep("play", (BAR_PLAY,), seat(view))
    if scene.visitor is None:
        return NextStep("begin", (RUN,), run)
    if scene.visitor.over:
        return NextStep("over", (BAR_PLAY,), run, words={"winner": winner(scene.visitor)})
    return NextStep("go_on", (RUN,), run)


def winner(play: VisitorPlay) -> str:
    """Which sentence says who has won the play that is over; two visitors are called by sides."""
    ended = result(play.board) or 0
    if not ended:
        return "a_draw"
    if len(play.seats) == 2:
        return "nought_won" if ended > 0 else "cross_won"
    return "you_won" if ("O" if ended > 0 else "X") in play.seats else "machine_won"
