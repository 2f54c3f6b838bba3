"""Rote learning: what is held, used, saved, merged, forgotten and culled."""

import dataclasses

import numpy as np
import pytest

from machines.exhibit import snapshot
from machines.games.draughts.board import Position
from machines.games.draughts.notation import read_fen
from machines.samuel.rote.lookup import (
    AGE,
    COUNT,
    EFFECTIVE_PLY,
    FIRST,
    KEY,
    NOT_FOUND,
    SCORE_KEPT,
    WANTED,
)
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.merge import Counts, merge
from machines.samuel.rote.records import (
    Limits,
    MemoryRecord,
    directory_of,
)
from machines.samuel.rote.standard import standard_of
from tests.machines.samuel.rote.rote_boards import any_position, ending, found, key_for, same_rows
from tests.naive.samuel_rote import RoteTwin

START = Position.start()
SMALL = Limits(
    held_words=40,
    largest_record=4,
    culled_record=2,
    initial_age=6,
    maximum_age=9,
    merge_after=20,
)


class Run:
    """A memory with its tape, as the program has them."""

    def __init__(self, limits: Limits) -> None:
        self.memory = Memory(limits=limits)
        self.tape: list[MemoryRecord] = []

    def use(self, position: Position) -> tuple[int, ...] | None:
        """Look up a position as the look-ahead does: score, age and ply, refreshed."""
        row, line = found(self.memory, position)
        if row == WANTED:
            self.memory.bring(line, self.tape[line].rows)
            row, _ = found(self.memory, position)
        if row == NOT_FOUND:
            return None
        self.memory.rows[row, AGE] >>= 1
        return tuple(self.memory.rows[row, SCORE_KEPT:].tolist())

    def merge(self) -> Counts:
        counts = Counts()
        limits = self.memory.limits
        self.tape = list(merge(self.tape, self.memory.changes(), limits, counts))
        keys = self.memory.keys_held
        passed = {record.key: record.rows for record in self.tape if record.key in keys}
        self.memory.renew(directory_of(self.tape), counts, passed)
        return counts


@pytest.mark.parametrize("seed", range(2))
def test_a_memory_that_holds_little_does_as_one_that_has_everything_at_hand(seed: int) -> None:
    generator = np.random.default_rng(seed)
    pool = [ending(generator) for _ in range(250)] + [any_position(generator) for _ in range(30)]
    run = Run(SMALL)
    twin = RoteTwin(SMALL.initial_age, SMALL.maximum_age, SMALL.largest_record, SMALL.culled_record)
    used = 0
    for _ in range(12):
        for _ in range(SMALL.merge_after):
            position = pool[int(generator.integers(len(pool)))]
            score, ply = int(generator.integers(-999, 1000)), int(generator.integers(20))
            run.memory.save(position, score, ply)
            twin.save(standard_of(position), key_for(position), score, ply)
            for _ in range(4):
                position = pool[int(generator.integers(len(pool)))]
                kept = twin.find(standard_of(position))
                assert run.use(position) == (dataclasses.astuple(kept) if kept else None)
                used += kept is not None
        assert run.memory.merge_due
        run.merge()
        twin.merge()
        assert not run.memory.merge_due
        rows = {
            tuple(row[:3]): tuple(row[3:]) for record in run.tape for row in record.rows.tolist()
        }
        assert rows == {board: dataclasses.astuple(kept) for board, kept in twin.tape.items()}
        assert [
            (record.key, [tuple(row[:3]) for row in record.rows.tolist()]) for record in run.tape
        ] == list(twin.records().items())
    assert used > 50
    statistics = run.memory.statistics
    assert (statistics.forgotten, statistics.culled) == (twin.forgotten, twin.culled)
    assert statistics.forgotten and statistics.culled
    assert statistics.saved == 12 * SMALL.merge_after
    assert statistics.merges == 12


# -- what is held ----------------------------------------------------------------------------------


def of_ages(*positions: Position, limits: Limits | None = None) -> Run:
    """A memory whose tape has these boards, of age 101 and score 10 times their number."""
    run = Run(limits or Limits(initial_age=100, maximum_age=150))
    for number, position in enumerate(positions, start=1):
        run.memory.save(position, 10 * number, number)
    run.merge()
    return run


MIDDLES = tuple(
    read_fen(f"B:W{white}:B{black}")
    for black, white in (("1-8", "25-32"), ("1-7", "25-32"), ("1-6", "25-32"), ("1-5", "25-32"))
)


def test_the_record_held_longest_makes_room_for_another() -> None:
    three = 3 * 3  # words of three boards without kings
    run = of_ages(*MIDDLES, limits=Limits(held_words=three))
    lines = [run.memory.directory[n, KEY] for n in range(4)]
    assert lines == [key_for(position) for position in MIDDLES]
    for position in (*MIDDLES[1:], MIDDLES[0]):
        assert run.use(position) is not None
    assert run.memory.held == [2, 3, 0]
    assert run.memory.directory[:, FIRST].tolist() == [2, -1, 0, 1]
    assert run.memory.words_held == three
    run.use(MIDDLES[2])
    assert run.memory.held == [2, 3, 0]
    assert run.memory.statistics.brought == 4


def test_a_record_that_is_passed_over_is_not_wanted_before_the_next_move() -> None:
    run = of_ages(*MIDDLES)
    assert found(run.memory, MIDDLES[1]) == (WANTED, 1)
    run.memory.pass_over(1)
    assert found(run.memory, MIDDLES[1])[0] == NOT_FOUND
    run.memory.save(MIDDLES[1], 64, 8)
    run.memory.next_move()
    assert found(run.memory, MIDDLES[1]) == (WANTED, 1)
    assert run.use(MIDDLES[1]) == (64, 25, 8)


