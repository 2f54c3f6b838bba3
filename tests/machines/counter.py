"""A machine small enough to see through, for the tests of the floor: it counts.

START sets it counting, one count each 12 ms, until RESET.  At every fortieth count a play is
finished: it draws a number from its generator and prints a line, which takes the printer 400 ms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from devices.units.unit import Value
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Exhibit, earliest
from machines.storage.program import ASSETS

COUNT_US = 12_000
PLAY = 40


@dataclass
class CounterState:
    lamps: int
    count: int = 0
    running: bool = False
    past_us: int = 0
    now_us: int = 0
    reason: str = field(default="", metadata=snapshot.ASIDE)
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


class Counter(Exhibit):
    """The exhibit."""

    name = "counter"
    title = "A machine that counts"
    places = ("console",)
    state_class = CounterState
    state: CounterState

    def __init__(self, layout: PanelLayout) -> None:
        self.layout = layout
        self._wire(CounterState(len(layout.lamps())))

    def _wire(self, state: CounterState) -> None:
        self.state = state
        self.units = {"printer": state.printer}

    def _operate(self, place: str, control: str, value: Value) -> None:
        if not isinstance(value, int):
            raise RefusedError(f"{place}.{control}", "a number was expected")
        if control == "start":
            if self.state.running and value:
                raise RefusedError("START", "it counts already")
            self.state.running = self.state.running or bool(value)
        elif control == "reset":
            self.state.running = False
        elif control == "key.35":
            self.state.key = int(value)
        else:
            raise RefusedError(f"{place}.{control}", "there is no such control")

    def _pass(self, us: int) -> int:
        state = self.state
        us = earliest(us, COUNT_US - state.past_us if state.running else None)
        state.now_us += us
        state.on_us[:] += us // self.sample
        state.printer.advance(us)
        if not state.running:
            return us
        state.past_us += us
        if state.past_us == COUNT_US:
            state.past_us = 0
            state.count += 1
            if state.count % PLAY == 0:
                drawn = int(state.generator.integers(0, 1000))
                if state.printer.ready and not state.printer.busy:
                    state.printer.print_line(f"COUNT {state.count} KEY {state.key} DREW {drawn}")
        return us

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

    def _controls(self) -> Mapping[str, int]:
        return {"console.key.35": self.state.key}

    def _tallies(self) -> Mapping[str, int]:
        return {"counts": self.state.count, "lines": len(self.state.printer.paper.lines)}


def make() -> Counter:
    """A counter on the 704's panel."""
    path = ASSETS / "panels" / "ibm704.toml"
    return Counter(read_layout(path.read_bytes(), path.name))
