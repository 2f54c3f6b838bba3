"""The three-move openings: what tournaments draw so that no two games are alike."""

import functools

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make

OPENING_PLIES = 3


@functools.cache
def openings() -> tuple[tuple[Move, ...], ...]:
    """The three-move openings: of those that lead to the same position, the first."""
    found: dict[Position, tuple[Move, ...]] = {Position.start(): ()}
    for _ in range(OPENING_PLIES):
        after: dict[Position, tuple[Move, ...]] = {}
        for position, line in found.items():
            for move in legal_moves(position):
                after.setdefault(make(position, move), (*line, move))
        found = after
    return tuple(line for position, line in found.items() if legal_moves(position))


@functools.cache
def opening_boards() -> tuple[Position, ...]:
    """The position that each leads to."""
    found = []
    for line in openings():
        position = Position.start()
        for move in line:
            position = make(position, move)
        found.append(position)
    return tuple(found)
