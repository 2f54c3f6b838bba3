"""The round of demonstrations: every exhibit in its turn, and a visitor's game left as it stood.

What the rooms' journeys say: in every language, short enough for large subtitles.

What a tour comes close to is seen whole, with room around it, in every shape of window.
"""

import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen.framing import Framing, details_of
from devices.screen.stage import Stage
from devices.screen.ui_text import languages, read_language
from machines.exhibit.session import read_log
from machines.museum import tours as round_module
from machines.museum.controller import StartupOptions
from machines.museum.tour_script import Script, read_script
from machines.museum.tours import DemoRotation, begin_demo, load_shipped_acts, load_shipped_script
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.museum import TourScene
from machines.museum.window.subtitles import Subtitles
from machines.storage.program import ASSETS
from machines.storage.registry import EXHIBITS, find_exhibit, make_room, panel_layout
from tests.machines.museum.visit import PLAN as ONE
from tests.machines.museum.visit import Visit
from tests.machines.storage.full_disk import full_disk

NAMES = ("left", "middle", "right")
PLAN = tuple(replace(ONE[0], name=name) for name in NAMES)

COUNTS = b"""
hands_over = %s
[[scenes]]
[[scenes.steps]]
say = "counting"
speed = "x100"
acts = [["console.start", 1]]
until = "plays"
count = %d
"""
REFUSED = b"""
[[scenes]]
[[scenes.steps]]
acts = [["console.nonsense", 1]]
"""


def counts(plays: int = 3, hands_over: bool = True) -> Script:
    return read_script(COUNTS % (b"true" if hands_over else b"false", plays), "counts.toml")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is to be compiled, and the floor plan is seen for a moment only."""
    monkeypatch.setattr(round_module, "PLAN_MS", 50)


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Script]:
    """Each exhibit's script; left out: it has none."""
    made: dict[str, Script] = {}
    monkeypatch.setattr(round_module, "load_shipped_script", made.get)
    return made


def walked(visit: Visit, places: int) -> list[str]:
    """The first so many places where a demonstration stood."""
    visit.wait(lambda: len(visit.walked) >= places)
    return visit.walked


