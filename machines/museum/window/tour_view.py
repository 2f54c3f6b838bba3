"""The window's side of a tour: subtitles, the picture that comes closer, the question at a touch.

While a journey or the demonstration leads the window its own controls rest.  When a journey is over
the visitor stands as before, close-up and all; when a demonstration is ended by PLAY HERE, PLAY
makes the board ready, so that nobody stands before a machine that plays by itself.

The question that the first touch of a demonstration is answered with has large plates, and below
them the languages.  Nothing has been done to any machine until one of the plates is touched; where
none is for a while, the demonstration goes on.
"""

from collections.abc import Callable
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import INK
from devices.screen.framing import Framing
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText, languages
from machines.museum.window.museum import TourScene
from machines.museum.window.overlay import ARMED_MS, Overlay, Plate, draw_row, row_width
from machines.museum.window.signs import LoadingScreen
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.window_parts import WindowParts

ASKS_MS = 15_000
"""So long it asks."""
PANEL, EDGE, TITLE = (20, 17, 15), (150, 120, 70), (248, 243, 230)
LIT = (255, 196, 110)


class HandOver(Overlay):
    """The question; ``chosen`` is called with ``play``, ``watch`` or ``room``, once."""

    veil = 150
    covers_bar = True
    steady = True
    language_air = 30, 30

    def __init__(self, words: UiText, chosen: Callable[[str], None], here: bool) -> None:
        """``here``: whether there is a machine to play before; on the floor plan there is none."""
        super().__init__(words)
        self.chosen = chosen
        self.here = here
        self.names = ("play", "watch", "room") if here else ("room", "watch")
        self.offered = languages()
        self.at = 0
        self.came_ms = -1
        self.now_ms = 0

    # Where things are

    def place(self) -> None:
        """In the middle of the window: three plates side by side, or one below the other."""
        wide, high = self.size
        self.unit = wide / 1080 if self.tall else min(wide / 1920, high / 1080)
        count = len(self.names)
        across = (920, 250 + count * 236) if self.tall else (130 + count * 500, 470)
        self.box = pygame.Rect(0, 0, self.px(across[0]), self.px(across[1]) + self._below())
        self.box.center = wide // 2, high // 2
        if self.low is not None:
            self.box.bottom = high - self.px(30)

    def plates(self) -> list[Plate]:
        words = self.words.journey
        words = {"play": words["play_here"], "watch": words["watch"], "room": words["room"]}
        side, head, gap, count = self.px(56), self.px(170), self.px(36), len(self.names)
        high = self.box.height - head - side - self._below()
        wide = self.box.width - 2 * side
        if self.tall:
            high = (high - gap * (count - 1)) // count
        else:
            wide = (wide - gap * (count - 1)) // count
        made, left, top = [], self.box.left + side, self.box.top + head
        for name in self.names:
            rect = pygame.Rect(left, top, wide, high)
            made.append(Plate(name, rect, partial(self.choose, name), words[name]))
            left, top = (left, top + high + gap) if self.tall else (left + wide + gap, top)
        return made

    def choices(self) -> list[Plate]:
        return self.plates()

    def _below(self) -> int:
        """How much of its lower edge the languages have."""
        return max(self.px(60), 44) + self.px(24) if len(self.offered) > 1 else 0

    def language_rect(self) -> pygame.Rect:
        """The plate with the languages; without width where there is no choice."""
        wide = row_width(len(self.offered), self.unit)
        rect = pygame.Rect(0, 0, wide, max(0, self._below() - self.px(24)))
        rect.midbottom = self.box.centerx, self.box.bottom - self.px(40)
        return rect

    # What is done

    def tend(self, now_ms: int) -> None:
        """Nobody has answered: the demonstration goes on."""
        self.now_ms = now_ms
        if self.came_ms < 0:
            self.came_ms = now_ms
        if not self.done and now_ms - self.came_ms >= ASKS_MS:
            self.choose("watch")

    def choose(self, name: str) -> None:
        """The answer."""
        if not self.done:
            self.done = True
            self.chosen(name)

    def answers(self, now_ms: int) -> bool:
        """Not to the touch that has called it."""
        return super().answers(now_ms) and now_ms - self.came_ms >= ARMED_MS

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows and TAB choose, ENTER and SPACE answer, ESCAPE lets the round go on."""
        if name == "escape":
            self.choose("watch")
        elif name not in ("return", "space"):
            super().key(name, text, shift)
            self.came_ms = self.now_ms  # somebody is there and thinks
        elif self.now_ms - self.came_ms >= ARMED_MS:
            super().key(name, text, shift)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title and plates."""
        px, box, words = self.px, self.box, self.words.journey
        brass.cast(target, box, px(24), 220)
        pygame.draw.rect(target, PANEL, box, border_radius=px(18))
        pygame.draw.rect(target, EDGE, box.inflate(-px(14), -px(14)), max(2, px(3)), px(14))
        place = box.centerx, box.top + px(92)
        self.letter(target, words["ask"], place, px(44), box.width - px(112), TITLE, "centre")
        plates = self.plates()
        wide = plates[0].rect.width * 0.86  # of all alike
        size = min(brass.fit_lettering(plate.word, px(46), wide) for plate in plates)
        for k, plate in enumerate(plates):
            brass.lay(target, plate.rect, px(10), "brass", 75, px(7))
            brass.engrave(target, plate.word, plate.rect, size, INK)
            if k == self.at:
                pygame.draw.rect(target, LIT, plate.rect, max(3, px(7)), px(10))
        tongues = self.language_rect()
        if tongues.width:
            draw_row(target, tongues, self.offered, self.words.code, self.unit)


