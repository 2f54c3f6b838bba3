"""Two kings against one and one against one, solved from the end of the game backwards.

A slow table of every placing, for tests and for opponents that never err.  The numbers to expect
are in the specification (section 9): 14,846 placings won for two kings to move, the longest win 33
plies.
"""

from collections import defaultdict
from itertools import permutations

from machines.games.draughts.board import SQUARES, Position, bit
from machines.games.draughts.moves import legal_moves, make

Table = dict[Position, int]
"""Plies to the end of the game with best play, odd: won for the side to move, even: lost; positions
that are not in it are drawn."""


def placings() -> list[Position]:
    """Every placing of two kings and one, or one and one, Black having no fewer; either to move."""
    boards = [(bit(a) | bit(b), bit(c)) for a, b, c in permutations(SQUARES, 3) if a < b]
    boards += [(bit(a), bit(b)) for a, b in permutations(SQUARES, 2)]
    return [
        Position(black, white, black | white, to_move)
        for black, white in boards
        for to_move in (True, False)
    ]


def solved() -> Table:
    """How every such position ends."""
    found: Table = {}
    before: dict[Position, list[Position]] = defaultdict(list)
    left: dict[Position, int] = {}
    lost: list[Position] = []
    for position in placings():
        after = [make(position, move) for move in legal_moves(position)]
        left[position] = len(after)
        for board in after:
            if not (board.black and board.white):
                found[board] = 0
            before[board].append(position)
        if not after:
            found[position] = 0
    lost = list(found)
    plies = 0
    while lost:
        plies += 1
        won = {b for board in lost for b in before[board] if b not in found}
        found.update((board, plies) for board in won)
        plies += 1
        lost = []
        for board in won:
            for earlier in before[board]:
                left[earlier] -= 1
                if not left[earlier] and earlier not in found:
                    found[earlier] = plies
                    lost.append(earlier)
    return found
