"""The operator's plate: what a person at the table decides, as fittings of the period on brass.

A push for a new play, one to take a play back, a switch that lets plays follow each other, two
selectors (who plays against the boxes, how the cabinet is built), a push under a guard for a new
day, one to reload the first box with a lamp that is lit when that is wanted, and number wheels for
the rewards; below them counters of the plays won, drawn and lost.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
import pygame

from devices.screen import widgets
from devices.screen.lamps import LEVELS
from devices.screen.lettering import Anchor
from devices.screen.part import Touch
from devices.screen.parts.board_wood import MAHOGANY
from devices.screen.parts.relief import Canvas
from devices.screen.parts.sprites import PlacedSprite, brief_sprite
from devices.screen.parts.unit_part import Glow
from machines.menace.build import NAMES as BUILDS
from machines.menace.picture import instruments_art as art
from machines.menace.picture.table import ORIGIN, Standing, TablePart, cloudy
from machines.menace.picture.words import WORDS
from machines.menace.scene import OPPONENTS, MenaceScene

SIZE = (398.0, 454.0)
BOARD = (12.0, 16.0, 372.0, 424.0)
PLATE = (24.0, 28.0, 348.0, 400.0)
INK = (54, 36, 12)
LIT = (255, 238, 190)
SMALL = 11.0
"""Radius of the pushes beside a number wheel."""
ROOM = 62.0
"""For the name of a selector's place, units."""
PLACES = 5
"""Figures of a counter."""


class Push(NamedTuple):
    """A bell push: its control, middle, radius, colour and engraved name."""

    control: str
    at: tuple[float, float]
    radius: float
    colour: tuple[float, float, float]
    key: str
    engraved: bool = True


class Selector(NamedTuple):
    """A pointer knob with names around it."""

    control: str
    at: tuple[float, float]
    radius: float
    degrees: tuple[float, ...]
    key: str


PUSHES = (
    Push("new", (86.0, 74.0), 30.0, art.IVORY, "n"),
    Push("undo", (198.0, 76.0), 24.0, art.BAKELITE, "u"),
    Push("day", (84.0, 288.0), 18.0, art.OXBLOOD, "y", False),
    Push("reload", (216.0, 286.0), 18.0, art.BAKELITE, "l", False),
)
NAME_ROOM = 96.0
"""How wide a push's name may be; its glow lies around it."""
SELECTORS = (
    Selector("opponent", (132.0, 186.0), 30.0,
             (-150.0, -107.0, -73.0, -25.0, 25.0, 73.0, 107.0, 150.0), "o"),
    Selector("build", (290.0, 190.0), 24.0, (-75.0, -25.0, 25.0, 75.0), "b"),
)  # fmt: skip
NAMED_Y = 244.0
"""Where the selectors' own names stand."""
RUN_AT = (294.0, 76.0)
RUN_ROOM = 42.0
"""How wide the switch's words may be; its glow lies around them."""
LAMP_AT = (338.0, 285.0)
GUARD_AT = (84.0 - art.GUARD[0] / 2, 259.0)
REWARDS = (("win", "won", 84.0, "q", "a"), ("draw", "drawn", 198.0, "w", "s"),
           ("loss", "lost", 312.0, "e", "d"))  # fmt: skip
ON_DIAL = {"opponent": OPPONENTS, "build": BUILDS}
"""The selectors' places."""
WHEEL_Y = 355.0
COUNT_Y = 396.0


class PlateState(NamedTuple):
    """What the fittings show."""

    scene: MenaceScene
    held: frozenset[str] = frozenset()  # Controls under a finger
    guard_up: bool = False


