"""Boards, rows and memories for the tests of rote learning."""

import numpy as np

from machines.games.draughts.board import SQUARES, Position
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.lookup import Rows, look_up
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.records import MemoryRecord, ascending
from machines.samuel.rote.standard import standard_of
from machines.samuel.rote.tape_format import Heading, MemoryTape
from machines.samuel.scores import WIN
from tests.machines.games.draughts.positions import played, position_of, sprinkled
from tests.naive import draughts as naive

RULES = "PIECE 64, DENY +8, MOB +6, CENT+ADV +4, TOGETHER, GIVE 0, NULLS 1, PENDING 160"
UNIT = 128


def board_of(position: Position) -> naive.Board:
    """The position as the naive twins hold it."""
    return {square: piece for square in SQUARES if (piece := position.piece(square))}


def ending(generator: np.random.Generator) -> Position:
    """Two or three kings anywhere."""
    squares = generator.choice(32, size=int(generator.integers(2, 4)), replace=False)
    pieces = ["."] * 32
    for number, square in enumerate(squares):
        pieces[square] = "BWB"[number]
    return position_of("".join(pieces), bool(generator.integers(2)))


def any_position(generator: np.random.Generator) -> Position:
    """A position with pieces on both sides: sprinkled, reached by play, or an ending."""
    while True:
        position = (sprinkled, played, ending)[int(generator.integers(3))](generator)
        if position.black and position.white:
            return position


def key_for(position: Position) -> int:
    return int(key_of(*standard_of(position)))


def any_kept(generator: np.random.Generator) -> tuple[int, int, int]:
    """Score, age and ply that a tape of UNIT holds exactly."""
    ply = int(generator.integers(64))
    plain = UNIT * int(generator.integers(0, 120_000))
    score = max(plain - ply, 0) if generator.integers(3) else WIN - int(generator.integers(1024))
    return int(generator.choice([-1, 1])) * score, int(generator.integers(4095)), ply


def records_of(positions: list[Position], generator: np.random.Generator) -> list[MemoryRecord]:
    """The records of these positions' boards, with scores, ages and plies of their own."""
    rows: dict[int, dict[tuple[int, int, int], tuple[int, int, int]]] = {}
    for position in positions:
        rows.setdefault(key_for(position), {})[standard_of(position)] = any_kept(generator)
    return [
        MemoryRecord(
            key, ascending(np.array([(*b, *k) for b, k in boards.items()], dtype=np.int64))
        )
        for key, boards in sorted(rows.items())
    ]


def memory_tape(seed: int, boards: int = 40) -> MemoryTape:
    """A memory of random boards."""
    generator = np.random.default_rng(seed)
    positions = [any_position(generator) for _ in range(boards)]
    return MemoryTape(Heading(RULES, UNIT, 7), tuple(records_of(positions, generator)))


def found(memory: Memory, position: Position) -> tuple[int, int]:
    """What look_up says of a position, and the line it names."""
    scratch = np.full(1, -9, dtype=np.int64)
    fa, ba, fp, bp = position.words()
    row = look_up(
        fa, ba, fp, bp, int(position.black_to_move), memory.rows, memory.directory, scratch
    )
    return int(row), int(scratch[0])


def same_rows(one: Rows, other: Rows) -> bool:
    return one.shape == other.shape and bool((one == other).all())
