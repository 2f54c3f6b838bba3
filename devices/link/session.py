"""The host's end of the link without I/O: bytes in, events out, bytes out; time is handed in.

::

    show(levels) -> slot of one -> send(now) ------ HELLO, KEYFRAME, DELTA, PING ----> the panel
    SessionEvents <--------------- receive(data, now) <------ HELLO, SWITCHES, ACK, FAULT --+

What is done in which state stands in one table (state_machine.py); which lamps go out next is
LampSender's, which switches were moved SwitchReceiver's.  Errors are of two kinds: LinkBugError,
raised at whoever called, and PeerError, which becomes a Refused or Lost in words and never leaves
this file.

States of the host's end::

    CLOSED    no port                        LINKED    a panel of ours answers
    CALLING   HELLO each 250 ms              REFUSED   something else answers: told, called again
                                             FLOODED   more comes than a panel says: not listened to

Nothing else decides.  Where the table has no rule only we can have brought it about: LinkBugError.
"""

from dataclasses import dataclass
from enum import Enum, auto

from devices.link.frames import (
    DELIMITER,
    DIGEST_BYTES,
    MOST_LAMPS,
    MOST_SWITCHES,
    VERSION,
    Ack,
    Fault,
    FaultCode,
    Hello,
    LinkBugError,
    Malformed,
    Message,
    PanelHello,
    Receiver,
    Sent,
    Switches,
    encode,
)
from devices.link.lamp_sender import LampSender, Levels, check_levels
from devices.link.switch_receiver import (
    ContactMuted,
    ContactRested,
    SwitchMoved,
    SwitchReceiver,
    SwitchState,
)

# -- The link's rules as one table: in which state, on what, the host does what --------------------


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


# -- session ---------------------------------------------------------------------------------------

__all__ = [
    "Connected",
    "ContactMuted",
    "ContactRested",
    "HostSession",
    "Lost",
    "Refused",
    "SessionEvent",
    "SwitchMoved",
    "SwitchState",
]

CALL_US = 250_000
SILENT_US = 1_000_000
ANSWER_US = 3_000_000
"""A board with a boot loader takes up to two seconds from its reset to its first HELLO."""
FLOOD_US = 1_000_000
FLOOD_FRAMES = 1_500
"""In FLOOD_US, beside the ACKs: a panel says 20 and one for each edge of a switch, and where all
62 of the largest chatter 20 times a second that isn't a flood: they are muted one by one."""
STUBBORN_FAULTS = 5

FAULTS_IN_WORDS: dict[int, str] = {
    FaultCode.BAD_PAYLOAD: "bad length or payload",
    FaultCode.UNKNOWN_TYPE: "unknown type",
    FaultCode.WRONG_VERSION: "another version of the protocol",
    FaultCode.WRONG_LAYOUT: "another layout",
    FaultCode.OTHER_BASE: "a DELTA on another base",
}


@dataclass(frozen=True)
class Connected:
    """The panel answers, and lights from now on."""

    hello: PanelHello


@dataclass(frozen=True)
class Lost:
    """The panel that was connected is so no more; ``reason`` in words."""

    reason: str


@dataclass(frozen=True)
class Refused:
    """There is no link; ``reason`` in words, told once until there was one."""

    reason: str


SessionEvent = Connected | Lost | Refused | SwitchMoved | SwitchState | ContactMuted | ContactRested


