"""The museum's window: opens, resizes, shows a room or the floor plan, takes the visitor's acts.

Room and rail say which rectangles of them changed; the pane (pane.py) brings those to the screen.
While nothing changes and no machine is busy the loop sleeps until something is touched or a
twentieth of a second has passed.

    with Window(museum, words, WindowConfig(exhibit="ibm704")) as window:
        window.run()

What stands behind the window is a :class:`devices.screen.museum_protocol.Museum`.
"""

import heapq
from itertools import count
from pathlib import Path
from time import perf_counter, sleep, strftime

import pygame

from devices.screen.control_bar.bar import ControlBar
from devices.screen.control_bar.controller import ControlBarController
from devices.screen.control_bar.layout import control_bar_height
from devices.screen.display import WindowConfig, start_display, wake
from devices.screen.floor_plan import FloorPlan
from devices.screen.focus import Target
from devices.screen.frame_timer import FrameStats, FrameTimer
from devices.screen.input_controller import InputController
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.loading_screen import LoadingScreen
from devices.screen.museum_protocol import Museum, RealPanel
from devices.screen.navigation import Navigator
from devices.screen.overlay import Overlay
from devices.screen.placed_part import Hit
from devices.screen.png import save_png
from devices.screen.room import DrawContext
from devices.screen.sound import Sounds
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from devices.screen.window_surface import WindowSurface
from devices.units.unit import Value

__all__ = ["Museum", "Window", "WindowConfig"]

FRAME_S = 1.0 / 60.0
QUIET_FRAMES = 40
"""After so many frames without a change the loop sleeps longer."""
QUIET_MS = 50


