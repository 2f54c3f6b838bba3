"""Python's search for unreachable objects, and the museum that is not held up by it."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from machines.museum.worker.gc_policy import EVERY_MS, STILL_MS, THOROUGH_MS, GcPolicy


class Ring:
    """Refers to itself, so that only a search finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def tidy() -> Iterator[GcPolicy]:
    before = gc.get_threshold()
    tidy = GcPolicy()
    yield tidy
    tidy.end()
    assert gc.isenabled()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_while_a_machine_is_switched_on_nothing_is_searched(tidy: GcPolicy) -> None:
    with tidy.switching_on():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_came_in_is_never_searched_again(tidy: GcPolicy) -> None:
    with tidy.switching_on():
        brought = Ring()
    assert gc.get_freeze_count() > 0
    assert not any(one is brought for one in gc.get_objects())


def test_old_objects_are_set_aside_now_and_then(tidy: GcPolicy) -> None:
    tidy.tick(0, still=False)
    kept = Ring()
    tidy.tick(EVERY_MS - 1, still=False)
    assert any(one is kept for one in gc.get_objects())
    tidy.tick(EVERY_MS, still=False)
    assert not any(one is kept for one in gc.get_objects())


def test_a_young_ring_is_let_go_while_the_machine_works(tidy: GcPolicy) -> None:
    tidy.tick(0, still=False)
    ring = Ring()
    gone = weakref.ref(ring)
    del ring
    tidy.tick(EVERY_MS, still=False)
    assert gone() is None


@pytest.mark.slow
def test_an_old_ring_is_let_go_once_the_machines_have_stood_still(tidy: GcPolicy) -> None:
    tidy.tick(0, still=False)
    ring = Ring()
    gone = weakref.ref(ring)
    tidy.tick(EVERY_MS, still=False)
    del ring
    tidy.tick(THOROUGH_MS, still=False)
    tidy.tick(THOROUGH_MS + STILL_MS - 1, still=True)
    assert gone() is not None
    tidy.tick(THOROUGH_MS + STILL_MS + EVERY_MS, still=True)
    assert gone() is None
