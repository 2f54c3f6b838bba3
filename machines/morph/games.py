"""A game that Morph played, as what comes after it needs it: moves, result, points captured."""

from dataclasses import dataclass

from machines.chess.board import Move, Position

POINTS = (1, 3, 3, 5, 9, 0)
"""The traditional values of P, N, B, R, Q (Table 5.1), and a king's; Morph never sees them."""


@dataclass(frozen=True)
class Played:
    """One game."""

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    """One more than the moves: before each, and the last."""
    morph_white: bool
    result: float
    """For Morph: 0 lost, 0.5 drawn, 1 won."""
    reason: str
    """How it ended: ``"checkmate"``, ``"stalemate"`` and so on, the words of machines.chess.game."""
    captured: int
    """Traditional points of the men that Morph took (section 5.1)."""
    lost: int
    """... and that were taken from it."""

    @property
    def plies(self) -> int:
        """Moves of both sides."""
        return len(self.moves)


@dataclass(frozen=True)
class Lesson:
    """What a game changed."""

    game: int
    """Its number, from 1."""
    error: float
    """The mean of |prediction - TD value| over the positions learned from (A14)."""
    updates: int
    """Weights that were moved."""
    added: int
    deleted: int
    patterns: int
    """In the database afterwards, material and graph."""
    temperature: float
    """The global k with which the weights were moved."""
