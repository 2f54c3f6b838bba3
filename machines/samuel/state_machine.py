"""The checkers program's phases as one table: in which phase, on which event, what comes next.

Nothing else changes the phase.  Where the table has no rule only we can have brought it about:
:class:`PhaseError`.  In every phase lines that wait for the printer are printed first, and time
that the program needs by itself passes first.  docs/operating-704.md prints the table.
"""

import enum
from typing import NamedTuple


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
