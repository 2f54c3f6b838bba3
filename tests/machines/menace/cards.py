"""The matchbox table worked by cards: for the tests of its decks, their tapes, and the room."""

from devices.media.deck import deck_value, read_text_deck
from devices.media.tape import Tape
from devices.panel.layout import read_layout
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.exhibit.exhibit import Event
from machines.games.noughts.deck_player import Phase
from machines.menace.beads import Cabinet
from machines.menace.deck_player import MenaceDeckJob, MenaceDeckPlayer
from machines.menace.exhibit import Menace
from machines.storage.program import ASSETS
from tests.machines.deck_bench import DeckBench
from tests.machines.hurried_table import HurriedTable

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
        layout = read_layout((ASSETS / "panels" / "menace.toml").read_bytes(), "menace.toml")
        self.one = Menace(layout, seed=1961)

    def act(self, control: str, value: int | str = 1) -> None:
        self.one.operate(Event("menace", control, value, self.one.now_us))

    def run(self, *cards: str, slice_us: int = 60_000_000) -> list[str]:
        text = "".join(f"{card}\n" for card in cards)
        self.act("reader.hopper", deck_value(read_text_deck(text, "deck.txt")))
        self.act("reader.start")
        while self.one.view().busy:
            self.one.advance(slice_us)
        return [line.text for line in self.one.state.printer.paper.lines]
