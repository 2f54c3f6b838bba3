"""Every stop of the 704 is told with its cause, and one control puts it right."""

import pytest

from devices.media.deck import deck_value, read_deck
from devices.screen.guide import NextStep
from devices.units.card_reader import FRONT_DECK, ReaderView
from machines.games.draughts.board import SQUARES
from machines.games.draughts.scene import BoardScene
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.scene import ProgramScene
from tests.machines.test_guides import check_acts, check_step, check_touch
from tests.machines.visitor import Visitor, media, words

PROGRAM, CHECKERS = 1, 0


def pressed(visitor: Visitor, *controls: str) -> None:
    for control in controls:
        visitor.operate(control, 1)
        if control.startswith("console"):
            visitor.operate(control, 0)


def at_program(name: str, loaded_ms: int = 0) -> Visitor:
    """The console wired to the 704, a program in the hopper, and so much of its loading."""
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", PROGRAM)
    visitor.operate("reader.hopper", media("programs")[name])
    if loaded_ms:
        pressed(visitor, "reader.start", "console.load_cards")
        visitor.wait(loaded_ms)
    return visitor


def sentence(visitor: Visitor) -> str:
    step = check_step(visitor)
    return words().prompt("ibm704", step.prompt, step.words)


def reader_of(visitor: Visitor) -> ReaderView:
    reader = visitor.exhibit.view().units["reader"]
    assert isinstance(reader, ReaderView)
    return reader


def of_text(*cards: str) -> str:
    return deck_value(read_deck("\n".join(cards).encode("ascii"), "cards.txt"))


# -- the 704's own programs ------------------------------------------------------------------------


def test_the_rest_of_a_programs_deck_is_told_and_taken_out() -> None:
    visitor = at_program("SELFTEST", loaded_ms=2_500)
    visitor.operate("reader.stop", 1)
    visitor.operate("console.lever", 0)
    visitor.wait(1_000)
    visitor.operate("console.lever", 1)
    assert visitor.step().prompt == "rest_of_deck"
    pressed(visitor, "console.clear")
    visitor.wait(1_000)
    assert sentence(visitor) == "These cards are the rest of a deck. Touch TAKE DECK OUT."
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(3_000)
    step = check_step(visitor)
    assert (step.prompt, step.controls) == ("rest_of_deck", ("reader.empty_hopper",))
    assert step.why  # "program stop at ..." stands below
    assert "program stop" in visitor.exhibit.view().reason
    check_touch(visitor, step, "reader.empty_hopper")
    assert visitor.step().prompt == "program_stopped"
    visitor.operate("reader.hopper", media("programs")["LAMPS"])
    assert visitor.step().prompt in ("start_reader", "load_program")


def test_play_takes_the_rest_of_a_deck_out_and_begins_a_game() -> None:
    visitor = at_program("SELFTEST", loaded_ms=2_500)
    visitor.operate("console.lever", 0)
    visitor.wait(1_000)
    pressed(visitor, "console.reset")
    visitor.operate("console.lever", 1)
    assert visitor.step().prompt == "rest_of_deck"
    assert visitor.press_play().yours
    assert not visitor.refused


def test_a_program_that_was_halted_keeps_its_cards_and_goes_on() -> None:
    visitor = at_program("ECHO")
    visitor.operate("reader.hopper", of_text(*["HELLO"] * 60))
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(12_000)
    assert reader_of(visitor).begun
    visitor.operate("console.lever", 0)
    visitor.wait(1_000)
    assert visitor.step().prompt == "lever"
    visitor.operate("console.lever", 1)
    step = check_step(visitor)
    assert (step.prompt, step.controls) == ("go_on", ("console.start",))
    check_touch(visitor, step, "console.start")


@pytest.mark.slow
def test_a_program_that_reads_its_cards_is_not_told_to_lose_them() -> None:
    visitor = at_program("SELFTEST", loaded_ms=1)
    met = set()
    for _ in range(200):
        met.add(check_step(visitor).prompt)
        visitor.wait(100)
    assert "rest_of_deck" not in met


def test_two_decks_in_the_hopper_are_two_programs() -> None:
    visitor = at_program("LAMPS", loaded_ms=10_000)
    visitor.operate("console.lever", 0)
    visitor.wait(100)
    visitor.operate("console.lever", 1)
    assert visitor.step().prompt == "go_on"
    visitor.operate("reader.hopper", media("programs")["LAMPS"])
    assert visitor.step().prompt in ("start_reader", "load_program")


