"""What every exhibit on the floor promises (machines/exhibit/exhibit.py), asked of each alike.

An exhibit is brought to work by the acts of its own demonstration's first scene.
"""

import itertools
from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen.room import CANVAS, PartPlacement, Room
from devices.screen.sound_waves import HUMS, WAVES
from devices.screen.stage import Stage
from devices.units.unit import Unit
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event, Exhibit
from machines.museum.tour_script import DemoPlayer, OperateControl, ResetExhibit
from machines.museum.tours import load_shipped_deck, load_shipped_script
from machines.museum.window.control_bar_layout import control_bar_height
from machines.storage import registry
from machines.storage.registry import EXHIBITS, make_exhibit, make_room, panel_layout
from tests.machines import counter
from tests.machines.visitor import Visitor

Make = Callable[[], Exhibit]
WORK_US = 12_000_000


def made(name: str) -> Exhibit:
    one = registry.find_exhibit(name)
    return make_exhibit(one)


@cache
def state_of_work(name: str, us: int) -> bytes:
    exhibit = counter.make() if name == counter.Counter.name else made(name)
    return work(exhibit, us).snapshot()


def worked(exhibit: Exhibit, us: int = WORK_US) -> Exhibit:
    """The exhibit some time after its demonstration began."""
    exhibit.restore(state_of_work(exhibit.name, us))
    return exhibit


def work(exhibit: Exhibit, us: int = WORK_US) -> Exhibit:
    """Have an exhibit do so long what its demonstration has it do."""
    if exhibit.name == counter.Counter.name:
        act(exhibit, "console.start", 1)
        exhibit.advance(us)
        return exhibit
    script = load_shipped_script(exhibit.name)
    assert script is not None
    decks = registry.find_exhibit(exhibit.name).decks
    tour = DemoPlayer(script, partial(load_shipped_deck, folder=decks))
    end = exhibit.now_us + us
    ms = 0
    while exhibit.now_us < end:
        for deed in tour.tick(ms, exhibit.view()):
            if isinstance(deed, OperateControl):
                act(exhibit, deed.control, deed.value)
            assert not (isinstance(deed, ResetExhibit) and ms)
        exhibit.advance(50_000)
        ms += 50
    return exhibit


def act(exhibit: Exhibit, control: str, value: int | str) -> None:
    exhibit.operate(Event(exhibit.name, control, value, exhibit.now_us))


def digest(exhibit: Exhibit) -> str:
    return snapshot.digest(exhibit.snapshot())


@pytest.fixture(params=["counter", *(one.name for one in EXHIBITS)])
def make(request: pytest.FixtureRequest) -> Make:
    if request.param == "counter":
        return counter.make
    return lambda: made(request.param)


def test_it_is_what_the_floor_plan_says(make: Make) -> None:
    exhibit = make()
    assert exhibit.name
    assert exhibit.title
    assert exhibit.now_us == 0
    assert all(isinstance(unit, Unit) for unit in exhibit.units.values())
    assert all(name == unit.name for name, unit in exhibit.units.items())


@pytest.mark.slow
def test_its_view_shows_every_lamp_and_unit(make: Make) -> None:
    exhibit = worked(make())
    view = exhibit.view()
    lamps = len(exhibit.layout.lamps())
    assert view.exhibit == exhibit.name
    assert view.now_us == exhibit.now_us
    assert view.on_us.shape == view.lit.shape == (lamps,)
    assert view.on_us.dtype == np.int64
    assert view.lit.dtype == np.bool_
    assert set(view.units) == set(exhibit.units)
    assert (view.on_us >= 0).all()
    assert (view.on_us <= exhibit.now_us).all()


@pytest.mark.slow
def test_a_view_does_not_change_afterwards(make: Make) -> None:
    exhibit = worked(make())
    view = exhibit.view()
    before = view.now_us, view.on_us.copy(), view.lit.copy(), dict(view.tallies), view.plays
    exhibit.advance(5_000_000)
    assert view.now_us == before[0]
    assert (view.on_us == before[1]).all()
    assert (view.lit == before[2]).all()
    assert (dict(view.tallies), view.plays) == before[3:]


