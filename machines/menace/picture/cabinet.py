"""The cabinet of matchboxes, in two wings, as in the photograph of 1963 (Michie, Fig. 2).

The left wing is eleven columns of twelve boxes with a flat top, the right one nine columns with a
ragged skyline; both stand on the same foot.  Boxes are numbered down the columns, from the left.
The trays stand out by slightly different amounts; those that a play has opened stay far out, and
the one in the hand leaves its sleeve empty.  An empty box is struck out; the chosen one has a frame
of brass.  When other faces are wanted (another build) the columns are relabelled one after another.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import numpy as np
import pygame

from devices.screen.brass import brush
from devices.screen.lettering import Engraving
from devices.screen.materials import paper, sheet, soft_shadow
from devices.screen.part import Touch
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.room import DrawContext
from devices.screen.smooth import smoothscale
from machines.menace import motion, text
from machines.menace.picture import beads, matchbox, words
from machines.menace.picture.matchbox import (
    BACKWARDS,
    BEAD,
    DEPTH,
    FACE,
    PITCH,
    BoxArt,
    Label,
    Pulled,
)
from machines.menace.picture.table import ORIGIN, Standing, TablePart
from machines.menace.picture.words import WORDS
from machines.menace.scene import MenaceScene

LEFT_WING = (12,) * 11
RIGHT_WING = (18, 18, 18, 17, 18, 22, 19, 22, 21)
"""How many boxes stand in each column: 305, as far as the photograph shows."""
GAP = 14.0
"""Between the wings."""
MARGIN = (22.0, 24.0, 30.0, 30.0)
"""Left, above, right and below the boxes."""
ROWS = max(RIGHT_WING)
SIZE = (
    MARGIN[0] + 20 * PITCH[0] + GAP + MARGIN[2],
    MARGIN[1] + ROWS * PITCH[1] + MARGIN[3],
)
FOOT = SIZE[1] - MARGIN[3]
"""Where the lowest boxes stand, units."""
SIGN_AT = (MARGIN[0] + 11 * PITCH[0] / 2, 54.0)
"""The middle of the sign's name."""


@lru_cache(maxsize=8)
def heights(boxes: int) -> tuple[int, ...]:
    """How many boxes stand in each of the twenty columns; where there are fewer than in the
    photograph the tallest columns of the right wing are lower, the rightmost of them first.

    Raises ValueError for more boxes than the photograph shows.
    """
    right = list(RIGHT_WING)
    missing = sum(LEFT_WING) + sum(right) - boxes
    if missing < 0:
        raise ValueError(f"{boxes} boxes; the cabinet holds {boxes + missing}")
    for _ in range(missing):
        tallest = max(right)
        last = len(right) - 1 - right[::-1].index(tallest)
        right[last] -= 1
    return LEFT_WING + tuple(right)


@lru_cache(maxsize=8)
def corners(boxes: int) -> tuple[tuple[float, float], ...]:
    """The left upper corner of every box, in units; box n is the (n - 1)th."""
    places = []
    for column, high in enumerate(heights(boxes)):
        left = _column_left(column)
        places += [(left, FOOT - (high - row) * PITCH[1]) for row in range(high)]
    return tuple(places)


def _column_left(column: int) -> float:
    return MARGIN[0] + column * PITCH[0] + (GAP if column >= len(LEFT_WING) else 0.0)


def opened_boxes(scene: MenaceScene) -> list[Pulled]:
    """The boxes that a play has opened, as they stand out of the cabinet."""
    made = []
    for box in scene.opened:
        stands = motion.pulled(scene, box)
        if stands is not None:
            held = tuple(int(n) for n in scene.beads[box.number - 1])
            out = round(stands[0] * 12) / 12
            made.append(Pulled(box.number, out, stands[1], motion.sample(held, 7)))
    return made