TAKE_OUT = "reader.empty_hopper"


def check_in_front(visitor: Visitor, step: NextStep, said: str, deck: str) -> None:
    """A deck that lies behind another is offered in its place, by one touch."""
    assert step.prompt == "second_deck" and step.controls[0] == TAKE_OUT
    assert sentence(visitor) == f"{said} lies behind. TAKE DECK OUT puts it in front."
    check_touch(visitor, step, TAKE_OUT)
    reader = reader_of(visitor)
    assert (reader.deck, reader.behind, reader.begun) == (deck, "", False)
    assert visitor.step().prompt in ("start_reader", "load_program", "load_cards")


def test_a_program_that_lies_behind_a_wrong_deck_is_offered_in_its_place() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", PROGRAM)
    visitor.operate("reader.hopper", media("decks")["SELF PLAY"])
    assert visitor.step().prompt == "leftover"
    visitor.operate("reader.hopper", media("programs")["LAMPS"])
    check_in_front(visitor, visitor.step(), "LAMPS", "lamps.cbn")
    visitor.operate("reader.hopper", media("programs")["CURVES"])
    check_in_front(visitor, visitor.step(), "CURVES", "curves.cbn")
    visitor.operate("reader.hopper", media("decks")["SELF PLAY"])  # cards for the program to read
    assert visitor.step().prompt == "start_reader"


def test_a_deck_that_lies_behind_another_is_offered_in_its_place() -> None:
    visitor = Visitor("ibm704")
    assert visitor.press_play().yours
    visitor.operate("console.clear", 1)
    visitor.wait(2_000)
    for name in ("SELF PLAY", "OPERATOR", "A VISITOR"):
        visitor.operate("reader.hopper", media("decks")[name])
    step = visitor.step()
    assert step.prompt == "second_deck"
    check_touch(visitor, step, TAKE_OUT)
    pressed(visitor, "reader.start")
    check_in_front(visitor, visitor.step(), "A VISITOR", "a-visitor.txt")
    assert visitor.press_play().yours
    assert scene_of(visitor).title == "A VISITOR"


def test_what_lies_beside_the_reader_goes_with_its_deck() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", PROGRAM)
    visitor.operate("reader.hopper", media("decks")["SELF PLAY"])
    assert isinstance(visitor.exhibit, Ibm704)
    for number in (1, 2):
        cards = read_deck(b"CARD\n" * 600, f"deck{number}.txt")
        visitor.operate("reader.hopper", deck_value(cards))
    for deck, count, behind in (("deck1.txt", 1_200, "deck2.txt"), ("deck2.txt", 600, "")):
        visitor.operate(TAKE_OUT, FRONT_DECK)
        visitor.wait(100)
        left = [*visitor.exhibit.state.reader.hopper, *(visitor.exhibit.state.beside or [])]
        reader = reader_of(visitor)
        assert (reader.deck, len(left), reader.behind) == (deck, count, behind)
    visitor.operate(TAKE_OUT, FRONT_DECK)
    assert reader_of(visitor).hopper == 0


def waits(visitor: Visitor) -> tuple[str, tuple[str, ...]]:
    """What a program that waits wants, its reason below."""
    scene = visitor.exhibit.view().scene
    assert isinstance(scene, ProgramScene)
    assert scene.waits
    step = check_step(visitor)
    assert step.why
    return step.prompt, step.controls


def test_a_program_that_waits_names_the_one_control_of_the_reader() -> None:
    visitor = at_program("SELFTEST", loaded_ms=2_500)
    visitor.operate("reader.stop", 1)
    visitor.wait(1_000)
    assert waits(visitor) == ("start_reader", ("reader.start",))
    check_touch(visitor, visitor.step(), "reader.start")
    visitor.wait(500)
    visitor.operate("reader.jam", 1)
    visitor.wait(500)
    assert waits(visitor) == ("card_jam", ("reader.feed",))
    check_touch(visitor, visitor.step(), "reader.feed")
    visitor.operate("reader.empty_hopper", 1)
    assert waits(visitor) == ("reader_empty", ("reader.end_of_file",))
    assert "hopper is empty" in visitor.exhibit.view().reason
    check_touch(visitor, visitor.step(), "reader.end_of_file")


