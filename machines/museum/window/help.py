"""The help: what one can do here, and every control by name with its key.

The first page has three steps, a picture of the room as it is with what to touch next, and what
helps if something stops.  The second lies over the room: a tag beside each control, as far as they
fit without covering one another.  The pages after it are a printed list of all controls, unit by
unit, with what each does, and last the keys of the window itself.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from devices.screen import brass
from devices.screen.brass import IVORY, LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.placed_part import Hit
from devices.screen.smooth import smoothscale
from devices.screen.stage import Stage
from devices.screen.ui_text import FirstHelp, UiText, languages, read_language
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.overlay import PITCH, RED, TYPED, Overlay, Plate, wrap_in_two

FAINT = (126, 116, 100)
PALE = (250, 244, 228)
SIZE = 13.5
"""Of the list's capitals."""
ROW, TALL_ROW = 31.0, 44.0
"""From line to line of the list; in an upright window what a control does has two lines."""
COLUMNS, TALL_COLUMNS = (60.0, 470.0, 660.0), (36.0, 330.0, 496.0)
"""Where control, key and what it does begin."""


class Row(NamedTuple):
    """One line of the list; a heading has no ``does``."""

    control: str
    key: str = ""
    does: str = ""
    heading: bool = False


class Tag(NamedTuple):
    """A tag on the first page: a key cap, and the control's name where it fits."""

    rect: pygame.Rect
    key: str
    label: str


