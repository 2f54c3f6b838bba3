"""The museum behind the window: it answers at once, keeps what is played, demonstrates, resets."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.screen.ui_text import read_language
from machines.commands._museum_window import find_language
from machines.exhibit.exhibit import Event, Exhibit
from machines.exhibit.session import Play, read_log
from machines.museum import session_manager
from machines.museum import tours as round_module
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.curator.caretaker import Bookkeeper
from machines.museum.curator.settings_file import load_settings
from machines.museum.sessions.session_store import NOT_KEPT, SessionStore, VisitorState
from machines.museum.tour_script import Script, read_script
from machines.storage.kernel_loader import KernelLoader
from machines.storage.registry import ExhibitSpec, make_exhibit
from tests.machines.museum.visit import PLAN, Visit, look_until
from tests.machines.storage.full_disk import full_disk

TOUR = b"""
[[scenes]]
[[scenes.steps]]
say = "counting"
speed = "x10"
acts = [["console.start", 1]]
until = "plays"
count = 5
[[scenes.steps]]
say = "done"
acts = [["console.reset", 1]]
seconds = 60
"""


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter has no kernels: nothing is to be compiled.  And nobody waits long."""
    monkeypatch.setattr(round_module, "PLAN_MS", 100)


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    made = Visit(tmp_path)
    yield made
    assert made.house.close()


@contextmanager
def opened(
    folder: Path,
    here: str = "counter",
    plan: tuple[ExhibitSpec, ...] = PLAN,
    drawn: Callable[[], bool] | None = None,
) -> Iterator[MuseumController]:
    """The museum with somebody before that exhibit; it must close."""
    house = MuseumController(SessionStore(folder), StartupOptions(), plan)
    if drawn is not None:
        house.settled = drawn
    house.open()
    house.enter(here)
    yield house
    assert house.close()


@pytest.fixture
def demonstrated(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(exhibit: str) -> Script:
        return read_script(TOUR, exhibit)

    monkeypatch.setattr(round_module, "load_shipped_script", script)


def test_an_exhibit_is_dark_until_it_is_switched_on(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        assert house.view("counter") is None
        assert house.exhibits() == ("counter",)


def test_it_is_switched_on_only_after_the_room_was_drawn_once(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        house.view("counter")
        time.sleep(0.1)
        assert house.sessions.views == {}


def test_an_act_changes_what_is_seen_though_no_time_passes(visit: Visit) -> None:
    visit.act("console.key.35", 1)
    view = visit.until(lambda view: view.controls["console.key.35"] == 1)
    assert view.now_us == 0


def test_an_act_that_cannot_be_logged_is_not_taken_and_the_visitor_is_told(visit: Visit) -> None:
    log = visit.house.sessions.open_sessions["counter"].file
    with full_disk(log.size + 10):
        visit.act("console.key.35", 1)
        told = visit.until(lambda view: "can't be written" in view.reason)
    assert told.controls["console.key.35"] == 0
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1 and not view.reason)


def test_a_session_that_cannot_be_gone_on_with_is_told_of_until_something_is_done(
    tmp_path: Path,
) -> None:
    first = Visit(tmp_path)
    first.act("console.key.35")
    assert first.house.close()
    log = first.logs()[-1]
    log.write_bytes(log.read_bytes().replace(b"act", b"axt"))
    again = Visit(tmp_path)
    again.until(lambda view: f"damaged: {log.name}, line 2" in view.reason)
    again.act("console.key.35")
    again.until(lambda view: not view.reason)
    assert again.house.close()


def test_a_reset_that_cannot_be_logged_leaves_the_machine_as_it_was(visit: Visit) -> None:
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    with full_disk(10):
        visit.house.reset("counter")
        visit.until(lambda view: "can't be written" in view.reason)
    visit.act("console.start", 1)
    assert visit.until(lambda view: view.busy).controls["console.key.35"] == 1


def test_a_room_that_cannot_be_switched_on_is_closed_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_manager, "PAUSE_S", 0.05)
    wanting = [True]

    def refused(one: ExhibitSpec, layout: PanelLayout) -> Exhibit:
        if wanting:
            raise RefusedError("a file", "is missing")
        return make_exhibit(one, layout)

    monkeypatch.setattr("machines.museum.session_manager.make_exhibit", refused)
    with opened(tmp_path) as house:
        look_until(house, lambda: house.is_out_of_order("counter"))
        assert "a file: is missing" in house.sessions.rooms.faults[0].why
        wanting.clear()
        look_until(house, lambda: house.view("counter") is not None)
        assert not house.is_out_of_order("counter")


def test_a_disk_that_is_full_in_the_middle_of_play_is_told_at_once_and_play_goes_on(
    visit: Visit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_manager, "KEPT_AGAIN_MS", 50)
    visit.house.set_speed("flat")
    visit.act("console.start")
    kept = visit.house.sessions.open_sessions["counter"]
    books = Bookkeeper(visit.folder, datetime.now)
    books.house = visit.house
    settings = load_settings(visit.folder, None)
    with full_disk(kept.file.size + 200):
        told = visit.until(lambda view: view.refusal == NOT_KEPT)
        visit.until(lambda view: view.plays > told.plays + 3)
        assert str(kept.file.path) in books.status(settings, "open").unkept
        visit.house.set_speed("step")
    visit.until(lambda view: not view.reason)  # without another play
    assert not books.status(settings, "open").unkept
    books.close(settings)
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"museum: nothing that is played is kept: {kept.file.path}: can't be")
    assert last == "museum: what is played is kept again"
    lines = read_log(kept.file.path.read_bytes(), "").lines
    assert isinstance(lines[-1], Play) and lines[-1].plays == kept.exhibit.plays


