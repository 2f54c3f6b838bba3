"""What lies over the room for a while: a drawer, a card to be punched, the help, the warming tubes.

An overlay keeps a transparent picture of itself; the window lays the pieces of it that it needs
over the room, which goes on below.  The picture is composed in the builder's thread: the room never
stops for it.
"""

from itertools import count

import pygame

from devices.screen.layer_renderer import LayerRenderer

_serial = count()


class Overlay:
    """The least an overlay does; a modal one gets every key and touch while it is open."""

    modal = True
    veil = 0
    """How dark the room is made below it, 0 to 255."""

    def __init__(self) -> None:
        self.size = (1, 1)
        self.builder = LayerRenderer(at_once=True)
        self.picture: pygame.Surface | None = None
        self.done = False
        """Set when it wants to be taken away."""
        self.fresh = True
        """Set when it looks otherwise than its picture."""
        self._asked = next(_serial)
        self._shown = -1

    def lay(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit it to a window of ``size`` whose room has the rectangle ``room``."""
        del room
        self.size = size
        self.picture = None
        self.fresh = True

    def area(self) -> pygame.Rect:
        """All that can change of it once it is laid out."""
        return pygame.Rect((0, 0), self.size)

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """The rectangles of the window that must be composed anew since the last call."""
        del now_ms
        if self.fresh:
            self.fresh = False
            self._asked = next(_serial)
        if self._asked == self._shown:
            return []
        made = self.builder.made(("overlay", type(self).__name__), self._asked, self._make)
        if made is None:
            return []
        first = self.picture is None
        self.picture, self._shown = made, self._asked
        return [pygame.Rect((0, 0), self.size) if first else self.area()]

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

    def press(self, x: int, y: int) -> None:
        """A finger comes down."""

    def drag(self, x: int, y: int) -> None:
        """A finger that came down moves."""

    def release(self, x: int, y: int) -> None:
        """A finger goes up."""

    def key(self, name: str, text: str, shift: bool) -> None:
        """A key goes down: its name, and the character that it types."""
        del text, shift
        if name == "escape":
            self.done = True