@pytest.mark.slow
def test_looking_changes_nothing(make: Make) -> None:
    one, other = worked(make()), worked(make())
    for _ in range(25):
        one.advance(177_777)
        one.view()
        one.snapshot()
    for _ in range(25):
        other.advance(177_777)
    assert one.snapshot() == other.snapshot()


def test_how_its_time_is_sliced_makes_no_difference(make: Make) -> None:
    one = worked(make(), 3_000_000)
    one.advance(10_000_000)
    for slice_us in (12_345, 100_003):
        other = worked(make(), 3_000_000)
        while other.now_us < one.now_us:
            other.advance(min(slice_us, one.now_us - other.now_us))
        assert one.snapshot() == other.snapshot(), slice_us


def test_no_time_changes_nothing(make: Make) -> None:
    exhibit = worked(make())
    before = exhibit.snapshot()
    exhibit.advance(0)
    assert exhibit.snapshot() == before


def test_two_copies_given_the_same_acts_stay_in_step(make: Make) -> None:
    one = worked(make(), 5_000_000)
    other = make()
    other.restore(one.snapshot())
    for _ in range(10):
        one.advance(831_000)
        other.advance(831_000)
        assert digest(one) == digest(other)


@pytest.mark.slow
def test_how_its_lamps_are_sampled_changes_nothing_else(make: Make) -> None:
    exact, seldom = make(), make()
    if not hasattr(seldom, "sample"):
        pytest.skip("it has no samples to take")
    seldom.sample = 64
    work(exact, 8_000_000)
    work(seldom, 8_000_000)
    assert digest(exact) == digest(seldom)


def test_a_snapshot_taken_back_is_the_state_it_was(make: Make) -> None:
    exhibit = worked(make())
    saved, view = exhibit.snapshot(), exhibit.view()
    exhibit.advance(7_000_000)
    exhibit.restore(saved)
    assert exhibit.snapshot() == saved
    assert exhibit.now_us == view.now_us
    assert exhibit.view().tallies == view.tallies
    assert (exhibit.view().lit == view.lit).all()


