"""Somebody in a room without a window: what is touched, what PLAY does, and time that passes."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path

from devices.media.deck import deck_value, read_deck
from devices.media.tape import tape_value
from devices.media.tape_files import open_tape
from devices.refusal import RefusedError
from devices.screen.guide import BAR, Medium, NextStep, PlayDriver, StepAct, Try
from devices.screen.placed_part import Hit
from devices.screen.room import DrawContext, Room
from devices.screen.sayings import Sayings
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText, read_language, read_ui_text
from devices.units.unit import Value
from machines.exhibit.exhibit import Event
from machines.storage import registry
from machines.storage.program import ASSETS
from machines.storage.registry import make_exhibit, panel_layout
from tests.machines.room_moment import moment_of

SIZE = (640, 328)
"""Of the canvas: names and places of controls are the same at any size."""
HELD_MS = 120
"""A finger stays on a button."""
FRAME_MS = 40
TEXT = ASSETS / "text" / "en"


@lru_cache
def words(language: str = "en") -> UiText:
    """What is said in a language."""
    text = TEXT.parent / language
    rooms = {one.name: (text / f"{one.name}.toml").read_bytes() for one in registry.EXHIBITS}
    return read_ui_text((text / "museum.toml").read_bytes(), "museum.toml", rooms)


@lru_cache
def told_in(language: str, *rooms: str) -> Sayings:
    """What a language tells of what the machines of these rooms say."""
    text = read_language(language)
    said = dict(text.said)
    for room in rooms:
        said |= text.rooms[room].said
    return Sayings(said)


@lru_cache
def media(folder: str) -> dict[str, str]:
    """The decks, programs and tapes of a folder of the assets, by their labels."""
    found = {}
    for path in sorted((ASSETS / folder).iterdir()):
        label = path.stem.replace("-", " ").replace("_", " ").upper()
        if path.suffix in (".txt", ".cbn") and path.is_file():
            found[label] = deck_value(read_deck(path.read_bytes(), path.name))
        elif path.suffix == ".tap":
            found[label] = tape_value(open_tape(path.read_bytes(), path.name).tape)
    return found


def folder_of(exhibit: str, control: str) -> str:
    """Where what a hopper or a tape unit takes lies in the assets."""
    one = registry.find_exhibit(exhibit)
    assert Path(ASSETS / one.decks).is_dir()
    return one.tapes if control.endswith(".mount") else one.decks


@dataclass(frozen=True)
class Refused:
    """An act that was refused."""

    control: str
    value: Value
    why: str


class Visitor:
    """A visitor in an exhibit's room."""

    def __init__(self, name: str) -> None:
        one = registry.find_exhibit(name)
        layout = panel_layout(one)
        self.name = name
        self.exhibit = make_exhibit(one, layout)
        self.room: Room = registry.make_room(one, layout)
        self.stage = Stage(self.room)
        self.stage.lay(SIZE)
        self.now_ms = 0
        self.refused: list[Refused] = []
        """Of the acts since this was last emptied."""
        self.play = PlayDriver()
        self._later: list[tuple[int, int, str, Value]] = []
        self._order = count()

    # What is seen

    def context(self) -> DrawContext:
        """The moment as it would be drawn."""
        moment = moment_of(self.exhibit.view())
        return DrawContext(moment.view, moment.brightness, self.now_ms)

    def step(self) -> NextStep:
        """What the guide says now."""
        context = self.context()
        step = self.room.asked(context) or self.room.guide(context)
        assert step is not None
        return step

    def look(self) -> None:
        """Have the room drawn: some programs offer what their last picture shows."""
        self.stage.paint(self.context())

    def hits(self) -> dict[str, Hit]:
        """Every control of the room, by its event's name."""
        return {hit.event: hit for hit in self.stage.targets()}

    def heard(self) -> set[str]:
        """What the machine says now, and what it said of acts that it refused."""
        view = self.exhibit.view()
        return {view.caption, view.reason, view.refusal, *(one.why for one in self.refused)} - {""}

    def missing(self, controls: Sequence[str]) -> list[str]:
        """Those of the controls that are neither in the room nor in the bar."""
        own = [one for one in controls if not one.startswith(BAR)]
        gone = [one for one in controls if one.startswith(BAR)]
        gone = [one for one in gone if one.removeprefix(BAR) not in words().rail_help]
        if own and set(own) - set(self.hits()):
            self.look()
            gone += sorted(set(own) - set(self.hits()))
        return gone

    # What is done

    def operate(self, control: str, value: Value) -> None:
        """An act now."""
        try:
            self.exhibit.operate(Event(self.name, control, value, self.exhibit.now_us))
        except RefusedError as refusal:
            self.refused.append(Refused(control, value, str(refusal)))

    def send(self, act: StepAct) -> None:
        """An act of the guide's or of a card's, when its time has come."""
        value = act.value
        if isinstance(value, Medium):
            value = self.medium(act.control, value.label)
        if act.after_ms <= 0:
            self.operate(act.control, value)
        else:
            due = self.now_ms + act.after_ms
            heapq.heappush(self._later, (due, next(self._order), act.control, value))

    def medium(self, control: str, label: str) -> str:
        """What stands in the drawer under a label: a deck, a tape or a program."""
        programs = registry.find_exhibit(self.name).programs
        folders = [folder_of(self.name, control), *([programs] if programs else [])]
        return next(found[label] for found in map(media, folders) if label in found)

    def touch(self, hit: Hit) -> None:
        """Touch a control: a button is pressed and let go, a latch changes over."""
        kind = hit.touch.kind
        if kind == "latch":
            self._finger(hit, int(not self.room.stands(hit.event, self.context())))
            return
        self._finger(hit, 1)
        if kind == "button":
            self.wait(HELD_MS)
            self._finger(hit, 0)

    def _finger(self, hit: Hit, value: int) -> None:
        context = self.context()
        if value and not self.room.agrees(hit.event, context):
            return
        for act in self.room.acts(hit.place, hit.touch, value, context):
            if not act.control.startswith(BAR):  # the window's own
                self.send(act)

    def press_play(self, ms: int = 60_000, speed: int = 1, watches: bool = False) -> NextStep:
        """PLAY, and so much time for it: until the visitor is to choose; the step then.
        ``watches``: a card has begun it."""
        self.play.begin(self.now_ms, watches)
        end = self.now_ms + ms
        while self.now_ms < end:
            self.play.tend(self.step(), self.now_ms, self.send)
            if not self.play.active:
                break
            self.wait(FRAME_MS, speed)
        self.play.leave()
        self.settle()
        return self.step()

    def start_card(self, name: str) -> Try:
        """A card of the placard is touched; its acts are done."""
        card = self.room.tries(self.context())[name]
        for act in card.acts:
            self.send(act)
        self.settle()
        return card

    def watch_card(self, name: str, ms: int, speed: int) -> None:
        """A card is touched, and what it has begun is watched, as the window does."""
        card = self.start_card(name)
        self.play.keep_going(card.keeps, self.now_ms)
        end = self.now_ms + ms
        while self.now_ms < end:
            self.play.tend(self.step(), self.now_ms, self.send)
            self.wait(FRAME_MS, speed)

    # Time

    def wait(self, ms: int, speed: int = 1) -> None:
        """Let so much of the visitor's time pass, the machine's ``speed`` times as fast."""
        end = self.now_ms + ms
        while self._later and self._later[0][0] <= end:
            due, _, control, value = heapq.heappop(self._later)
            self._pass(due, speed)
            self.operate(control, value)
        self._pass(end, speed)

    def _pass(self, until_ms: int, speed: int) -> None:
        ms = max(0, until_ms - self.now_ms)
        self.now_ms += ms
        self.exhibit.advance(ms * 1_000 * speed)

    def settle(self) -> None:
        """Let what was sent for later be done."""
        while self._later:
            self.wait(FRAME_MS)
