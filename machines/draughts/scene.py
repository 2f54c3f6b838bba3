"""What a room needs to draw a draughts board with a game on it."""

from dataclasses import dataclass

from machines.draughts.board import Move, Position


@dataclass(frozen=True)
class BoardScene:
    """A game as it lies on the board, and what the machine is looking at."""

    position: Position
    """As it lies now."""
    last: Move | None = None
    """The move that led to it."""
    trying: Move | None = None
    """The move at the root that is being looked into."""
    line: tuple[Move, ...] = ()
    """The moves from the root to the board under study."""
    game: int = 1
    black: str = ""
    white: str = ""
    title: str = ""
    score: int = 0
    """Backed-up score of the last decision, from the mover's side, in the program's units."""
    mover: str = ""
    """Who is to move, in a visitor's words; empty before a game is open."""
    partial: tuple[int, ...] = ()
    """Squares of a multiple jump entered so far."""
    over: bool = False
    """Whether the game has ended: nobody is to move."""
