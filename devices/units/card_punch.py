"""The 721 card punch: 100 cards a minute, in simulated time.

Blank cards lie in the hopper; ``punch_card`` sends one through in 600 ms, and it falls into the
stacker punched.  A computer that punches half row by half row starts a blank one with
``begin_rows`` and hands over each half row when it is wanted (``half_row_in_us``).

Sources: docs/sources/panel704.md (nominal speed), docs/sources/ibm704.md ("721 punch").  When the
rows pass: row_times.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from devices.media.card import Card
from devices.media.deck import Deck
from devices.refusal import RefusedError
from devices.units.card_unit import (
    HOPPER_CARDS,
    PUNCH_CARD_US,
    PUNCH_HALF_ROW_AT_US,
    STACKER_CARDS,
    CardUnit,
)
from devices.units.unit import Value, check_ready

CARD_US = PUNCH_CARD_US

CONTROLS = (
    "hopper",  # value: how many blank cards are put in
    "start",  # make ready
    "stop",  # not ready after the card that travels
    "feed",  # not ready: run one blank card through; after a jam: take the spoiled card out
    "stacker",  # take the punched cards away
    "jam",  # a feed failure, for drills and tests
)


@dataclass(frozen=True)
class PunchView:
    """What can be seen of the punch: ``card`` is the one travelling, else the last punched."""

    hopper: int
    stacker: int
    ready: bool
    busy: bool
    jammed: bool
    card: Card | None
    travel_us: int
    cycles: int


@dataclass
class CardPunch(CardUnit):
    """A 721; its fields are its whole state."""

    known: ClassVar = CONTROLS
    card_us: ClassVar = CARD_US
    when_jammed: ClassVar = "press FEED to take it out"
    when_full: ClassVar = "take the punched cards away"

    name: str = "punch"
    hopper: int = HOPPER_CARDS  # Blank cards left
    stacker: list[Card] = field(default_factory=list)
    ready: bool = True
    jammed: bool = False
    moving: Card | None = None  # The travelling card, as it will be
    last: Card | None = None
    elapsed_us: int = CARD_US
    cycles: int = 0

    # -- the computer's side

    def punch_card(self, card: Card) -> None:
        """Punch ``card``; it lies in the stacker 600 ms later.

        Raises ValueError if the punch isn't ready or is busy: the computer must ask first.
        """
        check_ready(self.name, self.ready, self.busy)
        self._begin(card)

    def begin_rows(self) -> None:
        """Start a blank card, to be punched by half rows.  Raises as :meth:`punch_card`."""
        self.punch_card(Card.of_text(""))

    def half_row_in_us(self, index: int) -> int | None:
        """Microseconds until half row ``index`` of the travelling card is wanted (24: until no more
        is), negative since; None when no card travels, or it has jammed."""
        if self.moving is None or self.jammed:
            return None
        return PUNCH_HALF_ROW_AT_US[index] - self.elapsed_us

    def punch_half_row(self, index: int, word: int) -> None:
        """Punch 36 bits into half row ``index`` (0-23) of the travelling card.

        Raises ValueError when none travels.
        """
        self.punch_half_rows(index, [word])

    def punch_half_rows(self, first: int, words: Sequence[int]) -> None:
        """The same with half rows one after the other, ``first`` and on."""
        if self.moving is None:
            raise ValueError(f"{self.name}: no card is travelling")
        self.moving = self.moving.with_half_rows(first, words)

    def deck(self, name: str) -> Deck:
        """The punched cards that lie in the stacker, as a deck of this name."""
        return Deck(name, tuple(self.stacker))

    # -- the operator's side

    def put(self, control: str, value: Value) -> bool:
        if control == "hopper":
            self._load(value)
        return control == "hopper"

    def press(self, control: str) -> None:
        match control:
            case "start":
                self._check_free()
                self.ready = True
            case "stop":
                self.ready = False
            case "feed" if self.jammed:
                self.take_out()
            case "feed":
                if self.ready:
                    raise RefusedError(self.name, "FEED works when it is not ready: press STOP")
                self.check_still()
                self._check_free()
                self._begin(Card.of_text(""))
            case "stacker":
                self.stacker.clear()
            case "jam":
                self.jammed, self.ready = True, False

    def _load(self, value: Value) -> None:
        if isinstance(value, str) or not 0 < value <= HOPPER_CARDS - self.hopper:
            raise RefusedError(
                f"{self.name} hopper",
                f"a number of blank cards was expected; there is room for "
                f"{HOPPER_CARDS - self.hopper}",
            )
        self.hopper += value

    def _check_free(self) -> None:
        self.check_free()
        if self.hopper == 0 and not self.busy:
            raise RefusedError(self.name, "the hopper is empty: put blank cards into it")

    # -- time

    def arrive(self) -> None:
        assert self.moving is not None
        self.last, self.moving = self.moving, None
        self.stacker.append(self.last)
        if self.hopper == 0 or len(self.stacker) >= STACKER_CARDS:
            self.ready = False

    def _begin(self, card: Card) -> None:
        self.hopper -= 1
        self.moving = card
        self.elapsed_us = 0
        self.cycles += 1

    def view(self) -> PunchView:
        """What can be seen now."""
        return PunchView(
            hopper=self.hopper,
            stacker=len(self.stacker),
            ready=self.ready,
            busy=self.busy,
            jammed=self.jammed,
            card=self.moving or self.last,
            travel_us=self.elapsed_us,
            cycles=self.cycles,
        )
