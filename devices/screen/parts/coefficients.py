"""Samuel's Fig. 4: the coefficients of the leading terms against the games played, on a wall chart.

One line a term, from where it comes into the polynomial to where it is replaced, with its name at
its end; above the zero line where its sign is +, below where it is -.  A coefficient is a sign and
a power of two, and stands as high as its power; a correlation coefficient stands as high as it is.
The leading term's line is broad and red, and over the chart a wedge stands wherever another takes
the lead.  Flags along the foot: Beta took over Alpha's polynomial, or Alpha's leading term was set
to zero after three black marks (Samuel 1959, Fig. 4 and "Polynomial modification procedure").

The lines are a chart's (devices.screen.parts.chart), so only what is new of them is drawn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal

import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_axes import Tick, apart
from devices.screen.parts.chart_ink import (
    INKS,
    Colour,
    Dash,
    Ink,
    Inked,
    Point,
    Series,
    paler,
    trace,
)
from devices.screen.parts.pinned import pin
from devices.screen.parts.sprites import PlacedSprite, SpritePart, brief_sprite, cached_sprite
from devices.screen.smooth import smoothscale
from devices.screen.words import Words

WORDS = Words("museum")

Sample = tuple[float, Sequence[tuple[str, float]]]
"""After so many games: the polynomial's terms, the leading one first, with what each is worth (a
power of two with the coefficient's sign, see ``height``; or a correlation coefficient)."""
Flag = Literal["adopted", "drastic"]

LARGEST_POWER = 18
SHEET = (860.0, 286.0)
"""A sheet's size in units, where nothing else is asked for."""
_MARGINS = (58.0, 52.0, 92.0, 46.0)
_FAN = 18.0
"""From the lines' ends to their names, in units."""
_LETTERS, _GAP = 8.4, 10.6
"""Height of a name's capitals, and between two names' middles, in units."""
_BAND = 9.0
"""Over the lines: the middle of the names of those that led, in units."""
_FLAG = (9.0, 13.0)
_FLAGS_SHARE = 0.16
"""Of the upper half's height: what the lower one is higher, for the flags."""
_FOOT = 29.0
"""Below the foot: the middle of the key, in units."""
_PIN = 15.0
_WEIGHT, _LED_WEIGHT = 0.12, 0.17
"""Of a name's strokes, and of the leading term's."""
_KEY_LETTERS = 7.0
_SMALLEST_PX, _CLEAR_PX = 6.0, 2.0
"""A name's capitals at least, and between two names where there is room."""
_LAST_GAMES = (
    1, 2, 3, 7, 14, 28, 42, 70, 105, 140, 210, 280, 420, 700, 1050, 1400, 2100, 2800, 4200, 7000,
)  # fmt: skip
"""Where the foot may end; beyond, at the next 7,000."""
_STEPS = (1, 2, 7, 14, 28, 70, 140, 280, 700, 1400)
_MOST_NUMBERS = 12
_INKS: tuple[Ink, ...] = ("black", "blue", "green", "grey")
_DASHES: tuple[Dash, ...] = ("", "long", "short", "points")
_STYLES = tuple((ink, dash) for dash in _DASHES for ink in _INKS)
_DARK: Colour = (52, 48, 46)
FLAGS: dict[Flag, tuple[Ink, str]] = {
    "adopted": ("green", "flag_adopted"),
    "drastic": ("black", "flag_drastic"),
}


def height(coefficient: int) -> float:
    """How high a coefficient stands: its power of two and one more, with its sign; 0 at 0."""
    size = float(abs(coefficient).bit_length())
    return -size if coefficient < 0 else size


@dataclass(frozen=True)
class TermLine:
    """A term while it is in the polynomial."""

    name: str
    points: tuple[Point, ...]  # Games played, and how high it stands
    style: int = 0
    active: bool = True  # Whether it still is, so that its name stands at its end


@dataclass(frozen=True)
class CoefficientsState:
    """What the chart shows."""

    title: str = ""
    lines: tuple[TermLine, ...] = ()  # In the order in which they began
    leaders: tuple[TermLine, ...] = ()  # Those that led, each as long as it did
    flags: tuple[tuple[float, Flag], ...] = ()  # After how many games, and what happened
    correlations: bool = False  # Whether correlation coefficients stand there, not powers of two
    games: int = 7  # The foot's end, at least
    earlier: bool = False  # Whether it is a run that was kept, and stands in for today's: pale

    @property
    def now(self) -> float:
        """How far the lines have come."""
        return max((line.points[-1][0] for line in self.lines), default=0.0)


