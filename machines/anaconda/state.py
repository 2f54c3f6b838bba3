"""The state of Anaconda's PC: the game, whose turn it is, the choice under way; a value."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Within, check_within
from devices.game_record import GameRecord
from devices.refusal import RefusedError
from machines.anaconda.contest import Contest, Expectation, LeftGame
from machines.exhibit.board_exhibit import BoardState, Score, enter_square
from machines.exhibit.snapshot import LATER
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import find_move, legal_moves

# -- What can be seen of Anaconda's PC: the room draws this and nothing else -----------------------


@dataclass(frozen=True)
class NetworkActivations:
    """One board as the network sees it: every node's value."""

    inputs: tuple[float, ...] = ()  # 32, by square as they go in
    windows: tuple[float, ...] = ()  # 91, in the order of machines.anaconda.network.WINDOWS
    second: tuple[float, ...] = ()
    third: tuple[float, ...] = ()
    total: float = 0.0  # The sum of the inputs, which goes straight to the output
    output: float = 0.0
    turned: bool = False  # Whether the board went in turned end for end


@dataclass(frozen=True)
class History:
    """The run that made the player: one number a generation, and its last population."""

    points: tuple[float, ...] = ()  # The best player's
    draws: tuple[float, ...] = ()  # Share of games drawn, 0 to 1
    sigma: tuple[float, ...] = ()  # The mean step of mutation
    first: int = 0  # The generation that the first numbers belong to
    population: tuple[float, ...] = ()  # Points of the thirty, the best first
    parents: tuple[bool, ...] = ()  # Which of them were parents already


@dataclass(frozen=True)
class Strength:
    """What a generation scored against generation 0, in games of a kept measurement."""

    generation: int
    won: int
    drawn: int
    lost: int
    points: float  # Its share of them, 0 to 1
    error: float  # The standard error of that share, over pairs of games


@dataclass(frozen=True)
class AnacondaScene:
    """The program's window."""

    position: Position
    last: Move | None = None
    trying: Move | None = None  # The move that is being looked into
    entered: tuple[int, ...] = ()  # Squares of the visitor's move so far
    targets: tuple[int, ...] = ()  # Where it can go on to
    movable: tuple[int, ...] = ()  # The visitor's pieces that can move
    sight: NetworkActivations = NetworkActivations()
    plies: int = 4
    red: str = ""
    white: str = ""  # Who plays; Red is the numbers' Black and moves first
    flipped: bool = False  # Whether Red sits below
    samuel: bool = False
    boards: int = 0  # Looked at for the last move or the one under way; 0 after TAKE BACK
    to_end: bool = False  # Whether it judged no board, as all that it looked at ended the game
    value: float = 0.0  # Of the last move that Anaconda chose, for it
    thinking: bool = False
    result: str = ""  # How the game ended; empty while it goes on
    history: History = History()
    generation: int = 0  # Which plays
    strength: tuple[Strength, ...] = ()
    why: int = 0  # 1: the line that it expects is asked for; 2: its figures
    expects: Expectation | None = None  # Where that is asked for and known
    contest: Score | None = None  # The champion against generation 0, while they play
    contested: Score | None = None  # How their last match ended
    record: GameRecord | None = None  # Of a visitor's game that is over, as text
    at_stake: bool = False  # Whether a visitor plays a game in which he has made a move
    begun: bool = False  # Whether a visitor's game is on, from its first move or NEW GAME


# -- A visitor's move at the checkerboard, entered square by square --------------------------------


def touch_square(
    position: Position, entered: tuple[int, ...], square: int
) -> tuple[tuple[int, ...], Move | None]:
    """The squares entered once the side to move touches ``square``, and the move if it is whole.

    Raises RefusedError saying which rule stands against the square.
    """
    found = enter_square(legal_moves(position), entered, square)
    if found is not None:
        return found[0], next(iter(found[1]), None)
    where = f"square {square}"
    if not entered:
        raise RefusedError(where, _why_not_from(position, square))
    # No such move: find_move says why.
    find_move(position, (*entered, square), where)
    raise RefusedError(where, "the jump goes by another square")


def _why_not_from(position: Position, square: int) -> str:
    side = "Red" if position.black_to_move else "White"
    piece = position.piece(square)
    if not piece:
        return "nothing stands there; touch one of your checkers first"
    if (piece.lower() == "b") != position.black_to_move:
        return f"that checker isn't yours: {side} is to move"
    if legal_moves(position)[0].captured:
        return "a jump must be taken, and that checker has none"
    return "that checker can't move"


# -- state -----------------------------------------------------------------------------------------

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
        games = [game for game in (self, self.left, aside) if game is not None]
        if any(len(game.positions) != len(game.moves) + 1 for game in games):
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
