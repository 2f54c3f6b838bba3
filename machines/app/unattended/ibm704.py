"""A 704 program with nobody at the console: what an operator would do, done for him.

The console is turned to the 704's own program, reels are mounted, the deck is put into the hopper,
and LOAD CARDS is pressed; then the machine runs until it stops, its cards tended meanwhile.  All
goes through a session, so that the run can be logged and replayed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.deck import Deck
from devices.units.unit import Value
from machines import registry
from machines.app.exhibits import panel_layout
from machines.app.unattended.operator import MountedTape, PrinterText, mount
from machines.app.worker.worker import SELDOM, TimeBudget
from machines.ibm704 import processor as at
from machines.ibm704.exhibit import STORED, Ibm704
from machines.ibm704.standalone import CardAttendant, press
from machines.session import Session, Sink

if TYPE_CHECKING:
    from machines.ibm704.machine import Machine

NAME = "ibm704"
TAPE_UNITS = 10
SLICE_US = 1_000_000
"""704 time let pass at once ..."""
PACED_US = 5_000_000
"""... and at most where slices go by real time: cards are tended between two."""
STOPPED = (at.STOPPED_HPR, at.STOPPED_HTR)


class ProgramOperator:
    """Whoever works the 704 while its program runs
    (machines.app.unattended.operator.UnattendedOperator); ``lamps``: somebody looks at them and
    touches the console."""

    def __init__(self, sink: Sink, storage: int, max_us: int, lamps: bool = False) -> None:
        exhibit = Ibm704(
            panel_layout(registry.find_exhibit(NAME)), tapes=TAPE_UNITS, storage=storage
        )
        exhibit.sample = SELDOM if lamps else 0
        self._pace = TimeBudget() if lamps else None
        self.exhibit = exhibit
        self.session = Session({NAME: exhibit}, sink)
        self.max_us = max_us
        self.attendant = CardAttendant(exhibit.state.reader, exhibit.state.punch, self._act)
        self._text = PrinterText(exhibit.state.printer)

    @property
    def machine(self) -> "Machine":
        """The 704, once the selector is turned to it."""
        if self.exhibit.machine is None:
            raise ValueError("the selector was not turned to the 704")
        return self.exhibit.machine

    def load(
        self,
        decks: Sequence[Deck],
        tapes: Mapping[str, MountedTape],
        switches: Sequence[int] = (),
        keys: int = 0,
    ) -> None:
        """Media into their units, switches and keys set, LOAD CARDS.  Raises RefusedError."""
        for unit, reel in tapes.items():
            mount(self.session, NAME, unit, reel)
        for switch in switches:
            self._act(f"console.sense.{switch}", 1)
        for bit in range(36):
            if keys >> (35 - bit) & 1:
                self._act(f"console.key.{bit or 'S'}", 1)
        self._act("selector.program", STORED)
        self.attendant.decks = list(decks)
        self.attendant.fill_hopper()
        press(self._act, "console.load_cards")

    def run(self, each: Callable[[], bool]) -> str:
        """See machines.app.unattended.operator.UnattendedOperator: empty after a program stop."""
        while True:
            left = self.max_us - self.machine.state.now_us
            if left <= 0:
                return f"no program stop within {self.max_us / 1e6:,.0f} s of the 704's time"
            self._slice(left)
            self.attendant.tend()
            if not each():
                return "interrupted"
            if not self.exhibit.busy:
                return self._trouble()

    def _slice(self, most_us: int) -> None:
        """Let time pass: where the console is touched, no more than that can wait for."""
        if self._pace is None:
            self.session.advance(NAME, min(SLICE_US, most_us))
        else:
            self._pace.advance(min(PACED_US, most_us), partial(self.session.advance, NAME))

    def printed(self) -> str:
        """What has been printed since this was last asked."""
        return self._text.more()

    def progress(self) -> str:
        """How far it is."""
        view = self.session.view(NAME)
        used = self.machine.state.now_us
        cards = view.tallies["cards"]
        return (
            f"{format_duration(used)} of the 704's time ({100 * used // self.max_us}% of the most "
            f"it may take), {cards} cards, {view.tallies['lines']} lines"
        )

    def take_punched(self) -> Deck | None:
        """All the cards that were punched; None if none was."""
        cards = self.attendant.take_punched()
        return Deck("punched", cards) if cards else None

    def _act(self, control: str, value: Value) -> None:
        self.session.act(NAME, control, value)

    def _trouble(self) -> str:
        """Why it stands; empty after a program stop."""
        if self.machine.state.stop in STOPPED and not self.machine.loader_stop():
            return ""
        return self.session.view(NAME).reason