class Window:
    """The window of the museum."""

    def __init__(
        self,
        museum: Museum,
        words: UiText,
        settings: WindowConfig | None = None,
        panel: RealPanel | None = None,
    ) -> None:
        self.museum = museum
        self.panel = panel
        self.words = words
        self.settings = settings or WindowConfig()
        self.builder = LayerRenderer()
        self.strip = ControlBar(words, self.builder)
        self.plan = FloorPlan(words, self.builder)
        self.sounds = Sounds(self.settings.sound)
        self.hands = InputController(self)
        self.tempo = FrameTimer()
        self.walk = Navigator(museum, self.plan, self.builder, self._moved)
        self.desk = ControlBarController(self)
        self.moment: DrawContext | None = None
        self.overlays: list[Overlay] = []
        self.calm = self.settings.calm
        self.pane = WindowSurface(self.settings)
        self.now_ms = 0
        self.over = False
        self._began = self.settings.clock()
        self._later: list[tuple[int, int, str, str, Value]] = []
        self._order = count()
        self._touched_ms = 0
        self._told_idle = False
        self._stood: str | None = None
        self._quiet = 0
        self._next_frame = 0.0
        self._waiting: list[pygame.event.Event] = []

    # Opening and closing

    def __enter__(self) -> "Window":
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Open the window and stand before the first exhibit."""
        start_display()
        self.pane.open()
        pygame.key.set_repeat()
        pygame.mouse.set_visible(not self.settings.kiosk)
        self.sounds.start()
        if self.panel is not None:
            self.panel.wake = wake
        self.enter(self.settings.exhibit)

    @property
    def screen(self) -> pygame.Surface:
        """The surface that is shown.  Raises RuntimeError before ``open``."""
        return self.pane.surface

    @property
    def size(self) -> tuple[int, int]:
        """The window's size in pixels."""
        return self.pane.size

    @property
    def room_rect(self) -> pygame.Rect:
        """The part of it that the room has."""
        return self.pane.room

    def finish(self) -> None:
        """Let ``run`` come back."""
        self.over = True

    def close(self) -> None:
        """Close the window; what was played is the museum's to keep."""
        self.hands.let_go()
        self.builder.close()
        self.sounds.close()
        self.museum.closing()
        self.pane.close()
        pygame.display.quit()

    # The loop

    def run(self, frames: int | None = None) -> None:
        """Show the museum until it is closed, or for so many frames."""
        last = None if frames is None else self.tempo.frames + frames
        while not self.over and (last is None or self.tempo.frames < last):
            self.frame()
            self._rest()

    def frame(self) -> None:
        """One frame: take what was done, draw what changed."""
        self.tempo.begin()
        before, self.now_ms = self.now_ms, int((self.settings.clock() - self._began) * 1000)
        events, self._waiting = [*self._waiting, *pygame.event.get()], []
        for event in events:
            self._take(event)
        self._fit()
        self._tend()
        self._draw(max(1, self.now_ms - before) * 1000)
        self.tempo.end()

    def _rest(self) -> None:
        """Wait for the next frame's time, or, when nothing goes on, for an event."""
        now = perf_counter()
        if self._quiet > QUIET_FRAMES:
            event = pygame.event.wait(QUIET_MS)
            if event.type != pygame.NOEVENT:
                self._waiting.append(event)
            self._next_frame = perf_counter()
            return
        self._next_frame = max(self._next_frame + FRAME_S, now - FRAME_S)
        if self._next_frame > now:
            sleep(self._next_frame - now)

    def _take(self, event: pygame.event.Event) -> None:
        self._quiet = 0
        if event.type == pygame.QUIT:
            self.over = self.over or not self.settings.kiosk
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.pane.all()
        else:
            self.hands.take(event)

    def pace(self, frames: int = 36_000) -> FrameStats:
        """What the last frames were like."""
        return self.tempo.pace(frames)

    def snapshot(self, path: Path | str) -> None:
        """Keep a picture of what is shown now."""
        pygame.image.save(self.screen, str(path))

    # Size

    def _fit(self) -> None:
        """Follow the window's size: the old picture at once, the new layout when it holds still."""
        if self.pane.follow(self.now_ms) and self.pane.laid is not None:
            self.pane.stretch(self.walk.canvas, self.strip.canvas)
        size = self.pane.to_lay(self.now_ms)
        if size is not None and self.walk.ready_for((size[0], size[1] - control_bar_height(size))):
            self.pane.lay(size)
            self.strip.lay(size)
            self.walk.lay(self.room_rect.size)
            for overlay in self.overlays:
                overlay.lay(size, self.room_rect)

    def toggle_fullscreen(self) -> None:
        """Full screen or a window."""
        if not self.settings.kiosk:
            self.pane.fullscreen = not self.pane.fullscreen
            self.pane.open()

    # Where the visitor stands

    @property
    def stage(self) -> Stage | None:
        """The room that the visitor stands in; None on the floor plan."""
        return self.walk.stage

    def enter(self, exhibit: str) -> None:
        """Walk up to an exhibit, or (``""``) back to where all can be seen."""
        self.hands.let_go()
        self.walk.enter(exhibit)

    def step_back(self) -> None:
        """ESCAPE: a step out of the close-up, else to the floor plan."""
        if self.stage is not None and self.stage.close_up:
            self.walk.step_away(self.gliding_ms())
        elif self.stage is not None:
            self.enter("")

    def settled(self) -> bool:
        """Whether what the visitor stands before is drawn in full."""
        return self.plan.settled() if self.stage is None else self.stage.settled()

    def gliding_ms(self) -> int | None:
        """The time for a movement of the view to begin; None: nothing glides."""
        return None if self.calm else self.now_ms

    def _moved(self) -> None:
        """The visitor sees something else."""
        if self._stood != self.walk.exhibit:
            self._stood = self.walk.exhibit
            self.hands.focus, self.hands.ringed = "", False
            self.moment = None
            self._later = []
            self.sounds.forget()
        if self.pane.laid is not None:
            self.hands.let_go()
            for overlay in self.overlays:
                overlay.lay(self.size, self.room_rect)
            self.pane.all()

    def targets(self) -> list[Target]:
        """Everything that the keyboard can reach, in order."""
        down = self.room_rect.bottom
        rail = [Target(f"rail:{k.name}", k.rect.move(0, down)) for k in self.strip.knobs()]
        return self.walk.targets() + rail

    # Acts

    def touched(self) -> None:
        """Somebody is there."""
        self._touched_ms = self.now_ms
        self._told_idle = False
        self.museum.touched()

    def act(self, hit: Hit, value: Value) -> None:
        """A control of the room is worked."""
        stage = self.stage
        if stage is None:
            return
        moment = self.moment or stage.moment(self.museum.view(self.walk.exhibit), self.now_ms, 1)
        for act in stage.room.acts(hit.place, hit.touch, value, moment):
            self.send(act.control, act.value, act.after_ms)

    def send(self, control: str, value: Value, after_ms: int = 0) -> None:
        if after_ms <= 0:
            self.museum.act(self.walk.exhibit, control, value)
            return
        due = self.now_ms + after_ms
        heapq.heappush(self._later, (due, next(self._order), self.walk.exhibit, control, value))

    def stands(self, hit: Hit) -> int:
        """How a latching control stands."""
        if self.stage is None or self.moment is None:
            return 0
        return self.stage.room.stands(hit.event, self.moment)

    def picture_taken(self) -> None:
        """Keep a picture of the window in the museum's folder."""
        if self.settings.pictures is not None and not self.settings.kiosk:
            name = f"window-{strftime('%Y%m%d-%H%M%S')}-{self.tempo.frames}.png"
            path, shown = self.settings.pictures / name, self.screen.copy()
            self.builder.done("picture", name, lambda: save_png(shown, path))
            self.sounds.play("relay")

    # What lies over the room

    def modal(self) -> Overlay | None:
        """The overlay that gets every touch and key, if one is open."""
        return next((one for one in reversed(self.overlays) if one.modal and not one.done), None)

    def show(self, overlay: Overlay) -> None:
        """Lay an overlay over the room."""
        self.hands.ringed = False
        overlay.builder = self.builder
        overlay.lay(self.size, self.room_rect)
        self.overlays.append(overlay)

    def _tend(self) -> None:
        """What happens by itself: due acts, warming, idleness, overlays that are done."""
        while self._later and self._later[0][0] <= self.now_ms:
            _, _, exhibit, control, value = heapq.heappop(self._later)
            self.museum.act(exhibit, control, value)
        warming = self.museum.warming()
        tubes = next((one for one in self.overlays if isinstance(one, LoadingScreen)), None)
        if warming is not None and tubes is None:
            tubes = LoadingScreen(self.words)
            tubes.builder = self.builder
            tubes.lay(self.size, self.room_rect)
            self.overlays.insert(0, tubes)
        if tubes is not None:
            tubes.tell(warming, self.now_ms)
        if any(one.done for one in self.overlays):
            self.overlays = [one for one in self.overlays if not one.done]
            self.pane.all()
        idle = self.settings.idle_seconds
        alone_ms = self.now_ms - self._touched_ms
        if idle is not None and not self._told_idle and alone_ms > idle * 1000:
            self._nobody()
        self.walk.look_again()
        self._tend_panel()
        led = self.museum.leads()
        if led is not None and led != self.walk.exhibit:
            self.enter(led)

    def _tend_panel(self) -> None:
        """Who touches a real panel stands before it."""
        where = self.panel.touched() if self.panel is not None else ""
        if self.panel is None or not where:
            return
        self._quiet = 0
        self.touched()
        if where != self.walk.exhibit:
            self.enter(where)
        self.panel.admit()

    def _nobody(self) -> None:
        """Nobody is there any more: close what was left open, and say so."""
        self._told_idle = True
        self.hands.let_go()
        self.hands.ringed = False
        for overlay in self.overlays:
            overlay.done = overlay.done or overlay.modal
        self.walk.look("", self.gliding_ms())
        self.museum.idle()

    # Drawing

    def _draw(self, frame_us: int) -> None:
        """Paint what changed and bring it to the screen."""
        if self.size != self.pane.laid:
            return  # the old picture stands in, stretched
        if self.stage is None:
            dirty = self._draw_plan(frame_us)
        else:
            dirty = self._draw_room(self.stage, frame_us)
        down = self.room_rect.bottom
        dirty += [rect.move(0, down) for rect in self.strip.paint(self.desk.state(), self.now_ms)]
        for overlay in self.overlays:
            dirty += overlay.changed(self.now_ms)
        self.pane.ring_at(self._ringed())
        drawn = self.pane.bring(dirty, self.walk.canvas, self.strip.canvas, self.overlays)
        busy = self.moment is not None and self.moment.view.busy
        self._quiet = 0 if drawn or busy or self.hands.presses else self._quiet + 1

    def _draw_room(self, stage: Stage, frame_us: int) -> list[pygame.Rect]:
        view = self.museum.view(self.walk.exhibit)
        held, pointer = self.hands.held(), self.hands.pointer
        self.moment = moment = stage.moment(view, self.now_ms, frame_us, self.calm, held, pointer)
        if self.panel is not None and view is not None:
            self.panel.show(self.walk.exhibit, moment.brightness)
        self.sounds.listen(moment.view.tallies, stage.room.sounds)
        if stage.room.hums is not None:
            self.sounds.hum(stage.room.hums(moment))
        return stage.paint(moment)

    def _draw_plan(self, frame_us: int) -> list[pygame.Rect]:
        del frame_us
        self.moment = None
        names = self.museum.exhibits()
        stages = {name: self.walk.stage_of(name) for name in names}
        views = {name: self.museum.view(name) for name in names}
        drawn = self.plan.paint(stages, views, self.now_ms, self.calm)
        if self.panel is not None:
            for name, stage in stages.items():
                if views[name] is not None:
                    self.panel.show(name, stage.lamps.shown)
        return drawn

    def _ringed(self) -> pygame.Rect | None:
        """What the keyboard's focus rings."""
        if not self.hands.ringed or self.modal() is not None:
            return None
        focus = self.hands.focus
        return next((one.rect for one in self.targets() if one.name == focus), None)
