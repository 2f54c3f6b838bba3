"""Draws the rooms at rest, small: ``python -m tests.make_room_pictures``.

They stand in for a room until its parts are drawn (devices.screen.stage), so they must be made anew
when a room looks otherwise; tests/machines/test_room_pictures.py says when.
"""

import io
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from devices.screen.smooth import smoothscale
from devices.screen.stage import Stage, picture_path
from devices.screen.ui_text import read_language
from devices.screen.words import use
from machines.storage.registry import EXHIBITS, ExhibitSpec, make_room, panel_layout

SIZES = (960, 492), (540, 870)
"""Pixels of each: half of the room's own canvas, wide and upright."""
FINE = 2
"""They are drawn so many times as large, as they are seen, and brought down."""


def draw(spec: ExhibitSpec, size: tuple[int, int], fine: int = FINE) -> pygame.Surface:
    """The room before it is switched on."""
    stage = Stage(make_room(spec, panel_layout(spec)))
    stage.lay((fine * size[0], fine * size[1]))
    stage.paint(stage.context(None, 0, 1_000_000))
    return smoothscale(stage.canvas, size)


def jpeg(picture: pygame.Surface) -> bytes:
    """The bytes of its file."""
    made = io.BytesIO()
    pygame.image.save(picture, made, "picture.jpg")
    return made.getvalue()


def main() -> None:
    use(read_language("en"))
    for spec in EXHIBITS:
        for size in SIZES:
            path: Path = picture_path(spec.name, size[1] > size[0])
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(jpeg(draw(spec, size)))


if __name__ == "__main__":
    main()
