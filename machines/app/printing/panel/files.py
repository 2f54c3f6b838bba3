"""``main.py print panel``: everything that a workshop needs of a panel, as files in a folder."""

import argparse
import sys

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines.app.panel.layouts import find_layout
from machines.app.printing.dxf import write_dxf
from machines.app.printing.panel.holes import holes
from machines.app.printing.panel.kicad.project import project_files
from machines.app.printing.panel.plate import draw_plate
from machines.app.printing.panel.tables import drill_sheet, wiring_list
from machines.app.printing.svg import write_svg
from machines.app.storage.files import replace_file
from machines.app.storage.folders import make_folder


def print_panel(args: argparse.Namespace) -> int:
    """Write the files, all or none; raises RefusedError."""
    layout = find_layout(args.panel, "panel")
    made = panel_files(layout, args.scale, args.lamp_hole)
    folder = make_folder(args.out)
    for name, data in made.items():
        replace_file(folder / name, data)
        print(folder / name)
    wide, high = (side * layout.unit_mm * args.scale for side in (layout.width, layout.height))
    sys.stderr.write(
        f"{layout.name}: {len(layout.lamps())} lamps, {len(layout.controls())} switches, "
        f"plate {wide:g} mm x {high:g} mm\n"
    )
    return 0


def panel_files(layout: PanelLayout, scale: float, lamp_hole: float) -> dict[str, bytes]:
    """Each file's name and content.  Raises RefusedError."""
    if not layout.name.replace("_", "").replace("-", "").isalnum():
        raise RefusedError(
            "panel", f"name {layout.name!r}; expected letters, digits, - and _: files bear it"
        )
    made = holes(layout, scale, lamp_hole)
    plate = draw_plate(layout, scale, made)
    name = layout.name
    return {
        f"{name}-plate.svg": write_svg(plate, layout.title),
        f"{name}-plate.dxf": write_dxf(plate),
        f"{name}-drill.csv": drill_sheet(made, plate.high),
        f"{name}-wiring.csv": wiring_list(layout, made, plate.high),
        **project_files(layout),
    }
