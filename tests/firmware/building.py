"""What the firmware's tests need made: the core for this computer, the image, the board."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from devices.panel.layout import PanelLayout, layout_digest, read_layout

REPO = Path(__file__).parents[2]
FIRMWARE = REPO / "firmware_sim" / "firmware"
SIMAVR = REPO / "firmware_sim" / "simavr"
PANELS = ("ibm704", "menace")
NEEDS = "gcc-avr, avr-libc, simavr and libsimavr-dev (Debian's names) make and run it"


def layout_of(panel: str) -> PanelLayout:
    path = REPO / "assets" / "panels" / f"{panel}.toml"
    return read_layout(path.read_bytes(), path.name)


def counts(panel: str) -> tuple[bytes, int, int]:
    """Digest, lamps, switches."""
    layout = layout_of(panel)
    return layout_digest(layout), len(layout.lamps()), len(layout.controls())


def need(*tools: str) -> None:
    """Skip, saying what is missing."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here: {NEEDS}")


def make(where: Path, target: str, *settings: str) -> str:
    """Run make; its output.  The settings are NAME=VALUE."""
    done = subprocess.run(
        ["make", "-C", str(where), f"PYTHON='{sys.executable}'", *settings, *target.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def has_simavr(folder: Path) -> bool:
    """Whether a program can be linked with the simulator's library."""
    source = folder / "has.c"
    source.write_text("#include <simavr/sim_avr.h>\nint main(void) { return !avr_run; }\n")
    tried = subprocess.run(
        ["cc", "-isystem", "/usr/include/simavr", str(source), "-lsimavr", "-o", str(folder / "h")],
        capture_output=True,
        check=False,
    )
    return tried.returncode == 0
