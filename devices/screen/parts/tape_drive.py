"""The 727 tape unit as it stands in the room: reels behind glass, head, vacuum columns, controls.

The file's reel is at the left, the machine's own at the right.  Tape goes from the left reel down
into the left column, up over the head, down into the right column and up to the right reel.  Reels
turn and fill by the tape's place, the loops in the columns move with them; a tape that is not
loaded lies straight across, and without a tape the left spindle is bare.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import pygame

from devices.screen import widgets
from devices.screen.parts import reels
from devices.screen.parts.reels import COLUMNS, DOOR, HEAD_Y
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.parts.unit_part import ENGRAVING, UnitPart, read_front
from devices.screen.room import DrawContext
from devices.screen.words import Words
from devices.units.tape_drive import DIAL_POSITIONS, TapeView

WORDS = Words("museum")

INCH = 11.8
"""Units an inch, behind the glass."""
REEL = reels.REEL_INCH * INCH
LEFT, RIGHT = (82.0, 262.0), (218.0, 262.0)
MIDDLE_LOOP = 132.0
"""How deep a loop hangs in the middle of its travel, in units."""
_HEAD: Rect = (116.0, 352.0, 68.0, 44.0)
_DIAL = (250.0, 40.0)
_DIAL_RADIUS = 22.0
_CARD: Rect = (104.0, 436.0, 92.0, 64.0)
LABEL = 8.4
"""Height of the label's capitals."""
TOO_FAST_DEGREES = 57.0
"""A reel that turns by more between two looks is drawn spinning: it looks the same after 120, so
from 60 on it would seem to turn the other way."""


