"""Captions: what is heard now, in words, for whoever can't hear it.

One line in the lower left corner of the room.  A sound is told for a while; what ends a game goes
before what a unit does, that before the click of the visitor's own touch, and that before a steady
sound, which is told as long as it goes on.
"""

from collections.abc import Iterable

import pygame

from devices.screen.brass import LETTERS, SMALLEST
from devices.screen.kept_picture import kept_picture
from devices.screen.sound_waves import ENDINGS

OWN = ("key", "button", "clunk")
"""What the visitor's own hand makes heard."""
SHOWN_MS = 2_400
"""A sound is told so long after it was last heard."""
HELD_MS = 700
"""So long at least, before another of its kind takes its place."""
ENDING_MS = 5_000
"""What ends a game is told so long."""
CAPITALS = 17.0
"""Height of the capitals, units."""


def rank(name: str) -> int:
    """What goes before what: greater before less."""
    return 3 if name in ENDINGS else 1 if name in OWN else 2


class SoundCaption:
    """What is told of the sounds, frame by frame."""

    def __init__(self) -> None:
        self.name = ""
        """The sound that is told now; empty: none."""
        self._since_ms = 0
        self._heard_ms = 0

    def follow(self, heard: Iterable[str], humming: Iterable[str], now_ms: int) -> str:
        """The sound that is told now; ``heard`` have begun since the last frame, ``humming`` go
        on."""
        for name in heard:
            if name == self.name:
                self._heard_ms = now_ms
            elif self._gives_way(name, now_ms):
                self.name, self._since_ms, self._heard_ms = name, now_ms, now_ms
        steady = sorted(humming)
        gone = now_ms - self._heard_ms >= (ENDING_MS if self.name in ENDINGS else SHOWN_MS)
        if self.name and gone:
            self.name = ""
        return self.name or (steady[0] if steady else "")

    def _gives_way(self, name: str, now_ms: int) -> bool:
        """Whether what is told now gives way to another sound."""
        if not self.name or rank(name) > rank(self.name):
            return True
        held = now_ms - self._since_ms >= (ENDING_MS if self.name in ENDINGS else HELD_MS)
        return held and rank(name) == rank(self.name)

    def forget(self) -> None:
        """Another room is entered."""
        self.name = ""


@kept_picture
def caption_picture(said: str, unit: float) -> pygame.Surface:
    """The line: a dark plate with a loudspeaker and the words; ``unit`` pixels a unit."""
    high = max(SMALLEST, CAPITALS * unit)
    wide = LETTERS.width(said, high)
    side, tall = round(high * 1.1), round(high * 2.4)
    made = pygame.Surface((round(wide) + 4 * side, tall), pygame.SRCALPHA, 32)
    box = made.get_rect()
    pygame.draw.rect(made, (14, 12, 11, 236), box, 0, tall // 4)
    pygame.draw.rect(made, (236, 230, 212, 255), box, max(1, round(high / 10)), tall // 4)
    _draw_speaker(made, pygame.Rect(side * 0.7, (tall - side) / 2, side * 1.6, side))
    LETTERS.draw(made, said, side * 2.8, tall / 2, high, (246, 240, 226))
    return made


def _draw_speaker(target: pygame.Surface, box: pygame.Rect) -> None:
    """A loudspeaker with two waves."""
    ink, x, y, h = (255, 196, 110), box.left, box.centery, box.height
    cone = [(x, y - h // 5), (x + h // 4, y - h // 5), (x + h // 2, y - h // 2)]
    pygame.draw.polygon(target, ink, [*cone, *((px, 2 * y - py) for px, py in reversed(cone))])
    for k in (1, 2):
        arc = pygame.Rect(0, 0, k * h // 2, k * h // 2)
        arc.center = x + h // 2 + h // 8, y
        pygame.draw.arc(target, ink, arc, -0.9, 0.9, max(1, h // 9))
