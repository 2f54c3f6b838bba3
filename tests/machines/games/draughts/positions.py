"""Draughts positions for tests: sprinkled at random, and reached by play."""

import numpy as np
from hypothesis import strategies as st

from machines.games.draughts import kernels
from machines.games.draughts.board import HIGHEST_ROW, LOWEST_ROW, SQUARES, Position, bit
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.notation import read_fen
from tests.machines.perft_tables import read_perft

COMPILED = hasattr(kernels.list_moves, "signature")
MOST_LINES = 4_000_000 if COMPILED else 2_000
"""How many lines of play a test counts: the kernels' tests also run without the compiler."""


def perft_table() -> list[tuple[Position, list[tuple[int, int]]]]:
    """The positions of the golden file, each with (depth, lines)."""
    return read_perft("draughts", read_fen)


def position_of(pieces: str, black_to_move: bool) -> Position:
    """A position of 32 letters ``.bBwW``, one a square; men on their king row are left out."""
    black = white = kings = 0
    for square, letter in zip(SQUARES, pieces, strict=True):
        there = bit(square)
        last = HIGHEST_ROW if letter == "b" else LOWEST_ROW
        if letter == "." or (letter in "bw" and there & last):
            continue
        if letter in "bB" and black.bit_count() < 12:
            black |= there
        elif letter in "wW" and white.bit_count() < 12:
            white |= there
        else:
            continue
        kings |= there if letter in "BW" else 0
    return Position(black, white, kings, black_to_move)


def sprinkled(generator: np.random.Generator) -> Position:
    """Pieces thrown on the board, few or many, with few or many kings."""
    full, royal = generator.uniform(0.1, 0.8), generator.uniform(0, 1)
    chances = [1 - full, *(full / 2 * share for share in (1 - royal, royal) * 2)]
    pieces = generator.choice(list(".bBwW"), size=32, p=chances)
    return position_of("".join(pieces), bool(generator.integers(2)))


def played(generator: np.random.Generator) -> Position:
    """A position reached from the start by random moves."""
    words, black_to_move = Position.start().words(), True
    packed = np.zeros(kernels.MOST_MOVES, dtype=np.int64)
    for _ in range(int(generator.integers(100))):
        count = kernels.list_moves(*words, packed)
        if not count:
            break
        words = kernels.apply_move(*words, int(packed[generator.integers(count)]))
        black_to_move = not black_to_move
    return Position.of_words(*words, black_to_move)


positions = st.builds(
    position_of, st.text(alphabet=".....bBwW", min_size=32, max_size=32), st.booleans()
)


def middlegames(count: int) -> list[Position]:
    """So many positions reached by random play in which there is a move."""
    generator = np.random.default_rng(704)
    found: list[Position] = []
    while len(found) < count:
        position = played(generator)
        if legal_moves(position):
            found.append(position)
    return found
