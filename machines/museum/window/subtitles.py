"""Subtitles: what a guided journey, or the demonstration, says; captions: what is heard, in words.

The plate of a tour lies over the control bar, which nobody needs meanwhile, and as far over the
room as the longest sentence of the tour needs; so it stands still.  In a journey it has the
controls: PAUSE, BACK and LEAVE, by finger, mouse or SPACE, LEFT and ESCAPE.  A touch beside them
pauses, too.  The languages stand on it as on the bar that it covers.

A sound's caption, for whoever can't hear it, is one line in the lower left corner of the room.  A
sound is told for a while; what ends a game goes before what a unit does, that before the click of
the visitor's own touch, and that before a steady sound, which is told as long as it goes on.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS, SMALLEST
from devices.screen.kept_picture import kept_picture
from devices.screen.sound_waves import ENDINGS
from devices.screen.ui_text import UiText, languages
from machines.museum.window.control_bar_layout import LARGER
from machines.museum.window.museum import TourScene
from machines.museum.window.overlay import Overlay, Plate, draw_row, row_width

LETTERED = 1 / 30
"""Height of the capitals, as a share of the window's height, in every shape of window."""
PITCH = 1.62
"""From line to line, as a share of the capitals' height."""
MOST = 0.36
"""Of the window's height, so much at most is text."""
PLATE, EDGE = (15, 13, 12), (150, 120, 70)
SAID, PAST, NOW, TO_COME = (248, 243, 230), (190, 182, 164), (255, 196, 110), (112, 106, 96)
SHADE = (8, 7, 6, 130)
"""Over the picture, but for what is spoken of."""
SMALL = 17.0
"""Capitals of the chapters' names, units of a window 1,080 high."""
STEPS = 90
"""Into so many steps the way through a tour is divided."""


