"""Chess as it is written: positions (FEN), moves (SAN) and games (PGN, written only)."""

from devices.refusal import RefusedError
from machines.chess.board import Position


def read_fen(text: str, where: str = "FEN") -> Position:
    """The position of a FEN; raises RefusedError for one that can't be, saying by which rule."""
    raise RefusedError(where, "not yet")


def write_fen(position: Position) -> str:
    """``rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`` for the start."""
    return ""
