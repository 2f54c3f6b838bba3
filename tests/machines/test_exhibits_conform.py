"""What every exhibit on the floor promises (machines/exhibit/exhibit.py), asked of each alike.

An exhibit is brought to work by the acts of its own demonstration's first scene.
"""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

from devices.refusal import RefusedError
from devices.units.unit import Unit
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event, Exhibit
from machines.museum.tour_script import DemoPlayer, OperateControl, ResetExhibit
from machines.museum.tours import load_shipped_deck, load_shipped_script
from machines.storage import registry
from machines.storage.registry import EXHIBITS, make_exhibit
from tests.machines import counter

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
