"""The drill sheet and the wiring list of a panel, as CSV."""

from collections.abc import Sequence

from devices.panel.layout import PanelLayout
from devices.panel.wiring import lamp_wires, switch_wires
from machines.app.printing.panel.holes import PARTS, Hole
from machines.app.study.outputs import csv_bytes

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
