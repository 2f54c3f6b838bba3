"""A deck of control cards at the 704's checkers program with nobody at the console.

LOAD CARDS is pressed, then START at every stop that waits for nothing else.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.media.control_card import LAST_COLUMN
from devices.media.deck import Deck, write_deck
from devices.refusal import RefusedError
from machines.exhibit.session import Sink
from machines.museum.worker.worker import SAMPLES, SELDOM
from machines.samuel.resume_cards import resume_cards
from machines.samuel.state_machine import Phase, Stop
from machines.storage import registry
from machines.storage.exhibits import make_exhibit
from machines.workshop.unattended.operator import MountedTape, UnattendedOperator, no_end_card

if TYPE_CHECKING:
    from machines.ibm704.exhibit import Ibm704

NAME = "ibm704"
SLICE_US = 3_000_000
"""The most machine time let pass at once, a fifth of a millisecond of a computer's on the middle:
what is touched waits for the slice's end, and a position that takes ten times what another does
must not let it wait 20 ms."""
ONLY_START = (Stop.FIRST_ACT, Stop.AFTER_MOVE, Stop.SHOWING)


class CheckersDeckOperator(UnattendedOperator):
    """Whoever works the checkers program while the operator is away."""

    slice_us = paced_us = SLICE_US

    def __init__(self, sink: Sink, lamps: bool = False) -> None:
        exhibit = make_exhibit(registry.find_exhibit(NAME))
        exhibit.sample = SAMPLES["flat"] if lamps else SELDOM
        super().__init__(exhibit, sink, lamps)
        self._started = 0
        """Cards that had been read when START was pressed at an empty hopper."""

    @property
    def machine(self) -> "Ibm704":
        """The exhibit."""
        return self.session.exhibit(NAME)  # type: ignore[return-value]

    def load(self, deck: str, tapes: Mapping[str, MountedTape], switches: tuple[int, ...]) -> None:
        """Media into their units, switches down, LOAD CARDS.  Raises RefusedError."""
        self.prepare(tapes, switches, deck)
        self.press("console.load_cards")

    def progress(self) -> str:
        view = self.session.view(NAME)
        return (
            f"{view.tallies['moves']} moves, {view.tallies['boards']:,} boards, "
            f"{format_duration(view.now_us)} of the 704's time"
        )

    def _stopped(self) -> str | None:
        if self._stop() is Stop.END:
            return ""
        if not self._start_is_all():
            return self._trouble()
        self.press("console.start")
        return None

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
            return no_end_card(reader)
        return self.session.view(NAME).reason

    # -- what is kept

    def resume_deck(self, name: str) -> tuple[str, bytes] | None:
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
