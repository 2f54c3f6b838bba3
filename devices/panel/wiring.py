"""A panel's wiring: the register's output each lamp hangs at, the row and column of each switch.

It follows from the order of the layout's file alone, as the firmware goes through it: lamp k is
bit k of one chain of 74HC595 shift registers, switch k stands in row k // 8 and column k % 8 of a
matrix whose rows are the outputs of a second chain.  firmware_sim/README.md tells the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from devices.panel.layout import PanelLayout

OUTPUTS = 8
"""Of a register; also the switches of a row."""
PINS = (15, 1, 2, 3, 4, 5, 6, 7)
"""QA to QH at a 74HC595."""


@dataclass(frozen=True)
class Output:
    """An output of a register; registers count from 1, at the processor."""

    register: int
    letter: str
    pin: int

    def __str__(self) -> str:
        return f"Q{self.letter}"


@dataclass(frozen=True)
class LampWire:
    """Lamp ``index`` of the wire, of a register (or group) of lamps, and where it hangs."""

    index: int
    id: str
    group: str
    bit: str
    output: Output


@dataclass(frozen=True)
class SwitchWire:
    """Switch ``index`` of the wire, its row from 1, its column from 0, and the row's output."""

    index: int
    id: str
    row: int
    column: int
    output: Output


def lamp_wires(layout: PanelLayout) -> Iterator[LampWire]:
    """Each lamp's place in the chain of lamp registers, in the order of the wire."""
    rows = (row for row in layout.lamp_rows for _ in row.columns)
    for k, (row, lamp) in enumerate(zip(rows, layout.lamps(), strict=True)):
        yield LampWire(k, lamp.id, row.title or row.id, lamp.label, output_of(k))


def switch_wires(layout: PanelLayout) -> Iterator[SwitchWire]:
    """Each switch's row and column, in the order of the wire."""
    for k, control in enumerate(layout.controls()):
        row, column = divmod(k, OUTPUTS)
        yield SwitchWire(k, control.id, row + 1, column, output_of(row))


def output_of(k: int) -> Output:
    """The output of a chain that bit ``k`` of it appears at."""
    register, output = divmod(k, OUTPUTS)
    return Output(register + 1, "ABCDEFGH"[output], PINS[output])
