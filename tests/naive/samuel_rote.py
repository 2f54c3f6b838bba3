"""Rote learning the slow obvious way: dicts of squares and of boards, nothing held or brought.

Written from the documents (docs/sources/samuel.md items 17-20, the texts of machines/samuel/rote)
and sharing no code with it.  A board is ``{square: piece}`` as in tests/naive/draughts.py.
"""

from dataclasses import dataclass, field

from tests.naive.draughts import SQUARE, Board, place

Words = tuple[int, int, int]


def end_for_end(board: Board) -> Board:
    """Turned by half a turn, with the colours exchanged."""
    colours = str.maketrans("bBwW", "wWbB")
    return {33 - square: piece.translate(colours) for square, piece in board.items()}


def reflections(board: Board) -> list[Board]:
    """The board and its reflections about both diagonals, one after the other too."""
    found = []
    for about_one in (False, True):
        for about_other in (False, True):
            after: Board = {}
            for square, piece in board.items():
                row, column = place(square)
                if about_one:
                    row, column = column, row
                if about_other:
                    row, column = 7 - column, 7 - row
                after[SQUARE[row, column]] = piece
            found.append(after)
    return found


def words(board: Board) -> Words:
    """Black, White, kings: the square with internal number n is 2**(35 - n)."""

    def word(pieces: str) -> int:
        there = [square for square, piece in board.items() if piece in pieces]
        return sum(2 ** (35 - square - (square - 1) // 8) for square in there)

    return word("bB"), word("wW"), word("BW")


def standard(board: Board, side: str) -> Board:
    """The board with Black to move; of boards of kings alone the least of the reflections."""
    if side == "w":
        board = end_for_end(board)
    if all(piece.isupper() for piece in board.values()):
        return min(reflections(board), key=words)
    return board


def properties(board: Board) -> tuple[int, str, bool, str, str]:
    """The six properties of a standard board (the advantage's presence and side in one)."""
    material = {"b": 0, "w": 0}
    for piece in board.values():
        material[piece.lower()] += 3 if piece.isupper() else 2
    advantage = "none"
    if material["b"] != material["w"]:
        advantage = "Black" if material["b"] > material["w"] else "White"
    in_system = [
        s for s in board if s in (*range(1, 5), *range(9, 13), *range(17, 21), *range(25, 29))
    ]
    rows = sum(place(square)[0] - 3.5 for square in board)
    columns = sum(place(square)[1] - 3.5 for square in board)
    signs = ["0" if m == 0 else "+" if m > 0 else "-" for m in moments_of(rows, columns)]
    return (
        len(board),
        advantage,
        any(piece.isupper() for piece in board.values()),
        "Black" if len(in_system) % 2 else "White",
        "".join(signs),
    )


def moments_of(rows: float, columns: float) -> tuple[float, ...]:
    """About the two normal and the two diagonal axes."""
    return rows, columns, rows + columns, rows - columns


def key(board: Board) -> int:
    """The properties as one number: five fields of binary digits."""
    pieces, advantage, kings, move, moments = properties(board)
    digits = f"{24 - pieces:05b}" + {"none": "00", "Black": "01", "White": "10"}[advantage]
    digits += str(int(kings)) + {"White": "0", "Black": "1"}[move]
    digits += "".join({"0": "00", "+": "01", "-": "10"}[sign] for sign in moments)
    return int(digits, 2)


@dataclass
class Kept:
    """A board of the memory."""

    score: int
    age: int
    ply: int


@dataclass
class RoteTwin:
    """A memory without records: every board is at hand at any time."""

    initial_age: int
    maximum_age: int
    largest: int
    left: int
    tape: dict[Words, Kept] = field(default_factory=dict)
    new: dict[Words, Kept] = field(default_factory=dict)
    keys: dict[Words, int] = field(default_factory=dict)
    forgotten: int = 0
    culled: int = 0

    def find(self, board: Words) -> Kept | None:
        """Look up a board: only what is on the tape; it is refreshed."""
        kept = self.tape.get(board)
        if kept:
            kept.age //= 2
            return Kept(kept.score, kept.age, kept.ply)
        return None

    def save(self, board: Words, key: int, score: int, ply: int) -> None:
        """A board of actual play."""
        self.keys[board] = key
        known = self.tape.get(board) or self.new.get(board)
        if known:
            known.score, known.age, known.ply = score, known.age // 2, ply
        else:
            self.new[board] = Kept(score, self.initial_age, ply)

    def merge(self) -> None:
        """Everything a merge interval older; forget; cull the records that are too large."""
        self.tape |= self.new
        self.new = {}
        for board, kept in list(self.tape.items()):
            kept.age += 1
            if kept.age >= self.maximum_age:
                del self.tape[board]
                self.forgotten += 1
        for boards in self.records().values():
            if len(boards) > self.largest:
                ranked = sorted(boards, key=lambda b: (-self.tape[b].ply, self.tape[b].age, b))
                for board in ranked[self.left :]:
                    del self.tape[board]
                    self.culled += 1

    def records(self) -> dict[int, list[Words]]:
        """The boards of each key, both ascending."""
        found: dict[int, list[Words]] = {}
        for board in sorted(self.tape):
            found.setdefault(self.keys[board], []).append(board)
        return dict(sorted(found.items()))
