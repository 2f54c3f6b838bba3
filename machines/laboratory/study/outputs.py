"""What a study shows: tables on standard output, numbers and charts in files, the RESULT line.

A picture file shows the sheet of paper that hangs in the room (devices/screen/parts/figures.py),
larger.  No window is opened and no display is needed.
"""

import argparse
import csv
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from machines.storage.files import check_writable, replace_file, replacing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from devices.screen.parts.figures import FigureState

Row = Sequence[str]
SIZE = (1600, 1000)
"""Pixels of a picture."""
SMALL = (1040, 650)
"""Pixels of one of several."""


def result_line(**values: object) -> str:
    """The last line of a study's output."""
    return " ".join(["RESULT", *(f"{name}={value}" for name, value in values.items())])


def write_outputs(
    args: argparse.Namespace,
    columns: Row,
    rows: Iterable[Sequence[object]],
    draw: Callable[[Path], None] | None = None,
) -> None:
    """Write the files that ``--csv`` and ``--plot`` name, if they name any."""
    if args.csv is not None:
        write_csv(args.csv, columns, rows)
    if draw is not None and args.plot is not None:
        draw(args.plot)


# -- tables ----------------------------------------------------------------------------------------


def print_table(headings: Row, rows: Sequence[Row], title: str = "") -> None:
    """Print rows of cells; those that are numbers stand to the right.

    On a terminal they are ruled and coloured.
    """
    if sys.stdout.isatty():
        _print_ruled(headings, rows, title)
    else:
        sys.stdout.write(plain_table(headings, rows, title))


def plain_table(headings: Row, rows: Sequence[Row], title: str = "") -> str:
    """The same in plain columns, two blanks between them."""
    widths = [max(len(row[c]) for row in (headings, *rows)) for c in range(len(headings))]
    to_right = _to_right(headings, rows)
    lines = [title] if title else []
    for row in (headings, *rows):
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, to_right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _to_right(headings: Row, rows: Sequence[Row]) -> list[bool]:
    """Which columns hold numbers alone."""
    return [all(_is_number(row[c]) for row in rows if row[c]) for c in range(len(headings))]


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "").replace("%", "").strip().lstrip("+-").isdigit()


def _print_ruled(headings: Row, rows: Sequence[Row], title: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title, "table.title") if title else None, title_justify="left")
    for heading, to_right in zip(headings, _to_right(headings, rows), strict=True):
        table.add_column(Text(heading), justify="right" if to_right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


# -- files -----------------------------------------------------------------------------------------


def write_csv(path: Path, header: Row, rows: Iterable[Sequence[object]]) -> None:
    """Write a table whole: a row of names, then the numbers; a number not known (None) is empty.

    Raises RefusedError if no such file can be put there, or the disk is full.
    """
    check_writable(path, ".csv")
    with replacing(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        _write_rows(text, header, rows)
        text.detach()  # whoever handed the file out goes on with it


def csv_bytes(header: Row, rows: Iterable[Sequence[object]]) -> bytes:
    """The same table as bytes."""
    text = io.StringIO()
    _write_rows(text, header, rows)
    return text.getvalue().encode()


def _write_rows(text: TextIO, header: Row, rows: Iterable[Sequence[object]]) -> None:
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([*map(_cell, row)] for row in rows)


def _cell(value: object) -> object:
    """A text that a spreadsheet would do as a formula has an apostrophe before it: an engine may
    call itself anything."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        try:
            float(value)
        except ValueError:
            return f"'{value}"
    return value


def save_chart(state: "FigureState", path: Path, size: tuple[int, int] = SIZE) -> None:
    """Draw a chart into a PNG file, ``size`` pixels large, whole or not at all.

    Raises RefusedError if no such file can be put there, or the disk is full.
    """
    check_writable(path, ".png")
    from devices.screen.parts.figures import figure_surface
    from devices.screen.png import png

    replace_file(path, png(figure_surface(state, size)))


def save_charts(
    states: "Sequence[FigureState]", path: Path, across: int, size: tuple[int, int] = SMALL
) -> None:
    """Draw several charts into one PNG file, in rows of ``across``, each ``size`` pixels large.

    Raises RefusedError as :func:`save_chart`.
    """
    check_writable(path, ".png")
    from devices.screen.parts.figures import figures_surface
    from devices.screen.png import png

    replace_file(path, png(figures_surface(states, across, size)))


@dataclass(frozen=True)
class NotebookChart:
    """A chart as a Jupyter notebook shows it: the value of a cell's last line."""

    state: "FigureState"
    size: tuple[int, int] = SMALL

    def _repr_png_(self) -> bytes:
        from devices.screen.parts.figures import figure_surface
        from devices.screen.png import png

        return png(figure_surface(self.state, self.size))


def save_greys(greys: "npt.NDArray[np.uint8]", path: Path) -> None:
    """Put a picture (uint8[height, width]) into a PNG file, whole or not at all.

    Raises RefusedError as :func:`save_chart`.
    """
    check_writable(path, ".png")
    from devices.screen.png import png_of_greys

    replace_file(path, png_of_greys(greys))
