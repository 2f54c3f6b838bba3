"""A real panel beside the museum's window: the same bytes, the same acts, one line on the rail."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from machines.exhibit.exhibit import Event
from machines.exhibit.session import read_log
from machines.museum.controller import StartupOptions
from machines.museum.panel import window_panels
from machines.museum.panel.adapter import adapter_for
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.window_panels import WindowPanels
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import ControlBarState, StatusText
from machines.museum.window.museum import RealPanel
from machines.museum.window.window import Window, WindowConfig
from machines.museum.window.window_surface import wake
from tests.machines.museum.panel.panel_rig import rig
from tests.machines.museum.panel.storm import UNANSWERED_S, beside
from tests.machines.museum.visit import Visit
from tests.machines.museum.window.window_driver import SIZE
from tests.machines.museum.window.window_room import LAMPS, FakeMuseum, PanelPart, words
from tests.waiting import until

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)


Bytes = npt.NDArray[np.uint8]


# -- the window's side, with a panel that only remembers


class FakePanel(RealPanel):
    """Remembers what it was shown; ``said`` and ``at`` are what it answers."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.shown: list[tuple[str, Bytes]] = []
        self.said = ""
        self.at = ""
        self.admitted: list[list[str]] = []
        self.dropped = 0
        self.museum = FakeMuseum(("demo", "other"))

    def show(self, exhibit: str, brightness: Bytes) -> None:
        self.shown.append((exhibit, brightness.copy()))

    def touched(self) -> str:
        at, self.at = self.at, ""
        return at

    def admit(self) -> None:
        self.admitted.append([*self.museum.entered])

    def drop(self) -> None:
        self.dropped += 1

    def says(self, exhibit: str) -> str:
        return f"{exhibit or 'plan'}: {self.said}" if self.said else ""


class Watcher:
    """A window with a panel beside it, frame by frame."""

    def __init__(self, exhibit: str = "demo", calm: bool = False) -> None:
        self.panel = FakePanel()
        self.ms = 0
        settings = WindowConfig(
            size=SIZE, exhibit=exhibit, sound=False, calm=calm, clock=lambda: self.ms / 1000
        )
        self.window = Window(self.panel.museum, words(), settings, self.panel)

    def __enter__(self) -> "Watcher":
        self.window.open()
        self.frames(40)
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.ms += 20
            self.window.frame()
            self.window.renderer.wait()

    def drawn(self) -> tuple[int, ...]:
        """The lamps as the room's panel has painted them."""
        stage = self.window.stage
        assert stage is not None
        part = stage.in_room("panel")
        assert isinstance(part, PanelPart)
        assert part.last is not None
        return part.last.brightness


@pytest.mark.slow
@pytest.mark.parametrize("calm", [False, True])
def test_the_panel_gets_the_bytes_that_the_screen_draws(calm: bool) -> None:
    with Watcher(calm=calm) as at:
        seen = set()
        for _ in range(60):
            at.panel.museum.pass_time(20_000)
            at.frames()
            exhibit, brightness = at.panel.shown[-1]
            assert exhibit == "demo"
            assert brightness.dtype == np.uint8
            assert tuple(brightness.tolist()) == at.drawn()
            seen.add(at.drawn())
        assert len(seen) > 30


@pytest.mark.slow
def test_the_floor_plan_lights_every_exhibit_s_panel() -> None:
    with Watcher(exhibit="") as at:
        at.panel.shown.clear()
        at.panel.museum.pass_time(3_000_000)
        at.frames(30)
        assert {exhibit for exhibit, _ in at.panel.shown} == {"demo", "other"}
        assert all(len(brightness) == LAMPS for _, brightness in at.panel.shown)
        assert any(brightness.any() for _, brightness in at.panel.shown)


@pytest.mark.slow
def test_nothing_is_shown_of_what_isn_t_switched_on() -> None:
    with Watcher() as at:
        at.panel.museum.glimpse = None
        at.panel.shown.clear()
        at.frames(5)
        assert at.panel.shown == []


@pytest.mark.slow
def test_who_touches_the_panel_is_there_and_the_window_walks_up_to_it() -> None:
    with Watcher() as at:
        at.panel.at = "other"
        at.frames()
        assert at.window.navigator.exhibit == "other"
        assert at.panel.museum.touches == 1
        assert at.panel.admitted == [["demo", "other"]]
        at.frames(3)
        assert len(at.panel.admitted) == 1


def test_a_touch_where_the_visitor_stands_moves_nothing() -> None:
    with Watcher() as at:
        at.panel.at = "demo"
        at.frames()
        assert at.panel.museum.entered == ["demo"]
        assert at.panel.museum.touches == 1
        assert len(at.panel.admitted) == 1


def test_the_window_can_be_woken_by_the_panel() -> None:
    with Watcher() as at:
        pygame.event.clear()
        at.panel.wake()
        assert pygame.event.wait(1000).type == pygame.USEREVENT
    wake()  # with no window left: nothing


def test_the_rail_says_what_there_is_to_say_of_the_panel() -> None:
    with Watcher() as at:
        before = pygame.image.tobytes(at.window.control_bar.canvas, "RGB")
        at.panel.said = "KEY 21: panel up, machine down"
        at.frames()
        state = at.window.control_bar.state
        assert state is not None
        assert state.panel == "demo: KEY 21: panel up, machine down"
        assert pygame.image.tobytes(at.window.control_bar.canvas, "RGB") != before
        at.panel.said = ""
        at.frames()
        assert pygame.image.tobytes(at.window.control_bar.canvas, "RGB") == before


