"""Driving a window as a visitor does: real events of mouse, fingers and keyboard, frame by frame.

Time is the test's own: each frame is 20 ms, whatever the computer does.

A museum whose tours a test leads, and what is touched in one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pygame
import pytest

from devices.screen.ui_text import UiText
from machines.museum.window import control_bar
from machines.museum.window.control_bar_layout import ControlBarState, layout_for, make_sheet
from machines.museum.window.museum import Caretaker, Tours, TourScene
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.tour_view import HandOver
from machines.museum.window.window import Window, WindowConfig
from tests.machines.museum.window.window_room import FakeMuseum, words

FRAME_MS = 20
SIZE = (1280, 720)
LOOKS = 3
"""Frames at most until a card is drawn; warming tubes have no picture."""


@dataclass
class Visitor:
    """A window with somebody before it."""

    window: Window
    museum: FakeMuseum
    ms: list[int]

    def frames(self, count: int = 1) -> None:
        """Let so many frames pass."""
        for _ in range(count):
            self.ms[0] += FRAME_MS
            self.window.frame()

    def settle(self) -> None:
        """Let 0.8 s pass, until everything that is drawn from is made and nothing moves."""
        for _ in range(10):
            self.ms[0] += 3 * FRAME_MS
            self.frames()
            self.window.renderer.wait()

    def look(self) -> None:
        """Let what lies over the room be drawn: nobody touches what he can't see."""
        for _ in range(LOOKS):
            if all(one.picture is not None for one in self.window.overlays if not one.done):
                return
            self.window.renderer.wait()
            self.frames()

    def place(self, control: str) -> tuple[int, int]:
        """The middle of a control of the room, or (``rail:help``) of the rail."""
        name = control if ":" in control else f"room:{control}"
        return next(one.rect.center for one in self.window.targets() if one.name == name)

    def post(self, kind: int, **fields: Any) -> None:
        """One event, and the frame that takes it."""
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.frames()

    def press(self, x: int, y: int) -> None:
        self.look()
        self.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False)

    def release(self, x: int, y: int) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=(x, y), button=1, touch=False)

    def move(self, x: int, y: int) -> None:
        self.post(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(1, 0, 0), touch=False)

    def click(self, control: str) -> None:
        """Press and let go of a control."""
        x, y = self.place(control)
        self.press(x, y)
        self.release(x, y)

    def finger(self, kind: int, number: int, x: int, y: int) -> None:
        """An event of a finger on the glass."""
        if kind == pygame.FINGERDOWN:
            self.look()
        width, height = self.window.size
        across, down = (x + 0.5) / width, (y + 0.5) / height
        self.post(kind, touch_id=1, finger_id=number, x=across, y=down, dx=0.0, dy=0.0)

    def key_down(self, key: int, text: str = "", mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, unicode=text, mod=mod, scancode=0)

    def key_up(self, key: int) -> None:
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def key(self, key: int, text: str = "", mod: int = 0) -> None:
        """A key down and up again."""
        self.key_down(key, text, mod)
        self.key_up(key)

    def acts(self) -> list[tuple[str, int | str]]:
        """What the museum was told since the last call: controls and values."""
        told = [(control, value) for _, control, value in self.museum.acts]
        self.museum.acts.clear()
        return told


def _bar_sheet(
    words: UiText, window: tuple[int, int], large: bool, lowered: bool, state: ControlBarState
) -> pygame.Surface:
    """The bar's sheet, no more."""
    return make_sheet(layout_for(window, large, lowered), words)


@contextmanager
def visitor(
    museum: FakeMuseum | None = None,
    settings: WindowConfig | None = None,
    caretaker: Caretaker | None = None,
) -> Iterator[Visitor]:
    """A window opened before the demonstration room, everything drawn.

    What only saves time in later frames isn't made ahead; without sound no device is opened.
    """
    museum = museum or FakeMuseum()
    ms = [0]
    chosen = settings or WindowConfig(size=SIZE, exhibit="demo", sound=False)
    timed = replace(chosen, clock=lambda: ms[0] / 1000)
    window = Window(museum, words(), timed, caretaker=caretaker)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(control_bar, "_made_unseen", _bar_sheet)
        patch.setattr(window.control_bar, "_make_letters", lambda: iter(()))
        if not chosen.sound:
            patch.setattr(window.sounds, "start", lambda: None)
        with window:
            made = Visitor(window, museum, ms)
            made.settle()
            yield made
    for drawn in (window.navigator, window.window_surface, window.plan):
        vars(drawn).clear()  # its pictures go now, not when Python next looks for cycles


CHAPTERS = (("meet", 0.1), ("play", 0.4), ("learns", 0.8), ("why", 1.0))
SCENE = TourScene(
    "demo", "It counts, one by one.", ("It counts, one by one.",), "play", CHAPTERS, 0.2
)
SIZES = [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920)]


class FakeTours(Tours):
    """Tours that remember what was wanted; ``now`` is what they show."""

    def __init__(self, museum: "TourMuseum") -> None:
        self.museum = museum
        self.now: TourScene | None = None
        self.done: list[str] = []
        self.possible = True
        self.away = False
        self.next_room = ""

    def offers(self, exhibit: str) -> bool:
        return bool(exhibit)

    def begin(self, exhibit: str) -> bool:
        self.done.append(f"begin {exhibit}")
        if self.possible:
            self.show(replace(SCENE, journey=True))
        return self.possible

    def show(self, scene: TourScene | None) -> None:
        self.now = scene
        self.museum.led = scene.exhibit if scene is not None else None

    def scene(self) -> TourScene | None:
        return self.now

    def coming(self) -> str:
        return self.next_room

    def returning(self) -> bool:
        return self.away

    def pause(self, paused: bool) -> None:
        self.done.append("pause" if paused else "go on")
        if self.now is not None:
            self.now = replace(self.now, paused=paused)

    def back(self) -> None:
        self.done.append("back")


class TourMuseum(FakeMuseum):
    """A museum whose tours a test leads."""

    def __init__(self, names: tuple[str, ...] = ("demo",)) -> None:
        super().__init__(names)
        self.tours: FakeTours = FakeTours(self)

    def touched(self) -> None:
        super().touched()
        self.tours.show(None)


def subtitles(guest: Visitor) -> Subtitles:
    found = guest.window.tour_view.subtitles
    assert found is not None
    return found


def question(guest: Visitor) -> HandOver | None:
    return guest.window.tour_view.question


def answer(guest: Visitor, name: str) -> None:
    """Touch a plate of the question."""
    guest.frames(30)
    asked = question(guest)
    assert asked is not None
    x, y = asked.rects()[name].center
    guest.press(x, y)
    guest.release(x, y)
    guest.frames(2)