def coefficients_chart(
    history: Sequence[Sample],
    *,
    flags: Sequence[tuple[float, Flag]] = (),
    correlations: bool = False,
    games: int = 7,
    title: str = "",
    earlier: bool = False,
) -> CoefficientsState:
    """Fig. 4 from what was noted now and then while the program learned."""
    lines: list[tuple[str, list[Point]]] = []
    leaders: list[tuple[str, list[Point]]] = []
    open_: dict[str, list[Point]] = {}
    for at, terms in history:
        stay: dict[str, list[Point]] = {}
        for name, value in terms:
            points = open_.get(name)
            if points is None:
                points = []
                lines.append((name, points))
            points.append((at, value))
            stay[name] = points
        open_ = stay
        if terms:
            name, value = terms[0]
            if not leaders or leaders[-1][0] != name:
                leaders.append((name, []))
            leaders[-1][1].append((at, value))
    active = {id(points) for points in open_.values()}
    styles: dict[str, int] = {}
    for name, _ in lines:
        styles.setdefault(name, len(styles) % len(_STYLES))
    return CoefficientsState(
        title,
        tuple(
            TermLine(name, tuple(points), styles[name], id(points) in active)
            for name, points in lines
        ),
        tuple(TermLine(name, tuple(points)) for name, points in leaders),
        tuple(flags),
        correlations,
        games,
        earlier,
    )


@lru_cache(maxsize=64)
def _frame(end: int, correlations: bool, top: float, title: str) -> ChartState:
    """The chart without its lines."""
    step = next((step for step in _STEPS if end <= step * _MOST_NUMBERS), end)
    along = tuple((float(at), str(at)) for at in range(0, end + 1, step))
    if correlations:
        name = WORDS("correlation")
        upright: tuple[Tick, ...] = tuple(
            (k * top / 4, f"{k * top / 4:+g}" if k else "0") for k in range(-4, 5)
        )
    else:
        name = WORDS("sign_and_power")
        powers = [sign * power for sign in (-1, 1) for power in range(3, LARGEST_POWER + 1, 3)]
        upright = (
            (0.0, "0"),
            *((p + (1.0 if p > 0 else -1.0), f"{p:+d}" if p % 6 == 0 else "") for p in powers),
        )
    return ChartState(
        title=title,
        across=WORDS("games_played"),
        upwards=name,
        x_range=(0.0, float(end)),
        y_range=(-top * (1.0 + _FLAGS_SHARE), top),
        x_ticks=along,
        y_ticks=upright,
    )


