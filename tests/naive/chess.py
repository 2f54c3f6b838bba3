"""Chess the slow obvious way: a dict of squares, files and ranks, no bits, every move tried.

Written from the rules alone, sharing no code with machines/games/chess, to compare it with.  A
board is ``{(file, rank): letter}`` with both 0..7, letters as in a FEN.  A move is as an engine
says it.
"""

from dataclasses import dataclass, field

Square = tuple[int, int]
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
RAYS = {"b": SLANTED, "r": STRAIGHT, "q": STRAIGHT + SLANTED}


@dataclass
class State:
    """A position: men, whether White is to move, castling letters, the square taken in passing."""

    board: dict[Square, str] = field(default_factory=dict)
    white: bool = True
    castling: str = "KQkq"
    passing: Square | None = None
    clock: int = 0
    number: int = 1


def name(square: Square) -> str:
    """``a1`` for (0, 0)."""
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square(text: str) -> Square:
    """(0, 0) for ``a1``."""
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def read(fen: str) -> State:
    """The state of a FEN that is right."""
    men, mover, castling, passing, clock, number = fen.split()
    board = {}
    for row, text in enumerate(men.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 7 - row] = letter
                file += 1
    return State(
        board,
        mover == "w",
        castling.replace("-", ""),
        None if passing == "-" else square(passing),
        int(clock),
        int(number),
    )


def written(state: State) -> str:
    """Its FEN."""
    rows = []
    for rank in range(7, -1, -1):
        row, gap = "", 0
        for file in range(8):
            letter = state.board.get((file, rank))
            if letter is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + letter
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    passing = name(state.passing) if state.passing else "-"
    mover = "w" if state.white else "b"
    return " ".join(
        ("/".join(rows), mover, state.castling or "-", passing, str(state.clock), str(state.number))
    )


def on_board(where: Square) -> bool:
    """Whether there is such a square."""
    return 0 <= where[0] < 8 and 0 <= where[1] < 8


def attacks(board: dict[Square, str], start: Square) -> list[Square]:
    """The squares that the man on ``start`` attacks."""
    kind = board[start].lower()
    file, rank = start
    if kind == "p":
        up = 1 if board[start] == "P" else -1
        return [end for end in ((file - 1, rank + up), (file + 1, rank + up)) if on_board(end)]
    if kind in "nk":
        ways = LEAPS if kind == "n" else STRAIGHT + SLANTED
        return [end for x, y in ways if on_board(end := (file + x, rank + y))]
    found = []
    for x, y in RAYS[kind]:
        end = (file + x, rank + y)
        while on_board(end):
            found.append(end)
            if end in board:
                break
            end = (end[0] + x, end[1] + y)
    return found


def attacked(board: dict[Square, str], where: Square, by_white: bool) -> bool:
    """Whether a man of that colour attacks ``where``."""
    return any(
        where in attacks(board, start)
        for start, letter in board.items()
        if letter.isupper() == by_white
    )


def in_check(state: State, white: bool) -> bool:
    """Whether that side's king is attacked."""
    king = next(where for where, man in state.board.items() if man == ("K" if white else "k"))
    return attacked(state.board, king, not white)


def ways(state: State) -> list[str]:
    """The moves of the side to move, whether or not its king is then attacked."""
    found = []
    for start, man in state.board.items():
        if man.isupper() != state.white:
            continue
        ends = [
            end
            for end in attacks(state.board, start)
            if end not in state.board or state.board[end].isupper() != state.white
        ]
        if man in "pP":
            ends = [end for end in ends if end in state.board or end == state.passing]
            up = 1 if man == "P" else -1
            one, two = (start[0], start[1] + up), (start[0], start[1] + 2 * up)
            if one not in state.board:
                ends.append(one)
                if start[1] == (1 if man == "P" else 6) and two not in state.board:
                    ends.append(two)
        for end in ends:
            last = man in "pP" and end[1] in (0, 7)
            found += [name(start) + name(end) + as_what for as_what in ("nbrq" if last else [""])]
    return found + castling(state)


def castling(state: State) -> list[str]:
    """The castling moves."""
    rank, found = 0 if state.white else 7, []
    for letter, through, empty, move in (
        ("k", (4, 5, 6), (5, 6), "eg"),
        ("q", (4, 3, 2), (3, 2, 1), "ec"),
    ):
        if (
            (letter.upper() if state.white else letter) in state.castling
            and not any((file, rank) in state.board for file in empty)
            and not any(attacked(state.board, (file, rank), not state.white) for file in through)
        ):
            found.append(f"{move[0]}{rank + 1}{move[1]}{rank + 1}")
    return found


def make(state: State, move: str) -> State:
    """The state after a move."""
    start, end, promotion = square(move[:2]), square(move[2:4]), move[4:]
    board = dict(state.board)
    man, taken = board.pop(start), board.get(end)
    board[end] = (promotion.upper() if state.white else promotion) or man
    if man in "pP" and end == state.passing:
        taken = board.pop((end[0], start[1]))
    if man in "kK" and abs(end[0] - start[0]) == 2:
        rook = (7 if end[0] == 6 else 0, start[1])
        board[(start[0] + end[0]) // 2, start[1]] = board.pop(rook)
    lost = {"a1": "Q", "e1": "KQ", "h1": "K", "a8": "q", "e8": "kq", "h8": "k"}
    gone = lost.get(name(start), "") + lost.get(name(end), "")
    double = man in "pP" and abs(end[1] - start[1]) == 2
    return State(
        board,
        not state.white,
        "".join(letter for letter in state.castling if letter not in gone),
        (start[0], (start[1] + end[1]) // 2) if double else None,
        0 if taken or man in "pP" else state.clock + 1,
        state.number + (not state.white),
    )


def moves(state: State) -> list[str]:
    """The legal moves."""
    return [move for move in ways(state) if not in_check(make(state, move), state.white)]


def perft(state: State, depth: int) -> int:
    """The lines of ``depth`` moves."""
    if depth == 0:
        return 1
    return sum(perft(make(state, move), depth - 1) for move in moves(state))
