"""What a visitor can do next while the console works the 704 itself.

A program of the 704's is loaded by its deck, the reader's START and LOAD CARDS; PLAY goes back to
the checkers engine.  Where Samuel's program lies in storage, or its deck in the hopper, PLAY plays
with that: the cards of a game behind the deck, and the touches that the program waits for.
"""

from dataclasses import replace
from typing import Any

from devices.panel.view import View
from devices.screen.guide import (
    BAR,
    PLAY,
    Medium,
    NextStep,
    StepAct,
    Try,
    in_turn,
    press,
    put,
    second_deck,
    tray_label,
)
from devices.units.card_unit import STACKER_CARDS
from devices.units.unit import Value
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.scene import BoardScene
from machines.ibm704.picture.board_panel import winner
from machines.ibm704.scene import ProgramScene

# -- Steps that the checkers engine and the 704's own programs share: reader, punch, a move --------

DECK = "A VISITOR"
HOPPER, START_READER, LOAD = "reader.hopper", "reader.start", "console.load_cards"
FEED, STACKER, TAKE_OUT = "reader.feed", "reader.stacker", "reader.empty_hopper"
END_OF_FILE, RESET = "reader.end_of_file", "console.reset"
START, LEVER, SELECTOR = "console.start", "console.lever", "selector.program"
SWITCH_STOPS = "console.sense.6"
"""The operator's for stops."""
JUMP_MS = 900
"""So long each jump of the machine's is seen."""
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


def start_step(view: View, board: BoardScene, why: bool) -> NextStep:
    """START goes on: from a jump that is shown, a card that was refused, or any other stop, of
    which the bar says ``why``.  Jumps follow one another by themselves, unless sense switch 6
    is down."""
    if board.jump:
        source, target = map(str, board.jump)
        jump = {"source": source, "target": target}
        if view.controls.get(SWITCH_STOPS):
            return NextStep("next_jump", (START,), press(START), words=jump)
        return NextStep("jumps", (), press(START, JUMP_MS), unasked=True, words=jump)
    if board.refuses == "card":
        return NextStep("card_passed", (START,), press(START), why=True)
    return NextStep("start" if board.begins else "go_on", (START,), press(START), why=why)


def punch_step(view: View) -> NextStep:
    """The punch wants its stacker emptied, cards, FEED or START."""
    punch = view.units["punch"]
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
    reader = view.units["reader"]
    if not reader.hopper or reader.begun or reader.selected or not view.controls.get(LEVER, 1):
        return ""
    if reader_stopped(reader) is not None:
        return ""
    return LOAD if reader.ready else START_READER


def squares(numbers: set[int]) -> tuple[str, ...]:
    """Squares of the board by their controls."""
    return tuple(f"board.square.{square}" for square in sorted(numbers))


# -- program guide ---------------------------------------------------------------------------------

PROGRAM = "SAMUEL"
"""The tray of his program's deck."""
BEHIND_MS = 500
"""Between two decks that are put into the hopper."""
HALTS = (*put(LEVER, 0), *put(SELECTOR, 0, 300))


def is_samuels(deck: str) -> bool:
    """Whether a deck of that name is his program, the whole or a smaller one."""
    stem, _, suffix = deck.rpartition(".")
    return suffix == "cbn" and stem.startswith("samuel")


def into_hopper(value: Value, view: View) -> tuple[StepAct, ...]:
    """A deck is put into the hopper of the 704.

    Behind his program come the cards of a game, so that it plays at once.  Other control cards take
    their place, as long as no card has been read.
    """
    kind, _, name = str(value).partition("\n")[0].partition(" ")
    reader = view.units["reader"]
    steps: tuple[tuple[StepAct, ...], ...] = (put(HOPPER, value),)
    if kind == "cbn" and is_samuels(name):
        steps = (put(HOPPER, value), put(HOPPER, Medium(DECK)))
    elif kind == "text" and reader.hopper and is_samuels(reader.deck) and not reader.begun:
        steps = (put(TAKE_OUT, 1), put(HOPPER, Medium(tray_label(reader.deck))), put(HOPPER, value))
    return in_turn(*steps, gap_ms=BEHIND_MS)


