"""The scene of Morph's workstation: all that the room draws.

A pattern's graph has White just moved (machines.morph.labels).  Where Black has just moved, its
colours are exchanged and its ranks mirrored on the way to the board.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from devices.game_record import GameRecord
from machines.exhibit.board_exhibit import Score
from machines.games.chess.board import Position
from machines.morph import labels
from machines.morph.graph import board_square, graph
from machines.morph.history import Printed
from machines.morph.patterns import GraphPattern, Pattern

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


class Reason(NamedTuple):
    """What sets a move apart from the others that could have been made."""

    kind: str
    """``mates``; ``takes`` ``target``; ``becomes`` ``man``; ``checks``; ``threatens``, ``attacks``
    or ``guards`` ``target`` by ``man``; ``spares``: else ``man`` could take ``target`` with
    profit; ``castles``; ``develops`` ``man`` from his own row; ``centre``: ``man`` comes to it;
    ``frees`` ``man``, who reaches more squares; ``only``: there was no other; ``equal``, ``alike``:
    all are worth the same, or nearly."""
    man: str = ""
    """A kind of man, ``p`` to ``k``."""
    target: str = ""


@dataclass(frozen=True)
class Fold:
    """Why a move: what its successor is worth."""

    move: str = ""
    steps: tuple[Step, ...] = ()
    shown: int = -1  # So many of them are shown by now; -1: all
    pointed: int = -1  # The one whose pattern lies on the board; -1: arrows of the reasons do
    mover: str = ""  # ``white`` or ``black``, who has made the move; empty: nobody has yet
    reasons: tuple[Reason, ...] = ()  # What sets the move apart, what counts most first
    lies: Sketch = Sketch()  # What lies on the board


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


class Moved(NamedTuple):
    """A pattern whose weight the last game has moved."""

    sketch: Sketch
    before: float
    after: float


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
    moved: tuple[Moved, ...] = ()  # The patterns that gained most, then those that lost most


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
    begun: bool = False  # Whether somebody has sat down to play
    result: str = ""  # How the game ended; empty while it goes on
    taught: Taught | None = None  # By the last game; None before one has ended here
    games: int = 0  # Learned from
    score: tuple[int, int, int] = (0, 0, 0)  # Of them won, drawn and lost by Morph
    contest: BeforeAndAfter | None = None  # Under way
    contested: BeforeAndAfter | None = None  # The last that was finished
    earlier: Earlier | None = None  # While today's Morph has learned from fewer than two games
    record: GameRecord | None = None  # Of a visitor's game that is over, as text
    at_stake: bool = False  # Whether a visitor plays a game in which he has made a move


# -- Patterns as they lie on a board, for pictures: colours and squares as the board has them ------


def men_of(position: Position) -> str:
    """64 characters, a1 first: FEN's letters and dots."""
    return "".join(position.piece(square) or "." for square in range(64))


def sketch_of(pattern: Pattern, squares: tuple[int, ...], white_moved: bool = True) -> Sketch:
    """A pattern whose nodes lie on ``squares`` of a board on which that side has just moved."""
    if not isinstance(pattern, GraphPattern):
        return Sketch(material=pattern.differences)
    nodes = tuple(
        Mark(_letter(node.label, white_moved), square, _held(node.place))
        for node, square in zip(pattern.nodes, squares, strict=True)
    )
    arrows = tuple(
        Arrow(squares[arc.source], squares[arc.target], _kind(arc.kind)) for arc in pattern.edges
    )
    return Sketch(nodes, arrows)


@lru_cache(maxsize=512)
def hung(pattern: Pattern) -> Sketch:
    """A pattern as it hangs on the wall: over the position that it was taken from."""
    if not isinstance(pattern, GraphPattern) or pattern.origin is None:
        return sketch_of(pattern, ())
    lies = sketch_of(pattern, pattern.origin.squares)
    return Sketch(lies.nodes, lies.arrows, men_of_fen(pattern.origin.fen))


def men_of_fen(fen: str) -> str:
    """The men of a FEN, as :func:`men_of` has them."""
    ranks = fen.split()[0].split("/")
    return "".join(
        "." * int(char) if char.isdecimal() else char for rank in reversed(ranks) for char in rank
    )


def attack_graph(position: Position) -> tuple[Arrow, ...]:
    """Every attack and defence on a board, man against man."""
    made = graph(position)
    found = []
    men = [number for number in range(64) if position.occupied >> number & 1]
    for source in men:
        node = board_square(source, position)
        for kind in range(labels.DISCOVERED + 1):
            ends = int(made.out[kind, node])
            found += [
                Arrow(source, target, _kind(kind))
                for target in men
                if ends >> board_square(target, position) & 1
            ]
    return tuple(found)


def _letter(label: int, white_moved: bool) -> str:
    if label == labels.ANY_SQUARE:
        return "*"
    letter = (
        labels.LABEL_SYMBOLS[label]
        if label < labels.MEN
        else "O"
        if label == labels.NEAR_WHITE_KING
        else "o"
    )
    return letter if white_moved else letter.swapcase()


def _held(place: int) -> SquareKind:
    if place == labels.FREE:
        return "free"
    return "rank" if place >= labels.RANK else "file" if place >= labels.FILE else "exact"


def _kind(kind: int) -> ArrowKind:
    """An edge's kind as it is drawn: what a man would attack from a square is drawn as direct."""
    if kind in (labels.INDIRECT, labels.DISCOVERED):
        return "indirect" if kind == labels.INDIRECT else "discovered"
    return "generic" if labels.KIND_NAMES[kind] == "attacks" else "direct"
