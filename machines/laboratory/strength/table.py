"""The points of the graph of strength as files have them (assets/strength/EXHIBIT.csv)."""

import csv
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage.files import read_file


@dataclass(frozen=True)
class Row:
    """A point."""

    exhibit: str
    experience: int
    """Games."""
    points: float
    """Share of the points against its own beginning, 0 to 1 ..."""
    low: float
    """... and its 95% interval."""
    high: float
    runs: int
    """How many are put together."""
    games: int
    """Measured in so many; 0: exact."""
    seed: int
    """Of those games."""

    def cells(self) -> tuple[object, ...]:
        """As a file has it."""
        return tuple(f"{one:.4f}" if isinstance(one, float) else one for one in astuple(self))


COLUMNS = tuple(one.name for one in fields(Row))


def read_rows(path: Path) -> tuple[Row, ...]:
    """The points in a file, by their experience.  Raises RefusedError for what is none."""
    lines = read_file(path).decode("utf-8", "replace").splitlines()
    rows = list(csv.reader(lines))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise RefusedError(path.name, f"has other columns; expected {','.join(COLUMNS)}")
    made = [_row(row, f"{path.name}, line {n}") for n, row in enumerate(rows[1:], 2)]
    return tuple(sorted(made, key=lambda one: one.experience))


def _row(row: Sequence[str], where: str) -> Row:
    try:
        exhibit, experience, points, low, high, runs, games, seed = row
        made = Row(
            exhibit, int(experience), float(points), float(low), float(high),
            int(runs), int(games), int(seed),
        )  # fmt: skip
    except ValueError:
        raise RefusedError(where, "is no point; expected a number in each column") from None
    ordered = 0.0 <= made.low <= made.points <= made.high <= 1.0
    if made.experience < 1 or not ordered or math.isnan(made.points):
        raise RefusedError(where, f"has {made.low} to {made.high} around {made.points}")
    return made
