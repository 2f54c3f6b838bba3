"""A noughts deck run at the units with nobody to wait for: for tests of both machines."""

from collections.abc import Callable
from dataclasses import dataclass, field

from devices.media.deck import deck_value, read_text_deck
from devices.media.tape import Tape, tape_value
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit
from machines.games.noughts.deck_player import DeckPlayer

MOST_STEPS = 100_000


@dataclass
class DeckBench:
    """Reader, tapes, a feed, and the units that print."""

    feed: DeckPlayer
    printing: Unit
    reader: CardReader
    tapes: list[TapeDrive]
    lines: Callable[[], list[str]]
    """All that is printed."""
    us: int = 0
    slices: list[int] = field(default_factory=list)
    """Time is cut so, round and round; due times where it is empty."""

    def put(self, *cards: str, name: str = "deck.txt") -> None:
        """A deck in the hopper, START pressed."""
        text = "".join(f"{card}\n" for card in cards)
        self.reader.operate("hopper", deck_value(read_text_deck(text, name)))
        self.reader.operate("start", 1)

    def mount(self, tape: Tape, ring: bool = True, unit: int = 0) -> None:
        """A tape on a unit, made ready."""
        drive = self.tapes[unit]
        drive.operate("file_protect", 0 if ring else 1)
        drive.operate("mount", tape_value(tape))
        drive.operate("load_rewind", 1)
        drive.advance(drive.due_us() or 0)
        drive.operate("start", 1)

    def run(self) -> list[str]:
        """Until there is only the operator to wait for; all that is printed."""
        for turn in range(MOST_STEPS):
            while self.feed.step():
                pass
            units: list[Unit] = [self.reader, self.printing, *self.tapes]
            dues = [due for unit in units if (due := unit.due_us()) is not None]
            if not dues:
                return self.lines()
            step = min(dues)
            if self.slices:
                step = min(step, self.slices[turn % len(self.slices)])
            for unit in units:
                unit.advance(step)
            self.us += step
        raise AssertionError("the deck doesn't come to an end")

    def put_and_run(self, *cards: str) -> list[str]:
        """Both."""
        self.put(*cards)
        return self.run()
