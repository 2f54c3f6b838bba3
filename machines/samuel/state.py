"""The state of the checkers program, as one value, and its phases.

Its phases and how one leads to the next are the table below.

Nothing else changes the phase.  Where the table has no rule only we can have brought it about:
:class:`PhaseError`.  In every phase lines that wait for the printer are printed first, and time
that the program needs by itself passes first.  docs/operating-704.md prints the table.
"""

import enum
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from devices.media.sheet import Sheet
from machines.exhibit.computer import REGISTER_BITS
from machines.exhibit.snapshot import ASIDE
from machines.games.draughts.board import Move
from machines.samuel.games import Game, Play
from machines.samuel.learning import Learning
from machines.samuel.listing import HEADING
from machines.samuel.lookahead import LookAhead
from machines.samuel.rote.memory_tape import MemoryTapeState

# -- The checkers program's phases as one table: in which phase, on which event, what comes next ---


class Phase(enum.Enum):
    """What the program is doing."""

    IDLE = enum.auto()  # Nothing is loaded
    CLEARING = enum.auto()  # The counter steps through storage
    READING = enum.auto()  # A card is wanted or on its way
    CHOOSING = enum.auto()  # What comes next is decided
    THINKING = enum.auto()  # The look-ahead runs
    STOPPED = enum.auto()  # PROGRAM STOP: see Stop for why


class Stop(enum.Enum):
    """Why it stands at a program stop."""

    NONE = enum.auto()
    FIRST_ACT = enum.auto()  # Control cards are read; START begins the play
    AFTER_MOVE = enum.auto()  # Sense switch 6
    SHOWING = enum.auto()  # One jump of a multiple jump stands in the M-Q; START shows the next
    KEYS = enum.auto()  # An operator is to move by the entry keys
    REFUSED = enum.auto()  # A card or tape was refused
    END = enum.auto()  # The deck has ended


class Event(enum.Enum):
    """What may happen, in words for the table in docs; one that leads to STOPPED names its Stop."""

    LOAD = "LOAD CARDS or LOAD TAPE is pressed"
    CLEAR = "CLEAR is pressed"
    CLEARED = "the last word of storage is clear"
    FIRST_ACT = "the first card that plays is read before START"
    PLAYS = "a later card that plays, or a tape mark, is read"
    CARD_NEEDED = "no game can go on without a card"
    LOOKS_AHEAD = "the machine is to move, or its opinion of a book move is wanted"
    DECIDED = "the look-ahead is finished"
    AFTER_MOVE = "a move is made and sense switch 6 is down"
    SHOWING = "the machine makes one jump of several and the operator moves by the keys"
    KEYS = "the operator is to move by the keys and no move is entered"
    REFUSED = "a card or a tape is refused"
    END = "END was read and no game can go on"
    START = "START or SINGLE STEP is pressed"
    TAKE_BACK = "START is pressed and the keys have entered that a move is taken back"


class Rule(NamedTuple):
    """One row of the table: in each of ``phases`` the event leads to ``next``."""

    phases: tuple[Phase, ...]
    event: Event
    next: Phase
    done: str  # In words for the table in docs

    @property
    def stop(self) -> Stop:
        """Why the program stands then."""
        return Stop[self.event.name] if self.next is Phase.STOPPED else Stop.NONE


class PhaseError(Exception):
    """An event came in a phase that has no rule for it: our mistake."""