@pytest.mark.slow
def test_on_a_full_disk_it_opens_and_says_so_until_there_is_room(tmp_path: Path) -> None:
    with full_disk(10):
        visit = Visit(tmp_path)
        view = visit.until(lambda view: True)
        assert (view.reason, view.refusal) == (NOT_KEPT, NOT_KEPT)  # beside a prompt, too
        visit.act("console.key.35", 1)
        visit.until(lambda view: view.controls["console.key.35"] == 1)
        assert not visit.logs()
        visit.until(lambda view: view.refusal == NOT_KEPT)  # as long as that is so
    look_until(visit.house, lambda: bool(visit.logs()))
    visit.until(lambda view: not view.refusal)
    assert visit.house.close()
    again = Visit(tmp_path)
    assert again.until(lambda view: True).controls["console.key.35"] == 1
    assert again.house.close()


def test_what_is_played_is_in_the_log_with_a_mark_at_each_play(visit: Visit) -> None:
    visit.house.set_speed("flat")
    visit.act("console.start")
    visit.until(lambda view: view.plays >= 3)
    assert visit.house.close()
    lines = read_log(visit.logs()[-1].read_bytes(), "").lines
    assert isinstance(lines[0], Event)
    assert any(isinstance(line, Play) for line in lines)


def test_closed_and_opened_again_it_goes_on(tmp_path: Path) -> None:
    first = Visit(tmp_path)
    first.house.set_speed("flat")
    first.act("console.start")
    plays = first.until(lambda view: view.plays >= 2).plays
    assert first.house.close()
    again = Visit(tmp_path)
    assert again.until(lambda view: True).plays >= plays
    assert again.house.close()
    fresh = Visit(tmp_path, StartupOptions(fresh=True))
    assert fresh.until(lambda view: True).now_us == 0
    assert fresh.house.close()


def test_a_reset_begins_anew_and_keeps_the_old_log(visit: Visit) -> None:
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    visit.house.reset("counter")
    visit.until(lambda view: view.controls["console.key.35"] == 0)
    assert len(visit.logs()) == 2
    assert len(read_log(visit.logs()[0].read_bytes(), "").lines) == 2  # the act and the end


def test_a_refused_act_is_no_fault(visit: Visit) -> None:
    visit.act("console.nonsense")
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)


