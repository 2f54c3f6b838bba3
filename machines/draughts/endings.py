"""End games drawn at random: kings against fewer kings, for whoever has to learn to win them."""

import numpy as np

from machines.draughts.board import Position, bit
from machines.draughts.moves import legal_moves

MOST_KINGS = 6


def draw_ending(generator: np.random.Generator) -> Position:
    """Up to :data:`MOST_KINGS` kings against fewer, either side ahead, Black to move.

    Nobody can capture at once.
    """
    while True:
        many = int(generator.integers(2, MOST_KINGS + 1))
        few = int(generator.integers(1, many))
        squares = [bit(int(one) + 1) for one in generator.permutation(32)[: many + few]]
        ahead, behind = sum(squares[:many]), sum(squares[many:])
        black, white = (ahead, behind) if generator.integers(2) else (behind, ahead)
        position = Position(black, white, black | white, True)
        other = Position(black, white, black | white, False)
        moves = (*legal_moves(position), *legal_moves(other))
        if legal_moves(position) and not any(move.captured for move in moves):
            return position
