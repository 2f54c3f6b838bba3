"""Where the parts stand on the board, and how its tracks run.

The board is a row of blocks below a bundle of lines.  Every block is joined to the lines by tracks
that run straight up::

    lines    ==========================================   F.Cu, along
              |  |  |     |     |        |      |          B.Cu, down
             Nano       lamps 0-63   lamps 64-127   keys

Tracks along are on the front (F.Cu), tracks down on the back (B.Cu), and a via joins the two: so no
two of them ever meet that shouldn't, and nothing has to be searched for.  Within a block each part
has the height of a pin of its register, and its track runs straight across.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from machines.app.printing.panel.kicad.circuit import (
    COLUMNS,
    GROUND,
    IN_SERIES,
    LAMP_CLOCK,
    LAMP_DARK,
    LAMP_DATA,
    LAMP_LATCH,
    ROW_CLOCK,
    ROW_DATA,
    SUPPLY,
    Circuit,
    KeyBlock,
    LampCell,
    Part,
)
from machines.app.printing.panel.kicad.parts import PITCH

Layer = Literal["F.Cu", "B.Cu"]
Point = tuple[float, float]

SIGNAL, POWER, TRUNK = 0.3, 1.0, 2.0
"""Widths of tracks."""
LAMP_HOP, ROW_HOP = "lamp hop", "row hop"
"""The lines on which a chain goes from the end of a block to the beginning of the next."""
LINES = (
    GROUND, SUPPLY, LAMP_CLOCK, LAMP_LATCH, LAMP_DARK, LAMP_DATA, LAMP_HOP, ROW_DATA, ROW_CLOCK,
    ROW_HOP, *COLUMNS,
)  # fmt: skip
"""From the upper edge down."""
FIRST_LINE, LINE_PITCH = 8.0, 2.54
BLOCKS_TOP = FIRST_LINE + LINE_PITCH * len(LINES) + 6.0
CELLS = 8
"""Lamp registers of a block."""
CELL_ROWS, KEY_ROWS = 11, 10
"""Heights of a register's cell and of a row of keys, in rows of PITCH."""
NANO_WIDTH, LAMP_WIDTH, KEY_WIDTH = 78.74, 55.88, 91.44
EDGE = 5.08
"""Around the blocks."""


@dataclass(frozen=True)
class Track:
    """A straight piece of copper."""

    start: Point
    end: Point
    width: float
    layer: Layer
    net: str


@dataclass(frozen=True)
class Via:
    """A plated hole that joins front and back."""

    at: Point
    net: str


@dataclass
class Placing:
    """The parts with the place of their pad 1; tracks, vias; the board's size."""

    parts: list[tuple[Part, Point]] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    wide: float = 0.0
    high: float = 0.0
    _taps: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    def put(self, part: Part, x: float, y: float) -> None:
        """A part, by the place of its pad 1."""
        self.parts.append((part, (x, y)))

    def along(self, net: str, y: float, *xs: float, width: float = SIGNAL) -> None:
        """A track on the front."""
        self.tracks.append(Track((min(xs), y), (max(xs), y), width, "F.Cu", net))

    def down(self, net: str, x: float, *ys: float, width: float = SIGNAL) -> None:
        """A track on the back."""
        self.tracks.append(Track((x, min(ys)), (x, max(ys)), width, "B.Cu", net))

    def way(self, net: str, layer: Layer, *points: Point, width: float = SIGNAL) -> None:
        """A track with corners."""
        for start, end in itertools.pairwise(points):
            self.tracks.append(Track(start, end, width, layer, net))

    def via(self, net: str, x: float, y: float) -> None:
        """A way from front to back."""
        self.vias.append(Via((x, y), net))

    def tap(self, net: str, x: float, y: float, line: str = "", width: float = SIGNAL) -> None:
        """A track from (x, y) up to the net's line, or to another ``line``."""
        level = line_y(line or net)
        self.down(net, x, level, y, width=width)
        self.via(net, x, level)
        self._taps.setdefault((net, line or net), []).append(x)

    def draw_lines(self) -> None:
        """The lines, each from its first tap to its last one."""
        for (net, line), xs in self._taps.items():
            width = TRUNK if net in (GROUND, SUPPLY) else SIGNAL
            if len(xs) > 1:
                self.along(net, line_y(line), *xs, width=width)


def line_y(line: str) -> float:
    """The height of a line."""
    return FIRST_LINE + LINE_PITCH * LINES.index(line)


def place(circuit: Circuit) -> Placing:
    """The whole board."""
    board = Placing()
    _place_nano(board, circuit, EDGE)
    left = EDGE + NANO_WIDTH
    for first in range(0, len(circuit.lamps), CELLS):
        cells = circuit.lamps[first : first + CELLS]
        _place_lamps(board, cells, left)
        left += LAMP_WIDTH
    for block in circuit.keys:
        _place_keys(board, block, left)
        left += KEY_WIDTH
    board.draw_lines()
    board.wide = left + EDGE
    foot = max(y + pin.pad[1] for part, (_, y) in board.parts for pin in part.type.pins)
    board.high = foot + 2 * EDGE
    return board