class HostSession:
    """The host's end of the link to one panel of ``lamps`` lamps and ``switches`` switches.

    ``digest`` is its layout's, ``name`` the layout's for messages.  All times are microseconds of
    one clock.  Raises LinkBugError for what no panel can have.
    """

    def __init__(self, digest: bytes, lamps: int, switches: int, name: str) -> None:
        if len(digest) != DIGEST_BYTES or lamps > MOST_LAMPS or switches > MOST_SWITCHES:
            raise LinkBugError(
                f"a panel of {lamps} lamps and {switches} switches with a digest of {len(digest)}"
                f" bytes; expected at most {MOST_LAMPS} and {MOST_SWITCHES}, and {DIGEST_BYTES}"
            )
        self.digest, self.name = digest, name
        self.state = State.CLOSED
        self.receiver = Receiver()
        self.lamps = LampSender(lamps)
        self.switches = SwitchReceiver(switches)
        self.panel: PanelHello | None = None
        """The panel last connected."""
        self.stranger: PanelHello | None = None
        """The panel last refused for its layout: it may be another's."""
        self._events: list[SessionEvent] = []
        self._told = ""
        self._seq = 0
        self._call_us = 0
        self._heard_us = 0
        self._patience_us: int | None = None
        """Until when an answer to HELLO is waited for before it is told that none comes."""
        self._bytes = 0
        self._good_before = 0
        """Bytes since the panel is called, and good frames before that."""
        self._window_us = 0
        self._in_window = 0
        self._faults = 0

    # -- what the host asks -----------------------------------------------------------------------

    def opened(self, now_us: int) -> None:
        """The port is open, the panel is called.  Raises LinkBugError if it was open already."""
        self._told = ""  # what else was wrong meanwhile may have been told
        self._step(Input.OPEN, now_us)

    def closed(self, reason: str, now_us: int) -> list[SessionEvent]:
        """The port is closed or gone, ``reason`` in words: Lost, if a panel was connected."""
        self._step(Input.CLOSE, now_us, reason)
        return self._known()

    def show(self, levels: Levels) -> None:
        """These levels, uint8[lamps] of 0 to 15, are the newest; older ones are never sent.

        Raises LinkBugError for another shape or a level over 15.
        """
        check_levels(levels, self.lamps.lamps)
        self.lamps.show(levels.copy())

    def receive(self, data: bytes, now_us: int) -> list[SessionEvent]:
        """Bytes from the panel, none if only time has passed: what the host is to know.

        Raises LinkBugError if the port isn't open; nothing that a far end sends raises.
        """
        if self.state is State.CLOSED:
            raise LinkBugError("bytes while the link is closed")
        if self.state is State.FLOODED:
            self._in_window += data.count(DELIMITER)
        else:
            self._bytes += len(data)
            self._listen(data, now_us)
        self._pass(now_us)
        return self._known()

    def send(self, now_us: int) -> bytes:
        """The bytes that go out now, if any: one frame's, perhaps with a 0x00 before it."""
        if self.state is State.LINKED:
            frame = self.lamps.next(now_us, self._seq)
            return self._encoded(frame) if frame is not None else b""
        if self.state in (State.CALLING, State.REFUSED) and now_us >= self._call_us:
            self._call_us = now_us + CALL_US
            return DELIMITER + self._encoded(Hello(VERSION, self.digest))
        return b""

    def due_us(self, now_us: int) -> int:
        """When receive or send next has something to do though nothing comes and nothing is shown.

        Not before ``now_us``.
        """
        if self.state is State.LINKED:
            due = min(self._heard_us + SILENT_US, self.lamps.due_us(now_us))
        elif self.state is State.FLOODED:
            due = self._window_us + FLOOD_US
        else:
            due = self._call_us if self.state is not State.CLOSED else now_us + SILENT_US
        return max(now_us, due)

    # -- what comes -------------------------------------------------------------------------------

    def _listen(self, data: bytes, now_us: int) -> None:
        before = self.receiver.noise
        messages = self.receiver.feed(data)
        self._in_window += self.receiver.noise - before
        for _, message in messages:
            if not (isinstance(message, Ack) and self.lamps.has(message.about)):
                self._in_window += 1
            if self._in_window > FLOOD_FRAMES:
                break
            what, reason = self._meaning(message)
            if what not in (Input.NONSENSE, Input.ECHO):
                self._heard_us = now_us
            self._step(what, now_us, reason, message)
        if self._in_window > FLOOD_FRAMES:
            words = f"floods us: over {FLOOD_FRAMES} frames in a second; expected about 20"
            self._step(Input.FLOOD, now_us, words)
            self._window_us, self._in_window = now_us, 0

    def _pass(self, now_us: int) -> None:
        """What time alone brings about."""
        if now_us >= self._window_us + FLOOD_US:
            if self._in_window <= FLOOD_FRAMES:
                self._step(Input.CALM, now_us)
            self._window_us, self._in_window = now_us, 0
        if self.state is State.LINKED:
            self.lamps.expire(now_us)
            if now_us >= self._heard_us + SILENT_US:
                self._step(Input.QUIET, now_us, "says nothing any more: silent for a second")
        elif self._patience_us is not None and now_us >= self._patience_us:
            strange = self._bytes and self.receiver.good == self._good_before
            words = (
                "speaks something else: bytes come, but no frame of a panel"
                if strange
                else "doesn't answer our HELLO"
            )
            self._step(Input.QUIET, now_us, words)

    def _meaning(self, message: Message) -> tuple[Input, str]:
        """What a frame is to the table, and in words what is wrong with it."""
        try:
            return self._understood(message), ""
        except PeerError as error:
            return error.what, str(error)

    def _understood(self, message: Message) -> Input:
        match message:
            case PanelHello():
                self._check(message)
                return Input.OURS
            case Ack():
                return Input.ACK
            case Switches():
                return Input.SWITCHES if self.switches.fits(message) else Input.NONSENSE
            case Fault():
                self._check_fault(message)
                return Input.FAULT
            case Malformed():
                return Input.NONSENSE
        raise PeerError(Input.ECHO, "sends our own frames back: no panel, a line to ourselves")

    def _check(self, hello: PanelHello) -> None:
        if hello.version != VERSION:
            raise PeerError(
                Input.STRANGER,
                f"speaks version {hello.version} of the protocol; expected {VERSION}",
            )
        lamps, switches = self.lamps.lamps, self.switches.switches
        if (hello.digest, hello.lamps, hello.switches) != (self.digest, lamps, switches):
            self.stranger = hello
            raise PeerError(
                Input.STRANGER,
                f"is panel {hello.name} with {hello.lamps} lamps and {hello.switches} switches"
                f" (layout {hello.digest.hex()}); expected {self.name} with {lamps} lamps and"
                f" {switches} switches (layout {self.digest.hex()})",
            )

    def _check_fault(self, fault: Fault) -> None:
        if fault.code == FaultCode.WRONG_VERSION:
            raise PeerError(
                Input.DISOWNED, f"doesn't speak version {VERSION} of the protocol, as we do"
            )
        if fault.code == FaultCode.WRONG_LAYOUT:
            raise PeerError(
                Input.DISOWNED, f"is laid out otherwise; expected {self.name} ({self.digest.hex()})"
            )
        self._faults += 1
        if self._faults >= STUBBORN_FAULTS:
            words = FAULTS_IN_WORDS.get(fault.code, "unknown to us")
            raise PeerError(
                Input.STUBBORN,
                f"takes nothing from us: {self._faults} faults in a row, the last {fault.code}"
                f" ({words})",
            )

    # -- what is done -----------------------------------------------------------------------------

    def _step(
        self, what: Input, now_us: int, reason: str = "", message: Message | None = None
    ) -> None:
        self.state, deed = transition(self.state, what)
        match deed, message:
            case Action.CALL, _:
                self._call(now_us)
            case Action.TELL, _:
                self._tell(Refused(reason))
            case Action.LOSE, _:
                self._tell(Lost(reason))
                self._call_us = now_us + CALL_US
            case (Action.LINK, PanelHello() as hello):
                self._link(hello)
            case Action.RENEW, _:
                self._renew()
            case Action.TAKE_ACK, Ack(about=seq):
                self.lamps.accepted(seq)
                self._faults = 0
            case Action.TAKE_FAULT, Fault(about=seq):
                self.lamps.refused(seq)
            case Action.TAKE_SWITCHES, Switches() as switches:
                self._events += self.switches.take(switches)

    def _call(self, now_us: int) -> None:
        self._call_us = self._window_us = now_us
        self._patience_us = now_us + ANSWER_US
        self._bytes = self._in_window = 0
        self._good_before = self.receiver.good
        self.receiver.forget()

    def _tell(self, event: Lost | Refused) -> None:
        """Say it, a refusal only once."""
        self._patience_us = None
        if isinstance(event, Lost) or event.reason != self._told:
            self._events.append(event)
        self._told = event.reason

    def _link(self, hello: PanelHello) -> None:
        self.panel = hello
        self._told = ""
        self._patience_us = None
        self.switches.start(hello.name)
        self._renew()
        self._events.append(Connected(hello))

    def _renew(self) -> None:
        self.lamps.start()
        self.switches.reset()
        self._faults = 0

    def _known(self) -> list[SessionEvent]:
        events, self._events = self._events, []
        return events

    def _encoded(self, message: Sent) -> bytes:
        wire = encode(message, self._seq)
        self._seq = (self._seq + 1) % 256
        return wire
