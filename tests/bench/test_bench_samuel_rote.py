"""How fast boards are looked up in the memory (a must: 1 million a second on one core).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import numpy as np

from machines.kernels.kernel import kernel
from machines.samuel.rote.lookup import Rows, look_up
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.merge import Changes, Counts, merge
from machines.samuel.rote.records import Limits, directory_of
from machines.samuel.rote.tape_format import Heading, MemoryTape, read_memory, write_memory
from tests.machines.samuel.rote.rote_boards import RULES, UNIT, any_position, records_of

BOARDS = 6000


@kernel("int64(int64[:,::1],int64[:,::1],int64[:,::1],int64[::1],int64)")
def look_up_all(words: Rows, rows: Rows, directory: Rows, scratch: Rows, times: int) -> int:
    """Look up each of ``words`` (int64[n, 5]) so many times; how many were found."""
    found = 0
    for _ in range(times):
        for k in range(words.shape[0]):
            fa, ba, fp, bp = words[k, 0], words[k, 1], words[k, 2], words[k, 3]
            row = look_up(fa, ba, fp, bp, words[k, 4], rows, directory, scratch)
            found += 1 if row >= 0 else 0
    return found


def test_look_ups_a_second(benchmark: Any) -> None:
    generator = np.random.default_rng(704)
    positions = [any_position(generator) for _ in range(BOARDS)]
    records = records_of(positions[::2], generator)
    memory = Memory(directory=directory_of(records))
    memory.bring_all(record.rows for record in records)
    words = np.array([[*p.words(), int(p.black_to_move)] for p in positions], dtype=np.int64)
    scratch = np.zeros(1, dtype=np.int64)
    times = 50

    def all_of_them() -> int:
        return look_up_all(words, memory.rows, memory.directory, scratch, times)

    found = benchmark.pedantic(all_of_them, rounds=5, warmup_rounds=1)
    benchmark.extra_info["look_ups_per_second"] = int(times * BOARDS / benchmark.stats.stats.min)
    assert found >= times * BOARDS // 2


def test_a_merge_and_the_tape(benchmark: Any) -> None:
    generator = np.random.default_rng(704)
    records = records_of([any_position(generator) for _ in range(BOARDS)], generator)
    memory = MemoryTape(Heading(RULES, UNIT), tuple(records))

    def merged() -> int:
        counts = Counts()
        new = MemoryTape(memory.heading, tuple(merge(records, Changes(), Limits(), counts)))
        assert read_memory(write_memory(new, "memory.tap"), RULES).boards == new.boards
        return counts.boards

    boards = benchmark.pedantic(merged, rounds=3, warmup_rounds=1)
    benchmark.extra_info["boards_per_second"] = int(boards / benchmark.stats.stats.min)
    assert boards > BOARDS // 2
