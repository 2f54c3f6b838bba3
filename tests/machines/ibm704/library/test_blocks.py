"""TWRITE, TREAD, TBACK, DWRITE, DREAD: blocks on tapes and drums."""

import random

import pytest

from devices.media.tape import Record, Tape, TapeMark, length_mil
from devices.units.tape_travel import END_OF_TAPE_MIL
from machines.ibm704 import registers
from machines.ibm704.drums import REVOLUTION_US
from machines.workshop.unattended.ibm704 import NAME
from tests.machines.ibm704.library.routines import LISTS, assembled
from tests.machines.ibm704.library.running import Run, press, started, stop_of

WORDS = 300
END_AROUND = 2**36 - 1
COPIED = LISTS + 4096
BLOCK_MIL = length_mil(Record(bytes(6 * (WORDS + 2))))
SETTLED_US = 1_000_000
"""A tape has run out by then."""

TAPE_COPY = """
START  TSX TWRITE,4
       PZE 8192,0,{count}
       PZE 3
       HPR 7
       WEF 147
       REW 147
       TSX TREAD,4
       PZE 12288,0,{room}
       PZE 3
       HPR 2
       HPR 3
       STO COUNT
       TSX TBACK,4
       PZE 3
       TSX TREAD,4
       PZE 12288,0,{room}
       PZE 3
       HPR 2
       HPR 3
       TSX TREAD,4
       PZE 12288,0,{room}
       PZE 3
       HPR 2
       HPR 1
       HPR 4
COUNT  DEC 0
"""
TAPE_WRITE = """
START  TSX TWRITE,4
       PZE 8192,0,300
       PZE 1
       HPR 5
       CLA COUNT
       ADD ONE
       STO COUNT
       TRA START
ONE    DEC 1
COUNT  DEC 0
"""
TAPE_READ = """
START  TSX TREAD,4
       PZE 12288,0,{room}
       PZE 1
       HPR 2
       HPR 3
       HPR 1
"""


def random_words(count: int) -> list[int]:
    chance = random.Random(count)
    return [chance.randrange(2**36) for _ in range(count)]


def at(first: int, words: list[int]) -> dict[int, int]:
    return dict(enumerate(words, start=first))


def sum_of(words: list[int]) -> int:
    """As ACL makes it: a carry out of P comes in at 35."""
    total = 0
    for word in words:
        total += word
        total = (total & END_AROUND) + (total >> 36)
    return total


def block(words: list[int], sum_wrong: int = 0, damaged: bool = False) -> Record:
    """The record of a block."""
    held = [len(words), *words]
    held.append(sum_of(held) ^ sum_wrong)
    return record(held, damaged)


def record(words: list[int], damaged: bool = False) -> Record:
    codes = bytes(word >> shift & 0o77 for word in words for shift in range(30, -1, -6))
    return Record(Record.of_characters(codes, True).data, damaged)


def ac_of(run: Run) -> int:
    return int(run.operator.machine.words[registers.AC])


# -- tape


@pytest.mark.parametrize("count", [1, 2, 25, WORDS])
def test_a_block_is_written_and_read(count: int) -> None:
    words = random_words(count)
    blank = {"tape3": Tape("blank.tap", ())}
    source = TAPE_COPY.format(count=count, room=count)
    run = Run(source, "TAPE", tapes=blank, words=at(LISTS, words))
    assert run.stop == 1
    assert run.words("COUNT", 1) == [count]
    assert run.words(COPIED, count + 1) == [*words, 0]
    assert run.operator.modified_tapes()["tape3"].items == (block(words), TapeMark())


def test_the_end_of_the_tape_is_told() -> None:
    one = started(assembled(TAPE_WRITE, "TAPE"), tapes={"tape1": Tape("blank.tap", ())})
    one.exhibit.state.tapes[0].head_mil = END_OF_TAPE_MIL - BLOCK_MIL - 1
    assert stop_of(one) == 5
    assert int(one.machine.state.storage[assembled(TAPE_WRITE, "TAPE").symbols["COUNT"]]) == 1


def test_a_speck_of_dust_is_read_again() -> None:
    words = random_words(WORDS)
    tapes = {"tape1": Tape("from.tap", (block(words),))}
    one = started(assembled(TAPE_READ.format(room=WORDS), "TAPE"), tapes=tapes)
    press(one, "tape1.damage")
    assert stop_of(one) == 1
    storage = one.machine.state.storage
    assert [int(word) for word in storage[COPIED : COPIED + WORDS]] == words


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (block(random_words(30), damaged=True), 1),
        (block(random_words(30), sum_wrong=1), 2),
        (block(random_words(31)), 3),
        (record([0]), 2),
        (record([5, 1, 2]), 2),
        (record([1, 2, 3, 4]), 2),
        (record([2**35 | 2, 1, 2, 3]), 2),
        (record([2, 1, 2]), 2),
    ],
)
def test_what_is_no_good_block_is_told_after_ten_readings(item: Record, why: int) -> None:
    good = block(random_words(3))
    tapes = {"tape1": Tape("from.tap", (item, good, TapeMark()))}
    run = Run(TAPE_READ.format(room=30), "TAPE", tapes=tapes)
    assert run.stop == 2
    assert ac_of(run) == why
    run.operator.session.advance(NAME, SETTLED_US)
    assert run.operator.exhibit.state.tapes[0].at == 1, "the tape is behind it"


# -- drum

DRUM = """
START  TSX DWRITE,4
       PZE 8192,0,{count}
       PZE {drum},0,{place}
       TSX DREAD,4
       PZE 12288,0,{count}
       PZE {drum},0,{place}
       HPR 2
       HPR 1
"""
DRUM_READ = """
START  TSX DREAD,4
       PZE 12288,0,{count}
       PZE {drum},0,{place}
       HPR 2
       HPR 1
"""


@pytest.mark.parametrize(
    ("count", "drum", "place"), [(1, 1, 0), (7, 8, 2040), (300, 3, 1000), (2047, 5, 0)]
)
def test_a_block_on_the_drum_comes_back(count: int, drum: int, place: int) -> None:
    words = random_words(count)
    source = DRUM.format(count=count, drum=drum, place=place)
    run = Run(source, "DRUM", words=at(LISTS, words))
    assert run.stop == 1
    assert run.words(COPIED, count + 1) == [*words, 0]
    drums = run.operator.machine.state.channel.drums
    held = [int(word) for word in drums[drum - 1, place : place + count + 1]]
    assert held == [*words, sum_of(words)]
    assert (drums.any(axis=1)).sum() == 1, "no other drum was written"


def test_a_word_a_turn_of_eight_places() -> None:
    """A sector is eight words apart: a drum's 2,048 words take eight turns each way, and its
    sum at the end of the last one waits for most of a turn."""
    run = Run(DRUM.format(count=2047, drum=1, place=0), "DRUM")
    assert 16 * REVOLUTION_US <= run.us <= 19.1 * REVOLUTION_US


def test_a_drum_that_was_not_written_so_is_told() -> None:
    run = Run(DRUM_READ.format(count=5, drum=2, place=100), "DRUM")
    assert run.stop == 1, "zeros, and their sum is zero"
    one = started(assembled(DRUM_READ.format(count=5, drum=2, place=100), "DRUM"))
    one.machine.state.channel.drums[1, 103] = 1
    assert stop_of(one) == 2
