"""The bundle: made, and used from an empty folder where there is no Python.

    uv run --group dev --group bundle pytest -s -m soak tests/machines/workshop/bundle

prints how long each step took, the first start with an empty cache among them.
"""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from machines import commands
from machines.kernels import kernel_cache
from machines.laboratory.external.guard import WORD
from machines.storage.program import AGAIN
from machines.workshop.bundle import recipe
from tests.machines.laboratory.external.test_engine_process import DEAF
from tests.waiting import runs

ROOT = Path(__file__).resolve().parents[4]
NONE = "/nonexistent"
"""A PATH without Python, or anything else."""
F = TypeVar("F", bound=Callable[..., None])
NEEDS_MAKER = [
    pytest.mark.soak,
    pytest.mark.timeout(1_500),
    pytest.mark.skipif(
        importlib.util.find_spec("PyInstaller") is None,
        reason="PyInstaller isn't installed (--group bundle)",
    ),
]


def soak(test: F) -> F:
    for mark in NEEDS_MAKER:
        test = mark(test)
    return test


class Bundle:
    """The program of a bundle, started from an empty folder, with a home that was empty."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.program = folder / ("matchbox704.exe" if sys.platform == "win32" else "matchbox704")
        self.home, self.empty = home, home / "empty"
        self.empty.mkdir(parents=True)

    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
        return kept | {
            "PATH": NONE, "HOME": str(self.home), "USERPROFILE": str(self.home),
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        }  # fmt: skip

    def run(self, *words: str) -> str:
        """Its standard output."""
        began = time.monotonic()
        done = subprocess.run(
            [str(self.program), *words], cwd=self.empty, env=self.environment(),
            capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        print(f"{time.monotonic() - began:6.1f} s  {' '.join(words)}")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [str(self.program), *words], cwd=self.empty, env=self.environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """Made by the command, with its kernels: those of draughts it compiles, the others were made by
    the checkout, where its user's cache is in Linux's place."""
    out = tmp_path_factory.mktemp("bundle")
    began = time.monotonic()
    assert commands.main(["bundle", "--out", str(out)]) == 0
    print(f"{time.monotonic() - began:6.1f} s  bundle")
    made = Bundle(out / "matchbox704", out / "home")
    ours = kernel_cache.find_folder()
    assert ours is not None
    without = shutil.ignore_patterns("machines.games.draughts.*", kernel_cache.LOCK, "*.tmp.*")
    shutil.copytree(ours, made.home / ".cache" / "matchbox704" / "kernels", ignore=without)
    first = made.run("warm").splitlines()
    assert len(first) > 40
    yield made


def checkout(*words: str) -> str:
    return subprocess.run(
        [*AGAIN, *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


@soak
def test_it_does_what_the_checkout_does(bundle: Bundle, tmp_path: Path) -> None:
    echo = ("run704", "assets/programs/echo.cbn", "--cards", "assets/decks/opening-g04.txt")
    assert bundle.run(*echo) == checkout(*echo)
    match = ("match", "pieces", "anaconda", "--games", "4", "--ply", "2", "--jobs", "2")
    assert bundle.run(*match).splitlines()[-1] == checkout(*match).splitlines()[-1]
    menace = ("menace", "tournament", "--games", "220", "--opponent", "1961")
    ours = checkout("--data", str(tmp_path), *menace)
    assert bundle.run(*menace).splitlines()[-1] == ours.splitlines()[-1]
    deck = ("print", "deck", "assets/decks/opening-g04.txt", "--out")
    bundle.run(*deck, "cards.pdf")
    checkout(*deck, str(tmp_path / "cards.pdf"))
    assert (bundle.empty / "cards.pdf").read_bytes() == (tmp_path / "cards.pdf").read_bytes()
    bundle.run("print", "panel", "menace", "--out", "panel")
    assert (bundle.empty / "panel" / "menace-plate.dxf").stat().st_size > 10_000
    bundle.run("show", "--exhibit", "menace", "--size", "800x480", "--snapshot", "pictures")
    assert list((bundle.empty / "pictures").glob("*.png"))


@soak
def test_its_compiled_kernels_are_found_again(bundle: Bundle) -> None:
    began = time.monotonic()
    bundle.run("warm")
    took = time.monotonic() - began
    cache = next(bundle.home.rglob("kernels"))
    made = {path: path.stat().st_ino for path in cache.glob("*.kernel")}
    assert len(made) > 200, f"{took:.1f} s"
    bundle.run("perft", "4")
    assert made == {path: path.stat().st_ino for path in cache.glob("*.kernel")}


@soak
def test_whoever_gets_it_gets_the_licences(bundle: Bundle) -> None:
    folder = bundle.program.parent
    assert (folder / "LICENSE").is_file() and (folder / "README.txt").is_file()
    assert (folder / "licences" / "Python-LICENSE.txt").is_file()
    for name in ("numba", "llvmlite", "numpy", "pyserial", "msgspec"):
        assert any((folder / "licences" / name).iterdir()), name


@soak
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_a_kiosk_that_is_killed_comes_back(bundle: Bundle, tmp_path: Path) -> None:
    museum = (
        "--data",
        str(tmp_path),
        "museum",
        "--kiosk",
        "--exhibit",
        "menace",
        "--size",
        "800x480",
    )
    supervisor = bundle.start(*museum)
    try:
        first = _opened(bundle, tmp_path, other_than=0)
        assert first != supervisor.pid
        os.kill(first, signal.SIGKILL)
        again = _opened(bundle, tmp_path, other_than=first)
        assert again not in (first, supervisor.pid) and runs(supervisor.pid)
        supervisor.send_signal(signal.SIGTERM)
        assert supervisor.wait(60) in (0, 128 + signal.SIGTERM)
        assert not runs(again)
    finally:
        supervisor.kill()
        supervisor.communicate()


def _opened(bundle: Bundle, data: Path, other_than: int) -> int:
    """The process of the museum that is open on a folder, when it is."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        asked = subprocess.run(
            [str(bundle.program), "--data", str(data), "status", "--json"],
            env=bundle.environment(), capture_output=True, text=True,
        )  # fmt: skip
        if asked.returncode in (0, 1):
            process = json.loads(asked.stdout)["pid"]
            if process not in (0, None, other_than) and runs(process):
                return int(process)
        time.sleep(0.3)
    raise AssertionError("the museum did not open")


