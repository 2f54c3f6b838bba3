"""Overlays above a room: a drawer, a card to punch, the help, the loading screen.

An overlay keeps a transparent picture of itself; the window lays the pieces of it that it needs
over the room, which goes on below.  The picture is composed in the builder's thread: the room never
stops for it.
"""

from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

import pygame

from devices.screen import brass
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import CANVAS, TALL_CANVAS, is_tall
from devices.screen.ui_text import UiText
from devices.units.unit import Value
from machines.museum.window.control_bar.layout import LARGER

T = TypeVar("T")
_serial = count()


class Overlay:
    """The least an overlay does; a modal one gets every key and touch while it is open."""

    modal = True
    yields = False
    """Whether a touch of anything else takes it away."""
    leads = False
    """Whether the keyboard's focus goes to it before all else while it is there."""
    veil = 0  # How dark the room is made below it, 0 to 255
    covers_bar = False
    """Whether it lies over the control bar, so that the bar's language plate can't be touched."""
    offered: tuple[str, ...] = ()
    """The languages that can be touched on it."""
    typed_in = False
    """Whether all keys are its own: END moves in the line that is typed."""
    reopen: Callable[[], object] | None = None
    """Opens it anew when the window speaks another language; None: it goes."""

    def __init__(self, words: UiText) -> None:
        self.words = words
        self.size = (1, 1)
        self.room = pygame.Rect(0, 0, 1, 1)
        self.large = False
        """Whether it is lettered larger."""
        self.low: int | None = None
        """From where on it can be reached, where all is laid low; None: everywhere."""
        self.tall = False
        """Whether it is composed for an upright window."""
        self.unit = 1.0
        """Pixels a unit of the room's canvas."""
        self.builder = LayerRenderer(at_once=True)
        self.picture: pygame.Surface | None = None
        self.done = False
        """Set when it wants to be taken away."""
        self.fresh = True
        """Set when it looks otherwise than its picture."""
        self._whole = True
        """Whether all of the window must be composed anew with its next picture."""
        self._asked = next(_serial)
        self._shown = -1

    def lay(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit it to a window of ``size`` whose room has the rectangle ``room``.  Where neither is
        another one, the picture that it has is shown until the next is made."""
        if (size, room) != (self.size, self.room):
            self.picture = None
        self.size, self.room = size, room
        self.tall = is_tall(room.size)
        canvas = TALL_CANVAS if self.tall else CANVAS
        self.unit = min(room.width / canvas[0], room.height / canvas[1])
        if self.large:  # the bar has more of the window then, and that makes nothing smaller
            high = size[1] * canvas[1] / (1920 if self.tall else 1080)
            self.unit = min(size[0] / canvas[0], high / canvas[1]) * LARGER
        self.fresh = self._whole = True
        self.place()

    def place(self) -> None:
        """Find where things are now; called by ``lay``."""

    def px(self, units: float) -> int:
        """So many units in whole pixels, at least one."""
        return max(1, round(units * self.unit))

    def high(self, units: float) -> float:
        """The height in pixels of capitals of so many units, legible in any window."""
        return max(brass.SMALLEST, self.px(units))

    def area(self) -> pygame.Rect:
        """All that can change of it once it is laid out."""
        return pygame.Rect((0, 0), self.size)

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """The rectangles of the window that must be composed anew since the last call."""
        if self.fresh:
            self.fresh = False
            self._asked = next(_serial)
        if self._asked == self._shown:
            return []
        name = "overlay", type(self).__name__
        made = self.builder.get(name, self._asked, self._make, urgent=True)
        if made is None:
            return []
        whole, self._whole = self._whole, False
        self.picture, self._shown = made, self._asked
        return [pygame.Rect((0, 0), self.size) if whole else self.area()]

    def stand_in(self, old: "Overlay") -> None:
        """Have the picture of another of its kind (in another language, say) shown until its own is
        made: the renderer may be busy with a room for seconds."""
        if (old.size, old.room) == (self.size, self.room):
            self.picture = old.picture

    def make_ahead(self) -> None:
        """Have its picture made before it is shown."""
        if self.picture is None and self.changed(0):
            self._shown = -1  # nobody has seen it

    def _make(self) -> pygame.Surface:
        made = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        made.fill((8, 7, 6, self.veil))
        self.compose(made)
        return made

    def compose(self, target: pygame.Surface) -> None:
        """Draw it on an empty surface of the window's size."""

    def draw(self, target: pygame.Surface) -> None:
        """Lay it over the window's surface; the clip says where."""
        if self.picture is not None:
            target.blit(self.picture, (0, 0))

    def holds(self, x: int, y: int) -> bool:
        """Whether a touch there is its own, though it is not modal."""
        return False

    def language_at(self, x: int, y: int) -> str:
        """The language that is touched there, on a plate of its own; empty: none."""
        return ""

    def tend(self, now_ms: int) -> None:
        """What it does by itself as time passes."""

    def press(self, x: int, y: int) -> None:
        """A finger comes down."""

    def release(self, x: int, y: int) -> None:
        """A finger goes up."""

    def key(self, name: str, text: str, shift: bool) -> None:
        """A key goes down: its name, and the character that it types."""
        if name == "escape":
            self.done = True


class PromptOverlay(Overlay, Generic[T]):
    """What a control wants chosen or typed: ``chosen`` is called with it."""

    def __init__(
        self,
        prompt: T,
        words: UiText,
        chosen: Callable[[Value], None],
        sound: Callable[[str], None],
    ) -> None:
        super().__init__(words)
        self.prompt = prompt
        self.chosen = chosen
        self.sound = sound

    def follow(self, old: "PromptOverlay[T]") -> None:
        """Stand as it stood before, in another language."""
