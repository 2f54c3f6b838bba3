"""A programmer's desk from above: a page of storage as a listing, and the registers in octal.

The listing is printed on fanfold by a printer's wheels; a ruler of clear plastic lies over the
line of the instruction that comes next.  A red pin in a line is a breakpoint: a touch of the line
puts it there or takes it away.  Below lies a printed form: what each register holds.  The plates at
the right step the program, forward and back.  Whoever gives the state decides how often the sheets
are written anew.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import pygame

from devices.media.charset import PUNCHES
from devices.screen.guide import StepAct
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout, paper
from devices.screen.part import Paced, Touch
from devices.screen.parts.board_wood import MAHOGANY, wood
from devices.screen.parts.relief import Array, Canvas, Colour, Rect, smooth_step
from devices.screen.parts.sprites import PlacedSprite, cached_sprite
from devices.screen.print_faces import PrintWheel
from devices.screen.room import DrawContext
from machines.exhibit.exhibit import View
from machines.ibm704 import octal
from machines.ibm704.picture.board_panel import WORDS, PlatesPart, touches
from machines.ibm704.picture.squares import SIDE, WIDTH
from machines.ibm704.scene import ProgramScene, StorageLine

ROWS = 16
"""Lines of the listing."""
COLUMN, ROW = 11.5, 20.4
"""Pitch of the print, in units."""
LISTING: Rect = (26.0, 16.0, 584.0, 404.0)
FORM: Rect = (26.0, 434.0, 584.0, 186.0)
FIRST = 78.0
"""Where the listing's first line begins."""
LEFT = 64.0
"""Where its first column begins; the others so many columns further."""
WORD_AT, TEXT_AT = 7, 24
TEXT_MOST = 20
"""Characters of an instruction that have room."""
TITLE_MOST = 44
NOTE_MOST = 44
RULER: Rect = (14.0, -3.0, 608.0, ROW + 6.0)
"""About a line."""
FINGER = 24.5
"""How high the area of a line is for a finger: it reaches a little into its neighbours."""
PIN_AT, PIN = 38.0, 8.0
"""Where a line's pin stands, and its radius."""
PLATES: dict[str, Rect] = {
    name: (SIDE - 2, 24.0 + 118.0 * k, 98.0, 84.0)
    for k, name in enumerate(("step", "over", "back", "go", "command"))
}
KEYS = {"back": "backspace"}

LINOLEUM: tuple[Colour, Colour] = ((58, 78, 66), (38, 54, 46))
_BORDER = 13.0
_FANFOLD = (244, 240, 228)
_BAR = np.array([0.90, 0.972, 0.935], np.float32)
_BUFF = (232, 216, 178)
_INK = (64, 58, 50)
_RED = (178, 42, 34)
_HOLE = (26.0, 36.0, 30.0)
_HEADS = ((0, "LOCATION"), (WORD_AT, "PREFIX  DECREMENT  TAG  ADDRESS"), (TEXT_AT, "INSTRUCTION"))
_NOTE = (64.0, 594.0)

WHEELS = PrintWheel()
ENGRAVING = Engraving()


class Field(NamedTuple):
    """One box of the form: its name, where that ends, and where the box begins (units); how many
    characters it holds."""

    label: str
    x: float
    y: float
    characters: int


FIELDS: tuple[Field, ...] = (
    Field("ACCUMULATOR   S", 168.0, 476.0, 1),
    Field("Q", 208.0, 476.0, 1),
    Field("P-35", 264.0, 476.0, 15),
    Field("M-Q", 264.0, 504.0, 15),
    Field("STORAGE", 264.0, 532.0, 15),
    Field("INSTRUCTION", 264.0, 560.0, 7),
    Field("INDEX A", 526.0, 476.0, 5),
    Field("B", 526.0, 504.0, 5),
    Field("C", 526.0, 532.0, 5),
    Field("COUNTER", 526.0, 560.0, 5),
)


@dataclass(frozen=True)
class CodingDeskState:
    """What is written on the sheets."""

    scene: ProgramScene
    lines: tuple[StorageLine, ...]  # Of its page, as far as they are typed
    can: frozenset[str] = frozenset()  # Plates that do something now
    held: frozenset[str] = frozenset()  # Plates under a finger