# -- the tour


HANDED_OVER_MS = 700
"""After a demonstration has ended: by then the visitors' own machine is there."""
OFFERED_MS = 40_000
"""After a journey PLAY glows so long, until something is touched."""


class TourView:
    """What a tour does with a window."""

    def __init__(self, window: WindowParts, leave_games: Callable[[], None]) -> None:
        """``leave_games``: games that ended before a tour, or in it, are nobody's any more."""
        self.window = window
        self.leave_games = leave_games
        self.subtitles: Subtitles | None = None
        self.question: HandOver | None = None
        self._questions: dict[tuple[bool, str], HandOver] = {}
        """Those of this demonstration that were drawn ahead: before a machine, on the plan; in each
        language."""
        self._led = ""
        """Where the demonstration stood in the last frame; empty: nowhere, or on the plan."""
        self._journey = False
        """Whether a journey went on in the last frame."""
        self._framing: Framing | None = None
        self._wanted = ""
        """The exhibit whose journey waits until its machine is switched on."""
        self._stood: tuple[str, tuple[float, float] | None] = ("", None)
        """What the visitor looked at before the journey, and the point that was in the middle."""

    # A journey

    def begin(self) -> None:
        """The visitor wants to be led through this room."""
        window, stage = self.window, self.window.stage
        exhibit = window.navigator.exhibit
        tours = window.museum.tours
        if stage is None or tours.scene() is not None or not tours.offers(exhibit):
            return
        self._stood = stage.close_up, _middle(stage)
        for overlay in window.overlays:
            overlay.done = overlay.done or not isinstance(overlay, LoadingScreen)
        window.navigator.look("", None)  # what is held is let go, before the machine is left
        self._wanted = exhibit

    def leave(self) -> None:
        """The journey ends here."""
        self.window.museum.touched()

    def _pause(self) -> None:
        scene = self.window.museum.tours.scene()
        self.window.sounds.play("button")
        self.window.museum.tours.pause(scene is not None and not scene.paused)

    def _back(self) -> None:
        self.window.sounds.play("button")
        self.window.museum.tours.back()

    # Touches

    def touched(self) -> bool:
        """Something is touched: whether that is to be done.  A demonstration asks first."""
        self._wanted, self.window.play_glows_until_ms = "", -1
        scene = self.window.museum.tours.scene()
        if scene is None:
            self.window.museum.touched()
            return True
        if scene.journey or self.window.modal() is not self.subtitles:
            return True  # it is for what lies over the room: the question itself, the staff's page
        self._ask(scene)
        return False

    def panel_touched(self, exhibit: str) -> bool:
        """A real panel is touched: whether that is to be done.  A tour ends first, and while a
        demonstration asks, a second touch of a panel means PLAY HERE."""
        self.window.play_glows_until_ms = -1
        scene = self.window.museum.tours.scene()
        if scene is None:
            self.window.museum.touched()
            return True
        if scene.journey:
            self.leave()
        elif self.question is None:
            self._ask(scene)
        else:
            question = self.question
            question.choose("play")
            if exhibit != self.window.navigator.exhibit:
                self.window.enter(exhibit)
        return False

    def _ask_again(self) -> None:
        """The window speaks another language: a question that lies there is asked in it."""
        asked, scene = self.question, self.window.museum.tours.scene()
        if asked is not None and scene is not None:
            self._put_question(scene, asked.at)

    def _ask(self, scene: TourScene) -> None:
        self.window.museum.tours.pause(True)
        self._put_question(scene)

    def _put_question(self, scene: TourScene, at: int = 0) -> None:
        self.question = question = self._question(scene)
        question.at = at
        question.reopen = self._ask_again
        del self._questions[question.here, self.window.words.code]
        self.window.show(question)

    def _question(self, scene: TourScene) -> HandOver:
        """The one that is asked there."""
        asked = bool(scene.exhibit), self.window.words.code
        if asked not in self._questions:
            self._questions[asked] = made = HandOver(self.window.words, self._answer, asked[0])
            made.offered = self.window.caretaker.languages()
        return self._questions[asked]

    def _draw_question(self, scene: TourScene) -> None:
        """Have the question drawn that a touch would be answered with now."""
        question = self._question(scene)
        self.window.lay_overlay(question)
        question.make_ahead()

    def _answer(self, name: str) -> None:
        window, self.question = self.window, None
        window.sounds.play("button")
        if name == "watch":
            window.museum.tours.pause(False)
            return
        window.museum.touched()
        if name == "room":
            window.enter("")

    # Frame by frame

    def tend(self) -> None:
        """Stand where a tour leads, look at what it speaks of, say what it says."""
        window = self.window
        if self._wanted and self._wanted != window.navigator.exhibit:
            self._wanted = ""
        if self._wanted and window.museum.tours.begin(self._wanted):
            self._wanted = ""
        led = window.museum.leads()
        if led is not None and led != window.navigator.exhibit:
            window.enter(led)
            self._framing = None
        scene = window.museum.tours.scene() if led is not None else None
        if scene is None:
            self._end()
        else:
            self._tell(scene)
            self._look(scene)
            if not scene.journey and self.question is None:
                self._draw_question(scene)
        if led is None and self._led and window.museum.tours.returning():
            return  # what PLAY does is for the visitors' own machine
        if self._led and led is None and window.stage is not None and window.modal() is None:
            window.play.begin(window.now_ms + HANDED_OVER_MS)
        self._journey = scene is not None and scene.journey
        self._led = (led or "") if not self._journey else ""

    def _tell(self, scene: TourScene) -> None:
        window = self.window
        if self.subtitles is None or self.subtitles.done:
            self.subtitles = Subtitles(window.words, self._pause, self._back, self.leave)
            self.subtitles.offered = window.caretaker.languages()
            self.subtitles.tell(scene)
            window.lay_overlay(self.subtitles)
            window.overlays.insert(0, self.subtitles)
            self.leave_games()
        self.subtitles.tell(scene)

    def _look(self, scene: TourScene) -> None:
        """Come close to what is spoken of, above the subtitles."""
        stage, window = self.window.stage, self.window
        if self.subtitles is None:
            return
        if stage is None or stage.room.out_of_order:
            self.subtitles.point_at(None)
            return
        there = frozenset(place.name for place in stage.room.places)
        below = max(0, window.room_rect.bottom - self.subtitles.box.top)
        framing = Framing.of(scene.look, there, below)
        if framing == self._framing:
            stage.ahead = Framing.of(scene.ahead, there, below)
        elif framing is None or stage.is_drawn_ahead(framing):
            self._framing = framing
            window.navigator.frame(framing, window.gliding_ms())
        else:
            stage.ahead = framing  # what is seen stays until it is drawn
        spoken = stage.spoken_of()
        self.subtitles.point_at(spoken and spoken.move(window.room_rect.topleft))

    def _end(self) -> None:
        """No tour goes on, any more."""
        window = self.window
        if self.subtitles is None:
            return
        self.subtitles.done = True
        if self.question is not None:
            self.question.done = True
        self.subtitles = self.question = None
        self._questions = {}
        framed, self._framing = self._framing is not None, None
        self.leave_games()
        if window.stage is None:
            return
        window.stage.ahead = None
        if framed:
            window.navigator.frame(None, None)
        if self._journey:
            place, middle = self._stood
            window.navigator.look_again(place, middle, window.gliding_ms())
            window.came_back()
            window.play_glows_until_ms = window.now_ms + OFFERED_MS


def _middle(stage: Stage) -> tuple[float, float] | None:
    """The point (own units) in the middle of what is looked at deeply; None: all of it is seen."""
    if not stage.deep:
        return None
    placed, (wide, high) = stage.standings[0], stage.canvas.get_size()
    return placed.point_at(wide / 2, high / 2)
