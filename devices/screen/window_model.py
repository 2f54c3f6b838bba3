"""The window's model: what a visitor sees and can do, without the event loop.

The input controller and the bar's controller work on this; :mod:`devices.screen.window` lays it out
and draws it.
"""

import heapq
from functools import partial
from itertools import count
from time import strftime

import pygame

from devices.screen.after_game import AfterGame, GamesSeen
from devices.screen.after_game_card import AfterGameCard
from devices.screen.caretaker import Caretaker
from devices.screen.confirmation import Confirmation
from devices.screen.control_bar.bar import ControlBar
from devices.screen.floor_plan import EXHIBIT, MEETINGS, STATION, STRENGTH, FloorPlan
from devices.screen.focus import GLOW_LEVELS, SHEET, Target, draw_glow
from devices.screen.guide import BAR, GO_ON, PLAY, SPEED, Medium, NextStep, PlayDriver, StepAct, Try
from devices.screen.help import Help
from devices.screen.house_rules import HouseRules
from devices.screen.language import LanguageSwitch
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.meetings_board import MeetingsBoard
from devices.screen.museum_protocol import MediaPicker, Meeting, Museum, RealPanel
from devices.screen.navigation import Navigator
from devices.screen.overlay import Overlay
from devices.screen.paper_card import PaperCard
from devices.screen.placard import Placard
from devices.screen.placed_part import Hit
from devices.screen.png import save_png
from devices.screen.room import DrawContext
from devices.screen.sound import Sounds
from devices.screen.sound_caption import SoundCaption
from devices.screen.souvenir import Souvenir
from devices.screen.souvenir_card import SouvenirCard
from devices.screen.souvenir_taking import picture_of, souvenir_files
from devices.screen.stage import Stage
from devices.screen.strength_graph import StrengthGraph
from devices.screen.thread_card import ThreadCard, stops_of
from devices.screen.tour_view import TourView
from devices.screen.ui_text import UiText
from devices.screen.window_surface import WindowConfig, WindowSurface, blit_canvases
from devices.screen.words import use
from devices.units.unit import Value

TRY_PLAYS_MS = 1_000
"""PLAY goes on so long after the last act of a card."""


