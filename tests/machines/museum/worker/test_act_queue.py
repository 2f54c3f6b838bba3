"""The worker's queue: bounded, put together by control only when many acts wait, and it ends."""

import random
from functools import partial

import pytest

from machines.museum.worker.worker import BUSY, EACH, MOST, PANELS, ActQueue, Waiting

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
