"""A workstation of 1992: its 19-inch colour monitor, the flat box, the keyboard and the mouse.

The monitor has a raster of 1,152 by 900; what is on it a subclass says (crt_monitor).  The mouse
sees its mat: it lies on a metal one with a printed grid.
"""

import numpy as np
import pygame

from devices.screen.parts.office_pc import (
    CrtMonitorPart,
    Housing,
    KeyboardPart,
    LampedPart,
    keys_of,
)
from devices.screen.parts.relief import Canvas, Colour, Rect

RASTER: Rect = (70.0, 42.0, 1152.0, 900.0)
GREY: tuple[Colour, Colour] = ((206, 207, 205), (164, 166, 166))

_INK = (84, 86, 90)
_DEEP = ((46, 47, 49), (24, 25, 27))


class WorkstationMonitorPart(CrtMonitorPart):
    """The monitor; its raster is a subclass's."""

    size = (1292.0, 1064.0)
    housing = Housing(
        raster=RASTER,
        glass=(52.0, 28.0, 1188.0, 928.0),
        front=(6.0, 2.0, 1280.0, 1014.0),
        lamp=(1196.0, 987.0),
        body=GREY,
        slope=((176, 178, 178), (190, 192, 191)),
        lip=((112, 114, 116), (158, 160, 161)),
        chin=48.0,
        fine_below=0.5,
    )

    def _chin(self, canvas: Canvas) -> None:
        """Below the glass: two wheels for brightness and contrast, the switch and its lamp."""
        for k, mark in enumerate(("BRIGHTNESS", "CONTRAST")):
            wheel = (92.0 + 150.0 * k, 980.0, 64.0, 14.0)
            canvas.recess((wheel[0] - 4, wheel[1] - 3, 72.0, 20.0), 4.0, *_DEEP, depth=2.5)
            canvas.plate(wheel, 3.0, (98, 100, 103), (58, 60, 62), 4.0, 0.5)
            for ridge in range(12):
                x = wheel[0] + 3.0 + ridge * 5.2
                canvas.line((x, wheel[1] + 1.5, 1.6, 11.0), (38, 39, 41), 0.8)
            canvas.letter(mark, wheel[0] + 32.0, 1006.0, 7.0, _INK, "centre", 0.14, 0.1)
        button = (1222.0, 974.0, 34.0, 26.0)
        canvas.plate((1218.0, 970.0, 42.0, 34.0), 6.0, (160, 162, 162), (194, 196, 195), -3.0, 0.7)
        canvas.plate(button, 4.0, (208, 210, 208), (176, 178, 178), 4.0, 0.6)
        x, y = self.housing.lamp
        canvas.plate((x - 5.0, y - 3.0, 10.0, 6.0), 3.0, (40, 58, 40), (30, 44, 30), -1.2, 0.6)
        for row in range(3):
            slot = (440.0, 979.0 + 9.0 * row, 412.0, 4.0)
            canvas.line(slot, (116, 118, 119), 0.8, 2.0)
            canvas.line((440.0, 983.0 + 9.0 * row, 412.0, 1.2), (224, 225, 223), 0.6)

    def _foot(self, canvas: Canvas) -> None:
        """The foot that it turns and tilts on."""
        base = (300.0, 1022.0, 692.0, 38.0)
        canvas.shadow(base, 16.0, (8.0, 5.0), 6.0, 0.6)
        canvas.plate(base, 16.0, (182, 184, 184), (128, 130, 131), 6.0, 0.5, 0.4)
        neck = (386.0, 1000.0, 520.0, 34.0)
        canvas.plate(neck, 6.0, (74, 76, 78), (132, 134, 135), 2.0, 0.3)