_IDLE, _CLEARING, _READING, _CHOOSING, _THINKING, _STOPPED = Phase
_ACTIVE = (_READING, _CHOOSING, _THINKING)
RULES = (
    Rule(tuple(Phase), Event.LOAD, _READING, "the program begins anew"),
    Rule(tuple(Phase), Event.CLEAR, _CLEARING, "the program is gone"),
    Rule((_CLEARING,), Event.CLEARED, _IDLE, "the machine waits to be loaded"),
    Rule((_READING,), Event.FIRST_ACT, _STOPPED, "break points and polynomial are printed"),
    Rule((_READING, _CHOOSING), Event.PLAYS, _CHOOSING, "its moves are put in line"),
    Rule((_CHOOSING,), Event.CARD_NEEDED, _READING, "the next card is fetched"),
    Rule((_CHOOSING,), Event.LOOKS_AHEAD, _THINKING, "the look-ahead begins"),
    Rule((_THINKING,), Event.DECIDED, _CHOOSING, "the move is made, or the game given up"),
    Rule((_CHOOSING,), Event.AFTER_MOVE, _STOPPED, "the move is printed"),
    Rule((_CHOOSING, _STOPPED), Event.SHOWING, _STOPPED, "the M-Q shows the square jumped to"),
    Rule((_CHOOSING,), Event.KEYS, _STOPPED, "the bar says whose move it is"),
    Rule(_ACTIVE, Event.REFUSED, _STOPPED, "the reason is printed, the rest of the card dropped"),
    Rule((_CHOOSING,), Event.END, _STOPPED, "games left open are closed and printed"),
    Rule((_READING, _CHOOSING, _STOPPED), Event.START, _CHOOSING, "the program goes on"),
    Rule(
        (_READING, _CHOOSING, _THINKING, _STOPPED),
        Event.TAKE_BACK,
        _CHOOSING,
        "the board before the operator's last move is set up",
    ),
)
_NEXT = {(phase, rule.event): (rule.next, rule.stop) for rule in RULES for phase in rule.phases}


def transition(phase: Phase, event: Event) -> tuple[Phase, Stop]:
    """The next phase, and why the program stands in it.  Raises PhaseError without a rule."""
    if (phase, event) not in _NEXT:
        raise PhaseError(f"{event.name} while the checkers program is {phase.name}")
    return _NEXT[phase, event]


# -- What the checkers program needs from its operator before it can go on -------------------------


class Needed(NamedTuple):
    """A control to work, by its event's name, and the same in words."""

    control: str
    words: str
    reel: str = ""
    """Of a unit without a tape, what is to be mounted: ``memory``, ``next`` (a reel for the next
    memory tape) or ``book``."""


def words_of(needed: Needed | None) -> str:
    """In words; empty for nothing."""
    return needed.words if needed is not None else ""


# -- state -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardCardText:
    """The text of one BOARD card: successive cards are joined."""

    text: str
    where: str
    columns: tuple[int, ...]  # Where each of its characters stands on the card


@dataclass(frozen=True)
class PartRefused:
    """A card of moves that was refused after some of its moves had been made."""

    where: str
    game: int
    book: bool
    made: tuple[str, ...]


@dataclass(frozen=True)
class CardAtHand:
    """A card that was read but not acted on, because one before it was refused."""

    text: str
    where: str


