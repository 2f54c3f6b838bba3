"""What lies over a room: its plates, its languages, and the sheet of paper that most of it is.

An overlay keeps a transparent picture of itself; the window lays the pieces of it that it needs
over the room, which goes on below.  The picture is composed in the builder's thread: the room never
stops for it.  What can be touched on it is said once (:class:`Plate`): drawing, touches, the
keyboard and whoever looks for it by name follow from that.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import NamedTuple

import pygame

from devices.screen import brass
from devices.screen.brass import INK, IVORY, LETTERS
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.lettering import WEIGHT, Anchor
from devices.screen.materials import paper, sheet
from devices.screen.room import CANVAS, TALL_CANVAS, is_tall
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from machines.museum.window.control_bar_layout import LARGER

TYPED = (40, 36, 32)
RED = (150, 34, 24)
FAINT = (96, 86, 72)
PITCH = 1.72
"""From line to line, as a share of the capitals' height."""
SMALL = 0.45
"""In a window of fewer pixels a unit a card is as large as with large text: nothing can be read
that is smaller."""
PLATE_HIGH = 64.0
"""Of the brass plates, units."""
CELL_WIDE, LEAST = 64.0, 44
"""Of a language's code in a row, units of a window 1,080 high, and what a finger needs in pixels.
"""

ARMED_MS = 350
"""A touch sooner than this after a question or a card has come is the end of the one before."""

Cell = tuple[str, pygame.Rect]
_serial = count()


class Plate(NamedTuple):
    """Something on an overlay that can be touched."""

    name: str
    rect: pygame.Rect
    do: Callable[[], object] = bool  # By itself it does nothing
    word: str = ""  # Engraved on brass; empty: the overlay draws it otherwise
    leaves: bool = False  # Whether a touch takes the overlay away first


