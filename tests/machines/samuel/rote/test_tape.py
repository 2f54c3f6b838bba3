"""The memory tape: what is written is read again, and what can't be right is refused."""

import dataclasses
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.media.tape import Gap, Item, Record, Tape, TapeMark
from devices.media.tape_files import open_tape, write_tape
from devices.refusal import RefusedError
from machines.games.draughts.board import Position
from machines.games.draughts.notation import read_fen
from machines.samuel.polynomial import Polynomial, Weight
from machines.samuel.rote.keys import KINGS
from machines.samuel.rote.lookup import BLACK, PLACE, SCORE_KEPT, Rows, no_rows
from machines.samuel.rote.records import MemoryRecord, ascending
from machines.samuel.rote.standard import standard_of, word_bit
from machines.samuel.rote.tape_format import (
    Heading,
    MemoryTape,
    heading_record,
    memory_record,
    read_memory,
    read_score_words,
    rules_of,
    score_words,
    unit_for,
    write_memory,
)
from machines.samuel.settings import ProgramSettings
from tests.machines.samuel.rote.rote_boards import RULES, UNIT, key_for, memory_tape, same_rows

NAME = "memory.tap"


def the_same(one: MemoryTape, other: MemoryTape) -> bool:
    return one.heading == other.heading and all(
        a.key == b.key and same_rows(a.rows, b.rows)
        for a, b in zip(one.records, other.records, strict=True)
    )


# -- there and back --------------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from(["memory.tap", "memory.p7b"]))
def test_a_memory_is_read_as_it_was_written(seed: int, boards: int, name: str) -> None:
    memory = memory_tape(seed, boards)
    tape = write_memory(memory, name)
    assert all(record.parity == "odd" for record in tape.records())
    assert isinstance(tape.items[-1], TapeMark)
    again = read_memory(open_tape(write_tape(tape, name), name).tape, RULES)
    assert the_same(again, memory)
    assert write_memory(again, name) == tape
    assert (again.directory() == memory.directory()).all()
    for line, record in zip(again.directory(), again.records, strict=True):
        assert tape.items[line[PLACE]] == memory_record(record, UNIT)


def test_gaps_are_passed_over_and_what_follows_the_mark_is_not_looked_at() -> None:
    memory = memory_tape(3)
    tape = write_memory(memory, NAME)
    spread: list[Item] = []
    for item in tape.items:
        spread += [Gap(), item]
    spread.append(Record(b"\x03"))
    again = read_memory(Tape(NAME, tuple(spread)), RULES)
    assert the_same(again, memory)
    for line, record in zip(again.directory(), again.records, strict=True):
        assert spread[line[PLACE]] == memory_record(record, UNIT)


def test_a_board_takes_three_words_or_four() -> None:
    plain = standard_of(Position.start())
    crowned = standard_of(read_fen("B:W21:BK1"))
    for board, words in ((plain, 3), (crowned, 4)):
        rows = np.array([(*board, 64, 5, 3)], dtype=np.int64)
        key = key_for(Position.start()) if words == 3 else key_for(read_fen("B:W21:BK1"))
        record = MemoryRecord(key, rows)
        assert record.words == words
        assert len(memory_record(record, UNIT).data) == 6 * (3 + words)


def test_a_record_by_hand() -> None:
    # Black on 1 (bit 1 from the left), White on 32 (bit 35): 17-bit score code 5, ply 3, age 7.
    position = read_fen("B:W32:B1")
    rows = np.array([(1 << 34, 1, 0, -(5 * 128 - 3), 7, 3)], dtype=np.int64)
    assert standard_of(position) == tuple(rows[0, :3].tolist())
    key = key_for(position)
    words = [key, 1, 1 << 34, 1, 1 << 35 | 5 << 18 | 3 << 12 | 7]
    words.append(sum(words) % 2**36)
    characters = bytes(word >> place & 0o77 for word in words for place in range(30, -1, -6))
    record = memory_record(MemoryRecord(key, rows), 128)
    assert record == Record.of_characters(characters, binary=True)


def test_the_heading_says_what_the_scores_are_of() -> None:
    polynomial, settings = Polynomial.standard(), ProgramSettings()
    assert rules_of(polynomial, settings) == RULES
    assert Heading.of(polynomial, settings) == Heading(RULES, UNIT, 0)
    assert Heading(RULES, UNIT, 3).after_merge() == Heading(RULES, UNIT, 4)
    words = heading_record(Heading(RULES, UNIT, 3)).characters
    assert words[:6] == bytes([0o44, 0o25, 0o44, 0o46, 0o51, 0o70])  # MEMORY
    assert words[6:24] == bytes(5) + b"\x01" + bytes(5) + b"\x03" + bytes(4) + b"\x02\x00"


