"""The state of Morph's workstation: the game, the choice under way, what is looked at; a value."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Within
from machines.exhibit.board_exhibit import BoardState
from machines.exhibit.snapshot import LATER
from machines.games.chess import Game, Move, Position, legal_moves
from machines.games.chess.moves import check_position
from machines.morph.contest import MOVE_US as QUICK_US
from machines.morph.contest import Contest
from machines.morph.growth import Growth

GAME_US = 144_000_000
"""600 games a day."""
PAUSE_US = 4_000_000
"""Between two games against the house."""
PLIES = 45
"""Of such a game, about (measured)."""
MOVE_US = (GAME_US - PAUSE_US) // PLIES
Square = Annotated[int, Within(-1, 63)]
Looked = Annotated[int, Within(-1, 1_000_000)]
"""-1: none."""
FOLD_US = 3_000_000
"""So long the fold of a move's weights is shown step by step."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Choice:
    """One of Morph's choices, from which all that led to it can be reckoned again."""

    position: Position
    chosen: Annotated[int, Within(0, 255)]  # Among the legal moves, in their order


@dataclass(frozen=True)
class PendingMove:
    """A move that was chosen and is yet to be made."""

    move: Move
    choice: Choice | None  # None: the house's

    @property
    def lasts_us(self) -> int:
        return MOVE_US


@dataclass(frozen=True)
class QuickMove:
    """A move of the match against one that knows nothing."""

    move: Move
    choice: None = None

    @property
    def lasts_us(self) -> int:
        return QUICK_US


@dataclass
class Looking:
    """What a visitor looks at, beside the game as it stands."""

    bar: Looked = -1  # A successor, as they stand on the screen, the best first
    why: Looked = -1  # A line of the fold
    step: Looked = -1  # So many steps of the fold, gone by hand; -1: as time shows them
    pattern: Looked = -1  # One of the wall's page
    page: Looked = 0
    graph: bool = False  # Whether all arrows of the attack graph are drawn
    figure: Annotated[int, Within(0, 3)] = 0  # Which of the four figures of curves is turned up

    def another(self) -> None:
        """Another choice of Morph's is shown."""
        self.bar = self.why = self.step = -1

    def back(self) -> None:
        """To the game's board; what hangs on the wall stays."""
        self.another()
        self.pattern = -1


@dataclass
class MorphState(BoardState):
    """All that the exhibit is, but for the database, which stands beside it as bytes."""

    on_us: Integers
    generator: np.random.Generator
    game: Game = field(default_factory=Game)
    visitor_white: bool = True
    house: bool = False  # Whether Morph plays the house's player, and which side it has
    morph_white: bool = True
    depth: Annotated[int, Within(1, 3)] = 1  # Of the house's player
    entered: Square = -1  # The square of the man that the visitor chose
    arrives: Square = -1  # Where that man, a pawn, goes: what it becomes is yet to be said
    thought: PendingMove | QuickMove | None = None
    passed_us: int = 0  # Of the thought, of the fold that is shown, or of the pause after a game
    choice: Choice | None = None  # Morph's last
    chosen_us: int = 0  # When it was made
    looking: Looking = field(default_factory=Looking)
    growth: Growth = field(default_factory=Growth)
    lesson: str = ""  # What the last game taught, in words
    looked: int = 0  # Positions judged since the exhibit was made
    made: int = 0
    games: int = 0  # Finished since then
    now_us: int = 0
    reason: str = ""
    contest: Contest | None = field(default=None, metadata=LATER)
    """Today's Morph against one that knows nothing, while they play."""
    contested: Contest | None = field(default=None, metadata=LATER)
    """How the last such match ended, until a visitor plays on."""
    finished: int | None = field(default=None, metadata=LATER)
    """Such matches; None: none yet."""
    left: Game | None = field(default=None, metadata=LATER)
    """The game that NEW GAME has put aside, until the first move of the next."""
    left_choice: Choice | None = field(default=None, metadata=LATER)
    """Morph's last choice in that game..."""
    aside_choice: Choice | None = field(default=None, metadata=LATER)
    """...and in the game that lies aside while a contest is on."""

    growth_before: Growth | None = field(default=None, metadata=LATER)
    """The growth before the visitor's game that is over, until it can't be taken back."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        if self.thought is not None and self.thought.move not in legal_moves(self.position):
            raise ValueError(f"{self.thought.move} can't be made")
        choices = [self.choice, self.left_choice, self.aside_choice]
        if self.thought is not None:
            choices.append(self.thought.choice)
        for choice in choices:
            if choice is None:
                continue
            check_position(choice.position)
            if choice.chosen >= len(legal_moves(choice.position)):
                raise ValueError("a choice is none of the legal moves")

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def in_match(self) -> bool:
        return self.house or self.contest is not None

    @property
    def machine_is_black(self) -> bool:
        if self.contest is not None:
            return not self.contest.today_is_white
        return not self.morph_white if self.house else self.visitor_white

    @property
    def waited_us(self) -> int:
        return self.passed_us

    def wait(self, us: int) -> None:
        self.passed_us += us

    def begin_turn(self) -> None:
        self.entered = self.arrives = -1
        self.thought, self.passed_us = None, 0


@dataclass
class Kept:
    """What a snapshot holds."""

    state: MorphState
    learned: bytes  # The database (machines.morph.learner)
    before: bytes | None = field(default=None, metadata=LATER)
    """The same before the visitor's game that is over, until it can't be taken back."""
