"""A panel's lamps as text."""

from pathlib import Path

import numpy as np
import pytest

from devices.panel.layout import PanelLayout, read_layout
from firmware_sim.bench import GLYPHS, PLAIN, rows

PANELS = sorted((Path(__file__).resolve().parents[2] / "assets" / "panels").glob("*.toml"))
SMALL = read_layout(
    b"""
name = "small"
title = "SMALL"
width = 10.0
height = 10.0

[[lamp_rows]]
id = "a"
kind = "neon"
y = 1.0
x = 1.0
pitch = 1.0
columns = [0, 3, 4]
labels = ["1", "2", "3"]

[[lamp_rows]]
id = "wide"
kind = "plate"
y = 2.0
x = 1.0
pitch = 1.0
columns = [0, 0.5]
labels = ["x", "y"]

[[control_rows]]
id = "c"
kind = "key"
y = 3.0
x = 1.0
pitch = 1.0
width = 1.0
height = 1.0
columns = [0, 1]
names = ["go", "key.1"]
labels = ["GO", "1"]
""",
    "small.toml",
)


def shown(layout: PanelLayout, levels: list[int], down: list[bool], width: int = 80) -> list[str]:
    return rows(layout, np.array(levels, dtype=np.uint8), np.array(down), width, PLAIN)


def test_lamps_stand_in_their_columns_and_the_switches_that_are_down_are_named() -> None:
    assert shown(SMALL, [0, 1, 15, 8, 9], [False, True]) == [
        "a     .     : #",
        "wide  +*",
        "down: key.1",
    ]


def test_a_narrow_terminal_gets_one_character_a_column() -> None:
    assert shown(SMALL, [0, 1, 15, 8, 9], [False, False], width=12)[0] == "a     .  :#"
    assert shown(SMALL, [0, 1, 15, 8, 9], [False, False], width=10)[0] == "a     .:#"


def test_each_brighter_glyph_stands_for_a_range_of_levels() -> None:
    for glyphs in (GLYPHS, PLAIN):
        row = "".join(
            rows(SMALL, np.array([level] * 5, np.uint8), np.zeros(2, np.bool_), 80, glyphs)[1][-1]
            for level in range(16)
        )
        assert row == "".join(glyphs[k] * n for k, n in enumerate((1, 4, 4, 4, 3)))


@pytest.mark.parametrize("path", PANELS, ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_too_long_and_their_number_never_changes(path: Path, width: int) -> None:
    layout = read_layout(path.read_bytes(), path.name)
    lamps, controls = len(layout.lamps()), len(layout.controls())
    dark = shown(layout, [0] * lamps, [False] * controls, width)
    lit = shown(layout, [15] * lamps, [True] * controls, width)
    assert len(dark) == len(lit)
    assert max(map(len, dark + lit)) <= width
    assert sum(line.count("#") for line in lit) == lamps
