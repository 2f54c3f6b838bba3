"""A panel's layout as a C header: all that the firmware knows of it.

``python -m firmware_sim.firmware.describe assets/panels/NAME.toml > layout.h`` (the Makefile does).
Number of lamps and switches, name and digest; where things stand on the panel is the builder's
business and the screen's.  With ``--wires`` the builder's list instead: which output of which
register each lamp goes to, and which row and column each switch.
"""

import argparse
import sys
from pathlib import Path

from devices.link.frames import LONGEST_NAME, MOST_LAMPS, MOST_SWITCHES
from devices.panel.layout import PanelLayout, lamp_wires, layout_digest, read_layout, switch_wires
from devices.refusal import RefusedError


def header(layout: PanelLayout, source: str) -> str:
    """The header's text.  Raises RefusedError for a panel that lights nothing or has too much."""
    lamps, switches = len(layout.lamps()), len(layout.controls())
    if not 1 <= lamps <= MOST_LAMPS:
        raise RefusedError(source, f"{lamps} lamps; expected 1 to {MOST_LAMPS}")
    if switches > MOST_SWITCHES:
        raise RefusedError(source, f"{switches} controls; expected at most {MOST_SWITCHES}")
    name = layout.name
    if not (name.isascii() and name.isprintable() and 1 <= len(name) <= LONGEST_NAME):
        raise RefusedError(source, f"name {name!r}; expected 1 to {LONGEST_NAME} ASCII letters")
    digest = ", ".join(f"0x{byte:02X}" for byte in layout_digest(layout))
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")
    return (
        f"/* Made by describe.py from {Path(source).name}: change that, not this. */\n"
        "#ifndef LAYOUT_H\n#define LAYOUT_H\n"
        f'#define LAYOUT_NAME "{quoted}"\n'
        f"#define LAYOUT_DIGEST {{ {digest} }}\n"
        f"#define LAYOUT_LAMPS {lamps}\n"
        f"#define LAYOUT_SWITCHES {switches}\n"
        "#endif\n"
    )


def wires(layout: PanelLayout) -> str:
    """A line for each lamp and each switch, in the order of the wire.

    Outputs of a 74HC595 are QA (pin 15) and QB to QH (pins 1 to 7); registers and rows are numbered
    from the processor on, from 1; columns from 0, as in board.h.
    """
    lines = []
    for lamp in lamp_wires(layout):
        output = lamp.output
        where = f"lamp register {output.register:2}, {output} (pin {output.pin})"
        lines.append(f"lamp {lamp.index:3}  {lamp.id:20} {where}\n")
    for switch in switch_wires(layout):
        output = switch.output
        where = f"row {switch.row:2} (row register {output.register}, {output})"
        lines.append(f"switch {switch.index:3}  {switch.id:24} {where}, column {switch.column}\n")
    return "".join(lines)


def main(arguments: list[str]) -> int:
    """The command; 2 if it refuses."""
    parser = argparse.ArgumentParser(description="A panel's layout as a C header, on stdout.")
    parser.add_argument("layout", help="assets/panels/NAME.toml")
    parser.add_argument("--wires", action="store_true", help="a list of what goes where instead")
    asked = parser.parse_args(arguments)
    path = asked.layout
    try:
        layout = read_layout(Path(path).read_bytes(), path)
        text = header(layout, path)  # refuses what can't be, also for the list
        sys.stdout.write(wires(layout) if asked.wires else text)
    except (RefusedError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
