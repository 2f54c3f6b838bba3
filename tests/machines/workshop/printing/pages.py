"""Pages of a PDF as pictures, and what stands in them measured in millimetres."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

POINT = 25.4 / 72
"""A point of a PDF in millimetres."""
DOTS = 8
"""Pixels a point, where it is measured."""
PIXEL = POINT / DOTS
Picture = npt.NDArray[np.uint8]


def open_pdf(path: Path) -> Any:
    """The document; skips where what draws it isn't installed."""
    return pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed").PdfDocument(path)


def picture(path: Path, page: int = 0, dots: int = DOTS) -> Picture:
    """A page in grey, 0 black to 255 white, by rows."""
    drawn = open_pdf(path)[page].render(scale=dots, grayscale=True).to_numpy()
    return np.asarray(drawn, np.uint8).reshape(drawn.shape[0], drawn.shape[1])


def dark_run(line: npt.NDArray[np.bool_], at: int) -> tuple[float, float]:
    """Where the dark run through pixel ``at`` begins and ends, in millimetres."""
    assert line[at], f"nothing is printed at {at * PIXEL:.2f} mm"
    light = np.flatnonzero(~line)
    before = light[light < at]
    after = light[light > at]
    first = int(before[-1]) + 1 if len(before) else 0
    last = int(after[0]) if len(after) else len(line)
    return first * PIXEL, last * PIXEL
