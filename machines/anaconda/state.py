"""The state of Anaconda's PC: the game, whose turn it is, the choice under way; a value."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.board_exhibit import BoardState
from machines.draughts.board import Move, Position
from machines.draughts.moves import legal_moves

MOST_PLIES = 200
"""A game is drawn after 100 moves on each side (section 3 of the paper)."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PendingMove:
    """A choice that was made and is yet to be shown."""

    move: Move
    boards: int
    value: float
    lasts_us: int


@dataclass
class AnacondaState(BoardState):
    """All that the exhibit is."""

    on_us: Integers
    generator: np.random.Generator
    positions: list[Position] = field(default_factory=lambda: [Position.start()])
    """Of the game, from its start; the last is on the board."""
    moves: list[Move] = field(default_factory=list)
    visitor_black: bool = True
    samuel: bool = False
    """Whether Anaconda plays Samuel's program, and with which colour."""
    anaconda_black: bool = False
    plies: int = 4
    entered: tuple[int, ...] = ()
    thought: PendingMove | None = None
    thinking_us: int = 0
    """Of the thought, or of the pause after a game."""
    boards: int = 0
    value: float = 0.0
    looked: int = 0
    """Boards looked at since the exhibit was made."""
    made: int = 0
    games: int = 0
    now_us: int = 0
    reason: str = ""

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def result(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        if not legal_moves(self.position):
            return "White wins" if self.position.black_to_move else "Red wins"
        return "drawn: 100 moves on each side" if len(self.moves) >= MOST_PLIES else ""

    @property
    def in_match(self) -> bool:
        return self.samuel

    @property
    def machine_is_black(self) -> bool:
        return self.anaconda_black if self.samuel else not self.visitor_black

    @property
    def waited_us(self) -> int:
        return self.thinking_us

    def wait(self, us: int) -> None:
        self.thinking_us += us

    def begin_turn(self) -> None:
        self.entered, self.thought, self.thinking_us = (), None, 0
