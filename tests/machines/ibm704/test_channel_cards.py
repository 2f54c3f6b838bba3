"""The 711 and the 721 as a copy loop sees them, in time."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.units.card_reader import FedCard
from devices.units.card_unit import (
    PUNCH_CARD_US,
    PUNCH_HALF_ROW_AT_US,
    PUNCH_RIGHT_US,
    READER_HALF_ROW_AT_US,
)
from machines.ibm704.selection import END_OF_FILE, END_OF_RECORD, TOO_LATE, Outcome
from tests.machines.ibm704.channel_bench import CYCLE_US, Rig

TEXT = "CLA 100 +-./,()*$= 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ THE END OF CARD" + "SEQUENCE"
CARD = Card.of_text(TEXT)
FULL = Card((0xFFF,) * 80)
READ, PUNCH = 0o321, 0o341


@pytest.fixture
def rig() -> Rig:
    made = Rig()
    made.deck(CARD, FULL, CARD)
    return made


def read_card(rig: Rig) -> list[int]:
    """As a loader does: select, 24 copies and a 25th that skips two."""
    assert rig.do("RDS", READ) == Outcome()
    words = rig.read(24)
    assert rig.do("CPY") == END_OF_RECORD
    return words


def test_the_first_word_comes_63_6_ms_after_the_select_of_a_stopped_reader(rig: Rig) -> None:
    times = []
    rig.do("RDS", READ)
    selected = rig.state.now_us - 2 * CYCLE_US
    for _ in range(24):
        rig.meet("CPY")
        rig.wait()
        times.append(rig.state.now_us - selected)
    assert times[:4] == [63_600, 64_344, 75_120, 75_864]
    assert times[-1] == 63_600 + 11 * 11_520 + 744


def test_a_right_half_row_is_in_time_744_us_after_it_came_and_late_a_cycle_later(rig: Rig) -> None:
    rig.do("RDS", READ)
    rig.read(1)
    rig.run(63_600 + 744 + 744 - rig.state.now_us)
    late = rig.copy()
    assert rig.do("CPY").word == CARD.row_words()[1]
    late.run(CYCLE_US)
    assert late.do("CPY") == TOO_LATE
    # The card is lost to the program, but not the machine: it goes on with the next.
    assert late.do("CPY") == TOO_LATE
    late.run(240_000)
    assert read_card(late) == list(FULL.row_words())


def test_a_copy_without_any_select_is_a_read_write_check() -> None:
    assert Rig().do("CPY") == TOO_LATE
    assert Rig().do("CAD") == TOO_LATE


def test_ten_cards_in_a_copying_loop_pass_at_250_a_minute() -> None:
    rig = Rig()
    rig.deck(*[CARD] * 12)
    begun = []
    for _ in range(11):
        read_card(rig)
        begun.append(rig.state.now_us)
        rig.run(30_000)  # what the program has time for
    assert begun[10] - begun[0] == 10 * 240_000


def test_end_of_file_skips_one_at_the_first_copy() -> None:
    rig = Rig()
    rig.deck(CARD)
    rig.state.reader.operate("end_of_file", 1)
    read_card(rig)
    rig.do("RDS", READ)
    assert rig.do("CPY") == END_OF_FILE
    assert not rig.channel.selected
    assert not rig.state.reader.end_of_file


def test_the_end_of_the_file_is_met_by_a_reader_that_waited_for_the_key() -> None:
    rig = Rig()
    rig.deck(CARD)
    read_card(rig)
    rig.do("RDS", READ)
    rig.meet("CPY")
    assert rig.wait(5_000_000) is None
    assert "hopper is empty" in rig.channel.waiting()
    assert rig.channel.due_us(rig.state.now_us) is None
    rig.state.reader.operate("end_of_file", 1)
    assert rig.wait() == END_OF_FILE


def test_the_end_of_the_file_that_nobody_copies_is_met_again() -> None:
    rig = Rig()
    rig.deck(CARD)
    rig.state.reader.operate("end_of_file", 1)
    read_card(rig)
    rig.run(100_000)
    rig.do("RDS", READ)
    rig.run(201_840)
    assert not rig.channel.selected
    rig.do("RDS", READ)
    assert rig.do("CPY") == END_OF_FILE


def test_a_reader_that_is_not_ready_keeps_the_select_waiting() -> None:
    rig = Rig()
    rig.meet("RDS", READ)
    assert rig.wait(1_000_000) is None
    assert rig.channel.selected
    assert "press START" in rig.channel.waiting()
    rig.deck(CARD)
    assert rig.wait() == Outcome()
    assert rig.channel.waiting() == ""
    assert rig.read(24) == list(CARD.row_words())


def test_stop_in_mid_card_lets_it_pass_and_holds_the_next(rig: Rig) -> None:
    rig.do("RDS", READ)
    words = rig.read(5)
    rig.state.reader.operate("stop", 1)
    assert words + rig.read(19) == list(CARD.row_words())
    rig.meet("RDS", READ)
    assert rig.wait(1_000_000) is None
    assert rig.channel.waiting() == "the card reader is not ready: press START on it"
    rig.state.reader.operate("start", 1)
    assert rig.wait() == Outcome()


def test_a_jam_in_mid_card_brings_the_card_again_and_the_program_misses_nothing(rig: Rig) -> None:
    rig.do("RDS", READ)
    words = rig.read(7)
    rig.state.reader.operate("jam", 1)
    rig.meet("CPY")
    assert rig.wait(2_000_000) is None
    assert "jammed" in rig.channel.waiting()
    rig.state.reader.operate("feed", 1)
    rig.state.reader.operate("start", 1)
    outcome = rig.wait()
    assert outcome is not None
    assert outcome.word is not None
    rig.run(24)
    assert [*words, outcome.word, *rig.read(16)] == list(CARD.row_words())
    assert rig.do("CPY") == END_OF_RECORD
    assert read_card(rig) == [2**36 - 1] * 24


def test_a_jam_after_the_end_of_the_record_does_not_bring_the_card_again(rig: Rig) -> None:
    read_card(rig)
    rig.state.reader.operate("jam", 1)
    rig.run(1_000_000)
    rig.state.reader.operate("feed", 1)
    rig.state.reader.operate("start", 1)
    assert read_card(rig) == [2**36 - 1] * 24
    assert [fed.number for fed in rig.state.reader.stacker] == [1]


def test_reset_in_mid_card_forgets_it(rig: Rig) -> None:
    rig.do("RDS", READ)
    rig.read(3)
    rig.channel.reset()
    assert not rig.channel.selected
    rig.run(240_000)
    assert rig.state.reader.take() is None
    assert read_card(rig) == [2**36 - 1] * 24


def test_a_select_waits_for_the_unit_before(rig: Rig) -> None:
    rig.do("RDS", READ)
    rig.do("WRS", PUNCH)
    assert rig.state.now_us >= READER_HALF_ROW_AT_US[24]


# -- the punch


def punch_card(rig: Rig, words: tuple[int, ...]) -> None:
    rig.do("WRS", PUNCH)
    rig.write(words)


def test_ten_cards_are_punched_at_100_a_minute() -> None:
    rig = Rig()
    times = []
    for _ in range(11):
        punch_card(rig, FULL.row_words())
        times.append(rig.state.now_us)
        rig.run(50_000)
    assert times[10] - times[0] == 10 * PUNCH_CARD_US


def test_rows_that_get_no_word_stay_blank() -> None:
    rig = Rig()
    punch_card(rig, FULL.row_words()[:2])
    rig.run(600_000)
    assert rig.state.punch.stacker[0].columns[:72] == (0x001,) * 72
    assert not rig.channel.selected


def test_a_25th_copy_is_too_late() -> None:
    rig = Rig()
    punch_card(rig, FULL.row_words())
    assert rig.do("CPY") == TOO_LATE


def test_a_late_half_row_is_a_check() -> None:
    rig = Rig()
    rig.do("WRS", PUNCH)
    at, stands = PUNCH_HALF_ROW_AT_US[0], PUNCH_RIGHT_US
    rig.run(at + stands - rig.state.now_us)
    late = rig.copy()
    assert rig.do("CPY", word=1) == Outcome()
    late.run(1)
    assert late.do("CPY", word=1) == TOO_LATE


def test_a_card_that_jams_in_the_punch_is_punched_again_with_what_was_copied() -> None:
    rig = Rig()
    words = CARD.row_words()
    rig.do("WRS", PUNCH)
    rig.write(words[:9])
    rig.state.punch.operate("jam", 1)
    rig.meet("CPY", word=words[9])
    assert rig.wait(1_000_000) is None
    assert "card punch" in rig.channel.waiting()
    rig.state.punch.operate("feed", 1)
    rig.state.punch.operate("start", 1)
    assert rig.wait() == Outcome()
    rig.write(words[10:])
    rig.run(600_000)
    assert [card.text() for card in rig.state.punch.stacker] == [TEXT[:72].rstrip()]


def test_an_empty_punch_says_so() -> None:
    rig = Rig()
    rig.state.punch.hopper = 1
    punch_card(rig, FULL.row_words())
    rig.meet("WRS", PUNCH)
    rig.wait(1_000_000)
    rig.meet("CPY")
    assert rig.wait(1_000_000) is None
    assert "no blank cards" in rig.channel.waiting()
    rig.state.punch.operate("hopper", 5)
    rig.state.punch.operate("start", 1)
    assert rig.wait() == Outcome()


def test_a_full_stacker_says_so(rig: Rig) -> None:
    reader, punch = rig.state.reader, rig.state.punch
    read_card(rig)
    reader.stacker = [FedCard(FULL, "many", 1)] * 999
    rig.run(100_000)
    punch.stacker = [FULL] * 1_000
    punch.operate("stop", 1)
    selects = (("RDS", READ, "card reader", reader), ("WRS", PUNCH, "card punch", punch))
    for operation, address, name, unit in selects:
        rig.meet(operation, address)
        assert rig.wait(1_000_000) is None
        assert f"{name}'s stacker is full" in rig.channel.waiting()
        unit.operate("stacker", 1)
        unit.operate("start", 1)
        assert rig.wait() == Outcome()
        rig.channel.reset()


def test_cards_put_under_the_last_are_read_though_the_hopper_ran_empty(rig: Rig) -> None:
    for _ in range(3):
        read_card(rig)
    rig.do("RDS", READ)
    rig.meet("CPY")
    assert rig.wait(1_000_000) is None
    assert "hopper is empty" in rig.channel.waiting()
    rig.state.reader.operate("hopper", deck_value(Deck("more", (FULL,))))
    assert "press START" in rig.channel.waiting()
    rig.state.reader.operate("start", 1)
    outcome = rig.wait()
    assert outcome is not None
    assert outcome.word == FULL.row_words()[0]
