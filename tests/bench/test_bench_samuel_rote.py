"""How fast boards are looked up in the memory (a must: 1 million a second on one core).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.kernels.kernel import kernel
from machines.laboratory.samuel.studies import RoteStudy
from machines.samuel.games import Game, Play, Result
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.control import RoteLearning
from machines.samuel.rote.lookup import Rows, look_up
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.merge import Changes, Counts, merge
from machines.samuel.rote.records import Limits, directory_of
from machines.samuel.rote.tape_format import Heading, MemoryTape, read_memory, write_memory
from tests.machines.samuel.rote.rote_boards import RULES, UNIT, any_position, records_of
from tests.naive.king_endings import Table, solved

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


GAMES = 2000
EVERY = 20
"""One in so many of the won placings is played."""
WON, LONGEST = 14_846, 33
"""Golden numbers (specification, section 9)."""
DRAWN = 10_000


def defence(position: Position, table: Table) -> Move:
    """The lone king's best move: one that draws, or that loses as late as it can."""

    def worth(move: Move) -> int:
        after = make(position, move)
        if after.black.bit_count() < after.white.bit_count():
            after = after.reversed()
        plies = table.get(after, DRAWN)
        return plies if plies % 2 or plies == DRAWN else 2 * DRAWN - plies

    return max(legal_moves(position), key=worth)


def share_won(player: SamuelPlayer, table: Table, placings: list[Position]) -> float:
    """How many of them the two kings (Black, to move) win, of all."""
    won = 0
    for position in placings:
        game = Game(1)
        game.place(position)
        game.begin(draws=True)
        while not game.over:
            black = game.black_to_move
            here = game.position
            move = player.decide(here).move if black else defence(here, table)
            game.play(Play(move, black, "MACHINE"), draws=True)
        won += game.result is Result.BLACK_WINS
    return won / len(placings)


def test_two_kings_against_one_after_rote_learning(benchmark: Any) -> None:
    table = solved()
    won = [
        position
        for position, plies in table.items()
        if plies % 2 and position.black.bit_count() == 2 and position.black_to_move
    ]
    assert (len(won), max(table[position] for position in won)) == (WON, LONGEST)
    settings, polynomial = replace(settings_at(3), alpha_beta=0), Polynomial.standard()
    placings = sorted(won, key=lambda p: (p.white, p.black))[::EVERY]
    study = RoteStudy.begin(1, settings, ("endings",), polynomial)

    def learn() -> None:
        for _ in range(GAMES):
            study.play_game()

    before = share_won(SamuelPlayer("before", polynomial, settings), table, placings)
    benchmark.pedantic(learn, rounds=1)
    memory = RoteLearning.of(study.memory_tape())
    memory.memory.bring_all(record.rows for record in memory.tape.records)
    after = share_won(SamuelPlayer("after", polynomial, settings, memory), table, placings)
    benchmark.extra_info.update(won_before=before, won_after=after, placings=len(placings))
    assert after > max(before, 0.5)
