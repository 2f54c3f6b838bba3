"""Boards looked up by Samuel's program in 704 code, in a memory put into its storage."""

from functools import cache

import numpy as np

from machines.games.draughts.board import Position
from machines.ibm704 import registers as at
from machines.samuel.rote.keys import has_kings
from machines.samuel.rote.lookup import AGE, KINGS, SCORE_KEPT
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.records import MemoryRecord
from machines.samuel.rote.tape_format import score_words
from tests.machines.ibm704.programs import FROM, TSX_C, Kernel
from tests.machines.ibm704.samuel704 import STORAGE, assembled_samuel
from tests.machines.ibm704.test_programs_samuel_rote import put
from tests.machines.samuel.rote.rote_boards import UNIT, any_position, found, memory_tape

HELD = 0o200000
LAST = 0o77777
SEVENS = (1 << 35) - 1
SIGN = 1 << 35
BOARDS, SEED, ASKED = 300, 28, 700
NEEDED = 4_300
"""Words: 2,048 of boards, a word for each record held (300), and one for each on the tape (1,800).
"""
HIS_CYCLES = 192
"""Samuel's 2.3 milliseconds to find a board (Appendix A)."""


def rows_as_words(record: MemoryRecord) -> list[int]:
    """The boards of a record as the 704 holds them."""
    last = score_words(record.rows, UNIT).tolist()
    width = KINGS + has_kings(record.key)
    boards = [row[:width] for row in record.rows.tolist()]
    return [word for board, score in zip(boards, last, strict=True) for word in (*board, score)]


@cache
def kernel_with_memory() -> tuple[Kernel, Memory]:
    """Every record of a memory held, on the 704 and in the engine."""
    tape = memory_tape(SEED, BOARDS)
    memory = Memory(directory=tape.directory())
    memory.bring_all([record.rows for record in tape.records])
    kernel = Kernel(assembled_samuel(), STORAGE)
    for entry in ("TABLES", "JTABS"):
        kernel.call(entry)
    kernel.call("JUNIT", UNIT)
    place = kernel.symbols["JHA"]
    for line, record in enumerate(tape.records):
        words = rows_as_words(record)
        kernel.storage[place] = line << 18 | len(record.rows)
        kernel.storage[place + 1 : place + 1 + len(words)] = words
        kernel.storage[LAST - line] = record.key << 18 | HELD | place
        place += 1 + len(words)
    kernel.storage[LAST - len(tape.records)] = SEVENS
    assert place < LAST - len(tape.records)
    kernel["JHEND"], kernel["JNL"], kernel["DEPTH"] = place, len(tape.records), 0
    kernel.call("JINDEX")
    return kernel, memory


def ask(kernel: Kernel, entry: str) -> tuple[int, int]:
    """TSX ENTRY,4: which return it takes, 1 the first, and its cycles."""
    kernel.storage[FROM] = TSX_C | kernel.symbols[entry]
    kernel.storage[FROM + 1 : FROM + 4] = 0
    kernel.state[at.IC] = FROM
    before = int(kernel.state[at.CYCLES])
    assert kernel.run() == at.STOPPED_HTR
    return int(kernel.state[at.LOCATION]) - FROM, int(kernel.state[at.CYCLES]) - before - 4


def asked_positions() -> list[Position]:
    """Boards of which many are in the memory: those it was made of, and others."""
    generator = np.random.default_rng(SEED)
    known = [any_position(generator) for _ in range(BOARDS)]
    return known + [any_position(generator) for _ in range(ASKED - BOARDS)]


def test_a_board_is_found_with_its_score_and_grows_younger_as_in_the_engine() -> None:
    kernel, memory = kernel_with_memory()
    hits = 0
    for position in asked_positions():
        put(kernel, position)
        row, _ = found(memory, position)
        way, _ = ask(kernel, "JLOOK")
        assert way == 1 + (row >= 0)
        if row >= 0:
            hits += 1
            assert kernel.ac == memory.rows[row, SCORE_KEPT]
            memory.rows[row, AGE] >>= 1
            word = int(kernel.storage[kernel["JFS"] & LAST])
            assert word & 0o7777 == memory.rows[row, AGE]
    assert hits > BOARDS * 0.8


def test_a_look_up_without_kings_costs_less_than_three_of_samuels() -> None:
    kernel, _ = kernel_with_memory()
    cycles = []
    for position in asked_positions():
        if not position.kings:
            put(kernel, position)
            cycles.append(ask(kernel, "JLOOK")[1])
    assert np.mean(cycles) < 3 * HIS_CYCLES


def test_there_is_room_for_records_and_directory() -> None:
    room = LAST - assembled_samuel().symbols["JHA"]
    assert room >= NEEDED
