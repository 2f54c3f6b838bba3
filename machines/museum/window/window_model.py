"""The window's model: what a visitor sees and can do, without the event loop.

The input controller and the bar's controller work on this; :mod:`machines.museum.window.window`
lays it out and draws it.  What a visitor can do next is worked out from the room's state, and glows
until it is done.
"""

from collections.abc import Callable
from functools import partial
from time import strftime

import pygame

from devices.duration import Speed
from devices.screen.guide import BAR, CARD, PLAY, NextStep
from devices.screen.part import Touch
from devices.screen.placed_part import Hit
from devices.screen.png import save_png
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from machines.museum.window.floor_plan import STATION, STRENGTH
from machines.museum.window.focus import (
    GLOW_LEVELS,
    SHEET,
    Target,
    draw_glow,
    glow_level,
    marks_scale,
    target_name,
)
from machines.museum.window.game_cards import GameCards
from machines.museum.window.help import Help
from machines.museum.window.language import LanguageSwitch
from machines.museum.window.museum import Caretaker, Museum, RealPanel
from machines.museum.window.overlay import Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.plan_cards import PlanCards
from machines.museum.window.staff import HouseRules
from machines.museum.window.subtitles import SoundCaption
from machines.museum.window.tour_view import TourView
from machines.museum.window.window_parts import WindowParts
from machines.museum.window.window_surface import WindowConfig, blit_canvases

GUIDED_MS = 50
"""What to do next is worked out this often: no finger is quicker."""
GLOW_FOUND_MS = 500
"""Where glowing things are is looked up this often: a board may be turned round."""


