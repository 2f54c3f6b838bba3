"""What a visitor of the Pegasus can do next, by what is seen (devices.screen.guide)."""

from typing import Any

from devices.panel.view import View
from devices.screen.guide import NextStep, StepAct, Try, in_turn, press, put
from devices.units.card_unit import STACKER_CARDS
from machines.pegasus.controls import PLAYERS
from machines.pegasus.scene import PegasusScene

RUN, PRINT, CLEAR = "desk.run", "desk.print", "desk.clear"
START_READER, FEED = "reader.start", "reader.feed"
NOUGHT, CROSS, TELEPRINTER = "desk.nought", "desk.cross", "teleprinter.start"
WIPE = "wipe"
"""The prompt that asks whether the store is to be cleared."""
MANY_PLAYS = 1_000
"""After so many something else can be tried."""


def _turn(knob: str, now: str, wanted: str) -> tuple[tuple[StepAct, ...], ...]:
    """So many touches of a knob; a player that came by a card is on none of its places, and the
    first touch back leads to the last of them."""
    if now not in PLAYERS:
        return (put(knob, -1), *_turn(knob, PLAYERS[-1], wanted))
    by = PLAYERS.index(wanted) - PLAYERS.index(now)
    step = 1 if by > 0 else -1
    return tuple(put(knob, step) for _ in range(abs(by)))


def tries(scene: PegasusScene) -> dict[str, Try]:
    """The cards of the placard; what the knobs must be turned by depends on how they stand."""
    stop = (put(RUN, 0),)
    learner = _turn(NOUGHT, scene.nought, "learn")
    return {
        "winner": Try(
            in_turn(*stop, *learner, *_turn(CROSS, scene.cross, "distinct"), put(RUN, 1)), "x10"
        ),
        "pupils": Try(
            in_turn(
                *stop, *learner, *_turn(CROSS, scene.cross, "learn"), put(PRINT, 0), put(RUN, 1)
            ),
            "x100",
        ),
        "freeze": Try(in_turn(*stop, *_turn(NOUGHT, scene.nought, "frozen"), put(RUN, 1)), "x10"),
    }


def next_step(view: View) -> NextStep:
    """The next step."""
    scene: Any = view.scene
    assert isinstance(scene, PegasusScene)
    if not scene.running:
        return _begin(view)
    teleprinter: Any = view.units["teleprinter"]
    if not teleprinter.running and (scene.printing or not view.busy):
        return NextStep("teleprinter", (TELEPRINTER,), press(TELEPRINTER))
    if "learn" not in (scene.nought, scene.cross):
        learner = _turn(NOUGHT, scene.nought, "learn")
        return NextStep("pupil", (NOUGHT,), in_turn(*learner, gap_ms=300))
    if scene.plays >= MANY_PLAYS and scene.cross != "learn":
        return NextStep("both", (CROSS,))
    return NextStep("runs")


def _begin(view: View) -> NextStep:
    """RUN is up: a deck in the hopper is read, or RUN begins."""
    reader: Any = view.units["reader"]
    run = put(RUN, 1)
    if reader.jammed:
        return NextStep("card_jam", (FEED,), press(FEED))
    if reader.hopper and not reader.ready and reader.stacker < STACKER_CARDS:
        return NextStep("start_reader", (START_READER,), run)
    return NextStep("run", (RUN,), run)
