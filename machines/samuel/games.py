"""The games under way, up to eight at once: sides, moves to come, moves made, result.

A game is a value: the board, the moves made with what the machine thought of them, and the lists of
moves that cards have brought and that wait for their turn.  Rules of the game are
machines/games/draughts; this file adds only when a game is over:

* the side to move can't move: it has lost (Samuel 1959, footnote 12);
* a side concedes (:mod:`machines.samuel.turns`);
* drawn when the same position with the same side to move comes for the ``REPEATS``-th time, or
  after ``QUIET_PLIES`` plies without a capture or a man's move.  The paper gives no rule, and
  self-play needs one: these two are ours, and hold only where no side follows a book;
* cut after the number of moves on the GAME card (LIMIT), as Samuel cut his games at 70.
"""

import enum
from dataclasses import dataclass, field

from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.moves import legal_moves, make
from machines.samuel.book import Rating
from machines.samuel.cards import CardMove

LEARNERS = frozenset({"ALPHA", "BETA"})
"""The two players of machines.samuel.learning."""
MACHINES = LEARNERS | {"MACHINE"}
"""Who moves after a look-ahead."""
REPEATS = 3
"""The same position for the third time is a draw."""
QUIET_PLIES = 80
"""Forty moves a side without a capture or a man's move are a draw."""


class Result(enum.Enum):
    """How a game stands, as its score is closed."""

    OPEN = "*"
    BLACK_WINS = "1-0"
    WHITE_WINS = "0-1"
    DRAWN = "1/2-1/2"


def side(black: bool) -> str:
    """``BLACK`` or ``WHITE``."""
    return "BLACK" if black else "WHITE"


def win_result(black: bool) -> Result:
    """The result when that side has won."""
    return Result.BLACK_WINS if black else Result.WHITE_WINS


@dataclass(frozen=True)
class WaitingMove:
    """A move that a card brought and whose turn has not come."""

    punched: CardMove
    where: str  # The card: ``"opening.txt, card 7"``
    before: tuple[str, ...]  # The moves that stand before it on its card


@dataclass(frozen=True)
class Play:
    """A move that was made, and what the machine found when it looked ahead."""

    move: Move
    black: bool
    player: str  # OPERATOR, MACHINE, BOOK, ALPHA or BETA
    score: int | None = None  # The machine's backed-up score of its choice, from the mover's side
    boards: int = 0
    evaluations: int = 0
    deepest: int = 0
    us: int = 0  # Time that the 704 would have taken, microseconds
    rating: Rating | None = None  # A book move beside the machine's choice


