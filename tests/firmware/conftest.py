"""Made once for all of the firmware's tests; where there is nothing to make it with, they skip."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.board import Board
from tests.firmware.building import FIRMWARE, NEEDS, PANELS, SIMAVR, counts, has_simavr, make, need
from tests.firmware.core import Core


@pytest.fixture(scope="session", params=PANELS)
def panel_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def built(panel_name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which this panel's firmware is made."""
    return tmp_path_factory.mktemp(f"firmware-{panel_name}")


@pytest.fixture(scope="session")
def core(panel_name: str, built: Path) -> Core:
    need("make", "cc")
    make(FIRMWARE, "core", f"PANEL={panel_name}", f"BUILD={built}")
    _, lamps, switches = counts(panel_name)
    return Core(built / "core.so", lamps, switches)


@pytest.fixture(scope="session")
def image(panel_name: str, built: Path) -> Path:
    need("make", "awk", "avr-gcc", "avr-objcopy", "avr-size")
    make(FIRMWARE, "all", f"PANEL={panel_name}", f"BUILD={built}")
    return built / "panel.elf"


@pytest.fixture(scope="session")
def board_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("make", "cc")
    folder = tmp_path_factory.mktemp("simavr")
    if not has_simavr(folder):
        pytest.skip(f"no library of simavr here: {NEEDS}")
    make(SIMAVR, "", f"BUILD={folder}")
    return folder / "board"


@pytest.fixture
def board(panel_name: str, image: Path, board_program: Path) -> Iterator[Board]:
    """A board that was just switched on."""
    _, lamps, switches = counts(panel_name)
    with Board(board_program, image, lamps, switches) as one:
        yield one
