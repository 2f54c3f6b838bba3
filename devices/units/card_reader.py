"""The 711 card reader: 250 cards a minute, in simulated time.

A card lies in the hopper, travels for 240 ms past the brushes (row 9 first), and falls into the
stacker.  Only the computer's ``select`` starts a card on its way: a deck that is put into the
hopper lies there, and START only makes the reader ready.

The computer's side::

    if reader.select():            # ready, and a card has begun to travel
        ...                        # 240 ms later
        card = reader.take()       # the card, once; None before
    reader.put_back()              # it was refused: it lies in front again, to be read next
    reader.hopper_empty            # no card to select
    reader.take_end_of_file()      # ... and the operator said that this was all

or, for a computer that takes each half row as it passes the brushes (the 704's copy loop)::

    if reader.select_rows():       # a card has left the hopper for it
        reader.half_row_in_us(n)   # until half row n comes (0-23; 24: the end of the record)
        reader.half_row(n)         # its 36 bits
    reader.take_rows()            # the computer has had this card; a jam doesn't bring it back

The operator's: see ``CONTROLS``.  Sources: docs/sources/panel704.md (711, nominal speed),
docs/sources/media.md (a refused card is shown, corrected and read again), docs/sources/ibm704.md
("Cards (711)": the gates measure 230 ms a card; 240 is the nominal 250 a minute).
When the rows pass: row_times.py.
"""

from dataclasses import dataclass, field
from itertools import dropwhile
from typing import ClassVar, Literal

from devices.annotations import check_within
from devices.media.card import Card
from devices.media.deck import Deck, deck_of_value
from devices.media.file_kinds import Unchanging
from devices.refusal import RefusedError
from devices.units.card_unit import (
    HOPPER_CARDS,
    READER_CARD_US,
    READER_HALF_ROW_AT_US,
    STACKER_CARDS,
    CardUnit,
)
from devices.units.unit import Value

CARD_US = READER_CARD_US

CONTROLS = (
    "hopper",  # value: a deck (devices.media.deck.deck_value), put under the cards that lie there
    "empty_hopper",  # take the unread cards away; value FRONT_DECK: those of the deck in front
    "start",  # make ready; a card that the computer waits for since a jam is fed again
    "stop",  # not ready after the card that travels
    "feed",  # not ready: run one card through unread; after a jam: free the card
    "end_of_file",  # these are all the cards: an empty hopper is the end of the file
    "stacker",  # take the read cards away
    "correct",  # value: the new text of the card last read; it is read next
    "jam",  # a feed failure, for drills and tests
)

FRONT_DECK = 2


@dataclass(frozen=True)
class FedCard(Unchanging):
    """A card with the name of the deck that it came in and its number there, from 1."""

    card: Card
    deck: str
    number: int

    def where(self) -> str:
        """``"opening.txt, card 3"``."""
        return f"{self.deck}, card {self.number}"


@dataclass(frozen=True)
class ReaderView:
    """What can be seen of the reader.

    ``card`` travels while ``selected`` or ``travel_us`` < 240,000, else it was the last to pass;
    ``travel_us`` counts from when it left the hopper; ``cycles`` counts card cycles begun.
    """

    hopper: int
    stacker: int
    ready: bool
    selected: bool
    end_of_file: bool
    jammed: bool
    card: Card | None
    travel_us: int
    cycles: int
    deck: str
    where: str
    begun: bool = False
    """Whether the hopper holds the rest of a deck whose first cards have left it."""
    behind: str = ""
    """The deck that lies behind another, of which no card has been read; empty: there is none."""

    @property
    def takes_start(self) -> bool:
        """Whether START would make it ready to feed the cards that lie in it."""
        full = self.stacker >= STACKER_CARDS
        return self.hopper > 0 and not (self.ready or self.jammed or full)


