"""What a newcomer's `uv run main.py` fetches on each system: wheels, so nobody needs a compiler.

uv writes a lock file for all systems at once; each of its versions must have a wheel for every
Python on every system that docs/install.md names.  Nothing is installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UV = shutil.which("uv")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux": "x86_64-manylinux_2_28",
    "Linux on ARM, Raspberry Pi": "aarch64-manylinux_2_28",
    "macOS on Intel": "x86_64-apple-darwin",
    "macOS on ARM": "aarch64-apple-darwin",
    "Windows": "x86_64-pc-windows-msvc",
    "Windows on ARM": "aarch64-pc-windows-msvc",
}
WITHOUT_WHEELS = {("Windows on ARM", "3.11")}
"""numba has none there; docs/install.md says so."""
NEEDS_NO_COMPILER = ("cobs",)
"""Its sources install as plain Python where there is no compiler."""
INTEL_MACS = {"3.11": "0.62", "3.12": "0.62", "3.13": "0.62", "3.14": "0.63.0b1"}
"""numba's last wheels for them."""
pytestmark = pytest.mark.slow


def uv(*words: str, at: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    assert UV is not None
    quiet = os.environ | {"UV_PYTHON_DOWNLOADS": "never", "UV_PYTHON": sys.executable}
    return subprocess.run([UV, *words], cwd=at, env=quiet, capture_output=True, text=True)


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of what uv would fetch, with each line's systems and Pythons."""
    if UV is None:
        pytest.skip("uv is not on the path")
    folder = tmp_path_factory.mktemp("newcomer")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    made = uv("export", "-q", "--no-hashes", "--no-header", "--no-emit-project", at=folder)
    if made.returncode and ("fetch" in made.stderr or "connect" in made.stderr):
        pytest.skip("the package index can't be reached")
    assert made.returncode == 0, made.stderr
    lines = [one for one in made.stdout.splitlines() if not one.startswith(NEEDS_NO_COMPILER)]
    file = folder / "locked.txt"
    file.write_text("\n".join(lines))
    return file


def resolve(file: Path, system: str, python: str) -> "subprocess.CompletedProcess[str]":
    return uv(
        *("pip", "compile", "-q", "--no-header", "--no-annotate", "--only-binary", ":all:"),
        *("--python-platform", SYSTEMS[system], "--python-version", python, str(file)),
    )


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_gets_wheels(locked: Path, system: str, python: str) -> None:
    found = resolve(locked, system, python)
    if (system, python) in WITHOUT_WHEELS:
        assert found.returncode != 0 and "no usable wheels" in found.stderr
        return
    assert found.returncode == 0, found.stderr
    named = [line.partition("==") for line in found.stdout.splitlines() if "==" in line]
    versions = {name: version for name, _, version in named}
    assert {"numpy", "numba", "llvmlite", "msgspec", "pyserial"} <= set(versions)
    assert ("pygame" in versions) != ("pygame-ce" in versions)
    if system == "macOS on Intel":
        assert versions["numba"].startswith(INTEL_MACS[python])


@pytest.mark.parametrize("python", ["3.11", "3.14"])
def test_the_versions_of_the_figures_can_be_had(python: str) -> None:
    if UV is None:
        pytest.skip("uv is not on the path")
    found = uv(
        *("pip", "compile", "-q", "--no-header", "--no-annotate", "--only-binary", ":all:"),
        *("--python-platform", SYSTEMS["Linux"], "--python-version", python),
        *("-c", "docs/research/versions.txt", "pyproject.toml"),
    )
    if found.returncode and ("fetch" in found.stderr or "connect" in found.stderr):
        pytest.skip("the package index can't be reached")
    assert found.returncode == 0, found.stderr
    assert {"numba==0.68.1", "numpy==2.4.6"} <= set(found.stdout.split())