class Help(Overlay):
    """The help for the room as it is laid out now."""

    veil = 120

    def __init__(
        self,
        words: UiText,
        stage: Stage | None,
        strip: ControlBar,
        first: FirstHelp | None = None,
    ) -> None:
        """``first`` is what the first page says; None: there is none."""
        super().__init__(words)
        self.stage = stage
        self.strip = strip
        self.first = first if first is not None and first.steps else None
        self.room_picture: pygame.Surface | None = None
        self.marks: Sequence[pygame.Rect | None] = ()
        self.page = 0
        self.pages: list[list[Row]] = []
        self.stacked = False
        """Whether what a control does stands below it: a row of both is too long for the window."""
        self.tags: list[Tag] = []
        self.sheet = pygame.Surface((1, 1), 0, 32)
        self.choose: Callable[[str], None] | None = None
        """Called with the language that is touched; None: none is offered."""
        self.offered = languages()
        """The languages that can be touched."""
        self.wishes: Sequence[tuple[str, bool, Callable[[], None]]] = ()
        """What a visitor may want otherwise: its word, whether it is so, and what changes it."""

    def show_room(self, picture: pygame.Surface, marks: Sequence[pygame.Rect | None] = ()) -> None:
        """Have a picture of the window on the first page; ``marks`` are where on it the steps are
        done, None where that isn't seen."""
        self.room_picture, self.marks = picture, marks

    def place(self) -> None:
        """Place the tags; set the list in pages."""
        wide = self.px(1040 if self.tall else 1640)
        wide = min(wide, self.room.width - 20)
        self.box = pygame.Rect(0, 0, wide, self.room.height - min(self.px(50), 50))
        self.box.center = self.room.center
        down = self.room.bottom
        rail = [(k.rect.move(0, down), k.key, "") for k in self.strip.buttons()]
        hits = self.stage.targets() if self.stage is not None else ()
        rows, self.stacked = self._rows(), False
        self.stacked = not all(self._fits(row) for row in rows)
        self.pages = self._paged(rows)
        whole = pygame.Rect((0, 0), self.size)
        self.tags = place_tags(hits, rail, whole, self.high(11), self._title()[0])

    # The list

    def _rows(self) -> list[Row]:
        """Every control, unit by unit, then the window's own keys."""
        rows: list[Row] = []
        if self.stage is not None:
            for place in self.stage.room.places:
                touches = self.stage.touches_of(place)
                if not touches:
                    continue
                rows.append(Row(place.title or place.name.upper(), heading=True))
                told = [touch for touch in touches if touch.help or touch.key]
                rows += [Row(touch.label, touch.key.upper(), touch.help) for touch in told]
                untold = [touch.label for touch in touches if touch not in told and touch.label]
                if untold:
                    rows.append(Row(_span(untold)))
        rows.append(Row(self.words.help.window, heading=True))
        rows += [Row(button.label, button.key, button.help) for button in self.strip.buttons()]
        rows += [Row("", key, does) for key, does in self.words.help.keys]
        return rows

    def _columns(self) -> tuple[int, int, int]:
        """Where control, key and what it does begin, in pixels."""
        first, second, third = TALL_COLUMNS if self.tall else COLUMNS
        left, px = self.box.left, self.px
        return left + px(first), left + px(second), left + px(third)

    def _does(self, row: Row) -> tuple[float, list[str]]:
        """The height of the capitals of what a control does, and its lines."""
        size, room = self.high(SIZE), self.box.right - self._columns()[2] - self.px(36)
        if self.stacked:
            wide = self.box.right - self._columns()[0] - self.px(60)
            return size, LETTERS.wrap(row.does, size, wide) if row.does else []
        height = size if self.tall else brass.fit_lettering(row.does, size, room)
        return wrap_in_two(row.does, height, room)

    def _fits(self, row: Row) -> bool:
        """Whether a row can be read beside and between the others."""
        (first, second, third), (height, lines) = self._columns(), self._does(row)
        end = (second if row.key or row.does else self.box.right) if row.control else third
        words = row.control or row.key
        wide = LETTERS.width(words, brass.SMALLEST) if not row.heading else 0.0
        high = height * 1.5 * len(lines)
        return high <= self._pitch() and wide <= end - first - self.px(34)

    def _high(self, row: Row) -> int:
        """How much of a page's height a row takes."""
        if not self.stacked:
            return self._pitch()
        height, lines = self._does(row)
        return round(height * (1.6 * (len(lines) + 1) + 0.8))

    def _paged(self, rows: list[Row]) -> list[list[Row]]:
        """As many to a page as its height holds; no heading alone at a page's end."""
        room = self.box.height - self.px(200 if self.tall else 150)
        pages: list[list[Row]] = [[]]
        for k, row in enumerate(rows):
            after = self._high(rows[k + 1]) if row.heading and k + 1 < len(rows) else 0
            if sum(map(self._high, pages[-1])) + self._high(row) + after > room and pages[-1]:
                pages.append([])
            pages[-1].append(row)
        return pages

    def _pitch(self) -> int:
        return self.px(TALL_ROW if self.tall else ROW)

    def count(self) -> int:
        """Pages in all; the first is the room with its tags, if there is a room."""
        return len(self.pages) + self._before()

    def _before(self) -> int:
        """Pages before the list."""
        return self._firsts() + (self.stage is not None)

    def _firsts(self) -> int:
        """Pages that say what one can do: in large text what helps has a page of its own."""
        return 0 if self.first is None else 2 if self.large else 1

    # Touch and keys

    def press(self, x: int, y: int) -> None:
        """A touch turns the page; on the rail, and beside the first pages, it closes the help."""
        beside = self.page < self._firsts() and not self.box.collidepoint(x, y)
        if any(plate.rect.collidepoint(x, y) for plate in self.plates()):
            super().press(x, y)
        elif y >= self.room.bottom or beside or self.page + 1 >= self.count():
            self.done = True
        else:
            self._turn(1)

    def key(self, name: str, text: str, shift: bool) -> None:
        """Page keys, arrows and SPACE turn; the help's own keys and ESCAPE close."""
        if name in ("escape", "f1", "h"):
            self.done = True
        elif name in ("pagedown", "right", "down", "space", "return", "tab"):
            self._turn(1)
        elif name in ("pageup", "left", "up"):
            self._turn(-1)

    def _turn(self, by: int) -> None:
        self.page = (self.page + by) % self.count()
        self.fresh = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The tags over the room, or a page of the list."""
        page = self.page - self._before()
        if self.page == 0 and self.first is not None:
            self._draw_first(target, self.first)
        elif self.page < self._firsts() and self.first is not None:
            self._draw_second(target, self.first)
        elif page < 0:
            for tag in self.tags:
                draw_tag(target, tag, self.high(11))
            self._draw_title(target)
        else:
            self._draw_list(target, self.pages[page])

    def _turning(self) -> str:
        words = self.words.help
        return f"{words.page} {self.page + 1} {words.of} {self.count()}  -  {words.turn}"

    def _title(self) -> tuple[pygame.Rect, float, list[str]]:
        """The plate over the room's upper edge: where it is, its letters' height, its lines."""
        px, most = self.px, self.room.width - self.px(64)
        said = f"{self.words.help.title}   {self._turning()}"
        size = brass.fit_lettering(said, self.high(15), most * 0.98)
        lines = LETTERS.wrap(said, size, most)
        wide = max(LETTERS.width(line, size) for line in lines)
        high = px(42) + round(size * PITCH) * (len(lines) - 1)
        box = pygame.Rect(0, 0, round(wide) + px(48), high)
        box.midtop = self.room.centerx, self.room.top + px(6)
        return box, size, lines

    def _draw_title(self, target: pygame.Surface) -> None:
        box, size, lines = self._title()
        brass.lay(target, box, self.px(6), "bakelite", 81, self.px(4))
        for k, line in enumerate(lines):
            y = box.centery + round(size * PITCH) * (k - (len(lines) - 1) / 2)
            LETTERS.draw(target, line, box.centerx, y, size, IVORY, "centre")

    def _draw_sheet(self, target: pygame.Surface) -> None:
        """The paper that a page is printed on."""
        if self.sheet.get_size() != self.box.size:
            coarse = sheet(paper(512, 320, 73))
            self.sheet = smoothscale(coarse, self.box.size)
        brass.cast(target, self.box, self.px(16), 200)
        target.blit(self.sheet, self.box)

    def _draw_first(self, target: pygame.Surface, first: FirstHelp) -> None:
        """Three steps beside a picture of the room (in an upright window above it); below them what
        helps if something stops."""
        px, box, words = self.px, self.box, self.words.help
        self._draw_sheet(target)
        left, across = box.left + px(60), box.width - px(120)
        column = across if self.tall else (across - px(60)) // 2
        head = px(80) if self.tall else 0  # the languages stand above the title there
        y = box.top + px(62) + head
        tongues = self.tongues()
        if tongues and not self.tall:
            across = tongues[0].rect.left - px(40) - left
        self.letter(target, words.here, (left, y), px(30), across, weight=0.15, spacing=0.15)
        across = box.width - px(120)
        steps = pygame.Rect(left, box.top + px(150) + head, column, 0)
        y = self._draw_steps(target, first, steps)
        plates = self.wish_plates()
        foot = min([box.bottom - px(84), *(plate.rect.top - px(20) for plate in plates)])
        stops = self._stops(first, column)
        stops.bottom, stops.left = foot, left
        if self.large:
            stops.top = foot
        if self.tall:
            shown = pygame.Rect(left, y, across, stops.top - px(50) - y)
        else:
            top = box.top + px(120)
            shown = pygame.Rect(left + column + px(60), top, column, stops.top - px(40) - top)
        self._draw_room(target, shown)
        if not self.large:
            self._draw_stops(target, first, stops)
        wide = plates[0].rect.left - px(30) - left if plates else across
        size = brass.fit_lettering(words.controls, self.high(17), wide / 1.12)
        lines = LETTERS.wrap(words.controls, size * 1.1, wide)[:2]
        for k, line in enumerate(lines):
            y = box.bottom - px(40) + round(size * (1.7 * k - 0.85 * (len(lines) - 1)))
            LETTERS.draw(target, line, left, y, size, FAINT)
        there = {self.words.code, *(word for word, so, _ in self.wishes if so)}
        for plate in self.plates():
            self._draw_tongue(target, plate.word, plate.rect, plate.name in there)

    def _draw_second(self, target: pygame.Surface, first: FirstHelp) -> None:
        """What helps if something stops, on a page of its own."""
        px, box = self.px, self.box
        self._draw_sheet(target)
        across = box.width - px(120)
        column = across if self.tall else (across - px(60)) // 2
        rect = self._stops(first, column)
        rect.topleft = box.left + px(60), box.top + px(80)
        self._draw_stops(target, first, rect)

    def plates(self) -> list[Plate]:
        return [*self.tongues(), *self.wish_plates()]

    def tongues(self) -> list[Plate]:
        """The languages that are offered, on the first page."""
        choose = self.choose
        if choose is None or self.first is None or self.page or len(self.offered) < 2:
            return []
        told = ((code, read_language(code).language) for code in self.offered)
        return self._side_by_side(
            [(code, name, partial(choose, code), False) for code, name in told],
            self.box.top + self.px(62),
        )

    def wish_plates(self) -> list[Plate]:
        """What a visitor may want otherwise, at the foot of the first page."""
        if self.first is None or self.page:
            return []
        asked = [(word, word, do, True) for word, _, do in self.wishes]
        return self._side_by_side(asked, self.box.bottom - max(self.px(42), 24 + self.px(12)))

    def _side_by_side(
        self, asked: Sequence[tuple[str, str, Callable[[], object], bool]], y: int
    ) -> list[Plate]:
        """Plates up to the right edge: name, word, what it does, whether the help goes then."""
        made, right = [], self.box.right - self.px(50)
        for name, word, do, leaves in reversed(asked):
            wide = round(LETTERS.width(word, self.high(17))) + self.px(36)
            rect = pygame.Rect(right - wide, 0, wide, max(self.px(58), 48))
            rect.centery = y
            made.append(Plate(name, rect, do, word, leaves))
            right = rect.left - self.px(8)
        return made[::-1]

    def _draw_tongue(
        self, target: pygame.Surface, name: str, plate: pygame.Rect, shown: bool
    ) -> None:
        """A language's name; the one that is shown on red."""
        colour = RED if shown else FAINT
        pygame.draw.rect(target, colour, plate, 0 if shown else 2, self.px(8))
        ink = PALE if shown else TYPED
        LETTERS.draw(target, name, *plate.center, self.high(17), ink, "centre")

    def _draw_steps(self, target: pygame.Surface, first: FirstHelp, rect: pygame.Rect) -> int:
        """The steps with their numbers, from the top of ``rect`` on; where they end."""
        px, y, size = self.px, rect.top, self.high(24)
        pitch = max(px(40), round(size * 1.65))
        for number, step in enumerate(first.steps, 1):
            self._draw_number(target, number, rect.left + px(24), y, px(25))
            lines = LETTERS.wrap(step, size, rect.width - px(76))
            for k, line in enumerate(lines):
                LETTERS.draw(target, line, rect.left + px(70), y + pitch * k, size, TYPED)
            y += pitch * max(1, len(lines)) + px(34)
        return y

    def _draw_number(
        self, target: pygame.Surface, number: int, x: int, y: int, radius: int
    ) -> None:
        """A step's number in a red disc."""
        pygame.draw.circle(target, PALE, (x, y), radius + max(1, radius // 9))
        pygame.draw.circle(target, RED, (x, y), radius)
        LETTERS.draw(target, str(number), x, y, radius * 1.04, PALE, "centre", 0.16)

    def _stop_lines(self, first: FirstHelp, wide: int) -> list[list[str]]:
        """What helps if something stops, in lines: one column, or two in a wide window."""
        told = [LETTERS.wrap(line, self.high(20), wide) for line in first.stops]
        half = len(told) if self.tall else -(-len(told) // 2)
        return [[line for lines in some for line in lines] for some in (told[:half], told[half:])]

    def _stop_pitch(self) -> int:
        return max(self.px(44), round(self.high(20) * 1.9))

    def _stops(self, first: FirstHelp, wide: int) -> pygame.Rect:
        """How large that is with its title; a column is so wide."""
        most = max(len(lines) for lines in self._stop_lines(first, wide))
        return pygame.Rect(0, 0, wide, self.px(56) + (most - 1) * self._stop_pitch())

    def _draw_stops(self, target: pygame.Surface, first: FirstHelp, rect: pygame.Rect) -> None:
        px, title = self.px, self.words.help.stops
        LETTERS.draw(target, title, rect.left, rect.top, px(24), RED, weight=0.15, spacing=0.15)
        for column, lines in enumerate(self._stop_lines(first, rect.width)):
            x = rect.left + column * (rect.width + px(60))
            for k, line in enumerate(lines):
                y = rect.top + px(56) + self._stop_pitch() * k
                LETTERS.draw(target, line, x, y, self.high(20), TYPED)

    def _draw_room(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        """The picture of the room, as large as it fits, with the steps' numbers on it."""
        if self.room_picture is None or min(rect.size) < 40:
            return
        wide, high = self.room_picture.get_size()
        scale = min(rect.width / wide, rect.height / high)
        shown = smoothscale(self.room_picture, (round(wide * scale), round(high * scale)))
        place = shown.get_rect(midtop=rect.midtop)
        brass.cast(target, place, self.px(8))
        target.blit(shown, place)
        radius = self.px(19)
        taken: list[tuple[int, int]] = []
        for number, mark in enumerate(self.marks, 1):
            if mark is None:
                continue
            x, y = (round(place.topleft[k] + mark.center[k] * scale) for k in (0, 1))
            while (x, y) in taken:  # another step is done at the same place
                x += 3 * radius
            taken.append((x, y))
            x = min(max(x, place.left + radius), place.right - radius)
            y = min(max(y, place.top + radius), place.bottom - radius)
            self._draw_number(target, number, x, y, radius)

    def _draw_list(self, target: pygame.Surface, rows: list[Row]) -> None:
        px, box, words = self.px, self.box, self.words.help
        self._draw_sheet(target)
        columns = self._columns()
        y = box.top + px(48)
        LETTERS.draw(target, words.title, columns[0], y, px(24), TYPED, spacing=0.2)
        size = self.high(SIZE)
        said = self._turning()
        low = box.bottom - px(30) if self.tall else y
        LETTERS.draw(target, said, box.right - px(60), low, size, FAINT, "right")
        y += px(46)
        heads = (words.control, words.key, words.does)
        for x, head in zip(columns, heads, strict=True) if not self.stacked else ():
            LETTERS.draw(target, head, x, y, size, FAINT, spacing=0.15)
        pygame.draw.line(target, FAINT, (columns[0], y + px(14)), (box.right - px(60), y + px(14)))
        y += px(34)
        for row in rows:
            self._draw_row(target, row, columns, y, size)
            y += self._high(row)

    def _draw_row(
        self, target: pygame.Surface, row: Row, columns: Sequence[int], y: int, size: float
    ) -> None:
        px = self.px
        if row.heading:
            LETTERS.draw(target, row.control, columns[0], y, size * 1.1, TYPED, weight=0.16)
            return
        height, lines = self._does(row)
        if self.stacked:
            x = columns[0]
            if row.control:
                LETTERS.draw(target, row.control, x, y, size, TYPED, weight=0.15)
                x += round(LETTERS.width(row.control, size, weight=0.15)) + px(30)
            if row.key:
                _cap(target, row.key, x, y, size)
            for k, line in enumerate(lines, 1):
                LETTERS.draw(target, line, columns[0], y + round(size * 1.6 * k), size, TYPED)
            return
        x = columns[0] + px(24)
        wide = columns[1] - x - px(10) if row.key or row.does else self.box.right - x - px(60)
        if not row.control:  # a row of the keyboard's own: the key may be several
            self.letter(target, row.key, (x, y), size, columns[2] - x - px(10))
        else:
            self.letter(target, row.control, (x, y), size, wide)
            if row.key:
                _cap(target, row.key, columns[1], y, size)
        y -= round(height * 0.75) * (len(lines) - 1)
        for k, line in enumerate(lines):
            LETTERS.draw(target, line, columns[2], y + round(height * 1.5) * k, height, TYPED)


def _span(labels: list[str]) -> str:
    """The names of controls that speak for themselves, in one line."""
    if len(labels) > 8:
        return f"{labels[0]}, {labels[1]} ... {labels[-1]}"
    return ", ".join(labels)


def _cap_width(key: str, height: float) -> int:
    return round(max(height * 1.9, LETTERS.width(key, height) + height * 1.1))


def _cap(target: pygame.Surface, key: str, x: int, y: int, height: float) -> pygame.Rect:
    """An ivory key cap with the key's name, its left edge at x."""
    cap = pygame.Rect(x, 0, _cap_width(key, height), round(height * 2.0))
    cap.centery = y
    radius = max(2, cap.height // 5)
    pygame.draw.rect(target, (84, 74, 58), cap.move(1, 2), border_radius=radius)
    pygame.draw.rect(target, (244, 238, 222), cap, border_radius=radius)
    pygame.draw.rect(target, (150, 138, 112), cap, 1, radius)
    LETTERS.draw(target, key, cap.centerx, cap.centery, height, (34, 28, 22), "centre")
    return cap


# Tags beside the controls


def place_tags(
    hits: tuple[Hit, ...],
    rail: list[tuple[pygame.Rect, str, str]],
    bound: pygame.Rect,
    height: float,
    title: pygame.Rect | None = None,
) -> list[Tag]:
    """A tag for each control that has a key, then for the others as far as there is room; none
    over the ``title``.

    Tried: key and name, then the key alone; below the control, above, to its sides, on it.
    """
    # A square of a board, a box of a cabinet says itself.
    spoken = [hit for hit in hits if hit.touch.key or hit.touch.kind not in ("square", "look")]
    wanted = [(hit.rect, hit.touch.key.upper(), hit.touch.label) for hit in spoken]
    wanted = [control for control in wanted if control[1] or len(control[2]) > 2]
    wanted = [(rect, key, "" if name == key else name) for rect, key, name in wanted]
    wanted = [control for control in rail if control[1]] + wanted
    made: list[Tag] = []
    for rect, key, label in sorted(wanted, key=lambda control: not control[1]):
        taken = [tag.rect for tag in made] + ([title] if title is not None else [])
        tag = _placed(rect, key, label, taken, bound, height)
        if tag is not None:
            made.append(tag)
    return made


def _placed(
    rect: pygame.Rect,
    key: str,
    label: str,
    taken: list[pygame.Rect],
    bound: pygame.Rect,
    height: float,
) -> Tag | None:
    tall = round(height * 2.2)
    for name in (label, "") if key else (label,):
        wide = (_cap_width(key, height) if key else 0) + 4
        wide += round(LETTERS.width(name, height) + height * 1.2) if name else 0
        box = pygame.Rect(0, 0, wide, tall)
        for spot, corner in (
            ("center", rect.midbottom),
            ("midbottom", rect.midbottom),
            ("center", rect.center),
            ("midtop", rect.midbottom),
            ("midbottom", rect.midtop),
            ("midleft", rect.midright),
            ("midright", rect.midleft),
        ):
            setattr(box, spot, corner)
            inside = bound.contains(box) and wide <= rect.width * 1.6 + tall * 2
            if inside and box.inflate(2, 2).collidelist(taken) < 0:
                return Tag(box.copy(), key, name)
    return None


def draw_tag(target: pygame.Surface, tag: Tag, height: float) -> None:
    """A dark tag with a brass edge: key cap, name."""
    box = tag.rect
    radius = max(3, box.height // 4)
    pygame.draw.rect(target, (24, 20, 17), box, border_radius=radius)
    pygame.draw.rect(target, (190, 158, 98), box, 1, radius)
    x = box.left + 2
    if tag.key:
        x = _cap(target, tag.key, x, box.centery, height).right
    if tag.label:
        LETTERS.draw(target, tag.label, x + height * 0.5, box.centery, height, IVORY)
