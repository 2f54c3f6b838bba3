"""Sheets made while the window runs: in which order, and never two of one name at a time."""

import threading
import time
from collections.abc import Callable
from functools import partial

from devices.screen.builder import Builder


def made(builder: Builder, name: str, measure: int, make: Callable[[], object]) -> object:
    until = time.monotonic() + 10.0
    while (found := builder.made(name, measure, make)) is None:
        assert time.monotonic() < until
        time.sleep(0.001)
    return found


def test_what_is_asked_for_is_not_there_at_once() -> None:
    builder, gate = Builder(), threading.Event()

    def make() -> str:
        gate.wait(10.0)
        return "sheet"

    assert builder.made("console", 1, make) is None
    gate.set()
    assert made(builder, "console", 1, make) == "sheet"
    builder.close()


def test_headless_drawing_has_it_at_once() -> None:
    assert Builder(at_once=True).made("console", 1, lambda: "sheet") == "sheet"


def test_two_names_are_made_side_by_side() -> None:
    builder, both = Builder(), threading.Barrier(2)
    for name in ("console", "board"):
        builder.made(name, 1, partial(both.wait, 10.0))
    builder.wait()
    assert not both.broken
    builder.close()


def test_another_measure_of_a_name_waits_for_the_one_before() -> None:
    builder, gate = Builder(), threading.Event()
    told: list[str] = []

    def first() -> None:
        gate.wait(10.0)
        time.sleep(0.02)
        told.append("first")

    builder.done("console", 1, first)
    time.sleep(0.01)
    builder.done("console", 2, lambda: told.append("second"))
    gate.set()
    builder.wait()
    assert told == ["first", "second"]
    builder.close()


def test_a_measure_that_nobody_wants_any_more_is_not_made() -> None:
    builder, gate = Builder(), threading.Event()
    told: list[int] = []

    def hold() -> None:
        gate.wait(10.0)

    for name in ("reader", "printer"):
        builder.done(name, 1, hold)
    for measure in (1, 2, 3):
        builder.done("console", measure, partial(told.append, measure))
    gate.set()
    builder.wait()
    assert told == [3]
    builder.close()
