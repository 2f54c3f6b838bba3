"""Where the panes and buttons of Anaconda's program stand on the monitor's raster.

There are two arrangements: the usual one, and one for a room that is laid low (devices.screen.
lowering).  In that one board and buttons have the raster's lower half, side by side, so that a
square is as large as a finger; what is only read stands above them.  Places are in picture
elements.
"""

from dataclasses import dataclass

from devices.screen.parts.relief import Rect
from machines.anaconda.picture import checkers_picture

Zoomed = tuple[float, float, float]
"""A pane's left upper corner, and how many times as large as usual it is drawn."""
Word = tuple[float, float, float]
"""The right end, the middle and the width of a word before buttons."""


@dataclass(frozen=True)
class ProgramLayout:
    """Where everything is that the program draws."""

    buttons: dict[str, Rect]
    """They are touched as they are drawn; the nearest is meant between two."""
    tools: Rect
    """The raised ground of the buttons."""
    board: Zoomed
    network: Zoomed
    below: Zoomed
    """The population or, while it is asked for, why the move was made."""
    strength: Zoomed
    generation: Word
    plies: Word
    caption: Rect
    """Who plays, and who is to move."""
    title: Rect
    """What ``below`` shows."""
    boxes: tuple[Rect, Rect, Rect]
    """What the program does, how many boards it has judged, what the move is worth."""
    names_board: bool = True
    """Whether there is room for a word over the board."""


FIRST, OTHER = 18.0, 496.0
PANES = 140.0
"""Where the two upper usual panes begin."""
LOWER = 642.0
USUAL = ProgramLayout(
    buttons={
        "new": (12.0, 36.0, 140.0, 36.0),
        "back": (158.0, 36.0, 140.0, 36.0),
        "side": (304.0, 36.0, 164.0, 36.0),
        "samuel": (474.0, 36.0, 252.0, 36.0),
        "why": (732.0, 36.0, 280.0, 36.0),
        "generation.0": (140.0, 78.0, 44.0, 36.0),
        "generation.250": (188.0, 78.0, 56.0, 36.0),
        "generation.840": (248.0, 78.0, 56.0, 36.0),
        "generation.1002": (308.0, 78.0, 72.0, 36.0),
        "contest": (388.0, 78.0, 284.0, 36.0),
        **{f"plies.{2 + k}": (746.0 + 38.4 * k, 78.0, 35.0, 36.0) for k in range(7)},
    },
    tools=(2.0, 31.0, 1020.0, 87.0),
    board=(FIRST, PANES, 1.0),
    network=(OTHER, PANES, 1.0),
    below=(FIRST, LOWER, 1.0),
    strength=(OTHER, LOWER, 1.0),
    generation=(130.0, 96.0, 118.0),
    plies=(738.0, 96.0, 62.0),
    caption=(FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0),
    title=(FIRST, LOWER - 19.0, 456.0, 17.0),
    boxes=(
        (4.0, 749.0, 560.0, 18.0),
        (568.0, 749.0, 260.0, 18.0),
        (832.0, 749.0, 188.0, 18.0),
    ),
)

MIDDLE = 414.0
"""Where board and buttons begin in a room that is laid low."""
BESIDE = 400.0
"""Where what stands beside the network begins."""
ROWS, ROW_HIGH = (450.0, 526.0, 602.0, 678.0), 72.0
"""Of its buttons."""
LOW = ProgramLayout(
    buttons={
        "new": (372.0, ROWS[0], 208.0, ROW_HIGH),
        "back": (584.0, ROWS[0], 208.0, ROW_HIGH),
        "side": (796.0, ROWS[0], 216.0, ROW_HIGH),
        "samuel": (372.0, ROWS[1], 318.0, ROW_HIGH),
        "why": (694.0, ROWS[1], 318.0, ROW_HIGH),
        "generation.0": (478.0, ROWS[2], 70.0, ROW_HIGH),
        "generation.250": (552.0, ROWS[2], 78.0, ROW_HIGH),
        "generation.840": (634.0, ROWS[2], 78.0, ROW_HIGH),
        "generation.1002": (716.0, ROWS[2], 84.0, ROW_HIGH),
        "contest": (808.0, ROWS[2], 204.0, ROW_HIGH),
        **{f"plies.{2 + k}": (478.0 + 77.0 * k, ROWS[3], 72.0, ROW_HIGH) for k in range(7)},
    },
    tools=(364.0, MIDDLE, 656.0, 342.0),
    board=(14.0, MIDDLE, 0.75),
    network=(14.0, 50.0, 0.74),
    below=(BESIDE, 204.0, 1.34),
    strength=(BESIDE, 50.0, 1.2),
    generation=(470.0, ROWS[2] + ROW_HIGH / 2, 98.0),
    plies=(470.0, ROWS[3] + ROW_HIGH / 2, 98.0),
    caption=(372.0, MIDDLE + 6.0, 640.0, 24.0),
    title=(BESIDE, 183.0, 456.0, 17.0),
    boxes=(
        (BESIDE, 352.0, 612.0, 22.0),
        (BESIDE, 378.0, 302.0, 22.0),
        (706.0, 378.0, 306.0, 22.0),
    ),
    names_board=False,
)
"""A square is 42 elements wide there, and an element 1.17 pixels at 1920 x 1080."""
