"""The jobs of assets/programs/jobs, and curves: each unit at work, and the times that are told."""

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_text_deck
from devices.media.tape import Record, Tape, TapeMark
from devices.media.tape_files import record_text, text_record
from devices.units.card_unit import PRINTER_LINE_US, PUNCH_CARD_US, READER_CARD_US
from machines.ibm704 import registers as at
from machines.ibm704.display import BRIGHT, on_tube
from machines.ibm704.operations import CYCLE_US
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.library.running import started, stop_of, text_deck
from tests.machines.ibm704.programs import PROGRAMS, assembled

ENDED = 0o77777
FOUR_K = 4096
JOBS = PROGRAMS / "jobs"
BLANK = Tape("blank.tap", ())
CHARACTERS = 84


def job(
    name: str,
    cards: Deck | None = None,
    tapes: dict[int, Tape] | None = None,
    switches: Sequence[int] = (),
) -> ProgramOperator:
    """A job that is in storage and started, its media in the units."""
    reels = {f"tape{unit}": tape for unit, tape in (tapes or {}).items()}
    return started(assembled(f"jobs/{name}"), cards, reels, switches, size=FOUR_K)


def us_of(one: ProgramOperator) -> int:
    """How long it took, in the 704's time."""
    return CYCLE_US * int(one.machine.words[at.CYCLES])


def ac_of(one: ProgramOperator) -> int:
    return int(one.machine.words[at.AC])


def shipped(name: str) -> Deck:
    return read_text_deck((JOBS / f"{name}.txt").read_text(), f"{name}.txt")


def texts_of(tape: Tape) -> list[str]:
    """The records of a tape's first file."""
    return [record_text(item) for item in tape.items if isinstance(item, Record)]


def card_tape(*lines: str, marks: int = 2) -> Tape:
    """Card images and tape marks."""
    records = [text_record(line.ljust(CHARACTERS)) for line in lines]
    return Tape("cards.tap", (*records, *[TapeMark()] * marks))


# -- printer


def test_squares_prints_two_pages_with_headings() -> None:
    one = job("squares")
    assert stop_of(one) == ENDED
    pages = one.printed().split("\f")
    assert len(pages) == 2
    for number, page in enumerate(pages, start=1):
        heading, empty, *lines = page.splitlines()
        assert heading.split() == [
            "N",
            "SQUARE",
            "SQUARE",
            "ROOT",
            "RECIPROCAL",
            "PAGE",
            str(number),
        ]
        assert empty == "" and len(lines) == 50
        for n, line in enumerate(lines, start=50 * number - 49):
            first, square, root, reciprocal = line.split()
            assert (int(first), int(square)) == (n, n * n)
            assert abs(Decimal(root) - Decimal(n).sqrt()) < Decimal("1.1E-7")
            assert float(reciprocal) == pytest.approx(1 / n, rel=1e-6)


def test_squares_keeps_150_lines_a_minute() -> None:
    one = job("squares")
    assert stop_of(one) == ENDED
    assert us_of(one) == pytest.approx(102 * PRINTER_LINE_US, rel=0.01)


def test_listing_has_fifty_lines_a_page_and_an_empty_row_before_an_asterisk() -> None:
    lines = [f"{'*' if n % 20 == 7 else ' '} RECORD {n}" for n in range(1, 121)]
    one = job("listing", tapes={1: card_tape(*lines)})
    assert stop_of(one) == ENDED
    assert ac_of(one) == 120
    pages = one.printed().split("\f")
    assert [page.count("RECORD") for page in pages] == [50, 50, 20]
    printed: list[str] = []
    for number, page in enumerate(pages, start=1):
        heading, *rest = page.splitlines()
        assert heading.split() == ["LISTING", "OF", "TAPE", "UNIT", "1", "PAGE", str(number)]
        assert rest[:2] == ["", ""]
        printed += rest[2:]
    expected = [row for line in lines for row in ([""] if line[0] == "*" else []) + [line.rstrip()]]
    assert printed == expected


