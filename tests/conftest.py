"""What every test stands on: no screen, no sound card."""

import contextlib
import ctypes
import functools
import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Started in the background by a script, a process ignores Ctrl-C, and so would the tests' children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the computer does: no test fails for that.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins in English, whatever a window before it has shown."""
    yield
    if "devices.screen.words" in sys.modules:
        from devices.screen.words import use

        use(None)


MOST_PAGES = 450 << 8
"""Of 4 KB that a worker may hold before pictures are let go."""


@pytest.fixture(autouse=True, scope="module")
def _pictures_let_go() -> Iterator[None]:
    """Pictures that a file's tests have had drawn are not kept for the whole suite."""
    yield
    statm = Path("/proc/self/statm")
    if not statm.exists() or int(statm.read_text().split()[1]) < MOST_PAGES:
        return
    for name, module in list(sys.modules.items()):
        if name.startswith("devices.screen") or ".picture" in name:
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    gc.collect()
    with contextlib.suppress(AttributeError):  # not in every C library
        ctypes.CDLL(None).malloc_trim(0)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """A file's tests go to one worker, so that what they share is made once."""
    from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

    return LoadFileScheduling(config, log)
