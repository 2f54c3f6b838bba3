"""What is done to the museum in its week, and what is seen of it.

The museum is started again whenever it ends, as its supervisor would; nothing but a kill, a display
that is gone or a disk that is full may end it.  What it was told is in a log must be there at the
end.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from machines.exhibit.session import read_log
from machines.museum.sessions.session_store import SessionStore
from machines.storage.registry import EXHIBITS, make_exhibit
from tests.disk_faults.disk import MISSING, environment
from tests.machines.museum.panel.panel_rig import Rig
from tests.week.visitors import Sample

ROOT = Path(__file__).resolve().parents[2]
SIZE = "960x540"
PANEL = "ibm704"
LONG_S = 120.0
"""By then the museum must be open again."""


@dataclass
class Week:
    """What became of it."""

    samples: list[tuple[float, Sample]] = field(default_factory=list)  # At seconds since it began
    done: list[tuple[float, str]] = field(default_factory=list)  # Faults, in the same time
    falls: list[str] = field(default_factory=list)  # Ends of the museum that no fault explains
    opened_s: list[float] = field(default_factory=list)  # How long each opening took
    lost: list[str] = field(default_factory=list)  # Lines that were kept and are gone
    checked: int = 0  # Logs whose lines were counted

    @property
    def faults(self) -> Counter[str]:
        return Counter(name for _, name in self.done)


class Display:
    """An X server that can be restarted under the same number; the dummy driver where there is
    none."""

    def __init__(self) -> None:
        self.found = shutil.which("Xvfb")
        # Others take the lowest that is free, also while this one is down.
        self.number = 100 + os.getpid() % 900
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self.found is None:
            return
        reading, writing = os.pipe()
        # -noreset: else it begins anew when its last client goes, and drops whoever comes then.
        options = ["-noreset", "-displayfd", str(writing), "-screen", "0", "2304x1296x24"]
        self._server = subprocess.Popen(
            [self.found, f":{self.number}", *options],
            pass_fds=(writing,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as lines:
            self.number = int(lines.readline())

    def stop(self) -> None:
        if self._server is not None:
            self._server.kill()
            self._server.wait()

    def environment(self) -> dict[str, str]:
        driver = {"SDL_VIDEODRIVER": "dummy"} if self.found is None else {"SDL_VIDEODRIVER": "x11"}
        return {**driver, "SDL_AUDIODRIVER": "dummy", "DISPLAY": f":{self.number}"}


class Museum:
    """The process, started again when it ends; ``week`` is told."""

    def __init__(self, folder: Path, display: Display, week: Week, seed: int, size: str) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        self.full = folder / "full"
        self.display = display
        self.week = week
        self.seed = seed
        self.size = size
        self.began = time.monotonic()
        self.expected = False
        """Whether its end is our doing."""
        self.told: dict[str, int] = {}
        self._over = False
        self._environment = {**os.environ, "MATCHBOX704_SUPERVISED": "1"}
        if not MISSING:
            self._environment = environment(folder) | {"MATCHBOX704_SUPERVISED": "1"}
        self.child: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close it as a signal does."""
        self._over = self.expected = True
        if self.child is not None:
            self.child.terminate()
        self._thread.join(LONG_S)
        if self.child is not None and self.child.poll() is None:
            self.week.falls.append("it did not close")
            self.child.kill()

    def is_open(self) -> bool:
        """Whether it has said something since it was started."""
        return self._said

    def _run(self) -> None:
        while not self._over:
            self._said = False
            began = time.monotonic()
            words = [str(self.full), str(self.seed), "demo", "--resume", "--data", str(self.data)]
            words += ["--size", self.size, "--mute", "--panel", f"{PANEL}={self.folder / 'panel'}"]
            self.seed += 1
            with (self.folder / "stderr").open("a") as told:
                self.child = subprocess.Popen(
                    [sys.executable, "-m", "tests.week.visitors", *words],
                    cwd=ROOT,
                    env=self._environment | self.display.environment(),
                    stdout=subprocess.PIPE,
                    stderr=told,
                    text=True,
                )
            assert self.child.stdout is not None
            with self.child.stdout as lines:
                for line in lines:
                    self._take(line, began)
            status = self.child.wait()
            if not self.expected:
                said = (self.folder / "stderr").read_text()[-1500:]
                self.week.falls.append(f"status {status} after {self._at():.0f} s: {said}")
            time.sleep(0.5)

    def _take(self, line: str, began: float) -> None:
        if not line.startswith("{"):
            return  # a sign of life
        if not self._said:
            self._said = True
            self.week.opened_s.append(time.monotonic() - began)
        sample = msgspec.json.decode(line, type=Sample)
        self.week.samples.append((self._at(), sample))
        self.told.update(sample.logs)

    def _at(self) -> float:
        return time.monotonic() - self.began

    # -- what is done to it

    def wait_open(self) -> None:
        """Until it is open (again)."""
        end = time.monotonic() + LONG_S
        while not self.is_open():
            if time.monotonic() > end:
                self.week.falls.append(f"it was not open within {LONG_S:.0f} s")
                return
            time.sleep(0.1)

    def note(self, what: str) -> None:
        self.week.done.append((self._at(), what))

    @contextmanager
    def forgiven(self, what: str) -> Iterator[None]:
        """A fault that may end it; afterwards it must come back."""
        self.note(what)
        self.expected = True
        try:
            yield
        finally:
            time.sleep(1.0)
            self.wait_open()
            self.expected = False

    def kill(self) -> None:
        with self.forgiven("killed"):
            assert self.child is not None
            self._said = False
            self.child.send_signal(signal.SIGKILL)

    def restart_display(self) -> None:
        if self.display.found is None:
            return
        with self.forgiven("display restarted"):
            self._said = False
            self.display.stop()
            time.sleep(3.0)
            self.display.start()

    def fill_disk(self) -> None:
        if MISSING:
            return
        self.note("disk full")
        self.full.touch()
        time.sleep(8.0)
        self.full.unlink()

    def open_on_full_disk(self) -> None:
        """Killed, and the disk full when it is started again."""
        if MISSING:
            return
        with self.forgiven("killed, disk full at opening"):
            self.full.touch()
            assert self.child is not None
            self._said = False
            self.child.send_signal(signal.SIGKILL)
            time.sleep(8.0)
            self.full.unlink()


