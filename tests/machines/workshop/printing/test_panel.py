"""The front plate has a hole for every lamp and control of the layout, where the layout has it."""

import csv
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from devices.panel.layout import PanelLayout, read_layout
from firmware_sim.firmware.describe import wires
from machines.commands import main
from machines.workshop.printing.panel.engraving import engrave, holes
from tests.docs.snippets import ROOT

SVG = "{http://www.w3.org/2000/svg}"
QUICK = ("anaconda", "ibm704", "morph", "pegasus")
UNIT_MM = {"menace": 1.0, "anaconda": 0.6}
"""The others': half a millimetre."""
ROUND_MM = {"neon": 5.1, "button": 12.2, "key": 6.2, "switch": 6.2, "lever": 12.2}


class Place(NamedTuple):
    """A hole: its middle from the upper left corner, and its size."""

    x: float
    y: float
    wide: float
    high: float


def expected(name: str, scale: float) -> list[Place]:
    """Every lamp's and control's hole, reckoned from the layout's file itself."""
    text = (ROOT / "assets/panels" / f"{name}.toml").read_text(encoding="utf-8")
    layout = tomllib.loads(text)
    k = UNIT_MM.get(name, 0.5) * scale
    made = []
    for row in [*layout["lamp_rows"], *layout.get("control_rows", [])]:
        for column in row["columns"]:
            x, y = (row["x"] + column * row["pitch"]) * k, row["y"] * k
            if row["kind"] == "plate":
                made.append(Place(x, y, row["width"] * 0.9 * k, row["height"] * 0.66 * k))
            else:
                made.append(Place(x, y, ROUND_MM[row["kind"]], ROUND_MM[row["kind"]]))
    return made


def in_svg(path: Path) -> Iterator[Place]:
    """The holes that a drawing has, in its order."""
    for group in ElementTree.parse(path).getroot().iter(f"{SVG}g"):
        if group.get("class") != "holes":
            continue
        for shape in group:
            of = {name: float(value) for name, value in shape.attrib.items() if len(name) < 7
                  and name not in ("fill", "stroke")}  # fmt: skip
            if shape.tag == f"{SVG}circle":
                yield Place(of["cx"], of["cy"], 2 * of["r"], 2 * of["r"])
            else:
                wide, high = of["width"], of["height"]
                yield Place(of["x"] + wide / 2, of["y"] + high / 2, wide, high)


def in_dxf(path: Path, plate_high: float) -> Iterator[Place]:
    """The same of a DXF file, whose y grows upwards."""
    document: Any = pytest.importorskip("ezdxf", reason="the extra print is not installed")
    drawing = document.readfile(path)
    assert drawing.units == document.units.MM
    assert not drawing.audit().errors
    for shape in drawing.modelspace().query('*[layer=="holes"]'):
        if shape.dxftype() == "CIRCLE":
            x, y, _ = shape.dxf.center
            yield Place(x, plate_high - y, 2 * shape.dxf.radius, 2 * shape.dxf.radius)
        else:
            xs, ys = zip(*shape.get_points("xy"), strict=True)
            left, right, foot, top = min(xs), max(xs), min(ys), max(ys)
            middle = (foot + top) / 2
            yield Place((left + right) / 2, plate_high - middle, right - left, top - foot)


def assert_same(found: list[Place], want: list[Place]) -> None:
    """To a thousandth of a millimetre, one by one, and the fixing holes after them."""
    assert len(found) > len(want)
    for one, other in zip(found, want, strict=False):
        assert one == pytest.approx(other, abs=1e-3)
    assert {one.wide for one in found[len(want) :]} == {3.2}


def check_holes(folder: Path, name: str, scale: float) -> None:
    """Every hole of a panel's files against the layout."""
    want = expected(name, scale)
    plate = ElementTree.parse(folder / f"{name}-plate.svg").getroot()
    high = float(plate.get("viewBox", "").split()[3])
    assert plate.get("height") == f"{high:g}mm"
    assert_same(list(in_svg(folder / f"{name}-plate.svg")), want)
    assert_same(list(in_dxf(folder / f"{name}-plate.dxf", high)), want)
    with (folder / f"{name}-drill.csv").open(newline="") as file:
        drilled = [
            Place(*(float(row[key]) for key in ("x_mm", "y_mm", "width_mm", "height_mm")))
            for row in csv.DictReader(file)
            if row["kind"] != "fixing"
        ]
    assert sorted(drilled) == [
        pytest.approx(one, abs=1e-3) for one in sorted(one._replace(y=high - one.y) for one in want)
    ]


