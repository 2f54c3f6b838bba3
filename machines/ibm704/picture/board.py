"""A board of eight by eight squares with discs on it: a picture, which knows no game.

Squares are numbered 1 to 32 as in the draughts books: along the dark squares of each row from the
upper left, Black's side first.  As the diagrams have it White sits at the bottom; ``flipped`` turns
the board end for end.  What lies on the board, what is marked and who plays comes in a
:class:`BoardState`; when it changes, the pieces of the last move glide along its squares.

Marks differ in shape, not only in colour: the last move leaves corners of silver round the square
it left and a whole frame round the one it came to; squares entered so far have a double frame of
brass; the move being tried is a broad arrow, the line studied beyond it is of thin ones.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.lettering import Engraving
from devices.screen.parts.board_wood import board_sheet
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.png import colours
from devices.screen.words import Words
from machines.games.draughts.scene import BoardScene, pieces_of
from machines.ibm704.picture import marks
from machines.ibm704.picture.board_panel import (
    ITS,
    YOURS,
    PanelPart,
    panel_sheet,
    plate_touches,
)
from machines.ibm704.picture.discs import BOXWOOD, EBONY, piece, shadow
from machines.ibm704.picture.figures_slip import SlipPart
from machines.ibm704.picture.squares import AREA, PANEL, SIDE, SQUARE, WIDTH, centre, touches

DISC = 0.74
"""A disc's diameter, in squares."""
STEP_MS = 300
HOP_MS = 240
BLUR_MS = 90
"""Positions that follow each other faster than this are drawn as streaks."""
FLIGHT_LEVELS = 6
GHOSTS = 4
"""Pictures of a streaking piece on each leg of its way."""
WORDS = Words("ibm704")
MOVES_EXPECTED = 3
"""So many moves of the line that the machine expects lie on the board."""
LETTERS = 12.5
"""Height of a plate's capitals, in units."""

_PLATE = (300.0, 28.0)
_PLATES = (
    ((SIDE - _PLATE[0]) / 2, 11.0, *_PLATE),
    ((SIDE - _PLATE[0]) / 2, SIDE - 39.0, *_PLATE),
)
_INK = (58, 36, 14)
_NUMBER = (226, 190, 128)


class BoardState(NamedTuple):
    """What can be seen of the game, and the square that was tapped for a move."""

    scene: BoardScene
    chosen: tuple[int, ...] = ()
    why: int = 0
    """1: what the machine expects lies on the board; 2: its figures, on a slip of paper."""
    can: frozenset[str] = frozenset()
    """The plates of the panel that can be used now ..."""
    held: frozenset[str] = frozenset()
    """... and those under a finger."""


def to_move(scene: BoardScene) -> int:
    """1 Black, -1 White, 0 nobody."""
    if scene.over or not scene.mover:
        return 0
    return 1 if scene.position.black_to_move else -1


def is_turned(scene: BoardScene) -> bool:
    """Whether Black sits below: the operator plays Black alone."""
    return scene.black == "OPERATOR" and scene.white != "OPERATOR"


@dataclass(frozen=True)
class Flight:
    """Pieces of a move on their way: what it was before, the path, and when it began."""

    before: tuple[int, ...]
    path: tuple[int, ...]
    began_ms: int
    streak: bool = False
    """Moves come too fast to be followed: draw where the piece passed, not where it is."""

    @property
    def lasts_ms(self) -> int:
        hops = len(self.path) - 1
        return BLUR_MS if self.streak else STEP_MS if hops == 1 else HOP_MS * hops


