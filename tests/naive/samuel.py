"""Samuel's look-ahead the slow obvious way: recursion over dicts, every rule as its sentence.

Written from the documents (specs, the docstrings of settings and polynomial) and sharing no code
with the kernels.  Plain minimax only; scores are for the side to move.
"""

from dataclasses import dataclass

from machines.samuel.settings import ProgramSettings
from tests.naive.draughts import SQUARE, Board, crowns, other, place, rows

WAYS = ((1, -1), (1, 1), (-1, 1), (-1, -1))  # RF, LF, LB, RB as row and column steps
CENTRE = (10, 11, 14, 15, 18, 19, 22, 23)
Single = tuple[int, int]


def ways(piece: str) -> list[tuple[int, int]]:
    """The ways in which a piece can go, in the order of the words."""
    return [way for way in WAYS if way[0] in rows(piece)]


def step(square: int, way: tuple[int, int], far: int = 1) -> int | None:
    """The square ``far`` steps that way, None off the board."""
    row, column = place(square)
    return SQUARE.get((row + far * way[0], column + far * way[1]))


def singles(board: Board, side: str, jumping: bool, only: int | None = None) -> list[Single]:
    """Single moves or single jumps of a side, by words and then by square; ``only`` one piece's."""
    found: list[Single] = []
    for way in WAYS:
        for square in sorted(board):
            if board[square].lower() != side or only not in (None, square):
                continue
            if way not in ways(board[square]):
                continue
            if can_jump(board, square, way) if jumping else can_step(board, square, way):
                found.append((square, step(square, way, 2 if jumping else 1) or 0))
    return found


def can_step(board: Board, square: int, way: tuple[int, int]) -> bool:
    to = step(square, way)
    return to is not None and to not in board


def can_jump(board: Board, square: int, way: tuple[int, int]) -> bool:
    over, to = step(square, way), step(square, way, 2)
    if over is None or to is None or to in board or over not in board:
        return False
    return board[over].lower() != board[square].lower()


