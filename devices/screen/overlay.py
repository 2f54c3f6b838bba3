"""What lies over the room for a while: a drawer, a card to be punched, the help, the warming tubes.

An overlay draws itself under whatever clip the window has set, over the room that is already there.
"""

import pygame


class Overlay:
    """The least an overlay does; a modal one gets every key and touch while it is open."""

    modal = True

    def __init__(self) -> None:
        self.size = (1, 1)
        self.done = False
        """Set when it wants to be taken away."""
        self.fresh = True

    def lay(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit it to a window of ``size`` whose room has the rectangle ``room``."""
        del room
        self.size = size
        self.fresh = True

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """The rectangles of the window that must be composed anew since the last call."""
        del now_ms
        if not self.fresh:
            return []
        self.fresh = False
        return [pygame.Rect((0, 0), self.size)]

    def draw(self, target: pygame.Surface) -> None:
        """Draw it; the clip says where."""

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


def dimmed(size: tuple[int, int], alpha: int) -> pygame.Surface:
    """A veil of ``size``, to be laid over the room."""
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((8, 7, 6, alpha))
    return veil
