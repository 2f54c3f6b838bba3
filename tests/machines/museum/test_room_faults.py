"""One room's fault closes one room: it says so, it is made anew, and all the others go on."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from devices.screen.ui_text import read_language
from machines.museum import session_manager, tours
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.curator.caretaker import Bookkeeper, staff_report
from machines.museum.curator.settings_file import load_settings
from machines.museum.curator.status import find_troubles
from machines.museum.session_manager import COUNTS_S, PAUSE_S, ClosedRooms
from machines.museum.sessions.session_store import SessionStore
from machines.museum.tour_script import Script, read_script
from machines.museum.window.signs import OutOfOrder
from machines.museum.window.window import Window, WindowConfig
from tests.machines.frail_counter import ALWAYS, Faults
from tests.machines.museum.visit import PLAN

ROOM = "tests.machines.counter_room:make_room"
FRAIL = replace(
    PLAN[0],
    name="frail",
    exhibit="tests.machines.frail_counter:FrailCounter",
    room="tests.machines.frail_counter:make_room",
)
TWO = (FRAIL, replace(PLAN[0], name="sound", room=ROOM))
SIZE = (800, 480)


@pytest.fixture(autouse=True)
def no_faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(session_manager, "PAUSE_S", 0.1)
    monkeypatch.setattr(session_manager, "LONGEST_PAUSE_S", 0.2)
    Faults.left = {}
    yield
    Faults.left = {}


class House:
    """A museum of two counters, one of them frail, both at work on the floor plan."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.it = MuseumController(SessionStore(folder), StartupOptions(), TWO)
        self.it.open()
        self.it.enter("")
        self.until(lambda: self.plays("frail") >= 0 and self.plays("sound") >= 0)
        for name in ("frail", "sound"):
            self.it.act(name, "console.start", 1)
        self.until(lambda: self.plays("frail") >= 1)

    def plays(self, name: str) -> int:
        view = self.it.view(name)
        return -1 if view is None else view.plays

    def until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + 30
        while not what():
            assert time.monotonic() < end, "it did not come to that"
            self.it.view("sound")
            time.sleep(0.005)

    def faults(self) -> list[str]:
        return [one.why for one in self.it.sessions.rooms.faults]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    Faults.left = {}
    assert made.it.close()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["operate", "advance", "view"])
def test_a_machine_that_falls_once_comes_back_at_its_last_play(
    house: House, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    before, sound = house.plays("frail"), house.it.view("sound")
    Faults.left = {where: 1}
    house.it.act("frail", "console.key.35", 7)
    house.until(lambda: bool(house.faults()))
    house.until(lambda: not house.it.is_out_of_order("frail") and house.plays("frail") >= before)
    assert house.faults() == [f"ZeroDivisionError: a bug in {where}"]
    assert "the room frail is closed" in caplog.text
    view = house.it.view("frail")
    assert view is not None
    assert view.controls["console.key.35"] == 0  # what was done after that play is not done again
    now = house.it.view("sound")
    assert sound is not None
    assert now is not None
    assert now.now_us > sound.now_us


@pytest.mark.slow
@pytest.mark.parametrize("where", ["operate", "advance", "view", "make"])
def test_one_that_falls_always_is_tried_fresh_and_never_given_up(house: House, where: str) -> None:
    Faults.left = {"advance": ALWAYS, where: ALWAYS}
    house.it.act("frail", "console.key.35", 7)
    count = 4 if where in ("view", "make") else 1  # afresh, the others are not asked for anything
    house.until(lambda: len(house.faults()) >= count)
    plays = house.plays("sound")
    house.until(lambda: house.plays("sound") > plays)
    Faults.left = {}
    house.until(lambda: house.plays("frail") >= 0)
    if where != "operate":
        view = house.it.view("frail")
        assert view is not None
        assert view.plays == 0  # fresh
    logs = (house.folder / "sessions" / "frail").glob("000001.log*")
    assert len(list(logs)) == 1  # what was played is kept, if set aside


@pytest.mark.slow
def test_status_and_staff_page_say_which_room_and_why(house: House) -> None:
    monitor = Bookkeeper(house.folder, datetime.now)
    monitor.house = house.it
    used = load_settings(house.folder, None)
    Faults.left = {"view": ALWAYS}
    house.until(lambda: bool(house.faults()))
    Faults.left = {"make": ALWAYS}
    status = monitor.status(used, "open")
    assert any(
        "frail" in one and "a bug in view" in one for one in find_troubles(status, time.time())
    )
    fact = next(one for one in staff_report(status, house.it, datetime.now()).health
                if one.name == "rooms")  # fmt: skip
    assert fact.value.startswith("frail (")
    assert not fact.well
    Faults.left = {}
    house.until(lambda: not house.it.is_out_of_order("frail"))
    told = list(find_troubles(monitor.status(used, "open"), time.time() + 10))
    assert any("a fault, open again" in one for one in told)
    monitor.close(used)


@pytest.mark.slow
def test_the_visitors_machine_is_as_it_was_where_a_demonstrations_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tour = b'[[scenes]]\n[[scenes.steps]]\nsay = "x"\nacts = [["console.start", 1]]\nseconds = 60'

    def script(exhibit: str) -> Script:
        return read_script(tour, exhibit)

    monkeypatch.setattr(tours, "load_shipped_script", script)
    house = MuseumController(SessionStore(tmp_path), StartupOptions(), (FRAIL,))
    house.open()
    house.enter("frail")

    def until(what: Callable[[], bool]) -> None:
        end = time.monotonic() + 30
        while not what():
            assert time.monotonic() < end
            house.leads()
            house.view("frail")
            time.sleep(0.005)

    def key() -> int:
        view = house.view("frail")
        return -1 if view is None else int(view.controls["console.key.35"])

    until(lambda: key() == 0)
    house.act("frail", "console.key.35", 5)
    until(lambda: key() == 5)
    assert house.tours.begin("frail")
    until(lambda: "frail" in house.sessions.suspended)
    Faults.left = {"view": 1}
    until(lambda: bool(house.sessions.rooms.faults) and key() == 5)
    assert not house.tours.on
    assert house.close()


def test_the_pauses_grow_and_a_fault_of_long_ago_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_manager, "PAUSE_S", PAUSE_S)
    monkeypatch.setattr(session_manager, "LONGEST_PAUSE_S", 300.0)
    now = [0.0]
    rooms = ClosedRooms(lambda: now[0])
    pauses, ways = [], []
    for wait in (0.0, 0.0, 0.0, 0.0, COUNTS_S):
        now[0] += wait
        assert rooms.close("a", ValueError("x"))
        assert not rooms.close("a", ValueError("again"))
        began = now[0]
        while not rooms.due():
            now[0] += 1.0
        pauses.append(now[0] - began)
        ways.append(rooms.due()[0][1])
        rooms.open("a")
    assert pauses == [3.0, 6.0, 12.0, 24.0, 3.0]
    assert ways == ["last play", "fresh", "fresh", "fresh", "last play"]