def play_in_704(view: View, first: tuple[tuple[StepAct, ...], ...]) -> Try:
    """A card of the placard: his program in the 704, and the visitor's game with it; ``first``
    wires the console to the 704 and makes it ready."""
    scene = view.scene
    if isinstance(scene, ProgramScene) and scene.board is not None:
        return Try(in_turn(*first, *NEW_GAME), "x10", play=True)
    return Try(in_turn(*first, *LOADS), "x10", play=True)


LOADS = (
    put(TAKE_OUT, 1),
    put(HOPPER, Medium(PROGRAM)),
    press(START_READER),
    press(LOAD),
    put(HOPPER, Medium(DECK)),
)
"""His program is loaded, with the cards of a game behind it."""
NEW_GAME = (
    press(RESET),
    put(TAKE_OUT, 1),
    put(HOPPER, Medium(DECK)),
    press(START_READER),
    press(START),
)
"""The cards of a game for the program that lies in storage: it begins anew."""


def next_step(view: View, scene: ProgramScene, chosen: tuple[int, ...]) -> NextStep:
    """The next step; ``chosen`` is the square that was tapped for a move."""
    if scene.board is not None:
        return _of_game(view, scene, scene.board, chosen)
    return _of_program(view, scene)


def _of_game(
    view: View, scene: ProgramScene, board: BoardScene, chosen: tuple[int, ...]
) -> NextStep:
    """His program lies in storage."""
    freed = free_reader(view.units["reader"])
    if view.busy:
        if board.mover and "OPERATOR" not in (board.black, board.white):
            acts = in_turn(*lift_switches(view), *freed, *NEW_GAME)
            return NextStep("watch", (PLAY,), acts, watch=True)
        if _is_loading(view, scene):
            return NextStep("program_loads")
        return NextStep("thinks" if board.trying is not None else "works")
    if not view.controls.get(LEVER, 1):
        return NextStep("lever", (LEVER,), put(LEVER, 1))
    if scene.waits:
        return _at_unit(view, scene)
    if board.needs == "board":
        return _move(view, board, chosen)
    if board.needs == HOPPER:
        return _new_cards(view, board)
    if board.needs == LOAD:  # it went astray
        return replace(_of_program(view, scene), acts=in_turn(*freed, *LOADS))
    if board.needs == RESET:
        return NextStep("no_room", (RESET,), in_turn(*freed, *NEW_GAME), why=True)
    return start_step(view, board, why=scene.has_stopped and not board.begins)


def _is_loading(view: View, scene: ProgramScene) -> bool:
    """Whether cards of his program are being read: its first ones already say whose it is."""
    reader = view.units["reader"]
    return board_is_empty(scene) and bool(reader.hopper) and is_samuels(reader.deck)


def _at_unit(view: View, scene: ProgramScene) -> NextStep:
    """A unit is waited for; PLAY works the reader's and the printer's buttons."""
    reader = view.units["reader"]
    if scene.wanted == END_OF_FILE and board_is_empty(scene) and not reader.hopper:
        acts = in_turn(put(HOPPER, Medium(DECK)), press(START_READER), gap_ms=300)
        return NextStep("deck", (PLAY,), acts)
    step = replace(_unit_wanted(view, scene), why=True)
    if step.acts or scene.wanted.partition(".")[0] not in ("reader", "printer"):
        return step
    emptied = scene.wanted == STACKER
    return replace(step, acts=put(STACKER, 1) if emptied else press(scene.wanted))


def board_is_empty(scene: ProgramScene) -> bool:
    """Whether no game has been set up since the program was loaded."""
    return scene.board is not None and not scene.board.black


def _move(view: View, board: BoardScene, chosen: tuple[int, ...]) -> NextStep:
    """The visitor's move; new control cards are taken after RESET, his whole deck by LOAD CARDS."""
    step = move_step(view, board, chosen)
    reader = view.units["reader"]
    if step.prompt != "deck_ready" or is_samuels(reader.deck):
        return step
    return replace(step, prompt="deck_reset", controls=(*step.controls[:-1], RESET))


