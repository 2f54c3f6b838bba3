"""A kiosk as a gallery has it, attacked in each way that once left it shut: it must be open again.

    MATCHBOX704_SOAK=600 pytest -s -m soak tests/machines/museum/test_kiosk.py

runs ``main.py museum --kiosk`` before an X server of its own and prints what was done, and after
how many seconds the museum stood there again.  In the short form (MATCHBOX704_SOAK below 60) each
kind is tried once, all on one folder.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from machines.commands._museum_window import RECORD
from tests.machines.storage.read_only_disk import read_only
from tests.x_server import XServer

ROOT = Path(__file__).resolve().parents[3]
SHORT_FORM = float(os.environ.get("MATCHBOX704_SOAK", "600")) < 60
WITHIN_S = 120.0
"""So long a gallery may stay shut."""
LATER_S = 15.0
"""So much later than the museum the display server comes."""
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb here"),
]


@dataclass
class Gallery:
    """A data folder, a folder of compiled kernels, a display, and a kiosk that may run on them."""

    folder: Path
    """What the museum keeps; and beside it what tells that it stands there."""
    cache: Path
    display: XServer
    kiosk: "subprocess.Popen[bytes] | None" = None
    environment: dict[str, str] = field(default_factory=dict)
    """What the kiosk is told beside."""
    told: int = subprocess.DEVNULL
    """Its standard error."""

    @property
    def said(self) -> Path:
        return self.folder.with_name("said")

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "main.py", "museum", "--data", str(self.folder), *arguments],
            cwd=ROOT,
            env={
                **os.environ, "DISPLAY": self.display.name, "SDL_VIDEODRIVER": "x11",
                "SDL_AUDIODRIVER": "dummy", "XDG_CACHE_HOME": str(self.cache),
                RECORD: str(self.said), **self.environment,
            },
            stdout=subprocess.DEVNULL, stderr=self.told,
        )  # fmt: skip

    def open(self) -> None:
        """Start the kiosk."""
        self.kiosk = self.start("--kiosk", "--room", "ibm704")

    def close(self) -> None:
        """End the kiosk as its service would."""
        if self.kiosk is not None:
            self.kiosk.terminate()
            assert self.kiosk.wait(60) in (0, 128 + signal.SIGTERM)
        self.kiosk = None
        self.forget()

    def forget(self) -> None:
        """What was said before counts no more."""
        self.said.unlink(missing_ok=True)

    def stands_after(self) -> float:
        """Seconds until the museum shows its room; raises AssertionError after WITHIN_S."""
        began = time.monotonic()
        while not (self.said.exists() and self.said.stat().st_size):
            assert time.monotonic() < began + WITHIN_S, "the museum stays shut"
            assert self.kiosk is None or self.kiosk.poll() is None, "the kiosk has ended"
            time.sleep(0.1)
        return time.monotonic() - began

    def museum(self) -> int:
        """The process of the museum under the supervisor."""
        assert self.kiosk is not None
        found = subprocess.run(
            ["pgrep", "-P", str(self.kiosk.pid)], capture_output=True, text=True, check=True
        )
        return int(found.stdout.split()[0])


Attack = Callable[[Gallery], object]


def cut_files(pattern: str, share: float, where: str = "folder") -> Attack:
    """While it is closed, every such file is cut to a share of its bytes."""

    def attack(gallery: Gallery) -> None:
        gallery.close()
        found = [one for one in getattr(gallery, where).rglob(pattern) if one.is_file()]
        assert found, f"there is no {pattern} to be damaged"
        for path in found:
            os.truncate(path, int(path.stat().st_size * share))
        gallery.open()

    return attack


def fill_files(pattern: str) -> Attack:
    """While it is closed, every such file is written over with what nobody can read."""

    def attack(gallery: Gallery) -> None:
        gallery.close()
        found = [one for one in gallery.folder.rglob(pattern) if one.is_file()]
        assert found, f"there is no {pattern} to be damaged"
        for path in found:
            path.write_bytes(b"\xff{]\0" * 64)
        gallery.open()

    return attack


def kill_museum(gallery: Gallery) -> None:
    gallery.forget()
    os.kill(gallery.museum(), signal.SIGKILL)
    time.sleep(0.5)
    gallery.forget()


def kill_supervisor(gallery: Gallery) -> None:
    assert gallery.kiosk is not None
    museum = Path(f"/proc/{gallery.museum()}")
    gallery.kiosk.kill()
    gallery.kiosk.wait()
    while museum.exists():  # it closes itself
        time.sleep(0.1)
    gallery.forget()
    gallery.open()


def kill_display(gallery: Gallery) -> None:
    gallery.display.end()
    time.sleep(3.0)
    gallery.forget()
    gallery.display.begin()


def display_late(gallery: Gallery) -> None:
    gallery.close()
    gallery.display.end()
    gallery.open()
    time.sleep(LATER_S)
    assert gallery.kiosk is not None and gallery.kiosk.poll() is None
    gallery.display.begin()


def holder_halted(gallery: Gallery) -> None:
    """Another museum holds the folder and hangs."""
    gallery.close()
    other = gallery.start()
    gallery.stands_after()
    other.send_signal(signal.SIGSTOP)
    gallery.forget()
    gallery.open()
    try:
        gallery.stands_after()
    finally:
        other.kill()
        other.wait()


def display_halted(gallery: Gallery) -> None:
    """The display takes nothing any more, until a museum is there that has never hung."""
    before = gallery.museum()
    gallery.display.server.send_signal(signal.SIGSTOP)
    wait_until_gone(before)
    gallery.forget()
    gallery.display.server.send_signal(signal.SIGCONT)


def museum_halted(gallery: Gallery) -> None:
    before = gallery.museum()
    os.kill(before, signal.SIGSTOP)
    wait_until_gone(before)
    gallery.forget()


def wait_until_gone(museum: int) -> None:
    end = time.monotonic() + WITHIN_S
    while Path(f"/proc/{museum}").exists():
        assert time.monotonic() < end, "a museum that nobody sees goes on"
        time.sleep(0.1)


def compositor_killed(gallery: Gallery) -> None:
    """Of Wayland; SDL tells that as a window's end, which a kiosk doesn't follow."""
    if shutil.which("weston") is None:
        pytest.skip("there is no weston here")
    gallery.close()
    with tempfile.TemporaryDirectory(dir="/tmp") as sockets:  # a socket's name must be short
        gallery.environment = {
            "SDL_VIDEODRIVER": "wayland", "XDG_RUNTIME_DIR": sockets, "WAYLAND_DISPLAY": "shown",
        }  # fmt: skip
        first = compositor(gallery, sockets)
        gallery.open()
        gallery.stands_after()
        before = gallery.museum()
        first.kill()
        first.wait()
        wait_until_gone(before)
        gallery.forget()
        second = compositor(gallery, sockets)
        gallery.stands_after()
        gallery.close()
        second.kill()
        second.wait()
    gallery.environment = {}
    gallery.open()


def compositor(gallery: Gallery, sockets: str) -> "subprocess.Popen[bytes]":
    for one in Path(sockets).iterdir():
        one.unlink()
    made = subprocess.Popen(
        ["weston", "--backend=x11-backend.so", "--use-pixman", "--socket=shown", "--idle-time=0"],
        env={**os.environ, "DISPLAY": gallery.display.name, "XDG_RUNTIME_DIR": sockets},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while not (Path(sockets) / "shown").exists():
        assert made.poll() is None
        time.sleep(0.1)
    return made


def pipe_for_settings(gallery: Gallery) -> None:
    """Whoever opens it waits for somebody to write."""
    (gallery.folder / "museum.toml").unlink()
    os.mkfifo(gallery.folder / "museum.toml")
    kill_museum(gallery)


def pipes_for_files(gallery: Gallery) -> None:
    gallery.close()
    for path in [one for one in gallery.folder.rglob("*") if one.is_file()]:
        path.unlink()
        os.mkfifo(path)
    gallery.open()


def mistake_untold(full: bool) -> Attack:
    """What is wrong in the settings can't be told: standard error is on a full disk, or a pipe
    whose reader has ended."""

    def attack(gallery: Gallery) -> None:
        gallery.close()
        (gallery.folder / "museum.toml").write_text("[sound]\nvolume = 400\n")
        reader, writer = os.pipe()
        os.close(reader)
        gallery.told = os.open("/dev/full", os.O_WRONLY) if full else writer
        gallery.open()

    return attack


def folder_moved(gallery: Gallery) -> None:
    gallery.folder.rename(gallery.folder.with_name("elsewhere"))
    time.sleep(3.0)
    kill_museum(gallery)


def cache_gone(gallery: Gallery) -> None:
    shutil.rmtree(gallery.cache)
    kill_museum(gallery)


CLOCK = """
import os, time
real, apart = time.time, os.environ["CLOCK_APART"]
def set_time():
    with open(apart) as days:
        return real() + 86_400 * float(days.read() or 0)