def test_a_snapshot_that_cannot_be_read_is_refused_and_changes_nothing(make: Make) -> None:
    exhibit = worked(make(), 2_000_000)
    before = exhibit.snapshot()
    bad = {
        "empty": b"",
        "cut": before[: len(before) // 2],
        "flipped": before[:99] + bytes([before[99] ^ 16]) + before[100:],
        "of another machine": snapshot.pack(counter.CounterPile(), 1),
    }
    for hurt, data in bad.items():
        with pytest.raises(RefusedError):
            exhibit.restore(data)
        assert exhibit.snapshot() == before, hurt


def test_an_unknown_control_is_refused_in_words(make: Make) -> None:
    exhibit = worked(make(), 2_000_000)
    for control in ("", "nonsense", "console.nonsense", "nowhere.start", "printer.nonsense"):
        plays, now, tallies = exhibit.view().plays, exhibit.now_us, dict(exhibit.view().tallies)
        with pytest.raises(RefusedError) as refused:
            act(exhibit, control, 1)
        assert len(str(refused.value)) > 10, control
        after = exhibit.view().plays, exhibit.now_us, dict(exhibit.view().tallies)
        assert after == (plays, now, tallies), control
        exhibit.advance(1_000)


@pytest.mark.slow
def test_every_control_of_its_panel_and_units_can_be_touched(make: Make) -> None:
    """Touched at any time it does something or is refused in words, and no touch makes it fall."""
    exhibit = worked(make(), 4_000_000)
    controls = [f"console.{control.id}" for control in exhibit.layout.controls()]
    for name, unit in exhibit.units.items():
        controls += [f"{name}.{control}" for control in unit.controls()]
    generator = np.random.default_rng(704)
    for control in generator.permutation(controls * 2):
        for value in (1, 0, "not a medium"):
            try:
                act(exhibit, str(control), value)
            except RefusedError as refusal:
                assert str(refusal)
            exhibit.advance(int(generator.integers(0, 400_000)))
            exhibit.view()


# -- rooms -----------------------------------------------------------------------------------------


NAMES = [one.name for one in EXHIBITS]
BEHIND = {
    ("anaconda", "pc", "tower"),
    ("morph", "keyboard", "workstation"),
    ("anaconda", "keyboard", "pc"),
}
"""Parts that stand one behind the other."""


@pytest.fixture(scope="module", params=EXHIBITS, ids=NAMES)
def room(request: pytest.FixtureRequest) -> Room:
    """Each museum's room."""
    made: Room = make_room(request.param, panel_layout(request.param))
    return made


def arrangements(room: Room) -> list[tuple[tuple[float, float], tuple[PartPlacement, ...]]]:
    return [(CANVAS, room.places), (room.tall_canvas, room.tall)]


def test_an_upright_window_has_every_part_that_a_wide_one_has(room: Room) -> None:
    assert [place.name for place in room.tall] == [place.name for place in room.places]
    assert [place.title for place in room.tall] == [place.title for place in room.places]


def test_every_part_stands_on_the_canvas(room: Room) -> None:
    for canvas, places in arrangements(room):
        whole = pygame.Rect(0, 0, *map(round, canvas))
        for place in places:
            assert whole.contains(pygame.Rect(*map(round, place.rect))), place.name


@pytest.mark.parametrize("size", [(1080, 1920), (1920, 1080), (1280, 720), (1024, 768)])
def test_no_part_covers_another(room: Room, size: tuple[int, int]) -> None:
    stage = Stage(room)
    stage.lay((size[0], size[1] - control_bar_height(size)))
    for one, other in itertools.combinations(stage.standings, 2):
        both = one.rect.clip(other.rect)
        names = (room.name, *sorted((one.place.name, other.place.name)))
        most = 0.25 if names in BEHIND else 0.06
        smaller = min(one.rect.width * one.rect.height, other.rect.width * other.rect.height)
        assert both.width * both.height <= most * smaller, names


def test_an_upright_window_is_used(room: Room) -> None:
    size = (1080, 1920)
    stage = Stage(room)
    high = size[1] - control_bar_height(size)
    stage.lay((size[0], high))
    rects = [one.rect for one in stage.standings]
    used = rects[0].unionall(rects)
    assert used.height > 0.85 * high and used.width > 0.9 * size[0]
    assert sum(rect.width * rect.height for rect in rects) > 0.6 * size[0] * high


BEGUN = {
    "ibm704": {"b": 12, "w": 12, "": 8},
    "menace": {"O": 1, "": 8},
    "pegasus": {"O": 1, "": 8},
    "anaconda": {"b": 12, "w": 12, "": 8},
    "morph": {"P": 8, "p": 8, "R": 2, "r": 2, "K": 1, "k": 1, "": 32},
}
"""How many squares hold what, where the visitor is to choose first."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_the_men_stand_on_squares_that_can_be_touched(name: str) -> None:
    visitor = Visitor(name)
    if not visitor.step().yours:
        assert visitor.press_play(watches=False, speed=20).yours
    men = visitor.room.men(visitor.context())
    assert not visitor.missing(list(men))
    held = list(men.values())
    for man, count in BEGUN[name].items():
        assert held.count(man) == count
    glow = visitor.step().controls
    assert set(glow) <= set(men)


OWN = {
    "ibm704": {"card", "punch", "line", "relay", "checker"},
    "menace": {"rattle", "glass", "pencil"},
    "pegasus": {"type", "return"},
    "morph": {"figure"},
    "anaconda": {"checker"},
}
"""What each room is known by."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_every_sound_of_a_room_follows_something_that_is_counted(name: str) -> None:
    visitor = Visitor(name)
    sounds, tallies = visitor.room.sounds, visitor.exhibit.view().tallies
    assert set(sounds) <= set(tallies) | {"stops"}  # stops: of the 704's own programs alone
    assert set(sounds.values()) <= set(WAVES) - set(HUMS)
    assert OWN[name] <= set(sounds.values())