class InstrumentsPart(TablePart):
    """The plate on its board."""

    size = SIZE

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.motion = widgets.Motion()
        self.glow = Glow()
        self._touches = _touches()

    # The plate.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        spot = (BOARD[0] + 5, BOARD[1] + 7, *BOARD[2:])
        canvas = self.canvas_on(self.ground(width, height, (spot, 8.0, 0.66, 5.0)), 12)
        canvas.plate(BOARD, 6.0, *MAHOGANY, bevel=3.4, strength=0.5)
        where, x, y = canvas.window(BOARD)
        k = np.float32(canvas.k)
        ring = cloudy(36, x[0] / k, y[:, 0] / k, (70.0, 2.2))
        canvas.shade(where, np.asarray(1 + 0.12 * ring, np.float32))
        self._brass(canvas)
        for push in PUSHES:
            self._well(canvas, push.at, push.radius)
        for selector in SELECTORS:
            self._well(canvas, selector.at, selector.radius + 2.0)
        for _, _, across, _, _ in REWARDS:
            for wide, high, y_at in ((*art.WHEEL, WHEEL_Y), (*art.COUNTER, COUNT_Y)):
                rect = (across - wide / 2, y_at - high / 2, wide, high)
                canvas.recess(rect, 2.0, (30, 26, 22), depth=3.0, strength=0.5, lip=1.6)
        made = canvas.surface()
        self._engrave(made)
        return made

    def _brass(self, canvas: Canvas) -> None:
        """A plate brushed from left to right, screwed to the board."""
        canvas.shadow(PLATE, 3.0, 2.0, 2.0, 0.6)
        canvas.plate(PLATE, 3.0, *art.BRASS, bevel=1.8, strength=0.5)
        where, x, y = canvas.window(PLATE)
        k = np.float32(canvas.k)
        streak = cloudy(37, x[0] / k, y[:, 0] / k, (90.0, 0.7))
        slow = cloudy(38, x[0] / k, y[:, 0] / k, (160.0, 90.0))
        u, v = (x / k - PLATE[0]) / PLATE[2], (y / k - PLATE[1]) / PLATE[3]
        sheen = 1.10 - 0.24 * v - 0.10 * u + 0.22 * np.exp(-(((v - 0.20 - 0.14 * u) / 0.13) ** 2))
        factor = np.asarray(sheen + 0.065 * streak + 0.05 * slow, np.float32)
        inside = np.clip(0.5 - canvas.box(x, y, PLATE, 3.0), 0, 1)
        canvas.shade(where, np.asarray(1 + (factor - 1) * inside, np.float32))
        for sx in (PLATE[0] + 9, PLATE[0] + PLATE[2] - 9):
            for sy in (PLATE[1] + 9, PLATE[1] + PLATE[3] - 9):
                screw = (sx - 3.4, sy - 3.4, 6.8, 6.8)
                canvas.plate(screw, 3.4, (196, 160, 92), (132, 100, 50), 1.6, 0.7)
                canvas.line((sx - 2.8, sy - 0.6, 5.6, 1.2), (62, 44, 18), 0.9)
        for line_y in (133.0, 252.0, 320.0):
            canvas.line((PLATE[0] + 14, line_y, PLATE[2] - 28, 0.9), (96, 70, 30), 0.65)
            canvas.line((PLATE[0] + 14, line_y + 0.9, PLATE[2] - 28, 0.8), (255, 236, 184), 0.5)

    def _well(self, canvas: Canvas, at: tuple[float, float], radius: float) -> None:
        """The shadow that a round fitting throws on the plate."""
        rect = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
        canvas.shadow(rect, radius, 3.4, 2.6, 0.62)

    def _engrave(self, made: pygame.Surface) -> None:
        for push in PUSHES:
            if push.engraved:
                low = push.at[1] + push.radius + 14
                self._say(made, WORDS(push.control), push.at[0], low, 11.0, room=NAME_ROOM)
        for name, y, high in (("run", RUN_AT[1] - 22, 11.0), ("stop", RUN_AT[1] + 22, 9.6)):
            self._say(made, WORDS(name), RUN_AT[0] + 23, y, high, "left", RUN_ROOM)
        for selector in SELECTORS:
            x = selector.at[0]
            self._say(made, WORDS(selector.control), x, NAMED_Y, 11.0, room=110.0)
            for name, degrees in zip(ON_DIAL[selector.control], selector.degrees, strict=True):
                self._name(made, selector, place_name(selector.control, name), degrees)
        for control, x, y, high, room in (
            ("day", 130.0, 280.0, 9.6, 56.0), ("reload", 246.0, 278.0, 10.0, 76.0)
        ):  # fmt: skip
            lines = self.letters.wrap(WORDS(control), high, room)
            for row, line in enumerate(lines):
                down = y + 8 + 16 * (row - (len(lines) - 1) / 2)
                self._say(made, line, x, down, high, "left", room)
        for control, count, across, _, _ in REWARDS:
            self._say(made, WORDS(control), across, WHEEL_Y - 24, 9.6, room=108.0)
            self._say(made, WORDS(f"count_{count}"), across, COUNT_Y + 20, 9.6, room=108.0)

    def _name(self, made: pygame.Surface, selector: Selector, name: str, degrees: float) -> None:
        """A selector's place: a mark, and its name beyond it."""
        turn = math.radians(degrees)
        x, y = selector.at
        inner, outer = selector.radius + 4, selector.radius + 9
        ends = [
            ((x + r * math.sin(turn)) * self.scale, (y - r * math.cos(turn)) * self.scale)
            for r in (inner, outer)
        ]
        pygame.draw.line(made, INK, ends[0], ends[1], max(self.px(1.4), 1))
        at = _name_at(selector, degrees)
        anchor: Anchor = "right" if degrees < 0 else "left"
        self._say(made, name, at[0], at[1], 9.6, anchor, ROOM)

    def _say(
        self, made: pygame.Surface, text: str, x: float, y: float, high: float,
        anchor: Anchor = "centre", room: float = 0.0,
    ) -> None:  # fmt: skip
        """Letters cut into brass: dark, with a light lower edge; lower ones where there is less
        room (units) than they need."""
        k = self.scale
        if room:
            high *= min(1.0, room / max(self.letters.width(text, high, 0.06, 0.145), 1.0))
        for ink, move in ((LIT, 0.8), (INK, 0.0)):
            place = ((x + move) * k, (y + move) * k)
            self.letters.draw(made, text, *place, high * k, ink, anchor, 0.145, 0.06)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Pushes, switch, guard, knobs, lamp, figures."""
        for frame in range(art.PUSH_FRAMES):
            for push in PUSHES:
                yield partial(art.push, push.radius, push.colour, frame, self.scale)
            yield partial(art.push, SMALL, art.BAKELITE, frame, self.scale)
        for on in (False, True):
            yield partial(art.toggle, on, self.scale)
            yield partial(art.guard, on, self.scale)
        for selector in SELECTORS:
            for degrees in selector.degrees:
                yield partial(self._knob, selector, degrees)
        for level in range(LEVELS):
            yield partial(art.jewel, level, LEVELS, self.scale)
        for size, weight in ((art.WHEEL, 0.16), (art.COUNTER, 0.15)):
            yield partial(self.letters.prepare, size[1] * 0.56 * self.scale, weight)

    # What is seen.

    def look(self, state: PlateState, now_ms: int) -> list[PlacedSprite]:
        scene = state.scene
        stamps: list[PlacedSprite] = []
        for push in PUSHES:
            frame = self._pressed(push.control, state.held, now_ms)
            sprite = art.push(push.radius, push.colour, frame, self.scale)
            stamps.append(self._at(sprite, *push.at))
        stamps.append(self._at(art.toggle(scene.running, self.scale), *RUN_AT))
        opponent = OPPONENTS.index(scene.opponent) if scene.opponent in OPPONENTS else 0
        for selector, stands in zip(SELECTORS, (opponent, BUILDS.index(scene.build)), strict=True):
            degrees = selector.degrees[stands]
            stamps.append(self._at(self._knob(selector, degrees), *selector.at))
        cover = art.guard(state.guard_up, self.scale)
        stamps.append(PlacedSprite(cover, self.px(GUARD_AT[0]), self.px(GUARD_AT[1])))
        level = self.glow.level("reload", scene.phase == "declined", now_ms)
        stamps.append(self._at(art.jewel(level, LEVELS, self.scale), *LAMP_AT))
        rewards = scene.rewards
        for (control, _, across, _, _), reward, count in zip(
            REWARDS, (rewards.win, rewards.draw, rewards.loss), counts_of(scene), strict=True
        ):
            stamps += self._reward(control, across, reward, count, state.held, now_ms)
        return stamps

    def _pressed(self, control: str, held: frozenset[str], now_ms: int) -> int:
        """How far a push is in, 0 to PUSH_FRAMES - 1."""
        share = self.motion.frame(control, int(control in held), now_ms) / (widgets.FRAMES - 1)
        return round(share * (art.PUSH_FRAMES - 1))

    def _reward(
        self, control: str, across: float, reward: int, count: int, held: frozenset[str],
        now_ms: int,
    ) -> list[PlacedSprite]:  # fmt: skip
        """Number wheels between two small pushes, and the counter below."""
        text = f"{reward:+d}" if reward else "0"
        wheel = self._wheels(text, art.WHEEL)
        counter = self._wheels(f"{count % 10**PLACES:0{PLACES}d}", art.COUNTER, PLACES)
        stamps = [self._at(wheel, across, WHEEL_Y), self._at(counter, across, COUNT_Y)]
        for name, move in ((f"{control}_less", -42.0), (f"{control}_more", 42.0)):
            frame = self._pressed(name, held, now_ms)
            knob = art.push(SMALL, art.BAKELITE, frame, self.scale)
            stamps.append(self._at(knob, across + move, WHEEL_Y))
            stamps.append(self._sign(across + move, move > 0))
        return stamps

    @brief_sprite
    def _wheels(self, text: str, size: tuple[float, float], places: int = 0) -> pygame.Surface:
        return art.drum(text, size, self.scale, places)

    def _sign(self, x: float, plus: bool) -> PlacedSprite:
        text = "+" if plus else "−"
        sprite = self.letters.text_surface(text, 11.0 * self.scale, (240, 232, 212), 0.15)
        return self._at(sprite, x, WHEEL_Y)

    def _knob(self, selector: Selector, degrees: float) -> pygame.Surface:
        side = self.px(2 * selector.radius)
        return widgets.dial(selector.radius, degrees, (side, side))

    def _at(self, sprite: pygame.Surface, x: float, y: float) -> PlacedSprite:
        """A sprite with its middle at a place."""
        left = round(x * self.scale - sprite.get_width() / 2)
        return PlacedSprite(sprite, left, round(y * self.scale - sprite.get_height() / 2))


def counts_of(scene: MenaceScene) -> tuple[int, int, int]:
    """Plays won, drawn and lost since the day began."""
    won, lost = (int(np.count_nonzero(scene.results == result)) for result in (1, -1))
    return won, len(scene.results) - won - lost, lost


def place_name(dial: str, place: str) -> str:
    """A place of a selector, as it is engraved."""
    return WORDS(f"{dial}_{place}")


def _name_at(selector: Selector, degrees: float) -> tuple[float, float]:
    """Where a place's name begins, or ends on the left."""
    turn, reach = math.radians(degrees), selector.radius + 13
    return (
        selector.at[0] + reach * math.sin(turn),
        selector.at[1] - reach * math.cos(turn),
    )


