"""The exhibit that docs/contributing.md adds step by step works, and nothing else names it."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "hexapawn"
HOUSE = ("assets", "devices", "firmware_sim", "machines", "main.py", "pyproject.toml", "tests")
MOST_LINES = 200
"""Of its Python, blank lines and all."""

NEXT = '\n    ExhibitSpec(\n        "pegasus",'
"""The entry before which it stands: that of the next year."""

ROPE = """
from devices.screen.ui_text import read_language
from machines.museum.window.floor_plan import stops_of
from machines.storage.registry import EXHIBITS
names = [one.name for one in EXHIBITS]
stops = stops_of(read_language("en"), names, [one.title for one in EXHIBITS])
print(*(stop.text.year for stop in stops), *(stop.name for stop in stops), *names)
"""

VISIT = """
import sys
from pathlib import Path
from machines.storage.registry import find_exhibit
from tests.machines.museum.visit import Visit

def visit():
    return Visit(Path(sys.argv[1]), plan=(find_exhibit("hexapawn"),), here="hexapawn")

first = visit()
first.act("table.7")
first.act("table.4")
played = first.until(lambda view: view.scene.board.count("W") != 3 or view.scene.drawn)
assert first.house.close()
again = visit()
assert again.until(lambda view: True).scene.board == played.scene.board
assert again.house.close()
"""


def entry() -> str:
    """The entry of the floor plan, as docs/contributing.md has it."""
    page = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(ExhibitSpec\(.*?\n\),?)\n```$", page, re.M | re.S)
    assert found is not None, "docs/contributing.md: no entry of the floor plan"
    return textwrap.indent(found[1].rstrip(",") + ",", "    ")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with the example in it: its files, and one entry."""
    copy = tmp_path_factory.mktemp("house")
    rest = shutil.ignore_patterns("__pycache__", "build")
    for name in HOUSE:
        one = ROOT / name
        if one.is_dir():
            shutil.copytree(one, copy / name, ignore=rest)
        else:
            shutil.copy(one, copy)
    shutil.copytree(EXAMPLE, copy, dirs_exist_ok=True, ignore=rest)
    registry = copy / "machines" / "storage" / "registry.py"
    head, later, tail = registry.read_text(encoding="utf-8").partition(NEXT)
    assert later
    registry.write_text(f"{head}\n{entry()}{later}{tail}", encoding="utf-8")
    return copy


def run(house: Path, *words: str) -> str:
    """What a Python command printed in that house."""
    environment = os.environ | {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(house),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(
        [sys.executable, *words], cwd=house, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_it_is_short_and_stands_nowhere_else() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in EXAMPLE.rglob("*.py"))
    assert lines <= MOST_LINES
    for folder in ("devices", "machines", "firmware_sim", "assets"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "hexapawn" not in path.read_text(encoding="utf-8").lower(), path


@pytest.mark.slow
def test_it_promises_what_every_exhibit_does(house: Path) -> None:
    conform = "tests/machines/test_exhibits_conform.py"
    quiet = ("-m", "pytest", "--noconftest", "-p", "no:cacheprovider")
    said = run(house, *quiet, conform, "-k", "hexapawn")
    assert "100%" in said


@pytest.mark.slow
def test_it_is_drawn_in_its_room_and_on_the_floor_plan(house: Path, tmp_path: Path) -> None:
    options = ("--headless", "--size", "960x540", "--snapshot", str(tmp_path))
    moved = ("--press", "table.7", "--press", "table.4@4")
    run(house, "main.py", "show", *options, "--exhibit", "hexapawn", *moved, "--frames", "8")
    first, last = (tmp_path / f"hexapawn-{frame:05d}.png" for frame in (0, 7))
    assert first.read_bytes() != last.read_bytes()
    assert (tmp_path / "floor-plan.png").stat().st_size > 10_000


@pytest.mark.slow
def test_it_is_operated_kept_and_replayed(house: Path, tmp_path: Path) -> None:
    run(house, "-c", VISIT, str(tmp_path))
    (log, *_) = sorted((tmp_path / "sessions" / "hexapawn").glob("*.log"))
    assert re.search(r"(\d+) of \1 states agree", run(house, "main.py", "replay", str(log)))


@pytest.mark.slow
def test_it_stands_on_the_rope_with_its_year(house: Path) -> None:
    told = run(house, "-c", ROPE).split()
    years, on_rope, in_hall = told[:6], told[6:12], told[12:]
    assert dict(zip(on_rope, years, strict=True))["hexapawn"] == "1962"
    assert on_rope == in_hall
