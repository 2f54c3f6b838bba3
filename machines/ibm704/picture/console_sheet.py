"""The 704 console's sheet: everything on it that never moves or lights, drawn once a scale.

Places of lamps, controls and legends come from the panel's layout.  The cabinet around them is not
in the layout: its measures here were read by us off the same period photograph, in the same units
(docs/sources/panel704.md).  Dark lamps belong to the sheet; their light is added over it.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from devices.panel.layout import ControlRow, Lamp, LampRow, Legend, PanelLayout
from devices.screen.canvas import Canvas, Rect
from devices.screen.lamps import PHASES, dark_neon, plate_lens
from devices.screen.materials import (
    Field,
    Picture,
    cabinet_metal,
    dark_enamel,
    grain,
    light_enamel,
    magnify,
    polish_metal,
)
from devices.screen.strokes import Colour
from devices.screen.widgets import BASE, BASE_BELOW, draw_housing

GRAIN = 0.5
"""The grain of the enamels, where it isn't evened by smoothscale."""
BODY: Rect = (27.0, 47.0, 1015.0, 1041.0)
BODY_RADIUS = 27.0
RECESS: Rect = (88.0, 203.0, 885.0, 846.0)
RECESS_RADIUS = 33.0
DIVIDE = 690.0
"""Where the dark upper half ends: the top of the metal strip."""
STRIP: Rect = (84.0, 689.0, 894.0, 13.0)
BADGE: Rect = (137.0, 128.0, 773.0, 40.0)
BADGE_NUMBER_WIDTH = 124.0
BLOCK_GAP = 7.0
"""Plates and buttons that stand no further apart than this share one moulding."""
WHITE: Colour = (228, 227, 220)
INK: Colour = (74, 73, 71)
LEGEND_CAPITAL = 0.64
"""Height of a legend's capitals as a share of its size."""
NUMBER = 5.3
TITLE = 5.8
SMALL_TITLE = 4.5
BRACKET_UP = 25.0
"""From a lamp's middle up to its bracket; the ticks come down to TICK_UP."""
TICK_UP = 10.5
NUMBER_UP = 17.0
HALVES = {"storage": "9", "accumulator": "9", "mq": "9", "instruction": "10"}
"""Rows whose bracket is cut in two, and the lamp before which the second half begins."""
KEY_STRIP = 12.5
"""Height of the dark strip that carries the numbers over a bank of keys."""
KEYS_A_BASE = 6


class Coating(Protocol):
    """A material of materials.py: a picture of a size."""

    def __call__(self, width: int, height: int, *, rough: float) -> Picture: ...


@dataclass(frozen=True)
class Cell:
    """A plate or push button as it stands in its moulding: lamp or control id, and its box."""

    id: str
    box: Rect


def box_about(x: float, y: float, width: float, height: float) -> Rect:
    """The box whose middle is (x, y)."""
    return (x - width / 2, y - height / 2, width, height)


def draw_sheet(
    layout: PanelLayout, scale: float, size: tuple[int, int], finer: int
) -> tuple[Canvas, Field]:
    """The whole console without its light and its moving things, and the alpha around it.

    For ``size`` pixels at ``scale`` pixels a unit, drawn ``finer`` times as large.
    """
    canvas = Canvas.of(size[0] / scale, size[1] / scale, scale * finer)
    mask = draw_cabinet(canvas, finer)
    draw_panels(canvas, finer)
    draw_badge(canvas, layout.title)
    for row in layout.lamp_rows:
        if row.kind == "neon":
            draw_lamp_row(canvas, row)
    draw_blocks(canvas, layout)
    for controls in layout.control_rows:
        if controls.kind in ("key", "switch"):
            draw_bank(canvas, controls)
        elif controls.kind == "lever":
            draw_lever_base(canvas, controls)
    for legend in layout.legends:
        draw_legend(canvas, legend)
    draw_lamps(canvas, layout.lamps())
    return canvas, mask


