"""``--plot FILE.png``: the room's own charts as picture files, drawn off screen.

The file shows the sheet of paper that hangs in the room (devices/screen/parts/figures.py), larger.
No window is opened and no display is needed.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.app.storage.files import check_writable, replace_file

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from devices.screen.parts.figures import FigureState

SUFFIX = ".png"
SIZE = (1600, 1000)
"""Pixels of the picture."""
SMALL = (1040, 650)
"""Pixels of one of several."""


def check_picture_place(path: Path) -> None:
    """Raises RefusedError unless a picture can be put there: asked before there is one."""
    if path.suffix.lower() != SUFFIX:
        raise RefusedError(str(path), f"ends with {path.suffix!r}; expected {SUFFIX}")
    check_writable(path)


def save_chart(state: "FigureState", path: Path, size: tuple[int, int] = SIZE) -> None:
    """Draw a chart into a PNG file, ``size`` pixels large, whole or not at all.

    Raises RefusedError as :func:`check_picture_place`, or if the disk is full.
    """
    check_picture_place(path)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from devices.screen.parts.figures import figure_surface
    from devices.screen.png import png

    replace_file(path, png(figure_surface(state, size)))


def save_charts(
    states: "Sequence[FigureState]", path: Path, across: int, size: tuple[int, int] = SMALL
) -> None:
    """Draw several charts into one PNG file, in rows of ``across``, each ``size`` pixels large.

    Raises RefusedError as :func:`save_chart`.
    """
    check_picture_place(path)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from devices.screen.parts.several_figures import figures_surface
    from devices.screen.png import png

    replace_file(path, png(figures_surface(states, across, size)))


def save_greys(greys: "npt.NDArray[np.uint8]", path: Path) -> None:
    """Put a picture (uint8[height, width]) into a PNG file, whole or not at all.

    Raises RefusedError as :func:`save_chart`.
    """
    check_picture_place(path)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from devices.screen.png import png_of_greys

    replace_file(path, png_of_greys(greys))
