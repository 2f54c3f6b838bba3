"""The keyboard: the window's own keys, the focus that goes from control to control, controls' keys.

TAB goes first to what is to be touched next (it glows), then to all the rest; SPACE works what is
ringed.  Who works by the keyboard is led on: once a control was worked so, the ring goes by itself
to what glows next, or to the card that lies over the room, until an arrow or TAB takes it elsewhere
or a finger comes.
"""

from __future__ import annotations

import pygame

from devices.screen.placed_part import Hit
from machines.museum.window.control_bar_controller import ControlBarController
from machines.museum.window.focus import (
    ARROWS,
    Target,
    after,
    first_asked,
    nearest,
    neighbour_among,
    tab_order,
)
from machines.museum.window.window_model import WindowModel

# Keys of the window itself, by pygame's name; none is a key of assets/panels/ibm704.toml.
WINDOW_KEYS = {
    "f1": "help",
    "h": "help",
    "f2": "plan",
    "f3": "drawer",
    "f4": "sound",
    "end": "language",
    "home": "play",
    "insert": "about",
    "f9": "lamps",
    "f10": "reset",
}
CHARACTERS = {"[": "slower", "]": "faster", ".": "step", "+": "closer", "=": "closer", "-": "back"}


class KeyboardInput:
    """The keyboard's side of a window."""

    def __init__(self, window: WindowModel, bar: ControlBarController) -> None:
        self.window = window
        self.bar = bar
        self.pointer = (-1, -1)
        """Where the mouse or the last finger is."""
        self.focus = ""
        self.ringed = False
        """Whether the focus is shown: once the keyboard moved it."""
        self.follows = False
        """Whether the focus goes by itself to what is to be touched next."""
        self._asked: frozenset[str] = frozenset()
        """What was to be touched when the focus last went there."""
        self._led_to = ""
        """What glowed nearest then."""
        self._last_place = (0, 0)
        """Where that was which was last worked by the focus."""

    def press_control(self, finger: object, hit: Hit) -> None:
        """A control is pressed, by a finger or by its key."""
        raise NotImplementedError

    def is_down(self, finger: object) -> bool:
        """Whether that finger, or key, is down on something."""
        raise NotImplementedError

    # Keys

    def key_down(self, event: pygame.event.Event) -> None:
        """A key goes down."""
        window = self.window
        name = pygame.key.name(event.key)
        name = {"enter": "return", "[enter]": "return"}.get(name, name).replace("page ", "page")
        text = getattr(event, "unicode", "")
        mod = getattr(event, "mod", 0)
        if self.staff_key(event):
            return
        if mod & pygame.KMOD_CTRL and name in ("t", "d", "g"):
            wishes = {"t": window.switch_large, "d": window.switch_lowered}
            wishes.get(name, window.tour_view.begin)()
        elif name == "f11":
            window.toggle_fullscreen()
        elif name == "f12":
            window.save_picture()
        elif (overlay := window.modal()) is not None:
            overlay.key(name, text, bool(mod & pygame.KMOD_SHIFT))
        else:
            self._room_key(event.key, name, text, mod)

    def staff_key(self, event: pygame.event.Event) -> bool:
        """CTRL-ALT-Q closes the museum, CTRL-ALT-S brings the staff page; whether it was one."""
        mod = getattr(event, "mod", 0)
        if not (mod & pygame.KMOD_CTRL and mod & pygame.KMOD_ALT):
            return False
        acts = {"q": self.window.finish, "s": self.window.house_rules.call_staff}
        act = acts.get(pygame.key.name(event.key))
        if act is not None:
            act()
        return act is not None

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
        self.follows = True
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
            if wish == "play":
                window.put_aside()
                self.follows = True
            self.bar.press_button(wish)
        else:
            return False
        return True

    def _closer(self) -> None:
        """Come closer to what is ringed, else to what is under the pointer."""
        target = self._focused()
        x, y = target.rect.center if target is not None and self.ringed else self.pointer
        self.window.navigator.come_closer(x, y, self.window.gliding_ms())

    def _focus_key(self, key: int, name: str, mod: int) -> bool:
        """TAB and arrows move the focus; SPACE works what is ringed, or rings what is asked for."""
        if name == "tab":
            self._move_to(self._tab(-1 if mod & pygame.KMOD_SHIFT else 1))
        elif name in ARROWS:
            asked = None if self.ringed else first_asked(self._in_order(), self._glowing())
            targets, way = self.window.targets(), ARROWS[name]
            self._move_to(asked or neighbour_among(targets, self._glowing(), self.focus, way))
        elif name == "space" or (name == "return" and self._return_is_free()):
            if self.ringed and self._focused() is not None:
                self._press_focus(("key", key))
            else:
                self._move_to(first_asked(self._in_order(), self._glowing()))
        else:
            return False
        return True

    def _glowing(self) -> tuple[str, ...]:
        """What glows, beginning with what the focus was led to: TAB goes round from there."""
        names = self.window.guidance.glowing
        at = names.index(self._led_to) if self._led_to in names else 0
        return names[at:] + names[:at]

    def _in_order(self) -> list[Target]:
        return tab_order(self.window.targets(), self._glowing())

    def _focused(self) -> Target | None:
        return next((target for target in self.window.targets() if target.name == self.focus), None)

    def _tab(self, step: int) -> Target | None:
        """Where TAB goes: first to what is asked for since it was last pressed."""
        order = self._in_order()
        first = first_asked(order, self._glowing())
        asked = self._asked_for(order)
        changed, self._asked = asked != self._asked, asked
        if step > 0 and changed and first is not None and first.name != self.focus:
            return first
        return after(order, self.focus, step)

    def _asked_for(self, order: list[Target]) -> frozenset[str]:
        """The names of what a visitor is asked to touch now, or to read."""
        return frozenset(aim.name for aim in order if aim.leads or aim.name in self._glowing())

    def _move_to(self, aim: Target | None, follows: bool = False) -> None:
        """Ring a control; nothing there: as it was."""
        if aim is None:
            return
        self.focus, self.ringed, self.follows = aim.name, True, follows
        if aim.name.startswith("room:") and self.window.stage is not None:
            self.window.stage.reveal(aim.rect)

    def follow(self) -> None:
        """Who works by the keyboard is led to what is asked for, when that has changed."""
        if not self.follows:
            return
        order = self._in_order()
        asked = self._asked_for(order)
        if not asked or (asked == self._asked and self.ringed and self._focused() is not None):
            return
        self._asked = asked
        if self.focus in asked:
            self.ringed = True
            self._led_to = self.focus
        elif order[0].leads:
            self._move_to(order[0], follows=True)
        else:
            found = [target for target in order if target.name in asked]
            self._move_to(nearest(found, self._last_place), follows=True)
            self._led_to = self.focus

    def _return_is_free(self) -> bool:
        stage = self.window.stage
        return stage is None or stage.by_key("return") is None

    def _press_focus(self, finger: object) -> None:
        """Work what is ringed."""
        window, target = self.window, self._focused()
        if target is None or self.is_down(finger):
            return
        self.follows, self._last_place = True, target.rect.center
        kind, _, name = self.focus.partition(":")
        if kind == "sheet":
            window.press_sheet(name)
            return
        window.put_aside()
        if kind == "rail":
            self.bar.press_button(name)
        elif window.stage is None:
            window.plan_cards.open(self.focus)
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
        if hit is not None and not self.is_down(("key", key)):
            self.window.put_aside()
            self.press_control(("key", key), hit)
