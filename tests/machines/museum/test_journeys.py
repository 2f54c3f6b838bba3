"""A journey in every room, before the whole museum: paused, gone back in, left; nothing is changed.

The window, the worker and the real machines; only the display is a dummy.  A test waits for what it
wants to see, and depends on no computer's speed.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from machines.commands._museum_window import read_words
from machines.museum import tours
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.sessions.session_store import SessionStore
from machines.museum.tour_script import Script
from machines.museum.window.window import Window, WindowConfig
from machines.storage.registry import EXHIBITS

ROOMS = [
    one.name if one.name == "anaconda" else pytest.param(one.name, marks=pytest.mark.slow)
    for one in EXHIBITS
]
MOST_S = 100.0


class Guest:
    """Somebody before the window of one room."""

    def __init__(self, folder: Path, room: str) -> None:
        self.room = room
        self.house = MuseumController(
            SessionStore(folder), StartupOptions(fresh=True, speed="x10"), EXHIBITS, read_words()
        )
        settings = WindowConfig(size=(800, 480), exhibit=room, sound=False)
        self.window = Window(self.house, read_words(), settings)
        self.house.settled = self.window.settled

    def until(self, what: Callable[[], object]) -> None:
        """Let frames pass until that is so."""
        end = time.monotonic() + MOST_S
        while not what():
            assert time.monotonic() < end, "it did not come to that"
            self.window.frame()
            time.sleep(0.002)

    def key(self, key: int, mod: int = 0) -> None:
        """A key down and up."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, unicode="", mod=mod, scancode=0))
            self.window.frame()

    def digest(self) -> str:
        """Of the machine that the visitor's session holds."""
        kept = self.house.sessions.suspended.get(self.room)
        kept = kept or self.house.sessions.open_sessions[self.room]
        assert not kept.is_demonstration
        return hashlib.sha256(kept.exhibit.snapshot()).hexdigest()

    def close_up(self) -> str:
        """Wait for the room, and look closely at its first place; its name."""
        window = self.window
        self.until(
            lambda: (
                self.room in self.house.sessions.open_sessions
                and window.stage is not None
                and not window.stage.room.out_of_order
                and window.settled()
            )
        )
        assert window.stage is not None
        place = window.stage.room.places[0].name
        window.navigator.look(place, None)
        return place

    def step(self) -> tuple[int, int]:
        """Where the journey is: its step, and how many acts of it are done."""
        player = self.house.tours.player
        return (player.step, player.acted) if player is not None else (-1, -1)


@contextmanager
def guest_in(folder: Path, room: str) -> Iterator[Guest]:
    guest = Guest(folder, room)
    guest.house.open()
    try:
        with guest.window:
            yield guest
    finally:
        assert guest.house.close(60.0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms' own scripts, each step as short as its acts allow."""
    whole = tours.load_shipped_script

    def hasten(name: str) -> Script | None:
        script = whole(name)
        assert script is not None
        scenes = tuple(
            replace(scene, steps=tuple(replace(step, seconds=1.0) for step in scene.steps))
            for scene in script.scenes
        )
        return replace(script, scenes=scenes)

    monkeypatch.setattr(tours, "load_shipped_script", hasten)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("room", ROOMS)
def test_a_journey_leaves_the_visitors_machine_as_it_was(tmp_path: Path, room: str) -> None:
    with guest_in(tmp_path, room) as guest:
        house, sessions = guest.house, guest.house.sessions
        place = guest.close_up()
        before, logs = guest.digest(), sorted((tmp_path / "sessions" / room).glob("*.log"))
        written = [path.stat().st_size for path in logs]
        guest.key(pygame.K_g, pygame.KMOD_CTRL)
        guest.until(lambda: room in sessions.suspended)
        guest.until(lambda: guest.step() > (0, 0))
        guest.key(pygame.K_SPACE)
        assert house.worker.halted
        scene = house.tours.scene()
        assert scene is not None
        assert scene.paused
        stood = guest.step()
        for _ in range(50):
            guest.window.frame()
        assert guest.step() == stood
        guest.key(pygame.K_LEFT)
        assert not house.worker.halted
        guest.until(lambda: guest.step() < stood or guest.step() == (0, 0))
        guest.until(lambda: guest.step() > (0, 0))
        assert guest.digest() == before
        guest.key(pygame.K_ESCAPE)
        guest.until(lambda: not sessions.open_sessions[room].is_demonstration)
        assert house.leads() is None
        assert guest.digest() == before
        assert house.speed() == "x10"
        assert guest.window.stage is not None
        assert guest.window.stage.close_up == place
        assert [path.stat().st_size for path in logs] == written
