"""Printed paper as PNG files, for a visitor to take home.

pygame.image.save holds the interpreter for some 0.2 s a page, in which no frame is drawn; zlib lets
go of it, so the file is put together here.  PNG (ISO/IEC 15948): signature, then chunks of length,
name, data and CRC; the picture's rows, each the difference from the one above (filter 2), deflated.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import pygame

from devices.media.paper import PrintedLine
from devices.media.roll import Roll
from devices.screen.parts.paper_picture import each_page
from devices.screen.parts.roll_picture import each_sheet

WIDTH = 1206
"""Pixels across the paper: one and a half to a unit of its picture."""
ROLL_WIDTH = 1020
"""The same across a roll: two to a unit."""
UP = 2
"""The filter: each byte less the byte above it."""


def png_pages(lines: Sequence[PrintedLine], most: int, width: int = WIDTH) -> Iterator[bytes]:
    """The printed forms as PNG files, drawn one after another, at most ``most``."""
    for page in islice(each_page(lines, width), most):
        yield png(page)


def png_sheets(roll: Roll, most: int, width: int = ROLL_WIDTH) -> Iterator[bytes]:
    """A teleprinter's roll cut into sheets, as PNG files drawn one after another, at most
    ``most``."""
    for page in islice(each_sheet(roll, width), most):
        yield png(page)


def png(surface: pygame.Surface) -> bytes:
    """A surface without transparency as a PNG file, eight bits a colour."""
    width, height = surface.get_size()
    data = pygame.image.tobytes(surface, "RGB")
    rows = np.frombuffer(data, dtype=np.uint8).reshape(height, width * 3)
    filtered = np.empty((height, 1 + width * 3), dtype=np.uint8)
    filtered[:, 0] = UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(filtered.tobytes(), 6))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
