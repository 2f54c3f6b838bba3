"""A part: a drawn thing of a room, and the places on it that can be touched.

A part draws one device (a console, a reader, a board) in its own design units, at any scale.  It is
given a state to draw and changes none of it; what it keeps is only its own pictures and the moment
at which something began to move.  Places are in design units, x to the right and y down from the
part's top-left corner; rectangles that ``paint`` returns are pixels of the target.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

import pygame

from devices.panel.layout import PanelLayout
from devices.units.unit import Value

T = TypeVar("T")
TouchKind = Literal["button", "latch", "act", "square", "look"]
"""button: held while pressed; latch: changes over at each touch; act: done once; square: a place
on a board; look: what is pointed at is shown, and no act follows."""


@dataclass(frozen=True)
class Touch:
    """One control as a finger finds it: its event name and the area that stands for it.

    ``rect`` is (x, y, width, height) in the part's units and includes the control's label.
    ``help`` is one line for the help overlay; ``key`` is the keyboard key by pygame's name for it,
    with ``shift+`` before it where SHIFT is held too.
    """

    control: str
    rect: tuple[float, float, float, float]
    kind: TouchKind
    label: str
    help: str = ""
    key: str = ""
    next_value: Callable[[Any], Value] | None = None
    """Of a control with more than two places: what a touch sends, by its unit's view."""

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in the area (left and top edges included)."""
        left, top, width, height = self.rect
        return left <= x < left + width and top <= y < top + height

    def distance_to_centre(self, x: float, y: float) -> float:
        """How far the point is from the area's centre, in units."""
        left, top, width, height = self.rect
        dx, dy = x - (left + width / 2), y - (top + height / 2)
        return float((dx * dx + dy * dy) ** 0.5)


def layout_touches(layout: PanelLayout) -> tuple[Touch, ...]:
    """The controls of a panel that is drawn as its layout has it, each with its own area."""
    return tuple(
        Touch(
            control=control.id,
            rect=control.rect,
            kind="button" if control.kind == "button" else "latch",
            label=control.label,
            help=control.help,
            key=control.key,
        )
        for control in layout.controls()
    )


class Part(Protocol):
    """A thing that can be drawn at a scale, and touched."""

    size: tuple[float, float]  # Width and height in the part's own design units

    def build(self, scale: float) -> None:
        """Make the sheet for ``scale`` pixels a unit.

        Everything static is drawn at two to three times its size and brought down by smoothscale.
        Idempotent: building again for the scale it stands at does nothing.
        """
        ...

    def make_sprites(self) -> Iterable[object]:
        """Make ahead whatever ``paint`` would make when it first needs it, one at each step.

        Gone through in a thread of its own when the sheet is made, so while the part is painted;
        ``build`` for another scale ends it.
        """
        ...

    def paint(
        self, target: pygame.Surface, at: tuple[int, int], state: Any, now_ms: int, whole: bool
    ) -> list[pygame.Rect]:
        """Draw ``state`` with the part's top-left corner at pixel ``at`` of ``target``.

        With ``whole`` everything is drawn; else only what changed since the last paint.  Returns
        the rectangles of ``target`` that were drawn on.
        """
        ...

    def touch(self, x: float, y: float) -> Touch | None:
        """What is under the finger at (x, y), in units; None where there is nothing to touch."""
        ...

    def touches(self) -> tuple[Touch, ...]:
        """Every control that can be touched, each with its area."""
        ...


class Paced(Generic[T]):
    """What takes a while to make: made anew once it would be made of something else, and no oftener
    than so often, however fast that changes."""

    def __init__(self) -> None:
        self._made: T | None = None
        self._of: object = None
        self._at_ms = 0

    def forget(self) -> None:
        """It is made anew when it is next wanted."""
        self._made = None

    def get(self, of: object, now_ms: int, rest_ms: int, make: Callable[[], T]) -> T:
        """What ``make`` makes of ``of``; the last one if that is equal, or if it was made less than
        ``rest_ms`` ago."""
        late = not 0 <= now_ms - self._at_ms < rest_ms
        if self._made is None or (late and self._of != of):
            self._made, self._of, self._at_ms = make(), of, now_ms
        return self._made


def touch_at(touches: Iterable[Touch], x: float, y: float) -> Touch | None:
    """The touch whose area holds the point; where areas overlap, the one centred nearest."""
    under = [touch for touch in touches if touch.holds(x, y)]
    return min(under, key=lambda touch: touch.distance_to_centre(x, y), default=None)


def pixels(rect: tuple[float, float, float, float], scale: float) -> pygame.Rect:
    """The smallest pixel rectangle that covers ``rect`` (units) at ``scale`` pixels a unit."""
    left, top, width, height = rect
    x, y = int(left * scale // 1), int(top * scale // 1)
    right, bottom = -int(-(left + width) * scale // 1), -int(-(top + height) * scale // 1)
    return pygame.Rect(x, y, right - x, bottom - y)