@dataclass
class Game:
    """One game."""

    number: int
    black: str = "OPERATOR"
    """Who plays, by the GAME card: OPERATOR, MACHINE, BOOK, ALPHA or BETA."""
    white: str = "OPERATOR"
    title: str = ""
    limit: int = 0
    """Moves of both sides after which it is cut; 0: none."""
    give_away: bool = False
    """The side that can't move has won."""
    start: Position = field(default_factory=Position.start)
    position: Position = field(default_factory=Position.start)
    set_up: bool = False
    """Whether it starts from a BOARD card."""
    plays: list[Play] = field(default_factory=list)
    moves: list[WaitingMove] = field(default_factory=list)
    """The operator's moves to come, from MOVE cards."""
    book: list[WaitingMove] = field(default_factory=list)
    """The book's moves to come."""
    result: Result = Result.OPEN
    ending: str = ""
    """How it ended, in the printer's words; empty while it goes on."""
    seen: dict[Position, int] = field(default_factory=dict)
    """How often each position has stood on the board."""
    quiet: int = 0
    """Plies since the last capture or man's move."""
    switched: int = 0
    """The sense switch (2 or 3) under which it was last played, 0 when as on its card."""
    wins_foreseen: tuple[bool, ...] = ()
    """Sides (True: Black) for which a win has been announced."""
    losses_foreseen: tuple[bool, ...] = ()
    losses: list[int] = field(default_factory=lambda: [0, 0])
    """Decisions in a row at which White, Black saw a loss."""
    closed: bool = False
    """Its end has been printed."""

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return bool(self.ending)

    @property
    def black_to_move(self) -> bool:
        """Whose turn it is."""
        return self.position.black_to_move

    @property
    def last(self) -> Move | None:
        """The move made last."""
        return self.plays[-1].move if self.plays else None

    def players(self, switch: int) -> tuple[str, str]:
        """Who plays Black and White when sense switch ``switch`` (2, 3 or 0) rules.

        Alpha and Beta keep their seats, and a game with one of them follows no book.
        """
        if switch == 3 and not self.learners:
            return "BOOK", "BOOK"
        if switch == 2:
            black, white = (
                side if side in LEARNERS else "MACHINE" for side in (self.black, self.white)
            )
            return black, white
        return self.black, self.white

    @property
    def learners(self) -> frozenset[str]:
        """Which of Alpha and Beta play in it."""
        return LEARNERS & {self.black, self.white}

    def mover(self, switch: int) -> str:
        """Who is to move: OPERATOR, MACHINE, BOOK, ALPHA or BETA."""
        return self.players(switch)[0 if self.black_to_move else 1]

    def place(self, position: Position) -> None:
        """Start from ``position`` instead."""
        self.start = self.position = position
        self.set_up = True

    def begin(self, draws: bool) -> None:
        """Count the position it starts from; it may be over at once."""
        self.seen[self.position] = 1
        self._settle(draws)

    def play(self, made: Play, draws: bool) -> None:
        """Make a legal move; ``draws`` says whether the rules for a draw hold."""
        man = not self.position.kings & bit(made.move.squares[0])
        self.position = make(self.position, made.move)
        self.plays.append(made)
        self.quiet = 0 if man or made.move.captured else self.quiet + 1
        self.seen[self.position] = self.seen.get(self.position, 0) + 1
        self._settle(draws)

    def go_back(self, plays: list[Play], draws: bool) -> None:
        """Only these of its moves, the first ones, have been made; it goes on from there."""
        self.position, self.plays, self.seen, self.quiet = self.start, [], {}, 0
        self.wins_foreseen = self.losses_foreseen = ()
        self.losses, self.closed = [0, 0], False
        self.end(Result.OPEN, "")
        self.begin(draws)
        for made in plays:
            self.play(made, draws)

    def board_before(self, number: int) -> Position:
        """The board before its move ``number``, from 0."""
        position = self.start
        for made in self.plays[:number]:
            position = make(position, made.move)
        return position

    def end(self, result: Result, ending: str) -> None:
        """The game is over."""
        self.result, self.ending = result, ending

    def _settle(self, draws: bool) -> None:
        black = self.black_to_move
        if not legal_moves(self.position):
            winner = black if self.give_away else not black
            self.end(win_result(winner), f"{side(black)} CANNOT MOVE, {side(winner)} WINS")
        elif draws and self.seen[self.position] >= REPEATS:
            self.end(Result.DRAWN, "DRAWN, SAME POSITION FOR THE THIRD TIME")
        elif draws and self.quiet >= QUIET_PLIES:
            self.end(Result.DRAWN, "DRAWN, 40 MOVES A SIDE WITHOUT A CAPTURE OR A MANS MOVE")
        elif self.limit and len(self.plays) >= self.limit:
            self.end(Result.OPEN, f"{self.limit} MOVE TERMINATION")


@dataclass(frozen=True)
class Tally:
    """The statistics of one side, or of both, at the end of a game."""

    moves: int
    decisions: int  # Moves before which the machine looked ahead
    boards: int
    evaluations: int
    deepest: int
    us: int
    lower: int  # L: legal moves rated poorer than the book moves
    higher: int  # H: legal moves rated better
    agreed: int  # Book moves that were the machine's choice too
    rated: int  # Book moves


def tally(plays: list[Play]) -> Tally:
    """The sums over some moves of a game."""
    ratings = [play.rating for play in plays if play.rating]
    return Tally(
        moves=len(plays),
        decisions=sum(play.boards > 0 for play in plays),
        boards=sum(play.boards for play in plays),
        evaluations=sum(play.evaluations for play in plays),
        deepest=max((play.deepest for play in plays), default=0),
        us=sum(play.us for play in plays),
        lower=sum(rating.lower for rating in ratings),
        higher=sum(rating.higher for rating in ratings),
        agreed=sum(rating.agreed for rating in ratings),
        rated=len(ratings),
    )


def of_side(plays: list[Play], black: bool) -> list[Play]:
    """One side's moves."""
    return [play for play in plays if play.black == black]


def score_words(game: Game) -> list[str]:
    """The game as a file of games has it: ``1. 11-15``, ``22-18``, ``2. 15X22`` ... ``0-1``."""
    words: list[str] = []
    for k, made in enumerate(game.plays):
        number = (k + (not game.start.black_to_move)) // 2 + 1
        head = f"{number}. " if made.black else f"{number}. ... " if k == 0 else ""
        words.append(head + made.move.card())
    return [*words, game.result.value]