def worry_panel(rig: Rig, chance: random.Random, week_over: threading.Event) -> None:
    """In a thread: switches are thrown."""
    controls = [*rig.controls]
    while not week_over.wait(chance.uniform(0.05, 1.0)):
        rig.put(chance.choice(controls), chance.random() < 0.5)


def run_week(
    seconds: float,
    seed: int,
    told: Callable[[str], None] = lambda text: None,
    size: str = SIZE,
    quiet: bool = False,
) -> Week:
    """So many seconds of it, in a window of that size; ``quiet``: visitors alone, no faults."""
    chance, week, over = random.Random(seed), Week(), threading.Event()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        display, rig = Display(), Rig(PANEL, folder / "panel")
        display.start()
        museum = Museum(folder, display, week, seed, size)

        def replug() -> None:
            museum.note("panel unplugged")
            rig.line.unplug()
            time.sleep(4.0)
            rig.line.plug()

        faults = [replug, museum.fill_disk, museum.kill, museum.restart_display]
        faults.append(museum.open_on_full_disk)
        often = [replug, museum.fill_disk]  # so that it also runs for long
        turns = chance.sample(faults, len(faults))  # each of them once, at first
        try:
            with rig.line:
                museum.start()
                museum.wait_open()
                thrower = threading.Thread(target=worry_panel, args=(rig, chance, over))
                thrower.start()
                end = museum.began + max(seconds, 1.0)
                while time.monotonic() < end:
                    pause = chance.uniform(0.6, 1.4) * max(3.0, min(40.0, seconds / 10))
                    time.sleep(min(pause, max(0.0, end - time.monotonic())))
                    if not quiet:
                        (turns.pop() if turns else chance.choice(faults + 4 * often))()
                    at, last = week.samples[-1] if week.samples else (0.0, None)
                    told(f"{at:.0f} s {week.done[-1:]} {last}")
                museum.stop()
                over.set()
                thrower.join()
        finally:
            over.set()
            display.stop()
        _check(museum, week)
    return week


def _check(museum: Museum, week: Week) -> None:
    """Every line that was told of is in its log, and every room can be gone on with."""
    for name, lines in museum.told.items():
        path = Path(name)
        if not path.suffix:  # of a session that said that it isn't kept: the disk was full
            continue
        newest = sorted(path.parent.glob("*.log"))
        if not path.exists():
            if newest and newest[0] < path:
                week.lost.append(f"{name} is gone")
            continue
        week.checked += 1
        there = len(read_log(path.read_bytes(), path.name, up_to_damage=True).lines) + 1
        if there < lines:
            week.lost.append(f"{name} has {there} lines of {lines}")
    store = SessionStore(museum.data)
    try:
        for one in EXHIBITS:
            trouble = store.open(one.name, partial(make_exhibit, one)).trouble
            if trouble:
                week.lost.append(f"{one.name}: {trouble}")
    finally:
        store.close()
