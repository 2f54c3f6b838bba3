"""A channel with its units and a clock, driven as a program drives it.

:class:`Rig` lets time pass as the exhibit does: never past a moment at which the channel or a unit
is due.  ``slice_us`` cuts the time into smaller pieces.
"""

import copy
from dataclasses import dataclass, field

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Tape, tape_value
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit
from machines.exhibit import snapshot
from machines.ibm704.channel import Channel, ChannelState
from machines.ibm704.operations import number
from machines.ibm704.selection import Outcome

CYCLE_US = 12
COPY_LOOP_US = 4 * CYCLE_US
"""From the end of one copy to the next in the tightest loop: TIX, and the copy's own two cycles."""
FOR_EVER_US = 30_000_000


@dataclass(eq=False)
class State:
    """All of it, to be copied."""

    channel: ChannelState = field(default_factory=ChannelState)
    reader: CardReader = field(default_factory=CardReader)
    printer: LinePrinter = field(default_factory=LinePrinter)
    punch: CardPunch = field(default_factory=CardPunch)
    tapes: list[TapeDrive] = field(
        default_factory=lambda: [TapeDrive("tape1"), TapeDrive("tape2", dial=2)]
    )
    now_us: int = 0


@dataclass(eq=False)
class Rig:
    """A state with a clock."""

    state: State = field(default_factory=State)
    slice_us: int = FOR_EVER_US
    tape_check: bool = False
    end_of_tape: bool = False

    def __post_init__(self) -> None:
        state = self.state
        self.channel = Channel(state.channel, state.reader, state.printer, state.punch, state.tapes)
        self.units: list[Unit] = [state.reader, state.printer, state.punch, *state.tapes]

    def copy(self) -> "Rig":
        """A rig that goes on from here, by deepcopy."""
        return Rig(copy.deepcopy(self.state), self.slice_us, self.tape_check, self.end_of_tape)

    def packed(self) -> bytes:
        """The state as bytes, to be compared."""
        return snapshot.pack(self.state, 1)

    # -- time

    def _pass(self, us: int) -> None:
        for unit in self.units:
            unit.advance(us)
        self.state.now_us += us
        self.channel.advance(self.state.now_us)
        tape_check, end_of_tape = self.channel.take_indicators()
        self.tape_check |= tape_check
        self.end_of_tape |= end_of_tape

    def _piece(self, left: int) -> int:
        dues = [unit.due_us() for unit in self.units] + [self.channel.due_us(self.state.now_us)]
        coming = [due for due in dues if due is not None]
        assert all(due > 0 for due in coming), "a due moment lies in the future"
        return min([left, self.slice_us, *coming])

    def run(self, us: int) -> None:
        """The program computes for ``us``."""
        while us:
            piece = self._piece(us)
            self._pass(piece)
            us -= piece

    # -- the program

    def meet(self, mnemonic: str, address: int = 0, word: int = 0) -> None:
        """An instruction is met; it isn't waited for."""
        self.channel.begin(number(mnemonic), address, word, self.state.now_us)

    def wait(self, at_most_us: int = FOR_EVER_US) -> Outcome | None:
        """Wait until the instruction that was met is done; None if it waits on."""
        until = self.state.now_us + at_most_us
        while (outcome := self.channel.step(self.state.now_us)) is None:
            if self.state.now_us >= until:
                return None
            self._pass(self._piece(until - self.state.now_us))
        self.tape_check |= outcome.tape_check
        self.end_of_tape |= outcome.end_of_tape
        return outcome

    def do(self, mnemonic: str, address: int = 0, word: int = 0) -> Outcome:
        """An instruction, and the two cycles that it takes."""
        self.meet(mnemonic, address, word)
        outcome = self.wait()
        assert outcome is not None, self.channel.waiting()
        self.run(2 * CYCLE_US)
        return outcome

    def read(self, count: int, loop_us: int = COPY_LOOP_US) -> list[int]:
        """Copy so many words, none of which may be late or missing."""
        words = []
        for _ in range(count):
            outcome = self.do("CPY")
            assert outcome.word is not None, outcome
            assert not outcome.skip
            words.append(outcome.word)
            self.run(loop_us)
        return words

    def write(self, words: list[int] | tuple[int, ...], loop_us: int = COPY_LOOP_US) -> None:
        """Copy these words to the unit, none of which may be late."""
        for word in words:
            outcome = self.do("CPY", word=word)
            assert outcome == Outcome(), outcome
            self.run(loop_us)

    # -- the operator

    def deck(self, *cards: Card | str) -> None:
        """Put cards into the hopper and press START."""
        made = tuple(card if isinstance(card, Card) else Card.of_text(card) for card in cards)
        self.state.reader.operate("hopper", deck_value(Deck("cards", made)))
        self.state.reader.operate("start", 1)

    def mount(self, tape: Tape, dial: int = 1, protected: bool = False) -> TapeDrive:
        """Mount a tape, load it and make the unit ready."""
        drive = self.state.tapes[dial - 1]
        drive.operate("mount", tape_value(tape))
        drive.operate("file_protect", int(protected))
        drive.operate("load_rewind", 1)
        self.run(4_000_000)
        drive.operate("start", 1)
        return drive
