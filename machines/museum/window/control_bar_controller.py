"""The control bar's actions, and the text in its display.

The fittings: floor plan or step back, help, decks, the speed lever, sound, lamps, reset.  The
window: a demonstration's caption before the machine's own, and before both the name, key and
purpose of the control that is ringed or rested upon.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from devices.duration import SPEEDS
from devices.screen.guide import BAR, RESET
from devices.screen.placed_part import Hit
from devices.screen.words import said
from devices.units.unit import Value
from machines.museum.window.control_bar_layout import ControlBarState
from machines.museum.window.help import Help
from machines.museum.window.museum import MediaPicker
from machines.museum.window.prompts import CardEntry, DrawerMenu
from machines.museum.window.window_model import WindowModel

MENDED_MS = 10_000


class ControlBarController:
    """The bar's side of a window."""

    def __init__(self, window: WindowModel) -> None:
        self.window = window
        self._refused, self._waited = "", False
        """The refusal that is said, and whether the visitor has had no turn since it came."""
        self._mended, self._mended_until_ms = "", 0
        """What is said of a medium that was just put in, and how long."""

    # What the fittings do

    def press_button(self, name: str) -> None:
        """A fitting of the bar is pressed."""
        window = self.window
        window.sounds.play("key" if name in SPEEDS else "button")
        if window.stage is not None:
            window.stage.room.confirmation.forget_other(f"{BAR}{name}")
        doing: dict[str, Callable[[], None]] = {
            "plan": window.step_back,
            "help": self._toggle_help,
            "language": window.language.step,
            "about": window.show_placard,
            "drawer": self._open_drawer,
            "play": window.play.begin,
            "sound": window.switch_sound,
            "lamps": self._toggle_calm,
            "reset": self._press_reset,
        }
        if name in doing:
            doing[name]()
        elif name == "step" and window.museum.speed() == "step":
            window.museum.step()
        else:
            window.museum.set_speed(next(speed for speed in SPEEDS if speed == name))

    def choose_language(self, code: str) -> None:
        """A language's own place was touched, on the bar or on what covers it."""
        self.window.sounds.play("button")
        self.window.language.choose(code)

    def change_speed(self, by: int) -> None:
        """One detent up or down."""
        now = SPEEDS.index(self.window.museum.speed())
        then = min(len(SPEEDS) - 1, max(0, now + by))
        if then != now:
            self.press_button(SPEEDS[then])

    def _toggle_calm(self) -> None:
        self.window.calm = not self.window.calm

    def _open_drawer(self) -> None:
        stage = self.window.stage
        if stage is not None and stage.room.drawer:
            self.open(stage.room.drawer)

    def _press_reset(self) -> None:
        exhibit, stage = self.window.navigator.exhibit, self.window.stage
        if stage is None or not self._resets(exhibit):
            return
        if stage.room.agrees(RESET, self.window.moment(stage)):
            self.window.museum.reset(exhibit)

    def _resets(self, exhibit: str) -> bool:
        """Whether RESET does anything: never on the floor plan, which has no machine."""
        return bool(exhibit) and self.window.caretaker.may_reset(exhibit)

    def armed(self, now_ms: int) -> bool:
        """Whether the reset's guard is up."""
        stage = self.window.stage
        return stage is not None and stage.room.confirmation.asks(now_ms) == RESET

    def _toggle_help(self) -> None:
        window = self.window
        old = [overlay for overlay in window.overlays if isinstance(overlay, Help)]
        if old:
            old[0].done = True
        else:
            window.show_help()

    def open(self, control: str, before: DrawerMenu | CardEntry | None = None) -> bool:
        """Open what a control wants chosen or typed; whether it wants anything.  ``before``: what
        lay open for it in another language."""
        window = self.window
        offer = window.museum.offer(window.navigator.exhibit, control)
        if offer is None:
            return False

        def chosen(value: Value) -> None:
            window.sounds.play("clunk")
            trays = offer.trays if isinstance(offer, MediaPicker) else ()
            mended = next((tray.mended for tray in trays if tray.value == value), "")
            self._mended, self._mended_until_ms = mended, window.now_ms + MENDED_MS
            window.put_in(control, value)

        made: DrawerMenu | CardEntry
        if isinstance(offer, MediaPicker):
            made = DrawerMenu(offer, window.words, chosen, window.sounds.play)
        else:
            made = CardEntry(offer, window.words, chosen, window.sounds.play)
        made.reopen = partial(self.open, control, made)
        if before is not None:
            made.follow(before)  # type: ignore[arg-type]  # both are the control's
        window.show(made)
        return True

    # What the bar says

    def state(self, described: Hit | str | None, held: str) -> ControlBarState:
        """The bar now: ``described``, the control that is ringed or rested upon; ``held``, the
        button under a finger."""
        window = self.window
        stage, moment = window.stage, window.context
        view, exhibit = moment.view if moment is not None else None, window.navigator.exhibit
        mended = self._mended if window.now_ms < self._mended_until_ms else ""
        told = mended or self._described(described)
        asked = bool(told) and not mended and self._is_asked(described)
        told = told or window.museum.caption(exhibit)
        caption, step = told, window.guidance.step
        if not caption:
            if view is not None:
                neutral = window.words.captions["welcome"]
                caption = said(exhibit, view.caption) or window.words.of(
                    exhibit, "welcome", neutral
                )
            elif stage is None:
                caption = window.words.plan["hint"]
        state = ControlBarState(
            caption=caption,
            speed=window.museum.speed(),
            sound=window.sounds.on,
            captions=window.captions,
            calm=window.calm,
            armed=self.armed(window.now_ms),
            close_up=stage is not None and stage.steps_back,
            drawer=stage is not None and bool(stage.room.drawer),
            about=bool(exhibit) and window.words.placard(exhibit) is not None,
            play=step is not None,
            ready=step is not None and bool(step.acts),
            pressed=held,
            plan=stage is None,
            exhibit=exhibit,
            languages=window.caretaker.languages(),
            resets=self._resets(exhibit),
            panel=said(exhibit, window.panel.says(exhibit)) if window.panel is not None else "",
        )
        if view is None or moment is None:
            return state
        awake, now_us = moment.awake, view.now_us
        reason = said(exhibit, view.reason)
        state = replace(state, reason=reason, busy=view.busy, awake=awake, now_us=now_us)
        if step is None or (told and not asked):
            return state
        prompt = window.words.prompt(exhibit, step.prompt, step.words)
        if window.sets_up():
            prompt = window.words.captions["sets_up"]
        elif window.guidance.leads_back:
            prompt = window.words.captions["step_back"]
        elif window.guidance.is_covered():
            prompt = window.words.captions["covered"]
        own = reason if step.why else said(exhibit, view.caption)
        refusal = self._refusal(view.refusal, step.yours)
        below = said(exhibit, refusal) or (told if asked else own)
        refused = bool(refusal) or (step.why and not asked)
        helps = asked and not refusal
        return replace(state, prompt=prompt, reason=below, refused=refused, helps=helps)

    def _refusal(self, refusal: str, yours: bool) -> str:
        """What the last act was refused for, until the visitor's turn comes: "wait" is no longer
        true then."""
        if refusal != self._refused:
            self._refused, self._waited = refusal, False
        self._waited = self._waited or not yours
        return "" if self._waited and yours else refusal

    def _is_asked(self, what: Hit | str | None) -> bool:
        """Whether that is what the prompt asks a visitor to touch: then the prompt stays."""
        name = f"room:{what.event}" if isinstance(what, Hit) else f"rail:{what}"
        return name in self.window.guidance.glowing

    def _described(self, what: Hit | str | None) -> str:
        """The control that is ringed or rested upon: its name, its key, what it does."""
        if what is None:
            return ""
        if isinstance(what, Hit):
            place, touch = what.place, what.touch
            name = f"{place.title}: {touch.label}" if place.title else touch.label
            key, does = touch.key.upper(), touch.help
        else:
            buttons = self.window.control_bar.buttons()
            button = next((button for button in buttons if button.name == what), None)
            if button is None:
                return ""
            name, key, does = button.label, button.key, button.help
        named = f"{name}  ({self.window.words.rail['key']} {key})" if key else name
        return f"{named}. {does}" if does else named
