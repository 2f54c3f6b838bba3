"""What a simulated panel shows in a terminal."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from devices.panel.layout import layout_digest, read_layout
from firmware_sim.panel import Panel

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)
if hasattr(os, "openpty"):
    from firmware_sim.bench import Bench
    from firmware_sim.line import PtyLine

LAYOUT = Path(__file__).resolve().parents[2] / "assets" / "panels" / "pegasus.toml"


class Terminal(io.StringIO):
    """A terminal that keeps what was written; ``new()`` is what has come since the last call."""

    def isatty(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "ascii"

    def new(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple["Bench", Terminal]]:
    """A panel that nobody turns, on a terminal of 60 by 20."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")
    layout = read_layout(LAYOUT.read_bytes(), LAYOUT.name)
    lamps, controls = len(layout.lamps()), len(layout.controls())
    line = PtyLine(Panel(layout_digest(layout), lamps, controls, layout.name))
    terminal = Terminal()
    yield Bench(line, layout, terminal, io.StringIO()), terminal
    line.stop()


def test_first_the_path_then_each_row_then_what_changes(
    bench: tuple["Bench", Terminal],
) -> None:
    at_work, terminal = bench
    at_work.open()
    assert terminal.new().endswith(f"{at_work.line.path}\n")
    at_work.draw()
    first = terminal.new()
    assert "\x1b[2;1Hstate   . . ." in first
    assert "\x1b[6;1Hdown: -" in first
    at_work.draw()
    assert terminal.new() == ""
    at_work.line.panel.lamps = np.array([0, 15, *[0] * 20], dtype=np.uint8)
    at_work.draw()
    assert terminal.new() == "\x1b7\x1b[2;1Hstate   . # .\x1b[K\x1b8"


def test_what_is_typed_is_done_or_answered_on_the_terminal(
    bench: tuple["Bench", Terminal],
) -> None:
    at_work, terminal = bench
    at_work.listen(["run\n", "print 1\n", "wrong\n"])
    at_work.draw()
    shown = terminal.new()
    assert "down: run print" in shown
    assert "'wrong' is no control; expected one such as run, " in shown
    at_work.listen(["run\n", "fault reset\n"])
    at_work.draw()
    assert "down: print\x1b[K" in (shown := terminal.new())
    assert "the board was reset" in shown


def test_a_terminal_of_another_size_is_drawn_anew(
    bench: tuple["Bench", Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, terminal = bench
    at_work.draw()
    terminal.new()
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("LINES", "4")
    at_work.draw()
    shown = terminal.new()
    assert shown.startswith("\x1b[4;1H\x1b[J\x1b[2J> ")
    assert "\x1b[3;1H" in shown
    assert "\x1b[4;1Hplay" not in shown
