"""A demonstration room for the window's tests: a panel with lamps, keys and a button, a counter.

Simple parts and a museum that only remembers what it was told; the machine behind it adds one to a
word each millisecond of its time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from devices.panel.layout import LampRow, PanelLayout
from devices.panel.view import View
from devices.screen.lettering import Engraving
from devices.screen.part import Touch, touch_at
from devices.screen.room import Arrangement, DrawContext, PartPlacement, Room
from devices.screen.ui_text import UiText, read_ui_text
from devices.units.unit import Value
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.media_export import KeptSouvenir
from machines.museum.meetings import Meeting
from machines.museum.window.museum import Museum, Prompt
from machines.storage.kernel_loader import CompileProgress

ASSETS = Path(__file__).resolve().parents[4] / "assets"
LAMPS = 12
LAYOUT = PanelLayout(
    name="demonstration",
    title="DEMONSTRATION",
    width=400.0,
    height=300.0,
    lamp_rows=(
        LampRow(
            id="word",
            kind="neon",
            y=60.0,
            x=30.0,
            pitch=30.0,
            columns=tuple(float(k) for k in range(LAMPS)),
            labels=tuple(str(k + 1) for k in range(LAMPS)),
        ),
    ),
)


@cache
def words() -> UiText:
    """The shipped English."""
    files = {path.name: path.read_bytes() for path in (ASSETS / "text" / "en").glob("*.toml")}
    return read_ui_text(files.pop("museum.toml"), "museum.toml", files)


@dataclass(frozen=True)
class Glimpse(View):
    """A view of the demonstration machine."""

    exhibit: str = "demo"
    now_us: int = 0
    on_us: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(LAMPS, np.int64))
    lit: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(LAMPS, np.bool_))
    controls: dict[str, int] = field(default_factory=dict)
    units: dict[str, object] = field(default_factory=lambda: {"counter": 0})
    tallies: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PanelLook:
    """What the panel is given to draw."""

    brightness: tuple[int, ...]
    keys: tuple[int, ...]
    pressed: bool


def panel_look(context: DrawContext) -> PanelLook:
    """The panel's state at a moment."""
    controls = context.view.controls
    return PanelLook(
        tuple(int(one) for one in context.brightness),
        tuple(controls.get(f"panel.key.{k}", 0) for k in range(4)),
        "panel.start" in context.held,
    )


