"""The IBM 704's operator's console as it is seen and touched (docs/sources/panel704.md).

What never changes is one sheet, drawn once a scale (console_sheet.py).  Over it stand the plates,
push buttons, keys and lever as small opaque pictures, one for each of their positions, and the
neons' light is added last.  A paint that isn't whole touches only what is other than it was drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pygame

from devices.panel.layout import Control, ControlRow, Lamp, PanelLayout
from devices.screen import widgets
from devices.screen.canvas import Rect
from devices.screen.lamps import LEVEL_OF, LEVELS, PHASES, neon, neon_size
from devices.screen.part import Touch, TouchKind, touch_at
from devices.screen.room import DrawContext
from devices.screen.smooth import smoothscale
from machines.ibm704.picture.console_sheet import KEY_STRIP, KEYS_A_BASE, box_about, draw_sheet

SHEET_FINER = 2
"""The sheet is drawn this much larger and brought down by smoothscale..."""
FINE_ENOUGH = 1.0
"""...but from this many pixels a unit on at its own size: its edges are smooth enough then."""
SCALES_KEPT = 2
"""Sheets kept, so that zooming out and in again costs nothing."""


@dataclass(frozen=True)
class _Cell:
    """One opaque picture on the console, in pixels: a plate (``lamp`` its number) or a control."""

    rect: pygame.Rect
    width: float
    height: float
    label: str
    colour: str
    lamp: int = -1
    control: str = ""
    kind: str = "plate"
    seam: bool = False


@dataclass(frozen=True)
class _Neon:
    """One neon in pixels: its number, the corner of its light's sprite, and its phase."""

    lamp: int
    corner: tuple[int, int]
    phase: int


@dataclass(frozen=True)
class _Built:
    """All that the console keeps for one scale."""

    sheet: pygame.Surface
    """With the cabinet's shadow around it, transparent outside."""
    ground: pygame.Surface
    """The same, opaque: what stands under the lamps."""
    cells: list[_Cell]
    rows: list[list[_Neon]]
    pictures: dict[tuple[int, int], pygame.Surface] = field(default_factory=dict)
    """Of each cell at each of its positions."""


def _build(layout: PanelLayout, lamps: tuple[Lamp, ...], scale: float) -> _Built:
    size = (round(layout.width * scale), round(layout.height * scale))
    finer = SHEET_FINER if scale < FINE_ENOUGH else 1
    canvas, mask = draw_sheet(layout, scale, size, finer)
    sheet = canvas.surface_cut(mask)
    rows = _place_neons(lamps, scale)
    for phase in {lamp.phase for row in rows for lamp in row}:
        for level in range(1, LEVELS):
            neon(scale, phase, level)
    return _Built(
        sheet if finer == 1 else smoothscale(sheet, size),
        canvas.surface(size),
        _place_cells(layout, scale),
        rows,
    )


