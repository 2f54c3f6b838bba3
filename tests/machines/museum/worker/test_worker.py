"""The worker's queue: bounded, put together by control only when many acts wait, and it ends.

Real time and the worker: how much machine time is due, and who does what in which thread.
"""

import random
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.exhibit.exhibit import Event, View
from machines.museum.worker import worker as worker_module
from machines.museum.worker.worker import (
    BUSY,
    EACH,
    MOST,
    PANELS,
    SLICE_NS,
    STALL_NS,
    ActQueue,
    TimeBudget,
    Waiting,
    Worker,
)
from tests.machines.counter import COUNT_US, Counter, make
from tests.waiting import until

Did = list[tuple[str, object]]


def put(queue: ActQueue, did: Did, control: str, value: int, of_panel: bool = False) -> None:
    """Controls whose name begins with KEY stay where they are put."""
    do = partial(did.append, (control, value))
    queue.put(Waiting(do, ("room", control), value, control.startswith("KEY"), of_panel))


def do_all(queue: ActQueue) -> None:
    while (one := queue.get(0.0)) is not None:
        one.do()


def test_what_a_visitor_does_in_a_second_is_done_act_by_act_in_its_order() -> None:
    queue, did = ActQueue(), Did()
    acts = [("KEY 1", k % 2) for k in range(BUSY // 2)] + [
        ("START", k % 2) for k in range(BUSY // 2)
    ]
    for control, value in acts:
        put(queue, did, control, value)
    do_all(queue)
    assert did == acts


def test_of_a_lever_s_positions_the_last_counts_and_other_work_keeps_its_place() -> None:
    queue, did = ActQueue(), Did()
    queue.put(Waiting(partial(did.append, ("work", 0))))
    for k in range(1001):
        put(queue, did, f"KEY {k % 3}", k // 3 % 2)
    assert len(queue) <= BUSY + 3
    do_all(queue)
    assert did[0] == ("work", 0)
    assert dict(did) == {"work": 0, "KEY 0": 1, "KEY 1": 1, "KEY 2": 0}


def test_a_position_that_a_button_s_press_comes_after_is_done_before_it() -> None:
    queue, did = ActQueue(), Did()
    for k in range(BUSY):
        put(queue, did, f"KEY {k}", 1)
    put(queue, did, "START", 1)
    put(queue, did, "KEY 3", 0)
    do_all(queue)
    assert did[-3:] == [("KEY 15", 1), ("START", 1), ("KEY 3", 0)]
    assert ("KEY 3", 1) in did


@pytest.mark.parametrize("of_panel", [False, True])
def test_of_a_button_so_many_presses_are_kept_each_with_its_release(of_panel: bool) -> None:
    queue, did = ActQueue(), Did()
    for k in range(9_999):
        put(queue, did, "START", (k + 1) % 2, of_panel)
    assert len(queue) <= 2 * EACH
    do_all(queue)
    assert [value for _, value in did] == [(k + 1) % 2 for k in range(len(did))]
    assert did[-1] == ("START", 1)  # the finger is on it still


def test_whatever_comes_no_more_wait_than_may() -> None:
    queue, did, chance = ActQueue(), Did(), random.Random(704)
    down = dict.fromkeys([*(f"KEY {k}" for k in range(40)), *(f"B {k}" for k in range(100))], 0)
    for _ in range(5_000):
        control = chance.choice(list(down))
        down[control] ^= 1
        put(queue, did, control, down[control], chance.random() < 0.7)
    assert len(queue) <= 2 * MOST + len(down)
    do_all(queue)
    last = dict(did)
    assert {one: last[one] for one in down if one.startswith("KEY")} == {
        one: value for one, value in down.items() if one.startswith("KEY")
    }


def test_a_touch_of_the_screen_does_not_wait_behind_a_panel_s_acts() -> None:
    queue, did = ActQueue(), Did()
    for k in range(100):
        put(queue, did, f"KEY {k}", 1, of_panel=True)
    put(queue, did, "START", 1)
    put(queue, did, "KEY 50", 0)  # whoever moved it last counts
    do_all(queue)
    assert did[PANELS : PANELS + 2] == [("START", 1), ("KEY 50", 0)]
    assert ("KEY 50", 1) not in did
    assert len(did) == 101


def test_at_the_end_what_waits_is_done_but_not_for_ever() -> None:
    queue, did = ActQueue(), Did()
    put(queue, did, "START", 1)
    queue.end(60.0)
    assert not queue.ended
    do_all(queue)
    assert (did, queue.ended) == ([("START", 1)], True)
    put(queue, did, "START", 0)
    queue.end(0.0)
    assert queue.ended
    assert queue.get(10.0) is None


class OneCounter:
    """A floor with one counter on it, without a store."""

    def __init__(self) -> None:
        self.counter: Counter | None = None
        self.published: list[View] = []
        self.slices: list[int] = []
        self.threads: set[int] = set()
        self.samples: set[int] = set()
        self.closed = 0
        self.beats = 0
        self.fallen: list[tuple[str, Exception]] = []

    @property
    def it(self) -> Counter:
        assert self.counter is not None
        self.threads.add(threading.get_ident())
        return self.counter

    def open(self, exhibit: str) -> None:
        self.counter = make()
        self.publish(exhibit, self.it.view())

    def switched_on(self) -> tuple[str, ...]:
        return ("counter",) if self.counter else ()

    def act(self, exhibit: str, control: str, value: int | str) -> None:
        self.it.operate(Event(exhibit, control, value, self.it.now_us))
        self.publish(exhibit, self.it.view())

    def advance(self, exhibit: str, us: int) -> View:
        self.slices.append(us)
        self.it.advance(us)
        return self.it.view()

    def view(self, exhibit: str) -> View:
        return self.it.view()

    def due_us(self, exhibit: str) -> int | None:
        return self.it.units["printer"].due_us()

    def sample(self, exhibit: str, every: int) -> None:
        self.samples.add(every)

    def publish(self, exhibit: str, view: View) -> None:
        self.published.append(view)

    def tick(self, now_ms: int) -> None:
        self.beats += 1

    def close_room(self, exhibit: str, error: Exception) -> None:
        self.fallen.append((exhibit, error))

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def floor() -> OneCounter:
    return OneCounter()


@pytest.fixture
def worker(floor: OneCounter):  # type: ignore[no-untyped-def]
    made = Worker(floor)
    made.start()
    made.enter("counter")
    until(lambda: bool(floor.published))
    yield made
    assert made.stop()


@given(st.lists(st.integers(0, STALL_NS), max_size=30), st.sampled_from([1, 10, 100]))
def test_no_fraction_of_a_microsecond_is_lost(gaps: list[int], rate: int) -> None:
    pace, now = TimeBudget(), 12345
    pace.due_us(rate, now)
    total = 0
    for gap in gaps:
        now += gap
        total += pace.due_us(rate, now)
    assert total == sum(gaps) * rate // 1_000


def test_after_a_stall_nothing_races() -> None:
    pace = TimeBudget()
    pace.due_us(1, 0)
    assert pace.due_us(1, 60_000_000_000) == STALL_NS // 1_000
    assert pace.due_us(1, 60_000_005_000) == 5


def test_what_passes_while_it_rests_is_not_made_up_for() -> None:
    pace = TimeBudget()
    pace.due_us(10, 0)
    pace.rest()
    assert pace.due_us(10, 5_000_000) == 0
    assert pace.due_us(10, 5_001_000) == 10


def test_flat_out_a_slice_is_brought_to_four_milliseconds() -> None:
    pace = TimeBudget()
    for _ in range(40):
        us = pace.longest_us
        pace.adapt(us, us * 7)  # a machine 143 times as fast as the real one
    assert pace.longest_us * 7 == pytest.approx(SLICE_NS, rel=0.01)
    pace.adapt(pace.longest_us, 1_000 * SLICE_NS)
    assert pace.longest_us * 7 == pytest.approx(SLICE_NS / 2, rel=0.01)


def test_a_slice_in_which_nothing_is_to_do_does_not_grow_without_end() -> None:
    pace = TimeBudget()
    for _ in range(100):
        pace.adapt(pace.longest_us, 1)
    assert pace.longest_us == worker_module.MOST_US


@pytest.mark.slow
def test_at_authentic_speed_a_second_is_a_second(floor: OneCounter, worker: Worker) -> None:
    worker.act("counter", "console.start", 1)
    until(lambda: floor.published[-1].now_us > 0)
    began, then = time.monotonic_ns(), floor.published[-1].now_us
    time.sleep(0.4)
    passed, view = (time.monotonic_ns() - began) // 1_000, floor.published[-1]
    assert view.now_us - then <= passed + 20_000
    assert view.now_us - then >= passed // 2  # whatever else this computer does meanwhile
    assert view.tallies["counts"] == view.now_us // COUNT_US
    assert floor.samples == {1}


def test_flat_out_is_faster_and_samples_the_lamps(floor: OneCounter, worker: Worker) -> None:
    worker.speed = "flat"
    worker.act("counter", "console.start", 1)
    until(lambda: floor.published[-1].now_us > 5_000_000)
    assert floor.samples == {worker_module.SAMPLES["flat"]}


def test_a_machine_that_waits_for_the_operator_rests(floor: OneCounter, worker: Worker) -> None:
    worker.speed = "flat"
    time.sleep(0.2)
    assert floor.slices == []
    assert floor.beats < 20


def test_a_unit_that_is_under_way_is_let_come_to_its_end(floor: OneCounter, worker: Worker) -> None:
    worker.speed = "flat"
    worker.act("counter", "console.start", 1)
    until(lambda: floor.published[-1].plays > 0)
    worker.act("counter", "console.reset", 1)
    until(lambda: not floor.published[-1].busy and floor.due_us("counter") is None)
    now = floor.published[-1].now_us
    time.sleep(0.15)
    assert floor.published[-1].now_us == now


def test_only_the_worker_touches_an_exhibit() -> None:
    floor = OneCounter()
    worker = Worker(floor, "x10")
    worker.start()
    worker.enter("counter")
    worker.act("counter", "console.start", 1)
    until(lambda: floor.published != [] and floor.published[-1].now_us > 100_000)
    assert worker.stop()
    assert len(floor.threads) == 1
    assert threading.get_ident() not in floor.threads


def test_at_single_step_time_passes_only_when_stepped(floor: OneCounter, worker: Worker) -> None:
    worker.speed = "step"
    worker.act("counter", "console.start", 1)
    time.sleep(0.15)
    assert floor.slices == []
    for count in (1, 2, 3):
        worker.step()
        until(lambda count=count: floor.published[-1].tallies["counts"] == count)  # type: ignore[misc]
    time.sleep(0.1)
    assert floor.published[-1].tallies["counts"] == 3


def test_a_step_at_another_speed_does_nothing(floor: OneCounter, worker: Worker) -> None:
    worker.step()
    time.sleep(0.1)
    assert floor.slices == []


def test_acts_are_taken_in_their_order_even_by_the_thousand(
    floor: OneCounter, worker: Worker
) -> None:
    for n in range(2000):
        worker.act("counter", "console.key.35", n % 7, latches=True)
    worker.act("counter", "console.key.35", 5, latches=True)
    until(lambda: floor.it.state.key == 5 and not len(worker.waiting))
    assert worker.failed is None


def test_stopping_closes_once_and_a_second_time_does_nothing(floor: OneCounter) -> None:
    worker = Worker(floor)
    worker.start()
    assert worker.stop()
    assert worker.stop()
    assert floor.closed == 1


def test_a_fault_that_is_no_machines_ends_the_worker_and_is_remembered(
    floor: OneCounter, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a bug")

    worker = Worker(floor, "flat")
    worker.start()
    worker.do(broken)
    until(lambda: worker.failed is not None and floor.closed == 1)
    assert isinstance(worker.failed, ZeroDivisionError)
    assert "the machines' thread ended" in caplog.text


@pytest.mark.parametrize("where", ["act", "advance", "view", "open"])
def test_a_fault_at_a_machine_closes_its_room_and_the_worker_goes_on(where: str) -> None:
    floor = Two()

    def broken(exhibit: str, *given: object) -> View:
        if exhibit == "one":
            raise ZeroDivisionError("a bug")
        return floor.found(exhibit, *given)

    floor.found = getattr(floor, where)
    setattr(floor, where, broken)
    worker = Worker(floor)
    worker.start()
    worker.enter("one")
    for name in floor.both:
        worker.act(name, "console.start", 1)
    worker.enter("")
    until(lambda: bool(floor.fallen))
    assert isinstance(floor.fallen[0][1], ZeroDivisionError)
    until(lambda: floor.now_us()["two"] > 100_000)
    assert {name for name, _ in floor.fallen} == {"one"}
    assert worker.stop()
    assert worker.failed is None


class Two(OneCounter):
    """Two counters, both switched on; ``found`` is what a test has put something before."""

    found: Callable[..., View]

    def __init__(self) -> None:
        super().__init__()
        self.both = {"one": make(), "two": make()}

    def switched_on(self) -> tuple[str, ...]:
        return tuple(self.both)

    def open(self, exhibit: str) -> None:
        """It is."""

    def act(self, exhibit: str, control: str, value: int | str) -> None:
        self.both[exhibit].operate(Event(exhibit, control, value, self.both[exhibit].now_us))

    def advance(self, exhibit: str, us: int) -> View:
        self.both[exhibit].advance(us)
        return self.both[exhibit].view()

    def view(self, exhibit: str) -> View:
        return self.both[exhibit].view()

    def due_us(self, exhibit: str) -> int | None:
        return self.both[exhibit].units["printer"].due_us()

    def now_us(self) -> dict[str, int]:
        return {name: one.now_us for name, one in self.both.items()}


def test_on_the_floor_plan_every_machines_time_passes_as_in_truth() -> None:
    floor = Two()
    worker = Worker(floor, "flat")
    worker.start()
    for name in floor.both:
        worker.act(name, "console.start", 1)
    time.sleep(0.1)
    assert floor.now_us() == {"one": 0, "two": 0}  # nobody stands anywhere yet
    began = time.monotonic_ns()
    worker.enter("")
    until(lambda: min(floor.now_us().values()) > 100_000)
    assert max(floor.now_us().values()) <= (time.monotonic_ns() - began) // 1_000 + 20_000
    worker.enter("one")
    until(lambda: floor.now_us()["one"] > 10_000_000)
    assert worker.stop()
    assert floor.now_us()["two"] < 10_000_000
