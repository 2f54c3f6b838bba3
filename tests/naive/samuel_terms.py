"""The terms of Samuel's Appendix C the slow obvious way, over boards that are dicts of squares.

Written from the paper's words and from the definitions in machines/samuel/term_table.py, sharing
no code with the kernels.  A *rating* is one side's; Appendix C's *parameter* is the rating of the
passive side, or of the active side for the terms in ``OF_THE_ACTIVE``.
"""

from collections.abc import Callable

from tests.naive.draughts import Board, other, rows
from tests.naive.samuel import (
    CENTRE,
    WAYS,
    advancement,
    centre,
    denied,
    jumped_back,
    made,
    material,
    mobile,
    singles,
    step,
)

Line = tuple[int | None, int | None]
RISING, FALLING = (1, 1), (1, -1)  # the two diagonals, as row and column steps

FILES = {1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32}
ONE_REMOVED = {2, 7, 11, 16, 20, 13, 17, 22, 26, 31}
TWO_REMOVED = {3, 8, 12, 21, 25, 30}
DOUBLE_CORNERS = {1, 5, 28, 32}
BRIDGE = {"b": {1, 3}, "w": {30, 32}}
OREO = {"b": {2, 3, 7}, "w": {26, 30, 31}}
CRAMPS = {  # the cramping square, those of which one at least helps it, those it cramps
    "b": (13, {9, 14}, {17, 21, 22, 25}),
    "w": (20, {19, 24}, {8, 11, 12, 16}),
}
MOVE_SYSTEM = {1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28}

OF_THE_ACTIVE = {"CNTR", "CORN", "DENY", "EXCH", "MOB", "MOBIL", "RECAP", "THRET"}
BAD_TO_HAVE = {"DENY", "EXPOS", "FORK", "GAP", "HOLE", "MOMENT", "NODE", "POLE"}
"""Terms of which a high own rating counts against a side when both are taken together."""

CONNECTIVES = {  # A, B, and whether each of the two is asked for
    "DEMO": ("DENY", "MOB", True, True),
    "DEMMO": ("DENY", "MOB", True, False),
    "DDEMO": ("DENY", "MOB", False, True),
    "DDMM": ("DENY", "MOB", False, False),
    "MODE1": ("MOBIL", "DENY", True, True),
    "MODE2": ("MOBIL", "DENY", True, False),
    "MODE3": ("MOBIL", "DENY", False, True),
    "MODE4": ("MOBIL", "DENY", False, False),
    "MOC1": ("MOBIL", "CENT", True, True),
    "MOC3": ("MOBIL", "CENT", True, False),
    "MOC2": ("MOBIL", "CENT", False, True),
    "MOC4": ("MOBIL", "CENT", False, False),
}


def held(board: Board, side: str) -> set[int]:
    """The squares on which a side has pieces."""
    return {square for square, piece in board.items() if piece.lower() == side}


def men(board: Board, side: str) -> set[int]:
    return {square for square, piece in board.items() if piece == side}


def kings(board: Board, side: str) -> set[int]:
    return held(board, side) - men(board, side)


def empties(board: Board) -> set[int]:
    return {square for square in range(1, 33) if square not in board}


def neighbours(square: int) -> set[int]:
    """The squares one step along the diagonals, as far as they are on the board."""
    return {to for way in WAYS if (to := step(square, way)) is not None}


def lines(square: int) -> tuple[Line, Line]:
    """For each diagonal through a square its two neighbours there, None off the board."""
    first, second = (
        (step(square, way), step(square, (-way[0], -way[1]))) for way in (RISING, FALLING)
    )
    return first, second


def plain_moves(board: Board, side: str) -> list[tuple[int, int]]:
    return singles(board, side, jumping=False)


def apex(board: Board, side: str) -> int:
    if kings(board, "b") or kings(board, "w"):
        return 0
    threatened = men(board, other(side)) & {7, 26}
    return -1 if threatened and not men(board, side) & {7, 26} else 0