def coat(material: Coating, wide: int, high: int, finer: int) -> Picture:
    """A material for a canvas drawn ``finer`` times as large: its grain is that of the finished
    picture's pixels, so it needs no more than those."""
    small = material(-(-wide // finer), -(-high // finer), rough=GRAIN)
    return small if finer == 1 else magnify(small, finer, finer, wide, high)


def draw_cabinet(canvas: Canvas, finer: int) -> Field:
    """The cabinet's front, rounded to both sides; returns its alpha, with its shadow around it."""
    _, x, y = canvas.window((0.0, 0.0, 1e4, 1e4))
    metal = coat(cabinet_metal, x.size, y.size, finer)
    xs = x[0] / np.float32(canvas.k)
    places = [27, 31, 42, 56, 70, 90, 116, 520, 940, 968, 992, 1008, 1026, 1038, 1042]
    lights = [0.50, 0.72, 1.02, 1.26, 1.24, 1.0, 0.93, 0.98, 0.9, 0.88, 1.0, 1.04, 0.84, 0.6, 0.44]
    across = np.interp(xs, places, lights).astype(np.float32)[None, :, None]
    ys = y[:, 0] / np.float32(canvas.k)
    rolls = np.interp(
        ys, [47, 60, 75, 110, 1040, 1066, 1080, 1088], [1, 1, 1.06, 1, 1, 0.9, 0.7, 0.5]
    )
    np.multiply(metal, across * rolls.astype(np.float32)[:, None, None], out=canvas.rgb)
    draw_top_trim(canvas)
    field = canvas.box(x, y, BODY, BODY_RADIUS)
    body = np.clip(0.5 - field, 0.0, 1.0)
    rim = body < 1
    soft = np.exp(-np.maximum(field[rim], 0) / np.float32(9.0 * canvas.k))
    fall = np.clip((x + y) / np.float32(1500 * canvas.k), 0.25, 1.0)[rim]
    alpha: Field = body.copy()
    alpha[rim] += (1 - body[rim]) * soft * fall * np.float32(0.7)
    # A pixel on the edge keeps the body's colour in proportion: straight, not premultiplied.
    canvas.rgb[rim] *= (body[rim] / np.maximum(alpha[rim], 1e-3))[:, None]
    return alpha


def draw_top_trim(canvas: Canvas) -> None:
    """The bright trim along the cabinet's top edge."""
    x, y, width, _ = BODY
    where, xs, ys = canvas.window((x, y, width, 9.0), spare_px=0.0)
    bar = polish_metal(xs.size, ys.size)
    canvas.over(where, bar, np.full(bar.shape[:2], 0.8, dtype=np.float32))
    canvas.rounded((x, y + 9.0, width, 1.6), (20, 21, 22), opacity=0.65)


def draw_panels(canvas: Canvas, finer: int) -> None:
    """The recess in the cabinet's front: dark panel, metal strip, light panel."""
    x, y, width, height = RECESS
    lip = (x - 5.0, y - 5.0, width + 10.0, height + 10.0)
    canvas.shadow(lip, RECESS_RADIUS + 5, (2.5, 3.0), 3.0, 0.30)
    canvas.bevel(lip, 4.5, -58.0, RECESS_RADIUS + 5)
    canvas.rounded((x - 1.6, y - 1.6, width + 3.2, height + 3.2), (22, 23, 25), RECESS_RADIUS + 1.6)
    where, xs, ys = canvas.window(RECESS)
    inside = np.clip(0.5 - canvas.box(xs, ys, RECESS, RECESS_RADIUS), 0, 1)
    seam = round(DIVIDE * canvas.k) - where[0].start
    upper = coat(dark_enamel, xs.size, seam, finer)
    lower = coat(light_enamel, xs.size, ys.size - seam, finer)
    canvas.over(where, np.concatenate((upper, lower), axis=0), inside)
    canvas.sunk(RECESS, RECESS_RADIUS, (5.0, 6.0), 7.0, 0.42)
    canvas.bevel(RECESS, 2.0, -26.0, RECESS_RADIUS)
    draw_strip(canvas)


def draw_strip(canvas: Canvas) -> None:
    """The polished strip between the halves, standing a little proud of both."""
    canvas.shadow(STRIP, 0.0, (1.5, 5.5), 4.0, 0.55)
    canvas.rounded((STRIP[0], STRIP[1] - 1.2, STRIP[2], STRIP[3] + 2.6), (24, 24, 25), 1.4)
    where, x, y = canvas.window(STRIP, spare_px=0.0)
    canvas.over(
        where, polish_metal(x.size, y.size), np.clip(0.5 - canvas.box(x, y, STRIP, 1.2), 0, 1)
    )


def draw_badge(canvas: Canvas, title: str) -> None:
    """The badge: the type number white on black, then what it is, black on ivory."""
    number, _, words = title.partition(" ")
    x, y, width, height = BADGE
    canvas.shadow(BADGE, 1.0, (2.0, 2.6), 2.4, 0.5)
    canvas.rounded(BADGE, ((238, 236, 226), (222, 219, 208)), 1.0)
    dark = (x, y, BADGE_NUMBER_WIDTH, height)
    canvas.rounded(dark, ((24, 24, 26), (12, 12, 14)), 1.0)
    middle = y + height / 2
    canvas.letter(
        number, x + BADGE_NUMBER_WIDTH / 2, middle, 26.0, (242, 240, 232), weight=0.18, spacing=0.24
    )
    letters = x + (BADGE_NUMBER_WIDTH + width) / 2
    canvas.letter(words, letters, middle, 21.0, (22, 22, 24), weight=0.095, spacing=0.05)
    canvas.bevel(BADGE, 1.2, 40.0, 1.0)


def draw_lamp_row(canvas: Canvas, row: LampRow) -> None:
    """A row's bracket, numbers and title."""
    colour = WHITE if row.y < DIVIDE else INK
    places = [row.x + column * row.pitch for column in row.columns]
    for first, last in _runs(row):
        draw_bracket(canvas, row, first, last, colour)
    if row.show_labels:
        weight = 0.135 if row.y < DIVIDE else 0.12
        for place, label in zip(places, row.labels, strict=True):
            canvas.letter(label, place, row.y - NUMBER_UP, NUMBER, colour, weight=weight)
    if row.title and row.spacing < 0.5:
        for k, word in enumerate(row.title.split()):
            y = row.title_y + k * SMALL_TITLE * 1.5
            canvas.letter(word, row.title_x, y, SMALL_TITLE, colour, spacing=0.08, weight=0.13)
    elif row.title:
        words = row.title.replace(" ", "  ")
        canvas.letter(words, row.title_x, row.title_y, TITLE, colour, spacing=row.spacing * 1.05)


def _runs(row: LampRow) -> list[tuple[int, int]]:
    """Brackets that join without a cut: first and last group of each."""
    cut = row.labels.index(HALVES[row.id]) if row.id in HALVES else -1
    runs: list[tuple[int, int]] = []
    for k, (first, _) in enumerate(row.brackets):
        if runs and first != cut:
            runs[-1] = (runs[-1][0], k)
        else:
            runs.append((k, k))
    return runs


def draw_bracket(canvas: Canvas, row: LampRow, first: int, last: int, colour: Colour) -> None:
    """The line over the groups ``first`` to ``last``, with a tick at both ends and between."""
    half, cut = row.pitch / 2, 1.5
    top, foot = row.y - BRACKET_UP, row.y - TICK_UP

    def column(k: int) -> float:
        return row.x + row.columns[k] * row.pitch

    left = column(row.brackets[first][0]) - half + (cut if first else 0.0)
    right = column(row.brackets[last][1]) + half - (cut if last + 1 < len(row.brackets) else 0.0)
    ticks = [left, *(column(row.brackets[k][0]) - half for k in range(first + 1, last + 1)), right]
    line = 1.5
    over = (left - line / 2, top - line / 2, right - left + line, line)
    canvas.rounded(over, colour, opacity=0.92)
    for tick in ticks:
        canvas.rounded((tick - line / 2, top, line, foot - top), colour, opacity=0.92)


def draw_lamps(canvas: Canvas, lamps: tuple[Lamp, ...]) -> None:
    """Every neon, out, in its ferrule."""
    sprites: dict[int, tuple[Picture, Field]] = {}
    for lamp in lamps:
        if lamp.kind != "neon":
            continue
        phase = round(lamp.x * canvas.k * PHASES) % PHASES
        if phase not in sprites:
            sprites[phase] = dark_neon(canvas.k, phase / PHASES)
        ring = box_about(lamp.x, lamp.y, 16.0, 16.0)
        canvas.shadow(ring, 8.0, (0.9, 1.2), 1.4, 0.45)
        picture, mask = sprites[phase]
        left = (lamp.x - phase / PHASES / canvas.k) * canvas.k - mask.shape[1] / 2
        canvas.stamp(picture, mask, round(left), round(lamp.y * canvas.k - mask.shape[0] / 2))


def moulded(layout: PanelLayout) -> list[Cell]:
    """Every plate and push button, and the blanks among the plates (their id is empty)."""
    cells = [
        Cell(lamp.id, box_about(lamp.x, lamp.y, lamp.width, lamp.height))
        for lamp in layout.lamps()
        if lamp.kind == "plate"
    ]
    for row in layout.lamp_rows:
        if row.kind == "plate":
            held = {round(column) for column in row.columns}
            for column in sorted(set(range(max(held) + 1)) - held):
                x = row.x + column * row.pitch
                cells.append(Cell("", box_about(x, row.y, row.width, row.height)))
    cells += [
        Cell(control.id, box_about(control.x, control.y, control.width, control.height))
        for control in layout.controls()
        if control.kind == "button"
    ]
    return cells


def blocks(cells: list[Cell]) -> list[Rect]:
    """The boxes of the mouldings: cells that stand close together share one."""
    boxes = [cell.box for cell in cells]
    joined = True
    while joined:
        joined = False
        for k, one in enumerate(boxes):
            other = next((j for j in range(k + 1, len(boxes)) if _near(one, boxes[j])), None)
            if other is not None:
                boxes[k] = _union(one, boxes.pop(other))
                joined = True
                break
    return boxes


def _near(one: Rect, other: Rect) -> bool:
    across = max(one[0], other[0]) - min(one[0] + one[2], other[0] + other[2])
    down = max(one[1], other[1]) - min(one[1] + one[3], other[1] + other[3])
    return across < BLOCK_GAP and down < BLOCK_GAP


def _union(one: Rect, other: Rect) -> Rect:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top)


def draw_blocks(canvas: Canvas, layout: PanelLayout) -> None:
    """The mouldings that plates and push buttons stand in, and the blank plates."""
    cells = moulded(layout)
    for x, y, width, height in blocks(cells):
        canvas.shadow((x, y, width, height), 1.0, (4.5, 4.5), 4.0, 0.5)
        canvas.rounded((x - 1.4, y - 1.6, width + 4.2, height + 3.0), (21, 21, 22), 1.0)
        canvas.rounded((x, y, width, height), ((150, 148, 141), (126, 124, 118)))
        where, xs, ys = canvas.window((x, y, width, height), spare_px=0.0)
        canvas.rgb[where] += grain(xs.size, ys.size, 81)[..., None] * np.float32(4.0)
    for cell in cells:
        if not cell.id:
            draw_housing(canvas, cell.box)
            x, y, width, height = cell.box
            lens = (x + 1.9, y + height * 0.165, width - 3.8, height * 0.66)
            canvas.rounded(lens, (24, 23, 22), 1.0)
            face = (lens[0] + 0.5, lens[1] + 0.6, lens[2] - 1.0, lens[3] - 1.2)
            plate_lens(canvas, face, "ivory", 0.0)


def bank_box(row: ControlRow) -> Rect:
    """A bank of keys with its base, without the strip of numbers over it."""
    left = row.x + (row.columns[0] - 0.5) * row.pitch
    width = (row.columns[-1] - row.columns[0] + 1) * row.pitch
    return (left, row.y - row.height / 2, width, row.height + BASE_BELOW)


def draw_bank(canvas: Canvas, row: ControlRow) -> None:
    """A bank of keys: its strip of numbers, and the ends and the shadow of its base."""
    x, y, width, height = bank_box(row)
    canvas.shadow((x, y + 4.0, width + 2.0, height - 4.0), 0.0, (7.0, 5.0), 5.5, 0.50)
    side = ((0.0, 0.5), (1.2, 0.5), (2.6, 21.0), (4.2, 34.0), (4.4, 42.0), (3.4, height))
    corners = [(x + width + across, y + down) for across, down in side]
    canvas.polygon([*corners, (x + width, y + height)], ((214, 211, 201), (142, 139, 132)))
    canvas.rounded((x + width - 0.3, y + 0.5, 0.9, height - 1), (40, 39, 37), opacity=0.5)
    canvas.rounded((x - 1.5, y, 1.5, height), BASE)
    canvas.rounded((x, y + height - 0.4, width + 4.0, 1.4), (0, 0, 0), opacity=0.4)
    strip = (x + 1.0, y - KEY_STRIP, width - 4.0, KEY_STRIP - 1.2)
    canvas.shadow(strip, 0.0, (1.0, 1.4), 1.2, 0.3)
    canvas.rounded(strip, ((66, 67, 70), (50, 51, 54)))
    canvas.bevel(strip, 0.8, 24.0)
    for column, label in zip(row.columns, row.labels, strict=True):
        place = row.x + column * row.pitch
        canvas.letter(label, place, strip[1] + strip[3] / 2, NUMBER + 0.2, WHITE, weight=0.14)


def draw_lever_base(canvas: Canvas, row: ControlRow) -> None:
    """The shadow of a lever that stands alone."""
    for column in row.columns:
        place = row.x + column * row.pitch
        box = box_about(place, row.y, row.width, row.height)
        tall = (box[0], box[1] + 5.0, box[2], box[3] + BASE_BELOW - 5.0)
        canvas.shadow(tall, 0.0, (9.0, 6.0), 6.0, 0.5)
        base = (box[0] - 2.0, box[1] - 1.0, box[2] + 5.0, box[3] + BASE_BELOW + 2.0)
        canvas.rounded(base, ((206, 203, 194), (158, 155, 147)), 1.6)
        canvas.bevel(base, 1.6, 52.0, 1.6)


def draw_legend(canvas: Canvas, legend: Legend) -> None:
    """Lettering that belongs to no row, and the line that runs through it."""
    colour = WHITE if legend.y < DIVIDE else INK
    high = legend.size * LEGEND_CAPITAL
    canvas.letter(legend.text, legend.x, legend.y, high, colour, "centre", 0.12, legend.spacing)
    if legend.line is None:
        return
    x0, y0, x1, y1 = legend.line
    half = len(legend.text) * high * (0.72 + legend.spacing) / 2 + 3.0
    for start, end in ((x0, legend.x - half), (legend.x + half, x1)):
        canvas.rounded((start, y0 - 0.7, end - start, 1.4), colour)
    for place, y in ((x0, y0), (x1, y1)):
        canvas.rounded((place - 0.7, y, 1.4, 11.5), colour)
