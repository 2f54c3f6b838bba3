"""The state of Anaconda's PC: the game, whose turn it is, the choice under way; a value."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Within, check_within
from machines.anaconda.contest import Contest, LeftGame
from machines.exhibit.board_exhibit import BoardState, Score
from machines.exhibit.snapshot import LATER
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves

MOST_PLIES = 200
"""A game is drawn after 100 moves on each side (section 3 of the paper)."""

CHAMPION = 1_002
"""The generation that ships as Anaconda."""

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
    plies: Annotated[int, Within(1, 8)] = 4
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
    ancestor: int | None = field(default=None, metadata=LATER)
    """The earlier generation that plays in the champion's place."""
    explains: int | None = field(default=None, metadata=LATER)
    """1: the line that it expects is shown; 2: its figures."""
    contest: Contest | None = field(default=None, metadata=LATER)
    """The champion against generation 0, while they play."""
    contested: Score | None = field(default=None, metadata=LATER)
    """How the last such match ended, until a visitor plays on."""
    finished: int | None = field(default=None, metadata=LATER)
    """Such matches; None: none yet."""
    left: LeftGame | None = field(default=None, metadata=LATER)
    """The game that NEW GAME has put aside, until the first move of the next."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(1, 32, entered=self.entered)
        aside = None if self.contest is None else self.contest.aside
        games = [one for one in (self, self.left, aside) if one is not None]
        if any(len(one.positions) != len(one.moves) + 1 for one in games):
            raise ValueError("a game has not one move between two positions")
        if len(self.moves) > MOST_PLIES + 1:
            raise ValueError("a game is longer than any")
        if self.thought is not None and self.thought.move not in legal_moves(self.position):
            raise ValueError(f"{self.thought.move} can't be made")

    @property
    def generation(self) -> int:
        """Which one plays against a visitor, or Samuel's program."""
        return CHAMPION if self.ancestor is None else self.ancestor

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
        return self.samuel or self.contest is not None

    @property
    def machine_is_black(self) -> bool:
        if self.contest is not None:
            return self.contest.today_is_black
        return self.anaconda_black if self.samuel else not self.visitor_black

    @property
    def waited_us(self) -> int:
        return self.thinking_us

    def wait(self, us: int) -> None:
        self.thinking_us += us

    def begin_turn(self) -> None:
        self.entered, self.thought, self.thinking_us = (), None, 0
