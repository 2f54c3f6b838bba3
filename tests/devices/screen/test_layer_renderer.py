"""Sheets made while the window runs: in which order, and never two of one name at a time."""

import ast
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from devices.screen import layer_renderer
from devices.screen.layer_renderer import LayerRenderer


def made(builder: LayerRenderer, name: str, measure: int, make: Callable[[], object]) -> object:
    until = time.monotonic() + 10.0
    while (found := builder.get(name, measure, make)) is None:
        assert time.monotonic() < until
        time.sleep(0.001)
    return found


def test_what_is_asked_for_is_not_there_at_once() -> None:
    builder, gate = LayerRenderer(), threading.Event()

    def make() -> str:
        gate.wait(10.0)
        return "sheet"

    assert builder.get("console", 1, make) is None
    gate.set()
    assert made(builder, "console", 1, make) == "sheet"
    builder.close()


def test_headless_drawing_has_it_at_once() -> None:
    assert LayerRenderer(at_once=True).get("console", 1, lambda: "sheet") == "sheet"


def test_two_names_are_made_side_by_side() -> None:
    builder, both = LayerRenderer(), threading.Barrier(2)
    for name in ("console", "board"):
        builder.get(name, 1, partial(both.wait, 10.0))
    builder.wait()
    assert not both.broken
    builder.close()


def test_a_card_does_not_wait_for_the_sheets_of_a_room() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    for number in range(5):
        builder.get(("console", number), 1, partial(gate.wait, 10.0))
    until = time.monotonic() + 60.0
    while builder.get("placard", 1, lambda: "card", urgent=True) is None:
        assert time.monotonic() < until
        time.sleep(0.001)
    assert not any(builder.has(("console", number), 1) for number in range(5))
    gate.set()
    builder.close()


def test_another_measure_of_a_name_waits_for_the_one_before() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    told: list[str] = []

    def first() -> None:
        gate.wait(10.0)
        time.sleep(0.02)
        told.append("first")

    builder.ensure("console", 1, first)
    time.sleep(0.01)
    builder.ensure("console", 2, lambda: told.append("second"))
    gate.set()
    builder.wait()
    assert told == ["first", "second"]
    builder.close()


def test_a_measure_that_nobody_wants_any_more_is_not_made() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    told: list[int] = []

    def hold() -> None:
        gate.wait(10.0)

    for name in ("reader", "printer"):
        builder.ensure(name, 1, hold)
    for measure in (1, 2, 3):
        builder.ensure("console", measure, partial(told.append, measure))
    gate.set()
    builder.wait()
    assert told == [3]
    builder.close()


def drawing_files() -> list[Path]:
    """Whatever may draw, in any thread."""
    root = Path(__file__).resolve().parents[3]
    return [*root.glob("devices/screen/**/*.py"), *root.glob("machines/*/room*.py")]


@pytest.mark.slow
def test_no_surface_takes_its_format_from_the_display() -> None:
    """Sheets are made in threads while F11 changes the display: only what names its own depth is
    safe from that."""
    for path in drawing_files():
        text = path.read_text(encoding="utf-8")
        if "convert" not in text and "Surface(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            told = f"{path}, line {node.lineno}"
            assert node.func.attr not in ("convert", "convert_alpha"), told
            if node.func.attr == "Surface":
                assert len(node.args) == 3, f"{told}: Surface(size, flags, 32) expected"


def test_what_is_made_ahead_goes_on_step_by_step_and_ends_with_the_builder() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    told: list[int] = []

    def steps() -> Iterator[None]:
        for number in range(1_000):
            told.append(number)
            if number == 1:
                gate.set()
            yield
            time.sleep(0.001)

    builder.make_ahead("sprites", 1, steps)
    builder.make_ahead("sprites", 1, steps)
    assert gate.wait(10.0)
    builder.close()
    assert told == list(range(len(told)))
    assert 2 <= len(told) < 1_000


def test_what_is_made_ahead_takes_turns() -> None:
    builder, both = LayerRenderer(), threading.Event()
    told: list[str] = []

    def steps(name: str) -> Iterator[None]:
        both.wait(10.0)
        for _ in range(3):
            told.append(name)
            yield

    for name in ("console", "board"):
        builder.make_ahead(name, 1, partial(steps, name))
    both.set()
    until = time.monotonic() + 10.0
    while len(told) < 6:
        assert time.monotonic() < until
        time.sleep(0.001)
    builder.close()
    assert told == ["console", "board"] * 3


