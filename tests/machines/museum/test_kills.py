"""Killed at any moment, the museum opens again with the last play that was reported as kept.

    MATCHBOX704_SOAK=3600 pytest -s -m soak tests/machines/museum/test_kills.py

kills museums (SIGKILL) for that many seconds, room after room, in turn before a real window on an X
server of its own (where there is Xvfb) and without one, and prints how many there were.
"""

import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from machines.exhibit.session import Play, read_log
from machines.storage.registry import EXHIBITS
from tests.x_server import x_server

ROOT = Path(__file__).resolve().parents[3]
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "1200"))
OPENING_S = 120.0
"""So long it may take to open."""
HOW = ("window", "headless") if SECONDS < 60 else ("window",) * 9 + ("headless",)
LONGEST_S = 1.5
"""It is killed at most so long after it stands there."""
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(SECONDS * 2 + 600),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the system can't fork"),
]


@dataclass
class Told:
    """What one room's museums have said so far."""

    kept: tuple[str, int, int] = ("", 0, 0)
    """Of the last play that was kept: its log, how many plays it has made, machine time."""
    plays: int = 0
    """How many were reported as kept, of all."""
    opened: int = 0


@dataclass
class KilledHouse:
    """The process that forks museums, and what they said."""

    process: "subprocess.Popen[bytes]"
    folder: Path
    rooms: dict[str, Told] = field(default_factory=lambda: {one.name: Told() for one in EXHIBITS})
    kills: Counter[str] = field(default_factory=Counter)
    child: int = 0
    """The museum that runs now; 0: none."""
    _rest: bytes = b""

    def line(self, until: float) -> str | None:
        """The next line; None: none came by then."""
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self._rest:
            wait = until - time.monotonic()
            if not select.select([descriptor], [], [], max(0.0, wait))[0]:
                if wait <= 0:
                    return None
                continue
            data = os.read(descriptor, 1 << 16)
            assert data, "the process that forks museums has ended"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def kill_one(self, room: str, how: str, dice: random.Random) -> None:
        """A museum from its opening to its end by SIGKILL."""
        told = self.rooms[room]
        assert self.process.stdin is not None
        line = f"{self.folder} {room} {dice.randrange(1 << 30)} {how}\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        began = self.line(time.monotonic() + OPENING_S)
        assert began is not None
        self.child = child = int(began.split()[1])
        end = time.monotonic() + OPENING_S
        opened = False
        while (said := self.line(end)) is not None:
            words = said.split()
            assert words[0] != "fell", said
            if words[0] == "opened":
                self._check_opened(told, int(words[2]), int(words[3]))
                opened = True
                end = time.monotonic() + dice.uniform(0.0, LONGEST_S)
            else:
                self._note(told, words)
        assert opened, f"{room} did not open within {OPENING_S:.0f} s"
        os.kill(child, signal.SIGKILL)
        while (said := self.line(time.monotonic() + OPENING_S)) != "ended":
            assert said is not None
            self._note(told, said.split())
        self.child = 0
        self.kills[how] += 1
        self._check_log(room, told)

    def _note(self, told: Told, words: list[str]) -> None:
        if words[0] == "reset":
            told.kept = ("", 0, 0)
        elif words[0] == "kept":
            told.kept = (words[2], int(words[3]), int(words[4]))
            told.plays += 1

    def _check_opened(self, told: Told, now_us: int, plays: int) -> None:
        """It stands where it stood at that play, or later."""
        del plays  # a new series counts from nothing
        assert now_us >= told.kept[2], f"at {now_us}, before the play that was kept: {told}"
        told.opened += 1

    def _check_log(self, room: str, told: Told) -> None:
        """The play that was last reported stands in its log.  On an earlier line, perhaps: the
        housekeeping drops marks in a row of a long log that is closed, all but the last."""
        log, plays, now_us = told.kept
        if log:
            path = self.folder / "sessions" / room / log
            found = read_log(path.read_bytes(), log, up_to_damage=True)
            assert not found.damage
            kept = [(one.plays, one.at_us) for one in found.lines if isinstance(one, Play)]
            assert (plays, now_us) in kept


@contextmanager
def killed_house(folder: Path, display: str) -> Iterator[KilledHouse]:
    own = {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "x11" if display else "dummy"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.machines.museum.kill_house"],
        cwd=ROOT, env={**os.environ, "DISPLAY": display, **own},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    house = KilledHouse(process, folder)
    try:
        assert house.line(time.monotonic() + 600) == "ready"
        yield house
    finally:
        process.kill()
        if house.child:
            os.kill(house.child, signal.SIGKILL)
        process.communicate()


def test_killed_it_opens_with_the_last_play_that_was_kept(tmp_path: Path) -> None:
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here")
    dice = random.Random(704)
    with x_server() as display, killed_house(tmp_path, display) as house:
        end = time.monotonic() + SECONDS
        rooms = [one.name for one in EXHIBITS]
        while time.monotonic() < end or sum(house.kills.values()) < 2:
            number = sum(house.kills.values())
            room = rooms[number // len(HOW) % len(rooms)]
            house.kill_one(room, HOW[number % len(HOW)], dice)
        print(f"\n{dict(house.kills)} kills")
        for room, told in house.rooms.items():
            print(f"{room}: opened {told.opened} times, {told.plays} plays reported as kept")
    assert sum(one.plays for one in house.rooms.values()) > 0