time.time = set_time
"""
"""What Python brings in first: its clock is so many days apart as the file says."""


def clock_set(gallery: Gallery) -> None:
    """By more than a year, on and back, while it is open and before it opens."""
    gallery.close()
    place = gallery.folder.with_name("clock")
    place.mkdir()
    apart = place / "days"
    apart.write_text("0")
    (place / "sitecustomize.py").write_text(CLOCK)
    gallery.environment |= {"PYTHONPATH": str(place), "CLOCK_APART": str(apart)}
    gallery.open()
    gallery.stands_after()
    for days in ("400", "-400"):
        museum = gallery.museum()
        apart.write_text(days)
        time.sleep(LATER_S)
        assert gallery.museum() == museum
        kill_museum(gallery)
        gallery.stands_after()
    gallery.forget()
    kill_museum(gallery)


def second_kiosk(gallery: Gallery) -> None:
    """It ends by itself, since the first is open; the first stays."""
    first, museum = gallery.kiosk, gallery.museum()
    gallery.open()
    assert gallery.kiosk is not None and gallery.kiosk.wait(WITHIN_S) == 2
    gallery.kiosk = first
    assert gallery.museum() == museum


def disk_full(gallery: Gallery) -> None:
    """The data folder is on a disk that is full when the museum opens."""
    gallery.close()
    kept = gallery.folder.with_name("kept")
    shutil.copytree(gallery.folder, kept, dirs_exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(gallery.folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk of one's own can be mounted here")
    try:
        shutil.copytree(kept, gallery.folder, dirs_exist_ok=True)
        with suppress(OSError), (gallery.folder / "ballast").open("wb") as file:
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        gallery.open()
        gallery.stands_after()
        gallery.close()
    finally:
        subprocess.run(["umount", "-l", str(gallery.folder)], check=True)
    gallery.open()


def disk_read_only(where: str) -> Attack:
    """The data folder, or the cache of kernels, can't be written, as on a disk with errors."""

    def attack(gallery: Gallery) -> None:
        gallery.close()
        with read_only(getattr(gallery, where)):
            gallery.open()
            gallery.stands_after()
            gallery.close()
        gallery.open()

    return attack