class TapeDrivePart(UnitPart):
    """The tape unit; paints a TapeView."""

    front = read_front("tape-drive")

    def __init__(self, number: int = 0, keys: Mapping[str, str] | None = None) -> None:
        """``number`` is its own, on its name plate; 0 leaves it away: there is but one."""
        super().__init__(keys)
        self.number, self.unit = number, f"tape{number or 1}"
        self._touches = tuple(
            replace(touch, next_value=partial(value_of_touch, touch.control))
            if touch.control in ("select", "file_protect")
            else touch
            for touch in self._touches
        )

    @property
    def title(self) -> str:
        return f"{super().title} {self.number}" if self.number else super().title

    def forget(self) -> None:
        self._turned: tuple[float, float] | None = None
        self._fast = (False, False)

    def draw_front(self, canvas: Canvas) -> None:
        """What lies behind the glass: spindles, columns, the head and its rollers."""
        x, y, wide, tall = DOOR
        canvas.plate((x - 3, y - 3, wide + 6, tall + 6), 7.0, (206, 208, 208), (140, 142, 144), 2.4)
        canvas.recess(DOOR, 5.0, (74, 76, 79), (52, 54, 57), 12.0, 0.6, 1.0, grain=1.0)
        for centre in (LEFT, RIGHT):
            ring = (centre[0] - REEL - 2, centre[1] - REEL - 2, 2 * REEL + 4, 2 * REEL + 4)
            canvas.recess(ring, REEL + 2, (44, 45, 47), (56, 57, 60), 3.0, 0.4, 0.8)
            hub = (centre[0] - 22, centre[1] - 22, 44.0, 44.0)
            canvas.shadow(hub, 22.0, 2.0, 2.0, 0.6)
            canvas.plate(hub, 22.0, (176, 178, 180), (110, 112, 114), 3.0, 0.5)
            knob = (centre[0] - 9, centre[1] - 9, 18.0, 18.0)
            canvas.plate(knob, 9.0, (54, 55, 58), (34, 35, 37), 3.0, 0.6)
        for column in COLUMNS:
            canvas.recess(column, 3.0, (132, 133, 132), (98, 99, 100), 7.0, 0.62, 1.6, grain=0.8)
            for share in (0.30, 0.74):
                slot = (column[0] + 16, column[1] + column[3] * share, 12.0, 4.0)
                canvas.line(slot, (38, 38, 40), 0.9, 2.0)
        canvas.shadow(_HEAD, 4.0, 3.5, 3.0, 0.6)
        canvas.plate(_HEAD, 4.0, (190, 192, 194), (120, 122, 125), 2.5, 0.5, 0.6)
        canvas.plate((136.0, 350.0, 28.0, 20.0), 3.0, (92, 94, 98), (52, 54, 57), 2.0, 0.6)
        canvas.plate((142.0, 360.0, 16.0, 8.0), 1.5, (214, 206, 184), (150, 142, 122), 1.2, 0.6)
        for x_roller in (96.0, 204.0):
            roller = (x_roller - 9, HEAD_Y, 18.0, 18.0)
            canvas.shadow(roller, 9.0, 2.0, 2.0, 0.6)
            canvas.plate(roller, 9.0, (216, 218, 219), (124, 126, 128), 4.0, 0.6)
            dot = (x_roller - 2.5, HEAD_Y + 6.5, 5.0, 5.0)
            canvas.plate(dot, 2.5, (70, 71, 73), (44, 45, 47), 1.0, 0.4)

    def letter(self, sheet: pygame.Surface) -> None:
        """The ten addresses round the dial."""
        tall, ink = 7.4 * self.scale, (226, 224, 214)
        for number in range(1, DIAL_POSITIONS + 1):
            angle = math.radians(_dial_degrees(number))
            reach = _DIAL_RADIUS + 7.5
            x = (_DIAL[0] + reach * math.sin(angle)) * self.scale
            y = (_DIAL[1] - reach * math.cos(angle)) * self.scale
            ENGRAVING.draw(sheet, str(number), x, y, tall, ink, "centre", 0.13)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The reels in each of their positions, and as much tape on them as there may be; the
        tape's two ways; the dial's places; the label's letters."""
        yield from (self._glass, self._card, self._loop)
        yield from (partial(self._path, hangs) for hangs in (True, False))
        yield self._spinning
        yield from (partial(self._flange, step) for step in range(reels.STEPS))
        yield from super().sprites()
        yield self._ring
        yield from (partial(self._knob, number) for number in range(1, DIAL_POSITIONS + 1))
        yield partial(ENGRAVING.prepare, LABEL * self.scale, 0.13)
        # Few see a tape wind as far as its end.
        hub = self.px(reels.HUB_INCH * INCH)
        yield from (partial(self._pack, size) for size in range(self.px(REEL), hub - 1, -1))

    # What is seen.

    def is_lit(self, name: str, view: TapeView) -> bool:
        if name == "file_protect" and view.mounted is None:
            return False
        return super().is_lit(name, view)

    def stamps(self, view: TapeView, now_ms: int) -> list[PlacedSprite]:
        stamps = self._tape(view) + self._reels(view) + self._label(view)
        glass = self.placed(self._glass(), DOOR[0], DOOR[1])
        return [*stamps, glass, self._centred(self._knob(view.dial), _DIAL)]

    def follow(self, view: TapeView, now_ms: int) -> None:
        """How far the reels have turned since the last look."""
        place = view.position_mil / 1000
        turned = (reels.turned_degrees(place, False), reels.turned_degrees(place, True))
        before = self._turned or turned
        self._fast = (
            abs(turned[0] - before[0]) > TOO_FAST_DEGREES,
            abs(turned[1] - before[1]) > TOO_FAST_DEGREES,
        )
        self._turned = turned

    def _reels(self, view: TapeView) -> list[PlacedSprite]:
        stamps = []
        place = view.position_mil / 1000
        for taking_up, centre in ((False, LEFT), (True, RIGHT)):
            if view.mounted is None and not taking_up:
                continue
            wound = reels.wound_inch(place if view.mounted is not None else 0.0, taking_up)
            tape = self._pack(max(self.px(reels.radius_inch(wound) * INCH), 2))
            if reels.radius_inch(wound) > reels.HUB_INCH:
                stamps.append(self._centred(tape, centre))
            degrees = (self._turned or (0.0, 0.0))[taking_up]
            if self._fast[taking_up]:
                side = self._spinning()
            else:
                side = self._flange(reels.step_of(degrees))
            stamps.append(self._centred(side, centre))
            if not taking_up and not view.file_protect:
                stamps.append(self._centred(self._ring(), centre))
        return stamps

    @cached_sprite
    def _pack(self, radius: int) -> pygame.Surface:
        return reels.pack(radius)

    def _centred(self, sprite: pygame.Surface, centre: tuple[float, float]) -> PlacedSprite:
        width, height = sprite.get_size()
        return PlacedSprite(
            sprite, self.px(centre[0]) - width // 2, self.px(centre[1]) - height // 2
        )

    @cached_sprite
    def _ring(self) -> pygame.Surface:
        return reels.ring(self.px(REEL * 0.44), REEL * 0.035 * self.scale)

    @cached_sprite
    def _flange(self, step: int) -> pygame.Surface:
        return reels.flange(self.px(REEL), step)

    @cached_sprite
    def _spinning(self) -> pygame.Surface:
        return reels.spinning(self.px(REEL))

    # The tape between the reels.

    def _tape(self, view: TapeView) -> list[PlacedSprite]:
        if view.mounted is None:
            return []
        place = view.position_mil / 1000
        hangs = (view.loaded or view.loading) and not view.rewinding
        stamps = [self.placed(self._path(hangs), DOOR[0], reels.TOP)]
        if not hangs:
            return stamps
        for taking_up, column in ((False, COLUMNS[0]), (True, COLUMNS[1])):
            depth = MIDDLE_LOOP + reels.loop_inch(place, taking_up) * INCH
            if view.loading:
                depth = MIDDLE_LOOP * 0.4
            loop = self._loop()
            tall = self.px(depth)
            area = (0, loop.get_height() - tall, loop.get_width(), tall)
            stamps.append(PlacedSprite(loop, self.px(column[0]), self.px(column[1] - 2.0), area))
        return stamps

    @cached_sprite
    def _loop(self) -> pygame.Surface:
        return reels.loop(self.scale)

    @cached_sprite
    def _path(self, hangs: bool) -> pygame.Surface:
        return reels.path(self.scale, hangs)

    def _label(self, view: TapeView) -> list[PlacedSprite]:
        """A card in a holder on the door: which tape is mounted."""
        if view.mounted is None:
            words = WORDS("no_tape")
        elif view.rewinding:
            words = WORDS("tape_rewinds")
        elif view.loading:
            words = WORDS("tape_loading")
        else:
            words = WORDS("tape_loaded" if view.loaded else "tape_not_loaded")
        written = self._lettered_card(view.mounted or "", words)
        return [self.placed(self._card(), *_CARD[:2]), self.placed(written, *_CARD[:2])]

    @cached_sprite
    def _card(self) -> pygame.Surface:
        _, _, wide, tall = _CARD
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        canvas.plate((0, 0, wide, tall), 2.0, (150, 152, 153), (104, 106, 108), 1.6, 0.5)
        canvas.plate((3, 3, wide - 6, tall - 6), 1.0, (240, 236, 222), (222, 217, 200), 0.0, 0.0)
        return canvas.surface()

    @brief_sprite
    def _lettered_card(self, name: str, words: str) -> pygame.Surface:
        """What is written on the card."""
        _, _, wide, tall = _CARD
        made = pygame.Surface((self.px(wide), self.px(tall)), pygame.SRCALPHA, 32)
        room, ink, most = (wide - 11) * self.scale, (44, 40, 38), LABEL * self.scale
        rows = ENGRAVING.wrap(name.replace("-", "- "), most, room)[:3] if name else []
        rows = [row.replace("- ", "-") for row in rows] + [words]
        for index, row in enumerate(rows):
            high = most * min(1.0, room / max(ENGRAVING.width(row, most), 1.0))
            y = (tall / 2 + (index - (len(rows) - 1) / 2) * 14.0) * self.scale
            ENGRAVING.draw(made, row, wide * self.scale / 2, y, high, ink, "centre", 0.13)
        return made

    @cached_sprite
    def _glass(self) -> pygame.Surface:
        """The door's pane: a slanting reflection, and the shadow of its frame."""
        _, _, wide, tall = DOOR
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 1)
        canvas.glass((0.0, 0.0, wide, tall), 5.0, 0.085)
        return canvas.surface()

    @cached_sprite
    def _knob(self, number: int) -> pygame.Surface:
        side = 2 * self.px(_DIAL_RADIUS)
        return widgets.dial(_DIAL_RADIUS, _dial_degrees(number), (side, side))


def value_of_touch(control: str, view: TapeView) -> int:
    """What a touch of the dial (its next address) or of the ring (in or out) sends to the unit."""
    if control == "select":
        return view.dial % DIAL_POSITIONS + 1
    return int(not view.file_protect) if control == "file_protect" else 1


def tape_sounds(context: DrawContext, names: Iterable[str]) -> frozenset[str]:
    """The steady sounds of the drives of these names: a tape that moves or rewinds."""
    tapes = [context.view.units[name] for name in names]
    return frozenset(
        "rewind" if tape.rewinding else "tape"
        for tape in tapes
        if isinstance(tape, TapeView) and (tape.moving or tape.rewinding)
    )


def _dial_degrees(number: int) -> float:
    """Where the dial points for an address, clockwise from the top."""
    return (number - 5.5) * 30.0