def _place_nano(board: Placing, circuit: Circuit, left: float) -> None:
    """The processor, its resistors, and where the supply comes in."""
    x, y = left + 7.62, BLOCKS_TOP + 20.32
    board.put(circuit.nano, x, y)
    series = {f"{net}_OUT": part for net, part in zip(IN_SERIES, circuit.series, strict=True)}
    nano_supply = ""
    for pin in circuit.nano.type.pins:
        net = circuit.nano.nets[pin.number]
        at = x + pin.pad[0]
        if net is None:
            continue
        if net == "NANO_5V":
            nano_supply = net
            board.down(net, at, y + 15.24, y + 25.4, width=POWER)
            board.put(circuit.jumper, at + PITCH, y + 25.4)
            continue
        top = y
        if pin.pad[1]:  # of the lower row: between two pins of the upper one
            at += PITCH / 2
            board.way(net, "B.Cu", (at - PITCH / 2, y + 15.24), (at, y + 15.24 - PITCH / 2))
            board.down(net, at, y + 15.24 - PITCH / 2, y)
        if net in series:
            part = series[net]
            board.put(part, at, y - 15.24)
            board.down(net, at, y, y - 5.08)
            net, top = str(part.nets["1"]), y - 15.24
        board.tap(net, at, top)
    assert nano_supply
    bank = x + 43.18
    for k, part in enumerate(circuit.pull_ups):
        board.put(part, bank + PITCH * k, BLOCKS_TOP)
        board.tap(str(part.nets["1"]), bank + PITCH * k, BLOCKS_TOP)
    right = bank + PITCH * len(circuit.pull_ups)
    foot = BLOCKS_TOP + 10.16
    board.along(SUPPLY, foot, bank, right, width=POWER)
    board.via(SUPPLY, right, foot)
    board.tap(SUPPLY, right, y + 25.4, width=POWER)
    board.via(SUPPLY, right, y + 25.4)
    (jumper,) = (place for part, place in board.parts if part is circuit.jumper)
    board.along(SUPPLY, y + 25.4, jumper[0], right, width=POWER)
    _place_supply(board, circuit, left + 7.62, y + 40.64)


def _place_supply(board: Placing, circuit: Circuit, x: float, y: float) -> None:
    """The terminal and its capacitor, far from the Nano; their tracks run up beside it."""
    board.put(circuit.reservoir, x + 5.08, y)
    board.put(circuit.supply, x + 5.08, y + 15.24)
    for net, at, edge in ((SUPPLY, x + 5.08, x - 7.62), (GROUND, x + 10.16, x - 10.16 + 5.08)):
        board.down(net, at, y, y + 15.24, width=TRUNK)
        level = y if net == SUPPLY else y + 7.62
        board.along(net, level, edge, at, width=TRUNK)
        if net == GROUND:
            board.via(net, at, level)
        board.via(net, edge, level)
        board.tap(net, edge, level, width=POWER)


def _place_lamps(board: Placing, cells: Sequence[LampCell], left: float) -> None:
    """A block of lamp registers, one under another."""
    ground, supply = left + 2.54, left + 39.37
    buses = {LAMP_CLOCK: left + 41.91, LAMP_LATCH: left + 44.45, LAMP_DARK: left + 46.99}
    chain, hop = left + 49.53, left + 52.07
    foot = 0.0
    for k, cell in enumerate(cells):
        top = BLOCKS_TOP + CELL_ROWS * PITCH * k

        def row(number: int, top: float = top) -> float:
            return top + PITCH * (number + 1)

        chip = {pin.name: cell.chip.nets[pin.number] for pin in cell.chip.type.pins}
        x, right = left + 27.94, left + 35.56
        board.put(cell.chip, x, row(1))
        board.put(cell.capacitor, left + 30.48, row(-1))
        board.put(cell.header, left + 6.35, row(0))
        for n, part in enumerate(cell.resistors):
            board.put(part, left + 11.43, row(n))
            board.along(str(part.nets["1"]), row(n), left + 6.35, left + 11.43)
            if n:
                board.along(str(part.nets["2"]), row(n), left + 21.59, x)
            else:
                _from_first_output(board, str(part.nets["2"]), left + 21.59, right, row(0))
        board.along(GROUND, row(8), ground, x, width=POWER)
        board.along(GROUND, row(-1), ground, left + 30.48, width=POWER)
        for number in (8, -1):
            board.via(GROUND, ground, row(number))
        board.way(SUPPLY, "F.Cu", (right, row(-1)), (right, row(1)), width=0.5)
        for number in (1, 7):
            board.along(SUPPLY, row(number), right, supply, width=0.5)
            board.via(SUPPLY, supply, row(number))
        for number, net in ((6, LAMP_CLOCK), (5, LAMP_LATCH), (4, LAMP_DARK)):
            board.along(net, row(number), right, buses[net])
            board.via(net, buses[net], row(number))
        ser = str(chip["SER"])
        board.along(ser, row(3), right, chain)
        board.via(ser, chain, row(3))
        if k:
            board.down(ser, chain, row(3) - CELL_ROWS * PITCH + 5 * PITCH, row(3))
        else:
            board.tap(ser, chain, row(3), line=LAMP_DATA if ser == LAMP_DATA else LAMP_HOP)
        if (out := chip["QH'"]) is not None:
            end = chain if k + 1 < len(cells) else hop
            board.along(out, row(8), right, end)
            board.via(out, end, row(8))
            if end == hop:
                board.tap(out, hop, row(8), line=LAMP_HOP)
        foot = row(8)
    board.tap(GROUND, ground, foot, width=POWER)
    board.tap(SUPPLY, supply, foot - PITCH, width=POWER)
    for up, (net, at) in enumerate(buses.items(), 2):
        board.tap(net, at, foot - up * PITCH)


