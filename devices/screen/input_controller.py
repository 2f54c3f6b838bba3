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
from devices.screen.control_bar.controller import ControlBarController
from devices.screen.focus import ARROWS, Target, after, neighbour
from devices.screen.overlay import Overlay
from devices.screen.placed_part import Hit
from devices.screen.window_model import WindowModel

DOUBLE_MS = 400
TAP_PX = 28
"""A finger that moves farther than this moves what it is on, and taps nothing."""
HOVER_MS = 350
DESCRIBED_MS = 8_000
"""So long what the mouse rests upon is described: one that is left lying hides no caption."""
LATCH_MS = 400
"""A latch that was just set is taken to stand so until the view can have said it."""
PINCH = 0.06
"""How far two fingers move apart, in screen widths, to come closer."""

# Keys of the window itself, by pygame's name; none is a key of assets/panels/ibm704.toml.
WINDOW_KEYS = {
    "f1": "help",
    "h": "help",
    "f2": "plan",
    "f3": "drawer",
    "f4": "sound",
    "home": "play",
    "insert": "about",
    "f9": "lamps",
    "f10": "reset",
}
CHARACTERS = {"[": "slower", "]": "faster", ".": "step", "+": "closer", "=": "closer", "-": "back"}


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


class InputController:
    """The hands of whoever stands before the window."""

    def __init__(self, window: WindowModel, bar: ControlBarController) -> None:
        self.window = window
        self.bar = bar
        self.presses: dict[object, PointerPress] = {}
        self.focus = ""
        self.ringed = False
        """Whether the focus is shown: once the keyboard moved it."""
        self.pointer = (-1, -1)
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
            self.window.touched()
            self._key_down(event)
        elif kind == pygame.KEYUP:
            self.release(("key", event.key), *self.pointer)
        elif kind == pygame.WINDOWFOCUSLOST:
            self.let_go()

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
                self.window.touched()
                self.press("mouse", x, y)
            else:
                self.release("mouse", x, y)

    def _finger(self, event: pygame.event.Event) -> None:
        width, height = self.window.size
        x, y = int(event.x * width), int(event.y * height)
        name = ("finger", event.touch_id, event.finger_id)
        self.pointer = (x, y)
        if event.type == pygame.FINGERDOWN:
            self.window.touched()
            self.pinched = 0.0
            self.press(name, x, y)
        elif event.type == pygame.FINGERMOTION:
            self.slide(name, x, y)
        else:
            self.release(name, x, y)

    def _wheel(self, turned: int) -> None:
        self.window.touched()
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

    def press(self, finger: object, x: int, y: int) -> None:
        """A finger (or the mouse) comes down at a point of the window."""
        window = self.window
        self.ringed = self.rests = False
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
            window.navigator.press_plan(x, y)
            return
        hit = window.stage.hit(x, y)
        if hit is not None:
            self.press_control(finger, hit)
            return
        self.presses[finger] = PointerPress(at=(x, y), tap=None if aside else (x, y))

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
        value = 1
        if hit.touch.kind == "latch":
            value = 1 - self._stands(hit)
            self.latched[hit.event] = (value, self.window.now_ms)
        elif hit.touch.kind == "act" and self.bar.open(hit.event):
            return
        self.presses[finger] = PointerPress(hit=hit, value=value, last=hit.event)
        self.window.play.stop()
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
            hit = window.stage.hit(x, y)
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

    def held(self) -> frozenset[str]:
        """The room's controls that are under a finger now, by event name."""
        return frozenset(press.hit.event for press in self.presses.values() if press.hit)

    def button_held(self) -> str:
        """The rail's button that is under a finger now."""
        return next((press.button for press in self.presses.values() if press.button), "")

    # Keys

    def _key_down(self, event: pygame.event.Event) -> None:
        window = self.window
        name = pygame.key.name(event.key)
        name = {"enter": "return", "[enter]": "return"}.get(name, name).replace("page ", "page")
        text = getattr(event, "unicode", "")
        mod = getattr(event, "mod", 0)
        if name == "q" and mod & pygame.KMOD_CTRL and mod & pygame.KMOD_ALT:
            window.finish()
            return
        if name == "f11":
            window.toggle_fullscreen()
        elif name == "f12":
            window.save_picture()
        elif (overlay := window.modal()) is not None:
            overlay.key(name, text, bool(mod & pygame.KMOD_SHIFT))
        else:
            self._room_key(event.key, name, text, mod)

    def _room_key(self, key: int, name: str, text: str, mod: int) -> None:
        """A key while nothing lies over the room."""
        if (mod & pygame.KMOD_CTRL or self.window.stage is None) and self._walk_key(name, mod):
            return
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META) and not text:
            return
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return
        if not (self._window_key(name, text) or self._focus_key(key, name, mod)):
            self._control_key(key, name, bool(mod & pygame.KMOD_SHIFT))

    def _walk_key(self, name: str, mod: int) -> bool:
        """CTRL and a number, on the floor plan the number alone: walk up to that exhibit; CTRL and
        an arrow: to the one at that side, round and round."""
        window, names = self.window, self.window.museum.exhibits()
        number = name.strip("[]")
        if number.isdecimal() and 0 < int(number) <= len(names):
            at = int(number) - 1
        elif mod & pygame.KMOD_CTRL and name in ("left", "right") and names:
            step = 1 if name == "right" else -1
            here = window.navigator.exhibit
            at = names.index(here) + step if here else min(step, 0)
        else:
            return False
        window.enter(names[at % len(names)])
        return True

    def _window_key(self, name: str, text: str) -> bool:
        """A key of the window itself."""
        window = self.window
        wish = WINDOW_KEYS.get(name) or CHARACTERS.get(text, "")
        if name == "escape":
            if not window.put_aside(all_of_them=True):
                window.step_back()
        elif name in ("pageup", "pagedown"):
            window.navigator.scroll(-20 if name == "pageup" else 20)
        elif wish in ("slower", "faster"):
            self.bar.change_speed(1 if wish == "faster" else -1)
        elif wish == "step":
            self.bar.press_button("step")
        elif wish == "closer":
            self._closer()
        elif wish == "back":
            window.navigator.step_away(window.gliding_ms())
        elif wish:
            self.bar.press_button(wish)
        else:
            return False
        return True

    def _closer(self) -> None:
        """Come closer to what is ringed, else to what is under the pointer."""
        target = next((one for one in self.window.targets() if one.name == self.focus), None)
        x, y = target.rect.center if target is not None and self.ringed else self.pointer
        self.window.navigator.come_closer(x, y, self.window.gliding_ms())

    def _focus_key(self, key: int, name: str, mod: int) -> bool:
        targets = self.window.targets()
        aim: Target | None = None
        if name == "tab":
            aim = after(targets, self.focus, -1 if mod & pygame.KMOD_SHIFT else 1)
        elif name in ARROWS:
            aim = neighbour(targets, self.focus, ARROWS[name])
        elif name == "space" or (name == "return" and self._return_is_free()):
            self._press_focus(("key", key))
            return True
        else:
            return False
        if aim is not None:
            self.focus, self.ringed = aim.name, True
            if aim.name.startswith("room:") and self.window.stage is not None:
                self.window.stage.reveal(aim.rect)
        return True

    def _return_is_free(self) -> bool:
        stage = self.window.stage
        return stage is None or stage.by_key("return") is None

    def _press_focus(self, finger: object) -> None:
        window = self.window
        self.ringed = True
        if finger in self.presses:
            return
        kind, _, name = self.focus.partition(":")
        if kind == "rail":
            self.bar.press_button(name)
        elif kind == "exhibit":
            window.enter(name)
        elif window.stage is not None:
            hit = next((hit for hit in window.stage.targets() if hit.event == name), None)
            if hit is not None:
                self.press_control(finger, hit)

    def _control_key(self, key: int, name: str, shift: bool) -> None:
        """The control that the key works; with SHIFT the one that wants it, if there is one."""
        stage = self.window.stage
        hit = stage.by_key(f"shift+{name}") if stage is not None and shift else None
        if hit is None and stage is not None:
            hit = stage.by_key(name)
        if hit is not None and ("key", key) not in self.presses:
            self.press_control(("key", key), hit)

    # What the rail says of a control

    def described(self) -> Hit | str | None:
        """The control that is ringed, or rested upon: a Hit, or the name of the rail's button."""
        window = self.window
        if window.modal() is not None:
            return None
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
        return window.stage.hit(x, y) if window.stage is not None else None
