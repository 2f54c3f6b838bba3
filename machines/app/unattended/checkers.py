"""A deck played with nobody at the console: what an operator would do, done for him.

The media are put in their units, LOAD CARDS is pressed, then START at every stop that waits for
nothing else.  Everything goes through a session, as a visitor's acts do, so that the run can be
logged and replayed.  Where a person would have to think (a card to be corrected, a move by the
keys, a hopper run empty before END) the run ends and says what is wrong, and where.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.media.control_card import LAST_COLUMN
from devices.media.deck import Deck, write_deck
from devices.refusal import RefusedError
from devices.units.card_reader import FedCard
from machines import registry
from machines.app.exhibits import make_exhibit
from machines.app.unattended.operator import MountedTape, PrinterText, mount
from machines.app.worker.worker import SAMPLES, SELDOM, TimeBudget
from machines.samuel.resume_cards import resume_cards
from machines.samuel.state import Phase, Stop
from machines.session import Session, Sink

if TYPE_CHECKING:
    from machines.ibm704.exhibit import Ibm704

NAME = "ibm704"
SLICE_US = 3_000_000
"""The most machine time let pass at once, a fifth of a millisecond of a computer's on the middle:
what is touched waits for the slice's end, and a position that takes ten times what another does
must not let it wait 20 ms."""
ONLY_START = (Stop.FIRST_ACT, Stop.AFTER_MOVE, Stop.SHOWING)


class CheckersDeckOperator:
    """Whoever works the 704 while the operator is away; ``lamps``: somebody looks at them."""

    def __init__(self, sink: Sink, lamps: bool = False) -> None:
        one = registry.find_exhibit(NAME)
        exhibit = make_exhibit(one)
        exhibit.sample = SAMPLES["flat"] if lamps else SELDOM
        self._pace = TimeBudget() if lamps else None
        self.session = Session({NAME: exhibit}, sink)
        self._text = PrinterText(self.machine.state.printer)
        self._started = 0
        """Cards that had been read when START was pressed at an empty hopper."""

    @property
    def machine(self) -> "Ibm704":
        """The exhibit."""
        return self.session.exhibit(NAME)  # type: ignore[return-value]

    def load(self, deck: str, tapes: Mapping[str, MountedTape], switches: tuple[int, ...]) -> None:
        """Media into their units, switches down, LOAD CARDS.  Raises RefusedError."""
        for unit, reel in tapes.items():
            mount(self.session, NAME, unit, reel)
        for switch in switches:
            self._act(f"console.sense.{switch}", 1)
        self._act("reader.hopper", deck)
        self._press("reader.start")
        self._press("console.load_cards")

    def run(self, each: Callable[[], bool]) -> str:
        """See machines.app.unattended.operator.UnattendedOperator."""
        while True:
            self._slice()
            if self.session.finished(NAME):
                self.session.mark(NAME, weigh=False)
            if not each():
                return "interrupted"
            if self.machine.busy:
                continue
            if self._stop() is Stop.END:
                return ""
            if not self._start_is_all():
                return self._trouble()
            self._press("console.start")

    def _slice(self) -> None:
        """Let time pass: where somebody looks, in slices of real time, as a window has them."""
        if self._pace is None:
            self.session.advance(NAME, SLICE_US)
        else:
            self._pace.advance(SLICE_US, partial(self.session.advance, NAME))

    def printed(self) -> str:
        """What has been printed since this was last asked."""
        return self._text.more()

    def progress(self) -> str:
        """How far it is."""
        view = self.session.view(NAME)
        return (
            f"{view.tallies['moves']} moves, {view.tallies['boards']:,} boards, "
            f"{format_duration(view.now_us)} of the 704's time"
        )

    def _act(self, control: str, value: int | str) -> None:
        self.session.act(NAME, control, value)

    def _press(self, control: str) -> None:
        self._act(control, 1)
        self._act(control, 0)

    def _stop(self) -> Stop:
        state = self.machine.program.state
        return state.stop if state.phase is Phase.STOPPED else Stop.NONE

    def _start_is_all(self) -> bool:
        """Whether START alone lets it go on: at a stop, or with games set up and no more cards."""
        state = self.machine.program.state
        if self._stop() in ONLY_START:
            return True
        if state.phase is not Phase.READING or not state.setting_up or not state.games:
            return False
        first, self._started = self._started != state.cards_read, state.cards_read
        return first and self.machine.state.reader.hopper_empty

    def _trouble(self) -> str:
        """What stopped it, where, and what was expected."""
        state, reader = self.machine.program.state, self.machine.state.reader
        if self._stop() is Stop.REFUSED:
            return state.why
        if self._stop() is Stop.KEYS:
            return f"{state.why}: sense switch 1 is down, so that its moves come from the keys"
        if state.phase is Phase.READING and not state.from_tape and reader.last is not None:
            next_card = FedCard(reader.last.card, reader.last.deck, reader.last.number + 1)
            return f"{next_card.where()}, column 1: the hopper is empty and no END card has come"
        return self.session.view(NAME).reason

    # -- what is kept

    def kept(self, name: str) -> tuple[str, bytes] | None:
        """A deck by which the games under way go on: its file's name and bytes; None if none are.

        A card that was refused lies in it as a comment.
        """
        cards = [Card.of_text(text) for text in resume_cards(self.machine.program.state)]
        if not cards:
            return None
        reader = self.machine.state.reader
        if self._stop() is Stop.REFUSED and reader.last is not None:
            cards.append(_as_comment(reader.last.card))
        elif reader.waiting and reader.last is not None:
            cards.append(reader.last.card)
        if reader.moving is not None:
            cards.append(reader.moving.card)
        deck = Deck(f"{name}-kept.txt", (*cards, *(one.card for one in reader.hopper)))
        try:
            return deck.name, write_deck(deck, deck.name)
        except RefusedError:
            return f"{name}-kept.cbn", write_deck(deck, f"{name}-kept.cbn")


def _as_comment(card: Card) -> Card:
    """A refused card with its text moved behind a star; punches without character show as one."""
    text = "".join(GRAPHICS.get(punches, "*") for punches in card.columns[:LAST_COLUMN])
    return Card.of_text(f"*      REFUSED  {text.rstrip()}"[:LAST_COLUMN])
