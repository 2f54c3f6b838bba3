"""The installed program: a wheel has all it needs, and runs outside the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("devices", "firmware_sim", "machines")
UV = shutil.which("uv")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files, as an installer lays them out."""
    if UV is None:
        pytest.skip("uv is not on the path")
    out = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [UV, "build", "-q", "--wheel", "--out-dir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
    )
    if built.returncode and "hatchling" in built.stderr and "fetch" in built.stderr:
        pytest.skip("the tool that builds a wheel can't be fetched here")
    assert built.returncode == 0, built.stderr
    folder = out / "site-packages"
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command of the installed program, started where no checkout is."""
    start = "import sys; from machines.commands import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-P", "-c", start, *arguments],
        cwd=installed.parent,
        env={
            **os.environ,
            "PYTHONPATH": str(installed),
            "MATCHBOX704_DATA": str(installed.parent / "data"),
        },
        capture_output=True,
        text=True,
    )


def test_the_wheel_has_every_file_that_runs_and_every_asset(installed: Path) -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert (installed / path.relative_to(ROOT)).is_file(), path
    for path in (ROOT / "assets").rglob("*"):
        if path.is_file():
            assert (installed / "matchbox704_assets" / path.relative_to(ROOT / "assets")).is_file()
    assert not (installed / "tests").exists()


def test_the_command_is_declared(installed: Path) -> None:
    declared = next(installed.glob("*.dist-info/entry_points.txt")).read_text()
    assert "matchbox704 = machines.commands:main" in declared


def test_installed_it_calls_itself_by_its_command(installed: Path) -> None:
    told = run(installed, "--help")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("usage: matchbox704 ")
    assert "main.py" not in told.stdout


def test_installed_it_finds_its_assets(installed: Path) -> None:
    pictures = installed.parent / "pictures"
    shown = run(
        *(installed, "show", "--exhibit", "menace", "--size", "800x480"),
        *("--deck", "assets/decks/noughts/menace-visitor.txt", "--snapshot", str(pictures)),
    )
    assert shown.returncode == 0, shown.stderr
    assert len(list(pictures.glob("*.png"))) == 2
