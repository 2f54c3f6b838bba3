"""What Alpha has learned outlives LOAD as cards: punched, taken out, read back, and he goes on."""

import pytest

from devices.media.deck import Deck, deck_value
from machines.samuel.learning import poly_cards
from tests.machines.ibm704.bench import CHEAP, Bench, deck_of

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
