"""What can be seen of Anaconda's PC: the room draws this and nothing else."""

from dataclasses import dataclass

from devices.game_record import GameRecord
from machines.anaconda.expectation import Expectation
from machines.exhibit.board_exhibit import Score
from machines.games.draughts.board import Move, Position


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
    boards: int = 0  # Looked at for the last move or the one under way
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