def _place_touches(selector: Selector) -> Iterator[Touch]:
    """Each place of a selector with its name: one touch turns the knob there."""
    names = ON_DIAL[selector.control]
    for number, (name, degrees) in enumerate(zip(names, selector.degrees, strict=True)):
        x, y = _name_at(selector, degrees)
        left = x - ROOM - 6.0 if degrees < 0 else x - 8.0
        called = place_name(selector.control, name)
        label = f"{WORDS(selector.control)}: {called}"
        told = WORDS(f"{selector.control}_help", place=called)
        rect = (left, y - 14.0, ROOM + 14.0, 25.0)
        yield Touch(f"{selector.control}.{number}", rect, "button", label, told)


def _touches() -> tuple[Touch, ...]:
    made = []
    for push in PUSHES:
        reach = push.radius + 5
        label, told = WORDS(push.control), WORDS(f"{push.control}_help")
        aside = max(reach, NAME_ROOM / 2 + 10) if push.engraved else reach
        rect = (push.at[0] - aside, push.at[1] - reach, 2 * aside, 2 * reach + 20)
        if push.control == "reload":
            left = push.at[0] - reach + 3  # its lamp is inside, NEW DAY's name beside it
            rect = (left, push.at[1] - reach, LAMP_AT[0] + 13 - left, 2 * reach)
        if push.control == "day":
            rect = (*GUARD_AT, *art.GUARD)
        made.append(Touch(push.control, rect, "button", label, told, push.key))
    run = (RUN_AT[0] - 26, RUN_AT[1] - 40, 26 + 23 + RUN_ROOM + 7, 80.0)
    made.append(Touch("run", run, "latch", WORDS("run"), WORDS("run_help"), "r"))
    for selector in SELECTORS:
        (x, y), reach = selector.at, selector.radius + 4
        rect = (x - reach, y - reach, 2 * reach, 2 * reach)
        label, told = WORDS(selector.control), WORDS(f"{selector.control}_next_help")
        made.append(Touch(selector.control, rect, "button", label, told, selector.key))
        made.extend(_place_touches(selector))
    for control, _, across, more, less in REWARDS:
        for name, move, key in (("less", -42.0, less), ("more", 42.0, more)):
            rect = (across + move - 17, WHEEL_Y - 22, 34.0, 44.0)
            label = f"{WORDS(control)} {'+' if name == 'more' else '-'}"
            told = WORDS(f"{control}_{name}_help")
            made.append(Touch(f"{control}_{name}", rect, "button", label, told, key))
    return tuple(made)