class PanelPart:
    """Twelve lamps, four keys, a button and a hopper."""

    def __init__(self) -> None:
        self.size = (400.0, 300.0)
        self.scale = 0.0
        self.builds = 0
        self.paints = 0
        self.last: PanelLook | None = None
        self.sheet = pygame.Surface((1, 1))
        keys = [
            Touch(f"key.{k}", (30 + 50 * k, 110, 44, 70), "latch", f"KEY {k}", "A key.", "zxjw"[k])
            for k in range(4)
        ]
        self._touches = (
            *keys,
            Touch("start", (30, 210, 100, 60), "button", "START", "Go on.", "return"),
            Touch("hopper", (150, 210, 100, 60), "act", "HOPPER", "Put a deck in.", "y"),
            Touch("correct", (270, 210, 100, 60), "act", "CORRECT", "Punch it anew.", "shift+y"),
        )

    def build(self, scale: float) -> None:
        if scale == self.scale:
            return
        self.builds += 1
        self.scale = scale
        size = round(self.size[0] * scale), round(self.size[1] * scale)
        self.sheet = pygame.Surface(size, 0, 32)
        self.sheet.fill((66, 68, 72))
        letters = Engraving()
        for touch in self._touches:
            left, top, width, height = (round(value * scale) for value in touch.rect)
            pygame.draw.rect(self.sheet, (40, 40, 44), (left, top, width, height))
            x, y = left + width / 2, top + height - 10 * scale
            letters.draw(self.sheet, touch.label, x, y, 10 * scale, (230, 226, 210), "centre")

    def make_sprites(self) -> tuple[object, ...]:
        return ()

    def paint(
        self,
        target: pygame.Surface,
        at: tuple[int, int],
        state: PanelLook,
        now_ms: int,
        whole: bool,
    ) -> list[pygame.Rect]:
        self.paints += 1
        old = None if whole else self.last
        self.last = state
        drawn = []
        if whole:
            target.blit(self.sheet, at)
            drawn.append(self.sheet.get_rect(topleft=at))
        for k, level in enumerate(state.brightness):
            if old is None or old.brightness[k] != level:
                side = round(20 * self.scale)
                rect = pygame.Rect(0, 0, side, side)
                x, y = round((30 + 30 * k) * self.scale), round(60 * self.scale)
                rect.center = at[0] + x, at[1] + y
                colour = (60 + level * 195 // 255, 50 + level // 4, 40)
                drawn.append(pygame.draw.circle(target, colour, rect.center, side // 2))
        for k, down in enumerate(state.keys):
            if old is None or old.keys[k] != down:
                y = 120 + 16 * down
                cap = (36 + 50 * k, y, 32, 34)
                area = pygame.Rect(
                    *(round(value * self.scale) for value in (36 + 50 * k, 118, 32, 54))
                )
                rect = pygame.Rect(*(round(value * self.scale) for value in cap)).move(at)
                target.blit(self.sheet, area.move(at), area)
                pygame.draw.rect(target, (220, 216, 206), rect)
                drawn.append(area.move(at))
        if old is None or old.pressed != state.pressed:
            box = pygame.Rect(*(round(value * self.scale) for value in (40, 216, 80, 34))).move(at)
            pygame.draw.rect(target, (120, 30, 30) if state.pressed else (20, 20, 24), box)
            drawn.append(box)
        return drawn

    def touch(self, x: float, y: float) -> Touch | None:
        return touch_at(self._touches, x, y)

    def touches(self) -> tuple[Touch, ...]:
        return self._touches


class CounterPart:
    """A number that is drawn."""

    def __init__(self, columns: int = 3) -> None:
        self.size = (200.0, 120.0)
        self.columns = columns
        self.scale = 0.0
        self.builds = 0
        self.last = -1
        self.scrolled = 0

    def build(self, scale: float) -> None:
        self.builds += scale != self.scale
        self.scale = scale

    def make_sprites(self) -> tuple[object, ...]:
        return ()

    def paint(
        self, target: pygame.Surface, at: tuple[int, int], state: Any, now_ms: int, whole: bool
    ) -> list[pygame.Rect]:
        if not whole and state == self.last:
            return []
        self.last = state
        size = round(self.size[0] * self.scale), round(self.size[1] * self.scale)
        rect = pygame.Rect(at, size)
        pygame.draw.rect(target, (228, 222, 204), rect)
        height = 40 * self.scale
        Engraving().draw(target, str(state), *rect.center, height, (30, 30, 30), "centre")
        return [rect]

    def touch(self, x: float, y: float) -> Touch | None:
        return None

    def touches(self) -> tuple[Touch, ...]:
        return ()

    def scroll(self, lines: int) -> None:
        self.scrolled += lines


def plain_wall(size: tuple[int, int], scale: float) -> pygame.Surface:
    """A wall that takes no time to be drawn."""
    wall = pygame.Surface(size, 0, 32)
    wall.fill((104, 100, 92))
    return wall


def demonstration_room(name: str = "demo") -> Room:
    """A panel at the left, a counter at the right."""
    panel = PartPlacement("panel", PanelPart, (100, 80, 1000, 780), "PANEL", panel_look)
    counter = PartPlacement(
        "counter",
        partial(CounterPart, 4),
        (1250, 500, 500, 360),
        "COUNTER",
        lambda context: context.view.units["counter"],
    )
    return Room(
        name=name,
        title="THE DEMONSTRATION MACHINE",
        wide=Arrangement((panel, counter), backdrop=plain_wall),
        resting=Glimpse(),
        layout=LAYOUT,
        drawer="panel.hopper",
        sounds={"counted": "relay"},
    )


class FakeMuseum(Museum):
    """A museum that remembers what it was told; ``glimpse`` is what can be seen."""

    def __init__(self, names: tuple[str, ...] = ("demo",)) -> None:
        self.names = names
        self.rooms: dict[str, Room] = {}
        self.glimpse: Glimpse | None = Glimpse(caption="It counts.", controls={})
        self.acts: list[tuple[str, str, Value]] = []
        self.entered: list[str] = []
        self.offers: dict[str, Prompt] = {}
        self.said = ""
        self.progress: CompileProgress | None = None
        self.curves: tuple[StrengthCurve, ...] = ()
        self.met: tuple[Meeting, ...] = ()
        self.measured = 0
        self.steps = self.touches = self.idles = self.closed = 0
        self.resets: list[str] = []
        self.spoken: list[str] = []
        self.pictures = 0
        self.led: str | None = None
        self.souvenirs: list[tuple[str, Mapping[str, Callable[[], bytes]]]] | None = None
        self.kept = KeptSouvenir()

    def exhibits(self) -> tuple[str, ...]:
        return self.names

    def room(self, exhibit: str) -> Room:
        self.rooms[exhibit] = demonstration_room(exhibit)
        return self.rooms[exhibit]

    def enter(self, exhibit: str) -> None:
        self.entered.append(exhibit)

    def view(self, exhibit: str) -> Glimpse | None:
        return self.glimpse

    def shown(self) -> None:
        self.pictures += 1

    def act(self, exhibit: str, control: str, value: Value) -> None:
        self.acts.append((exhibit, control, value))
        if self.glimpse is not None and isinstance(value, int):
            self.glimpse = replace(self.glimpse, controls={**self.glimpse.controls, control: value})

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        return self.offers.get(control)

    def step(self) -> None:
        self.steps += 1

    def caption(self, exhibit: str) -> str:
        return self.said

    def compile_progress(self) -> CompileProgress | None:
        return self.progress

    def leads(self) -> str | None:
        return self.led

    def touched(self) -> None:
        self.touches += 1

    def idle(self) -> None:
        self.idles += 1

    def reset(self, exhibit: str) -> None:
        self.resets.append(exhibit)

    def speaks(self, words: UiText) -> None:
        self.spoken.append(words.code)

    def strength(self) -> tuple[StrengthCurve, ...]:
        return self.curves

    def measure_strength(self) -> None:
        self.measured += 1

    def meetings(self) -> tuple[Meeting, ...]:
        return self.met

    def keeps_souvenirs(self) -> bool:
        return self.souvenirs is not None

    def keep_souvenir(self, exhibit: str, files: Mapping[str, Callable[[], bytes]]) -> KeptSouvenir:
        assert self.souvenirs is not None
        self.souvenirs.append((exhibit, files))
        return self.kept

    def closing(self) -> None:
        self.closed += 1

    def pass_time(self, us: int) -> None:
        """Let the machine behind the view work."""
        old = self.glimpse
        assert old is not None
        now = old.now_us + us
        count = now // 1000
        lit = np.array([bool(count >> (LAMPS - 1 - k) & 1) for k in range(LAMPS)])
        self.glimpse = replace(
            old,
            now_us=now,
            busy=True,
            on_us=old.on_us + us * lit,
            lit=lit,
            units={"counter": count},
            tallies={"counted": count},
        )