class CodingDeskPart(PlatesPart):
    """The desk."""

    size = (WIDTH, SIDE)
    plates = PLATES

    def __init__(self) -> None:
        super().__init__()
        lines = (
            Touch(
                f"line.{k}",
                (LISTING[0], FIRST + (k + 0.5) * ROW - FINGER / 2, LISTING[2], FINGER),
                "square",
                str(k + 1),
                WORDS("line_help"),
            )
            for k in range(ROWS)
        )
        self._touches = (*touches(PLATES, KEYS), *lines)
        self.drawn: tuple[CodingDeskState, list[PlacedSprite]] | None = None

    # The sheet.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.drawn = None
        canvas = Canvas(width, height, self.scale, 2 if self.scale < 1.2 else 1, seed=41)
        self._top(canvas)
        for rect in (LISTING, FORM):
            canvas.shadow(rect, 1.0, (4.0, 5.0), 5.0, 0.55)
        made = canvas.surface((width, height))
        for rect, make in ((LISTING, self._fanfold), (FORM, self._form)):
            made.blit(make(), (self.px(rect[0]), self.px(rect[1])))
        self._letter(made)
        return made

    def _top(self, canvas: Canvas) -> None:
        """Linoleum in a wooden edge."""
        generator = np.random.default_rng(7)
        high, wide = canvas.shape
        where, x, y = canvas.window((0.0, 0.0, WIDTH, SIDE))
        away = canvas.box(x, y, (0.0, 0.0, WIDTH, SIDE), 6.0)
        rgb = wood(generator, high, wide, MAHOGANY, canvas.k, 0.05)[where]
        rgb = rgb * canvas.bevel_shade(away, 4.0, 0.5)[..., None]
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))
        inner = (_BORDER, _BORDER - 3.0, WIDTH - 2 * _BORDER, SIDE - 2 * _BORDER + 6.0)
        canvas.recess(inner, 3.0, *LINOLEUM, depth=3.0, strength=0.35, lip=1.2, grain=1.6)

    def _fanfold(self) -> pygame.Surface:
        """The listing's paper: bars two lines deep, a strip with holes at each side."""
        width, height = self.px(LISTING[2]), self.px(LISTING[3])
        rgb = paper(width, height, 704, _FANFOLD)
        x = ((np.arange(width, dtype=np.float32) + 0.5) / np.float32(self.scale))[None, :]
        y = ((np.arange(height, dtype=np.float32) + 0.5) / np.float32(self.scale))[:, None]
        strip = 24.0
        inside = (x > strip + 2) & (x < LISTING[2] - strip - 2)
        bar = (np.floor((y - (FIRST - LISTING[1])) / (2 * ROW)) % 2 == 0) & inside
        bar = bar & (y > FIRST - LISTING[1]) & (y < FIRST - LISTING[1] + ROWS * ROW)
        rgb[bar] *= _BAR
        for edge in (strip, LISTING[2] - strip):
            cuts = (np.abs(x - edge) < max(0.5, 0.5 / self.scale)) & (np.floor(y / 2) % 2 == 0)
            rgb[cuts] *= 0.82
        for middle in (strip / 2, LISTING[2] - strip / 2):
            down = (y - 10.0) % 30.6 - 15.3
            away = np.hypot(x - middle, down) - np.float32(4.8)
            cover = np.clip(0.5 - away * self.scale, 0, 1)[..., None]
            rgb = rgb * (1 - cover) + np.array(_HOLE, np.float32) * cover
        return self._edged(rgb, x, y)

    def _form(self) -> pygame.Surface:
        """The form of the registers: buff card with printed boxes."""
        width, height = self.px(FORM[2]), self.px(FORM[3])
        rgb = paper(width, height, 705, _BUFF)
        x = ((np.arange(width, dtype=np.float32) + 0.5) / np.float32(self.scale))[None, :]
        y = ((np.arange(height, dtype=np.float32) + 0.5) / np.float32(self.scale))[:, None]
        for field in FIELDS:
            left, top, wide, high = _box(field)
            across = np.abs(x - (left - FORM[0] + wide / 2)) - wide / 2
            down = np.abs(y - (top - FORM[1] + high / 2)) - high / 2
            away = np.maximum(across, down) * np.float32(self.scale)
            rgb[away < 0] = rgb[away < 0] * 0.4 + np.array((250, 246, 234), np.float32) * 0.6
            line = np.clip(max(0.55 * self.scale, 0.5) + 0.5 - np.abs(away), 0, 1)[..., None]
            rgb = rgb * (1 - 0.75 * line) + np.array(_INK, np.float32) * 0.75 * line
        return self._edged(rgb, x, y)

    def _edged(self, rgb: Array, x: Array, y: Array) -> pygame.Surface:
        """Paper in the light from the upper left: brighter there, its far edges darker."""
        wide, high = float(x[0, -1]), float(y[-1, 0])
        lit = 1.02 - 0.05 * (y / high) - 0.03 * (x / wide)
        near = np.minimum(wide - x, high - y)
        lit = lit * (0.90 + 0.10 * smooth_step(0.0, 1.6, np.asarray(near, np.float32)))
        cover = np.ones((y.shape[0], x.shape[1]), np.float32)
        return cutout(np.asarray(rgb * lit[..., None], np.float32), cover)

    def _letter(self, made: pygame.Surface) -> None:
        """The words that are printed on the sheets for good."""
        for column, words in _HEADS:
            self._word(made, words, LEFT + column * COLUMN, FIRST - 11.0, 6.4, "left")
        self._word(made, "REGISTERS, IN OCTAL", LEFT, FORM[1] + 20.0, 8.4, "left")
        for field in FIELDS:
            self._word(made, field.label, _box(field)[0] - 6.0, field.y, 6.8, "right")

    def _word(
        self, made: pygame.Surface, words: str, x: float, y: float, high: float, anchor: str
    ) -> None:
        k = self.scale
        side = "left" if anchor == "left" else "right"
        ENGRAVING.draw(made, words, x * k, y * k, high * k, _INK, side, 0.13, 0.06)  # type: ignore[arg-type]

    # What is written.

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The ruler, and the marks of every graphic that the wheels carry."""
        yield self._ruler
        yield self._pin
        yield from self.plate_sprites()
        for char in PUNCHES:
            yield partial(WHEELS.type_of, char, COLUMN * self.scale, ROW * self.scale)

    def look(self, state: CodingDeskState, now_ms: int) -> list[PlacedSprite]:
        if self.drawn is None or self.drawn[0] != state:
            self.drawn = (state, self._text_sprites(state))
        return self.drawn[1]

    def _text_sprites(self, state: CodingDeskState) -> list[PlacedSprite]:
        scene = state.scene
        stamps = [self._print(octal.title(scene)[:TITLE_MOST], LEFT, 40.0)]
        for number, line in enumerate(state.lines):
            middle = FIRST + (number + 0.5) * ROW
            stored = f"{octal.address(line.address):<{WORD_AT}}{octal.word(line.word)}"
            stamps.append(self._print(stored, LEFT, middle))
            if line.text:
                left = LEFT + TEXT_AT * COLUMN
                stamps.append(self._print(line.text[:TEXT_MOST], left, middle))
        for field, value in zip(FIELDS, octal.registers(scene.registers), strict=True):
            stamps.append(self._print(value[: field.characters], field.x, field.y))
        stamps.append(self._print(octal.note(scene)[:NOTE_MOST], *_NOTE))
        places = {stored.address: number for number, stored in enumerate(scene.around)}
        if scene.location in places:
            y = FIRST + places[scene.location] * ROW + RULER[1]
            stamps.append(PlacedSprite(self._ruler(), self.px(RULER[0]), self.px(y)))
        for number in sorted({places[address] for address, _ in scene.desk.points}):
            pin = self._pin()
            middle = FIRST + (number + 0.5) * ROW
            x = self.px(PIN_AT) - pin.get_width() // 2
            stamps.append(PlacedSprite(pin, x, self.px(middle) - pin.get_height() // 2))
        return [*stamps, *self.plate_stamps(state.can, state.held)]

    def _print(self, text: str, x: float, y: float) -> PlacedSprite:
        """A text whose middle stands at y."""
        sprite = WHEELS.line_surface(text, COLUMN * self.scale, ROW * self.scale)
        return PlacedSprite(sprite, self.px(x), self.px(y) - sprite.get_height() // 2)

    @cached_sprite
    def _pin(self) -> pygame.Surface:
        """The head of a red pin, lit from the upper left."""
        radius = max(PIN * self.scale, 3.0)
        side = round(2 * radius) + 4
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) + 0.5 - side / 2
        cover = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
        shine = np.exp(-((np.hypot(x + radius * 0.35, y + radius * 0.35) / (0.45 * radius)) ** 2))
        dark = 0.72 + 0.28 * np.clip(1 - (x + y) / (2.2 * radius), 0, 1)
        rgb = np.array((206, 40, 30), np.float32) * dark[..., None]
        rgb = rgb + (255.0 - rgb) * (0.65 * shine)[..., None]
        return cutout(np.asarray(rgb, np.float32), cover)

    @cached_sprite
    def _ruler(self) -> pygame.Surface:
        """Clear plastic: a tint, its upper edge light, its lower one dark, a red line at each."""
        width, height = self.px(RULER[2]), self.px(RULER[3])
        y = np.linspace(0.0, 1.0, height, dtype=np.float32)[:, None]
        x = np.linspace(0.0, 1.0, width, dtype=np.float32)[None, :]
        rgb = np.empty((height, width, 3), np.float32)
        rgb[:] = (255.0, 214.0, 120.0)
        cover = np.asarray(0.20 + 0.06 * y + 0.0 * x, np.float32)
        shine = np.exp(-(((x + 0.35 * y - 0.17) / 0.05) ** 2))
        rgb += (255.0 - rgb) * shine[..., None]
        cover += 0.16 * shine
        edge = max(round(1.1 * self.scale), 1)
        for rows, colour, strength in (
            (slice(0, edge), (255.0, 252.0, 240.0), 0.75),
            (slice(height - edge, height), (70.0, 48.0, 20.0), 0.55),
            (slice(edge, 2 * edge), _RED, 0.55),
            (slice(height - 2 * edge, height - edge), _RED, 0.55),
        ):
            rgb[rows], cover[rows] = colour, strength
        cover[:, :edge], cover[:, -edge:] = 0.5, 0.5
        return cutout(rgb, np.asarray(cover, np.float32))


def _box(field: Field) -> Rect:
    """The printed box about a field's characters."""
    return (field.x - 5.0, field.y - 11.5, field.characters * COLUMN + 10.0, 23.0)


