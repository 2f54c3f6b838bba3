"""The 727 tape unit as it stands in the room: reels behind glass, head, vacuum columns, controls.

The file's reel is at the left, the machine's own at the right.  Tape goes from the left reel down
into the left column, up over the head, down into the right column and up to the right reel.  Reels
turn and fill by the tape's place, the loops in the columns move with them; a tape that is not
loaded lies straight across, and without a tape the left spindle is bare.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pygame

from devices.screen import widgets
from devices.screen.part import Touch
from devices.screen.parts import reels, tape_path
from devices.screen.parts.fittings import (
    ENGRAVING,
    Button,
    Plate,
    UnitPart,
    attended,
    base,
    cabinet,
    dark_panel,
    name_letters,
    name_plate,
)
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.parts.tape_path import COLUMNS, DOOR, HEAD_Y
from devices.units.tape_drive import DIAL_POSITIONS, TapeView

INCH = 11.8
"""Units an inch, behind the glass."""
REEL = reels.REEL_INCH * INCH
LEFT, RIGHT = (82.0, 262.0), (218.0, 262.0)
MIDDLE_LOOP = 132.0
"""How deep a loop hangs in the middle of its travel, in units."""
_HEAD: Rect = (116.0, 352.0, 68.0, 44.0)
_NAME: Rect = (14.0, 16.0, 188.0, 40.0)
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

    size = (300.0, 690.0)
    plates = (
        Plate("selected", (12.0, 72.0, 69.0, 46.0), "SELECT", "white"),
        Plate("ready", (81.0, 72.0, 69.0, 46.0), "READY", "green"),
        Plate("file_protect", (150.0, 72.0, 69.0, 46.0), "FILE\nPROTECT", "red"),
        Plate("tape_indicator", (219.0, 72.0, 69.0, 46.0), "TAPE\nIND", "ivory"),
    )
    buttons = (
        Button(
            "load_rewind",
            (12.0, 126.0, 69.0, 48.0),
            "LOAD\nREWIND",
            "Lowers the tape into the columns and winds it back to its load point.",
        ),
        Button(
            "start",
            (81.0, 126.0, 69.0, 48.0),
            "START",
            "Makes the unit ready for the computer.",
            "green",
        ),
        Button(
            "reset",
            (150.0, 126.0, 69.0, 48.0),
            "RESET",
            "Gives the unit back to the operator after what is under way.",
            "red",
        ),
        Button(
            "unload",
            (219.0, 126.0, 69.0, 48.0),
            "UNLOAD",
            "Takes the reel off; the tape is kept as it now is.",
        ),
    )
    acts = (
        Touch("mount", DOOR, "act", "TAPE", "Choose a reel of tape to mount."),
        Touch(
            "select",
            (206.0, 8.0, 88.0, 62.0),
            "act",
            "SELECT DIAL",
            "Turns the dial to the next address that the unit answers to.",
        ),
        Touch(
            "file_protect",
            (LEFT[0] - 27.0, LEFT[1] - 27.0, 54.0, 54.0),
            "latch",
            "FILE PROTECT RING",
            "Puts the ring into the reel or takes it out: without it nothing can be written.",
        ),
    )

    def __init__(self, number: int = 0, keys: Mapping[str, str] | None = None) -> None:
        """``number`` is the unit's own, on its name plate; 0 leaves it away."""
        super().__init__(keys)
        self.number = number
        self._seen: tuple[object, int] = (None, 0)
        self._turned: tuple[float, float] | None = None
        self._fast = (False, False)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self._seen, self._turned, self._fast = (None, 0), None, (False, False)
        canvas = Canvas(width, height, self.scale, 2, seed=727)
        base(canvas, (10.0, 670.0, 280.0, 20.0))
        cabinet(canvas, (0.0, 0.0, 300.0, 676.0), radius=12.0)
        dark_panel(canvas, (6.0, 8.0, 288.0, 172.0), 6.0)
        self.sockets(canvas)
        name_plate(canvas, _NAME)
        self._behind_the_glass(canvas)
        sheet = canvas.surface()
        unit = f" {self.number}" if self.number else ""
        name_letters(sheet, _NAME, self.scale, "727", f"MAGNETIC\nTAPE UNIT{unit}")
        self._dial_scale(sheet)
        return sheet

    def _behind_the_glass(self, canvas: Canvas) -> None:
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

    def _dial_scale(self, sheet: pygame.Surface) -> None:
        """The ten addresses round the dial."""
        for number in range(1, DIAL_POSITIONS + 1):
            angle = math.radians(_dial_degrees(number))
            reach = _DIAL_RADIUS + 7.5
            x = (_DIAL[0] + reach * math.sin(angle)) * self.scale
            y = (_DIAL[1] - reach * math.cos(angle)) * self.scale
            ENGRAVING.draw(
                sheet, str(number), x, y, 7.4 * self.scale, (226, 224, 214), "centre", 0.13
            )

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

    def look(self, state: object, now_ms: int) -> list[PlacedSprite]:
        scene = attended(state)
        view: TapeView = scene.view
        lit = {
            "selected": view.selected,
            "ready": view.ready,
            "file_protect": view.file_protect and view.mounted is not None,
            "tape_indicator": view.tape_indicator,
        }
        self._follow(view, now_ms)
        stamps = self._tape(view) + self._reels(view) + self._label(view)
        stamps.append(PlacedSprite(self._glass(), self.px(DOOR[0]), self.px(DOOR[1])))
        return stamps + self._dial(view) + self.fitted(lit, scene, now_ms)

    def _follow(self, view: TapeView, now_ms: int) -> None:
        """How far the reels have turned since the last look."""
        if self._seen == (view, now_ms):
            return
        self._seen = (view, now_ms)
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

    def _pack(self, radius: int) -> pygame.Surface:
        return self.sprite(("pack", radius), partial(reels.pack, radius))

    def _centred(self, sprite: pygame.Surface, centre: tuple[float, float]) -> PlacedSprite:
        width, height = sprite.get_size()
        return PlacedSprite(
            sprite, self.px(centre[0]) - width // 2, self.px(centre[1]) - height // 2
        )

    def _ring(self) -> pygame.Surface:
        make = partial(reels.ring, self.px(REEL * 0.44), REEL * 0.035 * self.scale)
        return self.sprite("ring", make)

    def _flange(self, step: int) -> pygame.Surface:
        return self.sprite(("flange", step), partial(reels.flange, self.px(REEL), step))

    def _spinning(self) -> pygame.Surface:
        return self.sprite("spinning", partial(reels.spinning, self.px(REEL)))

    # The tape between the reels.

    def _tape(self, view: TapeView) -> list[PlacedSprite]:
        if view.mounted is None:
            return []
        place = view.position_mil / 1000
        hangs = (view.loaded or view.loading) and not view.rewinding
        stamps = [PlacedSprite(self._path(hangs), self.px(DOOR[0]), self.px(tape_path.TOP))]
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

    def _loop(self) -> pygame.Surface:
        """A loop of tape in its column: down one wall, round, up the other."""
        return self.sprite("loop", partial(tape_path.loop, self.scale))

    def _path(self, hangs: bool) -> pygame.Surface:
        """The tape from the reels to the columns (or straight across) and over the head."""
        return self.sprite(("path", hangs), partial(tape_path.path, self.scale, hangs))

    def _label(self, view: TapeView) -> list[PlacedSprite]:
        """A card in a holder on the door: which tape is mounted."""
        if view.mounted is None:
            words = "NO TAPE"
        elif view.rewinding:
            words = "REWINDS"
        elif view.loading:
            words = "LOADING"
        else:
            words = "LOADED" if view.loaded else "NOT LOADED"
        name = view.mounted or ""
        written = self.brief(("card", name, words), partial(self._written, name, words))
        place = self.px(_CARD[0]), self.px(_CARD[1])
        return [PlacedSprite(self._card(), *place), PlacedSprite(written, *place)]

    def _card(self) -> pygame.Surface:
        return self.sprite("card", self._draw_card)

    def _draw_card(self) -> pygame.Surface:
        _, _, wide, tall = _CARD
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        canvas.plate((0, 0, wide, tall), 2.0, (150, 152, 153), (104, 106, 108), 1.6, 0.5)
        canvas.plate((3, 3, wide - 6, tall - 6), 1.0, (240, 236, 222), (222, 217, 200), 0.0, 0.0)
        return canvas.surface()

    def _written(self, name: str, words: str) -> pygame.Surface:
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

    def _glass(self) -> pygame.Surface:
        """The door's pane: a slanting reflection, and the shadow of its frame."""
        return self.sprite("glass", self._draw_glass)

    def _draw_glass(self) -> pygame.Surface:
        _, _, wide, tall = DOOR
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 1)
        canvas.glass((0.0, 0.0, wide, tall), 5.0, 0.085)
        return canvas.surface()

    def _dial(self, view: TapeView) -> list[PlacedSprite]:
        return [self._centred(self._knob(view.dial), _DIAL)]

    def _knob(self, number: int) -> pygame.Surface:
        side = 2 * self.px(_DIAL_RADIUS)
        degrees = _dial_degrees(number)
        return self.sprite(
            ("dial", number), partial(widgets.dial, _DIAL_RADIUS, degrees, (side, side))
        )


def touched_value(control: str, view: TapeView) -> int:
    """What a touch of the dial (its next address) or of the ring (in or out) sends to the unit."""
    if control == "select":
        return view.dial % DIAL_POSITIONS + 1
    return int(not view.file_protect) if control == "file_protect" else 1


def _dial_degrees(number: int) -> float:
    """Where the dial points for an address, clockwise from the top."""
    return (number - 5.5) * 30.0
