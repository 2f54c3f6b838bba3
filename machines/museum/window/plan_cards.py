"""What the floor plan tells when it is touched: the thread, the graph of strength, the tournament
table, and the meeting that is begun from there."""

from devices.screen.confirmation import Confirmation
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from machines.museum.meetings import Meeting
from machines.museum.window.floor_plan import EXHIBIT, MEETINGS, STATION, STRENGTH
from machines.museum.window.meetings_board import MeetingsBoard, row_name
from machines.museum.window.strength_graph import StrengthGraph
from machines.museum.window.thread_card import ThreadCard, stops_of
from machines.museum.window.window_parts import WindowParts


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
        at = next((k for k, one in enumerate(stops) if one.name == name), 0)
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
        return tuple(one for one in self.window.museum.meetings() if one.exhibit in there)

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
        one = stage.room.meetings(context).get(name)
        if one is not None:
            self.window.carry_out(one)

    def forget(self) -> None:
        """The visitor has gone elsewhere."""
        self._meeting, self.brings, self._agreed = "", False, False

    def _titles(self) -> dict[str, str]:
        """What each exhibit is called, by its name, in the order of the floor plan."""
        window = self.window
        names = window.museum.exhibits()
        return {name: window.navigator.stage_of(name).room.title for name in names}
