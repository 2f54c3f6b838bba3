"""Where the windows, panes and buttons of Morph's program stand on the workstation's raster.

There are two arrangements: the usual one, and one for a room that is laid low (devices.screen.
lowering).  In that one board, buttons and bars have the raster's lower half, side by side, so that
a square is as large as a finger; what is only read hangs above them.  Places are in picture
elements.
"""

from dataclasses import dataclass

from devices.screen.parts.relief import Rect

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
    fold: Corner
    wall: Corner
    caption: Rect
    """Who plays, and who is to move."""
    status: tuple[Rect, Rect]
    """What Morph has learned, and his score."""
    page: Rect
    """Which page of the wall is shown."""
    plies: tuple[float, float, float]
    """The right end, the middle and the width of the word before the house's plies."""
    leafing: tuple[float, float, float] | None = None
    """The same of the wall's name before its buttons, where they stand apart from it."""

    @property
    def spoken(self) -> dict[str, Rect]:
        """What a tour can come close to: the windows that have a title."""
        return {title.removeprefix("window_"): rect for rect, title in self.windows if title}


LEFT, RIGHT = 14.0, 588.0
"""Where the panes of the two usual columns begin."""
UPPER = 88.0
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
    fold=(RIGHT, UPPER),
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
    fold=(14.0, ABOVE + PANE_BELOW + 2.0),
    wall=(588.0, ABOVE + PANE_BELOW),
    caption=(434.0, MIDDLE + 6.0, 706.0, 24.0),
    status=((6.0, 0.0, 568.0, TITLE_HIGH), (262.0, ABOVE + 4.0, 306.0, TITLE_HIGH)),
    page=(750.0, ABOVE + 4.0, 390.0, TITLE_HIGH),
    plies=(489.0, ROWS[1] + ROW_HIGH / 2, 52.0),
    leafing=(1030.0, ROWS[1] + ROW_HIGH / 2, 112.0),
)
"""A square is 48 elements wide there, and an element a little more than a pixel at 1920 x 1080."""