def test_the_panel_s_line_takes_one_of_the_rail_s_three() -> None:
    strip = ControlBar(words())
    strip.lay((1920, 1080))
    caption, reason = "It looks ahead and considers every jump. " * 5, "nothing is loaded; " * 12
    for panel, most in (("", 2), ("gone", 1)):
        captions, _, reasons = strip.status.pages(
            StatusText(caption, reason, "stopped", True, panel)
        )
        assert max(map(len, reasons)) == most
        assert all(len(page) + len(reasons[0]) + bool(panel) <= 3 for page in captions)
        assert " ".join(" ".join(page) for page in reasons) == reason.strip()
    strip.paint(ControlBarState(caption=caption, reason=reason, panel="gone " * 60), 0)
    strip.paint(ControlBarState(caption=caption, plan=True, panel="gone"), 10)


# -- the museum's side


@pytest.fixture
def by_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links begin sooner by a thread than by a process."""
    monkeypatch.setattr(window_panels, "adapter_for", partial(adapter_for, how="thread"))


class Beside:
    """The counting museum with a panel beside it."""

    def __init__(
        self, folder: Path, port: str, startup: StartupOptions | None = None, here: str = "counter"
    ):
        self.visit = Visit(folder, startup, here=here)
        self.lines: list[str] = []
        self.panels = WindowPanels(self.visit.house, [PanelOptions(port)], told=self.lines.append)

    def __enter__(self) -> "Beside":
        self.panels.start()
        link = self.panels.links[0]
        until(lambda: len(link.down) == len(link.controls))
        return self

    def __exit__(self, *_: object) -> None:
        self.panels.stop()
        self.visit.house.close()

    def acts(self) -> list[tuple[str, object]]:
        """What the session's log has so far."""
        (path,) = self.visit.logs()
        lines = read_log(path.read_bytes(), path.name).lines
        return [(line.control, line.value) for line in lines if isinstance(line, Event)]


@pytest.mark.slow
def test_a_switch_of_the_panel_is_an_act_in_the_session_s_log(tmp_path: Path) -> None:
    with rig() as far, Beside(tmp_path, far.port) as at:
        far.put("key.35")
        at.visit.until(lambda view: view.controls["console.key.35"] == 1)
        far.press("start")
        at.visit.until(lambda view: view.busy and view.controls["console.key.35"] == 1)
        until(lambda: len(at.acts()) == 3)
        assert at.acts() == [("console.key.35", 1), ("console.start", 1), ("console.start", 0)]
        assert at.panels.touched() == "counter"
        assert at.panels.touched() == ""


@pytest.mark.usefixtures("by_thread")
def test_a_touch_of_another_exhibit_s_panel_waits_until_the_visitor_stands_there(
    tmp_path: Path,
) -> None:
    with rig() as far, Beside(tmp_path, far.port) as at:
        at.visit.house.enter("")
        woken: list[int] = []
        at.panels.wake = lambda: woken.append(1)
        far.put("key.35")
        until(lambda: woken)
        assert at.panels.touched() == "counter"
        assert at.acts() == []
        at.visit.house.enter("counter")
        at.panels.admit()
        at.visit.until(lambda view: view.controls["console.key.35"] == 1)
        assert at.acts() == [("console.key.35", 1)]


@pytest.mark.usefixtures("by_thread")
def test_the_screen_s_act_after_the_panel_s_counts_and_the_difference_is_told(
    tmp_path: Path,
) -> None:
    with rig() as far, Beside(tmp_path, far.port) as at:
        far.put("key.35")
        at.visit.until(lambda view: view.controls["console.key.35"] == 1)
        at.visit.act("console.key.35", 0)
        at.visit.until(lambda view: view.controls["console.key.35"] == 0)
        until(lambda: at.panels.says("counter") == "KEY 35: panel down, machine up")
        assert at.panels.says("") == ""
        far.put("key.35", False)
        until(lambda: "KEY" not in at.panels.says("counter"))
        assert at.visit.until(lambda view: True).controls["console.key.35"] == 0


@pytest.mark.slow
@pytest.mark.usefixtures("by_thread")
def test_the_lamps_shown_are_those_of_the_panel_s_own_exhibit(tmp_path: Path) -> None:
    with rig() as far, Beside(tmp_path, far.port) as at:
        at.panels.show("menace", np.full(180, 255, np.uint8))
        at.panels.show("counter", np.full(180, 130, np.uint8))
        until(lambda: (far.lamps == 8).all())
        at.panels.stop()
        until(lambda: not far.lamps.any())


# -- contacts that chatter -------------------------------------------------------------------------


if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)


SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "600"))
STARTS_S = 60.0
"""So long a demonstration may take to begin on a computer that has other things to do."""


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 300)
def test_a_panel_gone_mad_is_muted_and_the_museum_goes_on(tmp_path: Path) -> None:
    with beside(tmp_path) as at:
        at.begin()
        met = at.visit(SECONDS / 2)
        print(f"\n{met.frames}, a touch: {met.median_ms:.0f} ms, worst {met.worst_ms:.0f}")
        assert met.worst_ms < UNANSWERED_S * 1e3  # each was answered
        link = at.panels.links[0]
        all_muted, end = f"and {len(link.controls) - 3} more", time.monotonic() + STARTS_S
        while not link.muted().endswith(all_muted) and time.monotonic() < end:
            at.visit(1.0)  # a panel's process that had to wait was silent, and counted again
        assert link.muted().endswith(all_muted)
        assert len(at.house.worker.waiting) < 100
        assert at.is_demonstrated_elsewhere(STARTS_S)