class ConsolePart:
    """The console as a Part; its controls' names are the layout's (``start``, ``key.21``,
    ``sense.3``, ``lever``), those in events ``console.start`` and so on."""

    def __init__(self, layout: PanelLayout) -> None:
        self.layout = layout
        self.size = (layout.width, layout.height)
        self.scale = 0.0
        self._lamps = layout.lamps()
        self._touches = tuple(_touches(layout))
        self._motion = widgets.Motion()
        self._built: dict[float, _Built] = {}
        self._shown_levels = np.zeros(len(self._lamps), dtype=np.uint8)
        self._shown_cells: list[int] = []

    def build(self, scale: float) -> None:
        """Draw the sheet for ``scale`` pixels a unit; nothing if it stands there already."""
        if scale == self.scale:
            return
        if scale not in self._built:
            while len(self._built) >= SCALES_KEPT:
                del self._built[next(iter(self._built))]
            self._built[scale] = _build(self.layout, self._lamps, scale)
        made = self._built[scale]
        self._sheet, self._ground = made.sheet, made.ground
        self._cells, self._rows, self._pictures = made.cells, made.rows, made.pictures
        self._sprite = neon_size(scale)
        self._shown_cells = [-1] * len(self._cells)
        self.scale = scale

    def make_sprites(self) -> Iterator[None]:
        """Every plate in every light, every control at every step of its way."""
        pictures = self._pictures
        for number, cell in enumerate(self._cells):
            for frame in range(LEVELS if cell.kind == "plate" else widgets.FRAMES):
                if pictures is not self._pictures:
                    return  # it was built for another scale
                self._picture(number, cell, frame, pictures)
                yield

    def paint(
        self, target: pygame.Surface, at: tuple[int, int], state: DrawContext, now_ms: int,
        whole: bool,
    ) -> list[pygame.Rect]:  # fmt: skip
        """Draw the console; see Part.paint.  ``build`` must have been called."""
        levels = LEVEL_OF[state.brightness]
        stands, held = state.stands_at("console"), state.held_at("console")
        frames = [
            int(levels[cell.lamp])
            if cell.lamp >= 0
            else self._motion.frame(cell.control, _is_down(cell, stands, held), now_ms)
            for cell in self._cells
        ]
        if whole:
            target.blit(self._sheet, at)
        rects = []
        for number, cell in enumerate(self._cells):
            if whole or frames[number] != self._shown_cells[number]:
                picture = self._picture(number, cell, frames[number], self._pictures)
                rects.append(target.blit(picture, cell.rect.move(at)))
        if whole:
            for row in self._rows:
                self._add_light(target, at, row, levels)
            rects = [pygame.Rect(at, self._sheet.get_size())]
        else:
            rects += self._relight(target, at, levels)
        self._shown_cells = frames
        self._shown_levels = levels.copy()
        return rects

    def touch(self, x: float, y: float) -> Touch | None:
        """The control under (x, y), in units."""
        return touch_at(self._touches, x, y)

    def touches(self) -> tuple[Touch, ...]:
        """Every control of the layout with its area, label included."""
        return self._touches

    def _picture(
        self, number: int, cell: _Cell, frame: int, made: dict[tuple[int, int], pygame.Surface]
    ) -> pygame.Surface:
        found = made.get((number, frame))
        # Two threads may draw it at a time; they shall lay the same one.
        return found if found is not None else made.setdefault((number, frame), _draw(cell, frame))

    def _relight(
        self, target: pygame.Surface, at: tuple[int, int], levels: npt.NDArray[np.uint8]
    ) -> list[pygame.Rect]:
        """Draw the neons that changed, and whatever of their neighbours' light they stand in."""
        rects: list[pygame.Rect] = []
        changed = levels != self._shown_levels
        if not changed.any():
            return rects
        clip = target.get_clip()
        for row in self._rows:
            for first, last in _spans(row, changed, self._sprite):
                left, top = row[first].corner
                area = pygame.Rect(left, top, row[last].corner[0] - left, 0)
                area.width, area.height = area.width + self._sprite, self._sprite
                shown = area.move(at)
                target.set_clip(shown.clip(clip))
                target.blit(self._ground, shown, area)
                near = [
                    lamp for lamp in row if area.left - self._sprite < lamp.corner[0] < area.right
                ]
                self._add_light(target, at, near, levels)
                rects.append(shown)
        target.set_clip(clip)
        return rects

    def _add_light(
        self,
        target: pygame.Surface,
        at: tuple[int, int],
        lamps: list[_Neon],
        levels: npt.NDArray[np.uint8],
    ) -> None:
        for lamp in lamps:
            level = int(levels[lamp.lamp])
            if level:
                place = (lamp.corner[0] + at[0], lamp.corner[1] + at[1])
                light = neon(self.scale, lamp.phase, level)
                target.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


def _is_down(cell: _Cell, stands: Mapping[str, int], held: frozenset[str]) -> int:
    """1 where a control is down, or the lever at its lower end."""
    down = min(1, stands.get(cell.control, 0))
    if cell.kind == "button":
        return down or int(cell.control in held)
    return 1 - down if cell.kind == "lever" else down


