"""A visitor of the floor, for tests: the museum with toy exhibits and no window before it."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from devices.screen.ui_text import RoomText
from machines.exhibit.exhibit import View
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.sessions.session_store import SessionStore
from machines.storage.registry import ExhibitSpec
from tests.machines.museum.window.window_room import words

PLAN = (ExhibitSpec("counter", "Counter", "ibm704.toml", "tests.machines.counter:Counter", ""),)


class Visit:
    """A window that doesn't draw: it looks at the museum as often as one would."""

    def __init__(
        self,
        folder: Path,
        startup: StartupOptions | None = None,
        plan: tuple[ExhibitSpec, ...] = PLAN,
        here: str = "counter",
    ) -> None:
        self.folder = folder
        told = {here: RoomText(tour={"counting": "It counts."})}
        spoken = msgspec.structs.replace(words(), rooms=told)
        self.house = MuseumController(SessionStore(folder), startup, plan, spoken)
        self.here = here
        self.walked: list[str] = []
        """Where a demonstration led to."""
        self.house.open()
        self.house.enter(here)
        self.until(lambda view: True)

    def look(self) -> View | None:
        led = self.house.leads()
        if led is not None and (led != self.here or not self.walked):
            self.here = led
            self.walked.append(led)
            self.house.enter(led)
        return self.house.view(self.here or self.house.exhibits()[0])

    def until(self, what: Callable[[View], bool], most_s: float = 20.0) -> View:
        end = time.monotonic() + most_s
        while (view := self.look()) is None or not what(view):
            assert time.monotonic() < end, "it did not come to that"
            time.sleep(0.005)
        return view

    def wait(self, what: Callable[[], bool]) -> None:
        """Look on and on, until something is so."""
        end = time.monotonic() + 60
        while not what():
            self.look()
            assert time.monotonic() < end, f"it did not come to that; walked: {self.walked}"
            time.sleep(0.002)

    def act(self, control: str, value: int = 1) -> None:
        self.house.act(self.here, control, value)

    def logs(self) -> list[Path]:
        return sorted((self.folder / "sessions" / self.here).glob("*.log"))


def look_until(house: MuseumController, what: Callable[[], bool]) -> None:
    """Look at the museum as a window does, on and on."""
    end = time.monotonic() + 60
    while not what():
        house.view(house.exhibits()[0])
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)