def test_listing_marks_a_record_that_can_not_be_read() -> None:
    tape = card_tape("FIRST", "SECOND", "THIRD")
    second = tape.items[1]
    assert isinstance(second, Record)
    damaged = Tape("cards.tap", (tape.items[0], Record(second.data, damaged=True), *tape.items[2:]))
    one = job("listing", tapes={1: damaged})
    assert stop_of(one) == ENDED
    lines = one.printed().splitlines()[-3:]
    assert [line.split() for line in lines] == [["FIRST"], ["SECOND", "*"], ["THIRD"]]


# -- reader and punch


def test_sumcards_lists_the_cards_and_their_sum() -> None:
    one = job("sumcards", shipped("numbers"))
    assert stop_of(one) == ENDED
    cards = [card.text().rstrip() for card in shipped("numbers").cards]
    lines = one.printed().splitlines()
    assert [line[:60].rstrip() for line in lines[:6]] == cards
    assert [line[60:] for line in lines[:6]] == ["", "", "", "", "        NO *", ""]
    numbers = [Fraction(card.split()[0]) for card in cards if not card.startswith("LUNCH")]
    assert lines[6:] == ["", f"{float(sum(numbers)):12.2f} IS THE SUM OF     5  CARDS"]
    assert ac_of(one) == 1


def test_no_cent_of_a_large_sum_is_lost() -> None:
    numbers = ["100000000.", *[".015625"] * 64, "-100000000."]
    one = job("sumcards", text_deck(*numbers))
    assert stop_of(one) == ENDED
    assert one.printed().splitlines()[-1].split()[0] == "1.00"


def test_cardtape_writes_a_card_image_a_record_at_250_cards_a_minute() -> None:
    took = {}
    for count in (10, 30):
        cards = [f"CARD {n:<50}{'+' * 12}" for n in range(count)]
        one = job("cardtape", text_deck(*cards), {1: BLANK})
        assert stop_of(one) == ENDED
        tape = one.modified_tapes()["tape1"]
        assert tape.items == card_tape(*cards).items
        took[count] = us_of(one)
    assert took[30] - took[10] == pytest.approx(20 * READER_CARD_US, abs=CYCLE_US)


def test_gangpnch_punches_the_master_s_columns_into_every_card() -> None:
    one = job("gangpnch", shipped("machines"))
    assert stop_of(one) == ENDED
    master, *cards = [card.text().rstrip() for card in shipped("machines").cards]
    punched = one.attendant.take_punched_cards()
    assert punched == tuple(Card.of_text(f"{card:<60}{master[60:]}") for card in cards)
    assert ac_of(one) == 5


def test_gangpnch_takes_the_time_of_both_units_in_turn() -> None:
    took = {}
    for count in (5, 15):
        one = job("gangpnch", text_deck("MASTER", *["CARD"] * count))
        assert stop_of(one) == ENDED
        took[count] = us_of(one)
    a_card = (took[15] - took[5]) / 10
    assert PUNCH_CARD_US + 0.5 * READER_CARD_US < a_card < PUNCH_CARD_US + READER_CARD_US
    assert told("gangpnch", r"([\d.]+) S A CARD") == f"{a_card / 1e6:.2f}"


# -- drum


def test_drumfile_fetches_the_last_card_first() -> None:
    cards = [f"CARD {n}" for n in range(1, 13)]
    one = job("drumfile", text_deck(*cards))
    assert stop_of(one) == ENDED
    assert one.printed().splitlines() == cards[::-1]
    assert ac_of(one) == 12


def test_drumfile_neither_delays_the_reader_nor_the_printer() -> None:
    took = {}
    for count in (10, 30):
        one = job("drumfile", text_deck(*["CARD"] * count))
        assert stop_of(one) == ENDED
        took[count] = us_of(one)
    a_card = READER_CARD_US + PRINTER_LINE_US
    assert took[30] - took[10] == pytest.approx(20 * a_card, rel=0.001)


def test_drumfile_stops_at_the_drum_s_end() -> None:
    one = job("drumfile", text_deck(*[f"{n}" for n in range(160)]))
    assert stop_of(one) == 0o222
    assert int(one.machine.state.channel.drums[0, 157 * 13 - 1]) != 0


