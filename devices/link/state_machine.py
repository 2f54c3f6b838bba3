"""The link's rules as one table: in which state, on what, the host does what.

States of the host's end::

    CLOSED    no port                        LINKED    a panel of ours answers
    CALLING   HELLO each 250 ms              REFUSED   something else answers: told, called again
                                             FLOODED   more comes than a panel says: not listened to

Nothing else decides.  Where the table has no rule only we can have brought it about: LinkBugError.
"""

from enum import Enum, auto

from devices.link.frames import LinkBugError


class State(Enum):
    """Where the host's end of the link stands."""

    CLOSED = "closed"
    CALLING = "calling"
    LINKED = "linked"
    REFUSED = "refused"
    FLOODED = "flooded"


class Input(Enum):
    """What may come: from the port, from the panel, or with time."""

    OPEN = auto()  # The port was opened
    CLOSE = auto()  # The port was closed, or is gone
    OURS = auto()  # A HELLO with our version, digest and counts
    STRANGER = auto()  # A HELLO with others
    DISOWNED = auto()  # A FAULT that says that our version or layout isn't the panel's
    FAULT = auto()  # Any other FAULT
    STUBBORN = auto()  # One FAULT too many in a row, nothing having been accepted between
    ACK = auto()
    SWITCHES = auto()
    ECHO = auto()  # A frame of the host's: nobody is there but ourselves
    NONSENSE = auto()  # A frame whose CRC is right and which says nothing
    QUIET = auto()  # Nothing (understood) for too long
    FLOOD = auto()  # More frames in a second than a panel has to say
    CALM = auto()  # A second without a flood


class PeerError(Exception):
    """The far end did what the protocol doesn't have: which input that is, and why, in words."""

    def __init__(self, what: Input, reason: str) -> None:
        super().__init__(reason)
        self.what = what


class Action(Enum):
    """What the host's end does."""

    NOTHING = auto()
    CALL = auto()  # Say HELLO now, and each 250 ms
    TELL = auto()  # Tell the operator, once, why there is no link
    LINK = auto()  # Tell that the panel is there; everything to be sent anew
    RENEW = auto()  # The panel was reset: everything to be sent anew
    LOSE = auto()  # Tell that the panel is lost, and why; call it
    TAKE_ACK = auto()
    TAKE_FAULT = auto()
    TAKE_SWITCHES = auto()


_TABLE = """
          CLOSED        CALLING       LINKED                REFUSED       FLOODED
OPEN      CALLING CALL  -             -                     -             -
CLOSE     .             CLOSED .      CLOSED LOSE           CLOSED .      CLOSED .
OURS      -             LINKED LINK   LINKED RENEW          LINKED LINK   .
STRANGER  -             REFUSED TELL  REFUSED LOSE          REFUSED TELL  .
DISOWNED  -             REFUSED TELL  CALLING LOSE          .             .
FAULT     -             .             LINKED TAKE_FAULT     .             .
STUBBORN  -             .             REFUSED LOSE          .             .
ACK       -             .             LINKED TAKE_ACK       .             .
SWITCHES  -             .             LINKED TAKE_SWITCHES  .             .
ECHO      -             REFUSED TELL  .                     .             .
NONSENSE  -             .             .                     .             .
QUIET     -             CALLING TELL  CALLING LOSE          .             .
FLOOD     -             FLOODED TELL  FLOODED LOSE          FLOODED TELL  .
CALM      -             .             .                     .             CALLING CALL
"""
"""A row an input, a column a state: the next state and the deed.  A dot stands for this state and
nothing to do, or after a state for nothing to do; a dash can only be our mistake."""

Rule = tuple[State, Action]


def _read(table: str) -> dict[tuple[State, Input], Rule]:
    head, *rows = table.strip().splitlines()
    states = [State[name] for name in head.split()]
    rules = {}
    for row in rows:
        name, *words = row.split()
        cells = iter(words)
        for state in states:
            word = next(cells)
            if word == ".":
                rules[state, Input[name]] = state, Action.NOTHING
            elif word != "-":
                deed = next(cells)
                done = Action.NOTHING if deed == "." else Action[deed]
                rules[state, Input[name]] = State[word], done
    return rules


RULES = _read(_TABLE)


def transition(state: State, what: Input) -> Rule:
    """The next state and the deed.  Raises LinkBugError where the table has none."""
    if (state, what) not in RULES:
        raise LinkBugError(f"{what.name} while the link is {state.value}")
    return RULES[state, what]
