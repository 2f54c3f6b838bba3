"""The scene of Morph's workstation: all that the room draws."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from devices.game_record import GameRecord
from machines.exhibit.board_exhibit import Score
from machines.morph.history import Printed

EMPTY = "." * 64
SquareKind = Literal["exact", "rank", "file", "free"]
ArrowKind = Literal["direct", "indirect", "discovered", "generic"]


class Mark(NamedTuple):
    """A node of a pattern where it lies on a board."""

    label: str
    """A man's FEN letter, ``O`` or ``o`` a square beside the white or the black king, ``*`` any."""
    square: int
    held: SquareKind = "free"
    """How much of its square the pattern asks for."""


class Arrow(NamedTuple):
    """Who attacks or defends whom."""

    source: int
    target: int
    kind: ArrowKind = "direct"


@dataclass(frozen=True)
class Sketch:
    """A pattern laid on a board; of material only differences."""

    nodes: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    men: str = ""
    """The position that it was taken from; empty where it lies on the board that is shown."""
    material: tuple[int, ...] = ()
    """Differences of P, N, B, R, Q for who has just moved; empty for a graph pattern."""


class Step(NamedTuple):
    """One weight folded into a value."""

    weight: float
    value: float  # With it and those before it
    sketch: Sketch


class Bar(NamedTuple):
    """A successor."""

    move: str  # As it is written
    value: float


@dataclass(frozen=True)
class Successors:
    """Where one move leads, the best first."""

    bars: tuple[Bar, ...] = ()
    chosen: int = -1  # Which of them was or will be played
    looked: int = -1  # Which of them is looked at


@dataclass(frozen=True)
class Fold:
    """Why a move: what its successor is worth."""

    move: str = ""
    steps: tuple[Step, ...] = ()
    shown: int = -1  # So many of them are shown by now; -1: all
    pointed: int = -1  # The one whose pattern lies on the board
    mover: str = ""  # ``white`` or ``black``, who has made the move; empty: nobody has yet


class Hung(NamedTuple):
    """A pattern on the wall."""

    weight: float
    sketch: Sketch
    updates: int


@dataclass(frozen=True)
class Wall:
    """A page of the patterns, those that tell most first."""

    patterns: tuple[Hung, ...] = ()
    page: int = 0
    pages: int = 1
    total: int = 0  # In the database, material among them
    pointed: int = -1


@dataclass(frozen=True)
class Weighed:
    """A line of Table 5.1 with what Morph has here: None where it has no such pattern."""

    printed: Printed
    weight: float | None = None
    updates: int = 0
    variance: float = 0.0
    age: int = 0


@dataclass(frozen=True)
class Curves:
    """One number a span of ``length`` games."""

    length: int = 1
    points: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    plies: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()  # Of being down one bishop


@dataclass(frozen=True)
class Earlier:
    """A run that was kept: it stands on the sheets until today's Morph has something to show."""

    curves: Curves
    table: tuple[Weighed, ...]
    games: int


@dataclass(frozen=True)
class Board:
    """What stands on the board and what is marked on it."""

    men: str = EMPTY  # 64 characters, a1 first: FEN's letters and dots
    last: tuple[int, ...] = ()  # From where, to where
    entered: int = -1
    targets: tuple[int, ...] = ()
    movable: tuple[int, ...] = ()
    check: int = -1
    promotion: str = ""  # What a pawn that arrived may become, as FEN's letters
    flipped: bool = False
    graph: tuple[Arrow, ...] = ()  # The whole attack graph, if it is asked for
    pattern: Sketch = Sketch()  # What lies on the board


@dataclass(frozen=True)
class Taught:
    """What the last game changed in the database."""

    result: float  # For Morph: 0 lost, 0.5 drawn, 1 won
    updates: int  # Weights that were moved
    added: int
    deleted: int  # Patterns that came and went
    pattern: str = ""  # The plain one that moved furthest, as ``queen_down``; empty: none did
    before: float = 0.0
    after: float = 0.0  # Its weight


@dataclass(frozen=True)
class BeforeAndAfter:
    """How today's Morph stands against one that knows nothing."""

    score: Score
    taken: int = 0  # Points of the men that it took, and that were taken from it, in games over
    given: int = 0


@dataclass(frozen=True)
class MorphScene:
    """The program's window, and the sheets on the wall."""

    board: Board = Board()
    successors: Successors = Successors()
    fold: Fold = Fold()
    wall: Wall = Wall()
    curves: Curves = Curves()
    table: tuple[Weighed, ...] = ()
    figure: int = 0  # Which of the curves is turned up
    graph_shown: bool = False
    house: bool = False
    depth: int = 1
    white: str = ""  # Who plays White
    black: str = ""
    black_to_move: bool = False
    other_board: str = ""  # In words, where the board shown isn't the game's
    thinking: bool = False
    result: str = ""  # How the game ended; empty while it goes on
    taught: Taught | None = None  # By the last game; None before one has ended here
    games: int = 0  # Learned from
    score: tuple[int, int, int] = (0, 0, 0)  # Of them won, drawn and lost by Morph
    contest: BeforeAndAfter | None = None  # Under way
    contested: BeforeAndAfter | None = None  # The last that was finished
    earlier: Earlier | None = None  # While today's Morph has learned from fewer than two games
    record: GameRecord | None = None  # Of a visitor's game that is over, as text
