"""The museum behind a window in a test: one exhibit, whose time passes when the window looks.

No thread, no clock and no folder: the same events lead to the same state on any computer.  What is
done goes through a session, whose log is kept in memory.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import pygame

from devices.duration import Speed
from devices.refusal import RefusedError
from devices.screen.room import Room
from devices.units.unit import Value
from machines.exhibit.exhibit import View
from machines.exhibit.session import Session
from machines.museum.media_export import KeptSouvenir, SouvenirFolder
from machines.museum.window.game_cards import AfterGameCard
from machines.museum.window.museum import (
    MediaItem,
    MediaPicker,
    Museum,
    Prompt,
    TextPrompt,
)
from machines.museum.window.window import Window, WindowConfig
from machines.storage import registry
from machines.storage.registry import make_exhibit, panel_layout
from tests.machines.visitor import folder_of, media, words

FRAME_MS = 20
MOST_LOOKS = 4_000
TIMES: dict[Speed, int] = {"step": 0, "authentic": 1, "x10": 10, "x100": 100, "flat": 400}


class SoloMuseum(Museum):
    """The museum with one exhibit; ``ms`` is the window's time."""

    def __init__(self, name: str, ms: list[int]) -> None:
        self.one = registry.find_exhibit(name)
        self.name = name
        self.ms = ms
        self.log: list[str] = []
        self.exhibit = make_exhibit(self.one, panel_layout(self.one))
        self.session = Session({name: self.exhibit}, self.log.append)
        self.seen_ms = 0
        self.refused: list[tuple[str, Value, str]] = []
        self.souvenirs: SouvenirFolder | None = None
        """Where games are kept that are taken along; None: nowhere."""
        self._said = ""

    def exhibits(self) -> tuple[str, ...]:
        return (self.name,)

    def room(self, exhibit: str) -> Room:
        made: Room = registry.make_room(self.one, panel_layout(self.one))
        return made

    def view(self, exhibit: str) -> View:
        passed, self.seen_ms = self.ms[0] - self.seen_ms, self.ms[0]
        if passed > 0 and self.pace != "step":
            self.session.advance(self.name, passed * 1_000 * TIMES[self.pace])
        view = self.session.view(self.name)
        return replace(view, refusal=self._said) if self._said else view

    def act(self, exhibit: str, control: str, value: Value) -> None:
        self._said = ""
        try:
            self.session.act(self.name, control, value)
        except RefusedError as refusal:
            self._said = str(refusal)
            self.refused.append((control, value, str(refusal)))

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        kind = control.rpartition(".")[2]
        if kind == "correct":
            return TextPrompt("THE CARD, PUNCHED ANEW", "")
        if kind not in ("hopper", "mount") or control == "punch.hopper":
            return None
        folder = folder_of(self.name, control)
        if self.exhibit.view().controls.get("selector.program") and kind == "hopper":
            folder = "programs"
        trays = (MediaItem(label, value) for label, value in media(folder).items())
        return MediaPicker("WHAT LIES READY", tuple(trays))

    def keeps_souvenirs(self) -> bool:
        return self.souvenirs is not None

    def keep_souvenir(self, exhibit: str, files: Mapping[str, Callable[[], bytes]]) -> KeptSouvenir:
        assert self.souvenirs is not None
        return self.souvenirs.keep(exhibit, files)

    def step(self) -> None:
        self.session.advance(self.name, 20_000)

    def reset(self, exhibit: str) -> None:
        self.exhibit = make_exhibit(self.one, panel_layout(self.one))
        self.log = []
        self.session = Session({self.name: self.exhibit}, self.log.append)


@dataclass
class WindowVisitor:
    """Somebody before the window of a room: frames, keys, fingers."""

    name: str
    size: tuple[int, int] = (800, 480)
    ms: list[int] = field(default_factory=lambda: [0])
    keys: int = 0
    """Pressed so far."""

    def __post_init__(self) -> None:
        self.museum = SoloMuseum(self.name, self.ms)
        settings = WindowConfig(
            size=self.size, exhibit="", sound=False, clock=lambda: self.ms[0] / 1000
        )
        self.window = Window(self.museum, words(), settings)

    def __enter__(self) -> Self:
        self.window.open()
        self.settle()
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()

    def frames(self, number: int = 1, each_ms: int = FRAME_MS) -> None:
        """Let so many frames pass."""
        for _ in range(number):
            self.ms[0] += each_ms
            self.window.frame()

    def settle(self) -> None:
        """Until all is drawn and nothing moves."""
        for _ in range(12):
            self.frames()
            self.window.renderer.wait()

    def post(self, kind: int, **fields: Any) -> None:
        """One event, and the frame that takes it."""
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.frames()

    def key(self, key: int, text: str = "", mod: int = 0) -> None:
        """A key is pressed and let go."""
        self.keys += 1
        self.post(pygame.KEYDOWN, key=key, unicode=text, mod=mod, scancode=0)
        self.frames(5)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)
        self.frames(2)

    def waits(self) -> bool:
        """Let time pass until something is asked for; whether it came to that."""
        same = 0
        for _ in range(MOST_LOOKS):
            step, play = self.window.guidance.step, self.window.play
            there = step is not None and self.window.guidance.glowing and not play.active
            same = same + 1 if there else 0
            if same > 4:  # the machine has taken what was done last
                return True
            self.frames(each_ms=60)
            self.window.renderer.wait()
        return False

    def card(self) -> AfterGameCard | None:
        """The card after a game."""
        sheet = self.window.sheet()
        return sheet if isinstance(sheet, AfterGameCard) else None