def test_a_program_that_waits_names_the_one_control_of_a_tape_unit() -> None:
    visitor = at_program("TAPECOPY")
    visitor.operate("console.sense.1", 1)
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(20_000)
    met = []
    for _ in range(30):
        step = check_step(visitor)
        if step.prompt in ("program_runs", "program_stopped"):
            break
        met.append((step.prompt, step.controls))
        if step.controls == ("tape2.file_protect",):
            visitor.operate("tape2.file_protect", 0)
        elif step.controls[0].endswith(".mount"):
            visitor.operate(step.controls[0], media("tapes")["SAMUEL GAMES"])
        elif not step.controls:
            visitor.wait(1_000)
        else:
            check_touch(visitor, step, step.controls[0])
        visitor.wait(9_000)
    assert met[:3] == [
        ("mount_any", ("tape1.mount",)),
        ("load_tape", ("tape1.load_rewind",)),
        ("tape", ("tape1.start",)),
    ]
    assert ("ring", ("tape2.file_protect",)) in met


def test_a_program_that_waits_for_a_tape_names_dial_and_reset() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("tape1.select", 5)
    visitor.operate("selector.program", PROGRAM)
    visitor.operate("reader.hopper", media("programs")["TAPECOPY"])
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(20_000)
    assert waits(visitor) == ("dial", ("tape1.select",))
    assert sentence(visitor) == "Turn the dial of tape unit 1 to 1."
    visitor.operate("tape1.mount", media("tapes")["SAMUEL GAMES"])
    visitor.operate("tape1.load_rewind", 1)
    visitor.operate("tape1.start", 1)
    visitor.wait(9_000)
    assert waits(visitor) == ("dial_reset", ("tape1.reset",))
    check_touch(visitor, visitor.step(), "tape1.reset")
    assert waits(visitor) == ("dial", ("tape1.select",))


def test_a_program_that_waits_for_the_printer_names_its_start() -> None:
    visitor = at_program("ECHO")
    visitor.operate("printer.stop", 1)
    visitor.operate("reader.hopper", of_text("HELLO"))
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(20_000)
    assert waits(visitor) == ("printer", ("printer.start",))
    assert sentence(visitor) == "Touch START on the printer."


# -- the checkers program --------------------------------------------------------------------------


def of_checkers(deck: str, ms: int = 15_000) -> Visitor:
    """The deck is read as far as it goes."""
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", deck)
    pressed(visitor, "reader.start", "console.load_cards")
    visitor.wait(ms)
    return visitor


def scene_of(visitor: Visitor) -> BoardScene:
    scene = visitor.exhibit.view().scene
    assert isinstance(scene, BoardScene)
    return scene


GAME = "GAME   1 BLACK=OPERATOR WHITE=MACHINE A VISITOR"


def test_a_deck_without_end_is_told_and_start_plays_it() -> None:
    visitor = of_checkers(of_text(GAME, "SENSE  1"))
    step = check_step(visitor)
    assert (step.prompt, step.controls, step.why) == ("no_end", ("console.start",), True)
    assert "no END card has come" in visitor.exhibit.view().reason
    check_acts(visitor, step)
    assert visitor.press_play().yours
    assert not visitor.refused


def test_a_game_whose_moves_come_on_cards_says_that_the_reader_is_out_of_cards() -> None:
    visitor = of_checkers(of_text(GAME))
    check_acts(visitor, check_step(visitor))
    visitor.wait(20_000)
    step = check_step(visitor)
    assert (step.prompt, step.controls, step.why) == ("out_of_cards", ("bar.play",), True)
    assert visitor.press_play().yours


def test_a_bad_card_says_why_and_start_goes_on_without() -> None:
    visitor = of_checkers(of_text(GAME, "SENSE  1", "NONSENSE"))
    step = check_step(visitor)
    assert (step.prompt, step.controls, step.why) == ("card_passed", ("console.start",), True)
    assert "cards.txt, card 3" in visitor.exhibit.view().reason
    check_acts(visitor, step)


def test_a_bad_card_among_others_says_why() -> None:
    visitor = of_checkers(of_text("NONSENSE", GAME, "END"))
    step = check_step(visitor)
    assert (step.prompt, step.controls, step.why) == (
        "card_refused", ("reader.empty_hopper",), True,
    )  # fmt: skip


