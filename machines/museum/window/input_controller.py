"""Mouse, touch and keyboard turned into acts.

A press finds what is under it: the open overlay, the rail, or a control of the room.  Mouse and
fingers are the same from there on (each finger has its own press, so two buttons can be held), and
so is a key that works a control.  What a touch means:

    button   1 when pressed, 0 when released, also when the finger has slid away
    latch    changes over when pressed; sliding on sets its neighbours the same way
    act      asks the museum what to choose or type, else 1
    square   1
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from devices.duration import SPEEDS
from devices.screen.placed_part import Hit
from machines.museum.window.control_bar_controller import ControlBarController
from machines.museum.window.keyboard import KeyboardInput
from machines.museum.window.overlay import Overlay
from machines.museum.window.window_model import WindowModel

DOUBLE_MS = 400
TAP_PX = 28
"""A finger that moves farther than this moves what it is on, and taps nothing."""
HOVER_MS = 350
DESCRIBED_MS = 8_000
"""So long what the mouse rests upon is described: one that is left lying hides no caption."""
LATCH_MS = 400
"""A latch that was just set is taken to stand so until the view can have said it."""
MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
PINCH = 0.06
"""How far two fingers move apart, in screen widths, to come closer."""


@dataclass
class PointerPress:
    """One finger that is down, and on what."""

    hit: Hit | None = None
    button: str = ""
    overlay: Overlay | None = None
    value: int = 1
    last: str = ""
    """The last latch that it slid over."""
    at: tuple[int, int] | None = None
    """Where it was last, if it moves over a part that is looked at closely."""
    tap: tuple[int, int] | None = None
    """Where it came down beside all controls; None: letting it go there is no tap."""


class InputController(KeyboardInput):
    """The hands of whoever stands before the window."""

    def __init__(self, window: WindowModel, bar: ControlBarController) -> None:
        super().__init__(window, bar)
        self.presses: dict[object, PointerPress] = {}
        self.moved_ms = 0
        self.rests = False
        """Whether the mouse was moved to where it rests, and has pressed nothing there since: what
        it rests on is described then, and hides the prompt."""
        self.tapped: tuple[int, int, int] = (-DOUBLE_MS, 0, 0)
        self.latched: dict[str, tuple[int, int]] = {}
        self.pinched = 0.0

    # Events

    def take(self, event: pygame.event.Event) -> None:
        """One event of the window system."""
        kind = event.type
        if kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            self._mouse(event)
        elif kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            self._finger(event)
        elif kind == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        elif kind == pygame.MULTIGESTURE:
            self._pinch(event)
        elif kind == pygame.KEYDOWN:
            if self.staff_key(event) or self._language_key(event) or not self.window.touched():
                return
            self.key_down(event)
        elif kind == pygame.KEYUP:
            self.release(("key", event.key), *self.pointer)
        elif kind == pygame.WINDOWFOCUSLOST:
            self.let_go()

    def take_shut(self, event: pygame.event.Event) -> None:
        """An event while the museum is closed: it is the staff's, or has no effect."""
        if self.window.modal() is not None:
            self.take(event)
        elif event.type == pygame.KEYDOWN:
            self.staff_key(event)

    def _mouse(self, event: pygame.event.Event) -> None:
        if getattr(event, "touch", False):  # a finger's shadow: FINGER events say it better
            return
        x, y = event.pos
        if event.type == pygame.MOUSEMOTION:
            self.pointer, self.moved_ms, self.rests = (x, y), self.window.now_ms, True
            self.slide("mouse", x, y)
        elif event.button == 1:
            self.pointer = (x, y)
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._come_down("mouse", x, y)
            else:
                self.release("mouse", x, y)

    def _finger(self, event: pygame.event.Event) -> None:
        width, height = self.window.size
        x, y = int(event.x * width), int(event.y * height)
        name = ("finger", event.touch_id, event.finger_id)
        self.pointer = (x, y)
        if event.type == pygame.FINGERDOWN:
            self.pinched = 0.0
            self._come_down(name, x, y)
        elif event.type == pygame.FINGERMOTION:
            self.slide(name, x, y)
        else:
            self.release(name, x, y)

    def _wheel(self, turned: int) -> None:
        if not self.window.touched():
            return
        overlay = self.window.modal()
        if overlay is not None:
            overlay.key("pageup" if turned > 0 else "pagedown", "", False)
        elif not self.window.navigator.scroll(-3 * turned):
            now_ms = self.window.gliding_ms()
            if turned > 0:
                self.window.navigator.come_closer(*self.pointer, now_ms)
            else:
                self.window.navigator.step_away(now_ms)

    def _pinch(self, event: pygame.event.Event) -> None:
        if self.window.modal() is not None:
            return
        self.pinched += event.pinched
        width, height = self.window.size
        if self.pinched > PINCH:
            self.pinched = 0.0
            self.let_go()
            x, y = int(event.x * width), int(event.y * height)
            self.window.navigator.come_closer(x, y, self.window.gliding_ms())
        elif self.pinched < -PINCH:
            self.pinched = 0.0
            self.let_go()
            self.window.navigator.step_away(self.window.gliding_ms())

    # Presses

    def _come_down(self, finger: object, x: int, y: int) -> None:
        """A finger comes down.  A language is chosen whatever lies open or goes on: what lay there
        is there again in it, and a demonstration goes on."""
        window, code = self.window, self._language_at(x, y)
        if not code:
            if window.touched():
                self.press(finger, x, y)
            return
        if window.museum.tours.scene() is None:
            window.touched()
        window.came_back()
        self.ringed = self.rests = self.follows = False
        self.presses[finger] = PointerPress(button="language")
        self.bar.choose_language(code)

    def _language_key(self, event: pygame.event.Event) -> bool:
        """The key that steps through the languages, where something lies over the room: whether it
        was that."""
        overlay = self.window.modal()
        if overlay is None or event.key != pygame.K_END or getattr(event, "mod", 0) & MODIFIERS:
            return False
        if overlay.typed_in or (overlay.covers_bar and not overlay.offered):
            return False
        self.window.came_back()
        self.bar.press_button("language")
        return True

    def _language_at(self, x: int, y: int) -> str:
        """The language whose place on a plate is touched there; empty: none's."""
        window = self.window
        overlay = window.modal() or window.overlay_at(x, y)
        if overlay is not None and overlay.covers_bar:
            return overlay.language_at(x, y)
        bottom = window.room_rect.bottom
        return window.control_bar.language_at(x, y - bottom) if y >= bottom else ""

    def press(self, finger: object, x: int, y: int) -> None:
        """A finger (or the mouse) comes down at a point of the window."""
        window = self.window
        self.ringed = self.rests = self.follows = False
        overlay = window.modal() or window.overlay_at(x, y)
        if overlay is not None:
            self.presses[finger] = PointerPress(overlay=overlay)
            overlay.press(x, y)
            return
        aside = window.put_aside()
        if y >= window.room_rect.bottom:
            button = window.control_bar.hit(x, y - window.room_rect.bottom)
            if button is not None:
                self.presses[finger] = PointerPress(button=button.name)
                self.bar.press_button(button.name)
            return
        if window.stage is None:
            window.plan_cards.press(x, y)
            return
        hit = window.stage.hit(x, y, window.guidance.asked())
        if hit is not None and not self._brings_close(finger, hit):
            self.press_control(finger, hit)
            return
        stays = aside or window.guidance.points_back()
        self.presses[finger] = PointerPress(at=(x, y), tap=None if stays else (x, y))

    def _brings_close(self, finger: object, hit: Hit) -> bool:
        """Whether a touch first brings its unit close, where the control is large: a finger on one
        too small for it.  What is asked for is worked at once, and a mouse hits what it points at.
        """
        stage = self.window.stage
        if (
            stage is None
            or stage.close_up
            or not isinstance(finger, tuple)
            or finger[0] != "finger"
        ):
            return False
        return hit.event not in self.window.guidance.asked() and not stage.fits_a_finger(hit)

    def _tap(self, x: int, y: int) -> None:
        """A unit was tapped beside its controls: it comes close; in close-up one steps back.  A
        second tap at once comes closer still, where there is small print."""
        window, (at, old_x, old_y) = self.window, self.tapped
        near = abs(x - old_x) <= TAP_PX and abs(y - old_y) <= TAP_PX
        again = near and window.now_ms - at <= DOUBLE_MS
        self.tapped = (-DOUBLE_MS if again else window.now_ms, x, y)
        if window.stage is None or (again and not window.stage.can_go_deeper()):
            return
        if window.stage.close_up and not again:
            window.navigator.step_away(window.gliding_ms())
        else:
            window.navigator.come_closer(x, y, window.gliding_ms())

    def press_control(self, finger: object, hit: Hit) -> None:
        """A control is pressed, by a finger or by its key."""
        if self.window.guidance.points_back(hit.event):
            return
        value = 1
        if hit.touch.kind == "latch":
            value = 1 - self._stands(hit)
            self.latched[hit.event] = (value, self.window.now_ms)
        elif hit.touch.kind == "act" and self.bar.open(hit.event):
            return
        self.presses[finger] = PointerPress(hit=hit, value=value, last=hit.event)
        self.window.play.stop()
        self.window.forget_try()
        self.window.act(hit, value)
        self.window.sounds.play("button" if hit.touch.kind == "button" else "key")

    def _stands(self, hit: Hit) -> int:
        value, at = self.latched.get(hit.event, (0, -LATCH_MS))
        if self.window.now_ms - at < LATCH_MS:
            return value
        return self.window.stands(hit)

    def slide(self, finger: object, x: int, y: int) -> None:
        """A finger that is down moves; latches under it go the way the first one went."""
        press = self.presses.get(finger)
        if press is None:
            return
        window = self.window
        if press.at is not None and window.stage is not None:
            window.stage.move(x - press.at[0], y - press.at[1])
            press.at = (x, y)
        elif press.button in SPEEDS:
            button = window.control_bar.hit(x, y - window.room_rect.bottom)
            if button is not None and button.name in SPEEDS and button.name != press.button:
                press.button = button.name
                self.bar.press_button(button.name)
        elif press.hit is not None and press.hit.touch.kind == "latch" and window.stage:
            hit = window.stage.under(x, y)
            if hit is None or hit.touch.kind != "latch" or hit.event == press.last:
                return
            press.last = hit.event
            if self._stands(hit) != press.value:
                self.latched[hit.event] = (press.value, window.now_ms)
                window.act(hit, press.value)
                window.sounds.play("key")

    def release(self, finger: object, x: int, y: int) -> None:
        """A finger (or a key) goes up."""
        press = self.presses.pop(finger, None)
        if press is None:
            return
        if press.overlay is not None:
            press.overlay.release(x, y)
        if press.hit is not None and press.hit.touch.kind == "button":
            self.window.act(press.hit, 0)
        if press.tap is not None and max(abs(x - press.tap[0]), abs(y - press.tap[1])) <= TAP_PX:
            self._tap(x, y)

    def let_go(self) -> None:
        """Everything is released: the window lost its visitor."""
        for finger in tuple(self.presses):
            self.presses[finger].tap = None
            self.release(finger, *self.pointer)

    def is_down(self, finger: object) -> bool:
        """Whether that finger, or key, is down on something."""
        return finger in self.presses

    def held(self) -> frozenset[str]:
        """The room's controls that are under a finger now, by event name."""
        return frozenset(press.hit.event for press in self.presses.values() if press.hit)

    def button_held(self) -> str:
        """The rail's button that is under a finger now."""
        return next((press.button for press in self.presses.values() if press.button), "")

    # What the rail says of a control

    def described(self) -> Hit | str | None:
        """The control that is ringed, or rested upon: a Hit, or the name of the rail's button."""
        window = self.window
        if window.modal() is not None:
            return None
        if self.ringed and self.follows and self.focus not in window.guidance.glowing:
            return None  # the ring waits where it was; what the machine does is told
        if self.ringed:
            kind, _, name = self.focus.partition(":")
            if kind == "rail":
                return name
            if window.stage is not None:
                targets = window.stage.targets()
                return next((hit for hit in targets if hit.event == name), None)
            return None
        if (
            not self.rests
            or self.presses
            or not HOVER_MS <= window.now_ms - self.moved_ms < DESCRIBED_MS
        ):
            return None
        x, y = self.pointer
        if y >= window.room_rect.bottom:
            button = window.control_bar.hit(x, y - window.room_rect.bottom)
            return button.name if button is not None else None
        return window.stage.under(x, y) if window.stage is not None else None