def made(board: Board, move: Single) -> Board:
    """The board after one single move or jump."""
    after = dict(board)
    piece = after.pop(move[0])
    (ra, ca), (rb, cb) = place(move[0]), place(move[1])
    if abs(ra - rb) == 2:
        del after[SQUARE[(ra + rb) // 2, (ca + cb) // 2]]
    after[move[1]] = piece.upper() if crowns(piece, move[1]) else piece
    return after


def exchange_is_possible(board: Board, side: str) -> bool:
    """A plain move after which the other side must jump and each jumper can be jumped back."""
    for move in singles(board, side, jumping=False):
        after = made(board, move)
        threats = singles(after, other(side), jumping=True)
        if threats and all(jumped_back(after, side, threat) for threat in threats):
            return True
    return False


def jumped_back(board: Board, side: str, jump: Single) -> bool:
    """Whether after that jump ``side`` can jump the very piece that has jumped."""
    after = made(board, jump)
    for taking in singles(after, side, jumping=True):
        (ra, ca), (rb, cb) = place(taking[0]), place(taking[1])
        if SQUARE[(ra + rb) // 2, (ca + cb) // 2] == jump[1]:
            return True
    return False


def material(board: Board, side: str) -> int:
    return sum(3 if p.isupper() else 2 for p in board.values() if p.lower() == side)


def advantage(board: Board, side: str) -> int:
    a, p = material(board, side), material(board, other(side))
    return (a - p) * (128 - (a + p))


def mobile(board: Board, side: str) -> set[int]:
    return {to for _, to in singles(board, side, jumping=False)}


def denied(board: Board, side: str) -> set[int]:
    """Squares where some piece moving there could be taken for nothing."""
    found = set()
    for move in singles(board, side, jumping=False):
        after = dict(board)
        after[move[1]] = after.pop(move[0])  # a man on its king row can't be jumped anyway
        for threat in singles(after, other(side), jumping=True):
            (ra, ca), (rb, cb) = place(threat[0]), place(threat[1])
            if SQUARE[(ra + rb) // 2, (ca + cb) // 2] != move[1]:
                continue
            if not jumped_back(after, side, threat):
                found.add(move[1])
    return found


def centre(board: Board, side: str) -> int:
    return sum(1 for s in CENTRE if board.get(s) == side)


def advancement(board: Board, side: str) -> int:
    total = 0
    for square, piece in board.items():
        if piece != side:
            continue
        row = (square - 1) // 4 + 1
        own = row if side == "b" else 9 - row
        total += 1 if own in (5, 6) else -1 if own in (3, 4) else 0
    return total


def term(name: str, board: Board, side: str) -> int:
    """A term for ``side``, positive when good for it."""
    one, two = side, other(side)
    if name == "MOB":
        return len(mobile(board, one)) - len(mobile(board, two))
    if name == "DENY":
        return len(denied(board, two)) - len(denied(board, one))
    if name == "CENT":
        return centre(board, one) - centre(board, two)
    if name == "ADV":
        return advancement(board, one) - advancement(board, two)
    return term("CENT", board, side) + term("ADV", board, side)


@dataclass
class Search:
    """One look-ahead's rules: settings, and the polynomial as {name: coefficient}."""

    settings: ProgramSettings
    coefficients: dict[str, int]
    piece_weight: int
    win: int
    boards: int = 0

    def score(self, board: Board, side: str, extra: int = 0) -> int:
        """64 times the polynomial; ``extra`` is added to the piece advantage."""
        pieces = advantage(board, side) + extra
        if self.settings.give_away:
            pieces = -pieces
        terms = sum(c * term(name, board, side) for name, c in self.coefficients.items())
        return 64 * (self.piece_weight * pieces + terms)

    def best(self, board: Board, side: str) -> tuple[tuple[int, ...], int]:
        """The first best whole move of the starting board, as its squares, and its score."""
        few = len(board) < self.settings.few_pieces
        self.added = self.settings.deeper if few else 0
        score, line = self._value(board, side, 0, 0, None, False, True)
        whole = [line[0][0], line[0][1]]
        k = 1
        while k + 1 < len(line) and line[k] == (0, 0):
            whole.append(line[k + 1][1])
            k += 2
        return tuple(whole), score

    def _value(
        self,
        board: Board,
        side: str,
        ply: int,
        level: int,
        landed: int | None,
        last_jumped: bool,
        chain: bool,
    ) -> tuple[int, list[Single]]:
        """Score and best line; ``landed``: the piece that alone may move, and by jumping."""
        self.boards += 1
        jumps = singles(board, side, jumping=True, only=landed)
        moves = jumps or singles(board, side, jumping=False)
        if not moves:
            return (self.win if self.settings.give_away else -self.win), []
        if level and not chain and self._stops(board, side, ply, level, bool(jumps), last_jumped):
            extra = self.settings.pending if jumps and level >= self.settings.last else 0
            return self.score(board, side, extra), []
        best: tuple[int, list[Single]] | None = None
        first_of_chain = landed is None
        for move in moves:
            counts = first_of_chain or bool(self.settings.null_replies)
            value, line = self._after(board, side, move, bool(jumps), ply, level, counts, chain)
            if best is None or value > best[0]:
                best = value, [move, *line]
        assert best is not None
        return best

    def _after(
        self,
        board: Board,
        side: str,
        move: Single,
        jumping: bool,
        ply: int,
        level: int,
        counts: bool,
        chain: bool,
    ) -> tuple[int, list[Single]]:
        """What a single move is worth to the side that makes it."""
        after = made(board, move)
        next_ply = ply + 1 if counts else ply
        on = (
            jumping
            and after[move[1]] == board[move[0]]
            and singles(after, side, jumping=True, only=move[1])
        )
        if not on:
            value, line = self._value(after, other(side), next_ply, level + 1, None, jumping, False)
            return self._back(value, counts), line
        value, line = self._null(after, side, next_ply, level + 1, move[1], chain)
        return self._back(value, counts), line

    def _null(
        self, board: Board, jumper: str, ply: int, level: int, landed: int, chain: bool
    ) -> tuple[int, list[Single]]:
        """The other side's board in the midst of a multiple jump; value for that other side."""
        self.boards += 1
        side = other(jumper)
        if not chain and self._stops(board, side, ply, level, True, True):
            extra = -self.settings.pending if level >= self.settings.last else 0
            return self.score(board, side, extra), []
        counts = bool(self.settings.null_replies)
        value, line = self._value(
            board, jumper, ply + 1 if counts else ply, level + 1, landed, False, chain
        )
        return self._back(value, counts), [(0, 0), *line]

    def _back(self, value: int, counts: bool) -> int:
        value = -value
        if not counts or value == 0:
            return value
        return value - 1 if value > 0 else value + 1

    def _stops(
        self, board: Board, side: str, ply: int, level: int, pending: bool, last_jumped: bool
    ) -> bool:
        s, add = self.settings, self.added
        if level >= s.last:
            return True
        if ply < s.minimum + add:
            return False
        if ply < s.quiet + add:
            return not pending and not last_jumped and not exchange_is_possible(board, side)
        if ply < s.jump + add:
            return not pending and not exchange_is_possible(board, side)
        if not pending:
            return True
        ahead = abs(material(board, side) - material(board, other(side)))
        return ply >= s.ahead + add and ahead > s.margin