@pytest.mark.slow
def test_every_hole_is_where_the_layout_has_it(files: Path) -> None:
    check_holes(files, "morph", 1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scale"), [("ibm704", 1.0), ("ibm704", 0.65), ("menace", 1.5)])
def test_every_hole_is_there_at_any_scale(name: str, scale: float, tmp_path: Path) -> None:
    pytest.importorskip("ezdxf", reason="the extra print is not installed")
    assert main(["print", "panel", name, "--out", str(tmp_path), "--scale", str(scale)]) == 0
    check_holes(tmp_path, name, scale)
    check_wiring(tmp_path, name)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small panel's files."""
    pytest.importorskip("ezdxf", reason="the extra print is not installed")
    folder = tmp_path_factory.mktemp("panel")
    assert main(["print", "panel", "morph", "--out", str(folder)]) == 0
    return folder


def layout_of(name: str) -> PanelLayout:
    return read_layout((ROOT / "assets/panels" / f"{name}.toml").read_bytes(), name)


def check_wiring(folder: Path, name: str) -> None:
    """The wiring list against what the firmware says."""
    with (folder / f"{name}-wiring.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lines = wires(layout_of(name)).splitlines()
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        assert line.startswith(f"{row['what']} {row['number']:>3}  {row['id']} ")
        register = row["chip"].split()[1]
        if row["what"] == "lamp":
            where = f"lamp register {register:>2}, {row['output']} (pin {row['pin']})"
        else:
            chip = f"row register {register}, {row['output']}"
            where = f"row {row['row']:>2} ({chip}), column {row['column']}"
        assert line.endswith(where)
    if name == "ibm704":
        assert len(rows) == 180 + 62
        storage = next(row for row in rows if row["id"] == "storage.8")
        assert (storage["register"], storage["bit"]) == ("STORAGE", "8")


@pytest.mark.slow
def test_the_wiring_list_says_what_the_firmware_says(files: Path) -> None:
    check_wiring(files, "morph")


@pytest.mark.parametrize("name", [*QUICK, pytest.param("menace", marks=pytest.mark.slow)])
def test_nothing_is_engraved_where_a_part_sits(name: str) -> None:
    layout = layout_of(name)
    made = holes(layout, 1.0)
    engraved = engrave(layout, 1.0, made)
    assert not engraved.left_out
    lines = engraved.lines
    wide, high = (side * layout.unit_mm for side in (layout.width, layout.height))
    points = np.array([point for line in lines for point in line])
    assert (points > 0).all() and (points < (wide, high)).all()
    for hole in made:
        away = np.hypot(points[:, 0] - hole.x, points[:, 1] - hole.y)
        assert not hole.is_round or away.min() > hole.rim, hole.id
    letters = sum(len(row.labels) for row in layout.lamp_rows if row.show_labels)
    assert len(lines) > letters


def test_what_can_not_be_built_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "panel"
    for arguments, says in (
        (["univac"], "panel: 'univac' is none; expected anaconda, ibm704, menace, morph, pegasus"),
        (["ibm704", "--scale", "0"], "--scale: '0'; expected a number above 0"),
        (["ibm704", "--scale", "big"], "--scale: 'big'; expected a number above 0"),
        (["ibm704", "--scale", "5"], "--scale: 5 is out of range; expected 0.1 to 4"),
        (
            ["ibm704", "--scale", "0.5"],
            "spare.a and spare.b into each other; expected --scale 0.65 or more",
        ),
        (
            ["ibm704", "--lamp-hole", "9.5"],
            "--scale 1.03 or more or a smaller --lamp-hole than 9.5",
        ),
        (["mine.toml"], "mine.toml: there is no such file"),
    ):
        assert main(["print", "panel", *arguments, "--out", str(folder)]) == 2, arguments
        said = capsys.readouterr().err
        assert says in said and said.count("\n") == 1, arguments
        assert not folder.exists(), arguments


OWN = """\
name = "mine"
title = "A panel of one's own"
width = 200.0
height = 100.0
[[lamp_rows]]
id = "row"
kind = "neon"
x = 30.0
y = 60.0
pitch = 16.0
columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
labels = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("width = 200.0", "width = 100.0", "the hole of row.5 isn't within the plate"),
        ("height = 100.0", "height = 100.0\nunit_mm = -1.0", "not a panel layout: Expected"),
        (OWN[OWN.index("[[lamp") :], "lamp_rows = []", "0 lamps; expected 1 to"),
        ('name = "mine"', 'name = "../mine"', "expected letters, digits, - and _"),
    ],
    ids=["narrow", "unit", "no lamps", "name"],
)
def test_a_layout_of_ones_own_that_can_not_be_built(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "mine.toml", tmp_path / "panel"
    file.write_text(OWN.replace(old, new))
    assert main(["print", "panel", str(file), "--out", str(folder)]) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1
    assert not folder.exists()


def test_without_ezdxf_a_sentence_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf.filemanagement", None)
    folder = tmp_path / "panel"
    assert main(["print", "panel", "morph", "--out", str(folder)]) == 2
    assert capsys.readouterr().err.startswith("print: ezdxf isn't installed; expected the extra")
    assert not folder.exists()


def test_words_that_have_no_room_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ezdxf", reason="the extra print is not installed")
    assert main(["print", "panel", "anaconda", "--out", str(tmp_path), "--scale", "0.85"]) == 0
    assert "not engraved, since a part lies there: WHY THIS MOVE?" in capsys.readouterr().err
