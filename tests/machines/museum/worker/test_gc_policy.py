"""Python's search for unreachable objects, and the museum that is not held up by it."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from machines.museum.worker.gc_policy import EVERY_MS, STILL_MS, WORKING_MS, GcPolicy


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


def test_what_is_there_when_the_first_stands_is_never_searched(tidy: GcPolicy) -> None:
    with tidy.switching_on():
        brought = Ring()
    assert gc.get_freeze_count() > 0
    assert not any(one is brought for one in gc.get_objects())


def test_a_young_ring_is_let_go_while_the_machine_works(tidy: GcPolicy) -> None:
    tidy.tick(0, still=False)
    ring = Ring()
    gone = weakref.ref(ring)
    del ring
    tidy.tick(EVERY_MS, still=False)
    assert gone() is None


@pytest.mark.slow
@pytest.mark.parametrize(("still", "after_ms"), [(True, STILL_MS), (False, WORKING_MS)])
def test_a_machine_that_was_left_is_let_go_though_another_works(
    tidy: GcPolicy, still: bool, after_ms: int
) -> None:
    with tidy.switching_on():
        pass
    tidy.tick(0, still=still)
    with tidy.switching_on():
        ring = Ring()
    gone = weakref.ref(ring)
    tidy.tick(EVERY_MS, still=still)
    tidy.tick(2 * EVERY_MS, still=still)
    del ring
    tidy.tick(after_ms - 1, still=still)
    assert gone() is not None
    tidy.tick(after_ms + EVERY_MS, still=still)
    assert gone() is None