def test_the_language_that_a_visitor_chose_is_remembered(visit: Visit) -> None:
    visit.house.speaks(read_language("de"))
    visit.wait(lambda: visit.house.store.visitor() == VisitorState("counter", "authentic", "de"))
    assert find_language(None, "de") == "de"
    assert find_language(None, "lost") == "en"
    assert find_language("en", "de") == "en"
    with pytest.raises(RefusedError, match=r"--language.*xx; there are en, de"):
        find_language("xx")


def test_where_the_visitor_stood_is_remembered(visit: Visit) -> None:
    visit.house.set_speed("x100")
    visit.wait(lambda: visit.house.store.visitor() == VisitorState("counter", "x100", "en"))


def test_a_museum_that_breaks_is_not_shown_as_if_it_stood_still(visit: Visit) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a bug")

    visit.house.worker.do(broken)
    with pytest.raises(RuntimeError, match="the machines stopped"):
        while True:
            visit.house.shown()


@pytest.mark.slow
@pytest.mark.usefixtures("demonstrated")
def test_a_demonstration_begins_at_once_and_says_what_it_does(tmp_path: Path) -> None:
    visit = Visit(tmp_path, StartupOptions(demo="at once"))
    visit.until(lambda view: view.plays >= 1)
    assert visit.house.caption("counter") == "It counts."
    assert visit.house.speed() == "x10"
    visit.until(lambda view: view.plays >= 5 and not view.busy)
    assert visit.house.caption("counter") == "done"  # no words for it: its name
    assert visit.house.close()


@pytest.mark.usefixtures("demonstrated")
def test_without_a_demonstration_idleness_changes_nothing(visit: Visit) -> None:
    visit.house.idle()
    assert visit.house.leads() is None


def test_on_the_floor_plan_every_exhibit_is_switched_on_and_works(tmp_path: Path) -> None:
    plan = tuple(replace(PLAN[0], name=name) for name in ("left", "right"))
    with opened(tmp_path, "", plan) as house:
        look_until(house, lambda: all(house.view(one) is not None for one in house.exhibits()))
        house.act("right", "console.start", 1)
        look_until(house, lambda: house.sessions.views["right"].now_us > 50_000)
        house.enter("left")
        house.act("left", "console.start", 1)
        look_until(house, lambda: house.sessions.views["left"].now_us > 50_000)


def test_an_exhibit_that_cannot_be_switched_on_darkens_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tuple(replace(PLAN[0], name=name) for name in ("left", "right"))

    def refused(one: ExhibitSpec, layout: PanelLayout) -> Exhibit:
        if one.name == "left":
            raise RefusedError("left", "is out of order")
        return make_exhibit(one, layout)

    monkeypatch.setattr("machines.museum.session_manager.make_exhibit", refused)
    with opened(tmp_path, "", plan) as house:
        look_until(house, lambda: house.view("right") is not None)
        assert house.view("left") is None
        look_until(house, lambda: house.is_out_of_order("left"))
        assert not house.is_out_of_order("right")
        assert "left: is out of order" in house.sessions.rooms.faults[0].why


def test_a_rooms_machine_is_made_while_it_is_drawn(tmp_path: Path) -> None:
    with opened(tmp_path, drawn=lambda: False) as house:
        look_until(house, lambda: house.view("counter") is not None)


def test_those_of_the_floor_plan_wait_for_it_and_for_their_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, drawn = False, False
    all_there = property(lambda _: idle, lambda _, on: None)
    monkeypatch.setattr(KernelLoader, "is_idle", all_there, raising=False)
    with opened(tmp_path, "", drawn=lambda: drawn) as house:
        for number in range(40):
            drawn = number > 20
            assert house.view("counter") is None
            time.sleep(0.01)
        idle = True
        look_until(house, lambda: house.view("counter") is not None)


def test_a_plan_that_is_never_drawn_keeps_no_machine_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("machines.museum.controller.PATIENCE_S", 0.05)
    with opened(tmp_path, "", drawn=lambda: False) as house:
        look_until(house, lambda: house.view("counter") is not None)
