"""The circuit of a panel's board: its parts, and the net of each of their pins.

It is that of firmware_sim/README.md: a chain of 74HC595 for the lamps, eight resistors and a header
at each; a chain for the rows of the key matrix, eight diodes and a header at each row; an Arduino
Nano.  Which lamp and which switch hangs where is the wiring of devices/panel/wiring.py.  LEDs and
switches stand on the front plate, not on the board: a header's nine wires go to eight of them.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from devices.panel.layout import PanelLayout
from devices.panel.wiring import OUTPUTS, lamp_wires, registers, switch_wires
from machines.app.printing.panel.kicad.parts import PARTS, VALUES, PartType

GROUND, SUPPLY = "GND", "+5V"
LAMP_DATA, LAMP_CLOCK, LAMP_LATCH, LAMP_DARK = "LAMP_DATA", "LAMP_CLOCK", "LAMP_LATCH", "LAMP_DARK"
ROW_DATA, ROW_CLOCK = "ROW_DATA", "ROW_CLOCK"
COLUMNS = tuple(f"COLUMN{column}" for column in range(OUTPUTS))
NANO_PINS = {
    "D11": LAMP_DATA, "D13": LAMP_CLOCK, "D10": LAMP_LATCH, "A4": LAMP_DARK,
    "D8": ROW_DATA, "D9": ROW_CLOCK,
    **dict(zip(("D7", "D6", "D5", "D4", "A3", "A2", "A1", "A0"), COLUMNS, strict=True)),
}  # fmt: skip
"""The pins of firmware_sim/firmware/board.h, by their names on an Arduino."""
LETTERS = "ABCDEFGH"
"""Of a register's outputs."""
Nets = dict[str, str | None]
"""By a pin's number or name; None: nothing is joined to it."""
IN_SERIES = (LAMP_DATA, LAMP_CLOCK, LAMP_LATCH)
"""Wires with 100 ohm between the processor and the registers."""


@dataclass(frozen=True)
class Part:
    """A part: its reference, kind, value, and each pin's net (None: nothing is joined to it)."""

    reference: str
    kind: str
    value: str
    nets: Nets

    @property
    def type(self) -> PartType:
        return PARTS[self.kind]

    def net_of(self, number: str) -> str:
        """A pin's net as KiCad names it."""
        net = self.nets[number]
        if net is not None:
            return net
        pin = next(pin for pin in self.type.pins if pin.number == number)
        return f"unconnected-({self.reference}-{pin.name}-Pad{number})"


@dataclass(frozen=True)
class LampCell:
    """A lamp register with its capacitor, resistors and header."""

    chip: Part
    capacitor: Part
    resistors: tuple[Part, ...]
    header: Part


@dataclass(frozen=True)
class KeyRow:
    """A row of eight switches: diodes and header."""

    diodes: tuple[Part, ...]
    header: Part


@dataclass(frozen=True)
class KeyBlock:
    """A row register with its capacitor, and the rows that it drives."""

    chip: Part
    capacitor: Part
    rows: tuple[KeyRow, ...]


@dataclass(frozen=True)
class Circuit:
    """All parts, as they belong together."""

    lamps: tuple[LampCell, ...]
    keys: tuple[KeyBlock, ...]
    nano: Part
    series: tuple[Part, ...]  # In the order of IN_SERIES
    pull_ups: tuple[Part, ...]  # Of the columns, if there are keys, and the last of LAMP_DARK
    supply: Part
    reservoir: Part
    jumper: Part

    def parts(self) -> Iterator[Part]:
        """Every one once."""
        yield from (self.nano, self.supply, self.reservoir, self.jumper)
        yield from (*self.series, *self.pull_ups)
        for cell in self.lamps:
            yield from (cell.chip, cell.capacitor, *cell.resistors, cell.header)
        for block in self.keys:
            yield from (block.chip, block.capacitor)
            for row in block.rows:
                yield from (*row.diodes, row.header)


@dataclass
class _Maker:
    """Numbers parts as they are made."""

    counts: dict[str, "itertools.count[int]"] = field(default_factory=dict)

    def part(self, kind: str, nets: Nets, value: str = "") -> Part:
        letter = PARTS[kind].letter
        number = next(self.counts.setdefault(letter, itertools.count(1)))
        of_all: Nets = {pin.number: None for pin in PARTS[kind].pins}
        return Part(f"{letter}{number}", kind, value or VALUES[kind], of_all | nets)

    def two(self, kind: str, one: str, other: str, value: str = "") -> Part:
        return self.part(kind, {"1": one, "2": other}, value)

    def chip(self, nets: Nets) -> Part:
        """A register; its nets by the names of its pins."""
        of_all: Nets = {"VCC": SUPPLY, "GND": GROUND, "~{SRCLR}": SUPPLY, **nets}
        return self.part(
            "74HC595", {pin.number: of_all.get(pin.name) for pin in PARTS["74HC595"].pins}
        )


