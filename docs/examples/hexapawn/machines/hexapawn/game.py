"""The moves of hexapawn: one square forward, or diagonally forward to take.

A board is nine letters, ``W``, ``B`` or ``.``, row by row from Black's side; squares are 0 to 8.
"""

START = "BBB...WWW"


def legal_moves(board: str, side: str) -> tuple[tuple[int, int], ...]:
    """Every move of ``side`` as (from, to), in the order of the squares."""
    moves = []
    for start in (square for square in range(9) if board[square] == side):
        for step in (-1, 0, 1):
            row, column = start // 3 + (1 if side == "B" else -1), start % 3 + step
            if row in range(3) and column in range(3):
                there = board[3 * row + column]
                if there == "." if step == 0 else there not in (".", side):
                    moves.append((start, 3 * row + column))
    return tuple(moves)