def test_headless_nothing_is_made_ahead() -> None:
    told: list[int] = []
    builder = LayerRenderer(at_once=True)
    builder.make_ahead("sprites", 1, lambda: map(told.append, [1, 2]))
    builder.close()
    assert told == []


def test_what_nobody_waits_for_fails_loudly(caplog: pytest.LogCaptureFixture) -> None:
    builder = LayerRenderer()

    def steps() -> Iterator[None]:
        yield
        raise RuntimeError("no such sprite")

    builder.make_ahead("sprites", 1, steps)
    until = time.monotonic() + 10.0
    while "no such sprite" not in caplog.text:
        assert time.monotonic() < until
        time.sleep(0.001)
    builder.close()


@pytest.mark.parametrize("no_more", [LayerRenderer.forget, LayerRenderer.put_off])
def test_what_is_forgotten_or_put_off_is_made_no_further(
    no_more: Callable[[LayerRenderer, list[str]], None],
) -> None:
    builder, gate = LayerRenderer(), threading.Event()
    told: list[int] = []

    def steps() -> Iterator[None]:
        for number in range(1_000_000):
            told.append(number)
            gate.set()
            yield

    builder.make_ahead("sprites", 1, steps)
    assert gate.wait(10.0)
    no_more(builder, ["sprites"])
    builder.spare.submit(int).result(10.0)  # type: ignore[union-attr]
    builder.spare.submit(int).result(10.0)  # type: ignore[union-attr]
    made = len(told)
    time.sleep(0.02)
    assert len(told) == made
    builder.close()


def test_while_the_view_moves_nothing_is_made_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    builder, begun = LayerRenderer(), threading.Event()
    monkeypatch.setattr(layer_renderer, "STILL_S", 60.0)
    builder.give_way()
    builder.make_ahead("sprites", 1, lambda: map(threading.Event.set, [begun]))
    assert not begun.wait(0.1)
    monkeypatch.setattr(layer_renderer, "STILL_S", 0.0)
    builder.give_way()
    assert begun.wait(10.0)
    builder.close()


def test_what_is_forgotten_before_it_is_begun_is_not_made() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    told: list[int] = []
    for number in range(2):
        builder.ensure(("console", number), 1, partial(gate.wait, 10.0))  # type: ignore[arg-type]
    builder.ensure("board", 1, partial(told.append, 1))
    builder.forget(["board"])
    gate.set()
    builder.wait()
    builder.close()
    assert told == []


def test_memory_goes_back_when_something_was_made_and_when_it_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(layer_renderer, "_malloc_trim", lambda pad: told.append("given back"))
    builder = LayerRenderer()
    builder.ensure("console", 1, partial(told.append, "made"))
    builder.wait()
    assert told == ["made", "given back"]
    builder.forget(["console"])
    builder.ensure("board", 1, partial(told.append, "made"))
    builder.wait()
    builder.close()
    assert told.count("given back") == 3


def test_sheets_wait_for_what_is_urgent() -> None:
    builder, gate, order = LayerRenderer(), threading.Event(), list[str]()

    def card() -> str:
        gate.wait(10.0)
        order.append("card")
        return "card"

    builder.get("placard", 1, card, urgent=True)
    for number in range(3):
        builder.get(("console", number), 1, partial(order.append, "sheet"))
    time.sleep(0.1)
    assert not order
    gate.set()
    builder.wait()
    assert order == ["card", "sheet", "sheet", "sheet"]
    builder.close()


def test_what_is_put_off_is_made_when_it_is_asked_for_again() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    for number in range(2):
        builder.get(("console", number), 1, partial(gate.wait, 10.0))
    builder.get("board", 1, lambda: "board")
    builder.put_off(["board", "never asked for"])
    gate.set()
    builder.wait()
    assert made(builder, "board", 1, lambda: "again") == "again"
    builder.close()


def test_closing_waits_for_nothing_urgent() -> None:
    builder, gate = LayerRenderer(), threading.Event()
    for name in ("placard", "bar"):
        builder.get(name, 1, partial(gate.wait, 10.0), urgent=True)
    builder.get("console", 1, lambda: "sheet")
    threading.Timer(0.1, gate.set).start()
    builder.close()
