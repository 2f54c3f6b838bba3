"""A noughts deck under way: cards come through the 711, one is acted on before the next is read.

What a card does is the machine's business (:class:`Player`); this brings it, stops the reader when
it was refused, and moves the tape for SAVE and LOAD::

    phase     what goes on                            leaves for
    READING   the next card is wanted; it is read     ACTING with a card
              as soon as the reader is ready
    ACTING    its plays are made, its lines printed,  READING when all is done; REFUSED
              its tape moved
    REFUSED   the reader was stopped, the reason      READING at START on the reader
              stands on the paper

At REFUSED the operator corrects the card at the reader (it is read next) or leaves it, and presses
START there: a card that was not corrected is passed over.  A card that waits for a tape can be
corrected too, and is then dropped.  After END only remarks follow, or another deck.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from devices.media.card import Card
from devices.media.control_card import LAST_COLUMN, TEXT_COLUMN, at_column
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from machines.noughts.cards import Command, EndCard, RemarkCard, TapeCard, read_card
from machines.noughts.tape_file import TapeFile, TapeJob, file_of, records_of

PUT_DECK = "put a deck in the hopper and press START on the card reader"
START_READER = "press START on the card reader"
JAMMED = "a card has jammed: press FEED on the card reader, then START"
CORRECT = "correct the card at the reader and press START there, or press START to pass it over"


class Phase(enum.Enum):
    """What goes on; the module has the table."""

    READING = enum.auto()
    ACTING = enum.auto()
    REFUSED = enum.auto()


@dataclass
class DeckState:
    """How far a deck is: a value."""

    phase: Phase = Phase.READING
    selected: bool = False
    """A card was asked for and hasn't come."""
    card: str = ""
    """The card read last: ``"visitor.txt, card 3"``."""
    why: str = ""
    """Why it was refused."""
    begun: bool = False
    """A card of a deck that has not ended was read."""
    ended: str = ""
    """The END card; empty until it was read."""
    cards_read: int = 0
    job: TapeJob | None = None
    """What a SAVE or LOAD card has set going."""


class Player(Protocol):
    """What a deck is fed to: a machine that plays, and what it prints on."""

    @property
    def players(self) -> Sequence[str]:
        """Who may play, as on the cards."""

    @property
    def kind(self) -> str:
        """Of its tape files."""

    def step(self) -> bool:
        """Go on with what the last card has set going, or print; False when there is only to wait.

        Raises RefusedError, naming card and column, for a move that turns out to be wrong.
        """

    def busy(self) -> bool:
        """Whether something of that is still under way, so that no card is wanted."""

    def wanted(self) -> str:
        """What the operator must do before it can go on; empty if nothing."""

    def act_on(self, card: Command, text: str, where: str) -> None:
        """Begin what a card says; TapeCards only show that they are allowed now.

        Raises RefusedError with nothing changed.
        """

    def refused(self, refusal: RefusedError) -> None:
        """Print why a card was refused, and drop what is left of it."""

    def saved(self, name: str) -> TapeFile:
        """What it has learned."""

    def load(self, file: TapeFile, where: str) -> None:
        """Take what was learned before; raises RefusedError with nothing changed."""

    def taped(self, card: TapeCard, unit: str, reel: str) -> None:
        """Print that a tape was written or read."""