def test_deeper_break_points_leave_the_rules_but_another_weight_changes_them() -> None:
    polynomial, settings = Polynomial.standard(), ProgramSettings()
    assert rules_of(polynomial, dataclasses.replace(settings, minimum=5, quiet=9)) == RULES
    assert rules_of(polynomial, dataclasses.replace(settings, give_away=1)) != RULES
    assert rules_of(polynomial.with_piece_weight(63), settings) != RULES
    assert rules_of(polynomial.with_term("MOB", -1, 6), settings) != RULES


# -- scores ----------------------------------------------------------------------------------------


def there_and_back(rows: Rows, unit: int) -> Rows:
    again = rows.copy()
    again[:, SCORE_KEPT:] = -1
    read_score_words(score_words(rows, unit), again, unit)
    return again


def row(score: int, age: int, ply: int) -> Rows:
    rows = no_rows(1)
    rows[0, SCORE_KEPT:] = score, age, ply
    return rows


def test_the_unit_is_the_least_that_holds_the_largest_score() -> None:
    settings = ProgramSettings()
    assert unit_for(Polynomial.standard(), settings) == UNIT == 128
    assert unit_for(Polynomial.pieces(), settings) == 64
    largest = Polynomial(tuple(Weight(name, 2**18) for name in ("MOB", "DENY", "CENT", "ADV")))
    unit = unit_for(largest, settings)
    kings = 36 * (128 - 36) * 2**16 * 64  # twelve against nothing
    assert kings < 2**17 * unit < 4 * kings
    again = there_and_back(row(kings, 1, 3), unit)
    assert abs(int(again[0, SCORE_KEPT]) - kings) <= unit


# -- refusals --------------------------------------------------------------------------------------

BOARDS = (
    read_fen("B:W21-32:B1-12"),
    read_fen("W:W21-32:B1-8,10-12,13"),
    read_fen("W:W21-32:B1-8,10-12,14"),
    read_fen("B:WK21:BK1,K2"),
)


def good() -> MemoryTape:
    """A small memory, the last board with kings."""
    rows: dict[int, list[tuple[int, ...]]] = {}
    for number, position in enumerate(BOARDS):
        rows.setdefault(key_for(position), []).append((*standard_of(position), 128 * number, 50, 0))
    records = tuple(
        MemoryRecord(key, ascending(np.array(boards, dtype=np.int64)))
        for key, boards in sorted(rows.items())
    )
    return MemoryTape(Heading(RULES, UNIT, 2), records)


def refused(tape: Tape, said: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(said)):
        read_memory(tape, RULES)


def with_items(change: Callable[[list[Item]], None]) -> Tape:
    items = list(write_memory(good(), NAME).items)
    change(items)
    return Tape(NAME, tuple(items))


def with_record(place: int, record: MemoryRecord) -> Tape:
    def change(items: list[Item]) -> None:
        items[place] = memory_record(record, UNIT)

    return with_items(change)


def with_board(place: int, board: tuple[int, int, int]) -> Tape:
    """The first board of that record replaced."""
    record = good().records[place - 1]
    rows = record.rows.copy()
    rows[0, BLACK:SCORE_KEPT] = board
    return with_record(place, MemoryRecord(record.key, rows))


def flipped(record: Item, character: int) -> Record:
    """The record with one bit of a character turned over: its parity is wrong."""
    assert isinstance(record, Record)
    data = bytearray(record.data)
    data[character] ^= 1
    return Record(bytes(data))


def altered(record: Item, character: int) -> Record:
    """The record with two bits of a character turned over: its parity is right."""
    assert isinstance(record, Record)
    data = bytearray(record.data)
    data[character] ^= 3
    return Record(bytes(data))


def test_what_is_no_memory_tape_is_refused() -> None:
    refused(Tape(NAME, ()), "memory.tap, record 1: the tape is blank; expected the heading")
    refused(Tape(NAME, (TapeMark(),)), "memory.tap, record 1: a tape mark; expected the heading")
    cards = Record.of_characters(b"\x14" * 84)
    refused(Tape(NAME, (cards, TapeMark())), "record 1, character 1: parity error: even parity")
    binary = Record.of_characters(b"\x14" * 84, binary=True)
    refused(Tape(NAME, (binary,)), "record 1: the first word is not MEMORY; expected a memory tape")


def test_another_polynomial_is_refused_with_both() -> None:
    other = dataclasses.replace(good(), heading=Heading(RULES.replace("+8", "-8"), UNIT, 2))
    with pytest.raises(RefusedError) as refusal:
        read_memory(write_memory(other, NAME), RULES)
    assert refusal.value.where == "memory.tap, record 1"
    assert "the scores are of PIECE 64, DENY -8, MOB +6" in refusal.value.what
    assert "expected those of PIECE 64, DENY +8, MOB +6" in refusal.value.what


