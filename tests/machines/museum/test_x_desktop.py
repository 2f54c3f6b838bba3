"""The museum's window before a real window manager: nothing cuts it, its picture has its shape."""

import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
import pygame
import pytest

from machines.museum.window.window import WindowConfig
from tests.machines.museum.glow_finder import Picture, read_frame_buffer
from tests.machines.museum.test_x_grab import wait_for_focus, window_on
from tests.machines.museum.window.window_driver import visitor
from tests.x_server import openbox, x_server

pytestmark = [
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool") and shutil.which("openbox")),
        reason="there is no Xvfb, xdotool or openbox here",
    ),
    pytest.mark.slow,
]
PATIENCE_S = 60.0
ALIKE = 3.0
"""The mean difference of two pictures of the same plan, whose lamps may stand otherwise."""


@pytest.mark.parametrize("screen", [(1920, 1080), (1366, 768)])
def test_a_desktop_cuts_nothing_of_the_window(screen: tuple[int, int], tmp_path: Path) -> None:
    how = ("window", "1920", "1080")
    with (
        x_server(screen, "-fbdir", str(tmp_path)) as display,
        openbox(display),
        window_on(display, *how, patience_s=2 * PATIENCE_S) as (_, _, own),
    ):
        window = wait_for_focus(own)
        buffer = tmp_path / "Xvfb_screen0"
        first = read_frame_buffer(buffer)
        edges = (first[0], first[-1], first[:, 0], first[:, -1])
        assert not any(edge.any() for edge in edges), "the window reaches the screen's edge"
        title = int(np.flatnonzero(first.any(axis=(1, 2)))[0]) + 8
        twice = ("click", "--repeat", "2", "--delay", "50", "1")
        subprocess.run(
            ["xdotool", "mousemove", str(screen[0] // 2), str(title), *twice],
            env=own, check=True,
        )  # fmt: skip
        wait_for_plan(buffer, window, screen, own)


def wait_for_plan(
    buffer: Path, window: str, screen: tuple[int, int], environment: dict[str, str]
) -> None:
    """Wait until the maximised window shows the plan as a window opened at that size does."""
    deadline, apart = time.monotonic() + PATIENCE_S, 255.0
    size, meant = (0, 0), np.zeros((0, 0, 3), np.uint8)
    while time.monotonic() < deadline:
        told = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", window],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        lines = dict(line.split("=") for line in told.split())
        now = int(lines["WIDTH"]), int(lines["HEIGHT"])
        if now[0] == screen[0]:
            if now != size:
                size, meant = now, plan_of(now)
            seen = read_frame_buffer(buffer)[-size[1] :]
            apart = float(np.mean(np.abs(seen.astype(int) - meant)))
            if apart < ALIKE:
                return
        time.sleep(0.1)
    raise AssertionError(f"the window of {size} is {apart:.1f} away from its plan")


def plan_of(size: tuple[int, int]) -> Picture:
    """The plan in a window opened at that size."""
    with visitor(settings=WindowConfig(size, sound=False)) as guest:
        return pygame.surfarray.array3d(guest.window.screen).swapaxes(0, 1)