class Guidance:
    """Follows one room after the other, frame by frame."""

    def __init__(
        self, window: WindowParts, worked_out: Callable[[Stage, DrawContext, bool], None]
    ) -> None:
        """``worked_out`` is told each time: the room, what is seen of it, whether a tour leads."""
        self.window = window
        self.worked_out = worked_out
        self.step: NextStep | None = None
        """What a visitor can do next, by the room's guide; None: nobody is guided now."""
        self.glowing: tuple[str, ...] = ()
        """What glows, by its name among the targets."""
        self.leads_back = False
        """Whether it is the way back from a close-up in which what is next can't be seen."""
        self._guided_ms = 0
        self._touches: tuple[tuple[Touch, ...], ...] = ()
        self._rects: tuple[pygame.Rect, ...] = ()
        """Where that lies, and what of it is seen."""
        self._seen: tuple[pygame.Rect, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._since_ms = 0
        self._in_sight: tuple[str, ...] = ()
        """What was asked for when a half of a unit was last moved to it."""

    def asked(self) -> tuple[str, ...]:
        """The controls that a visitor is asked to touch next, by event names."""
        return self.step.controls if self.step is not None else ()

    def forget(self) -> None:
        """The visitor sees something else."""
        self.step = None

    def points_back(self, event: str = "") -> bool:
        """The room is touched, at a control of that name: whether something else must be answered
        first, which then begins to glow again."""
        step = self.step
        if step is None or not step.only or event in step.controls or self.leads_back:
            return False
        self._since_ms = self.window.now_ms
        return True

    def follow(self, stage: Stage, context: DrawContext) -> None:
        """Before the room is painted: work out what is next, twenty times a second."""
        if self.step is None or not 0 <= self.window.now_ms - self._guided_ms < GUIDED_MS:
            self._work_out(stage, context)

    def follow_touches(self, stage: Stage, context: DrawContext) -> None:
        """After it is painted: where controls have come or gone the last step may name one of
        those, so another is worked out at once."""
        touches = tuple(part.touches() for part in stage.parts.values())
        if touches != self._touches:
            self._touches = touches
            if self._guided_ms != self.window.now_ms:
                self._work_out(stage, context)

    def _work_out(self, stage: Stage, context: DrawContext) -> None:
        window = self.window
        self._guided_ms = window.now_ms
        led = window.museum.leads() is not None
        step = None
        if context.awake and not led:
            step = self._asks(stage, context) or stage.room.guide(context)
        if step is None or self.step is None or step.controls != self.step.controls:
            self._since_ms = window.now_ms
        self.step = step
        self.worked_out(stage, context, led)

    def _asks(self, stage: Stage, context: DrawContext) -> NextStep | None:
        """What waits for its second touch; a card only as long as it lies there."""
        step, laid = stage.room.asked(context), self.window.modal() or self.window.sheet()
        there = {f"{CARD}{name}" for name in laid.rects()} if laid is not None else set()
        if step is not None and any(name.startswith(CARD) for name in {*step.controls} - there):
            stage.room.confirmation.forget_other("")
            return None
        return step

    def glow(self, house: Callable[[], list[Target]], sets_up: bool) -> bool:
        """Let what is to be touched next glow, in a close-up of something else the way back;
        whether that is known now: not while a card ``sets_up`` the room.  ``house``
        tells what can be touched on the control bar and on what lies over the room."""
        window, step = self.window, self.step
        stage = window.stage
        works = bool(window.acts) or sets_up
        if step is None or stage is None or works or window.modal() or not stage.settled():
            window.window_surface.glow_at((), 0)
            self.glowing, self._asked, self.leads_back = (), (), False
            return False
        controls = (*step.controls, *self._offered())
        asked = (controls, id(stage.standings), stage.deep, window.now_ms // GLOW_FOUND_MS)
        if asked != self._asked:
            self._asked = asked
            rects = {f"room:{name}": rect for name, rect in stage.areas(controls).items()}
            rects |= {target.name: target.rect for target in house()}
            found = [name for name in map(target_name, controls) if name in rects]
            self.leads_back = bool(step.controls and not found and stage.steps_back)
            if self.leads_back:
                found = ["rail:plan"]
            self.glowing = tuple(found)
            self._rects = tuple(rects[name] for name in found)
            self._seen = tuple(rect for name in found if (rect := self._in_room(name, rects[name])))
            self._bring_into_sight(stage, step.controls)
        level = glow_level(window.now_ms - self._since_ms, window.calm)
        above = any(name.startswith(SHEET) for name in self.glowing)
        window.window_surface.glow_at(self._seen, level, above)
        return True

    def is_covered(self) -> bool:
        """Whether all that is to be touched next lies under a card, and PLAY leads on."""
        sheet, step = self.window.sheet(), self.step
        if sheet is None or step is None or not step.acts or not self._seen:
            return False
        return all(sheet.box.contains(rect) for rect in self._seen)

    def _in_room(self, name: str, rect: pygame.Rect) -> pygame.Rect:
        """What is seen of a target: of one in the room, that over which the bar doesn't lie."""
        return rect.clip(self.window.room_rect) if name.startswith("room:") else rect

    def _offered(self) -> tuple[str, ...]:
        """PLAY, for a while after a journey, where it begins something."""
        offers = self.window.now_ms < self.window.play_glows_until_ms
        return (PLAY,) if offers and self.step is not None and self.step.acts else ()

    def _bring_into_sight(self, stage: Stage, controls: tuple[str, ...]) -> None:
        """What is asked for anew is shown, where only a half of its unit is seen."""
        if not stage.deep or controls == self._in_sight or not self._rects:
            return
        self._in_sight = controls
        if not any(stage.canvas.get_rect().contains(rect) for rect in self._rects):
            stage.reveal(self._rects[0])
            self._asked = ()


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
        self.unseen = False
        """Whether the visitor has gone elsewhere and that was not drawn yet: a touch is meant for
        what was seen before."""
        self.guidance = Guidance(self, self._worked_out)
        self.plan_cards = PlanCards(self)
        self.game_cards = GameCards(self)
        self.tour_view = TourView(self, self.game_cards.seen.leave)
        self.language = LanguageSwitch(self)
        self.house_rules = HouseRules(self, self.language)
        self.plays = False
        """Whether a visitor's game runs, or its ending wasn't touched yet."""
        self._hurries = False
        """Whether time passes faster until the visitor's own choice."""
        self._awaited_try = ""
        """The card that was touched, until the machine is there and what the card needs."""

    def toggle_fullscreen(self) -> None:
        """Full screen or a window."""
        if not self.settings.kiosk:
            self.window_surface.fullscreen = not self.window_surface.fullscreen
            self.window_surface.open()

    # Where the visitor stands

    def step_back(self) -> None:
        """ESCAPE: a step out of the close-up or from a game to the whole room, else to the floor
        plan."""
        if self.stage is not None and self.stage.steps_back:
            self.navigator.step_away(self.gliding_ms())
        elif self.stage is not None:
            self.enter("")

    def moved(self) -> None:
        """The visitor sees something else: acts that were still to come are another room's."""
        super().moved()
        self._awaited_try, self.plays = "", False
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
        return self._sheet_targets() + self.navigator.targets() + self._bar_targets()

    def house_targets(self) -> list[Target]:
        """Those that are not the room's: on what lies over it, and on the control bar."""
        return self._sheet_targets() + self._bar_targets()

    def _sheet_targets(self) -> list[Target]:
        sheet = self.sheet()
        rects = sheet.rects() if sheet is not None else {}
        leads = sheet is not None and sheet.leads
        return [Target(f"{SHEET}{name}", rect, leads) for name, rect in rects.items()]

    def _bar_targets(self) -> list[Target]:
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
        self._hurry(stage.room.hurry)
        if context.awake and not led:
            self.plan_cards.begin_meeting(stage, context)
        if context.awake:
            self.game_cards.follow(stage.room.after_game(context), told=not led)
        plays = stage.room.plays(context) or (self.game_cards.is_told() and stage.in_play)
        self.plays = plays and context.awake and not led

    def _hurry(self, speed: Speed) -> None:
        """While PLAY prepares a game time passes faster; the game begins at the room's own pace,
        unless somebody has moved the lever meanwhile."""
        if self.play.prepares == self._hurries:
            return
        self._hurries = not self._hurries
        if self._hurries or self.museum.speed() == speed:
            self.museum.set_speed(speed if self._hurries else "authentic")

    # What is touched

    def touched(self) -> bool:
        """Something is touched: whether that is to be done.  A demonstration asks first."""
        self.came_back()
        return self.tour_view.touched()

    def show_placard(self, asked: bool = True) -> None:
        """Say who built the machine, how it learns, what to try; again: take that away.

        ``asked``: a visitor wants to read it; else it steps aside for whatever is touched.
        """
        text = self.words.placard(self.navigator.exhibit)
        there = [card for card in self.overlays if isinstance(card, Placard) and not card.done]
        for card in there:
            card.done = True
        if text is not None and not (asked and any(card.modal for card in there)):
            offers = self.museum.tours.offers(self.navigator.exhibit)
            tour = self.tour_view.begin if offers else None
            placard = Placard(self.words, text, self.start_try, asked, tour)
            placard.reopen = partial(self.show_placard, asked)
            self.show(placard)

    def overlay_at(self, x: int, y: int) -> Overlay | None:
        """The uppermost card or placard that is seen there."""
        there = (one for one in reversed(self.overlays) if not one.done and one.picture is not None)
        return next((overlay for overlay in there if overlay.holds(x, y)), None)

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
        self.forget_try()
        if self.stage is None or self.context is None or not self.context.awake:
            self._awaited_try = name
            return True
        if not self.stage.room.agrees(f"{CARD}{name}", self.context):
            return False
        card = self.stage.room.tries(self.context).get(name)
        if card is not None:
            self.carry_out(card)
        return True

    def begin_awaited_try(self) -> None:
        """Set the room up by the card that was touched, once what it needs is there.

        A kept game of a visitor, of which nobody could be asked before, is not ended by it.
        """
        name, self._awaited_try = self._awaited_try, ""
        if not name or self.stage is None or self.context is None:
            return
        if not self.stage.room.at_stake(self.context):
            self.start_try(name)

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
        there = {f"{BAR}{k.name}": k.rect.move(0, down) for k in self.control_bar.buttons()}
        return [there.get(name) or stage.area_of(name) for name in stage.room.steps_at]

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
