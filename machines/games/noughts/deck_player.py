"""A noughts deck under way: cards come through the 711, one is acted on before the next is read.

What a card does a machine's own subclass knows; this brings it, stops the reader when it was
refused, and moves the tape for SAVE and LOAD::

    phase     what goes on                            leaves for
    READING   the next card is wanted; it is read     ACTING with a card
              as soon as the reader is ready
    ACTING    its plays are made, its lines printed,  READING when all is done; REFUSED
              its tape moved
    REFUSED   the reader was stopped, the reason      READING at START on the reader
              stands on the paper

At REFUSED the operator corrects the card at the reader (it is read next) or leaves it, and presses
START there: a card that was not corrected is passed over.  Or the deck is taken out of the hopper:
then its game is left, and nothing is wanted any more.  A card that waits for a tape can be
corrected too, and is then dropped.  After END only remarks follow, or another deck.
"""

import enum
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from devices.media.card import Card
from devices.media.control_card import LAST_COLUMN, TEXT_COLUMN, at_column
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from machines.games.noughts import cards
from machines.games.noughts.cards import is_game, is_load
from machines.games.noughts.deck_game import DeckGame
from machines.games.noughts.tape_file import TapeFile, TapeJob, file_of, records_of

PUT_DECK = "put a deck in the hopper and press START on the card reader"
START_READER = "press START on the card reader"
JAMMED = "a card has jammed: press FEED on the card reader, then START"
"""How a card begins that brings beads or odds from a tape."""
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
    selected: bool = False  # A card was asked for and hasn't come
    card: str = ""  # The card read last: ``"visitor.txt, card 3"``
    why: str = ""  # Why it was refused
    begun: bool = False  # A card of a deck that has not ended was read
    ended: str = ""  # The END card; empty until it was read
    cards_read: int = 0
    job: TapeJob | None = None  # What a SAVE or LOAD card has set going


class DeckJob(Protocol):
    """What a deck has set going at a machine: a value."""

    feed: DeckState
    game: DeckGame


