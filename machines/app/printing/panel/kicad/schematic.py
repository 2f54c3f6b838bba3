"""The circuit as a KiCad schematic (.kicad_sch, the form of KiCad 7, which later ones read).

Each register stands with what hangs at it, joined by wires; everything else is joined by the names
of its nets.  All symbols are in the file itself.
"""

from collections.abc import Iterator, Sequence

from machines.app.printing.panel.kicad.circuit import Circuit, KeyBlock, LampCell, Part
from machines.app.printing.panel.kicad.expression import (
    Expression,
    Text,
    effects,
    identifier,
    write,
)
from machines.app.printing.panel.kicad.parts import PARTS, PITCH, PartType, Pin

VERSION = 20230121
LIBRARY = "matchbox704"
MARGIN = 25.4
CELL_WIDE, CELL_HIGH = 152.4, 50.8
"""A register with its header; a row of keys."""
LAMPS_DOWN, DOWN = 8, 9
"""Lamp registers of a column; cells that there is room for in one."""
Place = tuple[float, float]


def write_schematic(circuit: Circuit, name: str, title: str) -> bytes:
    """The file."""
    sheet = _Sheet(name)
    _draw_nano(sheet, circuit, *_middle(0, 0))
    column = 0
    for k, lamp_cell in enumerate(circuit.lamps):
        column = 1 + k // LAMPS_DOWN
        _draw_lamps(sheet, lamp_cell, *_middle(column, k % LAMPS_DOWN))
    for block in circuit.keys:
        column += 1
        _draw_key_register(sheet, block, *_middle(column, 0))
        for k, row in enumerate(block.rows, 1):
            _draw_keys(sheet, row.diodes, row.header, *_middle(column, k))
    size = (2 * MARGIN + CELL_WIDE * (column + 1), 2 * MARGIN + CELL_HIGH * DOWN + 25.4)
    text = write(
        (
            "kicad_sch",
            ("version", VERSION),
            ("generator", LIBRARY),
            ("uuid", sheet.root),
            ("paper", Text("User"), *size),
            ("title_block", ("title", Text(title)), ("comment", 1, Text(f"panel {name}"))),
            ("lib_symbols", *(_symbol(kind, PARTS[kind]) for kind in sorted(sheet.kinds))),
            *sheet.drawn,
            ("sheet_instances", ("path", Text("/"), ("page", Text("1")))),
        )
    )
    return f"{text}\n".encode()


def _middle(column: int, row: int) -> Place:
    """The middle of a cell's register."""
    return MARGIN + CELL_WIDE * column + 50.8, MARGIN + CELL_HIGH * row + 25.4


class _Sheet:
    """What is drawn on the sheet so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root = identifier(name, "sheet")
        self.kinds: set[str] = set()
        self.drawn: list[Expression] = []

    def part(self, part: Part, x: float, y: float, wired: Sequence[str] = ()) -> None:
        """A part; each of its pins that isn't ``wired`` has its net's name, or a cross."""
        self.kinds.add(part.kind)
        left, top, _, foot = part.type.symbol
        # A part between two wires has its neighbours close above and below: its name stands on it.
        is_close = len(wired) > 0 and len(part.type.pins) == 2
        above = y if is_close else y + top - 1.9
        project = ("project", Text(self.name), ("path", Text(f"/{self.root}"),
                   ("reference", Text(part.reference)), ("unit", 1)))  # fmt: skip
        self.drawn.append(
            (
                "symbol",
                ("lib_id", Text(f"{LIBRARY}:{part.kind}")),
                ("at", x, y, 0),
                ("unit", 1),
                ("in_bom", "yes"),
                ("on_board", "yes"),
                ("dnp", "no"),
                ("uuid", identifier(self.name, part.reference)),
                _property("Reference", part.reference, x + left, above),
                _property("Value", part.value, x + left, y + foot + 1.9, hidden=is_close),
                _property("Footprint", f"{LIBRARY}:{part.type.footprint}", x, y, hidden=True),
                _property("Datasheet", "", x, y, hidden=True),
                *(
                    ("pin", Text(pin.number), ("uuid", identifier(self.name, part, pin.number)))
                    for pin in part.type.pins
                ),
                ("instances", project),
            )
        )
        for pin in part.type.pins:
            if pin.number not in wired:
                self.pin(part, pin, x + pin.end[0], y + pin.end[1])

    def pin(self, part: Part, pin: Pin, x: float, y: float) -> None:
        """A pin's end that no wire goes to."""
        net = part.nets[pin.number]
        if net is None:
            key = identifier(self.name, part.reference, pin.number, "none")
            self.drawn.append(("no_connect", ("at", x, y), ("uuid", key)))
        elif net.startswith("/"):
            self.label(net, x, y, pin.angle)
        else:
            turn = (pin.angle + 180) % 360
            side = "right" if turn in (180, 270) else "left"
            self.drawn.append(
                (
                    "global_label",
                    Text(net),
                    ("shape", "passive"),
                    ("at", x, y, turn),
                    effects(1.27, ("justify", side)),
                    ("uuid", identifier(self.name, part.reference, pin.number, "label")),
                )
            )

    def label(self, net: str, x: float, y: float, angle: int = 0) -> None:
        """A net's name on a wire."""
        justify = ("justify", "left", "bottom")
        key = identifier(self.name, net, x, y)
        text = Text(net.removeprefix("/"))
        self.drawn.append(("label", text, ("at", x, y, 0), effects(1.27, justify), ("uuid", key)))

    def wire(self, start: Place, end: Place) -> None:
        """A wire."""
        self.drawn.append(
            (
                "wire",
                ("pts", ("xy", *start), ("xy", *end)),
                ("stroke", ("width", 0), ("type", "default")),
                ("uuid", identifier(self.name, "wire", start, end)),
            )
        )


