"""The curves of a week: what the museum took of the computer, and when what was done to it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pygame

from devices.screen.parts.chart import ChartState
from devices.screen.parts.chart_ink import Ink, Point, Series
from devices.screen.parts.chart_notes import Upright
from devices.screen.parts.figures import figures_surface
from devices.screen.png import png
from machines.laboratory.study.outputs import write_csv
from machines.storage.files import replace_file
from tests.week.faults import Week
from tests.week.visitors import HURRY, Sample

MB = 1 << 20
SIZE = (640, 330)
"""Pixels of a chart."""
GRAIN = 12
"""Shades that become one: the paper's grain would make up nine tenths of the file."""
DAY_S = 86_400 / HURRY
WORDS = {"killed": "kill", "display restarted": "display", "killed, disk full at opening": "full"}
"""Faults that end the process: they stand in the charts."""
INKS: tuple[Ink, ...] = ("red", "blue")
Of = Callable[[Sample], float]
LINES: dict[tuple[str, str], dict[str, Of]] = {
    ("MEMORY", "MB"): {
        "in memory": lambda one: one.memory / MB,
        "pictures": lambda one: (one.rooms + one.kept) / MB,
    },
    ("THREADS AND DESCRIPTORS", "number"): {
        "threads": lambda one: one.threads,
        "descriptors": lambda one: one.descriptors,
    },
    ("DATA FOLDER", "MB"): {"all files": lambda one: one.folder / MB},
    ("FRAMES", "ms"): {
        "middle one of 3 s": lambda one: one.middle_ms,
    },
    ("SLOWEST FRAME", "ms"): {"slowest of 3 s": lambda one: one.slowest_ms},
    ("VISITORS", "lines in logs since the start"): {"acts and plays": lambda one: one.acts},
}


def draw(week: Week, path: Path) -> None:
    """All curves in one picture.  Raises RefusedError if it can't be put there."""
    uprights = tuple(Upright(at / DAY_S, WORDS[what]) for at, what in week.done if what in WORDS)
    charts = []
    for (title, upwards), lines in LINES.items():
        series = tuple(
            Series(name, _points(week, of), "none", ink)
            for (name, of), ink in zip(lines.items(), INKS, strict=False)
        )
        most = max(y for one in series for _, y in one.points)
        days = max(at for at, _ in week.samples) / DAY_S
        charts.append(
            ChartState(
                title=title,
                across="days",
                upwards=upwards,
                series=series,
                x_range=(0.0, days),
                y_range=(0.0, 1.1 * most),
                uprights=uprights,
            )
        )
    picture = figures_surface(charts, 2, SIZE)
    shades = pygame.surfarray.pixels3d(picture)
    shades[:] = np.minimum(shades.astype(np.int64) // GRAIN * GRAIN + GRAIN // 2, 255)
    del shades
    replace_file(path, png(picture))


def _points(week: Week, of: Of) -> tuple[Point, ...]:
    return tuple((at / DAY_S, float(of(one))) for at, one in week.samples)


def write(week: Week, path: Path) -> None:
    """The samples as a table.  Raises RefusedError if it can't be put there."""
    names = Sample.__struct_fields__[:-1]
    rows = [[f"{at:.1f}", *(getattr(one, name) for name in names)] for at, one in week.samples]
    write_csv(path, ("at_s", *names), rows)


LEAST_S = 1_200.0
"""A shorter week has no third after which all rooms have been seen."""
MORE = 1.15
"""The most that a peak may be above that of the third before."""
MOST_MEMORY = 2 << 30
MOST_FOLDER = 2 << 30
"""Of the data folder: the quota unless settings say otherwise."""
KINDS: dict[str, tuple[Callable[[Sample], float], float]] = {
    "memory": (lambda one: one.memory, MOST_MEMORY),
    "threads": (lambda one: one.threads, 40),
    "descriptors": (lambda one: one.descriptors, 100),
    "folder": (lambda one: one.folder, MOST_FOLDER),
}
"""What is read, and what it may never exceed; the folder may grow up to its quota."""


def not_flat(samples: Sequence[tuple[float, Sample]]) -> list[str]:
    """What has grown, in words, by readings at seconds since the week began; nothing for a week too
    short to tell."""
    end = samples[-1][0] if samples else 0.0
    if end < LEAST_S:
        return []
    middle = [one for at, one in samples if end / 3 <= at < 2 * end / 3]
    last = [one for at, one in samples if at >= 2 * end / 3]
    told = []
    for name, (of, most) in KINDS.items():
        before, after = (max(map(of, part)) for part in (middle, last))
        grew = name != "folder" and after > MORE * before
        if grew or after > most:
            told.append(f"{name}: {before:,.0f}, then {after:,.0f}; at most {most:,.0f}")
    return told
