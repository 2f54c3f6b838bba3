"""The 704 operated by a visitor: cards refused and corrected, jams, keys, tapes, games that end."""

import pytest

from devices.media.deck import Deck, deck_value
from devices.media.tape import Tape, tape_value
from devices.media.tape_files import book_tape
from devices.refusal import RefusedError
from devices.units.card_reader import CARD_US
from devices.units.line_printer import LINE_US
from machines.ibm704.console import square_acts
from machines.samuel.learning import poly_cards
from tests.machines.ibm704.bench import CHEAP, GAME, Bench, deck_of, loading

# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_card_takes_240_ms_and_a_line_400() -> None:
    bench = loading("* ONE", "* TWO", "GAME", "MOVE   11-15")
    bench.machine.advance(CARD_US - 1)
    assert bench.machine.view().tallies["cards"] == 0
    bench.machine.advance(2)
    assert bench.machine.view().tallies["cards"] == 1
    bench.wait(1_000)
    lines = bench.machine.view().tallies["lines"]
    assert lines > 10
    takes = 4 * CARD_US + lines * LINE_US
    assert takes <= bench.machine.now_us < takes + 1_000


def test_a_refused_card_lights_read_write_check_and_goes_on_when_it_is_corrected() -> None:
    bench = Bench()
    bench.started(*CHEAP, "GAME   WHITE=MACHINE", "MOVE   11-15", "MOVE   15X99", "END")
    bench.wait()
    assert bench.lit("status.READ WRITE CHECK")
    assert bench.lit("plate.PROGRAM STOP")
    assert bench.reason == (
        "test.txt, card 8, column 11: there is no square 99; expected 1 to 32; correct the card "
        "at the reader and press START, or press START to pass it over"
    )
    moves = bench.moves
    bench.act("reader.correct", "MOVE   15X24")
    assert bench.moves == moves
    bench.press("console.start")
    assert not bench.lit("status.READ WRITE CHECK")
    bench.wait()
    assert moves == ["11-15", "24-19"]
    assert bench.moves == ["11-15", "24-19", "15X24", "28X19"]
    assert "CARD REFUSED, TEST.TXT, CARD 8, COLUMN 11" in bench.listing


def test_a_jammed_card_is_told_step_by_step_and_read_at_last() -> None:
    bench = loading(*GAME)
    bench.machine.advance(100_000)
    bench.act("reader.jam")
    assert not bench.machine.view().busy
    assert bench.reason == "a card has jammed: press FEED on the card reader, then START"
    bench.press("reader.feed")
    assert not bench.machine.view().busy
    assert bench.reason == "press START on the card reader"
    bench.press("reader.start")
    bench.wait()
    bench.press("console.start")
    bench.wait()
    assert "END OF DECK" in bench.listing
    assert bench.machine.view().tallies["cards"] == len(GAME)


def test_a_printer_that_is_not_ready_holds_the_machine_up_and_loses_nothing() -> None:
    straight, bench = loading(*GAME), loading(*GAME)
    bench.press("printer.stop")
    bench.wait()
    assert bench.reason == "press START on the printer"
    assert bench.listing == ""
    bench.press("printer.start")
    for one in (straight, bench):
        one.wait()
        one.press("console.start")
    bench.machine.advance(500_000)
    bench.press("printer.stop")
    bench.wait()
    assert bench.reason == "press START on the printer"
    with pytest.raises(RefusedError, match="START: press START on the printer"):
        bench.press("console.start")
    bench.press("printer.start")
    for one in (straight, bench):
        one.wait()
    assert bench.listing == straight.listing


# -- cards and keys --------------------------------------------------------------------------------


def test_a_move_entered_while_the_reply_is_still_being_printed_is_taken() -> None:
    bench = Bench()
    bench.started(*CHEAP, "GAME   WHITE=MACHINE", "END", sense=(1,))
    bench.wait()
    enter(bench, 11, 15)
    while len(bench.moves) < 2 or not bench.machine.state.printer.busy:
        bench.machine.advance(10_000)
    enter(bench, 15, 24)
    bench.wait()
    assert bench.moves == ["11-15", "24-19", "15X24", "28X19"]


def enter(bench: Bench, source: int, target: int) -> None:
    """Enter a step of a move and let no time pass."""
    for control, value in square_acts(bench.machine.view().controls, source, target):
        bench.act(control, value)