def back(board: Board, side: str) -> int:
    return int(not kings(board, other(side)) and BRIDGE[side] <= held(board, side))


def control(board: Board, side: str) -> int:
    """CNTR."""
    return len(set(CENTRE) & (held(board, side) | mobile(board, side)))


def corner(board: Board, side: str) -> int:
    own, others = material(board, side), material(board, other(side))
    return int(own <= 6 and others > own and bool(mobile(board, side) & DOUBLE_CORNERS))


def cramp(board: Board, side: str) -> int:
    square, helpers, cramped = CRAMPS[side]
    own, others = held(board, side), held(board, other(side))
    return 2 if square in own and helpers & own and cramped <= others else 0


def double_files(board: Board, side: str) -> int:
    """DIA."""
    return len(held(board, side) & FILES)


def diagonal_value(board: Board, side: str) -> int:
    """DIAV, in halves."""
    own = held(board, side)
    return 3 * len(own & FILES) + 2 * len(own & ONE_REMOVED) + len(own & TWO_REMOVED)


def dyke(board: Board, side: str) -> int:
    own = held(board, side)
    return sum(1 for middle in own for ends in lines(middle) if set(ends) <= own)


def exchanges(board: Board, side: str) -> set[int]:
    """The squares to which a plain move forces an exchange."""
    found = set()
    for move in plain_moves(board, side):
        after = made(board, move)
        takings = singles(after, other(side), jumping=True)
        if takings and all(jumped_back(after, side, taking) for taking in takings):
            found.add(move[1])
    return found


def exposed(board: Board, side: str) -> int:
    empty = empties(board)
    return sum(
        1 for square in held(board, side) if any(set(ends) <= empty for ends in lines(square))
    )


def forks(board: Board, side: str) -> int:
    """Pairs of the side's pieces in a row, and an empty square from which one can be jumped."""
    return sum(
        forked_from(board, side, square, row) for square in empties(board) for row in (1, -1)
    )


def forked_from(board: Board, side: str, square: int, row: int) -> bool:
    """Whether a piece of the other side, if it stood there, could jump a neighbour in a row."""
    if not any(row in rows(board[piece]) for piece in held(board, other(side))):
        return False
    pair = [step(square, (row, 1)), step(square, (row, -1))]
    if not all(piece in held(board, side) for piece in pair):
        return False
    around = set().union(*(neighbours(piece) for piece in pair if piece is not None))
    behind = {step(square, (row, 1), 2), step(square, (row, -1), 2)}
    return len(around & empties(board)) >= 3 and bool(behind & empties(board))


def gaps(board: Board, side: str) -> int:
    return sum(1 for square in empties(board) if any(gap(board, side, e) for e in lines(square)))


def gap(board: Board, side: str, ends: Line) -> bool:
    """Whether a square between these two separates two pieces, or one from the edge."""
    own = held(board, side)
    one, two = ends
    return (one in own and (two in own or two is None)) or (two in own and one is None)


def guard(board: Board, side: str) -> int:
    own = held(board, side)
    return int(not kings(board, other(side)) and (BRIDGE[side] <= own or OREO[side] <= own))


def holes(board: Board, side: str) -> int:
    own = held(board, side)
    return sum(1 for square in empties(board) if surrounded(square, own))


def surrounded(square: int, by: set[int]) -> bool:
    """Whether three or more of a square's neighbours are among these, or all that it has."""
    return len(neighbours(square) & by) >= 3 or neighbours(square) <= by


def kings_in_the_centre(board: Board, side: str) -> int:
    return len(kings(board, side) & set(CENTRE))


def the_move(board: Board, side: str) -> int:
    """MOVE, the same for both sides."""
    even = len(held(board, "b")) == len(held(board, "w"))
    few = material(board, "b") + material(board, "w") < 24
    return int(even and few and len(set(board) & MOVE_SYSTEM) % 2 == 1)


