"""A machine small enough to see through, for the tests of the floor: it counts.

START sets it counting, one count each 12 ms, until RESET.  At every fortieth count a play is
finished: it draws a number from its generator and prints a line, which takes the printer 400 ms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from devices.units.unit import Unit
from machines import snapshot
from machines.app.program import ASSETS
from machines.exhibit import Event, View

COUNT_US = 12_000
PLAY = 40


@dataclass
class CounterState:
    lamps: int
    count: int = 0
    running: bool = False
    past_us: int = 0
    now_us: int = 0
    key: int = 0
    printer: LinePrinter = field(default_factory=LinePrinter)
    generator: np.random.Generator = field(default_factory=lambda: np.random.default_rng(704))
    on_us: npt.NDArray[np.int64] = field(init=False, metadata=snapshot.ASIDE)

    def __post_init__(self) -> None:
        self.on_us = np.zeros(self.lamps, dtype=np.int64)


@dataclass
class CounterPile:
    """A state of another machine."""

    beans: int = 3


class Counter:
    """The exhibit."""

    name: ClassVar[str] = "counter"
    title: ClassVar[str] = "A machine that counts"

    def __init__(self, layout: PanelLayout) -> None:
        self.layout = layout
        self.sample = 1
        self.state = CounterState(len(layout.lamps()))

    @property
    def units(self) -> Mapping[str, Unit]:
        return {"printer": self.state.printer}

    @property
    def now_us(self) -> int:
        return self.state.now_us

    def operate(self, event: Event) -> None:
        if not isinstance(event.value, int):
            raise RefusedError(event.control, "a number was expected")
        if event.control == "console.start":
            if self.state.running and event.value:
                raise RefusedError("START", "it counts already")
            self.state.running = self.state.running or bool(event.value)
        elif event.control == "console.reset":
            self.state.running = False
        elif event.control == "console.key.35":
            self.state.key = int(event.value)
        elif event.control.startswith("printer."):
            self.state.printer.operate(event.control[8:], event.value)
        else:
            raise RefusedError(event.control, "there is no such control")

    def advance(self, us: int) -> None:
        while us > 0:
            step = us
            if self.state.running:
                step = min(step, COUNT_US - self.state.past_us)
            self._pass(step)
            us -= step

    def _pass(self, us: int) -> None:
        state = self.state
        state.now_us += us
        state.on_us[:] += us // self.sample
        state.printer.advance(us)
        if not state.running:
            return
        state.past_us += us
        if state.past_us == COUNT_US:
            state.past_us = 0
            state.count += 1
            if state.count % PLAY == 0:
                drawn = int(state.generator.integers(0, 1000))
                if state.printer.ready and not state.printer.busy:
                    state.printer.print_line(f"COUNT {state.count} KEY {state.key} DREW {drawn}")

    def snapshot(self) -> bytes:
        return snapshot.pack(self.state, 1)

    def restore(self, data: bytes) -> None:
        self.state = snapshot.unpack(data, CounterState, 1)

    @property
    def busy(self) -> bool:
        return self.state.running

    @property
    def plays(self) -> int:
        return self.state.count // PLAY

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.state.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        return np.zeros(self.state.lamps, dtype=np.bool_)

    def view(self) -> View:
        state = self.state
        return View(
            exhibit=self.name,
            now_us=state.now_us,
            on_us=self.on_us.copy(),
            lit=self.lit(),
            controls={"console.key.35": state.key},
            units={"printer": state.printer.view()},
            busy=self.busy,
            plays=self.plays,
            tallies={"counts": state.count, "lines": len(state.printer.paper.lines)},
        )


def make() -> Counter:
    """A counter on the 704's panel."""
    path = ASSETS / "panels" / "ibm704.toml"
    return Counter(read_layout(path.read_bytes(), path.name))
