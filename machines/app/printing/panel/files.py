"""``main.py print panel``: everything that a workshop needs of a panel, as files in a folder."""

import argparse
from pathlib import Path

from devices.link.frames import MOST_LAMPS, MOST_SWITCHES
from devices.refusal import RefusedError
from machines.app.panel.layouts import find_layout
from machines.app.printing.dxf import write_dxf
from machines.app.printing.panel.engraving import engrave
from machines.app.printing.panel.holes import holes
from machines.app.printing.panel.kicad.project import project_files
from machines.app.printing.panel.plate import draw_plate
from machines.app.printing.panel.tables import drill_sheet, wiring_list
from machines.app.printing.svg import write_svg
from machines.app.storage.files import check_writable, replace_file
from machines.app.storage.folders import make_folder
from machines.app.telling import tell_user


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
        **project_files(layout),
    }
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
    if engraved.left_out:
        words = ", ".join(engraved.left_out)
        tell_user(f"{name}: not engraved, since a part lies there: {words}")
    return 0