class DeckPlayer(ABC):
    """Reader and tapes, and the machine that the cards are for."""

    players: ClassVar[tuple[str, ...]]  # Who may play, as on the cards
    kind: ClassVar[str]  # Of its tape files
    job: DeckJob

    def __init__(self, reader: CardReader, tapes: Sequence[TapeDrive], job: DeckJob) -> None:
        self.reader = reader
        self.tapes = tapes
        self.job = job
        self.state = job.feed

    # -- what the machine does; where it is a card's, it raises RefusedError with nothing changed

    @property
    @abstractmethod
    def playing(self) -> bool:
        """Whether a play that a card began is on."""

    @abstractmethod
    def _go_on(self) -> bool:
        """Go on with what the last card has set going, or print; False when there is only to wait.

        Raises RefusedError, naming card and column, for a move that turns out to be wrong.
        """

    @abstractmethod
    def _busy(self) -> bool:
        """Whether something of that is still under way, so that no card is wanted."""

    @abstractmethod
    def _machine_wants(self) -> str:
        """What the operator must do before it can go on; empty if nothing."""

    @abstractmethod
    def _print(self, line: str) -> None:
        """Print a line that stands by itself."""

    @abstractmethod
    def _open_game(self, card: cards.GameCard, where: str) -> None:
        """Seat the players."""

    @abstractmethod
    def _take_plays(self, card: cards.PlaysCard, where: str) -> None:
        """Have so many plays made; the game is open and nobody's by hand."""

    @abstractmethod
    def _list_beads(self, card: cards.BeadsCard, where: str) -> None:
        """Print boxes, or odds."""

    @abstractmethod
    def _check_tape(self, card: cards.TapeCard, where: str) -> None:
        """Check that what was learned can be written or read now."""

    @abstractmethod
    def _leave_game(self) -> None:
        """Leave the play that is on, and the plays that are left."""

    @abstractmethod
    def _sum_up(self, above: str) -> None:
        """Print what came of all plays, below that line."""

    @abstractmethod
    def _print_refusal(self, refusal: RefusedError) -> None:
        """Print why a card was refused, and drop what is left of it but the moves."""

    @abstractmethod
    def _learned(self, name: str) -> TapeFile:
        """What the machine has learned."""

    @abstractmethod
    def _take(self, file: TapeFile, where: str) -> None:
        """Take what was learned before."""

    @abstractmethod
    def _taped(self, card: cards.TapeCard, unit: str, reel: str) -> None:
        """Print that a tape was written or read."""

    # -- going on

    def step(self) -> bool:
        """Go on as far as one thing; False when there is only to wait (for time, or the operator).

        No time passes here: whoever keeps time calls this until it says False, then brings units
        and machine up to when something is next due.
        """
        state = self.state
        try:
            if self._go_on():
                return True
            if self._busy():
                return False
            if state.job is not None:
                return self._step_tape(state.job)
            if state.phase is Phase.REFUSED:
                return self._read_on()
            state.phase = Phase.READING
            return self._read()
        except RefusedError as refusal:
            self._refuse(refusal)
            return True

    def working(self) -> bool:
        """Whether a deck is under way and needs nobody: time should pass."""
        state = self.state
        going = state.begun or state.selected or self._busy() or self._card_can_come()
        return going and not self.operator_action()

    def operator_action(self) -> str:
        """What the operator must do before it can go on; empty if nothing."""
        state, reader = self.state, self.reader
        if self._busy() or self._machine_wants():
            return self._machine_wants()
        if state.job is not None:
            drive = self._at(state.job.unit)
            return state.job.operator_action(drive) if drive else f"turn a dial to {state.job.unit}"
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
        return self.operator_action() if there or self.reader.jammed or self._busy() else ""

    def _card_can_come(self) -> bool:
        reader = self.reader
        more = reader.end_of_file and self.state.begun
        return reader.ready and (more or not reader.hopper_empty)

    # -- cards

    def _read(self) -> bool:
        state, reader = self.state, self.reader
        if not state.selected:
            if state.begun and reader.take_end_of_file():
                self._act_on(cards.EndCard(), "END OF FILE", reader.name)
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
        command = cards.read_card(text, where, self.players)
        if state.ended and not isinstance(command, cards.RemarkCard):
            raise RefusedError(
                at_column(where, 1),
                f"comes after END ({state.ended}); expected no more cards, or another deck",
            )
        self._act_on(command, text, where)

    def _act_on(self, command: cards.Command, text: str, where: str) -> None:
        """Begin what a card says; raises RefusedError with nothing changed."""
        state, game = self.state, self.job.game
        match command:
            case cards.RemarkCard():
                self._print(command.text)
            case cards.GameCard():
                self._open_game(command, where)
            case cards.MoveCard():
                game.put(command, where, self.playing)
            case cards.PlaysCard():
                game.check_plays(where)
                self._take_plays(command, where)
            case cards.BeadsCard():
                self._list_beads(command, where)
            case cards.TapeCard():
                self._check_unit(command.unit, where)
                self._check_tape(command, where)
                records = records_of(self._learned(command.name)) if command.save else ()
                state.job = TapeJob(command.unit, command.save, command.name, list(records))
            case cards.EndCard():
                self._leave_game()
                self.job.game = DeckGame()
                self._sum_up(text.strip())
                state.ended = where
        state.begun = not state.ended

    # -- refusals

    def _refuse(self, refusal: RefusedError) -> None:
        state = self.state
        state.phase, state.why, state.job = Phase.REFUSED, str(refusal), None
        self.reader.operate("stop", 1)
        self.job.game.moves.waiting.clear()
        self._print_refusal(refusal)

    def _read_on(self) -> bool:
        if not self.reader.ready:
            return False
        self.state.phase, self.state.why = Phase.READING, ""
        return True

    def deck_is_out(self) -> None:
        """The cards were taken out of the hopper; a deck with a refused card is done with."""
        state = self.state
        if state.phase is Phase.REFUSED:
            state.phase, state.why, state.begun = Phase.READING, "", False
            self._leave_game()
            self.job.game = DeckGame()

    @property
    def refused(self) -> bool:
        """Whether a card was refused and the reader stopped."""
        return self.state.phase is Phase.REFUSED

    @property
    def loads(self) -> bool:
        """Whether a card that waits in the hopper would replace what was learned."""
        return any(is_load(fed.card) for fed in self.reader.hopper)

    @property
    def begins(self) -> bool:
        """Whether a card that waits in the hopper would begin a game."""
        return any(is_game(fed.card) for fed in self.reader.hopper)

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
        self._taped(cards.TapeCard(job.saving, job.unit, job.name), drive.name, job.reel)
        return True

    def _load(self, job: TapeJob) -> None:
        file = file_of(job.records, self.kind, job.reel)
        if job.name and file.name != job.name:
            raise RefusedError(
                f"{job.reel}, record 1",
                f"holds {file.name or 'a file without a name'}; expected {job.name}, "
                "or no name on the card",
            )
        self._take(file, job.reel)