# -- before the window -----------------------------------------------------------------------------


class Before:
    """A window before that museum."""

    def __init__(self, folder: Path, exhibit: str, language: str = "en") -> None:
        self.words = read_language(language)
        self.house = MuseumController(SessionStore(folder), StartupOptions(), TWO, words=self.words)
        self.house.open()
        settings = WindowConfig(SIZE, exhibit=exhibit, sound=False)
        self.window = Window(self.house, self.words, settings)
        self.house.settled = self.window.settled
        self.window.open()

    def until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not what():
            assert time.monotonic() < end, "it did not come to that"
            self.window.frame()
            time.sleep(0.002)

    def is_whole(self, exhibit: str) -> bool:
        """Whether its room stands there, drawn in full and switched on."""
        stage = self.window.navigator.stages.get(exhibit)
        there = stage is not None and not stage.room.out_of_order and stage.settled()
        return there and self.house.view(exhibit) is not None

    def sign(self) -> OutOfOrder | None:
        return next((one for one in self.window.overlays if isinstance(one, OutOfOrder)), None)

    def close(self) -> None:
        self.window.close()
        assert self.house.close()


@pytest.fixture
def before(tmp_path: Path) -> Iterator[Callable[..., Before]]:
    opened: list[Before] = []

    def make(exhibit: str, language: str = "en") -> Before:
        opened.append(Before(tmp_path, exhibit, language))
        return opened[-1]

    yield make
    Faults.left = {}
    for one in opened:
        one.close()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["paint", "state", "guide"])
def test_who_stands_in_a_room_whose_picture_falls_is_told_and_led_out_by_one_touch(
    before: Callable[..., Before], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_manager, "PAUSE_S", 100.0)
    monkeypatch.setattr(session_manager, "LONGEST_PAUSE_S", 100.0)
    one = before("frail")
    one.until(lambda: one.is_whole("frail"))
    Faults.left = {where: 1}
    one.window.navigator.stages["frail"].stale = True
    one.house.act("frail", "console.key.35", 1)  # something is to be painted
    one.until(lambda: one.sign() is not None)
    assert one.house.is_out_of_order("frail")
    pygame.event.post(pygame.event.Event(
        pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1, touch=False))  # fmt: skip
    one.until(lambda: one.window.navigator.exhibit == "")
    one.until(lambda: one.sign() is None)
    one.house.sessions.rooms.seconds = lambda: time.monotonic() + 100.0
    one.until(lambda: one.is_whole("frail") and one.is_whole("sound"))
    assert [fault.room for fault in one.house.sessions.rooms.faults] == ["frail"]


@pytest.mark.slow
def test_the_plate_on_the_floor_plan_says_so_in_the_visitors_language(
    before: Callable[..., Before],
) -> None:
    one = before("", "de")
    plan = one.window.plan
    one.until(plan.settled)
    Faults.left = {"paint": ALWAYS}
    one.window.navigator.stages["frail"].stale = True
    told = one.words.closed["plate"]

    def plates() -> list[str]:
        return [bay.line for bay in plan.wall.bays]

    one.until(lambda: plates()[0] == told)
    assert told not in plates()[1:]
    Faults.left = {}
    one.until(lambda: plates()[0] != told and plan.settled())


@pytest.mark.slow
@pytest.mark.parametrize("where", ["room", "build"])
def test_a_room_that_cannot_be_made_or_drawn_is_tried_again_and_the_others_are_open(
    before: Callable[..., Before], where: str
) -> None:
    Faults.left = {where: 3}
    one = before("")
    one.until(lambda: one.is_whole("sound") and len(one.house.sessions.rooms.faults) >= 2)
    one.until(lambda: one.is_whole("frail"))
    assert {fault.room for fault in one.house.sessions.rooms.faults} == {"frail"}


@pytest.mark.slow
def test_the_sign_goes_by_itself_when_the_room_is_open_again(
    before: Callable[..., Before],
) -> None:
    one = before("frail")
    one.until(lambda: one.is_whole("frail"))
    Faults.left = {"view": 1}
    one.house.act("frail", "console.key.35", 1)
    one.until(lambda: bool(one.house.sessions.rooms.faults))
    one.until(lambda: one.is_whole("frail") and one.sign() is None)
    assert one.window.navigator.exhibit == "frail"