class CabinetPart(TablePart):
    """The cabinet before its wall."""

    size = SIZE

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.art: BoxArt | None = None
        self.boxes = 0
        self.columns: list[tuple[object, pygame.Surface]] = []
        """For each column what it was made for, and its picture."""

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.columns = []
        self.art = BoxArt(self.scale)
        left, long = MARGIN[0], SIZE[0] - MARGIN[0] - MARGIN[2]
        far = ((left, FOOT - 12, long + 12, 18), 7.0, 0.72, 0.0)
        near = ((left + 6, FOOT - 4, long + 2, 6), 2.0, 0.6, 0.0)
        made = sheet(self.ground(width, height, far, near))
        sign = tuple(WORDS(f"sign_{row}") for row in range(1, 5))
        brass_sign(made, sign, self.scale)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """What is laid over a box; those that are pulled out are made one by one."""
        yield partial(matchbox.spent, (round(FACE[2] * self.scale), round(FACE[3] * self.scale)))
        yield partial(self._frame, (0.0, 0.0))
        for colour in range(9):
            yield partial(beads.bead, colour, max(self.px(BEAD), 2))

    # What is seen.

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: MenaceScene = context.view.scene
        faces, tints = text.faces(scene.build)
        if len(faces) != self.boxes:
            self.boxes = len(faces)
            self._touches = _touches(self.boxes)
        self._label_columns(faces, tints)
        stamps = [
            PlacedSprite(surface, self.px(_column_left(column) - self._back()[0]), self.px(0.0))
            for column, (_, surface) in enumerate(self.columns)
        ]
        places = corners(self.boxes)
        opened = opened_boxes(scene)
        pulled = {box.number for box in opened}
        empty = {int(at) + 1 for at in np.flatnonzero(~scene.beads.any(axis=1))}
        empty -= {box.number for box in scene.opened if box.square >= 0}
        for number in sorted(empty - pulled):
            stamps.append(self._struck_out(number, places[number - 1]))
        for box in sorted(opened, key=lambda box: box.number):
            at, (x, y) = box.number - 1, places[box.number - 1]
            struck = box.number in empty and not box.colours
            sprite = self._pull(box, (faces[at], box.number, tints[at]), struck)
            stamps.append(PlacedSprite(sprite, self.px(x), self.px(y)))
        note = WORDS(f"note_{scene.build}", n=len(faces))
        sprite = self.brief(("note", note), partial(note_slip, note, self.scale))
        left = self.px(SIGN_AT[0]) - sprite.get_width() // 2
        top = self.px(FOOT - max(LEFT_WING) * PITCH[1] - 7.0) - sprite.get_height()
        stamps.append(PlacedSprite(sprite, left, top))
        if scene.shown and scene.shown not in pulled:
            stamps.append(self._frame(places[scene.shown - 1]))
        return stamps

    def _back(self) -> tuple[float, float]:
        """How far the boxes' backs are seen beyond their fronts, to the left and up."""
        return -BACKWARDS[0] * DEPTH, -BACKWARDS[1] * DEPTH

    def _label_columns(self, faces: tuple[str, ...], tints: tuple[int, ...]) -> None:
        """Make the columns that show other faces than they should: all at first, then one."""
        high = heights(self.boxes)
        first = not self.columns
        start = 0
        for column, count in enumerate(high):
            stop = start + count
            beside = high[column - 1] if column not in (0, len(LEFT_WING)) else 0
            wanted = (start, faces[start:stop], tints[start:stop], beside)
            if first:
                self.columns.append((wanted, self._column(column, *wanted)))
            elif self.columns[column][0] != wanted:
                self.columns[column] = (wanted, self._column(column, *wanted))
                return
            start = stop

    def _column(
        self, column: int, start: int, faces: tuple[str, ...], tints: tuple[int, ...], beside: int
    ) -> pygame.Surface:
        """One column's boxes, on a see-through surface as high as the part."""
        assert self.art is not None
        back = self._back()
        wide = back[0] + PITCH[0] + 4.0
        made = pygame.Surface((self.px(wide), self.px(SIZE[1])), pygame.SRCALPHA, 32)
        count = len(faces)
        top = FOOT - count * PITCH[1]
        left = back[0]
        self.art.block(made, left, top, max(count - beside, 0), beside > count)
        trays = []
        for row, (rows, tint) in enumerate(zip(faces, tints, strict=True)):
            number = start + row + 1
            trays.append((stands_out(number), row, number, rows, tint))
            self.art.sleeve(made, left, top + row * PITCH[1])
        for out, row, number, rows, tint in sorted(trays):
            self.art.tray(made, left, top + row * PITCH[1], (rows, number, tint), out)
        self._lit(made, column)
        return made

    def _lit(self, made: pygame.Surface, column: int) -> None:
        """The lamp hangs before the left wing: less light falls on what is far from it."""
        light = pygame.Surface((1, 3), 0, 32)
        near = 1.05 - 0.007 * abs(column - 6)
        for row, share in enumerate((0.98, 1.0, 0.89)):
            light.set_at((0, row), (min(round(255 * near * share), 255),) * 3)
        light = smoothscale(light, made.get_size())
        made.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)

    @brief_sprite
    def _pull(self, box: Pulled, label: Label, struck: bool) -> pygame.Surface:
        """A box that a play has opened."""
        assert self.art is not None
        return self.art.pulled(box, label, struck)

    def _face_rect(self, number: int, place: tuple[float, float]) -> pygame.Rect:
        """Where a box's label is, pixels."""
        assert self.art is not None
        return self.art.face_rect(place[0], place[1], stands_out(number))

    def _struck_out(self, number: int, place: tuple[float, float]) -> PlacedSprite:
        rect = self._face_rect(number, place)
        return PlacedSprite(matchbox.spent(rect.size), rect.x, rect.y)

    def _frame(self, place: tuple[float, float]) -> PlacedSprite:
        return PlacedSprite(self._wire(), self.px(place[0] - 1.5), self.px(place[1] - 1.5))

    @cached_sprite
    def _wire(self) -> pygame.Surface:
        """A frame of brass wire round a box, and its shadow."""
        fine = 3
        size = self.px(PITCH[0] + 3.0), self.px(PITCH[1] + 3.0)
        made = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA, 32)
        made.fill((255, 212, 122, 0))
        wire = max(round(1.5 * self.scale * fine), fine)
        for colour, move in (((30, 18, 6, 200), wire // 2), ((255, 212, 122, 255), 0)):
            box = made.get_rect().inflate(-wire, -wire).move(move - wire // 4, move - wire // 4)
            pygame.draw.rect(made, colour, box, wire, 2 * wire)
        return smoothscale(made, size)

    # Touch.

    def touch(self, x: float, y: float) -> Touch | None:
        """The box under the finger."""
        for number, (left, top) in enumerate(corners(self.boxes) if self.boxes else (), 1):
            if left <= x < left + PITCH[0] and top <= y < top + PITCH[1]:
                return _touch(number, left, top, WORDS("box_help"))
        return None


def _touch(number: int, left: float, top: float, does: str = "") -> Touch:
    return Touch(f"box.{number}", (left, top, *PITCH), "square", words.title(number), does)


def _touches(boxes: int) -> tuple[Touch, ...]:
    places: Sequence[tuple[float, float]] = corners(boxes) if boxes else ()
    return tuple(_touch(number, left, top) for number, (left, top) in enumerate(places, 1))


@lru_cache(maxsize=512)
def stands_out(number: int) -> float:
    """By how much the tray of a box that nobody has opened stands out, in units: most hardly, some
    clearly, and those more often on the right wing, as the photograph has it."""
    chance = np.random.default_rng(1961 + number)
    right = number > sum(LEFT_WING)
    if chance.random() < (0.26 if right else 0.10):
        return float(chance.uniform(7.0, 17.0))
    return float(chance.uniform(-2.5, 2.5))


SLIP = 470.0
"""Width of a slip of paper, units."""
HEIGHT = 62.0
"""Of the brass capitals, units."""
_PAINTED = (190, 182, 162)
_LETTERS = Engraving()


def brass_sign(target: pygame.Surface, lines: tuple[str, ...], scale: float) -> None:
    """Set a name in brass, and further lines painted below."""
    name, *below = lines
    x, middle = SIGN_AT[0] * scale, SIGN_AT[1]
    _raised(target, name, x, middle * scale, HEIGHT * scale)
    for row, line in enumerate(below):
        high = (14.5 if line is not below[-1] else 11.5) * scale
        y = (middle + HEIGHT * 0.5 + 27.0 + 24.0 * row) * scale
        _LETTERS.draw(target, line, x, y, high, _PAINTED, "centre", 0.13, 0.16)


def note_slip(text: str, scale: float) -> pygame.Surface:
    """A slip of paper with a few lines of small writing, and a little shadow round it."""
    high, pitch, wide = 9.6 * scale, 16.0 * scale, SLIP * scale
    lines = _LETTERS.wrap(text, high, wide - 20 * scale)
    size = (round(wide), round(pitch * len(lines) + 8 * scale))
    edge = max(round(3 * scale), 1)
    made = pygame.Surface((size[0] + 2 * edge, size[1] + edge), pygame.SRCALPHA, 32)
    made.blit(soft_shadow(*size, edge, 0.6), (0, 0))
    made.blit(sheet(paper(*size, 91)), (edge, 0))
    for row, line in enumerate(lines):
        y = 4 * scale + pitch * (row + 0.5)
        _LETTERS.draw(made, line, edge + size[0] / 2, y, high, (52, 48, 46), "centre", 0.125)
    return made


def _raised(target: pygame.Surface, text: str, x: float, y: float, high: float) -> None:
    """Thick letters a little off the wall: shadow, dark lower edge, bright upper one, face."""
    weight, spacing = 0.21, 0.30
    away = max(round(high * 0.045), 1)
    for step in range(3, 0, -1):
        move = away * (1 + 0.5 * step)
        shade = _LETTERS.text_surface(text, high, (0, 0, 0), weight + 0.02 * step, spacing).copy()
        shade.set_alpha(90)
        _lay(target, shade, text, x + move, y + move * 1.2, high, spacing, weight + 0.02 * step)
    edge = max(high * 0.022, 0.7)
    for ink, move in (((74, 52, 20), edge), ((255, 236, 180), -edge)):
        side = _LETTERS.text_surface(text, high, ink, weight, spacing)
        _lay(target, side, text, x + move, y + move, high, spacing, weight)
    face = _LETTERS.text_surface(text, high, (255, 255, 255), weight, spacing).copy()
    face.blit(brush(*face.get_size(), 19), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    _lay(target, face, text, x, y, high, spacing, weight)


def _lay(
    target: pygame.Surface, letters: pygame.Surface, text: str, x: float, y: float, high: float,
    spacing: float, weight: float,
) -> None:  # fmt: skip
    run = _LETTERS.width(text, high, spacing, weight)
    top = y - high / 2 - _LETTERS.cap_top(high)
    target.blit(letters, (round(x - run / 2) - 1, round(top)))