class Subtitles(Overlay):
    """The plate; ``tell`` says what stands on it."""

    covers_bar = True
    steady = True
    language_air = 16, 24

    def __init__(
        self,
        words: UiText,
        pause: Callable[[], None],
        back: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        super().__init__(words)
        self.does = {"pause": pause, "back": back, "leave": leave}
        self.offered = languages()
        self.scene = TourScene("", "")
        self.capitals = 1.0
        self.spoken: pygame.Rect | None = None
        """What is spoken of, in the window; all round it is darker."""
        self._seen: tuple[pygame.Rect | None, pygame.Rect] | None = None
        """The same and the plate's place, as they were shown last."""

    @property
    def said(self) -> str:
        """What it says now."""
        return self.scene.said

    def tell(self, scene: TourScene) -> None:
        """Say this from now on."""
        scene = replace(scene, share=round(scene.share * STEPS) / STEPS, look="", ahead="")
        if scene == self.scene:
            return
        anew = (scene.all_said, scene.journey) != (self.scene.all_said, self.scene.journey)
        self.scene, self.fresh = scene, True
        if anew:
            self.place()

    def point_at(self, spoken: pygame.Rect | None) -> None:
        """Let this stand out of the picture; None: nothing."""
        if spoken != self.spoken:
            self.spoken, self.fresh = spoken, True

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """The plate; all, when something else is pointed at or the plate is of another height."""
        made = super().changed(now_ms)
        if not made or self._seen == (self.spoken, self.box):
            return made
        self._seen = (self.spoken, self.box)
        return [pygame.Rect((0, 0), self.size)]

    # Where things are

    def place(self) -> None:
        """At the window's foot, as high as the longest sentence."""
        wide, high = self.size
        self.unit = wide / 1080 if self.tall else min(wide / 1920, high / 1080)
        self.capitals = high * LETTERED
        if self.large:
            self.capitals *= LARGER
            most = max(self._count(self.capitals), 1)
            if most * self.capitals * PITCH > MOST * high:
                self.capitals /= LARGER
        lines = self._count(self.capitals)
        above = self.px(20) + self.row_high() + self.px(16)
        below = self.px(22) + (self.button_high() + self.px(18) if self._foot() else 0)
        tall = above + round(lines * self.capitals * PITCH) + below
        tall = max(tall, high - self.room.bottom)
        self.box = pygame.Rect(0, high - tall, wide, tall)

    def _count(self, capitals: float) -> int:
        """Lines of the longest sentence."""
        return max(
            len(self._lines(said, capitals)) for said in (*self.scene.all_said, self.scene.said)
        )

    def _lines(self, said: str, capitals: float) -> list[str]:
        """A sentence in lines of about one length."""
        wide = self.size[0] - 2 * self.px(44)
        lines: list[str] = LETTERS.wrap(said, capitals, wide)
        least = max(1, wide // max(1, len(lines)))
        for narrower in range(least, wide, max(1, wide // 40)):
            tried: list[str] = LETTERS.wrap(said, capitals, narrower)
            if len(tried) == len(lines):
                return tried
        return lines

    def _foot(self) -> bool:
        """Whether the controls stand below the text: in a window too narrow for one row."""
        return self.tall and (self.scene.journey or len(self.offered) > 1)

    def button_high(self) -> int:
        """Height of the controls in pixels: a finger's at least."""
        return max(self.px(92 if self.tall else 62), 44)

    def row_high(self) -> int:
        """Height of the row of chapters."""
        return self.px(58) if not self.scene.journey or self.tall else self.button_high()

    def plates(self) -> list[Plate]:
        """The controls, from the left."""
        if not self.scene.journey:
            return []
        gap, words = self.px(16), dict(self.words.journey)
        if self.scene.paused:
            words["pause"] = words["go_on"]
        high = self.button_high()
        if self._foot():
            plate = self.language_rect()
            right = self.box.right - self.px(44) if not plate.width else plate.left - gap
            left, top = self.box.left + self.px(44), self.box.bottom - self.px(22) - high
            wide = (right - left - 2 * gap) // 3
        else:
            wide, top = self.px(200), self.box.top + self.px(20)
            left = self.box.right - self.px(44) - 3 * wide - 2 * gap
        return [
            Plate(name, pygame.Rect(left + k * (wide + gap), top, wide, high), do, words[name])
            for k, (name, do) in enumerate(self.does.items())
        ]

    def language_rect(self) -> pygame.Rect:
        """The plate with the languages: before the chapters, or in the foot at the right; without
        width where there is no choice."""
        high = self.button_high() if self.tall else self.row_high()
        rect = pygame.Rect(0, 0, row_width(len(self.offered), self.unit), high)
        rect.topleft = self.box.left + self.px(44), self.box.top + self.px(20)
        if self._foot():
            rect.bottomright = self.box.right - self.px(44), self.box.bottom - self.px(22)
        return rect

    def area(self) -> pygame.Rect:
        return self.box

    def holds(self, x: int, y: int) -> bool:
        return self.box.collidepoint(x, y)

    # What is done

    def press(self, x: int, y: int) -> None:
        """A control; beside all of them a touch pauses, or lets go on."""
        if self.scene.journey:
            found = (plate.do for plate in self.plates() if plate.rect.collidepoint(x, y))
            next(found, self.does["pause"])()

    def key(self, name: str, text: str, shift: bool) -> None:
        """SPACE pauses, LEFT goes back, ESCAPE leaves."""
        doing = {"space": "pause", "return": "pause", "left": "back", "backspace": "back"}
        doing |= {"escape": "leave"}
        if self.scene.journey and name in doing:
            self.does[doing[name]]()

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The shade, plate, chapters, controls, sentence."""
        if self.spoken is not None:
            round_it = self.spoken.inflate(self.px(12), self.px(12))
            target.fill(SHADE)
            pygame.draw.rect(target, (0, 0, 0, 0), round_it, border_radius=self.px(10))
        pygame.draw.rect(target, PLATE, self.box)
        line = pygame.Rect(self.box.left, self.box.top, self.box.width, max(2, self.px(3)))
        pygame.draw.rect(target, EDGE, line)
        self._draw_row(target)
        plate = self.language_rect()
        if plate.width:
            draw_row(target, plate, self.offered, self.words.code, self.unit)
        self.draw_plates(target, 30 if self.tall else 22)
        if self.scene.journey and self.scene.paused:
            rect = self.rects()["pause"]
            pygame.draw.rect(target, NOW, rect, max(2, self.px(4)), self.px(6))
        self._draw_said(target)

    def _draw_said(self, target: pygame.Surface) -> None:
        """The sentence, in the middle of its place."""
        lines = self._lines(self.scene.said, self.capitals) if self.scene.said else []
        for k, line in enumerate(lines):
            y = self.middle_of(k, len(lines))
            LETTERS.draw(target, line, self.box.centerx, y, self.capitals, SAID, "centre")

    def middle_of(self, line: int, lines: int) -> float:
        """How far down the window the middle of a line of that many is."""
        top = self.box.top + self.px(20) + self.row_high() + self.px(16)
        foot = self.button_high() + self.px(18) if self._foot() else 0
        high = self.box.bottom - self.px(22) - foot - top
        return top + high / 2 + self.capitals * PITCH * (line - (lines - 1) / 2)

    def _draw_row(self, target: pygame.Surface) -> None:
        """The chapters with the way through them; in a demonstration what a touch does, too."""
        left, right = self.box.left + self.px(44), self.box.right - self.px(44)
        plate = self.language_rect()
        if plate.width and not self._foot():
            left = plate.right + self.px(32)
        middle = self.box.top + self.px(20) + self.row_high() // 2
        if self.scene.journey and not self.tall:
            right = self.rects()["pause"].left - self.px(40)
        elif not self.scene.journey:
            right = self._draw_hint(target, left, right, middle) - self.px(40)
        if not self.scene.chapters:
            return
        gap = self.px(14)
        wide = (right - left - gap * (len(self.scene.chapters) - 1)) // len(self.scene.chapters)
        starts = [0.0, *(end for _, end in self.scene.chapters)]
        names = [self.words.journey[name] for name, _ in self.scene.chapters]
        size = min(brass.fit_lettering(label, self.high(SMALL), wide) for label in names)
        runs = [LETTERS.width(label, size, 0.06, 0.15) for label in names]
        for k, ((name, _), (begin, end)) in enumerate(
            zip(self.scene.chapters, pairwise(starts), strict=True)
        ):
            cell = pygame.Rect(left + k * (wide + gap), middle, wide, max(4, self.px(7)))
            share = (self.scene.share - begin) / max(0.001, end - begin)
            now = name == self.scene.chapter
            ink = NOW if now else PAST if share >= 1 else TO_COME
            y = middle - self.px(15)
            if now or max(runs) <= wide:  # in a small window the one that is told alone
                x = min(cell.left, right - runs[k])
                LETTERS.draw(target, names[k], x, y, size, ink, weight=0.15, spacing=0.06)
            rail = cell.move(0, self.px(10))
            pygame.draw.rect(target, (54, 49, 43), rail, border_radius=rail.height // 2)
            rail.width = round(rail.width * min(1.0, max(0.0, share)))
            if rail.width:
                pygame.draw.rect(target, ink, rail, border_radius=rail.height // 2)

    def _draw_hint(self, target: pygame.Surface, left: int, right: int, middle: int) -> int:
        """What a touch does, at the right; where it begins."""
        said = self.words.journey["touch"]
        most = (right - left) * (0.45 if self.tall else 0.3)
        size = brass.fit_lettering(said, self.high(24 if self.tall else 22), most)
        begin = round(right - LETTERS.width(said, size, 0.06, 0.15))
        LETTERS.draw(target, said, begin, middle, size, NOW, weight=0.15, spacing=0.06)
        return begin


# -- what is heard


OWN = ("key", "button", "clunk")
"""What the visitor's own hand makes heard."""
SHOWN_MS = 2_400
"""A sound is told so long after it was last heard."""
HELD_MS = 700
"""So long at least, before another of its kind takes its place."""
ENDING_MS = 5_000
"""What ends a game is told so long."""
CAPITALS = 17.0
"""Height of the capitals, units."""


def rank(name: str) -> int:
    """What goes before what: greater before less."""
    return 3 if name in ENDINGS else 1 if name in OWN else 2


class SoundCaption:
    """What is told of the sounds, frame by frame."""

    def __init__(self) -> None:
        self.name = ""
        """The sound that is told now; empty: none."""
        self._since_ms = 0
        self._heard_ms = 0

    def follow(self, heard: Iterable[str], humming: Iterable[str], now_ms: int) -> str:
        """The sound that is told now; ``heard`` have begun since the last frame, ``humming`` go
        on."""
        for name in heard:
            if name == self.name:
                self._heard_ms = now_ms
            elif self._gives_way(name, now_ms):
                self.name, self._since_ms, self._heard_ms = name, now_ms, now_ms
        steady = sorted(humming)
        gone = now_ms - self._heard_ms >= (ENDING_MS if self.name in ENDINGS else SHOWN_MS)
        if self.name and gone:
            self.name = ""
        return self.name or (steady[0] if steady else "")

    def _gives_way(self, name: str, now_ms: int) -> bool:
        """Whether what is told now gives way to another sound."""
        if not self.name or rank(name) > rank(self.name):
            return True
        held = now_ms - self._since_ms >= (ENDING_MS if self.name in ENDINGS else HELD_MS)
        return held and rank(name) == rank(self.name)

    def forget(self) -> None:
        """Another room is entered."""
        self.name = ""


@kept_picture
def caption_picture(said: str, unit: float) -> pygame.Surface:
    """The line: a dark plate with a loudspeaker and the words; ``unit`` pixels a unit."""
    high = max(SMALLEST, CAPITALS * unit)
    wide = LETTERS.width(said, high)
    side, tall = round(high * 1.1), round(high * 2.4)
    made = pygame.Surface((round(wide) + 4 * side, tall), pygame.SRCALPHA, 32)
    box = made.get_rect()
    pygame.draw.rect(made, (14, 12, 11, 236), box, 0, tall // 4)
    pygame.draw.rect(made, (236, 230, 212, 255), box, max(1, round(high / 10)), tall // 4)
    _draw_speaker(made, pygame.Rect(side * 0.7, (tall - side) / 2, side * 1.6, side))
    LETTERS.draw(made, said, side * 2.8, tall / 2, high, (246, 240, 226))
    return made


def _draw_speaker(target: pygame.Surface, box: pygame.Rect) -> None:
    """A loudspeaker with two waves."""
    ink, x, y, h = (255, 196, 110), box.left, box.centery, box.height
    cone = [(x, y - h // 5), (x + h // 4, y - h // 5), (x + h // 2, y - h // 2)]
    pygame.draw.polygon(target, ink, [*cone, *((px, 2 * y - py) for px, py in reversed(cone))])
    for k in (1, 2):
        arc = pygame.Rect(0, 0, k * h // 2, k * h // 2)
        arc.center = x + h // 2 + h // 8, y
        pygame.draw.arc(target, ink, arc, -0.9, 0.9, max(1, h // 9))
