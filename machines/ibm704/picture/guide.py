"""What a visitor of the 704's room can do next, by what is seen (devices.screen.guide).

The deck that PLAY puts into the hopper is A VISITOR: the visitor plays Black against the program.
"""

from collections.abc import Mapping
from typing import Any

from devices.duration import Speed
from devices.panel.view import View
from devices.screen.guide import BAR, Medium, NextStep, Try, in_turn, press, put
from machines.draughts.moves import legal_moves
from machines.draughts.scene import BoardScene
from machines.ibm704.scene import ProgramScene

DECK = "A VISITOR"
HOPPER, START_READER, LOAD = "reader.hopper", "reader.start", "console.load_cards"
START, LEVER, SELECTOR = "console.start", "console.lever", "selector.program"


def _deck(label: str, speed: Speed) -> Try:
    """Another deck in the place of what lies in the hopper, read and started."""
    steps = (
        put(LEVER, 0),  # the selector is turned at rest only
        put(SELECTOR, 0),
        put(LEVER, 1),
        put("reader.empty_hopper", 1),
        put(HOPPER, Medium(label)),
        press(START_READER),
        press(LOAD),
    )
    return Try(in_turn(*steps), speed, play=True)


NEW_GAME = _deck(DECK, "authentic").acts
TRIES = {
    "teach": _deck("TEACH ALPHA", "x10"),
    "learned": _deck("LEARNED", "x10"),
    "watch": _deck("LEARN SECOND", "x100"),
}
"""The cards of the placard."""
BLANK_CARDS = 100
"""Put into the punch when it wants some."""


def next_step(view: View, chosen: tuple[int, ...]) -> NextStep:
    """The next step; ``chosen`` is the square that was tapped for a move."""
    off = _switched_off(view)
    if off is not None:
        return off
    if isinstance(view.scene, ProgramScene):
        return _of_program(view, view.scene)
    return _of_checkers(view, view.scene, chosen)


def _switched_off(view: View) -> NextStep | None:
    if not view.reason.startswith("the machine is off"):
        return None
    button = "console.dc_on" if view.reason.endswith("DC ON") else "console.power_on"
    return NextStep("switch_on", (button,), press(button))


def _of_checkers(view: View, scene: Any, chosen: tuple[int, ...]) -> NextStep:
    assert isinstance(scene, BoardScene)
    if not scene.needs and scene.mover and "OPERATOR" not in (scene.black, scene.white):
        return NextStep("watch", (f"{BAR}play",), NEW_GAME)
    if not scene.needs:
        return NextStep("thinks" if scene.mover else "works")
    if scene.needs == "board":
        return _move(scene, chosen)
    return _at_machine(view, scene)


def _at_machine(view: View, scene: BoardScene) -> NextStep:
    """A button, a switch or a unit lets it go on."""
    unit, _, control = scene.needs.partition(".")
    if scene.needs in (HOPPER, LOAD, START_READER):
        return _cards(view, scene)
    if scene.needs == LEVER:
        return NextStep("lever", (LEVER,), put(LEVER, 1))
    if scene.needs == START:
        if not view.controls.get(LEVER, 1):
            return NextStep("lever", (LEVER,), put(LEVER, 1))
        return NextStep("start" if scene.mover == "" else "go_on", (START,), press(START))
    if unit.startswith("tape"):
        return _tape(view, unit, control)
    if unit == "punch":
        return _punch(view, scene.needs)
    return NextStep("printer", (scene.needs,), press(scene.needs))


def _cards(view: View, scene: BoardScene) -> NextStep:
    """Cards are wanted: a deck, the reader's START, LOAD CARDS."""
    reader: Any = view.units["reader"]
    if reader.jammed:
        return NextStep("card_jam", ("reader.feed",), press("reader.feed"))
    if not reader.hopper:
        name = "over" if scene.over else "deck"
        return NextStep(name, (f"{BAR}drawer", HOPPER), put(HOPPER, Medium(DECK)))
    if not reader.ready:
        return NextStep("start_reader", (START_READER,), press(START_READER))
    return NextStep("load_cards", (LOAD,), press(LOAD))


def _tape(view: View, unit: str, control: str) -> NextStep:
    """A tape is to be mounted, loaded, started, or to be given its ring."""
    tape: Any = view.units[unit]
    words = {"unit": unit.removeprefix("tape")}
    if tape.mounted is None:
        return NextStep("mount", (f"{unit}.mount",), words=words)
    if control == "file_protect":
        return NextStep("ring", (f"{unit}.file_protect",), words=words)
    if not tape.loaded:
        load = f"{unit}.load_rewind"
        return NextStep("load_tape", (load,), press(load), words=words)
    return NextStep("tape", (f"{unit}.start",), press(f"{unit}.start"), words=words)


def _punch(view: View, control: str) -> NextStep:
    punch: Any = view.units["punch"]
    if control == "punch.feed":
        return NextStep("punch_jam", (control,), press(control))
    if not punch.hopper:
        blank = put("punch.hopper", BLANK_CARDS)
        return NextStep("punch_empty", ("punch.hopper",), blank)
    return NextStep("punch", ("punch.start",), press("punch.start"))


def _move(scene: BoardScene, chosen: tuple[int, ...]) -> NextStep:
    """The visitor is to move: a piece, then its square, or the next square of a jump."""
    moves = [move.squares for move in legal_moves(scene.position)]
    so_far = scene.partial or chosen
    going = [squares for squares in moves if squares[: len(so_far)] == so_far]
    if so_far and going:
        onward = {squares[len(so_far)] for squares in going}
        name = "jump_on" if scene.partial else "square"
        return NextStep(name, _squares(onward), yours=True)
    starts = {squares[0] for squares in moves}
    must = any(move.captured for move in legal_moves(scene.position))
    name = "must_jump" if must else "piece"
    side = "black" if scene.position.black_to_move else "white"
    return NextStep(name, _squares(starts), yours=True, words={"side": side})


def _squares(squares: set[int]) -> tuple[str, ...]:
    return tuple(f"board.square.{square}" for square in sorted(squares))


def _of_program(view: View, scene: ProgramScene) -> NextStep:
    """The 704's own programs: a deck, the reader's START, LOAD CARDS; PLAY goes back to the
    checkers program, once the machine stands."""
    checkers = put(SELECTOR, 0)
    if view.busy:
        return NextStep("program_runs", (LEVER,), (*put(LEVER, 0), *put(SELECTOR, 0, 300)))
    reader: Any = view.units["reader"]
    controls: Mapping[str, int] = view.controls
    if not controls.get(LEVER, 1):
        return NextStep("lever", (LEVER,), (*put(LEVER, 1), *put(SELECTOR, 0, 300)))
    if not reader.hopper:
        name = "program_stopped" if scene.program else "program"
        return NextStep(name, (f"{BAR}drawer", HOPPER), checkers)
    if scene.text_cards:
        take_out = "reader.empty_hopper"
        return NextStep("leftover", (take_out,), (*press(take_out), *put(SELECTOR, 0, 600)))
    if not reader.ready:
        return NextStep("start_reader", (START_READER,), checkers)
    return NextStep("load_program", (LOAD,), checkers)
