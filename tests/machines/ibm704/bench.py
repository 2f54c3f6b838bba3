"""The 704 exhibit on a bench: operated by events alone, as a visitor would, for tests."""

from dataclasses import dataclass, field

import numpy as np

from devices.media.deck import Deck, deck_value, read_text_deck
from devices.panel.layout import PanelLayout
from devices.units.unit import Value
from machines.exhibit.exhibit import Event
from machines.ibm704.console import square_acts
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.machine import Machine
from machines.storage import registry
from machines.storage.registry import panel_layout

NAME = "ibm704"
LAYOUT: PanelLayout = panel_layout(registry.find_exhibit(NAME))
CHEAP = ("BREAK  MIN 1", "BREAK  QUIET 1", "BREAK  JUMP 2", "BREAK  AHEAD 3", "BREAK  LAST 8")
"""A look-ahead of a few boards."""
GAME = (*CHEAP, "GAME   WHITE=MACHINE", "MOVE   11-15", "MOVE   15X24", "END")
"""Two moves of the operator with the machine's replies."""
LONG_US = 600_000_000
"""No test waits longer than that."""


def deck_of(*cards: str, name: str = "test.txt") -> Deck:
    """A deck of these cards."""
    return read_text_deck("".join(f"{card}\n" for card in cards), name)


def advance_sliced(machine: Ibm704, us: int, most_us: int, generator: np.random.Generator) -> None:
    """Let that time pass in slices drawn by lot, each shorter than ``most_us``."""
    while us:
        slice_us = min(us, int(generator.integers(1, most_us)))
        machine.advance(slice_us)
        us -= slice_us


@dataclass
class Bench:
    """An exhibit, and what an operator does at it."""

    machine: Ibm704 = field(default_factory=lambda: Ibm704(LAYOUT))

    @property
    def wired(self) -> Machine:
        """The 704 that the selector leads to."""
        assert self.machine.machine is not None
        return self.machine.machine

    def act(self, control: str, value: Value = 1) -> None:
        """One act, now."""
        self.machine.operate(Event(NAME, control, value, self.machine.now_us))

    def press(self, *controls: str) -> None:
        """Press and release buttons, one after the other."""
        for control in controls:
            self.act(control, 1)
            self.act(control, 0)

    def keys(self, word: int) -> None:
        """Set the entry keys to a word."""
        for name in ("S", *(str(n) for n in range(1, 36))):
            self.act(f"console.key.{name}", word >> (35 if name == "S" else 35 - int(name)) & 1)

    def load(self, *cards: str, sense: tuple[int, ...] = ()) -> None:
        """A deck in the hopper, sense switches down, START on the reader, LOAD CARDS; then wait."""
        self.act("reader.hopper", deck_value(deck_of(*cards)))
        for switch in sense:
            self.act(f"console.sense.{switch}")
        self.press("reader.start", "console.load_cards")
        self.wait()

    def started(self, *cards: str, sense: tuple[int, ...] = ()) -> None:
        """... and START."""
        self.load(*cards, sense=sense)
        self.press("console.start")

    def wait(self, step_us: int = 500_000) -> None:
        """Let time pass until the machine waits for its operator."""
        ends = self.machine.now_us + LONG_US
        while self.machine.busy:
            assert self.machine.now_us < ends, self.machine.program.state.phase
            self.machine.advance(step_us)

    def think(self, us: int = 10_000) -> None:
        """Let time pass until it looks ahead, and ``us`` longer."""
        while not self.lit("sense.1"):
            assert self.machine.busy, self.reason
            self.machine.advance(1_000)
        self.machine.advance(us)

    def halt(self) -> None:
        """The lever to MANUAL, until it has halted."""
        self.act("console.lever", 0)
        self.wait(100)

    def resume(self) -> None:
        """The lever to AUTOMATIC, and START."""
        self.act("console.lever", 1)
        self.press("console.start")

    def move(self, source: int, target: int, game: int = 0) -> None:
        """One step of a move by the keys, as a tap on two squares of the board does it."""
        acts = square_acts(self.machine.view().controls, source, target, game)
        for control, value in acts:
            self.act(control, value)
        self.wait()

    def lit(self, lamp: str) -> bool:
        """Whether a lamp is lit."""
        return bool(self.machine.lit()[self.lamp(lamp)])

    def lamp(self, lamp: str) -> int:
        """A lamp's place in the layout."""
        return self.machine.wiring.ids.index(lamp)

    def row(self, name: str) -> int:
        """A row of lamps read as a word, the leftmost lamp the highest bit."""
        view = self.machine.view()
        word = 0
        for place, lamp in enumerate(self.machine.wiring.ids):
            if lamp.rpartition(".")[0] == name:
                word = word << 1 | int(view.lit[place])
        return word

    @property
    def reason(self) -> str:
        """Why it stands, in the words of the strip."""
        return self.machine.view().reason

    @property
    def listing(self) -> str:
        """What stands on the paper."""
        return self.machine.state.printer.paper.text()

    @property
    def moves(self) -> list[str]:
        """The moves of game 1 so far, as on cards."""
        return [made.move.card() for made in self.machine.program.state.games[1].plays]


def loading(*cards: str) -> Bench:
    """The deck in the hopper and LOAD CARDS pressed; no time has passed."""
    bench = Bench()
    bench.act("reader.hopper", deck_value(deck_of(*cards)))
    bench.press("reader.start", "console.load_cards")
    return bench