# -- The programmer's desk in the room: what is written on it now, and what a touch of it does -----

DESK_COMMAND = "desk.command"
DESK_MS, CALM_DESK_MS = 250, 700
"""While a program runs its desk is written anew no oftener than this."""
LINES_A_FRAME = 4
"""Of the listing, so that no frame is late for a page that is turned."""


def desk_acts(control: str, scene: ProgramScene) -> Sequence[StepAct]:
    """A touch of the desk: a plate, or a line of the listing."""
    kind, _, number = control.partition(".")
    if kind == "line":
        if int(number) >= len(scene.around):
            return ()
        address = scene.around[int(number)].address
        there = [n for place, n in scene.desk.points if place == address]
        commands = [f"delete {n}" for n in there] or [f"break {address:05o}"]
        return tuple(StepAct(DESK_COMMAND, command) for command in commands)
    return (StepAct(DESK_COMMAND, kind),) if kind in ("step", "over", "back", "go") else ()


def desk_state() -> Callable[[DrawContext], CodingDeskState]:
    """The programmer's desk: while the program runs, as it was a moment ago."""
    written, lines = Paced[ProgramScene](), tuple[StorageLine, ...]()

    def state(context: DrawContext) -> CodingDeskState:
        nonlocal lines
        view = context.view
        rest_ms = (CALM_DESK_MS if context.calm else DESK_MS) if view.busy else 0
        scene = written.get(view.scene, context.now_ms, rest_ms, lambda: view.scene)
        held = context.held_at("board") & PLATES.keys()
        lines = _retyped(lines, scene.around)
        return CodingDeskState(scene, lines, usable_at_desk(view), held)

    return state


def _retyped(old: tuple[StorageLine, ...], new: tuple[StorageLine, ...]) -> tuple[StorageLine, ...]:
    """The old lines with the first few that differ as the new ones are."""
    if len(old) != len(new):
        return new
    other = [k for k, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    typed = set(other[:LINES_A_FRAME])
    return tuple(new[k] if k in typed else line for k, line in enumerate(old))


def usable_at_desk(view: View) -> frozenset[str]:
    """The plates of the desk that do something now."""
    scene = view.scene
    if not isinstance(scene, ProgramScene) or scene.needs or view.busy or scene.waits:
        return frozenset()
    cannot = set() if scene.desk.can_back else {"back"}
    if not view.controls.get("console.lever"):  # at MANUAL
        cannot |= {"over", "go"}
    return frozenset(PLATES) - cannot