@soak
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_its_guard_ends_programs_that_are_left(bundle: Bundle) -> None:
    with subprocess.Popen([sys.executable, "-c", DEAF], start_new_session=True) as deaf:
        guard = bundle.start(WORD, str(deaf.pid), f"mark-of-{deaf.pid}")
        assert guard.stdin is not None
        guard.stdin.close()
        assert guard.wait(20) == 0
        assert deaf.wait(20) == -signal.SIGKILL


def test_without_its_maker_the_command_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert commands.main(["bundle", "--out", str(tmp_path)]) == 2
    assert "uv run --group bundle main.py bundle" in capsys.readouterr().err


def test_a_folder_that_is_no_bundle_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    letter = tmp_path / "matchbox704" / "letter.txt"
    letter.parent.mkdir()
    letter.write_text("mine")
    assert commands.main(["bundle", "--out", str(tmp_path)]) == 2
    assert "is no bundle" in capsys.readouterr().err
    assert letter.read_text() == "mine"


def test_the_recipe_names_every_module_of_ours() -> None:
    named = recipe.needed_modules(ROOT)
    assert {"machines", "machines.samuel.search", "machines.commands.museum"} <= set(named)
    for package in recipe.OURS:
        count = len(list((ROOT / package).rglob("*.py")))
        assert count == sum(name.split(".")[0] == package for name in named)
