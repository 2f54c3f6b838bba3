"""A teleprinter that a computer types on, ten characters a second, in simulated time.

Which teleprinter the Pegasus 2 of Michie's paper had isn't known to us.  Ours runs like the Creed
75, which many British computers of the time had for their console: at 75 bauds and 7.5 units a
character, 100 ms each, so that a line of five plays with its return and feed takes 6.2 s.  That is
"about a game a second", as the paper says; a Creed 7 at 50 bauds would take half as long again.
A return and a line feed are characters like the others.  (Shifts between letters and figures are
not counted: the code that was sent isn't known either.)

The computer hands over characters as long as there is room for them (:attr:`Teleprinter.room`);
the first is being typed, and stands on the paper at the end of its time.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from devices.media.roll import FEED, RETURN, WIDTH, Roll, check_character
from devices.refusal import RefusedError
from devices.units.unit import OperatedUnit, check_time

CHARACTER_US = 100_000
ROOM = 16
"""Characters that wait at most: one play and its end of line."""

CONTROLS = (
    "start",  # the motor: type what comes
    "stop",  # stop after the character that is being typed
    "line_feed",  # by hand, while nothing is typed
    "tear",  # take the typed paper away
)


@dataclass(frozen=True)
class TeleprinterView:
    """What can be seen of the teleprinter.

    ``rows`` is the roll's own list, which only grows: look at the first ``count``; ``gone`` rows
    stood above them, so that its row k is row ``gone + k`` of the roll.  After a tear it is another
    list (``torn`` counts tears).  ``char`` is being typed since ``since_us`` at ``column``; empty
    when the head rests.  ``typed`` counts characters.
    """

    rows: list[str]
    count: int
    gone: int
    typing: str
    column: int
    char: str
    since_us: int
    running: bool
    torn: int
    typed: int


@dataclass
class Teleprinter(OperatedUnit):
    """Its fields are its whole state."""

    known: ClassVar = CONTROLS

    name: str = "teleprinter"
    paper: Roll = field(default_factory=Roll)
    torn_paper: Roll = field(default_factory=Roll)  # What was last torn off
    torn: int = 0
    running: bool = True
    waiting: str = ""  # Characters to be typed, the one under way first
    ends_at: int = 0  # The column at which the head will stand after them
    elapsed_us: int = 0  # Since the first of them was begun
    typed: int = 0
    fed: int = 0  # Characters and, among them, line feeds since it was made

    # -- the computer's side

    @property
    def busy(self) -> bool:
        """A character is being typed."""
        return bool(self.waiting) and (self.running or self.elapsed_us > 0)

    @property
    def room(self) -> int:
        """How many characters can be sent now."""
        return ROOM - len(self.waiting)

    def room_us(self, count: int) -> int | None:
        """Microseconds until ``count`` (at most ROOM) can be sent; None while it stands still."""
        short = count - self.room
        if short <= 0:
            return 0
        return short * CHARACTER_US - self.elapsed_us if self.running else None

    def send(self, text: str) -> None:
        """Have ``text`` typed: characters, returns and line feeds.

        Raises ValueError, with nothing changed, if there is no room for it or it can't be typed:
        the computer must ask first.
        """
        if len(text) > self.room:
            raise ValueError(f"{self.name} has room for {self.room} characters, not {len(text)}")
        column = self.ends_at
        for char in text:
            if char not in RETURN + FEED:
                check_character(char, column)
                column += 1
            elif char == RETURN:
                column = 0
        self.waiting += text
        self.ends_at = column

    def fitted(self, text: str) -> str:
        """The same text with a new line where it would run beyond the margin."""
        column, made = self.ends_at, ""
        for char in text:
            if char in RETURN + FEED:
                column = 0 if char == RETURN else column
            elif column < WIDTH:
                column += 1
            else:
                made, column = made + RETURN + FEED, 1
            made += char
        return made

    # -- the operator's side

    def press(self, control: str) -> None:
        match control:
            case "start":
                self.running = True
            case "stop":
                self.running = False
            case "line_feed":
                if self.waiting:
                    raise RefusedError(self.name, "the computer is typing: wait for its end")
                self.paper.type(FEED)
            case "tear":
                self.torn_paper = self.paper.tear()
                self.torn += 1

    # -- time

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        check_time(us)
        if not self.busy:
            return
        done, left = divmod(self.elapsed_us + us, CHARACTER_US)
        done = min(done, len(self.waiting) if self.running else 1)
        for char in self.waiting[:done]:
            self.paper.type(char)
        self.typed += done
        self.fed += self.waiting[:done].count(FEED)
        self.waiting = self.waiting[done:]
        going_on = self.waiting and (self.running or not done)
        self.elapsed_us = left if going_on else 0

    def due_us(self) -> int | None:
        """Until all that waits is typed (``room_us`` tells more); None when nothing is."""
        if not self.busy:
            return None
        return (len(self.waiting) if self.running else 1) * CHARACTER_US - self.elapsed_us

    def view(self) -> TeleprinterView:
        """What can be seen now; ``rows`` is shared and only grows."""
        return TeleprinterView(
            rows=self.paper.rows,
            count=len(self.paper.rows),
            gone=self.paper.gone,
            typing=self.paper.typing,
            column=self.paper.column,
            char=self.waiting[0] if self.busy else "",
            since_us=self.elapsed_us,
            running=self.running,
            torn=self.torn,
            typed=self.typed,
        )
