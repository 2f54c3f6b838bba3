"""Book games from tape: LOAD TAPE, and sense switch 3 beside a deck of cards."""

from devices.media.tape import Record, Tape, TapeMark, tape_value
from devices.media.tape_files import book_tape
from machines.samuel.state import Stop
from tests.machines.samuel.run import CHEAP, Unattended, deck

FIRST = ("GAME   1 BLACK=BOOK WHITE=BOOK FIRST", "BOOK   11-15 22-18 15X22")
SECOND = ("GAME   1 BLACK=BOOK WHITE=BOOK SECOND", "BOOK   9-14 22-18")


def tape_of(*cards: str) -> Tape:
    return book_tape(deck(*cards, name="book.tap"))


def from_tape(tape: Tape, sense: tuple[int, ...] = ()) -> Unattended:
    """A machine after LOAD TAPE with ``tape`` on unit 1."""
    machine = Unattended()
    unit = machine.tapes[0]
    unit.operate("mount", tape_value(tape))
    unit.operate("load_rewind", 1)
    unit.operate("start", 1)
    machine.program.set_switches(True, tuple(n in sense for n in range(1, 7)), 0)
    machine.program.press("load_tape", 0)
    for _ in machine.run():
        pass
    return machine


def test_a_tape_without_end_ends_at_its_two_marks() -> None:
    machine = from_tape(tape_of(*CHEAP, *FIRST))
    assert machine.ended
    assert "BOOK ENDS" in machine.text()


def test_with_sense_switch_3_down_a_books_moves_come_from_tape() -> None:
    machine = Unattended()
    cards = deck(*CHEAP, "SENSE  3", "GAME   1 BLACK=BOOK WHITE=BOOK FROM CARDS", "END")
    machine.load(cards, {1: tape_of("BOOK   11-15 22-18 15X22")})
    for _ in machine.run():
        pass
    played_moves = [made.move.card() for made in machine.program.state.games[1].plays]
    assert played_moves == ["11-15", "22-18", "15X22"]
    assert machine.ended


def test_a_tape_of_several_games_is_followed_game_by_game() -> None:
    machine = Unattended()
    cards = deck(*CHEAP, "SENSE  3", "GAME   1", "BOOK   12-16", "END")
    machine.load(cards, {1: tape_of(*FIRST, *SECOND, "END")})
    for _ in machine.run():
        pass
    assert machine.ended
    assert "GAME 1     FIRST" in machine.text()
    assert "GAME 1     SECOND" in machine.text()
    assert "ALL 3 BOOK GAMES" in machine.text()


def test_without_a_tape_the_operator_is_told_what_to_mount() -> None:
    machine = Unattended()
    machine.program.press("load_tape", 0)
    machine.settle()
    assert machine.program.reason().startswith("mount a tape on the unit with address 1")
    assert machine.program.lights().read_write_select


def test_a_record_that_is_no_card_image_is_refused_by_its_number() -> None:
    good = tape_of(*CHEAP, *FIRST)
    short = Tape("book.tap", (*good.items[:1], Record(b"\x03" * 12), *good.items[1:]))
    machine = from_tape(short)
    assert machine.program.state.stop is Stop.REFUSED
    assert machine.program.reason().startswith("book.tap, record 2: 12 characters")
    machine.start()
    assert machine.program.reason() == "the cards are read: press START to begin"


def test_a_parity_error_lights_tape_check_and_start_reads_the_record_again() -> None:
    machine = Unattended()
    unit = machine.tapes[0]
    unit.operate("mount", tape_value(tape_of(*CHEAP, *FIRST, "END")))
    unit.operate("load_rewind", 1)
    unit.operate("start", 1)
    unit.operate("damage", 1)
    machine.program.press("load_tape", 0)
    machine.settle()
    assert machine.program.lights().tape_check
    assert "book.tap, record 1: can't be read: parity error" in machine.program.reason()
    machine.start()
    assert not machine.program.lights().tape_check
    for _ in machine.run():
        pass
    assert machine.ended
    assert machine.program.state.lookahead.settings.minimum == 1


def test_the_unit_is_known_by_its_dial_not_its_name() -> None:
    machine = Unattended()
    machine.tapes[0].operate("select", 2)
    machine.tapes[1].operate("select", 1)
    unit = machine.tapes[1]
    unit.operate("mount", tape_value(tape_of(*CHEAP, *FIRST)))
    unit.operate("load_rewind", 1)
    unit.operate("start", 1)
    machine.program.press("load_tape", 0)
    for _ in machine.run():
        pass
    assert machine.ended


def test_a_tape_mark_ends_the_book_game_before_it() -> None:
    good = tape_of(*CHEAP, *FIRST)
    more = tape_of("BOOK   25X18").items[0]
    marked = Tape("book.tap", (*good.items[:-2], TapeMark(), more, TapeMark(), TapeMark()))
    machine = from_tape(marked)
    assert machine.program.state.stop is Stop.REFUSED
    assert "game 1 is over (BOOK ENDS)" in machine.program.reason()