@dataclass
class DeckFeed:
    """Reader and tapes, and the machine that the cards are for."""

    reader: CardReader
    tapes: Sequence[TapeDrive]
    state: DeckState
    player: Player

    def step(self) -> bool:
        """Go on as far as one thing; False when there is only to wait (for time, or the operator).

        No time passes here: whoever keeps time calls this until it says False, then brings units
        and machine up to when something is next due.
        """
        state = self.state
        try:
            if self.player.step():
                return True
            if self.player.busy():
                return False
            if state.job is not None:
                return self._step_tape(state.job)
            if state.phase is Phase.REFUSED:
                return self._go_on()
            state.phase = Phase.READING
            return self._read()
        except RefusedError as refusal:
            self._refuse(refusal)
            return True

    def working(self) -> bool:
        """Whether a deck is under way and needs nobody: time should pass."""
        state = self.state
        going = state.begun or state.selected or self.player.busy() or self._card_can_come()
        return going and not self.wanted()

    def wanted(self) -> str:
        """What the operator must do before it can go on; empty if nothing."""
        state, reader = self.state, self.reader
        if self.player.busy() or self.player.wanted():
            return self.player.wanted()
        if state.job is not None:
            drive = self._at(state.job.unit)
            return state.job.wanted(drive) if drive else f"turn a dial to {state.job.unit}"
        if state.phase is Phase.REFUSED:
            return CORRECT if not reader.ready else ""
        if reader.jammed:
            return JAMMED
        if reader.busy or reader.waiting or self._card_can_come():
            return ""
        if not reader.hopper_empty:
            return START_READER
        if state.begun:
            return f"the hopper is empty and no END card has come: {PUT_DECK}"
        return PUT_DECK

    def reason(self) -> str:
        """Why it has stopped, or what it waits for; empty while it works, or with no deck there."""
        state = self.state
        if state.phase is Phase.REFUSED:
            return f"{state.why}; {CORRECT}"
        there = state.begun or state.job is not None or not self.reader.hopper_empty
        return self.wanted() if there or self.reader.jammed or self.player.busy() else ""

    def _card_can_come(self) -> bool:
        reader = self.reader
        more = reader.end_of_file and self.state.begun
        return reader.ready and (more or not reader.hopper_empty)

    # -- cards

    def _read(self) -> bool:
        state, reader = self.state, self.reader
        if not state.selected:
            if state.begun and reader.take_end_of_file():
                self._act_on(EndCard(), "END OF FILE", reader.name)
                return True
            state.selected = reader.select()
            return state.selected
        card = reader.take()
        if card is None:
            return False
        state.selected = False
        state.cards_read += 1
        state.card = reader.where()
        state.phase = Phase.ACTING
        self._act(card, reader.where())
        return True

    def _act(self, card: Card, where: str) -> None:
        """Act on a card; its columns 73-80 are not read."""
        state = self.state
        if self.reader.last is not None and self.reader.last.number == 1:
            state.ended = ""  # another deck, even if this card is wrong
        text = card.field(1, LAST_COLUMN, where).rstrip()
        command = read_card(text, where, self.player.players)
        if state.ended and not isinstance(command, RemarkCard):
            raise RefusedError(
                at_column(where, 1),
                f"comes after END ({state.ended}); expected no more cards, or another deck",
            )
        self._act_on(command, text, where)

    def _act_on(self, command: Command, text: str, where: str) -> None:
        state = self.state
        if isinstance(command, TapeCard):
            self._check_unit(command.unit, where)
        self.player.act_on(command, text, where)
        state.begun = not state.ended
        if isinstance(command, EndCard):
            state.begun, state.ended = False, where
        if isinstance(command, TapeCard):
            records = records_of(self.player.saved(command.name)) if command.save else ()
            state.job = TapeJob(command.unit, command.save, command.name, list(records))

    # -- refusals

    def _refuse(self, refusal: RefusedError) -> None:
        state = self.state
        state.phase, state.why, state.job = Phase.REFUSED, str(refusal), None
        self.reader.operate("stop", 1)
        self.player.refused(refusal)

    def _go_on(self) -> bool:
        if not self.reader.ready:
            return False
        self.state.phase, self.state.why = Phase.READING, ""
        return True

    # -- tape

    def _at(self, unit: int) -> TapeDrive | None:
        """The tape unit with that address."""
        return next((tape for tape in self.tapes if tape.dial == unit), None)

    def _check_unit(self, unit: int, where: str) -> None:
        if self._at(unit) is None:
            standing = ", ".join(f"{tape.name} at {tape.dial}" for tape in self.tapes)
            raise RefusedError(
                at_column(where, TEXT_COLUMN),
                f"no tape unit's dial stands at {unit}; expected one of {standing}",
            )

    def _step_tape(self, job: TapeJob) -> bool:
        drive = self._at(job.unit)
        waits = drive is None or not (drive.ready or drive.busy)
        if waits and self.reader.last_lies == "hopper":
            self.state.job = None  # the card was corrected: it is read again
            return True
        if drive is None:
            return False
        if not job.over:
            return job.step(drive)
        if not job.saving:
            self._load(job)
        self.state.job = None
        self.player.taped(TapeCard(job.saving, job.unit, job.name), drive.name, job.reel)
        return True

    def _load(self, job: TapeJob) -> None:
        file = file_of(job.records, self.player.kind, job.reel)
        if job.name and file.name != job.name:
            raise RefusedError(
                f"{job.reel}, record 1",
                f"holds {file.name or 'a file without a name'}; expected {job.name}, "
                "or no name on the card",
            )
        self.player.load(file, job.reel)
