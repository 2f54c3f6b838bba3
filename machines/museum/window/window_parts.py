"""The parts of the window: what is shown and heard, what lies over the room, what is set going.

The window's helpers (guidance, tours, cards, language, the staff's wishes) are given these; none of
them knows the window or another helper.
"""

import heapq
from dataclasses import replace
from itertools import count

import pygame

from devices.screen.guide import Medium, PlayDriver, StepAct, Try
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import DrawContext
from devices.screen.sound import Sounds
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from devices.screen.words import use
from devices.units.unit import Value
from machines.museum.window.control_bar.bar import ControlBar
from machines.museum.window.floor_plan import FloorPlan
from machines.museum.window.museum import Caretaker, MediaPicker, Museum, RealPanel
from machines.museum.window.navigation import Navigator
from machines.museum.window.overlay import Overlay, PaperCard
from machines.museum.window.window_surface import WindowConfig, WindowSurface

TRY_PLAYS_MS = 1_000
"""PLAY goes on so long after the last act of a card."""


class WindowParts:
    """See the module."""

    def __init__(
        self,
        museum: Museum,
        words: UiText,
        settings: WindowConfig | None = None,
        panel: RealPanel | None = None,
        caretaker: Caretaker | None = None,
    ) -> None:
        self.museum = museum
        self.panel = panel
        self.caretaker = caretaker or Caretaker()
        self.words = words
        use(words)
        self.settings = settings or WindowConfig()
        self.renderer = LayerRenderer()
        self.control_bar = ControlBar(words, self.renderer)
        self.plan = FloorPlan(words, self.renderer)
        self.sounds = Sounds(self.settings.sound)
        self.navigator = Navigator(museum, self.plan, self.renderer, self.moved)
        self.window_surface = WindowSurface(self.settings)
        self.play = PlayDriver()
        self.acts: list[tuple[int, int, StepAct]] = []
        """A heap of those that are still to come: when, in which order, what."""
        self._order = count()
        self.sets_up_until_ms = 0
        """Until then a card's acts, or a row's, are still to come or to be seen."""
        self.context: DrawContext | None = None
        """What is seen of the room; None: nothing was drawn of it yet, or it is the floor plan."""
        self.overlays: list[Overlay] = []
        self.calm = self.settings.calm
        self.large = self.settings.large_text
        self.lowered = self.settings.lowered
        self.over = False
        self.now_ms = 0
        """Display time since the window opened."""
        self.play_glows_until_ms = -1
        """For a while after a journey PLAY glows where it begins something."""
        self._touched_ms = 0
        self._told_idle = False

    @property
    def screen(self) -> pygame.Surface:
        """The surface that is shown.  Raises RuntimeError before ``open``."""
        return self.window_surface.surface

    @property
    def size(self) -> tuple[int, int]:
        """The window's size in pixels."""
        return self.window_surface.size

    @property
    def room_rect(self) -> pygame.Rect:
        """The part of it that the room has."""
        return self.window_surface.room

    def finish(self) -> None:
        """Let ``run`` come back."""
        self.over = True

    def came_back(self) -> None:
        """Count idleness from now on: a tour is over, or the museum is open again."""
        self._touched_ms = self.now_ms
        self._told_idle = False

    # Where the visitor stands

    @property
    def stage(self) -> Stage | None:
        """The room that the visitor stands in; None on the floor plan."""
        return self.navigator.stage

    def enter(self, exhibit: str) -> None:
        """Walk up to an exhibit, or (``""``) back to where all can be seen."""
        self.navigator.enter(exhibit)

    def moved(self) -> None:
        """The visitor sees something else: acts that were still to come are another room's."""
        self.context = None
        self.acts = []
        self.sets_up_until_ms = 0
        self.play.leave()
        self.sounds.forget()

    def gliding_ms(self) -> int | None:
        """The time for a movement of the view to begin; None: nothing glides."""
        return None if self.calm else self.now_ms

    # Acts on their way to the museum

    def send(self, act: StepAct) -> None:
        """An act, now or later.  A medium is looked up when it is put in: what a drawer holds may
        depend on what was done before."""
        if act.after_ms > 0:
            heapq.heappush(self.acts, (self.now_ms + act.after_ms, next(self._order), act))
            return
        exhibit, value = self.navigator.exhibit, act.value
        if isinstance(value, Medium):
            found = self._medium(exhibit, act.control, value.label)
            if found is None:  # it is not on this computer: nothing that was to follow is done
                self.play.stop()
                self.acts = []
                return
            value = found
        self.museum.act(exhibit, act.control, value)

    def send_due(self) -> None:
        """Send the acts whose time has come."""
        while self.acts and self.acts[0][0] <= self.now_ms:
            self.send(replace(heapq.heappop(self.acts)[2], after_ms=0))

    def carry_out(self, one: Try) -> None:
        """Set the room up as a card or a row of the table says."""
        self.play.leave()
        if one.speed is not None:
            self.museum.set_speed(one.speed)
        for act in one.acts:
            self.send(act)
        then = self.now_ms + max((act.after_ms for act in one.acts), default=0) + TRY_PLAYS_MS
        self.sets_up_until_ms = then
        if one.play:
            self.play.begin(then, watches=True)
        elif one.keeps:
            self.play.keep_going(one.keeps, then)

    def _medium(self, exhibit: str, control: str, label: str) -> Value | None:
        """The value of the tray with that label, of two a visitor's own; None: none is there."""
        offer = self.museum.offer(exhibit, control)
        trays = offer.trays if isinstance(offer, MediaPicker) else ()
        return next((tray.value for tray in reversed(trays) if tray.label == label), None)

    # What lies over the room

    def modal(self) -> Overlay | None:
        """The overlay that gets every touch and key, if one is open."""
        return next((one for one in reversed(self.overlays) if one.modal and not one.done), None)

    def sheet(self) -> PaperCard | None:
        """The uppermost card or placard that lies over the room and leaves it its touches."""
        there = (one for one in reversed(self.overlays) if isinstance(one, PaperCard))
        return next((one for one in there if not one.done and not one.modal), None)

    def show(self, overlay: Overlay) -> None:
        """Lay an overlay over the room."""
        self.lay_overlay(overlay)
        for one in self.overlays:
            if one.done and type(one) is type(overlay):  # in another language, say
                overlay.stand_in(one)
        self.overlays.append(overlay)

    def lay_overlay(self, overlay: Overlay) -> None:
        """Fit an overlay to the window, and to how a visitor wants it."""
        overlay.builder = self.renderer
        overlay.large = self.large
        overlay.low = self.size[1] // 2 if self.lowered else None
        overlay.lay(self.size, self.room_rect)

    def put_aside(self, all_of_them: bool = False) -> bool:
        """Somebody touched something else: take away what yields; whether something was there.

        ``all_of_them``: whatever is only laid over the room, the card after a game too.
        """
        there = [one for one in self.overlays if one.yields or (all_of_them and one.leads)]
        there = [one for one in there if not one.done]
        for one in there:
            one.done = True
        return bool(there)

    def drop_done(self) -> None:
        """Take away the overlays that want to be."""
        if any(one.done for one in self.overlays):
            self.overlays = [one for one in self.overlays if not one.done]
            self.window_surface.all()