class Overlay:
    """The least an overlay does; a modal one gets every key and touch while it is open."""

    modal = True
    yields = False
    """Whether a touch of anything else takes it away."""
    leads = False
    """Whether the keyboard's focus goes to it before all else while it is there."""
    veil = 0  # How dark the room is made below it, 0 to 255
    covers_bar = False
    """Whether it lies over the control bar, so that the bar's language plate can't be touched."""
    offered: tuple[str, ...] = ()
    """The languages that can be touched on it."""
    typed_in = False
    """Whether all keys are its own: END moves in the line that is typed."""
    reopen: Callable[[], object] | None = None
    """Opens it anew when the window speaks another language; None: it goes."""

    at = -1
    """Which of its choices the keyboard has chosen; -1: none."""
    steady = False
    """Whether it stays as it is laid as long as the window does: its picture may be made ahead."""
    language_air = 0, 0
    """How far beside its languages' letters a touch is still theirs, units, across and down."""

    def __init__(self, words: UiText) -> None:
        self.words = words
        self.size = (1, 1)
        self.room = pygame.Rect(0, 0, 1, 1)
        self.large = False
        """Whether it is lettered larger."""
        self.small = False
        """Whether it is in a small window."""
        self.low: int | None = None
        """From where on it can be reached, where all is laid low; None: everywhere."""
        self.tall = False
        """Whether it is composed for an upright window."""
        self.unit = 1.0
        """Pixels a unit of the room's canvas."""
        self.box = pygame.Rect(0, 0, 1, 1)
        """What it covers, for most of them."""
        self.builder = LayerRenderer(at_once=True)
        self.picture: pygame.Surface | None = None
        self.done = False
        """Set when it wants to be taken away."""
        self.fresh = True
        """Set when it looks otherwise than its picture."""
        self._whole = True
        """Whether all of the window must be composed anew with its next picture."""
        self._asked = next(_serial)
        self._shown = -1
        self._laid: tuple[object, ...] = ()

    def lay(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit it to a window of ``size`` whose room has the rectangle ``room``.  Where neither is
        another one, the picture that it has is shown until the next is made."""
        laid = (size, tuple(room), self.large, self.low)
        if self.steady and laid == self._laid:
            return
        self._laid = laid
        if (size, room) != (self.size, self.room):
            self.picture = None
        self.size, self.room = size, room
        self.tall = is_tall(room.size)
        canvas = TALL_CANVAS if self.tall else CANVAS
        self.unit = min(room.width / canvas[0], room.height / canvas[1])
        self.small = self.unit < SMALL
        self.large = self.large or self.small
        if self.large:  # the bar has more of the window then, and that makes nothing smaller
            high = size[1] * canvas[1] / (1920 if self.tall else 1080)
            self.unit = min(size[0] / canvas[0], high / canvas[1]) * LARGER
        self.fresh = self._whole = True
        self.place()

    def place(self) -> None:
        """Find where things are now; called by ``lay``."""

    def px(self, units: float) -> int:
        """So many units in whole pixels, at least one."""
        return max(1, round(units * self.unit))

    def high(self, units: float) -> float:
        """The height in pixels of capitals of so many units, legible in any window."""
        return max(brass.SMALLEST, self.px(units))

    def area(self) -> pygame.Rect:
        """All that can change of it once it is laid out."""
        return pygame.Rect((0, 0), self.size)

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """The rectangles of the window that must be composed anew since the last call."""
        if self.fresh:
            self.fresh = False
            self._asked = next(_serial)
        if self._asked == self._shown:
            return []
        name = "overlay", type(self).__name__
        made = self.builder.get(name, self._asked, self._make, urgent=True)
        if made is None:
            return []
        whole, self._whole = self._whole, False
        self.picture, self._shown = made, self._asked
        return [pygame.Rect((0, 0), self.size) if whole else self.area()]

    def stand_in(self, old: "Overlay") -> None:
        """Have the picture of another of its kind (in another language, say) shown until its own is
        made: the renderer may be busy with a room for seconds."""
        if (old.size, old.room) == (self.size, self.room):
            self.picture = old.picture

    def make_ahead(self) -> None:
        """Have its picture made before it is shown."""
        if self.picture is None and self.changed(0):
            self._shown = -1  # nobody has seen it

    def _make(self) -> pygame.Surface:
        made = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        made.fill((8, 7, 6, self.veil))
        self.compose(made)
        return made

    def compose(self, target: pygame.Surface) -> None:
        """Draw it on an empty surface of the window's size."""

    def draw(self, target: pygame.Surface) -> None:
        """Lay it over the window's surface; the clip says where."""
        if self.picture is not None:
            target.blit(self.picture, (0, 0))

    def holds(self, x: int, y: int) -> bool:
        """Whether a touch there is its own, though it is not modal."""
        return False

    def language_rect(self) -> pygame.Rect:
        """The plate with the languages; without width where it has none, or no choice."""
        return pygame.Rect(0, 0, 0, 0)

    def language_at(self, x: int, y: int) -> str:
        """The language whose letters are touched, or the air just beside them; empty: none."""
        rect, (across, down) = self.language_rect(), self.language_air
        if not rect.width or not rect.inflate(self.px(across), self.px(down)).collidepoint(x, y):
            return ""
        return code_at(divide(rect, self.offered, len(self.offered)), x, y)

    def plates(self) -> list[Plate]:
        """What can be touched on it, in the keyboard's order."""
        return []

    def rects(self) -> dict[str, pygame.Rect]:
        """Where that is, by name."""
        return {plate.name: plate.rect for plate in self.plates()}

    def choices(self) -> list[Plate]:
        """Those that its own keys choose among while it is modal."""
        return []

    def tend(self, now_ms: int) -> None:
        """What it does by itself as time passes."""

    def answers(self, now_ms: int) -> bool:
        """Whether a touch does anything: not before it can be seen."""
        return self.picture is not None

    def press(self, x: int, y: int) -> None:
        """A finger comes down."""
        found = next((plate for plate in self.plates() if plate.rect.collidepoint(x, y)), None)
        if found is not None:
            self.done = self.done or found.leaves
            found.do()

    def release(self, x: int, y: int) -> None:
        """A finger goes up."""

    def key(self, name: str, text: str, shift: bool) -> None:
        """A key goes down: its name, and the character that it types.  Arrows and TAB choose, ENTER
        and SPACE work what is chosen, ESCAPE closes."""
        choices = self.choices()
        if name == "escape":
            self.done = True
        elif name in ("left", "up", "right", "down", "tab") and choices:
            back = name in ("left", "up") or (name == "tab" and shift)
            first = len(choices) - 1 if back else 0
            self.at = first if self.at < 0 else (self.at + (-1 if back else 1)) % len(choices)
            self.fresh = True
        elif name in ("return", "space") and 0 <= self.at < len(choices):
            self.done = self.done or choices[self.at].leaves
            choices[self.at].do()

    def draw_plates(self, target: pygame.Surface, high: float = 19.0) -> None:
        """Those of brass, with their words ``high`` units high; the chosen one has a red edge."""
        chosen = [choice.name for choice in self.choices()][self.at :][:1] if self.at >= 0 else []
        for plate in self.plates():
            if plate.word:
                brass.lay(target, plate.rect, self.px(6), "brass", 75, self.px(4))
                brass.engrave(target, plate.word, plate.rect, self.px(high), INK)
                if plate.name in chosen:
                    pygame.draw.rect(target, RED, plate.rect, self.px(5), self.px(6))

    def letter(
        self,
        target: pygame.Surface,
        text: str,
        place: tuple[float, float],
        high: float,
        wide: float,
        ink: tuple[int, int, int] = TYPED,
        anchor: Anchor = "left",
        weight: float = WEIGHT,
        spacing: float = 0.0,
    ) -> None:
        """A line of capitals ``high`` pixels high, smaller where it would be too wide."""
        size = brass.fit_lettering(text, high, wide)
        LETTERS.draw(target, text, *place, size, ink, anchor, weight, spacing)


class PaperCard(Overlay):
    """The sheet; it goes by itself after ``lasts_ms``, or (None) only when it is touched."""

    modal = False
    seed = 74
    """Of its paper."""
    plates_low = False
    """Whether its plates are at its foot where all is laid low, and in a small upright window."""

    def __init__(self, words: UiText, lasts_ms: int | None = None) -> None:
        super().__init__(words)
        self.lasts_ms = lasts_ms
        self.came_ms = -1
        self.sheet = pygame.Surface((1, 1), 0, 32)

    # Where things are

    def place_large(
        self,
        size: tuple[float, float],
        tall: tuple[float, float],
        margins: tuple[float, float, float] = (40, 24, 10),
    ) -> None:
        """Lay it in the middle of the room, of that size or, in an upright window, of the other,
        and smaller where the room is: ``margins`` are what stays free of the room's width and
        height, and below a card that is laid low.  All in units."""
        if not self.tall and not self.large:
            self.unit = min(self.room.width / 1640, self.room.height / 880)
        px, room = self.px, self.room
        across, down = tall if self.tall else size
        free_x, free_y, below = (px(margin) for margin in margins)
        self.box = pygame.Rect(0, 0, min(px(across), room.width - free_x), 0)
        self.box.height = min(px(down), room.height - free_y)
        self.box.center = room.center
        if self.low is not None:
            self.box.bottom = room.bottom - below

    def area(self) -> pygame.Rect:
        return self.box.inflate(self.px(80), self.px(80))

    def holds(self, x: int, y: int) -> bool:
        return self.box.collidepoint(x, y)

    def plate_rect(self, wide: float, right: int) -> pygame.Rect:
        """A plate in the upper right corner, so many units wide, up to ``right`` (pixels), and no
        smaller than a finger needs; in the lower one where plates are laid low."""
        box = pygame.Rect(0, 0, max(self.px(wide), LEAST), max(self.px(PLATE_HIGH), LEAST))
        box.topright = right, self.box.top + self.px(24)
        if self.foot():
            box.bottom = self.box.bottom - self.px(28)
        return box

    def row(
        self,
        words: Mapping[str, str],
        *others: tuple[str, float, Callable[[], object] | None, bool],
        close: float = 170.0,
    ) -> list[Plate]:
        """CLOSE in the upper right corner, and from there to the left the others: name, width, what
        it does (None: it isn't there), whether it takes the card away.  CLOSE is the last."""
        made, right = [], self.box.right - self.px(28)
        for name, wide, do, leaves in (("close", close, bool, True), *others):
            if do is not None:
                rect = self.plate_rect(wide, right)
                made.append(Plate(name, rect, do, words[name], leaves))
                right = rect.left - self.px(18)
        return [*made[1:], made[0]]

    def foot(self) -> int:
        """How much of its lower edge the plates have, in pixels."""
        lowered = self.low is not None or (self.small and self.tall)
        return self.px(PLATE_HIGH + 20) if self.plates_low and lowered else 0

    def answers(self, now_ms: int) -> bool:
        """One that has come by itself waits until a touch must be meant for it."""
        seen_ms = now_ms - self.came_ms if self.came_ms >= 0 else -1
        return super().answers(now_ms) and (self.modal or seen_ms >= ARMED_MS)

    def press(self, x: int, y: int) -> None:
        """A plate; beside the card: it goes."""
        super().press(x, y)
        self.done = self.done or not self.holds(x, y)

    def tend(self, now_ms: int) -> None:
        """Go when it has been seen long enough."""
        if self.came_ms < 0 and self.picture is not None:
            self.came_ms = now_ms
        if self.lasts_ms is not None and 0 <= self.came_ms < now_ms - self.lasts_ms:
            self.done = True

    # Drawing

    def draw_sheet(self, target: pygame.Surface) -> None:
        """The paper with its line of gold."""
        px, box = self.px, self.box
        if self.sheet.get_size() != box.size:
            self.sheet = smoothscale(sheet(paper(512, 300, self.seed)), box.size)
        brass.cast(target, box, px(18), 210)
        target.blit(self.sheet, box)
        pygame.draw.rect(target, (150, 120, 70), box.inflate(-px(16), -px(16)), px(2))

    def draw_title(
        self, target: pygame.Surface, title: str, down: float, units: float, wide: int,
        ink: tuple[int, int, int] = TYPED,
    ) -> None:  # fmt: skip
        """Its title at the left, so many units from the upper edge."""
        place = self.box.left + self.px(44), self.box.top + self.px(down)
        self.letter(target, title, place, self.px(units), wide, ink, weight=0.15)

    def draw_lines(
        self,
        target: pygame.Surface,
        said: str,
        rect: pygame.Rect,
        units: float,
        ink: tuple[int, int, int] = TYPED,
    ) -> int:
        """A text in a box, smaller where it would not fit; the height that it takes."""
        return draw_text(target, said, rect, float(self.px(units)), ink)


def wrap_in_two(text: str, high: float, wide: float) -> tuple[float, list[str]]:
    """The height of the capitals, ``high`` at most, at which a text has no more than two lines, as
    far as it can be read; and its lines."""
    if not text:
        return high, []
    return LETTERS.fit(text, high, wide, lambda _, lines: len(lines) <= 2, brass.SMALLEST)


# -- the languages


def row_width(count: int, unit: float) -> int:
    """How wide a plate with so many codes in a row is, pixels; 0 where there is no choice."""
    return count * max(round(CELL_WIDE * unit), LEAST) if count > 1 else 0


def divide(rect: pygame.Rect, codes: Sequence[str], across: int) -> list[Cell]:
    """Each code with its part of the plate, ``across`` of them side by side; nothing between."""
    down = -(-len(codes) // across)
    made = []
    for k, code in enumerate(codes):
        row, column = divmod(k, across)
        left, right = (rect.width * (column + step) // across for step in (0, 1))
        top, bottom = (rect.height * (row + step) // down for step in (0, 1))
        made.append(
            (code, pygame.Rect(rect.left + left, rect.top + top, right - left, bottom - top))
        )
    return made


def code_at(cells: Sequence[Cell], x: int, y: int) -> str:
    """The code whose place is nearest to a point."""

    def away(cell: Cell) -> int:
        rect = cell[1]
        dx = max(rect.left - x, 0, x - rect.right + 1)
        dy = max(rect.top - y, 0, y - rect.bottom + 1)
        return dx * dx + dy * dy

    return min(cells, key=away)[0] if cells else ""


def engrave_codes(
    target: pygame.Surface, cells: Sequence[Cell], shown: str, height: float, unit: float
) -> None:
    """The codes, ``height`` pixels high, on a plate that is there."""

    def px(units: float) -> int:
        return max(1, round(units * unit))

    for code, place in cells:
        now = code == shown
        if now:
            inlay = place.inflate(-2 * px(3), -2 * px(3))
            pygame.draw.rect(target, (44, 30, 14), inlay, border_radius=px(4))
        brass.engrave(target, code.upper(), place, height, IVORY if now else INK, not now)


def draw_row(
    target: pygame.Surface, rect: pygame.Rect, codes: Sequence[str], shown: str, unit: float
) -> None:
    """A plate with all codes in one row."""
    brass.lay(target, rect, max(1, round(6 * unit)), "brass", 75, max(1, round(4 * unit)))
    height = max(brass.SMALLEST, round(20 * unit))
    engrave_codes(target, divide(rect, codes, len(codes)), shown, height, unit)


def fit_text(said: str, size: tuple[int, int], height: float) -> tuple[float, list[str]]:
    """The height of the capitals (``height`` at most) and the lines with which a text fits, all in
    pixels."""
    return LETTERS.fit(
        said, height, size[0], lambda high, lines: round(high * PITCH) * len(lines) <= size[1],
        brass.SMALLEST,
    )  # fmt: skip


def draw_text(
    target: pygame.Surface, said: str, rect: pygame.Rect, height: float, ink: tuple[int, int, int]
) -> int:
    """A text from the top of a box, smaller where it would not fit; the height that it takes."""
    height, lines = fit_text(said, rect.size, height)
    pitch = round(height * PITCH)
    for k, line in enumerate(lines):
        LETTERS.draw(target, line, rect.left, rect.top + pitch * (k + 0.5), height, ink)
    return pitch * len(lines)
