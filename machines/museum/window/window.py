"""The museum's window: opens, resizes, shows a room or the floor plan, takes the visitor's acts.

Room and bar say which rectangles of them changed; the surface (window_surface.py) brings those to
the screen. While nothing changes and no machine is busy the loop sleeps until something is touched
or a twentieth of a second has passed.

    with Window(museum, words, WindowConfig(exhibit="ibm704")) as window:
        window.run()

What stands behind the window is a :class:`machines.museum.window.museum.Museum`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter, sleep
from typing import TypeVar

import pygame

from devices.duration import Speed
from devices.screen.placed_part import Hit
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from devices.units.unit import Value
from machines.museum.window.control_bar_controller import ControlBarController
from machines.museum.window.control_bar_layout import ControlBarState, control_bar_height
from machines.museum.window.focus import SHEET
from machines.museum.window.input_controller import InputController
from machines.museum.window.museum import Caretaker, Museum, MuseumFault, RealPanel
from machines.museum.window.overlay import Overlay
from machines.museum.window.screen_record import ScreenRecord
from machines.museum.window.signs import LoadingScreen, OutOfOrder
from machines.museum.window.subtitles import caption_picture
from machines.museum.window.window_model import WindowModel
from machines.museum.window.window_surface import (
    WindowConfig,
    hide_pointer,
    hold_input,
    start_display,
    wake,
)

__all__ = ["Museum", "Window", "WindowConfig"]

T = TypeVar("T")

QUIET_FRAMES = 40
"""After so many frames without a change the loop sleeps longer."""
QUIET_MS = 50


class Window(WindowModel):
    """The window of the museum."""

    def __init__(
        self,
        museum: Museum,
        words: UiText,
        settings: WindowConfig | None = None,
        panel: RealPanel | None = None,
        caretaker: Caretaker | None = None,
    ) -> None:
        super().__init__(museum, words, settings, panel, caretaker)
        self.bar_controller = ControlBarController(self)
        self.input = InputController(self, self.bar_controller)
        self._began = self.settings.clock()
        self._stood: str | None = None
        self._quiet = 0
        self._frame_s = 1.0 / self.settings.frame_rate
        self._next_frame = 0.0
        self._waiting: list[pygame.event.Event] = []
        where = self.settings.record
        self._record = ScreenRecord(where) if where is not None else None
        self._asked_to_close = False
        """Whether the window system has asked for the window to be closed."""
        self._greets = False
        """Whether the placard is still to be shown to somebody who has just come in."""
        self._speeds: dict[str, Speed] = {}
        """Of the rooms that the visitor has left."""

    # Opening and closing

    def __enter__(self) -> "Window":
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Open the window and stand before the first exhibit."""
        start_display()
        self.window_surface.open()
        pygame.key.set_repeat()
        if self.settings.kiosk:
            hide_pointer()
            hold_input()
        self.sounds.start()
        if self.panel is not None:
            self.panel.wake = wake
        self.enter(self.settings.exhibit)

    def close(self) -> None:
        """Close the window; what was played is the museum's to keep."""
        self.input.let_go()
        self.renderer.close()
        self.sounds.close()
        self.museum.closing()
        self.window_surface.close()
        pygame.display.quit()

    # The loop

    def run(self, frames: int | None = None) -> None:
        """Show the museum until it is closed, or for so many frames."""
        last = None if frames is None else self.frames + frames
        while not self.over and (last is None or self.frames < last):
            self.frame()
            self._rest()

    def frame(self) -> None:
        """One frame: take what was done, draw what changed."""
        began = perf_counter()
        before, self.now_ms = self.now_ms, int((self.settings.clock() - self._began) * 1000)
        self._take_all()
        self._fit()
        if self.house_rules.tend():
            self._quiet = 0 if self.house_rules.draw() else self._quiet + 1
        else:
            self._guard(self._tend, None)
            self._draw(max(1, self.now_ms - before) * 1000)
        if self.unseen:
            self._take_all()  # what was touched while it was drawn
            self.unseen = False
        if self.window_surface.tend(self.now_ms):
            self.museum.shown()
        if self._record is not None:
            self._record.follow(self)
        self.frames += 1
        self.caretaker.frame(perf_counter() - began, self._quiet <= QUIET_FRAMES)

    def _guard(self, work: Callable[[], T], otherwise: T) -> T:
        """What ``work`` makes; a fault in it closes the room that the visitor stands in, alone."""
        before = self.navigator.exhibit
        try:
            return work()
        except MuseumFault:
            raise
        except Exception as error:
            exhibit = self.navigator.exhibit or before
            if not exhibit:
                raise
            self._room_fell(exhibit, error)
            return otherwise

    def _room_fell(self, exhibit: str, error: Exception) -> None:
        self.museum.room_fell(exhibit, error)
        self.navigator.leave_stage(exhibit)
        if exhibit == self.navigator.exhibit:
            self.navigator.enter(exhibit)  # into the closed one

    def _rest(self) -> None:
        """Wait for the next frame's time, or, when nothing goes on, for an event."""
        now = perf_counter()
        if self._quiet > QUIET_FRAMES:
            event = pygame.event.wait(QUIET_MS)
            if event.type != pygame.NOEVENT:
                self._waiting.append(event)
            self._next_frame = perf_counter()
            return
        self._next_frame = max(self._next_frame + self._frame_s, now - self._frame_s)
        if self._next_frame > now:
            sleep(self._next_frame - now)

    def _take_all(self) -> None:
        events, self._waiting = [*self._waiting, *pygame.event.get()], []
        for event in events:
            self._guard(partial(self._take, event), None)

    def _take(self, event: pygame.event.Event) -> None:
        self._quiet = 0
        self.house_rules.watch(event)
        if event.type == pygame.WINDOWCLOSE:
            self._asked_to_close = True
        elif event.type == pygame.QUIT:
            self._quit()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.window_surface.all()
        elif self.house_rules.shut or self.window_surface.too_small:
            self.input.take_shut(event)
        else:
            self.input.take(event)

    def _quit(self) -> None:
        """End, or in a kiosk go on.  SDL tells in the same way, and no other, that the compositor
        of Wayland has ended; then nobody sees this window any more."""
        if not self._asked_to_close and pygame.display.get_driver() == "wayland":
            raise MuseumFault("the display is gone")
        self._asked_to_close = False
        self.over = self.over or not self.settings.kiosk

    def snapshot(self, path: Path | str) -> None:
        """Keep a picture of what is shown now."""
        pygame.image.save(self.screen, str(path))

    # Size

    def _fit(self) -> None:
        """Follow the window's size: the old picture at once, the new layout when it holds still."""
        if self.window_surface.follow(self.now_ms) and self.window_surface.laid is not None:
            self.window_surface.stand_in(self.navigator.canvas, self.control_bar.canvas)
        size = self.window_surface.to_lay(self.now_ms)
        if size is not None and self.navigator.ready_for(
            (size[0], size[1] - control_bar_height(size, self.large, self.lowered))
        ):
            self.window_surface.lay(size)
            self.control_bar.lay(size, self.large, self.lowered)
            self.navigator.low = size[1] // 2 if self.lowered else None
            self.navigator.lay(self.room_rect.size)
            for overlay in self.overlays:
                self.lay_overlay(overlay)

    # Where the visitor stands

    def enter(self, exhibit: str) -> None:
        """Walk up to an exhibit; what was held is let go.  Each room has its own speed: the one at
        which this visitor has left it."""
        self.input.let_go()
        left, speed = self.navigator.exhibit, self.museum.speed()
        super().enter(exhibit)
        if self.frames and self.museum.leads() is None and exhibit != left:
            if left:
                self._speeds[left] = speed
            if exhibit:
                self.museum.set_speed(self._speeds.get(exhibit, "authentic"))

    def moved(self) -> None:
        """The visitor sees something else."""
        if self._stood != self.navigator.exhibit:
            self._stood = self.navigator.exhibit
            self.input.focus, self.input.ringed, self.input.rests = "", False, False
            super().moved()
            self.put_aside(all_of_them=True)
            self.game_cards.seen.leave()
            self._greets = bool(self._stood)
            self.unseen = True
        if self.window_surface.laid is not None:
            self.input.let_go()
            for overlay in self.overlays:
                self.lay_overlay(overlay)
            self.window_surface.all()

    def act(self, hit: Hit, value: Value) -> None:
        """Work a control.  A visitor who does so before the placard opens doesn't get it."""
        self._greets = False
        super().act(hit, value)

    def show(self, overlay: Overlay) -> None:
        """Lay an overlay over the room; the keyboard's focus is not ringed under it."""
        self.input.ringed = False
        super().show(overlay)

    # What lies over the room

    def _tend(self) -> None:
        """What happens by itself: due acts, compiling, idleness, overlays that are done."""
        self.send_due()
        if self.language.tend():
            self.window_surface.all()
        progress = self.museum.compile_progress()
        tubes = next((sign for sign in self.overlays if isinstance(sign, LoadingScreen)), None)
        if progress is not None and tubes is None:
            tubes = LoadingScreen(self.words)
            self.lay_overlay(tubes)
            self.overlays.insert(0, tubes)
        if tubes is not None:
            tubes.tell(progress, self.now_ms)
        self._greets = self._greets and self.museum.leads() is None and not self.play.active
        if self._greets and self.modal() is None and self.sheet() is None:
            self._greets = False
            closed = self.stage is None or self.stage.room.out_of_order
            if not self.plan_cards.brings and not closed:
                self.show_placard(asked=False)
        for overlay in self.overlays:
            overlay.tend(self.now_ms)
        self.drop_done()
        idle = self.settings.idle_seconds
        alone_ms = self.now_ms - self._touched_ms
        if idle is not None and not self._told_idle and alone_ms > idle * 1000:
            self._nobody()
        self.navigator.refresh_room()
        self._tell_out_of_order()
        self._tend_panel()
        self.tour_view.tend()

    def _tell_out_of_order(self) -> None:
        """Say so before a room that a fault has closed; one touch leads out of it."""
        stage = self.stage
        closed = stage is not None and stage.room.out_of_order
        told = [overlay for overlay in self.overlays if isinstance(overlay, OutOfOrder)]
        for sign in told:
            sign.done = sign.done or not closed
        if closed and not told:
            self.input.let_go()
            self.show(OutOfOrder(self.words, partial(self.enter, "")))

    def _tend_panel(self) -> None:
        """Who touches a real panel stands before it."""
        where = self.panel.touched() if self.panel is not None else ""
        if self.panel is None or not where:
            return
        self._quiet = 0
        self.came_back()
        if not self.tour_view.panel_touched(where):
            self.panel.drop()
            return
        if where != self.navigator.exhibit:
            self.enter(where)
        self.panel.admit()

    def _nobody(self) -> None:
        """Nobody is there any more: close what was left open, and say so.  A journey that goes on
        is left alone, one that was paused ends."""
        self._told_idle = True
        self._speeds.clear()
        scene = self.museum.tours.scene()
        if scene is not None and not (scene.journey and scene.paused):
            if self.settings.kiosk and not scene.journey:
                self.language.back()  # who chose another during the demonstration has gone
            return
        if scene is not None:
            self.museum.touched()
            self.tour_view.tend()
        self.input.let_go()
        self.input.ringed = False
        for overlay in self.overlays:
            overlay.done = overlay.done or overlay.modal or overlay.leads
        self.game_cards.seen.shown = False
        if self.settings.kiosk:
            self.language.back()
        self.navigator.look("", self.gliding_ms())
        self.museum.idle()

    # Drawing

    def _draw(self, frame_us: int) -> None:
        """Paint what changed and bring it to the screen."""
        if self.window_surface.too_small:
            self.window_surface.say(self.words.captions["too_small"])
            return
        if self.size != self.window_surface.laid:
            return  # the old picture stands in
        # Before the room: its sheets wait for what lies over it.
        laid = [rect for overlay in self.overlays for rect in overlay.changed(self.now_ms)]
        if self.stage is None:
            dirty = self._draw_plan(frame_us)
        else:
            dirty = self._guard(partial(self._draw_room, self.stage, frame_us), [])
        dirty += laid
        down = self.room_rect.bottom
        dirty += [
            rect.move(0, down) for rect in self.control_bar.paint(self._bar_state(), self.now_ms)
        ]
        if self.guidance.glow(self.house_targets, self.sets_up()):
            self.input.follow()
        self._tell_sounds()
        self.window_surface.ring_at(self._ringed(), self.input.focus.startswith(SHEET))
        drawn = self.window_surface.bring(
            dirty, self.navigator.canvas, self.control_bar.canvas, self.overlays
        )
        busy = self.context is not None and self.context.view.busy
        self._quiet = 0 if drawn or busy or self.input.presses else self._quiet + 1

    def _tell_sounds(self) -> None:
        """Say in words what is heard, where captions are wanted."""
        begun = self.sounds.take_begun()
        name = self.sound_caption.follow(begun, self.sounds.humming, self.now_ms)
        said = self.words.sounds.get(name, "") if self.captions else ""
        room, unit = self.room_rect, min(self.size) / 1080  # upright windows read as large
        note = caption_picture(said, unit) if said else None
        self.window_surface.note_at(
            note, room.left + round(14 * unit), room.bottom - round(10 * unit)
        )

    def _bar_state(self) -> ControlBarState:
        return self.bar_controller.state(self.input.described(), self.input.button_held())

    def _draw_room(self, stage: Stage, frame_us: int) -> list[pygame.Rect]:
        view = self.museum.view(self.navigator.exhibit)
        held, pointer = self.input.held(), self.input.pointer
        self.context = context = stage.context(
            view, self.now_ms, frame_us, self.calm, held, pointer
        )
        if self.panel is not None and view is not None:
            self.panel.show(self.navigator.exhibit, context.brightness)
        if context.awake:
            self.begin_awaited_try()
        self.guidance.follow(stage, context)
        if not self.input.presses:
            self.navigator.follow_game(self.plays, context, self.gliding_ms())
        self.sounds.listen(context.view.tallies, stage.room.sounds)
        if stage.room.hums is not None:
            self.sounds.hum(stage.room.hums(context))
        dirty = stage.paint(context)
        self.guidance.follow_touches(stage, context)
        return dirty

    def _draw_plan(self, frame_us: int) -> list[pygame.Rect]:
        self.context = None
        coming = self.museum.tours.coming()
        if coming:
            self.navigator.lay_ahead(coming)
        names = self.museum.exhibits()
        stages = {name: self.navigator.stage_of(name) for name in names}
        views = {name: self.museum.view(name) for name in names}
        # Without today's points, so that the wall's graph is drawn once.
        self.plan.show([replace(line, today=None, state="none") for line in self.museum.strength()])
        self.plan.show_meetings(bool(self.plan_cards.meetings()))
        try:
            drawn = self.plan.paint(stages, views, self.now_ms, self.calm, coming)
        except Exception as error:
            if not self.plan.painting:
                raise
            self._room_fell(self.plan.painting, error)
            return []
        if self.panel is not None:
            for name, stage in stages.items():
                if views[name] is not None:
                    self.panel.show(name, stage.lamps.shown)
        return drawn

    def _ringed(self) -> pygame.Rect | None:
        """What the keyboard's focus rings."""
        if not self.input.ringed or self.modal() is not None:
            return None
        focus = self.input.focus
        return next((target.rect for target in self.targets() if target.name == focus), None)
