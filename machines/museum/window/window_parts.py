"""The parts of the window: what is shown and heard, what lies over the room, what is set going.

The window's helpers (guidance, tours, cards, language, the staff's wishes) are given these; none of
them knows the window or another helper.  The way through the museum is

    floor plan  <->  room  <->  close-up of a unit  <->  deep (where the window is too small)
"""

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Protocol, runtime_checkable

import pygame

from devices.screen.framing import Framing
from devices.screen.guide import GO_ON, PLAY, SPEED, Medium, PlayDriver, StepAct, Try
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.placed_part import Hit
from devices.screen.room import DrawContext
from devices.screen.sound import Sounds
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from devices.screen.words import use
from devices.units.unit import Value
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.floor_plan import FloorPlan
from machines.museum.window.focus import Target
from machines.museum.window.museum import Caretaker, MediaPicker, Museum, RealPanel
from machines.museum.window.overlay import Overlay, PaperCard
from machines.museum.window.window_surface import WindowConfig, WindowSurface


@runtime_checkable
class Scrollable(Protocol):
    """A part in close-up that can be leafed through, as the printer's paper can."""

    def scroll(self, lines: int) -> None:
        """Move on by so many lines; negative: back."""
        ...


class Navigator:
    """The way through the museum; ``moved`` is called after each step of it."""

    def __init__(
        self, museum: Museum, plan: FloorPlan, builder: LayerRenderer, moved: Callable[[], None]
    ) -> None:
        self.museum = museum
        self.plan = plan
        self.builder = builder
        self.moved = moved
        self.exhibit = ""
        """The exhibit that the visitor stands before; empty on the floor plan."""
        self.stages: dict[str, Stage] = {}
        self.low: int | None = None
        """From where down a visitor reaches, in pixels; None: everywhere."""
        self.size = (0, 0)
        """Pixels that room or plan have; (0, 0) until the window is laid out."""
        self._whole = False
        """Whether the visitor wants to see all of the room, though a game of theirs runs."""

    @property
    def stage(self) -> Stage | None:
        """The room that the visitor stands in; None on the floor plan."""
        return self.stages[self.exhibit] if self.exhibit else None

    def stage_of(self, exhibit: str) -> Stage:
        """The stage of an exhibit's room, made when it is first needed, or can be made."""
        stage = self.stages.get(exhibit)
        if stage is None or stage.room.out_of_order or self.museum.is_out_of_order(exhibit):
            try:
                stage = self._renewed(exhibit, stage)
            except Exception as error:
                self.museum.room_fell(exhibit, error)  # from now on its room is a closed one
                stage = self._renewed(exhibit, stage)
        return stage

    def _renewed(self, exhibit: str, stage: Stage | None) -> Stage:
        room = self.museum.room(exhibit)
        same = stage is not None and stage.room.out_of_order == room.out_of_order
        if stage is not None and same and room.out_of_order:
            return stage
        made = Stage(room, self.builder)
        self.leave_stage(exhibit)
        self.stages[exhibit] = made
        return made

    def leave_stage(self, exhibit: str) -> None:
        """Show that room as it was no more."""
        stage = self.stages.pop(exhibit, None)
        if stage is not None:
            self.builder.forget(stage.layer_names())

    def refresh_room(self) -> None:
        """A room that was closed may be open now, and one that was open closed by a fault."""
        stage = self.stage
        if stage is not None and self.stage_of(self.exhibit) is not stage:
            if self.size != (0, 0):
                self.lay(self.size)
            self.moved()

    def renew(self) -> None:
        """Make the rooms anew, each when it is looked at; what is looked at now stands as before.

        They are called by another name, or speak another language.
        """
        old, self.stages = self.stages, {}
        for stage in old.values():  # else a new part at the same address would pass for drawn
            self.builder.forget(stage.layer_names())
        if self.exhibit and self.exhibit in old:
            self.stage_of(self.exhibit).follow(old[self.exhibit])
        self.moved()

    @property
    def canvas(self) -> pygame.Surface:
        """What room or plan is painted on."""
        return self.plan.canvas if self.stage is None else self.stage.canvas

    def ready_for(self, size: tuple[int, int]) -> bool:
        """Whether what is looked at can be fitted to so many pixels without delay; asked until it
        can."""
        return self.plan.ready_for(size) if self.stage is None else self.stage.ready_for(size)

    def lay(self, size: tuple[int, int]) -> None:
        """Fit what is looked at to so many pixels."""
        self.size = size
        stage = self.stage
        if stage is None:
            self.plan.lay(size)
        else:
            stage.low = self.low
            stage.lay(size, stage.close_up, framing=stage.framing)

    def enter(self, exhibit: str) -> None:
        """Walk up to an exhibit, or (``""``) back to where all can be seen."""
        left = self.stages.get(self.exhibit)  # none where a fault has closed that room
        if left is not None and exhibit != self.exhibit:
            left.leave_play()
        self.exhibit, self._whole = exhibit, False
        if exhibit:
            self.stage_of(exhibit)
            for name, other in self.stages.items():
                if name == exhibit:
                    continue
                self.builder.put_off(other.layer_names())
                # Some 50 MB at 1920 x 1080.  On the plan it will be drawn as small as it is there.
                if other.canvas.get_width() >= self.size[0]:
                    other.let_go()
        self.museum.enter(exhibit)
        if self.size != (0, 0):
            if self.stage is not None:
                self.stage.low = self.low
                self.stage.lay(self.size)
                self.stage.stale = True
            else:
                self.plan.lay(self.size)
        self.moved()

    def lay_ahead(self, exhibit: str) -> None:
        """On the floor plan: fit a room that will be entered to the window, so that it is drawn as
        it will be seen there."""
        stage = self.stage_of(exhibit)
        stage.low = self.low
        stage.lay(self.size)

    def press_plan(self, x: int, y: int) -> None:
        """The floor plan is touched."""
        exhibit = self.plan.hit(x, y)
        if exhibit:
            self.enter(exhibit)

    def come_closer(self, x: int, y: int, now_ms: int | None) -> None:
        """Look closely at the unit under a point; on the floor plan, walk up to the exhibit.

        ``now_ms`` None: without a movement.
        """
        stage = self.stage
        if stage is None:
            self.press_plan(x, y)
            return
        place = stage.place_at(x, y)
        if place is not None and not stage.close_up and stage.gains(place):
            self.look(place.name, now_ms, stage.half_at(place, x, y))
        elif place is not None and stage.close_up and stage.can_go_deeper():
            self.look(place.name, now_ms, (x, y))

    def step_away(self, now_ms: int | None) -> None:
        """One step back: to the whole part, to the whole room."""
        stage = self.stage
        if stage is not None and stage.close_up:
            whole = stage.deep and not stage.standings[0].place.halves
            self.look(stage.close_up if whole else "", now_ms)
        elif stage is not None and stage.steps_back:
            self._whole, stage.in_play = True, False
            self.look("", now_ms)

    def follow_game(self, plays: bool, context: DrawContext, now_ms: int | None) -> None:
        """While a visitor's game runs look at what belongs to it, once that is drawn; not if they
        have stepped back, until it is over.  What is looked at closely stays."""
        stage = self.stage
        if stage is None or not stage.settled():
            return
        drawn = stage.in_play or stage.draw_play_ahead(context)
        self._whole = self._whole and plays
        wanted = plays and not self._whole
        if wanted and drawn and not stage.in_play:
            drawn = stage.rehearse_play(context)
        if wanted != stage.in_play and (drawn or not wanted):
            stage.in_play = wanted
            if not stage.close_up:
                stage.lay(self.size, now_ms=now_ms)

    def look(self, place: str, now_ms: int | None, deep: tuple[int, int] | None = None) -> None:
        """Look at a place of the room closely (deeply at a point); empty: at all of it."""
        if self.stage is not None:
            self.stage.lay(self.size, place, now_ms, deep)
            self.moved()

    def frame(self, framing: Framing | None, now_ms: int | None) -> None:
        """Look at what a tour speaks of; None: at all of the room."""
        if self.stage is not None:
            self.stage.lay(self.size, "", now_ms, framing=framing)
            self.moved()

    def look_again(
        self, place: str, middle: tuple[float, float] | None, now_ms: int | None
    ) -> None:
        """Look at a place as before; ``middle``: deeply, that point of it (own units) in the middle
        of the canvas."""
        self.look(place, now_ms if middle is None else None)
        if self.stage is not None and middle is not None:
            part = self.stage.standings[0]
            x, y = (part.rect.left + middle[0] * part.scale, part.rect.top + middle[1] * part.scale)
            self.look(place, None, (round(x), round(y)))

    def scroll(self, lines: int) -> bool:
        """Leaf through what is looked at closely; whether there is anything to leaf through."""
        if self.stage is None or not self.stage.close_up:
            return False
        part = self.stage.standings[0].part
        if not isinstance(part, Scrollable):
            return False
        part.scroll(lines)
        return True

    def targets(self) -> list[Target]:
        """Everything in the room (or on the plan) that the keyboard can reach, in order."""
        if self.stage is None:
            return [Target(name, rect) for name, rect in self.plan.targets()]
        return [Target(f"room:{hit.event}", hit.rect) for hit in self.stage.targets()]


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

    def act(self, hit: Hit, value: Value) -> None:
        """A control of the room is worked."""
        stage = self.stage
        if stage is None:
            return
        context = self.moment(stage)
        if value and not stage.room.agrees(hit.event, context):
            return
        for act in stage.room.acts(hit.place, hit.touch, value, context):
            if act.control in (PLAY, GO_ON):
                self.play.begin(self.now_ms + act.after_ms, watches=act.control == GO_ON)
            elif act.control == SPEED:
                self.museum.set_speed(act.value)  # type: ignore[arg-type]
            else:
                self.send(act)

    def moment(self, stage: Stage) -> DrawContext:
        """What is seen now."""
        view = self.museum.view(self.navigator.exhibit)
        return self.context or stage.context(view, self.now_ms, 1)

    def put_in(self, control: str, value: Value) -> None:
        """A medium was chosen, or a card typed, for a control of the room."""
        if self.stage is not None:
            for act in self.stage.room.put_in(control, value, self.moment(self.stage)):
                self.send(act)

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

    def carry_out(self, card: Try) -> None:
        """Set the room up as a card or a row of the table says."""
        self.play.leave()
        if card.speed is not None:
            self.museum.set_speed(card.speed)
        for act in card.acts:
            self.send(act)
        then = self.now_ms + max((act.after_ms for act in card.acts), default=0) + TRY_PLAYS_MS
        self.sets_up_until_ms = then
        if card.play:
            self.play.begin(then, watches=True)
        elif card.keeps:
            self.play.keep_going(card.keeps, then)

    def _medium(self, exhibit: str, control: str, label: str) -> Value | None:
        """The value of the tray with that label, of two a visitor's own; None: none is there."""
        offer = self.museum.offer(exhibit, control)
        trays = offer.trays if isinstance(offer, MediaPicker) else ()
        return next((tray.value for tray in reversed(trays) if tray.label == label), None)

    # What lies over the room

    def modal(self) -> Overlay | None:
        """The overlay that gets every touch and key, if one is open."""
        return next((top for top in reversed(self.overlays) if top.modal and not top.done), None)

    def sheet(self) -> PaperCard | None:
        """The uppermost card or placard that lies over the room and leaves it its touches."""
        there = (card for card in reversed(self.overlays) if isinstance(card, PaperCard))
        return next((card for card in there if not card.done and not card.modal), None)

    def show(self, overlay: Overlay) -> None:
        """Lay an overlay over the room."""
        self.lay_overlay(overlay)
        for old in self.overlays:
            if old.done and type(old) is type(overlay):  # in another language, say
                overlay.stand_in(old)
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
        there = [card for card in self.overlays if card.yields or (all_of_them and card.leads)]
        there = [card for card in there if not card.done]
        for card in there:
            card.done = True
        return bool(there)

    def drop_done(self) -> None:
        """Take away the overlays that want to be."""
        if any(overlay.done for overlay in self.overlays):
            self.overlays = [overlay for overlay in self.overlays if not overlay.done]
            self.window_surface.all()
