"""Where the windows, panes and buttons of Morph's program stand on the workstation's raster.

There are four arrangements: the usual one; one for a room that is laid low (devices.screen.
lowering), where board, buttons and bars have the raster's lower half, side by side, so that a
square is as large as a finger, and what is only read hangs above them; and two for a visitor's game
(``Room.in_play``), in a wide and in an upright window: the board is large, why
Morph moved stands in large words, and the buttons of a game are as large as a finger.  Places are
in picture elements.
"""

from dataclasses import dataclass

from devices.screen.parts.relief import Rect
from machines.morph.picture.workstation import RASTER

Corner = tuple[float, float]
TITLE_HIGH = 26.0
PANE_BELOW = 30.0
"""A pane begins so far below the upper edge of its window."""


@dataclass(frozen=True)
class ProgramLayout:
    """Where everything is that the program draws."""

    windows: tuple[tuple[Rect, str], ...]
    """The windows with the words' names of their titles; one of "" has no title."""
    buttons: dict[str, Rect]
    board: Corner
    board_zoom: float
    bars: Corner
    reason: Rect
    """Why this move, in words."""
    fold: Corner
    caption: Rect
    """Who plays, and who is to move."""
    status: tuple[Rect, ...]
    """What Morph has learned, and his score."""
    wall: Corner | None = None
    page: Rect | None = None
    """Which page of the wall is shown."""
    plies: tuple[float, float, float] | None = None
    """The right end, the middle and the width of the word before the house's plies."""
    bars_zoom: float = 1.0
    raster: Corner = RASTER[2:]
    """How wide and high it all is."""
    leafing: tuple[float, float, float] | None = None
    """The same of the wall's name before its buttons, where they stand apart from it."""

    @property
    def spoken(self) -> dict[str, Rect]:
        """What a tour can come close to: the windows that have a title."""
        return {title.removeprefix("window_"): rect for rect, title in self.windows if title}


LEFT, RIGHT = 14.0, 588.0
"""Where the panes of the two usual columns begin."""
UPPER = 88.0
REASON = 34.0
"""How high two lines of words are above the fold."""
USUAL = ProgramLayout(
    windows=(
        ((6.0, 6.0, 1140.0, 44.0), ""),
        ((6.0, 56.0, 568.0, 616.0), "window_board"),
        ((6.0, 678.0, 568.0, 218.0), "window_bars"),
        ((580.0, 56.0, 566.0, 402.0), "window_why"),
        ((580.0, 464.0, 566.0, 432.0), "window_wall"),
    ),
    buttons={
        "new": (12.0, 10.0, 104.0, 36.0),
        "back": (120.0, 10.0, 108.0, 36.0),
        "side": (232.0, 10.0, 126.0, 36.0),
        "arrows": (362.0, 10.0, 82.0, 36.0),
        "house": (448.0, 10.0, 140.0, 36.0),
        **{f"depth.{plies}": (605.0 + 36.0 * plies, 10.0, 34.0, 36.0) for plies in (1, 2, 3)},
        "contest": (752.0, 10.0, 138.0, 36.0),
        "empty": (894.0, 10.0, 146.0, 36.0),
        "trained": (1044.0, 10.0, 98.0, 36.0),
        "step": (1036.0, 61.0, 98.0, 24.0),
        "wall.back": (1062.0, 469.0, 34.0, 24.0),
        "wall.next": (1100.0, 469.0, 34.0, 24.0),
    },
    board=(LEFT, UPPER),
    board_zoom=1.0,
    bars=(LEFT, 708.0),
    reason=(RIGHT, UPPER, 550.0, REASON),
    fold=(RIGHT, UPPER + REASON),
    wall=(RIGHT, 494.0),
    caption=(LEFT, 643.0, 552.0, 23.0),
    status=((238.0, 60.0, 330.0, TITLE_HIGH), (776.0, 60.0, 256.0, TITLE_HIGH)),
    page=(750.0, 468.0, 304.0, TITLE_HIGH),
    plies=(637.0, 28.0, 44.0),
)