class WindowModel:
    """The museum as a visitor stands in it: the room, the bar, what lies over them."""

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
        self.sound_caption = SoundCaption()
        self.captions = self.settings.captions
        """Whether what is heard is also told in words."""
        self.frames = 0
        """How many were drawn."""
        self.navigator = Navigator(museum, self.plan, self.renderer, self.moved)
        self.context: DrawContext | None = None
        self.next_step: NextStep | None = None
        """What a visitor can do next, by the room's guide; None: nobody is guided now."""
        self.glowing: tuple[str, ...] = ()
        """What glows, by its name among the targets."""
        self.play = PlayDriver()
        self.games_seen = GamesSeen()
        self.tour_view = TourView(self)
        self.try_guard = Confirmation()
        """The cards of the placard, over a visitor's game."""
        self._told: AfterGame | None = None
        self.meeting = ""
        """The row of the tournament table that begins as soon as its room is there."""
        self._souvenir: Souvenir | None = None
        self.overlays: list[Overlay] = []
        self.calm = self.settings.calm
        self.large = self.settings.large_text
        self.lowered = self.settings.lowered
        self.language = LanguageSwitch(self)
        self.house_rules = HouseRules(self)
        self.window_surface = WindowSurface(self.settings)
        self.now_ms = 0
        self.over = False
        self._later: list[tuple[int, int, str, str, Value | Medium]] = []
        self._order = count()
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

    def toggle_fullscreen(self) -> None:
        """Full screen or a window."""
        if not self.settings.kiosk:
            self.window_surface.fullscreen = not self.window_surface.fullscreen
            self.window_surface.open()

    # Where the visitor stands

    @property
    def stage(self) -> Stage | None:
        """The room that the visitor stands in; None on the floor plan."""
        return self.navigator.stage

    def enter(self, exhibit: str) -> None:
        """Walk up to an exhibit, or (``""``) back to where all can be seen."""
        self.navigator.enter(exhibit)

    def press_plan(self, x: int, y: int) -> None:
        """The floor plan is touched: an exhibit, a station of the thread, a picture."""
        item = self.plan.item(x, y)
        if item:
            self.open_from_plan(item)
        else:
            self.navigator.press_plan(x, y)

    def open_from_plan(self, item: str) -> None:
        """Walk up to an exhibit, or read what the floor plan tells (by the targets' names)."""
        kind, _, name = item.partition(":")
        if f"{kind}:" == EXHIBIT:
            self.enter(name)
        elif item == STRENGTH:
            self.show_strength()
        elif item == MEETINGS:
            self.show_meetings()
        else:
            self.show_station(name if item.startswith(STATION) else "")

    def show_station(self, name: str = "") -> None:
        """Lay a station of the thread over the floor plan; without a name the first."""
        titles = self._titles()
        stops = stops_of(self.words, list(titles), list(titles.values()))
        at = next((k for k, one in enumerate(stops) if one.name == name), 0)
        if stops:
            self.sounds.play("button")
            self.show(ThreadCard(self.words, stops, at, self.enter))

    def _titles(self) -> dict[str, str]:
        """What each exhibit is called, by its name, in the order of the floor plan."""
        names = self.museum.exhibits()
        return {name: self.navigator.stage_of(name).room.title for name in names}

    def show_strength(self) -> None:
        """Lay the graph of strength over the floor plan, and have today's machines measured."""
        self.sounds.play("button")
        self.museum.measure_strength()
        self.show(StrengthGraph(self.words, self._titles(), self.museum.strength))

    def show_meetings(self) -> None:
        """Lay the tournament table over the floor plan."""
        self.sounds.play("button")
        self.show(MeetingsBoard(self.words, self.meetings, self.start_meeting))

    def meetings(self) -> tuple[Meeting, ...]:
        """The rows of the tournament table whose rooms are open."""
        there = self.museum.exhibits()
        return tuple(one for one in self.museum.meetings() if one.exhibit in there)

    def start_meeting(self, exhibit: str, name: str) -> bool:
        """A row of the table was touched: walk to that room, where the meeting begins.

        False: it would end a visitor's game there, and asks for a second touch.
        """
        stage, view = self.navigator.stage_of(exhibit), self.museum.view(exhibit)
        context = stage.context(view, self.now_ms, 1) if view is not None else None
        asks = context is not None and stage.room.at_stake(context)
        if asks and not self.try_guard.touch(f"{exhibit} {name}", self.now_ms):
            return False
        self.enter(exhibit)
        self.meeting = name
        return True

    def _begin_meeting(self, stage: Stage, context: DrawContext) -> None:
        """Set the room up for the meeting that was chosen, visibly, once it is there."""
        name, self.meeting = self.meeting, ""
        one = stage.room.meetings(context).get(name)
        if one is not None:
            self._carry_out(one)

    def step_back(self) -> None:
        """ESCAPE: a step out of the close-up, else to the floor plan."""
        if self.stage is not None and self.stage.close_up:
            self.navigator.step_away(self.gliding_ms())
        elif self.stage is not None:
            self.enter("")

    def moved(self) -> None:
        """The visitor sees something else: acts that were still to come are another room's."""
        self.context = None
        self.next_step = None
        self.play.stop()
        self.meeting = ""
        self._later = []
        self.sounds.forget()
        self.sound_caption.forget()

    def settled(self) -> bool:
        """Whether what the visitor stands before is drawn in full."""
        return self.plan.settled() if self.stage is None else self.stage.settled()

    def gliding_ms(self) -> int | None:
        """The time for a movement of the view to begin; None: nothing glides."""
        return None if self.calm else self.now_ms

    def targets(self) -> list[Target]:
        """Everything that the keyboard can reach, in order."""
        down = self.room_rect.bottom
        rail = [Target(f"rail:{k.name}", k.rect.move(0, down)) for k in self.control_bar.buttons()]
        sheet = self.sheet()
        plates = sheet.plates() if sheet is not None else []
        leads = sheet is not None and sheet.leads
        laid = [Target(f"{SHEET}{name}", rect, leads) for name, rect in plates]
        return laid + self.navigator.targets() + rail

    def sheet(self) -> PaperCard | None:
        """The uppermost card or placard that lies over the room and leaves it its touches."""
        there = (one for one in reversed(self.overlays) if isinstance(one, PaperCard))
        return next((one for one in there if not one.done and not one.modal), None)

    def press_sheet(self, plate: str) -> None:
        """A plate of that is worked by the keyboard."""
        sheet = self.sheet()
        rect = dict(sheet.plates()).get(plate) if sheet is not None else None
        if sheet is not None and rect is not None:
            sheet.press(*rect.center)
            sheet.release(*rect.center)

    def asked(self) -> tuple[str, ...]:
        """The controls that a visitor is asked to touch next, by event names."""
        return self.next_step.controls if self.next_step is not None else ()

    # Acts

    def touched(self) -> bool:
        """Something is touched: whether that is to be done.  A demonstration asks first."""
        self.came_back()
        return self.tour_view.touched()

    def came_back(self) -> None:
        """Count idleness from now on: a tour is over, or the museum is open again."""
        self._touched_ms = self.now_ms
        self._told_idle = False

    def act(self, hit: Hit, value: Value) -> None:
        """A control of the room is worked."""
        stage = self.stage
        if stage is None:
            return
        context = self._moment(stage)
        for act in stage.room.acts(hit.place, hit.touch, value, context):
            if act.control in (PLAY, GO_ON):
                self.play.begin(self.now_ms + act.after_ms, watches=act.control == GO_ON)
            elif act.control == SPEED:
                self.museum.set_speed(act.value)  # type: ignore[arg-type]
            else:
                self.send(act.control, act.value, act.after_ms)

    def _moment(self, stage: Stage) -> DrawContext:
        """What is seen now."""
        view = self.museum.view(self.navigator.exhibit)
        return self.context or stage.context(view, self.now_ms, 1)

    def put_in(self, control: str, value: Value) -> None:
        """A medium was chosen, or a card typed, for a control of the room."""
        if self.stage is not None:
            for act in self.stage.room.put_in(control, value, self._moment(self.stage)):
                self.send(act.control, act.value, act.after_ms)

    def send(self, control: str, value: Value | Medium, after_ms: int = 0) -> None:
        """An act, now or later.  A medium is looked up when it is put in: what a drawer holds may
        depend on what was done before."""
        if after_ms <= 0:
            self._send(self.navigator.exhibit, control, value)
            return
        due = self.now_ms + after_ms
        heapq.heappush(
            self._later, (due, next(self._order), self.navigator.exhibit, control, value)
        )

    def _send(self, exhibit: str, control: str, value: Value | Medium) -> None:
        if isinstance(value, Medium):
            found = self._medium(control, value.label)
            if found is None:  # it is not on this computer: nothing that was to follow is done
                self.play.stop()
                self._later = []
                return
            value = found
        self.museum.act(exhibit, control, value)

    def send_step(self, act: StepAct) -> None:
        """An act of the guide's."""
        self.send(act.control, act.value, act.after_ms)

    def _medium(self, control: str, label: str) -> Value | None:
        """The value of the tray with that label, of two a visitor's own; None: none is there."""
        offer = self.museum.offer(self.navigator.exhibit, control)
        trays = offer.trays if isinstance(offer, MediaPicker) else ()
        return next((tray.value for tray in reversed(trays) if tray.label == label), None)

    def show_placard(self, asked: bool = True) -> None:
        """Say who built the machine, how it learns, what to try; again: take that away.

        ``asked``: a visitor wants to read it; else it steps aside for whatever is touched.
        """
        text = self.words.placard(self.navigator.exhibit)
        there = [one for one in self.overlays if isinstance(one, Placard) and not one.done]
        for one in there:
            one.done = True
        if text is not None and not (asked and any(one.modal for one in there)):
            offers = self.museum.tours.offers(self.navigator.exhibit)
            tour = self.tour_view.begin if offers else None
            self.show(Placard(self.words, text, self.start_try, asked, tour))

    def overlay_at(self, x: int, y: int) -> Overlay | None:
        """The uppermost card or placard that lies there."""
        there = (one for one in reversed(self.overlays) if not one.done)
        return next((one for one in there if one.holds(x, y)), None)

    def put_aside(self, all_of_them: bool = False) -> bool:
        """Somebody touched something else: take away what yields; whether something was there.

        ``all_of_them``: whatever is only laid over the room, the card after a game too.
        """
        there = [one for one in self.overlays if one.yields and not one.done]
        if all_of_them:
            there += [
                one
                for one in self.overlays
                if isinstance(one, AfterGameCard | SouvenirCard) and not one.done
            ]
        for one in there:
            one.done = True
        return bool(there)

    def show_help(self) -> None:
        """Lay the help over the room."""
        first = self.words.first_help(self.navigator.exhibit)
        if self.stage is None and self.plan.stops:
            first = self.words.plan_help
        manual = Help(self.words, self.stage, self.control_bar, first)
        manual.choose = self.language.choose
        manual.offered = self.caretaker.languages()
        manual.wishes = (
            (self.words.rail["large"], self.large, self.switch_large),
            (self.words.rail["lowered"], self.lowered, self.switch_lowered),
        )
        if self.museum.tours.offers(self.navigator.exhibit):
            tour = (self.words.journey["begin"], False, self.tour_view.begin)
            manual.wishes = (tour, *manual.wishes)
        if first.steps:
            manual.show_room(self.room_picture(), self.step_marks())
        self.show(manual)

    def tell_after_game(self, after: AfterGame | None, told: bool) -> None:
        """Show the card of a game that has ended here; take it away when another begins.

        ``told``: somebody is there to read it, and no demonstration goes on.
        """
        ended = self.games_seen.ended(after)
        if after is None or ended:
            for one in self.overlays:
                one.done = one.done or isinstance(one, AfterGameCard)
        if after is None or not ended or not told:
            return
        self.caretaker.game_ended(self.navigator.exhibit, after.ending)
        self.put_aside()
        if after.ending:
            self.sounds.play(after.ending)
        self._told, self._souvenir = after, None
        if self.stage is not None and self.context is not None and self.museum.keeps_souvenirs():
            self._souvenir = self.stage.room.souvenir(self.context)
        self.tell_again()

    def tell_again(self) -> None:
        """Show the card of the last game that one was shown of."""
        after = self._told
        if after is None:
            return
        said = self.words.after(self.navigator.exhibit, after.text, after.words)
        shown = partial(self._show_changed, after) if after.place else None
        title = self.words.after(self.navigator.exhibit, after.title, {}) if after.title else ""
        take = partial(self._take_along, said, title) if self._souvenir is not None else None
        self.show(AfterGameCard(self.words, said, shown, title, take))

    def _take_along(self, said: str, title: str) -> None:
        """TAKE IT ALONG was touched: show the game as a picture with its code; keep the files."""
        stage, souvenir = self.stage, self._souvenir
        if stage is None or souvenir is None:
            return
        day = strftime("%Y.%m.%d")
        picture = picture_of(self.words, souvenir, stage.room.title, day, said, title)
        kept = self.museum.keep_souvenir(self.navigator.exhibit, souvenir_files(picture))
        self.show(SouvenirCard(self.words, picture, kept))

    def _show_changed(self, after: AfterGame) -> None:
        """SHOW ME was touched: look at what the game has changed."""
        stage = self.stage
        if stage is None or self.context is None:
            return
        for act in stage.room.show_changed(after, self.context):
            self.send(act.control, act.value, act.after_ms)
        self.navigator.look(after.place, self.gliding_ms())

    def start_try(self, name: str) -> bool:
        """A card of the placard was touched: set the room up as it says.

        False: it would end a visitor's game, and asks for a second touch.
        """
        stage = self.stage
        if stage is None or self.context is None:
            return True
        one = stage.room.tries(self.context).get(name)
        if one is None:
            return True
        stake = stage.room.at_stake(self.context)
        if stake and not self.try_guard.touch(name, self.now_ms):
            return False
        self._carry_out(one)
        return True

    def _carry_out(self, one: Try) -> None:
        """Set the room up as a card or a row of the table says."""
        self.play.stop()
        if one.speed is not None:
            self.museum.set_speed(one.speed)
        for act in one.acts:
            self.send_step(act)
        if one.play:
            after = max((act.after_ms for act in one.acts), default=0)
            self.play.begin(self.now_ms + after + TRY_PLAYS_MS, watches=True)

    def send_due(self) -> None:
        """Send the acts whose time has come."""
        while self._later and self._later[0][0] <= self.now_ms:
            _, _, exhibit, control, value = heapq.heappop(self._later)
            self._send(exhibit, control, value)

    def stands(self, hit: Hit) -> int:
        """How a latching control stands."""
        if self.stage is None or self.context is None:
            return 0
        return self.stage.room.stands(hit.event, self.context)

    def switch_sound(self) -> None:
        """The bar's rocker: on, off, on with captions, captions alone, and on again."""
        if not self.sounds.on:
            self.captions = not self.captions
        self.sounds.switch(not self.sounds.on)

    def save_picture(self) -> None:
        """Keep a picture of the window in the museum's folder."""
        if self.settings.pictures is not None and not self.settings.kiosk:
            name = f"window-{strftime('%Y%m%d-%H%M%S')}-{self.frames}.png"
            path, shown = self.settings.pictures / name, self.screen.copy()
            self.renderer.ensure("picture", name, lambda: save_png(shown, path))
            self.sounds.play("relay")

    def room_picture(self) -> pygame.Surface:
        """The window as it is without what lies over the room; what is to be touched next glows."""
        made = pygame.Surface(self.size, 0, 32)
        whole, down = made.get_rect(), self.room_rect.bottom
        blit_canvases(made, whole, self.navigator.canvas, self.control_bar.canvas, down)
        for rect in self.window_surface.glows:
            draw_glow(made, rect, GLOW_LEVELS)
        return made

    def step_marks(self) -> list[pygame.Rect | None]:
        """Where in that picture the three steps of HELP are done; None: it isn't shown there."""
        stage, down = self.stage, self.room_rect.bottom
        if stage is None:
            places = dict(self.plan.targets())
            alcoves = list(self.plan.places.values())
            signs = [rect for name, rect in places.items() if name.startswith(STATION)]
            return [*alcoves[:1], *signs[:1], places.get(STRENGTH)]
        there = {f"{BAR}{one.name}": one.rect.move(0, down) for one in self.control_bar.buttons()}
        there |= {one.place.name: one.rect for one in stage.standings}
        made: list[pygame.Rect | None] = []
        for name in stage.room.steps_at:
            rects = [hit.rect for hit in stage.targets() if hit.event.startswith(name)]
            rect = there.get(name) or (rects[0].unionall(rects) if rects else None)
            made.append(rect)
        return made

    # What lies over the room

    def modal(self) -> Overlay | None:
        """The overlay that gets every touch and key, if one is open."""
        return next((one for one in reversed(self.overlays) if one.modal and not one.done), None)

    def show(self, overlay: Overlay) -> None:
        """Lay an overlay over the room."""
        overlay.builder = self.renderer
        self.lay_overlay(overlay)
        self.overlays.append(overlay)

    def lay_overlay(self, overlay: Overlay) -> None:
        """Fit an overlay to the window, and to how a visitor wants it."""
        overlay.large = self.large
        overlay.low = self.size[1] // 2 if self.lowered else None
        overlay.lay(self.size, self.room_rect)

    # How a visitor wants it

    def switch_large(self) -> None:
        """Letter the museum's own words a third larger, or as usual again."""
        self.large = not self.large
        self._lay_anew()

    def switch_lowered(self) -> None:
        """Lay what must be touched in the lower half, or all as usual again."""
        self.lowered = not self.lowered
        self._lay_anew()

    def _lay_anew(self) -> None:
        self.sounds.play("button")
        self.window_surface.lay_anew(self.large)
