"""What every test stands on: no screen, no sound card, and the kernels' cache of this checkout."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Started in the background by a script, a process ignores Ctrl-C, and so would the tests' children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import HealthCheck, settings

from machines.app.kernels.compile import uncompiled
from machines.app.program import AGAIN

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


def pytest_configure(config: pytest.Config) -> None:
    """Compile all kernels in one process before the workers start.

    Two processes that fill an empty cache together may each keep some of a network's kernels.
    Such a mixture rounds otherwise than what one process compiles, so runs would not agree.
    """
    if hasattr(config, "workerinput") or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    if uncompiled():
        subprocess.run([*AGAIN, "warm"], check=True, stdout=subprocess.DEVNULL)
