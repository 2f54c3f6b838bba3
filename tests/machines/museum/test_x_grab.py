"""The window manager's own keys before a kiosk's window, with a real X server: they stay in it."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.x_server import openbox, x_server

ROOT = Path(__file__).resolve().parents[3]
X11 = ctypes.util.find_library("X11")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (X11 and shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="there is no Xvfb, xdotool or libX11 here",
    ),
]
ALT, SUPER = 1 << 3, 1 << 6
KEYS = {"alt+Tab": (b"Tab", ALT), "super+d": (b"d", SUPER), "alt+F4": (b"F4", ALT)}
"""As xdotool types them, and what a window manager asks X for: keys and modifiers."""

WINDOW = textwrap.dedent("""
    import sys
    import pygame
    from machines.museum.window.window import Window, WindowConfig
    from tests.machines.museum.window.window_room import FakeMuseum, words
    kiosk = sys.argv[1] == "kiosk"
    size = tuple(map(int, sys.argv[2:])) or (800, 480)
    window = Window(FakeMuseum(), words(), WindowConfig(size, kiosk, kiosk, sound=False))
    take = window._take
    def tell(event):
        if event.type == pygame.MOUSEBUTTONDOWN:
            print("touched", *event.pos, flush=True)
        if event.type == pygame.KEYDOWN:
            print("key", pygame.key.name(event.key), flush=True)
        take(event)
    window._take = tell
    with window:
        window.run(30)
        print("open", flush=True)
        window.run()
""")


class WindowManager:
    """One that has keys of its own, as every one has; ``taken`` counts their presses."""

    def __init__(self, display: str) -> None:
        self.x = ctypes.CDLL(X11)
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        assert self.display
        root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        for name, modifiers in KEYS.values():
            symbol = ctypes.c_ulong(self.x.XStringToKeysym(name))
            code = self.x.XKeysymToKeycode(self.display, symbol)
            self.x.XGrabKey(self.display, code, modifiers, root, 1, 1, 1)
        self.x.XSync(self.display, 0)

    def taken(self) -> int:
        """Key presses since the last call."""
        event = (ctypes.c_long * 24)()
        self.x.XSync(self.display, 0)
        pressed = 0
        while self.x.XPending(self.display):
            self.x.XNextEvent(self.display, ctypes.byref(event))
            pressed += ctypes.cast(event, ctypes.POINTER(ctypes.c_int))[0] == 2  # KeyPress
        return pressed


@contextmanager
def window_on(
    display: str, *how: str, patience_s: float = 60.0
) -> Iterator[tuple[subprocess.Popen[str], IO[str], dict[str, str]]]:
    """The museum's window, open on that display; what it says, and its environment."""
    own = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    museum = subprocess.Popen(
        [sys.executable, "-c", WINDOW, *how], cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True
    )
    assert museum.stdout is not None
    deaf = threading.Timer(patience_s, museum.kill)
    deaf.start()
    try:
        while museum.stdout.readline() != "open\n":
            assert museum.poll() is None
        yield museum, museum.stdout, own
    finally:
        deaf.cancel()
        museum.kill()
        museum.communicate()


@pytest.mark.parametrize("how", ["kiosk", "window"])
def test_the_window_managers_keys_do_not_leave_a_kiosk(how: str) -> None:
    with x_server() as display:
        manager = WindowManager(display)
        with window_on(display, how) as (museum, said, own):
            typed = [word for keys in KEYS for word in ("key", keys)]
            subprocess.run(["xdotool", *typed], env=own, check=True)
            time.sleep(0.1)
            taken = manager.taken()
            assert museum.poll() is None
            museum.kill()
            heard = said.read()
    assert taken == (0 if how == "kiosk" else len(KEYS))
    if how == "kiosk":
        assert "key tab" in heard


@pytest.mark.skipif(not shutil.which("openbox"), reason="there is no openbox here")
def test_a_kiosk_stays_before_a_real_window_manager() -> None:
    """SDL itself puts a window away at ALT-TAB, which only a window manager's answer shows."""
    with (
        x_server() as display,
        openbox(display),
        window_on(display, "kiosk") as (museum, said, own),
    ):
        window = wait_for_focus(own)
        for keys, last in (("alt+Tab", "tab"), ("super+d", "d"), ("alt+F4", "f4")):
            subprocess.run(["xdotool", "key", keys], env=own, check=True)
            while said.readline() != f"key {last}\n":
                assert museum.poll() is None
            time.sleep(0.5)
            assert focused(own) == window, keys


def focused(environment: dict[str, str]) -> str:
    """The active window's number, as the window manager has it; empty if there is none."""
    asked = subprocess.run(
        ["xdotool", "getactivewindow"], env=environment, capture_output=True, text=True
    )
    return asked.stdout.strip()


def wait_for_focus(environment: dict[str, str]) -> str:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if window := focused(environment):
            return window
        time.sleep(0.1)
    raise AssertionError("no window got the focus")


def test_a_touch_of_a_screen_that_is_a_pointer_is_where_it_was() -> None:
    with x_server() as display, window_on(display, "kiosk") as (museum, said, own):
        for x, y in ((150, 40), (420, 200), (90, 250)):
            touch = ["xdotool", "mousemove", str(x), str(y), "click", "1"]
            subprocess.run(touch, env=own, check=True)
            while not (told := said.readline()).startswith("touched"):
                assert museum.poll() is None
            assert told == f"touched {x} {y}\n"
