"""What the floor plan tells when it is touched: the thread, the graph of strength, the tournament
table, and the meeting that is begun from there.

A station of the thread through the years says what this machine remembers and what it changes.  The
line of years on it can be touched, NEXT goes on along it, and WALK UP TO IT leads to the machine.
"""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.guide import Confirmation
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from machines.museum.meetings import Meeting
from machines.museum.window.floor_plan import EXHIBIT, MEETINGS, STATION, STRENGTH, Stop, stops_of
from machines.museum.window.meetings_board import MeetingsBoard, row_name
from machines.museum.window.overlay import FAINT, RED, PaperCard, Plate
from machines.museum.window.strength_graph import StrengthGraph
from machines.museum.window.window_parts import WindowParts

STAYS_MS = 120_000
"""It steps aside by itself after this."""
THREAD = (146, 34, 30)
SIZE, TALL_SIZE = (1500.0, 780.0), (1040.0, 1240.0)
BODY, TALL_BODY, HEADING = 29.0, 31.0, 22.0
YEAR = 62.0
LINE_AT, TALL_LINE_AT = 176.0, 300.0
"""Where the line of years runs, from the upper edge."""
BODY_AT, TALL_BODY_AT = 268.0, 400.0


class ThreadCard(PaperCard):
    """The card of one station; it goes on to the others by itself."""

    seed = 78
    plates_low = True

    def __init__(
        self, words: UiText, stops: Sequence[Stop], at: int, walk: Callable[[str], None]
    ) -> None:
        """``at`` is the station that is shown first; ``walk`` leads to an exhibit."""
        super().__init__(words, STAYS_MS)
        self.modal = True
        self.stops = tuple(stops)
        self.at = at
        self.walk = walk

    @property
    def stop(self) -> Stop:
        """The station that is shown."""
        return self.stops[self.at]

    # Where things are

    def place(self) -> None:
        """In the middle of the room."""
        self.place_large(SIZE, TALL_SIZE)

    def knot(self, k: int) -> tuple[int, int]:
        """Where on the card the kth station of the line is."""
        side = self.px(120)
        span = self.box.width - 2 * side
        share = k / (len(self.stops) - 1) if len(self.stops) > 1 else 0.5
        y = self.box.top + self.px(TALL_LINE_AT if self.tall else LINE_AT)
        return self.box.left + side + round(span * share), y

    def knot_rect(self, k: int) -> pygame.Rect:
        """Where that station is touched: the knot with its year."""
        x, y = self.knot(k)
        rect = pygame.Rect(0, 0, max(48, self.px(140)), max(48, self.px(84)))
        rect.midtop = x, y - self.px(28)
        return rect

    def plates(self) -> list[Plate]:
        """The stations, NEXT, WALK UP TO IT and CLOSE."""
        knots = [
            Plate(stop.name, self.knot_rect(k), partial(self._go, k))
            for k, stop in enumerate(self.stops)
        ]
        on, walk = ("next", 190.0, self._next, False), ("walk", 330.0, self._walk, True)
        return [*knots, *self.row(self.words.story_words, on, walk)]

    # What is done

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows, SPACE and TAB go along the line, ENTER walks up, ESCAPE closes."""
        if name in ("left", "up", "pageup") or (name == "tab" and shift):
            self._go(self.at - 1)
        elif name in ("right", "down", "tab", "space", "pagedown"):
            self._next()
        elif name == "return":
            self._walk()
        else:
            super().key(name, text, shift)

    def _next(self) -> None:
        self._go(self.at + 1)

    def _go(self, at: int) -> None:
        self.at = at % len(self.stops)
        self.came_ms = -1
        self.fresh = True

    def _walk(self) -> None:
        self.done = True
        self.walk(self.stop.name)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Year and machine, the line of years, what it remembers and changes, its answer."""
        self.draw_sheet(target)
        self._draw_head(target)
        self.draw_plates(target)
        self._draw_line(target)
        self._draw_body(target)

    def _draw_head(self, target: pygame.Surface) -> None:
        px, left = self.px, self.box.left + self.px(44)
        y = self.box.top + px(150 if self.tall else 66)
        high = px(YEAR)
        LETTERS.draw(target, self.stop.text.year, left, y, high, RED, weight=0.15)
        left += round(LETTERS.width(self.stop.text.year, high, 0.0, 0.15)) + px(30)
        whole = self.tall or self.foot()
        right = self.box.right - px(44) if whole else self.rects()["walk"].left - px(20)
        place = left, y + px(8)
        self.letter(target, self.stop.title, place, px(38), right - left, weight=0.15)

    def _draw_line(self, target: pygame.Surface) -> None:
        """The thread with a knot a year; the one that is shown is large."""
        px = self.px
        start, end = self.knot(0), self.knot(len(self.stops) - 1)
        reach = px(76)
        pygame.draw.line(
            target, THREAD, (start[0] - reach, start[1]), (end[0] + reach, end[1]), px(5)
        )
        for k, stop in enumerate(self.stops):
            x, y = self.knot(k)
            here = k == self.at
            pygame.draw.circle(target, (250, 244, 228), (x, y), px(19 if here else 13))
            pygame.draw.circle(target, THREAD, (x, y), px(16 if here else 10))
            ink, weight = (RED, 0.16) if here else (FAINT, 0.115)
            high = max(brass.SMALLEST, px(20))
            LETTERS.draw(target, stop.text.year, x, y + px(42), high, ink, "centre", weight=weight)

    def _draw_body(self, target: pygame.Surface) -> None:
        """Remembers and changes side by side (upright: one below the other), then the question with
        this machine's answer, and the way on."""
        px, box, words, text = self.px, self.box, self.words.story_words, self.stop.text
        side, gap = px(60), px(50)
        left, wide = box.left + side, box.width - 2 * side
        top = box.top + px(TALL_BODY_AT if self.tall else BODY_AT)
        parts = [(words["remembers"], text.remembers), (words["changes"], text.changes)]
        foot = box.bottom - px(44) - self.foot()
        if self.tall:
            parts.append((words["question"], text.answer))
            high = (foot - px(120) - top) // 3
            for k, (head, said) in enumerate(parts):
                self._draw_part(target, pygame.Rect(left, top + k * high, wide, high - px(24)),
                                head, said)  # fmt: skip
        else:
            half = (wide - gap) // 2
            high = round((foot - px(70) - top) * 0.46)
            for k, (head, said) in enumerate(parts):
                rect = pygame.Rect(left + k * (half + gap), top, half, high)
                self._draw_part(target, rect, head, said)
            low = pygame.Rect(left, top + high + px(16), wide, 0)
            low.height = foot - px(70) - low.top
            self._draw_part(target, low, words["question"], text.answer)
        exit_rect = pygame.Rect(left, foot - px(104 if self.tall else 52), wide, 0)
        exit_rect.height = foot + px(14) - exit_rect.top
        rule = exit_rect.top - px(12)
        pygame.draw.line(target, (176, 156, 116), (left, rule), (left + wide, rule), px(2))
        self.draw_lines(target, text.exit, exit_rect, 25.0, FAINT)

    def _draw_part(self, target: pygame.Surface, rect: pygame.Rect, head: str, said: str) -> None:
        """A heading in red, and below it the text."""
        px = self.px
        upper = pygame.Rect(rect.left, rect.top, rect.width, min(px(84), rect.height // 2))
        used = self.draw_lines(target, head, upper, HEADING, RED)
        rest = pygame.Rect(rect.left, rect.top + used + px(6), rect.width, 0)
        rest.height = rect.bottom - rest.top
        self.draw_lines(target, said, rest, TALL_BODY if self.tall else BODY)


# -- what is laid over the plan, and when


class PlanCards:
    """The cards that lie over the floor plan."""

    def __init__(self, window: WindowParts) -> None:
        self.window = window
        self.brings = False
        """Whether somebody comes into a room for a meeting: no placard is shown over it."""
        self._meeting = ""
        """The row of the tournament table that begins as soon as its room is there ..."""
        self._agreed = False
        """... and whether the visitor has given up a game for it."""
        self._guard = Confirmation()

    def press(self, x: int, y: int) -> None:
        """The floor plan is touched: an exhibit, a station of the thread, a picture."""
        item = self.window.plan.item(x, y)
        if item:
            self.open(item)
        else:
            self.window.navigator.press_plan(x, y)

    def open(self, item: str) -> None:
        """Walk up to an exhibit, or read what the floor plan tells (by the targets' names)."""
        kind, _, name = item.partition(":")
        if f"{kind}:" == EXHIBIT:
            self.window.enter(name)
        elif item == STRENGTH:
            self.show_strength()
        elif item == MEETINGS:
            self.show_meetings()
        else:
            self.show_station(name if item.startswith(STATION) else "")

    def show_station(self, name: str = "") -> None:
        """Lay a station of the thread over the floor plan; without a name the first."""
        window, titles = self.window, self._titles()
        stops = stops_of(window.words, list(titles), list(titles.values()))
        at = next((k for k, stop in enumerate(stops) if stop.name == name), 0)
        if stops:
            window.sounds.play("button")
            card = ThreadCard(window.words, stops, at, window.enter)
            card.reopen = lambda: self.show_station(card.stop.name)
            window.show(card)

    def show_strength(self) -> None:
        """Lay the graph of strength over the floor plan, and have today's machines measured."""
        window = self.window
        window.sounds.play("button")
        measure, look = window.museum.measure_strength, window.museum.strength
        graph = StrengthGraph(window.words, self._titles(), look, measure)
        graph.reopen = self.show_strength
        window.show(graph)

    def show_meetings(self) -> None:
        """Lay the tournament table over the floor plan."""
        self.window.sounds.play("button")
        self._show_board()

    def _show_board(self) -> None:
        window = self.window
        board = MeetingsBoard(window.words, self.meetings, self.start_meeting, self._guard)
        board.reopen = self.show_meetings
        window.show(board)

    def meetings(self) -> tuple[Meeting, ...]:
        """The rows of the tournament table whose rooms are open."""
        there = self.window.museum.exhibits()
        return tuple(row for row in self.window.museum.meetings() if row.exhibit in there)

    def start_meeting(self, exhibit: str, name: str) -> bool:
        """A row of the table was touched: walk to that room, where the meeting begins.

        False: it would end a visitor's game there, and asks for a second touch.
        """
        window = self.window
        stage, view = window.navigator.stage_of(exhibit), window.museum.view(exhibit)
        context = stage.context(view, window.now_ms, 1) if view is not None else None
        asks = context is not None and stage.room.at_stake(context)
        if asks and not self._guard.touch(row_name(exhibit, name), window.now_ms):
            return False
        window.enter(exhibit)
        self._meeting, self.brings, self._agreed = name, True, asks
        return True

    def begin_meeting(self, stage: Stage, context: DrawContext) -> None:
        """Set the room up, visibly, for the meeting that was chosen, once the room is there."""
        if not self._meeting or not stage.settled():
            return
        name, self._meeting = self._meeting, ""
        if stage.room.at_stake(context) and not self._agreed:
            # The room was not switched on when the row was touched: it is asked here.
            self._guard.ask(row_name(self.window.navigator.exhibit, name), self.window.now_ms)
            self._show_board()
            return
        meeting = stage.room.meetings(context).get(name)
        if meeting is not None:
            self.window.carry_out(meeting)

    def forget(self) -> None:
        """The visitor has gone elsewhere."""
        self._meeting, self.brings, self._agreed = "", False, False

    def _titles(self) -> dict[str, str]:
        """What each exhibit is called, by its name, in the order of the floor plan."""
        window = self.window
        names = window.museum.exhibits()
        return {name: window.navigator.stage_of(name).room.title for name in names}
