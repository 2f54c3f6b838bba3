"""The window's model: what a visitor sees and can do, without the event loop.

The input controller and the bar's controller work on this; :mod:`machines.museum.window.window`
lays it out and draws it.
"""

from functools import partial
from time import strftime

import pygame

from devices.screen.confirmation import Confirmation
from devices.screen.guide import BAR, GO_ON, PLAY, SPEED
from devices.screen.placed_part import Hit
from devices.screen.png import save_png
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from devices.units.unit import Value
from machines.museum.window.floor_plan import STATION, STRENGTH
from machines.museum.window.focus import GLOW_LEVELS, SHEET, Target, draw_glow, marks_scale
from machines.museum.window.game_cards import GameCards
from machines.museum.window.guidance import Guidance
from machines.museum.window.help import Help
from machines.museum.window.house_rules import HouseRules
from machines.museum.window.language import LanguageSwitch
from machines.museum.window.museum import Caretaker, Museum, RealPanel
from machines.museum.window.overlay import Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.plan_cards import PlanCards
from machines.museum.window.sound_caption import SoundCaption
from machines.museum.window.tour_view import TourView
from machines.museum.window.window_parts import WindowParts
from machines.museum.window.window_surface import WindowConfig, blit_canvases


class WindowModel(WindowParts):
    """The museum as a visitor stands in it: the room, the bar, what lies over them."""

    def __init__(
        self,
        museum: Museum,
        words: UiText,
        settings: WindowConfig | None = None,
        panel: RealPanel | None = None,
        caretaker: Caretaker | None = None,
    ) -> None:
        super().__init__(museum, words, settings, panel, caretaker)
        self.sound_caption = SoundCaption()
        self.captions = self.settings.captions
        """Whether what is heard is also told in words."""
        self.frames = 0
        """How many were drawn."""
        self.guidance = Guidance(self, self._worked_out)
        self.plan_cards = PlanCards(self)
        self.game_cards = GameCards(self)
        self.tour_view = TourView(self, self.game_cards.seen.leave)
        self.language = LanguageSwitch(self)
        self.house_rules = HouseRules(self, self.language)
        self.try_guard = Confirmation()
        """The cards of the placard, over a visitor's game."""
        self._awaited_try = ""
        """The card that was touched, until the machine is there and what the card needs ..."""
        self._try_asked = False
        """... and whether it was touched twice, as a visitor's game asks."""

    def toggle_fullscreen(self) -> None:
        """Full screen or a window."""
        if not self.settings.kiosk:
            self.window_surface.fullscreen = not self.window_surface.fullscreen
            self.window_surface.open()

    # Where the visitor stands

    def step_back(self) -> None:
        """ESCAPE: a step out of the close-up, else to the floor plan."""
        if self.stage is not None and self.stage.close_up:
            self.navigator.step_away(self.gliding_ms())
        elif self.stage is not None:
            self.enter("")

    def moved(self) -> None:
        """The visitor sees something else: acts that were still to come are another room's."""
        super().moved()
        self._awaited_try = ""
        self.guidance.forget()
        self.plan_cards.forget()
        self.sound_caption.forget()

    def settled(self) -> bool:
        """Whether what the visitor stands before is drawn in full; where a demonstration leads on
        from the floor plan, the room that it leads to."""
        if self.stage is not None:
            return self.stage.settled()
        coming = self.museum.tours.coming()
        if not coming:
            return self.plan.settled()
        return self.plan.has_drawn(coming) and not self.navigator.stage_of(coming).room.out_of_order

    def plan_drawn(self) -> bool:
        """Whether every alcove of the floor plan shows its room, drawn in full."""
        return self.plan.settled()

    def targets(self) -> list[Target]:
        """Everything that the keyboard can reach, in order."""
        sheet = self.sheet()
        laid = []
        if sheet is not None:
            rects = sheet.rects().items()
            laid = [Target(f"{SHEET}{name}", rect, sheet.leads) for name, rect in rects]
        return laid + self.navigator.targets() + self.bar_targets()

    def bar_targets(self) -> list[Target]:
        """Those on the control bar."""
        down = self.room_rect.bottom
        return [Target(f"rail:{k.name}", k.rect.move(0, down)) for k in self.control_bar.buttons()]

    def press_sheet(self, plate: str) -> None:
        """A plate of that is worked by the keyboard."""
        sheet = self.sheet()
        rect = sheet.rects().get(plate) if sheet is not None else None
        if sheet is not None and rect is not None:
            sheet.press(*rect.center)
            sheet.release(*rect.center)

    def _worked_out(self, stage: Stage, context: DrawContext, led: bool) -> None:
        """Go on with PLAY, with a meeting, and with what a game has taught."""
        self.play.tend(self.guidance.step, self.now_ms, self.send)
        if context.awake and not led:
            self.plan_cards.begin_meeting(stage, context)
        if context.awake:
            self.game_cards.follow(stage.room.after_game(context), told=not led)

    # Acts

    def touched(self) -> bool:
        """Something is touched: whether that is to be done.  A demonstration asks first."""
        self.came_back()
        return self.tour_view.touched()

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
                self.send(act)

    def _moment(self, stage: Stage) -> DrawContext:
        """What is seen now."""
        view = self.museum.view(self.navigator.exhibit)
        return self.context or stage.context(view, self.now_ms, 1)

    def put_in(self, control: str, value: Value) -> None:
        """A medium was chosen, or a card typed, for a control of the room."""
        if self.stage is not None:
            for act in self.stage.room.put_in(control, value, self._moment(self.stage)):
                self.send(act)

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
            placard = Placard(self.words, text, self.start_try, asked, tour)
            placard.reopen = partial(self.show_placard, asked)
            self.show(placard)

    def overlay_at(self, x: int, y: int) -> Overlay | None:
        """The uppermost card or placard that lies there."""
        there = (one for one in reversed(self.overlays) if not one.done)
        return next((one for one in there if one.holds(x, y)), None)

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
        manual.reopen = self.show_help
        self.show(manual)

    def start_try(self, name: str) -> bool:
        """A card of the placard was touched: set the room up as it says.

        False: it would end a visitor's game, and asks for a second touch.
        """
        self._awaited_try, self._try_asked = name, False
        if self.stage is not None and self.context is not None and self.context.awake:
            if self.stage.room.at_stake(self.context):
                if not self.try_guard.touch(name, self.now_ms):
                    self.forget_try()
                    return False
                self._try_asked = True
            self.begin_awaited_try()
        return True

    def begin_awaited_try(self) -> None:
        """Set the room up by the card that was touched, once what it needs is there.

        A kept game of a visitor, of which nobody could be asked before, is not ended by it.
        """
        if not self._awaited_try or self.stage is None or self.context is None:
            return
        room = self.stage.room
        one = room.tries(self.context).get(self._awaited_try)
        if one is None or (room.at_stake(self.context) and not self._try_asked):
            self.forget_try()
            return
        self.forget_try()
        self.carry_out(one)

    def forget_try(self) -> None:
        """The visitor does something else."""
        self._awaited_try = ""

    def sets_up(self) -> bool:
        """Whether a card's acts, or a row's, are still to come or to be seen: what is next is
        known only then."""
        return bool(self._awaited_try) or self.now_ms < self.sets_up_until_ms

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
            draw_glow(made, rect, GLOW_LEVELS, marks_scale(self.size))
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
        self.window_surface.lay_anew(self.large, self.lowered)