class WorkstationBoxPart(LampedPart):
    """The computer: a flat box with a slot for floppy discs and ribs for the air."""

    size = (760.0, 172.0)
    lamps = (("power", (56.0, 126.0)), ("disk", (126.0, 126.0)))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2, seed=1992)
        top = [(54.0, 6.0), (706.0, 6.0), (748.0, 40.0), (12.0, 40.0)]
        self._lid(canvas, top)
        front: Rect = (10.0, 36.0, 740.0, 124.0)
        canvas.shadow(front, 10.0, (5.0, 5.0), 5.0, 0.5)
        canvas.plate(front, 9.0, *GREY, 5.0, 0.42, 0.5)
        for k in range(3):
            foot = (48.0 + 304.0 * k, 158.0, 56.0, 11.0)
            canvas.plate(foot, 3.0, (54, 55, 57), (34, 35, 37), 2.0, 0.5)
        for k in range(13):
            rib = (236.0 + 21.0 * k, 52.0, 9.0, 94.0)
            canvas.recess(rib, 4.5, *_DEEP, depth=3.0, strength=0.5)
        canvas.line((14.0, 44.0, 732.0, 1.6), (236, 237, 235), 0.7)
        self._drive(canvas)
        for (_, (x, y)), text in zip(self.lamps, ("POWER", "DISK"), strict=True):
            canvas.plate((x - 7.0, y - 4.0, 14.0, 8.0), 2.0, (50, 54, 48), (34, 38, 34), -1.5, 0.7)
            canvas.letter(text, x, y + 15.0, 8.5, _INK, "centre", 0.13, 0.1)
        plate: Rect = (34.0, 58.0, 164.0, 36.0)
        canvas.plate(plate, 3.0, (92, 96, 104), (66, 70, 78), 2.0, 0.5, 0.3)
        canvas.letter("WORKSTATION 1992", 116.0, 76.0, 11.0, (226, 228, 226), "centre", 0.14, 0.08)
        return canvas.surface((width, height))

    def _lid(self, canvas: Canvas, corners: list[tuple[float, float]]) -> None:
        """The top, seen at a low angle."""
        canvas_rect: Rect = (10.0, 4.0, 742.0, 38.0)
        where, x, y = canvas.window(canvas_rect)
        (x0, y0), (x1, _), (x2, y2), (x3, _) = corners
        low = np.clip((y / canvas.k - y0) / (y2 - y0), 0, 1)
        left, right = x0 + (x3 - x0) * low, x1 + (x2 - x1) * low
        inside = np.minimum(x / canvas.k - left, right - x / canvas.k) * canvas.k + 0.5
        cover = np.clip(inside, 0, 1) * np.clip((y / canvas.k - y0) * canvas.k + 0.5, 0, 1)
        tone = np.asarray((186, 187, 186), np.float32) + low[..., None] * np.float32(34.0)
        rgb = np.broadcast_to(tone, (*cover.shape, 3)).copy()
        canvas.over(where, rgb, np.asarray(cover, np.float32))

    def _drive(self, canvas: Canvas) -> None:
        """The floppy drive at the right."""
        bay: Rect = (532.0, 62.0, 186.0, 60.0)
        canvas.line((530.0, 60.0, 190.0, 64.0), (96, 98, 100), 0.9, 4.0)
        canvas.plate(bay, 3.0, (198, 200, 199), (178, 180, 180), 3.0, 0.45, 0.4)
        canvas.recess((544.0, 78.0, 162.0, 10.0), 2.0, *_DEEP, depth=4.0)
        canvas.plate((664.0, 98.0, 36.0, 13.0), 3.0, (196, 198, 197), (166, 168, 168), 2.5, 0.6)
        canvas.plate((552.0, 101.0, 10.0, 6.0), 2.0, (54, 66, 44), (44, 54, 36), -1.0, 0.6)


class WorkstationKeyboardPart(KeyboardPart):
    """Keyboard with two columns of keys at its left, and the mouse on its mat of metal."""

    tones = ((226, 227, 225), (198, 200, 199))
    dark_tones = ((166, 169, 172), (138, 141, 145))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2, seed=105)
        body: Rect = (10.0, 6.0, 806.0, 112.0)
        canvas.shadow(body, 10.0, (6.0, 6.0), 5.0, 0.6)
        canvas.plate(body, 10.0, (204, 206, 204), (172, 174, 174), 5.0, 0.5, 0.4)
        canvas.plate((10.0, 108.0, 806.0, 10.0), 5.0, (136, 138, 139), (106, 108, 110), 2.0, 0.3)
        shift, shrink = 88.0, 0.885
        top = 14.0
        for row, high in enumerate((11.0, 14.0, 14.5, 15.0, 15.5, 16.0)):
            for k in range(2):
                self._key(canvas, (24.0 + 34.0 * k, top, 31.0, high), True)
            for (left, wide), dark in keys_of(row):
                at = shift + 14.0 + (left - 22.0) * shrink
                self._key(canvas, (at, top, wide * shrink, high), dark)
            top += high + (6.0 if row == 0 else 1.8)
        self._mouse(canvas)
        return canvas.surface((width, height))

    def _mouse(self, canvas: Canvas) -> None:
        """Three buttons, and a grid of fine lines that it reads its way from."""
        mat: Rect = (850.0, 8.0, 218.0, 114.0)
        canvas.shadow(mat, 4.0, (3.0, 3.0), 3.0, 0.5)
        canvas.plate(mat, 4.0, (190, 196, 206), (142, 150, 164), 1.5, 0.4, 0.6, True)
        for k in range(1, 36):
            canvas.line((850.0 + 6.05 * k, 9.0, 0.9, 112.0), (84, 100, 138), 0.5)
        for k in range(1, 19):
            canvas.line((851.0, 8.0 + 6.0 * k, 216.0, 0.9), (104, 108, 116), 0.5)
        cable = [(958.0, 30.0), (962.0, 16.0), (974.0, 8.0), (996.0, 3.0), (1030.0, 0.0)]
        canvas.stroke(cable, (92, 94, 98), 4.0)
        mouse: Rect = (924.0, 24.0, 66.0, 84.0)
        canvas.shadow(mouse, 12.0, (5.0, 6.0), 5.0, 0.6)
        canvas.plate(mouse, 12.0, (212, 214, 212), (160, 162, 163), 9.0, 0.5)
        for k in range(3):
            button: Rect = (928.0 + 20.0 * k, 29.0, 18.0, 30.0)
            canvas.plate(button, 3.0, (222, 223, 221), (188, 190, 190), 2.5, 0.6)
