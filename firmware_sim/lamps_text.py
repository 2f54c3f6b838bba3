"""A panel's lamps as rows of a terminal: each row of the layout a line, each lamp a character.

Lamps stand in their columns, as on the panel, where the row has whole ones; a row of more than a
line is wrapped.  The last lines name the switches that are down.
"""

import numpy as np
import numpy.typing as npt

from devices.panel.layout import LampRow, PanelLayout

GLYPHS = "·░▒▓█"
PLAIN = ".:+*#"
"""For a terminal that has only ASCII."""
GLYPH_OF_LEVEL = (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4)


def rows(
    layout: PanelLayout,
    levels: npt.NDArray[np.uint8],
    down: npt.NDArray[np.bool_],
    width: int = 80,
    glyphs: str = GLYPHS,
) -> list[str]:
    """The lines, none longer than ``width``; ``levels`` uint8[lamps] of 0 to 15, ``down``
    bool[controls].  Always as many lines for the same layout and width."""
    margin = max((len(row.id) for row in layout.lamp_rows), default=0) + 2
    lines, first = [], 0
    for row in layout.lamp_rows:
        lit = levels[first : first + len(row.labels)]
        first += len(row.labels)
        shown = "".join(glyphs[GLYPH_OF_LEVEL[level]] for level in lit)
        room = max(1, width - margin)
        text = _in_columns(row, shown, room)
        for at in range(0, max(1, len(text)), room):
            head = row.id if at == 0 else ""
            lines.append(f"{head:<{margin}}{text[at : at + room]}".rstrip()[:width])
    ids = [control.id for control, is_down in zip(layout.controls(), down, strict=True) if is_down]
    lines.append(_cut(f"down: {' '.join(ids) or '-'}", width))
    return lines


def _in_columns(row: LampRow, shown: str, room: int) -> str:
    """Two characters a column where there is room for it, else one; else simply in a row."""
    whole = all(column == int(column) for column in row.columns)
    if not whole or len(set(row.columns)) < len(row.columns):
        return shown
    for wide in (2, 1):
        places = [int(column) * wide for column in row.columns]
        if places and min(places) >= 0 and max(places) < room:
            line = [" "] * (max(places) + 1)
            for place, glyph in zip(places, shown, strict=True):
                line[place] = glyph
            return "".join(line)
    return shown


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."