@pytest.mark.slow
def test_every_exhibit_has_its_act_and_the_floor_plan_is_seen_between(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts |= dict.fromkeys(NAMES, counts())
    visit = Visit(tmp_path, StartupOptions(demo="at once"), PLAN, "middle")
    round_trip = ["middle", "", "right", "", "left", "", "middle"]
    assert walked(visit, 7) == round_trip
    assert visit.house.close()


@pytest.mark.slow
def test_from_the_floor_plan_the_first_exhibit_comes_first(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts |= dict.fromkeys(NAMES, counts())
    visit = Visit(tmp_path, StartupOptions(demo="at once"), PLAN, "")
    assert walked(visit, 3) == ["", "left", ""]
    assert visit.house.close()


@pytest.mark.slow
def test_an_exhibit_without_a_script_or_with_none_that_works_is_passed_over(
    tmp_path: Path, scripts: dict[str, Script], caplog: pytest.LogCaptureFixture
) -> None:
    scripts |= {"left": counts(), "middle": read_script(REFUSED, "refused.toml")}
    visit = Visit(tmp_path, StartupOptions(demo="at once"), PLAN, "left")
    assert walked(visit, 5) == ["left", "", "middle", "", "left"]
    visit.until(lambda view: view.plays >= 1)
    assert walked(visit, 5)[4:] == ["left"]  # and it stays there: there is no other act
    assert "passes over right: it has no script" in caplog.text
    assert "passes over middle: none of its scenes went well" in caplog.text
    assert visit.house.close()


@pytest.mark.slow
def test_where_nothing_can_be_shown_the_demonstration_ends(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts["left"] = read_script(REFUSED, "refused.toml")
    visit = Visit(tmp_path, StartupOptions(demo="at once", speed="x10"), PLAN, "left")
    visit.wait(lambda: bool(visit.walked) and visit.house.leads() is None)
    assert visit.house.speed() == "x10"
    assert visit.house.close()


def test_a_script_that_is_refused_is_passed_over_with_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def script(name: str) -> Script:
        if name == "middle":
            raise RefusedError("middle.toml", "not a demonstration's script")
        return counts()

    monkeypatch.setattr(round_module, "load_shipped_script", script)
    assert list(load_shipped_acts(PLAN)) == ["left", "right"]
    assert "middle: middle.toml: not a demonstration's script" in caplog.text


@pytest.mark.slow
def test_what_a_visitor_left_is_there_again_after_the_act(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts |= {"left": counts(), "right": counts()}
    visit = Visit(tmp_path, StartupOptions(demo="idle"), PLAN, "left")
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    visit.house.idle()
    visit.until(lambda view: view.plays >= 1 and not view.controls["console.key.35"])
    assert walked(visit, 2) == ["left", ""]
    visit.wait(lambda: visit.house.sessions.views["left"].controls["console.key.35"] == 1)
    assert visit.house.sessions.views["left"].now_us == 0
    assert visit.house.close()
    again = Visit(tmp_path, None, PLAN, "left")
    assert again.until(lambda view: True).controls["console.key.35"] == 1
    assert again.house.close()
    acts = read_log((tmp_path / "sessions" / "left" / "000001.log").read_bytes(), "").lines
    assert len(acts) == 2  # the visitor's act and the end: nothing of the demonstration


@pytest.fixture
def counting(tmp_path: Path, scripts: dict[str, Script]) -> Visit:
    """A demonstration of the left exhibit that has counted already."""
    scripts["left"] = counts(1_000)
    visit = Visit(tmp_path, StartupOptions(demo="at once"), PLAN, "left")
    visit.until(lambda view: view.plays >= 1)
    return visit


@pytest.mark.slow
def test_the_first_touch_makes_the_game_the_visitors_own_from_then_on(
    counting: Visit, tmp_path: Path
) -> None:
    visit = counting
    visit.house.touched()
    visit.act("console.reset")
    plays = visit.until(lambda view: not view.busy).plays
    assert visit.house.close()
    again = Visit(tmp_path, None, PLAN, "left")
    assert again.until(lambda view: True).plays == plays >= 1
    assert again.house.close()


@pytest.mark.slow
def test_where_the_script_says_so_a_touch_brings_the_visitors_own_back(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts["left"] = counts(1_000, hands_over=False)
    visit = Visit(tmp_path, StartupOptions(demo="idle", speed="x10"), PLAN, "left")
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    visit.house.idle()
    visit.until(lambda view: view.plays >= 1)
    visit.house.touched()
    view = visit.until(lambda view: not view.busy)
    assert (view.plays, view.controls["console.key.35"]) == (0, 1)
    assert visit.house.speed() == "x10"
    assert visit.house.close()


def stands(visit: Visit) -> tuple[str, str] | None:
    """Where the visitor is remembered to stand, and how time passes there."""
    visitor = visit.house.store.visitor()
    return None if visitor is None else (visitor.exhibit, visitor.speed)


@pytest.mark.slow
def test_a_demonstration_is_nothing_to_come_back_to(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    endless = counts(1_000_000)  # on a busy computer a touch may be late
    scripts |= {"left": counts(), "middle": counts(), "right": endless}
    visit = Visit(tmp_path, StartupOptions(demo="idle", speed="x10"), PLAN, "middle")
    visit.wait(lambda: stands(visit) == ("middle", "x10"))
    visit.house.idle()
    walked(visit, 3)
    visit.until(lambda view: view.plays >= 1)
    assert stands(visit) == ("middle", "x10")
    visit.house.touched()
    visit.wait(lambda: stands(visit) == ("right", "x100"))
    assert visit.house.close()


@pytest.mark.slow
def test_a_museum_that_is_killed_in_an_act_comes_back_with_what_the_visitor_left(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts["left"] = counts(1_000)
    (tmp_path / "data").mkdir()
    visit = Visit(tmp_path / "data", StartupOptions(demo="idle"), PLAN, "left")
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    visit.house.idle()
    visit.until(lambda view: view.plays >= 1)
    copy = Path(shutil.copytree(tmp_path / "data", tmp_path / "killed"))
    assert visit.house.close()
    again = Visit(copy, None, PLAN, "left")
    view = again.until(lambda view: True)
    assert (view.plays, view.controls["console.key.35"]) == (0, 1)
    assert again.house.close()


def test_a_full_disk_ends_neither_the_demonstration_nor_the_museum(
    tmp_path: Path, scripts: dict[str, Script]
) -> None:
    scripts["left"] = counts()
    visit = Visit(tmp_path, StartupOptions(demo="idle"), PLAN, "left")
    with full_disk(10):
        visit.house.idle()
        visit.wait(lambda: bool(visit.walked) and visit.house.leads() is not None)
    visit.house.touched()
    visit.wait(lambda: visit.house.leads() is None)
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    assert visit.house.close()


@pytest.mark.slow
def test_on_a_full_disk_the_visitor_gets_his_own_back_and_is_told(
    counting: Visit, tmp_path: Path
) -> None:
    visit = counting
    with full_disk(10):
        visit.house.touched()
        visit.until(lambda view: "can't be written" in view.reason)
    assert visit.until(lambda view: True).plays == 0
    visit.act("console.key.35", 1)
    visit.until(lambda view: view.controls["console.key.35"] == 1)
    assert visit.house.close()


@pytest.mark.slow
def test_few_logs_of_demonstrations_are_kept(tmp_path: Path, scripts: dict[str, Script]) -> None:
    scripts |= {"left": counts(1), "right": counts(1)}
    visit = Visit(tmp_path, StartupOptions(demo="at once"), PLAN, "left")
    walked(visit, 24)
    assert visit.house.close()
    left = tmp_path / "sessions" / "left"
    assert len(list((left / "demonstration").glob("*.log"))) == 4
    assert len(list(left.glob("*.log"))) == 1


def test_an_act_waits_a_moment_for_the_drawing_and_longer_for_the_machine() -> None:
    now = begin_demo({"a": counts(), "b": counts()}, "b", 0)
    assert now == DemoRotation({"a": counts(), "b": counts()}, "b", "walking", 0)
    assert not now.wait(round_module.DRAWN_MS - 1, stands=True, drawn=False, ready=now.acts)
    assert not now.wait(round_module.PATIENCE_MS - 1, stands=False, drawn=False, ready=now.acts)
    assert now.wait(round_module.PATIENCE_MS - 1, stands=True, drawn=False, ready=now.acts)
    assert now.phase == "act"
    assert begin_demo({}, "b", 0) is None


def test_a_machine_that_is_not_switched_on_in_time_is_passed_over_for_this_round() -> None:
    now = begin_demo({"a": counts(), "b": counts()}, "b", 0)
    assert now is not None
    assert not now.wait(round_module.PATIENCE_MS, stands=False, drawn=False, ready=now.acts)
    assert (now.phase, now.now, list(now.acts)) == ("plan", "a", ["a", "b"])


@pytest.mark.parametrize("drawn_ms", [0, 300, 10_000, 20_000])
def test_the_floor_plan_is_looked_at_from_when_it_is_drawn(drawn_ms: int) -> None:
    now = begin_demo({"a": counts()}, "", 0)
    assert now is not None
    ms = 0
    while now.where == "":
        ms += 10
        now.wait(ms, stands=True, drawn=ms >= drawn_ms, ready=now.acts)
    expected = min(drawn_ms, round_module.OPENING_DRAWN_MS) + round_module.PLAN_MS
    assert ms == pytest.approx(expected, abs=20)


def test_later_rooms_are_waited_for_a_moment_only() -> None:
    now = begin_demo({"a": counts(), "b": counts()}, "", 0)
    assert now is not None
    now.turn("walking", 0)
    assert now.wait(1, stands=True, drawn=True, ready=now.acts)
    now.go_on(1_000, shown=True)
    ms = 1_000
    while now.where == "":
        ms += 10
        now.wait(ms, stands=True, drawn=False, ready=now.acts)
    expected = 1_000 + round_module.DRAWN_MS + round_module.PLAN_MS
    assert ms == pytest.approx(expected, abs=20)


def test_nobody_is_led_before_a_machine_that_is_still_compiled() -> None:
    now = begin_demo({"a": counts(), "b": counts(), "c": counts()}, "", 0)
    assert now is not None
    ready = set[str]()
    for ms in range(0, 60_000, 100):
        now.wait(ms, stands=True, drawn=True, ready=ready)
    assert (now.where, now.now) == ("", "a"), "the floor plan stays"
    ready.add("b")
    for ms in range(60_000, 60_000 + 2 * round_module.PLAN_MS + 300, 100):
        now.wait(ms, stands=True, drawn=True, ready=ready)
    assert now.where == "b", "what can be shown comes first"
    assert list(now.acts) == ["a", "b", "c"], "the others come when they can"
    assert now.phase == "act"
    now.go_on(70_000, shown=True)
    ready.add("a")
    for ms in range(70_000, 70_000 + 2 * round_module.PLAN_MS + 300, 100):
        now.wait(ms, stands=True, drawn=True, ready=ready)
    assert now.where == "a", "c is passed over this time"


def test_once_its_kernels_are_there_a_room_is_given_the_time_to_be_drawn() -> None:
    now = begin_demo({"a": counts(), "b": counts()}, "", 0)
    assert now is not None
    compiled_ms = 3 * round_module.OPENING_DRAWN_MS
    ms = 0
    while now.where == "":
        ms += 10
        now.wait(ms, stands=True, drawn=False, ready={"a"} if ms >= compiled_ms else ())
    expected = compiled_ms + round_module.OPENING_DRAWN_MS + round_module.PLAN_MS
    assert ms == pytest.approx(expected, abs=30)


def test_the_matchboxes_come_first() -> None:
    plan = tuple(replace(ONE[0], name=name) for name in ("ibm704", "left", "menace", "anaconda"))
    ordered = list(load_shipped_acts(plan))
    assert ordered == ["menace", "ibm704", "anaconda"]


ROOMS = [one.name for one in EXHIBITS]
LANGUAGES = ("en", "de", "fr", "es")
MOST_WORDS, MOST_LETTERS = 15, 80


def captions(language: str, room: str) -> dict[str, str]:
    text = (ASSETS / "text" / language / f"{room}.toml").read_text(encoding="utf-8")
    made: dict[str, str] = tomllib.loads(text)["tour"]
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_caption_is_there_used_and_short(room: str, language: str) -> None:
    script = load_shipped_script(room)
    assert script is not None
    told = captions(language, room)
    assert set(told) == {step.say for step in script.steps if step.say}
    for words in told.values():
        assert len(re.findall(r"[\w'’+-]+", words)) <= MOST_WORDS, words
        assert len(words) <= MOST_LETTERS, words


SIZES = [
    (1024, 768),
    (1080, 1920),
    *(
        pytest.param(size, marks=pytest.mark.slow)
        for size in ((1920, 1080), (1280, 1024), (800, 1280))
    ),
]
MARGIN = 0.02
"""Of the picture's height or width, at each side, at least."""


def subtitles_of(room: str, language: str, journey: bool, size: tuple[int, int]) -> pygame.Rect:
    """Where they stand in a tour of that room."""
    told = read_language(language)
    script = load_shipped_script(room)
    assert script is not None
    said = tuple(told.caption(room, step.say) for step in script.steps if step.say)
    plate = Subtitles(told, print, print, print)
    plate.tell(TourScene(room, said[0], said, "play", script.chapters(), 0.2, journey=journey))
    plate.lay(size, pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size)))
    return plate.box


def spoken_of(stage: Stage) -> pygame.Rect:
    """What the framing names, where it stands on the canvas, pixels."""
    framing, rects = stage.framing, [one.rect for one in stage.standings]
    assert framing is not None
    if not framing.detail:
        return rects[0].unionall(rects[1:])
    (one,) = stage.standings
    left, top, wide, high = (value * one.scale for value in details_of(one.part)[framing.detail])
    made = pygame.Rect(round(left), round(top), round(wide), round(high))
    return made.move(one.rect.topleft)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_what_a_step_speaks_of_is_seen_whole_and_larger(size: tuple[int, int]) -> None:
    for one in EXHIBITS:
        check_steps(one.name, size)


def check_steps(room: str, size: tuple[int, int]) -> None:
    spec, script = find_exhibit(room), load_shipped_script(room)
    assert script is not None
    stage = Stage(make_room(spec, panel_layout(spec)))
    canvas = size[0], size[1] - control_bar_height(size)
    there = frozenset(place.name for place in stage.room.places)
    stage.lay(canvas)
    usual = {one.place.name: one.scale for one in stage.standings}
    tops = {
        subtitles_of(room, language, journey, size).top
        for language in languages()
        for journey in (False, True)
    }
    for top in tops:
        for look in {step.look for step in script.steps if step.look}:
            framing = Framing.of(look, there, canvas[1] - top)
            assert framing is not None
            assert set(look.partition(".")[0].split("+")) == set(framing.names)
            stage.lay(canvas, framing=framing)
            seen = pygame.Rect(0, 0, size[0], top)
            inner = seen.inflate(-2 * MARGIN * seen.width, -2 * MARGIN * seen.height)
            assert inner.contains(spoken_of(stage)), (room, look, top)
            assert framing.detail == look.partition(".")[2]
            for one in stage.standings:
                assert one.scale > usual[one.place.name], (room, look, top)


@pytest.mark.slow
def test_things_on_one_part_are_framed_at_one_scale_so_that_it_is_drawn_once() -> None:
    spec = find_exhibit("anaconda")
    stage = Stage(make_room(spec, panel_layout(spec)))
    part = stage.in_room("pc")
    scales = {
        replace(Framing(("pc",)), detail=name).place_one(part, (1920, 984))[0]
        for name in details_of(part)
    }
    assert len(details_of(part)) > 1
    assert len(scales) == 1