def begun() -> Visitor:
    """A visitor's game before its first move."""
    visitor = Visitor("ibm704")
    assert visitor.press_play().prompt == "piece"
    return visitor


def test_a_deck_put_in_before_the_first_move_says_what_begins_it() -> None:
    visitor = begun()
    visitor.operate("reader.hopper", media("decks")["LEARNED"])
    step = check_step(visitor)
    assert (step.prompt, step.controls[-1], step.yours) == ("deck_waits", "reader.start", True)
    assert "board.square.9" in step.controls
    check_touch(visitor, step, "reader.start")
    step = check_step(visitor)
    assert (step.prompt, step.controls[-1], step.yours) == (
        "deck_ready",
        "console.load_cards",
        True,
    )
    assert sentence(visitor) == "Your turn. For the new deck touch LOAD CARDS."
    check_touch(visitor, step, "console.load_cards")
    visitor.wait(20_000)
    assert visitor.step().prompt == "start"


def test_load_cards_with_an_empty_hopper_asks_before_it_drops_an_unbegun_deck() -> None:
    visitor = of_checkers(media("decks")["A VISITOR"])
    assert visitor.step().prompt == "start"
    load = visitor.hits()["console.load_cards"]
    visitor.touch(load)
    step = check_step(visitor)
    assert (step.prompt, step.controls) == ("hopper_empty", ("console.start",))
    assert scene_of(visitor).begins
    assert visitor.press_play().yours
    again = of_checkers(media("decks")["A VISITOR"])
    for _ in range(2):
        again.touch(again.hits()["console.load_cards"])
    assert not scene_of(again).begins


def led_to(visitor: Visitor, prompt: str) -> NextStep:
    """Do what is told until that is told, or for thirty steps; the last of them."""
    for _ in range(30):
        step = check_step(visitor)
        if step.prompt == prompt:
            break
        for act in step.acts:
            visitor.send(act)
        visitor.settle()
        visitor.wait(8_000)
    return step


def test_a_dial_that_is_wrong_is_told_before_reset() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("tape2.mount", media("tapes")["MEMORY 1"])
    visitor.operate("tape2.select", 5)
    visitor.operate("tape2.load_rewind", 1)
    visitor.wait(20_000)
    visitor.operate("tape2.start", 1)
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    step = led_to(visitor, "dial_reset")
    assert (step.prompt, step.controls, step.why) == ("dial_reset", ("tape2.reset",), True)
    assert "address 2" in visitor.exhibit.view().reason


def jumps_twice(stops: int) -> tuple[Visitor, list[tuple[int, ...]]]:
    """A game in which the machine jumps twice after the visitor's move, and where its pieces were
    seen, with nobody at the console; ``stops``: how sense switch 6 stands."""
    board = ("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "BOARD  B/W24,30/B16,10,2", "SENSE  1", "END")
    visitor = of_checkers(of_text(*board))
    assert visitor.press_play().yours
    visitor.operate("console.sense.6", stops)
    for square in (16, 19):
        visitor.touch(visitor.hits()[f"board.square.{square}"])
        visitor.wait(400)
    seen: list[tuple[int, ...]] = []
    for _ in range(300):
        visitor.play.tend(visitor.step(), visitor.now_ms, visitor.send)
        if visitor.step().prompt == "go_on":  # after the visitor's own move
            pressed(visitor, "console.start")
        visitor.wait(50, speed=4)
        position = scene_of(visitor).position
        white = tuple(square for square in SQUARES if position.piece(square) in ("w", "W"))
        if white not in seen[-1:]:
            seen.append(white)
    return visitor, seen


def test_the_machines_jumps_follow_one_another_by_themselves() -> None:
    visitor, seen = jumps_twice(stops=0)
    assert seen == [(24, 30), (15, 30), (6, 30)]
    assert visitor.step().yours
    assert not visitor.refused


def test_with_the_operators_switch_down_each_jump_waits_for_start() -> None:
    visitor, seen = jumps_twice(stops=1)
    assert seen == [(24, 30), (15, 30)]
    step = check_step(visitor)
    assert (step.prompt, step.controls) == ("next_jump", ("console.start",))
    check_touch(visitor, step, "console.start")
    assert scene_of(visitor).position.piece(6) == "w"
