"""English draughts the slow obvious way: a dict of squares, rows and columns, no bits.

Written from the rules alone, sharing no code with machines/games/draughts, to compare it with.
A board is ``{square: piece}``, squares 1..32, pieces ``"b" "B" "w" "W"`` (capitals are kings).
Row 0 holds squares 1-4; Black's men move to higher rows.
"""

import itertools

Board = dict[int, str]


def place(square: int) -> tuple[int, int]:
    """Row and column (0..7) of a square: 1-4 stand at columns 1, 3, 5, 7 of row 0."""
    row, k = divmod(square - 1, 4)
    return row, 2 * k + (1 if row % 2 == 0 else 0)


SQUARE = {place(square): square for square in range(1, 33)}


def start() -> Board:
    """The starting arrangement."""
    return dict.fromkeys(range(1, 13), "b") | dict.fromkeys(range(21, 33), "w")


def rows(piece: str) -> tuple[int, ...]:
    """The row steps that a piece may make."""
    if piece.isupper():
        return (1, -1)
    return (1,) if piece == "b" else (-1,)


def crowns(piece: str, square: int) -> bool:
    """Whether a man that arrives on the square becomes a king."""
    return (piece == "b" and square >= 29) or (piece == "w" and square <= 4)


def jumps(board: Board, square: int) -> list[tuple[int, ...]]:
    """All complete jump routes of the piece on a square, each with every square it touches."""
    piece = board[square]
    found: list[tuple[int, ...]] = []
    row, column = place(square)
    for dr in rows(piece):
        for dc in (-1, 1):
            over = SQUARE.get((row + dr, column + dc))
            to = SQUARE.get((row + 2 * dr, column + 2 * dc))
            if over is None or to is None or over not in board or to in board:
                continue
            if board[over].lower() == piece.lower():
                continue
            after = dict(board)
            del after[square], after[over]
            after[to] = piece
            further = [] if crowns(piece, to) else jumps(after, to)
            found += [(square, *route) for route in further] or [(square, to)]
    return found


def moves(board: Board, side: str) -> list[tuple[int, ...]]:
    """All legal moves of ``side`` ("b" or "w") as the squares touched; jumps if there are any."""
    own = sorted(s for s, piece in board.items() if piece.lower() == side)
    taken = [route for s in own for route in jumps(board, s)]
    if taken:
        return taken
    plain: list[tuple[int, ...]] = []
    for s in own:
        row, column = place(s)
        for dr in rows(board[s]):
            for dc in (-1, 1):
                to = SQUARE.get((row + dr, column + dc))
                if to is not None and to not in board:
                    plain.append((s, to))
    return plain


def make(board: Board, route: tuple[int, ...]) -> Board:
    """The board after a move."""
    after = dict(board)
    piece = after.pop(route[0])
    for a, b in itertools.pairwise(route):
        (ra, ca), (rb, cb) = place(a), place(b)
        if abs(ra - rb) == 2:
            del after[SQUARE[(ra + rb) // 2, (ca + cb) // 2]]
    after[route[-1]] = piece.upper() if crowns(piece, route[-1]) else piece
    return after


def other(side: str) -> str:
    """The other side."""
    return "w" if side == "b" else "b"


def perft(board: Board, side: str, depth: int) -> int:
    """Positions reached after ``depth`` plies, each route counted."""
    if depth == 0:
        return 1
    return sum(perft(make(board, m), other(side), depth - 1) for m in moves(board, side))
