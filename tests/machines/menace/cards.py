"""The matchbox table worked by cards: for the tests of its decks, their tapes, and the room.

What a deck does at it (machines.menace.deck_player) is tried without the room's time and show:
every move is made at once, but the visitor's.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from devices.media.deck import deck_value, read_text_deck
from devices.media.tape import Tape, tape_value
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit
from machines.exhibit.exhibit import Event
from machines.games.noughts.board import Board
from machines.games.noughts.deck_player import DeckPlayer, Phase
from machines.menace import flow
from machines.menace.beads import Cabinet
from machines.menace.deck_player import MenaceDeckJob, MenaceDeckPlayer
from machines.menace.exhibit import Menace
from machines.menace.state import TableState
from machines.menace.table import Table
from machines.storage.registry import layout_of


def hurry(table: Table) -> None:
    """As if hands took no time: on to where a visitor is waited for, or the play is over."""
    while table.under_way and flow.lasts_us(table.state):
        table._leave()


class HurriedTable(Table):
    """A table at which hands take no time."""

    def __init__(self, build: str = "304", seed: int = 1961) -> None:
        super().__init__(TableState.new(build, seed))

    @property
    def board(self) -> Board:
        return self.state.play.board

    def begin(self, opponent: str = "") -> None:
        super().begin(opponent)
        hurry(self)

    def move(self, square: int, where: str = "your mark") -> None:
        super().move(square, where)
        hurry(self)

    def run(self, on: bool) -> None:
        assert not on, "a deck has no plays follow one another by themselves"
        super().run(on)


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


GAME = "GAME   1 A VISITOR NOUGHT=MENACE CROSS=OPERATOR"


class Bench(DeckBench):
    """A table, its boxes new, and the units beside it."""

    def __init__(self, name: str = "304", seed: int = 1961) -> None:
        self.table = HurriedTable(name, seed)
        self.state = MenaceDeckJob()
        self.printer = LinePrinter()
        reader, tapes = CardReader(), [TapeDrive("tape1"), TapeDrive("tape2", dial=2)]
        super().__init__(
            MenaceDeckPlayer(reader, tapes, self.state, self.table, self.printer),
            self.printer,
            reader,
            tapes,
            lambda: [line.text for line in self.printer.paper.lines],
        )

    @property
    def cabinet(self) -> Cabinet:
        return self.table.cabinet

    def free(self) -> list[int]:
        """The squares that are free."""
        return list(self.table.board.moves)

    def refusal(self) -> str:
        assert self.state.feed.phase is Phase.REFUSED
        assert not self.reader.ready
        return self.state.feed.why


def in_lines(lines: list[str], words: str) -> str:
    found = [line for line in lines if words in line]
    assert found, "\n".join(lines)
    return found[0]


def saved() -> Bench:
    bench = Bench()
    bench.mount(Tape("friday.tap", ()))
    bench.put_and_run("GAME   CROSS=RANDOM", "PLAYS  30", "SAVE   1 FRIDAY", "END")
    return bench


def reel_of(bench: Bench) -> Tape:
    tape = bench.tapes[0].tape()
    assert tape is not None
    return tape


class Floor:
    """The exhibit itself."""

    def __init__(self) -> None:
        layout = layout_of("menace")
        self.one = Menace(layout, seed=1961)

    def act(self, control: str, value: int | str = 1) -> None:
        self.one.operate(Event("menace", control, value, self.one.now_us))

    def run(self, *cards: str) -> list[str]:
        text = "".join(f"{card}\n" for card in cards)
        self.act("reader.hopper", deck_value(read_text_deck(text, "deck.txt")))
        self.act("reader.start")
        while self.one.view().busy:
            self.one.advance(60_000_000)
        return [line.text for line in self.one.state.printer.paper.lines]
