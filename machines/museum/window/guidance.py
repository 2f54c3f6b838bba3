"""What a visitor can do next: worked out from the room's state, and glowing until it is done."""

from collections.abc import Callable, Sequence

import pygame

from devices.screen.guide import PLAY, NextStep
from devices.screen.part import Touch
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from machines.museum.window.focus import Target, glow_level, target_name
from machines.museum.window.window_parts import WindowParts

GUIDED_MS = 50
"""What to do next is worked out this often: no finger is quicker."""
GLOW_FOUND_MS = 500
"""Where glowing things are is looked up this often: a board may be turned round."""


class Guidance:
    """Follows one room after the other, frame by frame."""

    def __init__(
        self, window: WindowParts, worked_out: Callable[[Stage, DrawContext, bool], None]
    ) -> None:
        """``worked_out`` is told each time: the room, what is seen of it, whether a tour leads."""
        self.window = window
        self.worked_out = worked_out
        self.step: NextStep | None = None
        """What a visitor can do next, by the room's guide; None: nobody is guided now."""
        self.glowing: tuple[str, ...] = ()
        """What glows, by its name among the targets."""
        self.leads_back = False
        """Whether it is the way back from a close-up in which what is next can't be seen."""
        self._guided_ms = 0
        self._touches: tuple[tuple[Touch, ...], ...] = ()
        self._rects: tuple[pygame.Rect, ...] = ()
        """Where that lies, and what of it is seen."""
        self._seen: tuple[pygame.Rect, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._since_ms = 0
        self._in_sight: tuple[str, ...] = ()
        """What was asked for when a half of a unit was last moved to it."""

    def asked(self) -> tuple[str, ...]:
        """The controls that a visitor is asked to touch next, by event names."""
        return self.step.controls if self.step is not None else ()

    def forget(self) -> None:
        """The visitor sees something else."""
        self.step = None

    def follow(self, stage: Stage, context: DrawContext) -> None:
        """Before the room is painted: work out what is next, twenty times a second."""
        if self.step is None or not 0 <= self.window.now_ms - self._guided_ms < GUIDED_MS:
            self._work_out(stage, context)

    def follow_touches(self, stage: Stage, context: DrawContext) -> None:
        """After it is painted: where controls have come or gone the last step may name one of
        those, so another is worked out at once."""
        touches = tuple(part.touches() for part in stage.parts.values())
        if touches != self._touches:
            self._touches = touches
            if self._guided_ms != self.window.now_ms:
                self._work_out(stage, context)

    def _work_out(self, stage: Stage, context: DrawContext) -> None:
        window = self.window
        self._guided_ms = window.now_ms
        led = window.museum.leads() is not None
        step = stage.room.guide(context) if context.awake and not led else None
        if step is None or self.step is None or step.controls != self.step.controls:
            self._since_ms = window.now_ms
        self.step = step
        self.worked_out(stage, context, led)

    def glow(self, bar: Sequence[Target], sets_up: bool) -> bool:
        """Let what is to be touched next glow, in a close-up of something else the way back;
        whether that is known now: not while a card ``sets_up`` the room.  ``bar``: what can be
        touched on the control bar."""
        window, step = self.window, self.step
        stage = window.stage
        works = bool(window.acts) or sets_up
        if step is None or stage is None or works or window.modal() or not stage.settled():
            window.window_surface.glow_at((), 0)
            self.glowing, self._asked, self.leads_back = (), (), False
            return False
        controls = (*step.controls, *self._offered())
        asked = (controls, id(stage.standings), stage.deep, window.now_ms // GLOW_FOUND_MS)
        if asked != self._asked:
            self._asked = asked
            rects = {f"room:{name}": rect for name, rect in stage.areas(controls).items()}
            rects |= {one.name: one.rect for one in bar}
            found = [name for name in map(target_name, controls) if name in rects]
            self.leads_back = bool(step.controls and not found and stage.close_up)
            if self.leads_back:
                found = ["rail:plan"]
            self.glowing = tuple(found)
            self._rects = tuple(rects[name] for name in found)
            self._seen = tuple(rect for name in found if (rect := self._in_room(name, rects[name])))
            self._bring_into_sight(stage, step.controls)
        level = glow_level(window.now_ms - self._since_ms, window.calm)
        window.window_surface.glow_at(self._seen, level)
        return True

    def _in_room(self, name: str, rect: pygame.Rect) -> pygame.Rect:
        """What is seen of a target: of one in the room, that over which the bar doesn't lie."""
        return rect.clip(self.window.room_rect) if name.startswith("room:") else rect

    def _offered(self) -> tuple[str, ...]:
        """PLAY, for a while after a journey, where it begins something."""
        offers = self.window.now_ms < self.window.play_glows_until_ms
        return (PLAY,) if offers and self.step is not None and self.step.acts else ()

    def _bring_into_sight(self, stage: Stage, controls: tuple[str, ...]) -> None:
        """What is asked for anew is shown, where only a half of its unit is seen."""
        if not stage.deep or controls == self._in_sight or not self._rects:
            return
        self._in_sight = controls
        if not any(stage.canvas.get_rect().contains(rect) for rect in self._rects):
            stage.reveal(self._rects[0])
            self._asked = ()