def test_game_8_is_reached_by_the_keys_by_going_on_to_the_next_game() -> None:
    bench = Bench()
    games = [f"GAME   {n} WHITE=MACHINE" for n in (1, 5, 8)]
    bench.started(*CHEAP, *games, "END", sense=(1,))
    bench.wait()
    assert bench.reason.startswith("game 8: Black is to move")
    bench.move(0, 0)
    assert bench.reason.startswith("game 1: Black is to move")
    bench.move(0, 0, game=5)
    assert bench.reason.startswith("game 5: Black is to move")
    assert "(no squares: another game)" in bench.reason
    bench.move(0, 0)
    assert bench.reason.startswith("game 8: Black is to move")
    bench.move(11, 15)
    assert [len(game.plays) for game in bench.machine.program.state.games.values()] == [0, 0, 2]
    assert bench.row("mq") >> 12 & 7 == 0
    bench.move(11, 15, game=5)
    assert bench.row("mq") >> 12 & 7 == 5
    bench.move(0, 0, game=3)
    assert "game 3: no operator is to move in it" in bench.reason
    assert bench.lit("sense.3")


# -- book tapes ------------------------------------------------------------------------------------

BOOKS = (
    *CHEAP,
    "GAME   1 BLACK=BOOK WHITE=BOOK FIRST",
    "BOOK   11-15 23-19 8-11",
    "GAME   2 BLACK=BOOK WHITE=BOOK SECOND",
    "BOOK   9-13 22-18",
    "END",
)


def mounted(bench: Bench, tape: Tape) -> None:
    """A tape on unit 1, loaded and ready."""
    bench.act("tape1.mount", tape_value(tape))
    bench.press("tape1.load_rewind")
    bench.machine.advance(5_000_000)
    bench.press("tape1.start")


def test_load_tape_in_the_midst_of_a_record_reads_that_record_first() -> None:
    bench = Bench()
    mounted(bench, book_tape(deck_of(*BOOKS)))
    bench.press("console.load_tape")
    bench.machine.advance(5_000)
    assert bench.machine.state.tapes[0].busy
    bench.press("console.load_tape")
    bench.wait()
    bench.press("console.start")
    bench.wait()
    assert bench.listing.count("BREAK  MIN 1") == 1
    assert bench.machine.view().tallies["cards"] == len(BOOKS)


# -- learning --------------------------------------------------------------------------------------


PUNCHED = "cards-1.txt"


def hopper(bench: Bench, *decks: Deck) -> None:
    """Decks into the hopper, one under the other, START there, LOAD CARDS."""
    for deck in decks:
        bench.act("reader.hopper", deck_value(deck))
    bench.press("reader.start", "console.load_cards")
    bench.wait()


def learned() -> tuple[Bench, Deck]:
    """A machine on which Alpha has played, and his polynomial as it was taken out of the punch."""
    bench = Bench()
    bench.started(*CHEAP, "SENSE  4", "LEARN  SECOND SEED 5", "SERIES 2", "PUNCH", "END")
    bench.wait()
    assert bench.reason.startswith("the deck has ended")
    cards = bench.machine.state.punch.deck(PUNCHED)
    bench.press("punch.stacker")
    assert not bench.machine.state.punch.stacker
    return bench, cards


@pytest.mark.slow
def test_a_polynomial_that_was_punched_is_read_back_and_goes_on() -> None:
    bench, cards = learned()
    before = bench.machine.program.state.learning.contest.alpha.polynomial
    assert [card.text(PUNCHED).rstrip() for card in cards.cards] == poly_cards(before)
    hopper(
        bench,
        deck_of(*CHEAP, "SENSE  4", "LEARN  SECOND SEED 6"),
        cards,
        deck_of("SERIES 2", "PUNCH", "END"),
    )
    learning = bench.machine.program.state.learning
    kept = tuple(weight for weight in before.weights if weight.coefficient)
    assert learning.contest.alpha.polynomial.weights == kept
    assert learning.contest.beta.weights == kept
    assert learning.contest.alpha.corrections == 0
    bench.press("console.start")
    bench.wait()
    assert learning.series is not None
    assert len(learning.series.records) == 2
    assert learning.contest.alpha.corrections > 0
    after = bench.machine.program.state.learning.contest.alpha.polynomial
    assert after.weights != kept
    again = [card.text("again").rstrip() for card in bench.machine.state.punch.stacker]
    assert again == poly_cards(after)


def test_without_the_cards_load_forgets_what_was_learned() -> None:
    bench, _ = learned()
    before = bench.machine.program.state.learning.contest.alpha.polynomial
    hopper(bench, deck_of(*CHEAP, "SENSE  4", "LEARN  SECOND SEED 5", "SERIES 2", "END"))
    assert bench.machine.program.state.learning.contest.alpha.polynomial != before


def test_the_machine_itself_can_play_with_what_alpha_has_learned() -> None:
    bench, cards = learned()
    before = bench.machine.program.state.learning.contest.alpha.polynomial
    hopper(bench, cards, deck_of(*CHEAP, "GAME   WHITE=MACHINE", "MOVE   11-15", "END"))
    look = bench.machine.program.state.lookahead
    assert look.polynomial.weights == tuple(one for one in before.weights if one.coefficient)
    bench.press("console.start")
    bench.wait()
    assert len(bench.moves) == 2
