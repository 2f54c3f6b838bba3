"""Positions that can come about in chess, as far as that can be asked of a position alone."""

from machines.games.chess import board
from machines.games.chess.attacks import LINE, attackers, checkers

LAST_RANKS = 0xFF000000000000FF
HOMES = {
    "K": (("K", "e1"), ("R", "h1")),
    "Q": (("K", "e1"), ("R", "a1")),
    "k": (("k", "e8"), ("r", "h8")),
    "q": (("k", "e8"), ("r", "a8")),
}
"""Where king and rook stand while a castling letter holds."""
SIDES = ("White", "Black")
AT_FIRST = (8, 2, 2, 2, 1, 1)
"""How many of each kind a side has at first, in the order of :data:`LETTERS`."""


def broken_rule(position: board.Position) -> str:
    """The rule by which a position can't come about, or ``""``.

    What can be asked of a position alone: its men's number and squares, castling, taking in
    passing, and checks.
    """
    return (
        _wrong_number(position)
        or _wrong_castling(position)
        or _wrong_passing(position)
        or _wrong_checks(position)
    )


def _wrong_number(position: board.Position) -> str:
    for side, own in zip(SIDES, (position.white, position.black), strict=True):
        count = [(word & own).bit_count() for word in position.men]
        if count[5] != 1:
            return f"{side} has {count[5] or 'no'} kings; expected 1"
        if sum(count) > 16:
            return f"{side} has {sum(count)} men; there are 16 at most"
        if count[0] > 8:
            return f"{side} has {count[0]} pawns; there are 8 at most"
        promoted = sum(
            max(0, now - then) for now, then in zip(count[1:5], AT_FIRST[1:5], strict=True)
        )
        if promoted > 8 - count[0]:
            return (
                f"{side} has {promoted} men more than at first, which {8 - count[0]} pawns that "
                "are gone can't have become"
            )
    last = board.squares_of(position.pawns & LAST_RANKS)
    if last:
        return (
            f"a pawn stands on {board.SQUARE_NAMES[last[0]]}: none can be on the first or last rank"
        )
    return ""


def _wrong_castling(position: board.Position) -> str:
    for bit, letter in enumerate(board.CASTLING):
        for man, home in HOMES[letter]:
            if position.castling >> bit & 1 and position.piece(board.square(home)) != man:
                return f"castling {letter} is allowed but {man} doesn't stand on {home}"
    return ""


def _wrong_passing(position: board.Position) -> str:
    end = position.en_passant
    if not end:
        return ""
    name = board.SQUARE_NAMES[end]
    forward = -8 if position.black_to_move else 8
    if (end >> 3) != (2 if position.black_to_move else 5):
        mover = SIDES[position.black_to_move]
        return (
            f"in passing there is {name}, but {mover} is to move and takes on rank "
            f"{3 if position.black_to_move else 6}"
        )
    pawn = "P" if position.black_to_move else "p"
    if position.piece(end - forward) != pawn:
        return f"in passing there is {name}, but no pawn has just gone past it"
    if position.piece(end) or position.piece(end + forward):
        return f"in passing there is {name}, but that or the square behind it isn't empty"
    return ""


def _wrong_checks(position: board.Position) -> str:
    waiting = SIDES[not position.black_to_move]
    words = position.words()
    king = board.squares_of(position.kings & position.passive)[0]
    mover = int(position.black_to_move)
    if attackers(words, king, mover, words[board.WHITE] | words[board.BLACK]):
        return f"{waiting}'s king is in check, but {SIDES[mover]} is to move"
    checks = board.squares_of(int(checkers(words)))
    names = " and ".join(board.SQUARE_NAMES[number] for number in checks)
    checked = f"{SIDES[mover]}'s king is in check from {names}"
    if len(checks) > 2:
        return f"{checked}: one move gives two at most"
    own = board.squares_of(position.kings & position.active)[0]
    if len(checks) == 2 and int(LINE[checks]) >> own & 1:
        return f"{checked}, on one line: no move gives both"
    if position.en_passant and not _may_check_in_passing(position, own, checks):
        return (
            f"{checked}, which the pawn's two steps past {board.SQUARE_NAMES[position.en_passant]} "
            "can't have given"
        )
    return ""


def _may_check_in_passing(position: board.Position, king: int, checks: tuple[int, ...]) -> bool:
    """Whether a pawn that has just made two steps gave these checks: itself or one behind it."""
    forward = -8 if position.black_to_move else 8
    came, left = position.en_passant - forward, position.en_passant + forward
    if len(checks) != 1 or checks[0] == came:
        return len(checks) < 2
    before = position.occupied & ~(1 << came) | 1 << left
    waiting = int(not position.black_to_move)
    return not attackers(position.words(), king, waiting, board.signed(before)) & ~board.signed(
        1 << came
    )


def check_position(position: board.Position) -> None:
    """Raises ValueError for one that can't come about: kernels have room for no others."""
    if wrong := broken_rule(position):
        raise ValueError(wrong)