def _property(name: str, value: str, x: float, y: float, hidden: bool = False) -> Expression:
    hide = ("hide",) if hidden else ()
    return (
        "property", Text(name), Text(value), ("at", x, y, 0),
        effects(1.27, ("justify", "left"), *hide),
    )  # fmt: skip


# -- what stands on the sheet ----------------------------------------------------------------------


def _draw_nano(sheet: _Sheet, circuit: Circuit, x: float, y: float) -> None:
    sheet.part(circuit.nano, x, y)
    below = y + 63.5
    for k, part in enumerate((*circuit.series, *circuit.pull_ups)):
        sheet.part(part, x, below + 10.16 * k)
    for k, part in enumerate((circuit.supply, circuit.reservoir, circuit.jumper)):
        sheet.part(part, x, below + 10.16 * (12 + k))


def _draw_lamps(sheet: _Sheet, cell: LampCell, x: float, y: float) -> None:
    """A register, its resistors to the right, and the header to which the lamps' wires go."""
    used = range(len(cell.resistors))
    outputs = {f"Q{'ABCDEFGH'[n]}" for n in used}
    wired = [pin.number for pin in cell.chip.type.pins if pin.name in outputs]
    sheet.part(cell.chip, x, y, wired)
    sheet.part(cell.capacitor, x - 35.56, y)
    for n, part in enumerate(cell.resistors):
        level = y - 10.16 + PITCH * n
        # Its second pin is at the register, its first at the header.
        sheet.part(part, x + 24.13, level, ("1", "2"))
        sheet.wire((x + 10.16, level), (x + 20.32, level))
        sheet.label(str(part.nets["2"]), x + 11.43, level)
        sheet.wire((x + 27.94, level), (x + 66.04, level))
        sheet.label(str(part.nets["1"]), x + 29.21, level)
    sheet.part(cell.header, x + 71.12, y, [str(n + 1) for n in used])


def _draw_key_register(sheet: _Sheet, block: KeyBlock, x: float, y: float) -> None:
    sheet.part(block.chip, x, y)
    sheet.part(block.capacitor, x - 35.56, y)


def _draw_keys(sheet: _Sheet, diodes: Sequence[Part], header: Part, x: float, y: float) -> None:
    """A row of keys: diodes from the columns to the header's pins."""
    for n, part in enumerate(diodes):
        level = y - 10.16 + PITCH * n
        sheet.part(part, x + 24.13, level, ("1",))
        sheet.wire((x + 27.94, level), (x + 66.04, level))
        sheet.label(str(part.nets["1"]), x + 29.21, level)
    sheet.part(header, x + 71.12, y, [str(n + 1) for n in range(len(diodes))])


# -- symbols ---------------------------------------------------------------------------------------


def _symbol(kind: str, of: PartType) -> Expression:
    """A symbol of the library; there y grows upwards."""
    left, top, right, foot = of.symbol
    outline = (
        "rectangle",
        ("start", left, -top),
        ("end", right, -foot),
        ("stroke", ("width", 0.254), ("type", "default")),
        ("fill", ("type", "background")),
    )
    many = len(of.pins) > 2
    hide: tuple[Expression, ...] = () if many else (("pin_numbers", "hide"),)
    names: Expression = ("pin_names", ("offset", 0.508), *(() if many else ("hide",)))
    return (
        "symbol",
        Text(f"{LIBRARY}:{kind}"),
        *hide,
        names,
        ("in_bom", "yes"),
        ("on_board", "yes"),
        _property("Reference", of.letter, left, -top + 1.9),
        _property("Value", kind, left, -foot - 1.9),
        _property("Footprint", f"{LIBRARY}:{of.footprint}", 0, 0, hidden=True),
        _property("Datasheet", "", 0, 0, hidden=True),
        ("symbol", Text(f"{kind}_0_1"), outline),
        ("symbol", Text(f"{kind}_1_1"), *_pins(of)),
    )


def _pins(of: PartType) -> Iterator[Expression]:
    left, top, right, foot = of.symbol
    for pin in of.pins:
        x, y = pin.end
        length = {0: left - x, 180: x - right, 270: top - y, 90: y - foot}[pin.angle]
        angle = {0: 0, 180: 180, 270: 270, 90: 90}[pin.angle]
        yield (
            "pin",
            pin.kind,
            "line",
            ("at", x, -y, angle),
            ("length", length),
            ("name", Text(pin.name), effects(1.016)),
            ("number", Text(pin.number), effects(1.016)),
        )