def _draw(cell: _Cell, frame: int) -> pygame.Surface:
    size = cell.rect.size
    if cell.kind == "plate":
        return widgets.plate(cell.width, cell.height, cell.label, cell.colour, frame, size)
    if cell.kind == "button":
        return widgets.push_button(cell.width, cell.height, cell.label, cell.colour, frame, size)
    if cell.kind == "lever":
        return widgets.lever(cell.width, cell.height, cell.colour, frame, size)
    return widgets.rocker(cell.width, cell.height, cell.colour, frame, size, cell.seam)


def _spans(row: list[_Neon], changed: npt.NDArray[np.bool_], reach: int) -> list[tuple[int, int]]:
    """Runs of changed lamps of a row whose sprites meet: first and last of each."""
    spans: list[tuple[int, int]] = []
    for k, lamp in enumerate(row):
        if not changed[lamp.lamp]:
            continue
        if spans and lamp.corner[0] - row[spans[-1][1]].corner[0] <= reach:
            spans[-1] = (spans[-1][0], k)
        else:
            spans.append((k, k))
    return spans


def _place_neons(lamps: tuple[Lamp, ...], scale: float) -> list[list[_Neon]]:
    """The neons by rows of one height, each from left to right."""
    half = neon_size(scale) // 2
    rows: dict[int, list[_Neon]] = {}
    for number, lamp in enumerate(lamps):
        if lamp.kind != "neon":
            continue
        quarters = round((lamp.x * scale - 0.5) * PHASES)
        x, y = quarters // PHASES, round(lamp.y * scale - 0.5)
        rows.setdefault(y, []).append(_Neon(number, (x - half, y - half), quarters % PHASES))
    return [sorted(row, key=lambda lamp: lamp.corner) for row in rows.values()]


def _pixel_rect(box: Rect, scale: float) -> pygame.Rect:
    """The whole pixels that stand for ``box``; boxes that meet stay without gap or overlap."""
    left, top = round(box[0] * scale), round(box[1] * scale)
    right, bottom = round((box[0] + box[2]) * scale), round((box[1] + box[3]) * scale)
    return pygame.Rect(left, top, right - left, bottom - top)


def _place_cells(layout: PanelLayout, scale: float) -> list[_Cell]:
    cells = []
    for number, lamp in enumerate(layout.lamps()):
        if lamp.kind == "plate":
            rect = _pixel_rect(box_about(lamp.x, lamp.y, lamp.width, lamp.height), scale)
            cells.append(_Cell(rect, lamp.width, lamp.height, lamp.label, lamp.colour, lamp=number))
    controls = iter(layout.controls())
    for row in layout.control_rows:
        for k in range(len(row.names)):
            cells.append(_control_cell(row, k, next(controls), scale))
    return cells


def _control_cell(row: ControlRow, k: int, control: Control, scale: float) -> _Cell:
    width = control.width if control.kind in ("button", "lever") else row.pitch
    height = control.height + (0.0 if control.kind == "button" else widgets.BASE_BELOW)
    box = (control.x - width / 2, control.y - control.height / 2, width, height)
    return _Cell(
        _pixel_rect(box, scale),
        width,
        height,
        control.label,
        control.colour,
        control=control.id,
        kind=control.kind,
        seam=control.kind == "key" and k % KEYS_A_BASE == 0 and k > 0,
    )


def _touches(layout: PanelLayout) -> list[Touch]:
    """Every control's area: a key's with its number above, a lever's with both its words."""
    found = []
    controls = iter(layout.controls())
    for row in layout.control_rows:
        for _ in row.names:
            control = next(controls)
            x, y, width, height = box_about(control.x, control.y, control.width, control.height)
            if control.kind == "lever":
                rect: Rect = (x - 12.0, y - 14.0, width + 24.0, height + 40.0)
            elif control.kind == "button":
                rect = (x - 0.8, y - 1.5, width + 1.6, height + 3.0)
            else:
                spare = (row.pitch - width) / 2
                high = height + KEY_STRIP + widgets.BASE_BELOW
                rect = (x - spare, y - KEY_STRIP, row.pitch, high)
            kind: TouchKind = "button" if control.kind == "button" else "latch"
            label = control.label
            found.append(Touch(control.id, rect, kind, label, control.help, control.key))
    return found
