"""Chess positions for tests: the five standard ones, reached by play, and sprinkled at random."""

from functools import cache

import numpy as np

from machines.games.chess import kernels
from machines.games.chess.board import LETTERS, MEN, Position
from machines.games.chess.moves import broken_rule, legal_moves, make
from machines.games.chess.notation import read_fen
from machines.games.two_sides import random_move
from tests.machines.perft_tables import read_perft

COMPILED = hasattr(kernels.list_moves, "signature")


@cache
def perft_table() -> list[tuple[Position, list[tuple[int, int]]]]:
    """The positions of the golden file, each with (depth, lines)."""
    return read_perft("chess", read_fen)


def played(generator: np.random.Generator, most: int = 160) -> Position:
    """A position reached by random moves from the start or another of the standard ones."""
    table = perft_table()
    position = table[int(generator.integers(len(table)))][0]
    for _ in range(int(generator.integers(most))):
        moves = legal_moves(position)
        if not moves:
            break
        position = make(position, random_move(moves, generator))
    return position


def thrown(generator: np.random.Generator) -> Position:
    """Men thrown on the board, few or many, with two kings; legal or not."""
    squares = generator.permutation(64).tolist()
    kinds = ["k", "K"]
    for _ in range(int(generator.integers(1, 22))):
        letter = LETTERS[int(generator.choice(5, p=[0.4, 0.15, 0.15, 0.15, 0.15]))]
        kinds.append(letter.upper() if generator.integers(2) else letter)
    words = dict.fromkeys(MEN, 0)
    for number, letter in zip(squares, kinds, strict=False):
        words[MEN[LETTERS.index(letter.lower())]] |= 1 << number
        words["white" if letter.isupper() else "black"] |= 1 << number
    return Position(**words, black_to_move=bool(generator.integers(2)))


def sprinkled(generator: np.random.Generator) -> Position:
    """A legal position of men thrown on the board, often with checks and pins."""
    while broken_rule(position := thrown(generator)):
        pass
    return position