def _framed(state: CoefficientsState) -> ChartState:
    now = max(state.now, float(state.games))
    end = next((end for end in _LAST_GAMES if now <= end), -int(-now // 7000) * 7000)
    top = LARGEST_POWER + 2.0
    if state.correlations:
        most = max((abs(y) for line in state.lines for _, y in line.points), default=0.0)
        top = next(top for top in (0.2, 0.4, 0.6, 0.8, 1.0) if most <= top)
    return _frame(end, state.correlations, top, state.title)


def chart_of(state: CoefficientsState) -> ChartState:
    """The lines as a chart has them."""
    frame = _framed(state)
    assert frame.x_range is not None
    zero = Series("", ((0.0, 0.0), (frame.x_range[1], 0.0)), "none", "black", ghost=True)
    lines = [
        Series("", line.points, "none", *_STYLES[line.style % len(_STYLES)], ghost=state.earlier)
        for line in state.lines
    ]
    core = None if state.earlier else INKS["red"]
    broad = [
        Series("", line.points, "none", "red", ghost=state.earlier, core=core)
        for line in state.leaders
    ]
    return replace(frame, series=(zero, *lines, *broad))


class CoefficientsPart(SpritePart):
    """The wall chart as a part; ``expected``: states (without lines) whose axes are made ahead.

    Names are put together, when they first come, of letters that are there.
    """

    def __init__(
        self,
        size: tuple[float, float] = SHEET,
        expected: Sequence[CoefficientsState] = (),
    ) -> None:
        super().__init__()
        self.size = size
        self.engraving = Engraving()
        self.chart = ChartPart(size, _MARGINS)
        self.chart.expected = tuple(_framed(state) for state in expected)
        self.fan = pygame.Surface((1, 1), pygame.SRCALPHA, 32)
        """The strokes from the lines' ends to their names."""
        self.fans = 0
        """How often it was drawn."""
        self.drawn: tuple[CoefficientsState, list[PlacedSprite]] | None = None

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.drawn = None
        self.chart.build(self.scale)
        size = (self.px(_FAN), self.chart.plot.height + 2 * self.px(_GAP))
        self.fan = pygame.Surface(size, pygame.SRCALPHA, 32)
        made = self.chart.make_sheet(width, height)
        head = pin(max(self.px(_PIN), 4))
        for across in (0.018, 0.982):
            made.blit(head, head.get_rect(center=(round(width * across), self.px(_PIN * 0.8))))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Key, flags, the axes that are expected, the letters of names."""
        yield self._key
        yield self._wedge
        for flag in FLAGS:
            yield partial(self._flag, flag)
        yield from self.chart.sprites()
        for weight in (_WEIGHT, _LED_WEIGHT):
            yield partial(self.engraving.prepare, self._tall, weight)

    def look(self, state: CoefficientsState, now_ms: int) -> list[PlacedSprite]:
        if self.drawn is None or self.drawn[0] != state:
            stamps = list(self.chart.look(chart_of(state), now_ms))
            stamps += self._flags(state) + self._led(state) + self._named(state)
            key = self._key()
            middle = self.chart.plot.bottom + self.px(_FOOT)
            stamps.append(PlacedSprite(key, self.chart.plot.x, middle - key.get_height() // 2))
            self.drawn = (state, stamps)
        return self.drawn[1]

    # What stands about the lines.

    def _flags(self, state: CoefficientsState) -> list[PlacedSprite]:
        """The flags on the foot."""
        made = []
        for at, flag in state.flags:
            sprite = self._flag(flag)
            foot = self.chart.plot.bottom - sprite.get_height()
            made.append(PlacedSprite(sprite, round(self.chart.at(at, 0.0)[0]), foot))
        return made

    def _led(self, state: CoefficientsState) -> list[PlacedSprite]:
        """Over the lines a wedge at each change of the lead, and names where there is room."""
        made = []
        wedge, plot = self._wedge(), self.chart.plot
        places = [self.chart.at(line.points[0][0], 0.0)[0] for line in state.leaders]
        for x in places:
            made.append(
                PlacedSprite(wedge, round(x) - wedge.get_width() // 2, plot.y - self.px(6.0))
            )
        for line, x, beyond in zip(state.leaders, places, places[1:], strict=False):
            name = self._name(line.name, True, state.earlier)  # that of the last stands at its end
            left = round(x) + wedge.get_width() // 2 + self.px(2.0)
            if left + name.get_width() <= beyond - wedge.get_width() // 2:
                made.append(
                    PlacedSprite(name, left, plot.y - self.px(_BAND) - name.get_height() // 2)
                )
        return made

    def _named(self, state: CoefficientsState) -> list[PlacedSprite]:
        """The names at the lines' ends, kept apart, and the strokes that lead to them."""
        ends = sorted(
            (self.chart.at(*line.points[-1])[1], line.name) for line in state.lines if line.active
        )
        if not ends:
            return []
        lead = state.leaders[-1].name if state.leaders else ""
        plot, gap = self.chart.plot, max(_GAP * self.scale, self._tall + _CLEAR_PX)
        top = plot.y - self.px(_GAP)
        ys = apart([y for y, _ in ends], gap, plot.y - gap / 2, plot.bottom - gap / 2)
        left = round(self.chart.at(state.now, 0.0)[0])
        self._draw_fan([(y - top, at - top) for (y, _), at in zip(ends, ys, strict=True)])
        made = [PlacedSprite(self.fan, left, top, edition=self.fans)]
        for (_, name), y in zip(ends, ys, strict=True):
            sprite = self._name(name, name == lead, state.earlier)
            up = round(y) - sprite.get_height() // 2
            made.append(PlacedSprite(sprite, left + self.fan.get_width(), up))
        return made

    def _draw_fan(self, ends: Sequence[tuple[float, float]]) -> None:
        """Draw the strokes anew, each from a line's end to its name."""
        self.fans += 1
        self.fan.fill((0, 0, 0, 0))
        right = self.fan.get_width() - 2.5 * self.scale
        stroke = Series("", (), "none", "grey", ghost=True)
        strokes = [Inked(stroke, ((2.0 * self.scale, start), (right, end))) for start, end in ends]
        trace(self.fan, strokes, self.fan.get_rect(), self.scale)

    # Sprites.

    @property
    def _tall(self) -> float:
        return max(_LETTERS * self.scale, _SMALLEST_PX)

    @brief_sprite
    def _name(self, words: str, led: bool, earlier: bool = False) -> pygame.Surface:
        colour, weight = (INKS["red"], _LED_WEIGHT) if led else (INKS["black"], _WEIGHT)
        if earlier:
            colour = paler(colour)
        text = self.engraving.text_surface(words, self._tall, colour, weight)
        made = pygame.Surface(text.get_size(), pygame.SRCALPHA, 32)
        ground = made.get_rect().inflate(0, round(self._tall) - text.get_height())
        made.fill((*PAPER, 225), ground)  # the zero line ends before a name
        made.blit(text, (0, 0))
        return made

    @cached_sprite
    def _wedge(self) -> pygame.Surface:
        """Where another term takes the lead."""
        side = self.px(8.0) | 1
        made = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        series = Series("", (), "wedge", "red")
        line = Inked(series, (), [(side / 2, side / 2)])
        trace(made, [line], made.get_rect(), self.scale)
        return made

    @cached_sprite
    def _flag(self, flag: Flag) -> pygame.Surface:
        """A flag on its staff: a pennant that was taken over, a swallow-tail for a change."""
        fine = 4
        wide, high = (max(self.px(side), 5) * fine for side in _FLAG)
        made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
        colour = INKS[FLAGS[flag][0]]
        made.fill((*colour, 0))
        staff, deep = max(round(0.11 * wide), 1), round(0.52 * high)
        made.fill((*_DARK, 255), (0, 0, staff, high))
        notch = [(round(0.62 * wide), deep // 2)] if flag == "drastic" else []
        fly = [(wide - 1, 0), *notch, (wide - 1, deep)] if notch else [(wide - 1, deep // 2)]
        pygame.draw.polygon(made, (*colour, 255), [(staff, 0), *fly, (staff, deep)])
        return smoothscale(made, (wide // fine, high // fine))

    @cached_sprite
    def _key(self) -> pygame.Surface:
        """What the marks mean, beside the name of the axis."""
        tall = max(_KEY_LETTERS * self.scale, _SMALLEST_PX)
        signs = [(self._wedge(), WORDS("flag_leads"))]
        signs += [(self._flag(flag), WORDS(key)) for flag, (_, key) in FLAGS.items()]
        free = self.chart.plot.width - self.engraving.width(WORDS("games_played"), 1.2 * self._tall)
        long = sum(
            sign.get_width() + self.engraving.width(said, tall, 0.0, 0.12) + 2.8 * tall
            for sign, said in signs
        )
        tall = max(_SMALLEST_PX, tall * min(1.0, free / long))
        gap = round(tall * 0.7)
        texts = [self.engraving.text_surface(words, tall, _DARK, 0.12) for _, words in signs]
        pieces = (*(sign for sign, _ in signs), *texts)
        marked = sum(piece.get_width() for piece in pieces)
        while gap > 1 and marked + 4 * gap * len(signs) > free:
            gap -= 1  # letters can't be smaller
        widths = [
            sign.get_width() + text.get_width() + 4 * gap
            for (sign, _), text in zip(signs, texts, strict=True)
        ]
        high = max(surface.get_height() for surface in (*texts, *(sign for sign, _ in signs)))
        made = pygame.Surface((sum(widths), high), pygame.SRCALPHA, 32)
        x = 0
        for (sign, _), text, wide in zip(signs, texts, widths, strict=True):
            made.blit(sign, (x, (high - sign.get_height()) // 2))
            made.blit(text, (x + sign.get_width() + gap, (high - text.get_height()) // 2))
            x += wide
        return made