# -- tapes


def test_randtape_writes_300_records_with_six_figures() -> None:
    one = job("randtape", tapes={1: BLANK})
    assert stop_of(one) == ENDED
    tape = one.modified_tapes()["tape1"]
    assert tape.items[300:] == (TapeMark(), TapeMark())
    value = 1959
    for n, text in enumerate(texts_of(tape), start=1):
        value = value * 5**15 % 2**35
        assert text == f"{100000 + (value * 900000 >> 35)}  RECORD{n:>7}"


def random_tape(count: int) -> Tape:
    lines = [f"{(n * 7919 + 13) % 10007:06d}  RECORD {n}" for n in range(count)]
    return card_tape(*lines)


def sorted_tape(tape: Tape) -> tuple[ProgramOperator, Tape]:
    reels = {1: tape, **dict.fromkeys(range(2, 7), BLANK)}
    one = job("tapesort", tapes=reels)
    assert stop_of(one) == ENDED
    return one, one.modified_tapes()["tape2"]


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 200, 201])
def test_tapesort_sorts_what_fits_in_storage_or_a_little_more(count: int) -> None:
    tape = random_tape(count)
    one, result = sorted_tape(tape)
    assert texts_of(result) == sorted(texts_of(tape))
    assert result.items[count:] == (TapeMark(), TapeMark())
    assert ac_of(one) == count
    assert int(one.machine.words[at.MQ]) == math.ceil(count / 200)


@pytest.mark.slow
@pytest.mark.parametrize("count", [601, 1050])
def test_tapesort_merges_as_many_strings_as_there_are(count: int) -> None:
    tape = random_tape(count)
    one, result = sorted_tape(tape)
    assert texts_of(result) == sorted(texts_of(tape))
    assert int(one.machine.words[at.MQ]) == math.ceil(count / 200)


def test_tapesort_leaves_out_a_record_that_can_not_be_read() -> None:
    tape = random_tape(5)
    second = tape.items[1]
    assert isinstance(second, Record)
    bad = Tape("cards.tap", (tape.items[0], Record(second.data, damaged=True), *tape.items[2:]))
    reels = {1: bad, **dict.fromkeys(range(2, 7), BLANK)}
    one = job("tapesort", tapes=reels)
    assert stop_of(one) == 0o111
    for value in (1, 0):
        one.act("console.start", value)
    assert stop_of(one) == ENDED
    left = [text for n, text in enumerate(texts_of(tape)) if n != 1]
    assert texts_of(one.modified_tapes()["tape2"]) == sorted(left)


LINES = ["ALPHA", "BETA", "GAMMA", "DELTA"]


def compared(first: Tape, second: Tape, switches: Sequence[int] = (1,)) -> ProgramOperator:
    return job("tapecomp", tapes={1: first, 2: second}, switches=switches)


def test_tapecomp_finds_nothing_where_tapes_are_alike() -> None:
    one = compared(card_tape(*LINES), card_tape(*LINES))
    assert stop_of(one) == ENDED
    assert one.printed().splitlines() == ["     4 RECORDS,      0 DIFFER"]


def test_tapecomp_names_each_record_and_the_word() -> None:
    others = [LINES[0], f"{LINES[1]}{'X':>30}", LINES[2], "DELTB"]
    one = compared(card_tape(*LINES), card_tape(*others))
    assert stop_of(one) == ENDED
    assert [line.split() for line in one.printed().splitlines()] == [
        ["RECORD", "2", "DIFFERS", "FROM", "ITS", "WORD", "6"],
        ["RECORD", "4", "DIFFERS", "FROM", "ITS", "WORD", "1"],
        ["4", "RECORDS,", "2", "DIFFER"],
    ]
    assert ac_of(one) == 2


def binary(*words: int) -> Record:
    codes = bytes(word >> shift & 0o77 for word in words for shift in range(30, -1, -6))
    return Record.of_characters(codes, True)


