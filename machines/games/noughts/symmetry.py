"""The eight ways to lay the same board, essentially distinct boards and moves.

A *turn* is a number 0..7.  Turns 0..3 are clockwise by that many quarters; turns 4..7 mirror the
board in its diagonal 1-0-5 first and then turn it by 0..3 quarters.  Round the edge, where square s
stands at place s - 1 of eight, a quarter adds 2 and the mirror changes the sign; the centre stays.

Of the eight forms of a board the *standard* one comes last when the rows are read with ``.`` before
O before X: pieces as far to the top left as they go.  Of moves that lead to the same form, the
first square in reading order stands for all.  These two rules are ours; they give the two boxes
whose beads Michie's Fig. 3 and text show: corner 1, edge 2, centre 0 on the empty board, and
squares 1, 8, 7, 6 with Nought in the centre and Cross on 2 (docs/sources/menace.md, section 3).
"""

import functools

from machines.games.noughts.board import READING, SQUARES, Board, squares_of

TURNS = range(8)


def _turned_square(turn: int, square: int) -> int:
    if square == 0:
        return 0
    edge = square - 1 if turn < 4 else 1 - square
    return (edge + 2 * (turn % 4)) % 8 + 1


TURNED = tuple(tuple(_turned_square(turn, square) for square in SQUARES) for turn in TURNS)
"""``TURNED[turn][square]``: where a square comes to lie."""
BACK = tuple(tuple(row.index(square) for square in SQUARES) for row in TURNED)
"""``BACK[turn][square]``: which square has come to lie there."""


@functools.cache
def turn_word(word: int, turn: int) -> int:
    """The squares of ``word`` after that turn."""
    return sum(1 << TURNED[turn][square] for square in squares_of(word))


def turned(board: Board, turn: int) -> Board:
    """The whole board after that turn."""
    return Board(turn_word(board.noughts, turn), turn_word(board.crosses, turn))


@functools.cache
def reading(word: int, turn: int) -> int:
    """The squares of ``word`` after that turn as ones of a number of nine ternary digits, in
    reading order: ``reading(noughts, turn) + 2 * reading(crosses, turn)`` is the board as a number.
    """
    return sum(3 ** (8 - READING.index(TURNED[turn][square])) for square in squares_of(word))


def _number(board: Board, turn: int = 0) -> int:
    """The turned board as a number, its digits 0 for empty, 1 for O, 2 for X."""
    return reading(board.noughts, turn) + 2 * reading(board.crosses, turn)


@functools.cache
def standard(board: Board) -> tuple[Board, int]:
    """The standard form and the turn that brings ``board`` to it (the lowest of several)."""
    turn = max(TURNS, key=lambda turn: _number(board, turn))  # the first of equals
    return turned(board, turn), turn


@functools.cache
def distinct_moves(board: Board) -> tuple[int, ...]:
    """The essentially distinct moves, ascending: the first of each kind in reading order."""
    found: dict[Board, int] = {}
    for square in READING:
        if square in board.moves:
            found.setdefault(standard(board.play(square))[0], square)
    return tuple(sorted(found.values()))


@functools.cache
def distinct_boards(ply: int) -> tuple[Board, ...]:
    """The essentially distinct unfinished boards after ``ply`` moves (0..8), in standard form.

    In the order of their rows read with ``.`` after O after X: 1, 3, 12, 38, 108, 153, 183, 95, 34.
    """
    if ply == 0:
        return (Board(),)
    after = {
        standard(board.play(square))[0]
        for board in distinct_boards(ply - 1)
        for square in board.moves
    }
    unfinished = (board for board in after if not board.finished)
    return tuple(sorted(unfinished, key=_number, reverse=True))


@functools.cache
def boards() -> tuple[Board, ...]:
    """Every board that a play can come to, finished ones too: 5,478, by number of moves."""
    found, at = [{Board()}], 0
    while found[at]:
        found.append({board.play(square) for board in found[at] for square in board.moves})
        at += 1
    return tuple(
        board for ply in found for board in sorted(ply, key=lambda b: (b.noughts, b.crosses))
    )