class BoardPart(PanelPart, SlipPart):
    """The board as it lies on a table, with its panel."""

    size = (WIDTH, SIDE)

    def __init__(self) -> None:
        super().__init__()
        self.engraving = Engraving()
        self.flipped = False
        self.seen: tuple[int, ...] = ()
        self.changed_ms = 0
        self.flight: Flight | None = None
        self._touches = (*touches(False), *plate_touches())

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.seen = ()
        self.flight = None
        # Some belong to the sheet and aren't made ahead like sprites: many of them are wanted at
        # once when the board is first seen while a machine plays.
        for what, variety in product((1, -1, 2, -2), range(4)):
            self._body(what, variety)
        for kind, (far, head) in product(marks.ARROWS, ((1, True), (2, True), (2, False))):
            for across, down in product((-far, far), repeat=2):
                self._leg(kind, across, down, head)
        side = self.px(SIDE)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.blit(panel_sheet(self.scale), (width - self.px(PANEL), 0))
        outer = (0.0, 0.0, SIDE, SIDE)
        made.blit(board_sheet(side, height, self.scale, outer, AREA, _PLATES), (0, 0))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Shadows of pieces standing and lifted; marks; streaks; letters of the plates; arrows that
        lead on after a single step, as no move does."""
        for level in range(FLIGHT_LEVELS + 1):
            yield partial(self._shade, level)
        for mark in marks.SQUARE_MARKS:
            yield partial(self._mark, mark)
        for what, step in product((1, -1, 2, -2), range(GHOSTS)):
            yield partial(self._ghost, what, step)
        yield from self.panel_sprites()
        for weight in (0.14, 0.13):
            yield partial(self.engraving.prepare, LETTERS * self.scale, weight)
        for kind in marks.ARROWS:
            for across, down in product((-1, 1), repeat=2):
                yield partial(self._leg, kind, across, down, False)

    # Where things are.

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a square, in pixels."""
        x, y = centre(square, self.flipped)
        return x * self.scale, y * self.scale

    def look(self, state: BoardState, now_ms: int) -> list[PlacedSprite]:
        scene, squares = state.scene, pieces_of(state.scene.position)
        self._follow(scene, squares, now_ms)
        stamps = self._marks(state) + self._numbers() + self._captions(scene)
        flying = self.flight
        if flying is None:
            stamps += self._standing(squares)
        elif flying.streak:
            stamps += self._standing(squares) + self._streak(flying, squares)
        else:
            stamps += self._flying(flying, squares, now_ms)
        stamps += self._expected(state) if state.why == 1 else self._arrows(scene)
        stamps += self.panel(state.can, state.held, state.why == 1, scene)
        return stamps + (self.slip(scene) if state.why == 2 else [])

    # What moves.

    def _follow(self, scene: BoardScene, squares: tuple[int, ...], now_ms: int) -> None:
        """Start or end a flight by what changed since the last look."""
        if is_turned(scene) != self.flipped:
            self.flipped = is_turned(scene)
            self._touches = (*touches(self.flipped), *plate_touches())
            self.flight = None
        seen, self.seen = self.seen, squares
        if self.flight and now_ms - self.flight.began_ms >= self.flight.lasts_ms:
            self.flight = None
        if not seen or seen == squares:
            return
        hurried = now_ms - self.changed_ms < BLUR_MS
        self.changed_ms = now_ms
        self.flight = None
        last = scene.last.squares if scene.last else ()
        if _leads(seen, last, squares):
            self.flight = Flight(seen, last, now_ms, hurried)

    def _flying(self, flight: Flight, squares: tuple[int, ...], now_ms: int) -> list[PlacedSprite]:
        """The pieces while one of them travels along its path."""
        hops = len(flight.path) - 1
        share = min(max((now_ms - flight.began_ms) / flight.lasts_ms, 0.0), 1.0) * hops
        hop = min(int(share), hops - 1)
        part = share - hop
        eased = part * part * (3 - 2 * part)
        x0, y0 = self.centre(flight.path[hop])
        x1, y1 = self.centre(flight.path[hop + 1])
        jumps = abs(y1 - y0) > 1.5 * SQUARE * self.scale
        level = 1 + round((FLIGHT_LEVELS - 1) * (4 * part * (1 - part) if jumps else 0.0))
        # A jumped piece is lifted off as the hop that takes it ends.
        standing = list(flight.before)
        mover = standing[flight.path[0] - 1]
        standing[flight.path[0] - 1] = 0
        gone = [n for n in range(32) if standing[n] and not squares[n]]
        for number in gone:
            gx, gy = self.centre(number + 1)
            for done in range(hop + (part > 0.62)):
                a, b = self.centre(flight.path[done]), self.centre(flight.path[done + 1])
                between = (min(a[0], b[0]) < gx < max(a[0], b[0])) and (
                    min(a[1], b[1]) < gy < max(a[1], b[1])
                )
                if between:
                    standing[number] = 0
        place = (x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased)
        return self._standing(tuple(standing)) + self._piece(mover, place, level, 0)

    def _streak(self, flight: Flight, squares: tuple[int, ...]) -> list[PlacedSprite]:
        """Faint pictures along a path that was travelled faster than the eye follows."""
        what = squares[flight.path[-1] - 1]
        stamps = []
        for start, end in pairwise(flight.path):
            (x0, y0), (x1, y1) = self.centre(start), self.centre(end)
            for step in range(GHOSTS):
                part = step / GHOSTS
                x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
                stamps.append(self._on_foot(self._ghost(what, step), (x, y)))
        return stamps

    @cached_sprite
    def _ghost(self, what: int, step: int) -> pygame.Surface:
        """A piece as it is seen where it has passed too fast."""
        ghost = self._body(what, 0).copy()
        ghost.set_alpha(40 + 25 * step)
        return ghost

    # What lies there.

    def _standing(self, squares: tuple[int, ...]) -> list[PlacedSprite]:
        order = range(31, -1, -1) if self.flipped else range(32)
        stamps = []
        for number in order:
            if squares[number]:
                centre = self.centre(number + 1)
                stamps += self._piece(squares[number], centre, 0, number % 4)
        return stamps

    def _piece(
        self, what: int, place: tuple[float, float], level: int, variety: int
    ) -> list[PlacedSprite]:
        """A piece and its shadow; ``level`` is how far it is lifted, 0 when it stands."""
        diameter = self._diameter()
        king = abs(what) > 1
        shade = self._shade(level)
        drop = diameter * (0.07 + 0.035 * level + (0.05 if king else 0.0))
        x, y = place[0] + drop, place[1] + drop * 1.1
        body = self._body(what, variety)
        lift = diameter * 0.05 * level
        return [
            PlacedSprite(shade, round(x) - diameter, round(y) - diameter),
            self._on_foot(body, (place[0] - lift * 0.3, place[1] - lift)),
        ]

    @cached_sprite
    def _shade(self, level: int) -> pygame.Surface:
        return shadow(self._diameter(), 0.13 + 0.05 * level, 0.66 - 0.06 * level)

    def _on_foot(self, body: pygame.Surface, place: tuple[float, float]) -> PlacedSprite:
        width, height = body.get_size()
        # The eye takes the top for the piece, so the foot stands a little below the middle.
        low = round(self._diameter() * 0.06)
        x, y = round(place[0]) - width // 2, round(place[1]) + width // 2 - height + low
        return PlacedSprite(body, x, y)

    def _diameter(self) -> int:
        return max(round(SQUARE * DISC * self.scale), 4)

    def _body(self, what: int, variety: int) -> pygame.Surface:
        wood = EBONY if what > 0 else BOXWOOD
        variety = 0 if abs(what) > 1 else variety
        seed = 11 * variety + 5
        return self.sprite(
            ("piece", what, variety),
            partial(piece, self._diameter(), wood, abs(what) > 1, seed),
        )

    def _numbers(self) -> list[PlacedSprite]:
        stamps = []
        high = max(11.0 * self.scale, 7.0)
        top = self.engraving.cap_top(high)
        half = SQUARE * self.scale / 2
        for number in range(1, 33):
            sprite = self.engraving.text_surface(str(number), high, _NUMBER, 0.13)
            x, y = self.centre(number)
            left = round(x - half + 2.6 * self.scale)
            stamps.append(PlacedSprite(sprite, left, round(y - half + 3.4 * self.scale) - top))
        return stamps

    def _captions(self, scene: BoardScene) -> list[PlacedSprite]:
        stamps = []
        sides = [(WORDS("black"), scene.black, 1), (WORDS("white"), scene.white, -1)]
        if self.flipped:
            sides.reverse()
        for (side, name, sign), plate in zip(sides, _PLATES, strict=True):
            parts = [side, WORDS(f"player_{name.lower()}")] if name else [side]
            if to_move(scene) == sign:
                parts.append(WORDS("to_move"))
            text = " · ".join(parts)
            sprite = self._engraved(text, plate)
            x = round((plate[0] + plate[2] / 2) * self.scale) - sprite.get_width() // 2
            # A surface has a little more room above its capitals than below them.
            y = round((plate[1] + plate[3] / 2 - 0.4) * self.scale) - sprite.get_height() // 2
            stamps.append(PlacedSprite(sprite, x, y))
        return stamps

    @brief_sprite
    def _engraved(self, text: str, plate: tuple[float, float, float, float]) -> pygame.Surface:
        """Letters cut into brass: dark, with a light lower edge."""
        height = LETTERS * self.scale
        room = (plate[2] - 34) * self.scale
        spacing = 0.14
        while self.engraving.width(text, height, spacing) > room and height > 6 * self.scale:
            spacing, height = (0.0, height) if spacing else (0.0, height * 0.94)
        dark = self.engraving.text_surface(text, height, _INK, 0.14, spacing)
        light = self.engraving.text_surface(text, height, (255, 236, 184), 0.14, spacing)
        cut = pygame.Surface((dark.get_width() + 2, dark.get_height() + 2), pygame.SRCALPHA, 32)
        light = light.copy()
        light.set_alpha(150)
        cut.blit(light, (1, 1))
        cut.blit(dark, (0, 0))
        return cut

    # What is marked.

    def _marks(self, state: BoardState) -> list[PlacedSprite]:
        side = round(SQUARE * self.scale)
        wanted: list[tuple[str, int]] = []
        last = state.scene.last.squares if state.scene.last else ()
        if len(last) > 1:
            wanted += [("corners", last[0]), ("frame", last[-1])]
        wanted += [("double", number) for number in state.scene.partial or state.chosen]
        stamps = []
        for kind, number in wanted:
            x, y = self.centre(number)
            stamps.append(PlacedSprite(self._mark(kind), round(x - side / 2), round(y - side / 2)))
        return stamps

    @cached_sprite
    def _mark(self, kind: str) -> pygame.Surface:
        return marks.square_mark(kind, round(SQUARE * self.scale))

    def _arrows(self, scene: BoardScene) -> list[PlacedSprite]:
        stamps: list[PlacedSprite] = []
        for depth, move in enumerate(reversed(scene.line)):
            stamps += self._arrow(move.squares, f"line{min(len(scene.line) - 1 - depth, 3)}")
        return stamps + self._arrow(scene.trying.squares if scene.trying else (), "trying")

    def _expected(self, state: BoardState) -> list[PlacedSprite]:
        """The line that the machine expects, from the visitor's reply on: arrows, with pieces as
        they would come to stand."""
        if state.scene.expects is None:
            return []
        standing = list(pieces_of(state.scene.position))
        ghosts, arrows = [], []
        for number, move in enumerate(state.scene.expects.line[:MOVES_EXPECTED]):
            start, end = move.squares[0] - 1, move.squares[-1] - 1
            what, standing[start] = standing[start], 0
            standing[end] = what
            if what:
                ghosts.append(self._on_foot(self._ghost(what, GHOSTS - 1), self.centre(end + 1)))
            arrows.append(self._arrow(move.squares, ITS if number % 2 else YOURS))
        return [*ghosts, *(leg for arrow in reversed(arrows) for leg in arrow)]

    def _arrow(self, path: tuple[int, ...], kind: str) -> list[PlacedSprite]:
        stamps = []
        unit = SQUARE * self.scale
        for index, (start, end) in enumerate(pairwise(path)):
            (x0, y0), (x1, y1) = self.centre(start), self.centre(end)
            across, down = round((x1 - x0) / unit), round((y1 - y0) / unit)
            sprite = self._leg(kind, across, down, index == len(path) - 2)
            x, y = (x0 + x1 - sprite.get_width()) / 2, (y0 + y1 - sprite.get_height()) / 2
            stamps.append(PlacedSprite(sprite, round(x), round(y)))
        return stamps

    @cached_sprite
    def _leg(self, kind: str, across: int, down: int, head: bool) -> pygame.Surface:
        return marks.arrow(kind, across, down, SQUARE * self.scale, head)


@cache
def _built_board(side: int) -> BoardPart:
    part = BoardPart()
    part.build(side / SIDE)
    return part


def board_picture(scene: BoardScene, side: int = 512) -> npt.NDArray[np.uint8]:
    """The board by itself, uint8[side, side, 3]."""
    part = _built_board(side)
    part.seen, part.flight = (), None  # nothing is on its way
    made = pygame.Surface((side, side), 0, 32)
    part.paint(made, (0, 0), BoardState(scene), 0, True)
    return colours(made).copy()


def _leads(before: tuple[int, ...], path: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether moving along ``path`` can have led from one arrangement to the other."""
    if len(path) < 2 or not all(1 <= square <= 32 for square in path):
        return False
    mover, landed = before[path[0] - 1], after[path[-1] - 1]
    return mover * landed > 0 and (after[path[0] - 1] == 0 or path[0] == path[-1])
