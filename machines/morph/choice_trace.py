"""A choice of Morph laid open: the successors, what matched in each, how the weights folded."""

from dataclasses import dataclass

from machines.chess.board import Move, Position


@dataclass(frozen=True)
class Matched:
    """A pattern that holds in a successor and is among the most specific."""

    pattern: int
    """Its number in the database, which stays its own."""
    weight: float
    folded: float
    """The value once this weight and those before it are folded; the last is the successor's."""
    squares: tuple[int, ...]
    """Where its nodes lie on the successor's board (a1 is 0); none for material."""


@dataclass(frozen=True)
class Successor:
    """A position that a move leads to."""

    move: Move
    position: Position
    value: float
    matched: tuple[Matched, ...]
    """In the order of folding."""


@dataclass(frozen=True)
class ChoiceTrace:
    """A choice: about thirty successors, best and chosen."""

    position: Position
    successors: tuple[Successor, ...]
    """In the order of the legal moves."""
    chosen: int
    """Which of them; among equals it was drawn by lot."""