ATTACKS: dict[str, Attack] = {
    "the museum killed": kill_museum,
    "the supervisor killed": kill_supervisor,
    "the display server killed": kill_display,
    "the display server halted": display_halted,
    "the compositor killed": compositor_killed,
    "the museum halted": museum_halted,
    f"a display server that comes {LATER_S:.0f} s late": display_late,
    "sessions' logs cut to half": cut_files("0*.log", 0.5),
    "sessions' logs empty": cut_files("0*.log", 0.0),
    "snapshots unreadable": fill_files("resume"),
    "statistics and status unreadable": fill_files("*.json"),
    "the visitor's file unreadable": fill_files("visitor"),
    "museum.toml unreadable": fill_files("museum.toml"),
    "museum.toml a pipe, and the museum killed": pipe_for_settings,
    "pipes for all files": pipes_for_files,
    "a mistake in museum.toml, standard error full": mistake_untold(full=True),
    "a mistake in museum.toml, nobody at standard error": mistake_untold(full=False),
    "the data folder moved away, and the museum killed": folder_moved,
    "the folder of compiled kernels gone, and the museum killed": cache_gone,
    "compiled kernels empty": cut_files("*.kernel", 0.0, "cache"),
    "compiled kernels cut to half": cut_files("*.kernel", 0.5, "cache"),
    "another museum holds the folder and hangs": holder_halted,
    "the clock set, on and back": clock_set,
    "a second kiosk": second_kiosk,
    "a full disk": disk_full,
    "a data folder that can't be written": disk_read_only("folder"),
    "a folder of compiled kernels that can't be written": disk_read_only("cache"),
}
IN_SHORT = (
    "the compositor killed",
    "the display server killed",
    "sessions' logs empty",
    "snapshots unreadable",
)


@contextmanager
def gallery_of(place: Path) -> Iterator[Gallery]:
    """A gallery that was open before, with compiled kernels of its own."""
    display = XServer((800, 600), "-noreset")
    compiled = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "matchbox704"
    if compiled.is_dir():
        shutil.copytree(compiled, place / "cache" / "matchbox704")
    gallery = Gallery(place / "data", place / "cache", display)
    gallery.folder.mkdir()
    (gallery.folder / "museum.toml").write_text("[sound]\nvolume = 50\n")
    try:
        gallery.open()
        gallery.stands_after()
        end = time.monotonic() + WITHIN_S
        while not (gallery.folder / "sessions" / "ibm704" / "resume").exists():
            assert time.monotonic() < end, "there is no session"
            time.sleep(0.1)
        yield gallery
    finally:
        if gallery.kiosk is not None:
            gallery.kiosk.kill()
            gallery.kiosk.wait()
        display.end()


@pytest.mark.parametrize("what", ATTACKS)
def test_a_kiosk_is_open_again_within_two_minutes(what: str, tmp_path: Path) -> None:
    if SHORT_FORM and what not in IN_SHORT:
        pytest.skip("the short form tries others")
    with gallery_of(tmp_path) as gallery:
        began = time.monotonic()
        ATTACKS[what](gallery)
        passed = gallery.stands_after()
        print(f"\n| {what} | open after {passed:.0f} s ({time.monotonic() - began:.0f} in all) |")