def make_circuit(layout: PanelLayout) -> Circuit:
    """The whole circuit of a panel."""
    make = _Maker()
    has_keys = bool(layout.controls())
    nano = make.part("nano", _nano_nets(has_keys), "Arduino Nano")
    supply = make.two("supply", SUPPLY, GROUND, "5 V")
    reservoir = make.two("C_large", SUPPLY, GROUND)
    jumper = make.two("jumper", SUPPLY, "NANO_5V", "5 V to the Nano")
    series = tuple(make.two("R_upright", net, f"{net}_OUT", "100") for net in IN_SERIES)
    pull_ups = tuple(
        make.two("R_upright", net, SUPPLY, "10k" if net == LAMP_DARK else "4k7")
        for net in (*(COLUMNS if has_keys else ()), LAMP_DARK)
    )
    lamps = tuple(_lamp_cells(make, layout))
    keys = tuple(_key_blocks(make, layout))
    return Circuit(lamps, keys, nano, series, pull_ups, supply, reservoir, jumper)


def _nano_nets(has_keys: bool) -> Nets:
    wires = {
        name: f"{net}_OUT" if net in IN_SERIES else net
        for name, net in NANO_PINS.items()
        if has_keys or net.startswith("LAMP")
    }
    wires |= {"GND_1": GROUND, "GND_2": GROUND, "5V": "NANO_5V"}
    return {pin.number: wires.get(pin.name) for pin in PARTS["nano"].pins}


def _lamp_cells(make: _Maker, layout: PanelLayout) -> Iterator[LampCell]:
    ids = [f"/lamp.{_plain(wire.id)}" for wire in lamp_wires(layout)]
    count = registers(len(ids))
    for k in range(count):
        outputs = [f"/Q{OUTPUTS * k + n}" for n in range(OUTPUTS)]
        mine = ids[OUTPUTS * k : OUTPUTS * (k + 1)]
        wired: Nets = {
            f"Q{letter}": net for letter, net, _ in zip(LETTERS, outputs, mine, strict=False)
        }
        chip = make.chip(
            wired
            | {"SER": f"LAMP_CHAIN{k}" if k else LAMP_DATA, "SRCLK": LAMP_CLOCK}
            | {"RCLK": LAMP_LATCH, "~{OE}": LAMP_DARK}
            | {"QH'": f"LAMP_CHAIN{k + 1}" if k + 1 < count else None}
        )
        capacitor = make.two("C", GROUND, SUPPLY)
        resistors = tuple(
            make.two("R", lamp, output, "680") for lamp, output in zip(mine, outputs, strict=False)
        )
        nets: Nets = {str(n): lamp for n, lamp in enumerate(mine, 1)}
        first = OUTPUTS * k
        header = make.part("header", nets | {"9": GROUND}, f"lamps {first}-{first + len(mine) - 1}")
        yield LampCell(chip, capacitor, resistors, header)


def _key_blocks(make: _Maker, layout: PanelLayout) -> Iterator[KeyBlock]:
    ids = [f"/switch.{_plain(wire.id)}" for wire in switch_wires(layout)]
    rows = registers(len(ids))
    count = registers(rows)
    for k in range(count):
        mine = range(OUTPUTS * k, min(OUTPUTS * (k + 1), rows))
        outputs: Nets = {
            f"Q{letter}": f"ROW{row + 1}" for letter, row in zip(LETTERS, mine, strict=False)
        }
        chip = make.chip(
            outputs
            | {"SER": f"ROW_CHAIN{k}" if k else ROW_DATA, "SRCLK": ROW_CLOCK}
            | {"RCLK": ROW_CLOCK, "~{OE}": GROUND}
            | {"QH'": f"ROW_CHAIN{k + 1}" if k + 1 < count else None}
        )
        capacitor = make.two("C", GROUND, SUPPLY)
        made = []
        for row in mine:
            switches = ids[OUTPUTS * row : OUTPUTS * (row + 1)]
            diodes = tuple(
                make.two("D", switch, column)
                for switch, column in zip(switches, COLUMNS, strict=False)
            )
            nets: Nets = {str(n): switch for n, switch in enumerate(switches, 1)}
            first = OUTPUTS * row
            value = f"switches {first}-{first + len(switches) - 1}"
            header = make.part("header", nets | {"9": f"ROW{row + 1}"}, value)
            made.append(KeyRow(diodes, header))
        yield KeyBlock(chip, capacitor, tuple(made))


def _plain(id: str) -> str:
    """An id as a net's name."""
    return id.replace(" ", "_").replace("/", "_")
