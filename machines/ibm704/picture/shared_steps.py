"""Steps that the checkers engine and the 704's own programs share: reader, punch, a move."""

from typing import Any

from devices.panel.view import View
from devices.screen.guide import NextStep, StepAct, press, put
from devices.units.card_unit import STACKER_CARDS
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.scene import BoardScene

DECK = "A VISITOR"
HOPPER, START_READER, LOAD = "reader.hopper", "reader.start", "console.load_cards"
FEED, STACKER, TAKE_OUT = "reader.feed", "reader.stacker", "reader.empty_hopper"
END_OF_FILE, RESET = "reader.end_of_file", "console.reset"
START, LEVER, SELECTOR = "console.start", "console.lever", "selector.program"
OWN_SWITCHES = ("console.sense.2", "console.sense.3")
"""Down, they take a game out of the visitor's hands: the machine plays both sides, or a book."""
FIRST_RESET = {"select": "dial_reset", "file_protect": "ring_reset", "unload": "wrong_reel_reset"}
"""What is told while a tape unit is ready, by the control that is to be worked after RESET."""
BLANK_CARDS = 100
"""Put into the punch when it wants some."""


def reader_stopped(reader: Any) -> NextStep | None:
    """A card has jammed, or there is no room for the cards that are read."""
    if reader.jammed:
        return NextStep("card_jam", (FEED,), press(FEED))
    if reader.stacker >= STACKER_CARDS:
        return NextStep("reader_full", (STACKER,), put(STACKER, 1))
    return None


def free_reader(reader: Any) -> list[tuple[StepAct, ...]]:
    """What must be done at the reader before cards can be taken out and others read."""
    jammed = [press(FEED)] if reader.jammed else []
    full = [put(STACKER, 1)] if reader.stacker >= STACKER_CARDS else []
    return jammed + full


def lift_switches(view: View) -> list[tuple[StepAct, ...]]:
    """The switches put up that take a game out of the visitor's hands."""
    return [put(switch, 0) for switch in OWN_SWITCHES if view.controls.get(switch)]


def start_step(board: BoardScene, why: bool) -> NextStep:
    """START goes on: from a jump that is shown, a card that was refused, or any other stop, of
    which the bar says ``why``."""
    if board.jump:
        source, target = map(str, board.jump)
        jump = {"source": source, "target": target}
        return NextStep("next_jump", (START,), press(START), words=jump)
    if board.refuses == "card":
        return NextStep("card_passed", (START,), press(START), why=True)
    return NextStep("start" if board.begins else "go_on", (START,), press(START), why=why)


def punch_step(view: View) -> NextStep:
    """The punch wants its stacker emptied, cards, FEED or START."""
    punch: Any = view.units["punch"]
    if punch.jammed:
        return NextStep("punch_jam", ("punch.feed",), press("punch.feed"))
    if punch.stacker >= STACKER_CARDS:
        return NextStep("punch_full", ("punch.stacker",), put("punch.stacker", 1))
    if not punch.hopper:
        blank = put("punch.hopper", BLANK_CARDS)
        return NextStep("punch_empty", ("punch.hopper",), blank)
    return NextStep("punch", ("punch.start",), press("punch.start"))


def move_step(view: View, scene: BoardScene, chosen: tuple[int, ...]) -> NextStep:
    """The visitor is to move: a piece, then its square, or the next square of a jump."""
    legal = legal_moves(scene.position)
    moves = [move.squares for move in legal]
    so_far = scene.partial or chosen
    going = [path for path in moves if path[: len(so_far)] == so_far]
    if so_far and going:
        onward = {path[len(so_far)] for path in going}
        name = "jump_on" if scene.partial else "square"
        return NextStep(name, squares(onward), yours=True)
    starts = {path[0] for path in moves}
    name = "must_jump" if any(move.captured for move in legal) else "piece"
    if scene.refused and name == "piece":
        name = "not_allowed"
    side = "black" if scene.position.black_to_move else "white"
    controls, words = squares(starts), {"side": side}
    new = "" if scene.refused else _new_deck(view)
    if new:
        name = "deck_ready" if new == LOAD else "deck_waits"
        return NextStep(name, (*controls, new), yours=True, words=words)
    return NextStep(name, controls, yours=True, words=words)


def _new_deck(view: View) -> str:
    """The button that is next for a deck that was put into the hopper in the middle of a game, of
    which no card has been read; empty where there is none or something else is in its way."""
    reader: Any = view.units["reader"]
    if not reader.hopper or reader.begun or reader.selected or not view.controls.get(LEVER, 1):
        return ""
    if reader_stopped(reader) is not None:
        return ""
    return LOAD if reader.ready else START_READER


def squares(numbers: set[int]) -> tuple[str, ...]:
    """Squares of the board by their controls."""
    return tuple(f"board.square.{square}" for square in sorted(numbers))