def _new_cards(view: View, board: BoardScene) -> NextStep:
    """The program reads a new deck after START."""
    reader = view.units["reader"]
    stopped = reader_stopped(reader)
    if stopped is not None:
        return stopped
    if not reader.hopper:
        acts = in_turn(*lift_switches(view), put(HOPPER, Medium(DECK)), gap_ms=200)
        words = {"winner": winner(board)}
        return NextStep("over" if board.over else "deck", (PLAY,), acts, words=words)
    his = is_samuels(reader.deck) and not reader.begun
    if not reader.ready:
        step = NextStep("start_reader", (START_READER,), press(START_READER))
    elif his:
        step = NextStep("load_program", (LOAD,), press(LOAD))
    else:
        step = NextStep("start", (START,), press(START))
    return step if his else second_deck(step, reader)


def _of_program(view: View, scene: ProgramScene) -> NextStep:
    """Any other program: a deck, the reader's START, LOAD CARDS; PLAY goes back to the checkers
    engine, once the machine stands."""
    reader = view.units["reader"]
    if view.busy:
        if is_samuels(scene.program):
            return NextStep("program_loads")
        return NextStep("program_runs", (LEVER,), HALTS)
    his = is_samuels(reader.deck) and reader.hopper and not reader.begun
    checkers = put(SELECTOR, 0)
    if not view.controls.get(LEVER, 1):
        back = () if his else put(SELECTOR, 0, 300)
        return NextStep("lever", (LEVER,), (*put(LEVER, 1), *back))
    if scene.waits:
        return replace(_unit_wanted(view, scene), acts=checkers, why=True)
    stopped = reader_stopped(reader)
    if stopped is not None:
        return stopped
    emptied = (*put(TAKE_OUT, 1), *put(SELECTOR, 0, 600))
    if scene.halted and (reader.begun or not reader.hopper):
        return NextStep("go_on", (START,), emptied)
    why = scene.has_stopped
    if not reader.hopper:
        name = "program_stopped" if scene.program else "program"
        return NextStep(name, (f"{BAR}drawer", HOPPER), checkers, why=why)
    if scene.text_cards or reader.begun:
        name = "leftover" if scene.text_cards else "rest_of_deck"
        step = NextStep(name, (TAKE_OUT,), emptied, why=why)
        return replace(second_deck(step, reader), controls=step.controls)
    if not reader.ready:
        step = NextStep("start_reader", (START_READER,), press(START_READER) if his else checkers)
    else:
        step = NextStep("load_program", (LOAD,), press(LOAD) if his else checkers)
    return second_deck(step, reader) if reader.behind.endswith(".cbn") else step


def _unit_wanted(view: View, scene: ProgramScene) -> NextStep:
    """The one control at which the program's instruction is let go on."""
    unit, _, control = scene.wanted.partition(".")
    if unit.startswith("tape"):
        return _tape_wanted(view, scene, unit, control)
    if unit == "punch":
        return punch_step(view)
    prompt = {
        FEED: "card_jam",
        STACKER: "reader_full",
        END_OF_FILE: "reader_empty",
        START_READER: "start_reader",
        RESET: "no_unit",
    }.get(scene.wanted, "printer")
    return NextStep(prompt, (scene.wanted,))


def _tape_wanted(view: View, scene: ProgramScene, unit: str, control: str) -> NextStep:
    """The same at a tape unit: its dial, a tape, its ring, or that it is made ready."""
    tape = view.units[unit]
    words = {"unit": unit.removeprefix("tape"), "number": str(scene.dial)}

    def step(prompt: str, touched: str) -> NextStep:
        return NextStep(prompt, (f"{unit}.{touched}",), words=words)

    if control == "start" and tape.loaded and tape.position_mil > tape.length_mil:
        control = "load_rewind"
    if tape.ready and control in FIRST_RESET:
        return step(FIRST_RESET[control], "reset")
    if (tape.moving or tape.loading) and control != "start":
        return NextStep("tape_moves")
    prompts = {
        "select": "dial", "mount": "mount_any", "load_rewind": "load_tape",
        "file_protect": "ring",
    }  # fmt: skip
    return step(prompts.get(control, "tape"), control)