def test_what_became_of_a_board_is_kept_when_its_record_is_given_up() -> None:
    run = of_ages(*MIDDLES[:2], limits=Limits(held_words=3, initial_age=100, maximum_age=150))
    assert run.use(MIDDLES[0]) == (10, 50, 1)
    assert run.use(MIDDLES[1]) == (20, 50, 2)
    assert run.memory.held == [1]
    run.memory.save(MIDDLES[0], -77, 9)  # known, though its record isn't held any more
    assert run.memory.statistics.updated == 1
    assert run.use(MIDDLES[0]) == (-77, 12, 9)
    run.use(MIDDLES[1])
    run.merge()
    assert run.use(MIDDLES[0]) == (-77, 6, 9)  # 12 halved once, one older at the merge, halved
    assert [record.rows[0, AGE] for record in run.tape] == [13, 26]


def test_a_snapshot_of_a_memory_brings_all_of_it_back() -> None:
    run = of_ages(*MIDDLES, limits=Limits(held_words=6))
    for position in MIDDLES:
        run.use(position)
        run.memory.save(position, 5, 5)
    run.memory.save(START, 1, 3)
    data = snapshot.pack(run.memory, 1)
    again = snapshot.unpack(data, Memory, 1)
    assert snapshot.pack(again, 1) == data
    assert again.changes() == run.memory.changes()
    assert found(again, MIDDLES[3]) == found(run.memory, MIDDLES[3])


def test_records_held_pass_through_a_merge_as_far_as_there_is_room() -> None:
    run = of_ages(*MIDDLES, limits=Limits(held_words=9))
    for position in MIDDLES[:3]:
        run.use(position)
    run.merge()
    assert run.memory.held == [0, 1, 2]
    assert run.memory.rows[:, AGE].tolist() == run.memory.as_brought[:, AGE].tolist()
    run.memory.save(next_in_the_record_of(MIDDLES[2]), 64, 3)
    run.merge()
    assert run.memory.held == [1, 2]  # the one held longest has to go
    assert len(run.memory.rows) == 3
    assert run.memory.statistics.brought == 3


def next_in_the_record_of(position: Position) -> Position:
    """Another position with the same key: two men of each side change places of their rows."""
    for square in range(9, 20):
        for other in range(13, 25):
            found = read_fen(f"B:W26-32,{other}:B1-5,{square}") if square != other else position
            if found != position and key_for(found) == key_for(position):
                return found
    raise AssertionError("no such position")


# -- remembering and forgetting --------------------------------------------------------------------


def test_a_board_never_used_is_forgotten_at_the_maximum_age() -> None:
    run = of_ages(START)
    assert run.tape[0].rows[0, AGE] == 101
    for _ in range(48):
        run.merge()
    assert run.tape[0].rows[0, AGE] == 149
    assert run.merge().forgotten == 1
    assert run.tape == []
    assert found(run.memory, START)[0] == NOT_FOUND


def test_a_board_that_is_used_is_refreshed_and_lasts_longer() -> None:
    run = of_ages(START)
    assert run.use(START) == (10, 50, 1)
    assert run.use(START) == (10, 25, 1)
    for _ in range(124):
        run.merge()
    assert run.tape[0].rows[0, AGE] == 149
    run.merge()
    assert run.tape == []


def test_a_board_met_again_takes_the_new_score_and_is_refreshed() -> None:
    run = of_ages(START)
    run.memory.save(START.reversed(), -640, 5)  # the same standard board, its record not held
    assert run.memory.statistics.updated == 0
    counts = run.merge()
    assert (counts.added, counts.joined, counts.boards) == (0, 1, 1)
    assert run.tape[0].rows[0, SCORE_KEPT:].tolist() == [-640, 51, 5]


def test_a_new_board_is_not_found_before_the_merge_but_a_known_one_is_at_once() -> None:
    run = Run(Limits())
    run.memory.save(START, 128, 3)
    assert run.use(START) is None
    run.merge()
    run.use(START)
    run.memory.save(START, 256, 6)
    row, _ = found(run.memory, START)
    assert run.memory.rows[row, SCORE_KEPT] == 256
    assert run.memory.rows[row, EFFECTIVE_PLY] == 6


def test_a_record_too_large_keeps_the_boards_of_the_greatest_ply() -> None:
    kings = [read_fen(f"B:W21:BK{square}") for square in range(1, 32) if square != 21]
    keys = [key_for(position) for position in kings]
    commonest = max(keys, key=keys.count)
    same = [position for position in kings if key_for(position) == commonest]
    assert len(same) >= 3
    limits = Limits(largest_record=len(same) - 1, culled_record=1)
    run = Run(limits)
    for ply, position in enumerate(same):
        run.memory.save(position, 64, ply)
    counts = run.merge()
    assert counts.culled == len(same) - 1
    assert [len(record.rows) for record in run.tape] == [1]
    assert run.tape[0].rows[0, EFFECTIVE_PLY] == len(same) - 1


def test_a_merge_leaves_the_old_tape_as_it_was() -> None:
    run = of_ages(*MIDDLES, START)
    old = [MemoryRecord(record.key, record.rows.copy()) for record in run.tape]
    kept = run.tape
    run.use(START)
    run.memory.save(MIDDLES[0], 99, 9)
    run.merge()
    for before, after in zip(old, kept, strict=True):
        assert same_rows(before.rows, after.rows)
    assert run.memory.directory[:, COUNT].sum() == 5
    assert run.memory.boards == 5
