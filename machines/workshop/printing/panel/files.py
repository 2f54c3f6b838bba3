"""``main.py print panel``: everything that a workshop needs of a panel, as files in a folder."""

import argparse
import zipfile
from collections.abc import Sequence
from pathlib import Path

from devices.assets import ASSETS
from devices.link.frames import MOST_LAMPS, MOST_SWITCHES
from devices.panel.layout import PanelLayout, lamp_wires, layout_digest, switch_wires
from devices.refusal import RefusedError
from machines.laboratory.study.outputs import csv_bytes
from machines.storage.files import check_writable, replace_file
from machines.storage.folders import make_folder
from machines.storage.registry import find_layout
from machines.storage.telling import tell_user
from machines.workshop.printing.drawing import (
    Circle,
    Drawing,
    Ink,
    Polygon,
    Rectangle,
    write_dxf,
    write_svg,
)
from machines.workshop.printing.panel.engraving import (
    LINE_MM,
    PARTS,
    Engraving,
    Hole,
    Line,
    engrave,
    films,
    holes,
)

DRILL_COLUMNS = ("hole", "tool", "x_mm", "y_mm", "width_mm", "height_mm", "kind", "id", "part")
WIRING_COLUMNS = (
    "what", "number", "id", "register", "bit", "row", "column", "chip", "output", "pin",
    "x_mm", "y_mm",
)  # fmt: skip


def drill_sheet(holes: Sequence[Hole], high: float) -> bytes:
    """A line a hole, tool by tool; x and y from the lower left corner of a plate so ``high``."""
    ordered = sorted(holes, key=lambda hole: (-hole.is_round, hole.width, hole.tool, hole.y))
    return csv_bytes(
        DRILL_COLUMNS,
        (
            (
                number,
                hole.tool,
                *_millimetres(hole.x, high - hole.y, hole.width, hole.height),
                hole.kind,
                hole.id,
                PARTS[hole.kind],
            )
            for number, hole in enumerate(ordered, 1)
        ),
    )


def wiring_list(layout: PanelLayout, holes: Sequence[Hole], high: float) -> bytes:
    """A line a lamp and a line a switch, in the order of the wire, as the firmware has it."""
    lamps = len(layout.lamps())
    rows: list[tuple[object, ...]] = []
    for wire, hole in zip(lamp_wires(layout), holes[:lamps], strict=True):
        out = wire.output
        rows.append(
            ("lamp", wire.index, wire.id, wire.group, wire.bit, "", "", f"lamp {out.register}", out,
             out.pin, *_millimetres(hole.x, high - hole.y))
        )  # fmt: skip
    switches = holes[lamps : lamps + len(layout.controls())]
    for switch, hole in zip(switch_wires(layout), switches, strict=True):
        out = switch.output
        rows.append(
            ("switch", switch.index, switch.id, "", "", switch.row, switch.column,
             f"row {out.register}", out, out.pin, *_millimetres(hole.x, high - hole.y))
        )  # fmt: skip
    return csv_bytes(WIRING_COLUMNS, rows)


def _millimetres(*lengths: float) -> tuple[str, ...]:
    """To a thousandth."""
    return tuple(f"{length:.3f}" for length in lengths)


OUTLINE, HOLES, ENGRAVING, FILMS = "outline", "holes", "engraving", "films"
"""The layers."""
CUT = Ink(stroke=(200, 0, 0), width=0.1)
DRILL = Ink(fill=(225, 225, 225), stroke=(200, 0, 0), width=0.1)
CARVE = Ink(stroke=(20, 40, 160), width=LINE_MM)
PRINT = Ink(stroke=(110, 110, 110), width=LINE_MM)


def draw_plate(
    layout: PanelLayout, scale: float, holes: Sequence[Hole], engraved: Engraving
) -> Drawing:
    """The whole plate, seen from its front; the holes in the order that they are given."""
    k = layout.unit_mm * scale
    plate = Drawing(layout.width * k, layout.height * k)
    plate.add(Rectangle(0, 0, plate.wide, plate.high, CUT, OUTLINE))
    for hole in holes:
        if hole.is_round:
            plate.add(Circle(hole.x, hole.y, hole.radius, DRILL, HOLES))
        else:
            corner = hole.x - hole.width / 2, hole.y - hole.height / 2
            plate.add(Rectangle(*corner, hole.width, hole.height, DRILL, HOLES))
    _draw_lines(plate, engraved.lines, CARVE, ENGRAVING)
    _draw_lines(plate, films(layout, scale), PRINT, FILMS)
    return plate


def _draw_lines(plate: Drawing, lines: Sequence[Line], ink: Ink, layer: str) -> None:
    for line in lines:
        plate.add(Polygon(line, ink, closed=False, layer=layer))


def print_panel(args: argparse.Namespace) -> int:
    """Write the files, all or none; raises RefusedError."""
    layout = find_layout(args.panel, "panel")
    if not layout.name.replace("_", "").replace("-", "").isalnum():
        raise RefusedError(
            "panel", f"name {layout.name!r}; expected letters, digits, - and _: files bear it"
        )
    for what, count, least, most in (
        ("lamps", len(layout.lamps()), 1, MOST_LAMPS),
        ("controls", len(layout.controls()), 0, MOST_SWITCHES),
    ):
        if not least <= count <= most:
            raise RefusedError(args.panel, f"{count} {what}; expected {least} to {most}")
    made = holes(layout, args.scale, args.lamp_hole)
    engraved = engrave(layout, args.scale, made)
    plate = draw_plate(layout, args.scale, made, engraved)
    name = layout.name
    files = {
        f"{name}-plate.svg": write_svg(plate, layout.title),
        f"{name}-plate.dxf": write_dxf(plate),
        f"{name}-drill.csv": drill_sheet(made, plate.high),
        f"{name}-wiring.csv": wiring_list(layout, made, plate.high),
    }
    # A board is found by its wires, not by its name: it would be wrong for others of that name.
    boards = list((ASSETS / "panels" / "kicad").glob(f"*-{layout_digest(layout).hex()}.zip"))
    for board in boards:
        with zipfile.ZipFile(board) as project:
            files |= {file: project.read(file) for file in project.namelist()}
    folder = make_folder(args.out)
    for file in files:
        check_writable(folder / file, Path(file).suffix)
    for file, data in files.items():
        replace_file(folder / file, data)
        print(folder / file)
    tell_user(
        f"{name}: {len(layout.lamps())} lamps, {len(layout.controls())} switches, "
        f"plate {plate.wide:g} mm x {plate.high:g} mm"
    )
    if not boards:
        tell_user(f"{name}: there is no board for it, only for the museum's own panels")
    if engraved.left_out:
        words = ", ".join(engraved.left_out)
        tell_user(f"{name}: not engraved, since a part lies there: {words}")
    return 0