def _from_first_output(board: Placing, net: str, end: float, pin: float, top: float) -> None:
    """QA, on the register's right: under the register, over its upper end, and to the left."""
    turn = pin - 3.81
    level = top + 2 * PITCH
    board.way(net, "F.Cu", (pin, level), (turn, level), (turn, top), (end, top))


def _place_keys(board: Placing, block: KeyBlock, left: float) -> None:
    """A row register, and the rows of keys that it drives below it."""
    ground, supply, clock = left + 2.54, left + 77.47, left + 80.01
    chain, hop = left + 82.55, left + 85.09
    columns = [left + 22.86 + PITCH * c for c in range(len(COLUMNS))]
    rows = [left + 43.18 + PITCH * r for r in range(len(COLUMNS))]
    x, right = left + 66.04, left + 73.66

    def row(number: int) -> float:
        return BLOCKS_TOP + PITCH * (number + 1)

    nets = {pin.name: block.chip.nets[pin.number] for pin in block.chip.type.pins}
    board.put(block.chip, x, row(1))
    board.put(block.capacitor, left + 68.58, row(-1))
    board.along(GROUND, row(8), ground, x, width=POWER)
    board.along(GROUND, row(-1), ground, left + 68.58, width=POWER)
    for number in (8, -1):
        board.via(GROUND, ground, row(number))
    board.tap(GROUND, ground, row(8), width=POWER)
    inner = x + 3.0
    board.way(GROUND, "F.Cu", (right, row(4)), (inner, row(4)), (inner, row(8)), (x, row(8)))
    board.way(SUPPLY, "F.Cu", (right, row(-1)), (right, row(1)), width=0.5)
    for number in (1, 7):
        board.along(SUPPLY, row(number), right, supply, width=0.5)
        board.via(SUPPLY, supply, row(number))
    board.tap(SUPPLY, supply, row(7), width=POWER)
    for number in (5, 6):
        board.along(ROW_CLOCK, row(number), right, clock)
        board.via(ROW_CLOCK, clock, row(number))
    board.tap(ROW_CLOCK, clock, row(6))
    ser = str(nets["SER"])
    board.along(ser, row(3), right, chain)
    board.via(ser, chain, row(3))
    board.tap(ser, chain, row(3), line=ROW_DATA if ser == ROW_DATA else ROW_HOP)
    if (out := nets["QH'"]) is not None:
        board.along(out, row(8), right, hop)
        board.via(out, hop, row(8))
        board.tap(out, hop, row(8), line=ROW_HOP)
    lowest = dict.fromkeys(COLUMNS, 0.0)
    for r, one in enumerate(block.rows):
        top = BLOCKS_TOP + PITCH * (CELL_ROWS + KEY_ROWS * r + 1)
        net = str(one.header.nets["9"])
        if r:
            board.along(net, row(r), x, rows[r])
        else:
            _from_first_output(board, net, rows[0], right, row(0))
        board.via(net, rows[r], row(r))
        level = top + 8 * PITCH
        board.down(net, rows[r], row(r), level)
        board.via(net, rows[r], level)
        board.along(net, level, left + 6.35, rows[r])
        board.put(one.header, left + 6.35, top)
        for c, diode in enumerate(one.diodes):
            level = top + PITCH * c
            board.put(diode, left + 11.43, level)
            board.along(str(diode.nets["1"]), level, left + 6.35, left + 11.43)
            board.along(COLUMNS[c], level, left + 19.05, columns[c])
            board.via(COLUMNS[c], columns[c], level)
            lowest[COLUMNS[c]] = level
    for c, net in enumerate(COLUMNS):
        if lowest[net]:
            board.tap(net, columns[c], lowest[net])
