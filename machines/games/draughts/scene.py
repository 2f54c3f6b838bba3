"""The scene of a draughts board: a game, and what a player has learned."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from devices.game_record import NO_DATE, GameRecord
from machines.games.draughts.board import SQUARES, Move, Position
from machines.games.draughts.notation import Game, write_pdn

# -- A game of draughts to be taken along: PDN 3.0, English draughts (type 21) ---------------------

GAME_TYPE = "21"
"""English draughts, in PDN's list of games."""


@lru_cache(maxsize=4)
def pdn_record(
    start: Position, moves: tuple[Move, ...], result: str, black: str, white: str
) -> GameRecord:
    """The game of ``black`` and ``white``; ``result`` has Black's figure first, as RESULTS."""
    tags = (
        ("Event", "Matchbox 704"),
        ("Date", NO_DATE),
        ("Black", black),
        ("White", white),
        ("GameType", GAME_TYPE),
    )
    forms = tuple(write_pdn([Game(moves, some, (), result, start)]) for some in (tags, tags[-1:]))
    alone = write_pdn([Game(moves, (), (), "*", start)])
    lettered = [line for line in alone.splitlines() if not line.startswith("[")]
    return GameRecord(".pdn", forms, " ".join(lettered).removesuffix("*").strip(), result)


# -- scene -----------------------------------------------------------------------------------------

Flag = Literal["adopted", "drastic"]
"""What happened at a game's end: Beta took over Alpha's polynomial, or Alpha's leading term was set
to zero after so many black marks."""


PIECES = {"": 0, "b": 1, "B": 2, "w": -1, "W": -2}
"""1 or 2 one of Black's men or kings, -1 or -2 one of White's."""


def pieces_of(position: Position) -> tuple[int, ...]:
    """What lies on the 32 squares, by ``PIECES``."""
    return tuple(PIECES[position.piece(square)] for square in SQUARES)


@dataclass(frozen=True)
class Sample:
    """Alpha's polynomial at one moment of a series."""

    games: float
    """Games played; a part of one for each ply of the game that is under way."""
    terms: tuple[tuple[str, int], ...]
    """The active terms and their coefficients, the leading one first."""


@dataclass(frozen=True)
class Learned:
    """Fig. 4 of Samuel 1959, as far as the series has come."""

    title: str = ""
    samples: tuple[Sample, ...] = ()
    flags: tuple[tuple[float, Flag], ...] = ()  # After how many games, and what happened


class TermChange(NamedTuple):
    """A term of Alpha's, and its coefficient before a game and after it."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class GameSummary:
    """A game that is over, and what it has changed in the machine that played it."""

    result: str
    """``1-0``, ``0-1`` or ``1/2-1/2``."""
    learner: Literal["alpha", "frozen", "rote", "people", "cards"] = "people"
    """How it plays: Alpha corrects himself, or may not; boards are kept on tape; or by coefficients
    that people chose or that came on cards, and nothing changes."""
    corrections: int = 0
    """Of Alpha's polynomial, since he began or since the last game of a series."""
    terms: tuple[TermChange, ...] = ()
    """His terms then and now, what moved most on the chart first."""
    saved: int = 0
    """Boards that were kept ..."""
    known: int = 0
    """... and how many of them it had met before."""


@dataclass(frozen=True)
class Expectation:
    """Why the machine has made its last move."""

    player: str
    """MACHINE, ALPHA or BETA."""
    line: tuple[Move, ...] = ()
    """The moves that it expects from now on: the other side's reply first."""
    terms: tuple[tuple[str, int], ...] = ()
    """What each term adds to the score of the board at the line's end, for the player; the largest
    first, in the polynomial's units; PIECE is piece advantage."""
    score: int = 0
    """The score that was backed up, in the same units ..."""
    man: int = 1
    """... of which a man more is worth so many, at the least ..."""
    boards: int = 0
    """... and the boards that were looked at ..."""
    deepest: int = 0
    """... down to this ply ..."""
    us: int = 0
    """... in so much of a 704's time."""


@dataclass(frozen=True)
class Contest:
    """Games of Alpha against Beta in which nobody learns: two polynomials are compared."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    """By Alpha."""
    games: int = 0
    """Of so many in all."""


@dataclass(frozen=True)
class BetterReel:
    """A reel that remembers more than the one that lies in the memory tape's place."""

    name: str
    """Of the tape, as its file is named."""
    unit: str
    """Where it belongs, by the unit's name ..."""
    lies_on: str
    """... and where it lies; empty: it was taken off."""
    blank: bool
    """Whether what lies in its place holds nothing at all."""


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
    begins: bool = False
    """Whether START begins the games of a deck that has been read."""
    out_of_cards: bool = False
    """Whether games are set up or under way and the reader has no more cards for them ..."""
    plays_on: bool = False
    """... and START plays what has been read without any more."""
    refuses: Literal["", "card", "tape"] = ""
    """What was refused, so that the machine has stopped."""
    jump: tuple[int, ...] = ()
    """The two squares of the jump that the machine shows, one of several; empty: it shows none."""
    refused: bool = False
    """Whether the last move that was entered is not allowed."""
    takes_back: bool = False
    """Whether the operator has made a move that can be taken back now."""
    at_stake: bool = False
    """Whether the operator has made a move in this game, and it goes on."""
    needs: str = ""
    """The control that lets the machine go on (or switches it on), by its event's name, ``board``
    for a move; empty while it works."""
    reel: str = ""
    """Where a tape is to be mounted, which: ``memory``, ``next`` or ``book``."""
    better_reel: BetterReel | None = None
    """That remembers more than the one in the memory tape's place, where such a reel is known."""
    learned: Learned = Learned()
    """How the machine's evaluation of a board has changed by learning."""
    expects: Expectation | None = None
    """Of the machine's last move, as long as the other side hasn't replied."""
    contest: Contest | None = None
    """How Alpha and Beta stand, where they play and nobody learns."""
    summary: GameSummary | None = None
    """Of a game that has been won, lost or drawn."""
    record: GameRecord | None = None
    """That game as text."""
