"""A surface as a PNG file, made in a thread without holding the others up, and as a smaller one.

``pygame.image.save`` holds Python's lock for the quarter of a second that it takes; zlib lets go.
Format: ISO/IEC 15948, 8 bits of grey or of red, green and blue, each row with the filter "up".
"""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREYS, COLOURS = 0, 2
"""Kinds of picture."""
UP = 2
"""Filter type: each byte less the one above it."""


def png(surface: pygame.Surface) -> bytes:
    """The surface's colours as the bytes of a PNG file."""
    rgb = colours(surface)
    height, width, _ = rgb.shape
    return _file(rgb.reshape(height, width * 3), width, COLOURS)


def colours(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    """The surface's colours, uint8[height, width, 3]: not to be written to."""
    width, height = surface.get_size()
    flat = np.frombuffer(pygame.image.tobytes(surface, "RGB"), dtype=np.uint8)
    return flat.reshape(height, width, 3)


def png_of_greys(greys: npt.NDArray[np.uint8]) -> bytes:
    """A picture, uint8[height, width], as the bytes of a PNG file."""
    return _file(greys, greys.shape[1], GREYS)


def _file(rows: npt.NDArray[np.uint8], width: int, kind: int) -> bytes:
    """A file of these rows of bytes."""
    height, length = rows.shape
    filtered = np.empty((height, length + 1), dtype=np.uint8)
    filtered[:, 0] = UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    data = zlib.compress(filtered.data, 6)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Write the file, whole or not at all: beside it first, then in its place."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(png(surface))
    beside.replace(path)


def jpeg_of_png(data: bytes) -> bytes:
    """The picture of a PNG file as one of JPEG's: with its grain of paper a chart has an eighth of
    the bytes."""
    made = io.BytesIO()
    pygame.image.save(pygame.image.load(io.BytesIO(data)), made, "picture.jpg")
    return made.getvalue()