@pytest.mark.parametrize(
    ("first", "second", "word"),
    [((1, 2), (1, 2, 3), 3), ((1, 2, 3), (1, 2), 3), ((0,), (1 << 35,), 1), ((5,), (7,), 1)],
)
def test_tapecomp_in_binary(first: Sequence[int], second: Sequence[int], word: int) -> None:
    marks = (TapeMark(), TapeMark())
    reels = [Tape("one.tap", (binary(9), binary(*words), *marks)) for words in (first, second)]
    one = compared(reels[0], reels[1], switches=())
    assert stop_of(one) == ENDED
    lines = [line.split() for line in one.printed().splitlines()]
    assert lines[0] == ["RECORD", "2", "DIFFERS", "FROM", "ITS", "WORD", str(word)]


def test_tapecomp_stops_where_one_file_is_longer() -> None:
    for first, second in ((LINES, LINES[:3]), (LINES[:3], LINES)):
        one = compared(card_tape(*first), card_tape(*second))
        assert stop_of(one) == 0o111
        assert ac_of(one) == 4


# -- the tube


def drawn(switches: Sequence[int] = ()) -> ProgramOperator:
    one = started(assembled("curves"), switches=switches, size=FOUR_K)
    assert stop_of(one) == ENDED
    return one


def pen(across: float, up: float) -> npt.NDArray[np.float64]:
    """Where the pen is: float64[6000, 2], from the left and from below."""
    steps = np.arange(6000)
    times = steps * 3 / 256
    reach = 490 * 0.99985**steps
    x = 512 + reach * np.sin(across * times)
    y = 512 + reach * np.sin(up * times + 0.6)
    return np.stack([x, y], axis=1)


@pytest.mark.parametrize(("switches", "across", "up"), [((), 2.004, 3), ((1, 2), 4.004, 5)])
def test_curves_draws_the_swinging_pen(switches: tuple[int, ...], across: float, up: float) -> None:
    one = drawn(switches)
    points, axes = on_tube(one.machine.state.channel.tube.points())
    assert len(axes) == (0 if 2 in switches else 2)
    curve = points[len(axes) :]
    assert len(curve) == 6000 and (curve[:, 2] == BRIGHT).all()
    found = np.stack([curve[:, 0], 1023 - curve[:, 1]], axis=1)
    assert np.abs(found + 0.5 - pen(across, up)).max() < 0.6


def test_start_draws_on_new_film() -> None:
    one = drawn()
    for value in (1, 0):
        one.act("console.start", value)
    assert stop_of(one) == ENDED
    tube = one.machine.state.channel.tube
    assert tube.count == 6002 and tube.frames == 2
    assert (tube.points() == tube.developed).all()


# -- what is told


def told(name: str, pattern: str) -> str:
    """What the head of a job's source tells, by a pattern."""
    head = (PROGRAMS / f"{name}.sap" if name == "curves" else JOBS / f"{name}.sap").read_text()
    found = re.search(pattern, head)
    assert found is not None, f"{name}: {pattern}"
    return found[1]


def test_the_times_of_whole_jobs_are_told_right() -> None:
    tapes = {1: random_tape(300), **dict.fromkeys(range(2, 7), BLANK)}
    jobs = {
        "squares": job("squares"),
        "tapesort": job("tapesort", tapes=tapes),
        "curves": started(assembled("curves"), size=FOUR_K),
    }
    for name, one in jobs.items():
        assert stop_of(one) == ENDED
        assert int(told(name, r"TIME.*?(\d+) S\b")) == round(us_of(one) / 1e6)


def test_the_times_of_one_record_or_card_are_told_right() -> None:
    one = job("randtape", tapes={1: BLANK})
    assert stop_of(one) == ENDED
    assert int(told("randtape", r"TIME  (\d+) MS A RECORD")) == round(us_of(one) / 300_000)
    took = {}
    for count in (5, 15):
        one = job("sumcards", text_deck(*["1.5"] * count))
        assert stop_of(one) == ENDED
        took[count] = us_of(one)
    a_card = (took[15] - took[5]) / 10
    assert told("sumcards", r"TIME  ([\d.]+) S A CARD") == f"{a_card / 1e6:.2f}"