def nodes(board: Board, side: str) -> int:
    empty = empties(board)
    return sum(1 for square in held(board, side) if surrounded(square, empty))


def oreo(board: Board, side: str) -> int:
    return int(not kings(board, side) and OREO[side] <= men(board, side))


def poles(board: Board, side: str) -> int:
    empty = empties(board)
    return sum(1 for square in men(board, side) if neighbours(square) <= empty)


def threats(board: Board, side: str) -> set[int]:
    """The squares a piece can move to and then has something to jump, moving again at once."""
    return {
        to
        for start, to in plain_moves(board, side)
        if singles(made(board, (start, to)), side, jumping=True, only=to)
    }


def moment(board: Board, side: str) -> int:
    def weight(square: int) -> int:
        nearer = ((0, FILES), (1, ONE_REMOVED), (3, TWO_REMOVED))
        return next((w for w, squares in nearer if square in squares), 6)

    return sum(weight(square) for square in held(board, side))


RATINGS: dict[str, Callable[[Board, str], int]] = {
    "ADV": advancement,
    "APEX": apex,
    "BACK": back,
    "CENT": centre,
    "CNTR": control,
    "CORN": corner,
    "CRAMP": cramp,
    "DENY": lambda board, side: len(denied(board, side)),
    "DIA": double_files,
    "DIAV": diagonal_value,
    "DYKE": dyke,
    "EXCH": lambda board, side: len(exchanges(board, side)),
    "EXPOS": exposed,
    "FORK": forks,
    "GAP": gaps,
    "GUARD": guard,
    "HOLE": holes,
    "KCENT": kings_in_the_centre,
    "MOB": lambda board, side: len(mobile(board, side)),
    "MOMENT": moment,
    "MOVE": the_move,
    "NODE": nodes,
    "OREO": oreo,
    "POLE": poles,
    "THRET": lambda board, side: len(threats(board, side)),
}


Counts = dict[str, int]


def ratings(board: Board, side: str) -> Counts:
    """All ratings of one side."""
    counts = {name: rate(board, side) for name, rate in RATINGS.items()}
    return counts | {
        "CENT+ADV": counts["CENT"] + counts["ADV"],
        "MOBIL": counts["MOB"] - counts["DENY"],
        "RECAP": counts["EXCH"],
    }


def parameters(board: Board, active: str) -> Counts:
    """Appendix C's parameters of a board on which ``active`` is to move."""
    of_the_active, of_the_passive = ratings(board, active), ratings(board, other(active))
    return of_the_passive | {name: of_the_active[name] for name in OF_THE_ACTIVE}


def connected(name: str, first: int, second: int) -> int:
    """A connective of the values of its two simple terms."""
    simple_a, simple_b, a, b = CONNECTIVES[name]
    return int(asked(simple_a, first, a) and asked(simple_b, second, b))


def asked(simple: str, value: int, positive: bool) -> bool:
    """Whether a value is in the class that is asked for; 0 of DENY and CENT is in neither."""
    if positive or (value == 0 and simple in ("DENY", "CENT")):
        return value > 0
    return value <= 0


def by_turns(name: str, now: Counts, before: Counts) -> int:
    """A term's value from the parameters of a board and of the one before it.

    It is credited to the side that is passive on the board now.
    """
    if name in CONNECTIVES:
        a, b, _, _ = CONNECTIVES[name]
        return connected(name, by_turns(a, now, before), by_turns(b, now, before))
    return now[name] - before[name]


def together(name: str, own: Counts, others: Counts) -> int:
    """A term from both sides' ratings on one board, positive when good for the own side."""
    if name in CONNECTIVES:
        return seen(name, own, others) - seen(name, others, own)
    difference = own[name] - others[name]
    return -difference if name in BAD_TO_HAVE else difference


def seen(name: str, own: Counts, others: Counts) -> int:
    """A connective of the two terms as one side sees them."""
    a, b, _, _ = CONNECTIVES[name]
    return connected(name, together(a, own, others), together(b, own, others))