def test_another_form_or_unit_is_refused() -> None:
    odd = dataclasses.replace(good(), heading=Heading(RULES, 100, 2))
    refused(write_memory(odd, NAME), "record 1: the unit of scores is 100; expected a power of two")

    def change(items: list[Item]) -> None:
        words = heading_record(Heading(RULES, UNIT, 2)).characters
        made = bytearray(words)
        made[11], made[-1] = 2, made[-1] + 1
        items[0] = Record.of_characters(bytes(made), binary=True)

    refused(with_items(change), "record 1: is written in form 2; expected form 1")


def test_a_parity_error_names_the_character() -> None:
    def change(items: list[Item]) -> None:
        items[2] = flipped(items[2], 30)

    refused(with_items(change), "memory.tap, record 3, character 31: parity error")


def test_a_record_marked_in_error_is_refused() -> None:
    def change(items: list[Item]) -> None:
        record = items[1]
        assert isinstance(record, Record)
        items[1] = Record(record.data, damaged=True)

    refused(with_items(change), "memory.tap, record 2: the record is marked as read in error")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_altered_record_does_not_agree_with_its_check_word(place: int) -> None:
    def change(items: list[Item]) -> None:
        items[place] = altered(items[place], 33)

    refused(with_items(change), f"memory.tap, record {place + 1}: damaged: the check word is")


def test_a_tape_cut_short_is_refused() -> None:
    items = write_memory(good(), NAME).items
    for kept in range(1, len(items)):
        refused(
            Tape(NAME, items[:kept]),
            f"memory.tap, record {kept + 1}: the tape ends here; expected another record or a tape "
            "mark: it was cut short",
        )


def test_a_record_cut_short_is_refused() -> None:
    def part(characters: int) -> Tape:
        def change(items: list[Item]) -> None:
            record = items[1]
            assert isinstance(record, Record)
            items[1] = Record(record.data[:characters])

        return with_items(change)

    refused(part(20), "record 2: 20 characters; expected whole words of 6 characters")
    refused(part(12), "record 2: 2 words; a record of the memory has at least 3")
    refused(part(24), "record 2: damaged: the check word is")


def test_keys_that_do_not_ascend_are_refused() -> None:
    def again(items: list[Item]) -> None:
        items.insert(2, items[1])

    refused(
        with_items(again), "memory.tap, record 3: key 000000 (octal); expected one above 000000"
    )

    def exchanged(items: list[Item]) -> None:
        items[1], items[2] = items[2], items[1]

    refused(with_items(exchanged), "memory.tap, record 3: key 000000 (octal); expected one above")


def test_counts_that_do_not_match_are_refused() -> None:
    record = good().records[0]
    refused(
        with_record(1, MemoryRecord(record.key, record.rows[:0])),
        "record 2: 3 words for 0 boards of 3 words; expected at least one board",
    )

    def change(items: list[Item]) -> None:
        words = bytearray(memory_record(record, UNIT).characters)
        words[11] += 1  # the number of boards, and the check word with it
        words[-1] += 1
        items[1] = Record.of_characters(bytes(words), binary=True)

    refused(with_items(change), "words for 2 boards of 3 words; expected at least one board")


THIRTEEN = sum(word_bit(square) for square in range(1, 14))


def test_a_board_that_can_not_be_is_refused() -> None:
    for board, said in (
        ((1 << 35, 1, 0), "a piece stands on no square"),
        ((1 << 34, 1 << 34, 0), "a square holds a black and a white piece"),
        ((1 << 34, 1, 2), "a king is marked where no piece stands"),
        ((1, 2, 2), "a man stands on the row where it would be crowned"),
        ((2, 1 << 34, 2), "a man stands on the row where it would be crowned"),
        ((0, 2, 2), "a side has no piece or more than 12"),
        ((THIRTEEN, 1, THIRTEEN), "a side has no piece or more than 12"),
        ((1 << 34, 1, 1 << 34 | 1), "a board of kings alone is not the least"),
        ((1 << 32, 1, 1 << 32), "the board belongs to a record of another key"),
    ):
        last = len(good().records)
        assert good().records[-1].key >> KINGS & 1, board
        refused(with_board(last, board), f"memory.tap, record {last + 1}, board 1 of 1: ")
        with pytest.raises(RefusedError, match=said):
            read_memory(with_board(last, board), RULES)
            pytest.fail(str(board))


def test_boards_that_do_not_ascend_are_refused() -> None:
    memory = memory_tape(5, 400)
    record = max(memory.records, key=lambda record: len(record.rows))
    assert len(record.rows) > 2
    rows = record.rows.copy()
    rows[[1, 2]] = rows[[2, 1]]
    for wrong in (rows, record.rows[[0, 1, 1]].copy()):
        tape = write_memory(MemoryTape(memory.heading, (MemoryRecord(record.key, wrong),)), NAME)
        refused(tape, f"board 3 of {len(wrong)}: the boards don't ascend by their words")