@dataclass
class CardReader(CardUnit):
    """A 711; its fields are its whole state."""

    known: ClassVar = CONTROLS
    card_us: ClassVar = CARD_US
    when_jammed: ClassVar = "press FEED to free it"
    when_full: ClassVar = "take the read cards away"

    name: str = "reader"
    hopper: list[FedCard] = field(default_factory=list)
    stacker: list[FedCard] = field(default_factory=list)
    ready: bool = False
    end_of_file: bool = False
    jammed: bool = False
    moving: FedCard | None = None
    unread: bool = False
    """The travelling card was fed by the operator: the computer doesn't get it."""
    by_rows: bool = False
    """The travelling card is taken half row by half row."""
    sent: bool = False
    """... and the computer has had it whole: it only falls into the stacker yet."""
    elapsed_us: int = CARD_US
    """Since the last card left the hopper, at most 240 ms."""
    last: FedCard | None = None
    """The card that the computer was last sent."""
    last_lies: Literal["stacker", "hopper", "away"] = "away"
    waiting: bool = False
    """The last card has passed and the computer hasn't taken it."""
    pending: bool = False
    """The computer's select still wants a card: the one on its way jammed, or was corrected before
    the computer took it."""
    ran_empty: bool = False
    """It stopped being ready only because the hopper ran empty."""
    cycles: int = 0

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, CARD_US, elapsed=self.elapsed_us)
        place = {"stacker": self.stacker[-1:], "hopper": self.hopper[:1]}.get(self.last_lies)
        if place is not None and (self.last is None or place != [self.last]):
            raise ValueError(f"the last card doesn't lie in the {self.last_lies}")

    # -- the computer's side

    @property
    def hopper_empty(self) -> bool:
        """No card lies in the hopper (one may still travel)."""
        return not self.hopper

    def select(self) -> bool:
        """Start the next card on its way; whether one is travelling to the computer now.

        False when the reader isn't ready or the hopper is empty.  A card that has passed and was
        not taken is lost to the computer, as it was on the real machine.
        """
        if self.moving is not None:
            return not self.unread and not self.jammed and not self.by_rows
        if not self.ready or not self.hopper:
            return False
        self._begin(unread=False)
        return True

    def select_rows(self) -> bool:
        """Start the next card on its way, to be taken by half rows; whether it has started.

        False when the reader isn't ready, the hopper is empty or a card is still travelling.
        """
        if self.busy or not self.ready or not self.hopper:
            return False
        self._begin(unread=False)
        self.by_rows = True
        return True

    @property
    def sending_rows(self) -> bool:
        """A card travels whose half rows the computer is to take."""
        return self.busy and self.by_rows and not self.sent and not self.unread

    def half_row_in_us(self, index: int) -> int | None:
        """Microseconds until half row ``index`` of the travelling card (24: the end of the record)
        comes, negative since it came; None when no card is on its way, or it has jammed."""
        if not self.sending_rows or self.jammed:
            return None
        return READER_HALF_ROW_AT_US[index] - self.elapsed_us

    def half_row(self, index: int) -> int:
        """The 36 bits of half row ``index`` (0-23) of the travelling card.

        Raises ValueError when none travels.
        """
        if self.moving is None:
            raise ValueError(f"{self.name}: no card is travelling")
        return self.moving.card.half_row(index)

    def half_rows(self) -> tuple[int, ...]:
        """All 24 half rows of the travelling card.  Raises ValueError when none travels."""
        if self.moving is None:
            raise ValueError(f"{self.name}: no card is travelling")
        return self.moving.card.row_words()

    def take_rows(self) -> None:
        """The computer has had the travelling card."""
        self.sent = self.sending_rows

    def forget(self) -> None:
        """The computer no longer wants the card that travels: it passes unread."""
        self.unread = self.unread or self.sending_rows
        self.pending = False

    def take(self) -> Card | None:
        """The card that has passed since ``select``, once; None before it has."""
        if not self.waiting or self.last is None:
            return None
        self.waiting = False
        return self.last.card

    def put_back(self) -> bool:
        """Lay the card last read in front of the hopper, to be read again; whether it is there.

        False when no card was read or the operator has carried it away.
        """
        if self.last is None or self.moving is not None or self.last_lies == "away":
            return False
        if self.last_lies == "stacker":
            self.stacker.pop()
            self.hopper.insert(0, self.last)
            self.last_lies = "hopper"
            self._ready_again()
        self.waiting = False
        return True

    def take_end_of_file(self) -> bool:
        """Whether the file has ended: the hopper is empty and the end-of-file key was pressed.

        The key is released by this and the reader is no longer ready.
        """
        if not self.file_ended:
            return False
        self.ready = self.end_of_file = False
        return True

    @property
    def file_ended(self) -> bool:
        """What :meth:`take_end_of_file` would say."""
        if self.hopper or self.busy or self.waiting:
            return False
        return self.ready and self.end_of_file

    def where(self) -> str:
        """Names the card that travels or was read last: ``"opening.txt, card 3"``."""
        card = self.moving or self.last
        return card.where() if card else self.name

    # -- the operator's side

    def put(self, control: str, value: Value) -> bool:
        if control == "hopper":
            self._load(deck_of_value(self.text_of(control, value)))
        elif control == "correct":
            self._correct(self.text_of(control, value))
        elif control == "empty_hopper" and value == FRONT_DECK and self._behind():
            self.hopper = self._behind()
        else:
            return False
        return True

    def press(self, control: str) -> None:
        match control:
            case "start":
                self._start()
            case "stop":
                self.ready = self.ran_empty = False
            case "feed":
                self._feed()
            case "end_of_file":
                self.end_of_file = True
                self._ready_again()
            case "empty_hopper":
                self._away("hopper")
                self.hopper.clear()
                self._stop_if_empty()
                self.ran_empty = False
            case "stacker":
                self._away("stacker")
                self.stacker.clear()
            case "jam":
                self.jammed, self.ready, self.ran_empty = True, False, False

    def _load(self, deck: Deck) -> None:
        if not deck.cards:
            raise RefusedError(deck.name, "the deck has no cards; at least one was expected")
        free = max(HOPPER_CARDS - len(self.hopper), 0)
        if len(deck.cards) > free:
            raise RefusedError(
                f"{self.name} hopper",
                f"{deck.name} has {len(deck.cards)} cards; there is room for {free} "
                f"(the hopper holds {HOPPER_CARDS})",
            )
        self.hopper += [FedCard(card, deck.name, n) for n, card in enumerate(deck.cards, start=1)]
        self.ran_empty = False

    def _behind(self) -> list[FedCard]:
        """The cards behind the deck in front, if no card of that has been read."""
        if not self.hopper or self.hopper[0].number > 1 or self.last_lies == "hopper":
            return []
        front = self.hopper[0].deck
        return [*dropwhile(lambda card: card.deck == front, self.hopper)]

    def _start(self) -> None:
        self.check_free()
        if not self.hopper and not self.busy and not self.end_of_file:
            raise RefusedError(self.name, "the hopper is empty: put a deck into it")
        self.ready = True
        self._resume()

    def _resume(self) -> None:
        if self.pending and self.ready and self.hopper and self.moving is None:
            self._begin(unread=False)

    def _feed(self) -> None:
        if self.jammed:
            if self.moving is not None and self.sent:
                self.arrive()
            elif self.moving is not None:
                self.hopper.insert(0, self.moving)
                self.pending = not self.unread and not self.by_rows
                if self.moving == self.last:
                    self.last_lies = "hopper"
            self.take_out()
            return
        if self.ready:
            raise RefusedError(self.name, "FEED works when the reader is not ready: press STOP")
        self.check_still()
        if not self.hopper:
            raise RefusedError(self.name, "the hopper is empty: there is no card to feed")
        self.check_free()
        self._begin(unread=True)

    def _correct(self, text: str) -> None:
        self.check_still()
        if self.last is None:
            raise RefusedError(self.name, "no card has been read that could be corrected")
        card = Card.of_text(text, self.last.where())
        if self.last_lies == "stacker":
            self.stacker.pop()
        elif self.last_lies == "hopper":
            self.hopper.pop(0)
        self.last = FedCard(card, self.last.deck, self.last.number)
        self.hopper.insert(0, self.last)
        self.last_lies = "hopper"
        self.pending, self.waiting = self.pending or self.waiting, False
        self._ready_again()
        self._resume()

    # -- time

    def _begin(self, unread: bool) -> None:
        self.moving = self.hopper.pop(0)
        if self.last_lies == "hopper":
            self.last_lies = "away"
        self.unread = unread
        self.pending = self.waiting = self.by_rows = self.sent = False
        self.elapsed_us = 0
        self.cycles += 1

    def arrive(self) -> None:
        card, self.moving = self.moving, None
        assert card is not None
        self.stacker.append(card)
        if self.unread:
            self._away("stacker")
        else:
            self.last, self.last_lies, self.waiting = card, "stacker", not self.by_rows
        if len(self.stacker) >= STACKER_CARDS:
            self.ready = False
        self._stop_if_empty()

    def _stop_if_empty(self) -> None:
        if self.ready and not self.hopper and not self.busy and not self.end_of_file:
            self.ready, self.ran_empty = False, True

    def _ready_again(self) -> None:
        if self.ran_empty:
            self.ready, self.ran_empty = True, False

    def _away(self, place: str) -> None:
        if self.last_lies == place:
            self.last_lies = "away"

    def view(self) -> ReaderView:
        """What can be seen now."""
        card = self.moving or self.last
        return ReaderView(
            hopper=len(self.hopper),
            stacker=len(self.stacker),
            ready=self.ready,
            selected=self.busy and not self.unread and not self.sent,
            end_of_file=self.end_of_file,
            jammed=self.jammed,
            card=card.card if card else None,
            travel_us=self.elapsed_us,
            cycles=self.cycles,
            deck=self.hopper[0].deck if self.hopper else card.deck if card else "",
            where=card.where() if card else "",
            begun=bool(self.hopper) and self.hopper[0].number > 1,
            behind=next((card.deck for card in self._behind()), ""),
        )