ABOVE, MIDDLE = 26.0, 484.0
"""Where the windows of the upper and of the lower half begin in a room that is laid low."""
ROWS, ROW_HIGH = (517.0, 582.0), 61.0
"""Of its buttons."""
BESIDE = 428.0
"""Where that begins which stands beside the board."""
LOW = ProgramLayout(
    windows=(
        ((6.0, ABOVE, 568.0, 402.0), "window_why"),
        ((580.0, ABOVE, 566.0, 432.0), "window_wall"),
        ((6.0, MIDDLE, 416.0, 414.0), ""),
        ((BESIDE, MIDDLE, 718.0, 165.0), ""),
        ((BESIDE, 655.0, 568.0, 243.0), "window_bars"),
        ((1002.0, 655.0, 144.0, 243.0), ""),
    ),
    buttons={
        "new": (434.0, ROWS[0], 128.0, ROW_HIGH),
        "back": (566.0, ROWS[0], 128.0, ROW_HIGH),
        "side": (698.0, ROWS[0], 142.0, ROW_HIGH),
        "house": (844.0, ROWS[0], 146.0, ROW_HIGH),
        "contest": (994.0, ROWS[0], 146.0, ROW_HIGH),
        **{f"depth.{n}": (445.0 + 52.0 * n, ROWS[1], 49.0, ROW_HIGH) for n in (1, 2, 3)},
        "step": (660.0, ROWS[1], 138.0, ROW_HIGH),
        "arrows": (802.0, ROWS[1], 110.0, ROW_HIGH),
        "wall.back": (1038.0, ROWS[1], 49.0, ROW_HIGH),
        "wall.next": (1091.0, ROWS[1], 49.0, ROW_HIGH),
        "empty": (1010.0, 663.0, 128.0, 110.0),
        "trained": (1010.0, 779.0, 128.0, 110.0),
    },
    board=(13.5, MIDDLE + 6.0),
    board_zoom=8.0 / 11.0,
    bars=(436.0, 655.0 + PANE_BELOW + 12.0),
    reason=(14.0, ABOVE + PANE_BELOW + 2.0, 550.0, REASON),
    fold=(14.0, ABOVE + PANE_BELOW + 2.0 + REASON),
    wall=(588.0, ABOVE + PANE_BELOW),
    caption=(434.0, MIDDLE + 6.0, 706.0, 24.0),
    status=((6.0, 0.0, 568.0, TITLE_HIGH), (262.0, ABOVE + 4.0, 306.0, TITLE_HIGH)),
    page=(750.0, ABOVE + 4.0, 390.0, TITLE_HIGH),
    plies=(489.0, ROWS[1] + ROW_HIGH / 2, 52.0),
    leafing=(1030.0, ROWS[1] + ROW_HIGH / 2, 112.0),
)
"""A square is 48 elements wide there, and an element a little more than a pixel at 1920 x 1080."""

BOARD_ZOOM = 1.45
"""In play; an element is a pixel there at 1920 x 1080, and the squares fill 766 of them."""
COLUMN = 824.0
"""Where that begins, in play, which stands beside the board."""
IN_PLAY = ProgramLayout(
    raster=(1392.0, 964.0),
    windows=(
        ((6.0, 6.0, 812.0, 844.0), ""),
        ((6.0, 856.0, 812.0, 102.0), ""),
        ((COLUMN, 6.0, 562.0, 724.0), "window_why"),
        ((COLUMN, 736.0, 562.0, 222.0), "window_bars"),
    ),
    buttons={
        "new": (12.0, 862.0, 132.0, 90.0),
        "back": (150.0, 862.0, 132.0, 90.0),
        "side": (288.0, 862.0, 156.0, 90.0),
        "arrows": (450.0, 862.0, 104.0, 90.0),
        "house": (560.0, 862.0, 164.0, 90.0),
        "step": (730.0, 862.0, 82.0, 90.0),
    },
    board=(12.0, 12.0),
    board_zoom=BOARD_ZOOM,
    bars=(COLUMN + 5.0, 768.0),
    reason=(COLUMN + 6.0, 38.0, 550.0, 354.0),
    fold=(COLUMN + 6.0, 394.0),
    caption=(12.0, 817.0, 800.0, 28.0),
    status=((1080.0, 10.0, 300.0, TITLE_HIGH),),
)
TALL_IN_PLAY = ProgramLayout(
    raster=(1056.0, 1236.0),
    windows=(
        ((6.0, 6.0, 812.0, 844.0), ""),
        ((COLUMN, 6.0, 226.0, 844.0), ""),
        ((6.0, 856.0, 476.0, 178.0), "window_why"),
        ((6.0, 1040.0, 476.0, 190.0), "window_bars"),
        ((488.0, 856.0, 562.0, 374.0), "window_fold"),
    ),
    buttons={
        name: (COLUMN + 6.0, 12.0 + 139.0 * k, 214.0, 133.0)
        for k, name in enumerate(("new", "back", "side", "arrows", "house", "step"))
    },
    board=(12.0, 12.0),
    board_zoom=BOARD_ZOOM,
    bars=(12.0, 1071.0),
    bars_zoom=464.0 / 552.0,
    reason=(12.0, 888.0, 464.0, 140.0),
    fold=(494.0, 892.0),
    caption=(12.0, 817.0, 800.0, 28.0),
    status=((780.0, 860.0, 260.0, TITLE_HIGH),),
)
