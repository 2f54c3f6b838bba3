"""The source of control cards: the 711 reader or a 727 tape unit.

LOAD CARDS takes control cards from the reader, LOAD TAPE from the tape unit whose dial stands at 1.
With sense switch 3 down, a game that follows a book takes its moves from that tape even when the
control cards came from the reader, as long as the unit is ready.  A tape mark ends a book game; two
in a row, or an END card, end the tape (docs/sources/media.md, "Book tapes").  A record that can't
be read stops the machine with TAPE CHECK lit, and START backspaces and reads it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from devices.media.card import Card
from devices.media.control_card import LAST_COLUMN
from devices.media.tape import Record, TapeMark
from devices.media.tape_files import record_card
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive, TapeError
from machines.samuel import card_handlers, turns
from machines.samuel.state import Needed, Phase, ProgramState

PUT_DECK = "put a deck in the hopper and press START on the card reader"
JAMMED = "a card has jammed: press FEED on the card reader, then START"
START_READER = Needed("reader.start", "press START on the card reader")


@dataclass
class CardSource:
    """The units that bring cards, and the program's state that they are brought to."""

    reader: CardReader
    tapes: Sequence[TapeDrive]
    state: ProgramState

    def step(self) -> bool:
        """Go on with the card that is wanted; False when there is only to wait."""
        state = self.state
        if self._card_at_hand():
            self._take_card_at_hand()
            return True
        if not state.unit:
            state.from_tape = state.source == "tape" or self.book_from_tape()
        return self._step_tape() if state.from_tape else self._step_reader()

    def _card_at_hand(self) -> bool:
        """Whether the next card was read already; one that was corrected comes first."""
        corrected = not self.state.from_tape and self.reader.last_lies == "hopper"
        return self.state.at_hand is not None and not self.state.unit and not corrected

    def _take_card_at_hand(self) -> None:
        card, self.state.at_hand = self.state.at_hand, None
        if card is not None:
            self._act_on(card.text, card.where)

    def _step_reader(self) -> bool:
        state = self.state
        if not state.unit:
            if self.reader.take_end_of_file():
                self._cards_end()
            elif self.reader.select():
                state.unit = "reader"
            else:
                return False
            return True
        card = self.reader.take()
        if card is None:
            if self._read_over():
                state.unit = ""
                return True
            return False
        state.unit = ""
        state.cards_read += 1
        self._act(card, self.reader.where())
        return True

    def _read_over(self) -> bool:
        """Whether the console was turned to the 704 while a card was on its way, and what the 704
        has read meanwhile came over it: the next one is wanted."""
        reader = self.reader
        under_way = reader.busy or reader.waiting or reader.pending or reader.jammed
        return not under_way and reader.ready and not reader.hopper_empty

    def _step_tape(self) -> bool:
        state, tape = self.state, self.tape()
        if tape is None or tape.busy or state.tape_ended:
            state.unit = "" if tape is None else state.unit
            return False
        if state.unit:
            state.unit = ""
            outcome = tape.take()
            if outcome is not None:  # nothing: the reel was taken off before it was looked at
                self._take(outcome, _record_named(tape))
            return True
        if not tape.ready:
            return False
        if state.tape_again:
            state.tape_again = False
            tape.backspace()
        else:
            tape.read_record()
            state.unit = "tape"
        return True

    def _take(self, outcome: Record | TapeMark | TapeError, where: str) -> None:
        """What has come from tape: a card image, a tape mark, or trouble."""
        state = self.state
        if isinstance(outcome, TapeError) and outcome.fault == "parity":
            state.tape_check = state.tape_again = True
            refusal = RefusedError(where, "can't be read: parity error; expected even parity")
            turns.refuse_card(state, refusal, "press START to read the record again")
        elif isinstance(outcome, Record):
            state.cards_read += 1
            state.tape_marked = False
            try:
                card = record_card(outcome, where)
            except RefusedError as refusal:
                turns.refuse_card(state, refusal)
            else:
                self._act(card, where)
        elif isinstance(outcome, TapeMark):
            state.tape_ended, state.tape_marked = state.tape_marked, True
            card_handlers.book_ends(state)
            if state.tape_ended and state.source == "tape":
                self._cards_end()
        else:
            state.tape_ended = True

    def _act(self, card: Card, where: str) -> None:
        """Act on a card; its columns 73-80 are not read."""
        self.state.card = where
        try:
            text = card.field(1, LAST_COLUMN, where)
        except RefusedError as refusal:
            turns.refuse_card(self.state, refusal)
        else:
            self._act_on(text.rstrip(), where)

    def _act_on(self, text: str, where: str) -> None:
        try:
            card_handlers.execute_card(self.state, text, where)
        except RefusedError as refusal:
            turns.refuse_card(self.state, refusal)

    def _cards_end(self) -> None:
        try:
            card_handlers.cards_end(self.state)
        except RefusedError as refusal:
            turns.refuse_card(self.state, refusal)

    def book_from_tape(self) -> bool:
        """Whether games that follow a book, by sense switch 3, get their moves from tape.

        What a tape has begun to set up it goes on to set up.
        """
        state, tape = self.state, self.tape()
        if (
            state.reels.there
            or state.tape_ended
            or not state.down(3)
            or (state.setting_up and not state.from_tape)
        ):
            return False
        return tape is not None and tape.ready

    def tape(self) -> TapeDrive | None:
        """The tape unit whose dial stands at 1."""
        return next((tape for tape in self.tapes if tape.dial == 1), None)

    # -- what the operator must do

    def needed(self) -> Needed | None:
        """What the operator must do before a card can come; None if nothing."""
        state, reader = self.state, self.reader
        if state.unit == "reader" and not self._read_over():
            return self._needed_under_way()
        if state.unit or self._card_at_hand():
            return None
        if state.source == "tape" or self.book_from_tape():
            return self._needed_of_tape()
        blank = self._blank_book()
        if blank is not None:
            return blank
        if reader.jammed:
            return Needed("reader.feed", JAMMED)
        if reader.ready and (not reader.hopper_empty or reader.end_of_file):
            return None
        if not reader.hopper_empty:
            return START_READER
        return Needed("reader.hopper", self._out_of_cards() if state.games else PUT_DECK)

    def _blank_book(self) -> Needed | None:
        """A reel without cards lies where the book is looked for, by sense switch 3."""
        tape = self.tape()
        if not (self.state.tape_ended and self.state.down(3) and _is_blank(tape)):
            return None
        return Needed(
            f"{tape.name}.unload",
            f"{tape.mounted} holds no cards and no book: press RESET and UNLOAD on {tape.name}",
        )

    def _needed_under_way(self) -> Needed | None:
        """... for the card that was selected: it travels, it has jammed, or it was freed again."""
        reader = self.reader
        if reader.jammed:
            return Needed("reader.feed", JAMMED)
        if reader.busy or reader.waiting:
            return None
        return Needed("reader.hopper", PUT_DECK) if reader.hopper_empty else START_READER

    def is_out_of_cards(self) -> bool:
        """Whether the reader has run empty and games that cards have opened want more."""
        state = self.state
        return state.phase is Phase.READING and bool(state.games) and self.reader.hopper_empty

    def plays_without(self) -> bool:
        """Whether START plays what has been read: no card is on its way, no board half set up."""
        state = self.state
        if state.unit or state.board_parts:
            return False
        return state.setting_up or turns.can_go_on(state)

    def _out_of_cards(self) -> str:
        words = f"the hopper is empty and no END card has come: {PUT_DECK}"
        if self.state.setting_up or turns.can_go_on(self.state):
            return f"{words}, or press START at the console to play without"
        return words

    def _needed_of_tape(self) -> Needed | None:
        tape = self.tape()
        if self.state.tape_ended and not self.state.games and _is_blank(tape):
            return Needed(
                f"{tape.name}.unload",
                f"{tape.mounted} holds no cards: press RESET and UNLOAD on {tape.name}, mount a "
                "book tape, press LOAD REWIND and START there, then LOAD TAPE",
            )
        if self.state.tape_ended and not self.state.games and self.state.source == "tape":
            return self._needed_at(tape) or Needed(
                "console.load_tape", "press LOAD TAPE: the cards come from the tape on unit 1"
            )
        if self.state.tape_ended:
            return Needed(
                "console.load_cards",
                "the tape has ended and no END card has come: press LOAD CARDS or LOAD TAPE",
            )
        return self._needed_at(tape)

    def _needed_at(self, tape: TapeDrive | None) -> Needed | None:
        """A tape on its unit, and ready."""
        if tape is None or tape.mounted is None:
            name = tape.name if tape is not None else "tape1"
            return Needed(
                f"{name}.mount",
                "mount a tape on the unit with address 1, press LOAD REWIND and START there",
                "book",
            )
        if tape.ready or tape.busy:
            return None
        return Needed(f"{tape.name}.start", f"press START on {tape.name}")


def _is_blank(tape: TapeDrive | None) -> TypeGuard[TapeDrive]:
    """Whether a reel lies there that holds no card image."""
    if tape is None or tape.mounted is None:
        return False
    return not any(isinstance(item, Record) for item in tape.items)


def _record_named(tape: TapeDrive) -> str:
    """Names the record that was read last: ``"book.tap, record 3"``."""
    records = sum(isinstance(item, Record) for item in tape.items[: tape.at])
    return f"{tape.mounted}, record {records}"
