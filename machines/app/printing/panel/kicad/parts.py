"""The parts of the board: pins as the schematic draws them, pads as the board has them.

Lengths are millimetres; y grows downwards, as on KiCad's sheets.  A pad's place is from pad 1, a
pin's end from the middle of its symbol.  All parts are soldered through holes.
"""

from dataclasses import dataclass
from typing import Literal

PITCH = 2.54
Kind = Literal["input", "output", "bidirectional", "passive", "power_in", "power_out"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Pin:
    """A pin: its pad's number, name, electrical kind, end in the symbol and place on the board."""

    number: str
    name: str
    kind: Kind
    end: tuple[float, float]
    pad: tuple[float, float]

    @property
    def angle(self) -> int:
        """Where its wire comes from: 0 from the left side, 180 from the right, 270 from above."""
        x, y = self.end
        if abs(x) >= abs(y) or self.kind not in ("power_in",):
            return 180 if x > 0 else 0
        return 90 if y > 0 else 270


@dataclass(frozen=True)
class PartType:
    """A kind of part: its letter, footprint's name, pins, bodies on sheet and board, hole."""

    letter: str
    footprint: str
    pins: tuple[Pin, ...]
    symbol: Box
    body: Box
    drill: float = 0.8
    pad: float = 1.6


def _dip16() -> PartType:
    left = ("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND")
    right = ("QH'", "~{SRCLR}", "SRCLK", "RCLK", "~{OE}", "SER", "QA", "VCC")
    inputs = ("SER", "SRCLK", "~{SRCLR}", "RCLK", "~{OE}")
    pins = []
    for k, name in enumerate(left + right):
        place = (0.0, k * PITCH) if k < 8 else (7.62, (15 - k) * PITCH)
        if name == "VCC":
            pins.append(Pin(str(k + 1), name, "power_in", (0.0, -16.51), place))
        elif name == "GND":
            pins.append(Pin(str(k + 1), name, "power_in", (0.0, 16.51), place))
        elif name in inputs:
            end = (-10.16, -10.16 + 2 * PITCH * inputs.index(name))
            pins.append(Pin(str(k + 1), name, "input", end, place))
        else:
            row = 9 if name == "QH'" else "ABCDEFGH".index(name[1])
            pins.append(Pin(str(k + 1), name, "output", (10.16, -10.16 + PITCH * row), place))
    body = (1.27, -1.27, 6.35, 19.05)
    return PartType("U", "DIP-16", tuple(pins), (-7.62, -13.97, 7.62, 13.97), body)


def _two(
    letter: str, footprint: str, names: tuple[str, str], place: tuple[float, float], body: Box,
    kind: Kind = "passive", drill: float = 0.8, pad: float = 1.6, turned: bool = False,
) -> PartType:  # fmt: skip
    """A part of two pins, the first at its symbol's left (``turned``: at its right)."""
    side = -3.81 if turned else 3.81
    pins = (
        Pin("1", names[0], kind, (-side, 0.0), (0.0, 0.0)),
        Pin("2", names[1], kind, (side, 0.0), place),
    )
    return PartType(letter, footprint, pins, (-2.54, -1.016, 2.54, 1.016), body, drill, pad)


def _header() -> PartType:
    pins = tuple(
        Pin(str(k + 1), f"Pin_{k + 1}", "passive", (-5.08, -10.16 + PITCH * k), (0.0, PITCH * k))
        for k in range(9)
    )
    body = (-1.27, -1.27, 1.27, 8 * PITCH + 1.27)
    return PartType("J", "Header-1x9", pins, (-2.54, -12.7, 2.54, 12.7), body, 1.0, 1.7)


def _nano() -> PartType:
    """An Arduino Nano lying on its side: pins 1 to 15 above, 16 to 30 below, from right to left."""
    above = ("D1", "D0", "RESET_1", "GND_1", *(f"D{number}" for number in range(2, 13)))
    below = ("D13", "3V3", "AREF", *(f"A{number}" for number in range(8)))
    below += ("5V", "RESET_2", "GND_2", "VIN")

    def kind(name: str) -> Kind:
        return "bidirectional" if name[0] in "DA" and name[1].isdigit() else "passive"

    pins = []
    for k, name in enumerate(above):
        end = (-15.24, PITCH * (k - 7))
        pins.append(Pin(str(k + 1), name, kind(name), end, (PITCH * k, 0.0)))
    for k, name in enumerate(below):
        end = (15.24, PITCH * (7 - k))
        pins.append(Pin(str(k + 16), name, kind(name), end, (PITCH * (14 - k), 15.24)))
    body = (-4.5, -1.4, 40.06, 16.64)
    return PartType("A", "Arduino-Nano", tuple(pins), (-12.7, -20.32, 12.7, 20.32), body, 1.0, 1.7)


ACROSS, DOWN = (1.6, -1.15, 8.56, 1.15), (-1.15, 1.6, 1.15, 8.56)
PARTS = {
    "74HC595": _dip16(),
    "R": _two("R", "Resistor-10.16", ("1", "2"), (10.16, 0.0), ACROSS, turned=True),
    "R_upright": _two("R", "Resistor-10.16-upright", ("1", "2"), (0.0, 10.16), DOWN),
    "D": _two("D", "Diode-7.62", ("K", "A"), (7.62, 0.0), (1.5, -1.0, 6.12, 1.0), turned=True),
    "C": _two("C", "Capacitor-5.08", ("1", "2"), (5.08, 0.0), (0.0, -1.25, 5.08, 1.25)),
    "C_large": _two(
        "C", "Capacitor-radial-5.08", ("+", "-"), (5.08, 0.0), (-2.5, -4.5, 7.6, 4.5), drill=1.0,
        pad=2.0,
    ),
    "header": _header(),
    "jumper": _two(
        "JP", "Jumper-2.54", ("1", "2"), (-2.54, 0.0), (-3.81, -1.27, 1.27, 1.27), drill=1.0,
        pad=1.7,
    ),
    "supply": _two(
        "J", "Terminal-5.08", ("+5V", "GND"), (5.08, 0.0), (-2.6, -4.0, 7.7, 4.0), "power_out",
        1.3, 2.4,
    ),
}  # fmt: skip
PARTS["nano"] = _nano()
VALUES = {"C": "100n", "C_large": "470u", "D": "1N4148", "74HC595": "74HC595"}