@dataclass
class ProgramState:
    """The checkers program's whole state; its units are values of their own."""

    phase: Phase = Phase.IDLE
    stop: Stop = Stop.NONE
    why: str = ""
    """Why it stopped, in words for the operator."""
    advice: str = ""
    """What he can do about it."""

    # The console, as it stands.
    automatic: bool = True
    sense: tuple[bool, ...] = (False,) * 6
    keys: int = 0
    card_sense: frozenset[int] = frozenset()
    """Switches that the last SENSE card holds down."""

    # How it runs.
    holding: bool = False
    """The lever went to MANUAL while it ran: it halts after the board under study."""
    held: bool = False
    """Halted by the lever, RESET or a single step; START goes on."""
    stepping: bool = False
    """SINGLE STEP: halts when one more board has been looked at."""
    now_us: int = 0
    busy_us: int = 0
    """Time that the program still needs by itself."""
    clear_us: int = 0
    """Since CLEAR began."""

    # Where cards come from.
    source: str = "reader"
    unit: str = ""
    """The unit that is bringing a card: ``reader``, ``tape1``, or none."""
    tape_ended: bool = False
    """A book tape has nothing more for this deck."""
    from_tape: bool = False
    """The card that is being brought comes from tape."""
    tape_marked: bool = False
    """A tape mark was the last thing read: another one ends the tape."""
    tape_again: bool = False
    """The last record could not be read: START backspaces and reads it again."""
    setting_up: bool = True
    """Cards that set up a game are being read; nothing is played until one that plays."""
    begun: bool = False
    """START was pressed after LOAD."""
    ending: bool = False
    """The END card was read; what the machine can still play is played."""
    board_parts: list[BoardCardText] = field(default_factory=list)
    poly_follows: bool = False
    """A POLY card came since the last GAME card: further ones add their terms."""
    part_refused: PartRefused | None = None
    at_hand: CardAtHand | None = None
    card: str = ""
    """The card acted on last: ``"opening.txt, card 3"``."""

    # The games.
    games: dict[int, Game] = field(default_factory=dict)
    current: int = 1
    """The game last selected."""
    turn: int = 0
    """The game in which the last move was made."""
    thinking_for: int = 0
    book_move: Move | None = None
    """The book's move that is made after this look-ahead."""
    partial: tuple[int, ...] = ()
    """Squares of a multiple jump entered so far, in the current game."""
    book_games: int = 0
    book_plays: list[Play] = field(default_factory=list)
    """Book games that have ended, and their moves."""

    learning: Learning = field(default_factory=Learning)
    """Alpha and Beta, and what has been learned."""
    reels: MemoryTapeState = field(default_factory=MemoryTapeState)
    """Rote learning, and what goes on at the tape units for it."""
    punching: list[str] = field(default_factory=list)
    """Cards that wait for the punch."""

    # What the console shows.
    mq: int = 0
    storage_word: int | None = None
    """What ENTER MQ left in the storage register."""
    entered: bool = False
    """The M-Q was entered by keys and not taken yet."""
    showing: tuple[int, ...] = ()
    """Further jumps of the machine's move, one at each START."""
    blank: bool = True
    """RESET or CLEAR: the registers hold nothing but what was entered since."""
    cleared: bool = False
    """CLEAR: storage holds zeros."""
    dark: bool = False
    """RESET has put the lights out; START or a step puts them on again."""
    move_refused: bool = False
    card_refused: bool = False
    tape_check: bool = False
    predicts_win: bool = False
    concedes: bool = False
    last_score: int = 0

    # Counts.
    moves_made: int = 0
    cards_read: int = 0
    lines_printed: int = 0
    boards_looked_at: int = 0
    """In look-aheads that are finished."""

    sheet: Sheet = field(default_factory=lambda: Sheet(HEADING))
    lookahead: LookAhead = field(default_factory=LookAhead)
    duty: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(REGISTER_BITS, dtype=np.int64), metadata=ASIDE
    )
    """On-times of the register bits since they were last asked for, while not looking ahead."""

    def down(self, switch: int) -> bool:
        """Whether sense switch 1..6 is down, at the console or by the SENSE card."""
        return self.sense[switch - 1] or switch in self.card_sense

    @property
    def rule(self) -> int:
        """The sense switch that says who plays: 3 (book), 2 (machine), or 0, the GAME cards."""
        return 3 if self.down(3) else 2 if self.down(2) else 0

    def on_event(self, event: Event, why: str = "", advice: str = "") -> None:
        """Go to the next phase; ``why`` and ``advice`` are the operator's at a program stop."""
        self.phase, self.stop = transition(self.phase, event)
        self.why, self.advice = why, advice

    @property
    def reason(self) -> str:
        """Why it stopped and what the operator can do about it."""
        return "; ".join(filter(None, (self.why, self.advice)))

    def operators_games(self) -> list[Game]:
        """The games in which an operator is to move, the current one first, then round."""
        waiting = [
            game
            for game in self.games.values()
            if not game.over and game.mover(self.rule) == "OPERATOR"
        ]
        return sorted(waiting, key=lambda game: (game.number < self.current, game.number))

    def operators_turn(self) -> Game | None:
        """The game in which an operator is to move: the current one, else the next after it."""
        return next(iter(self.operators_games()), None)
