"""What every test stands on: no screen, no sound card."""

import contextlib
import ctypes
import functools
import gc
import os
import signal
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Started in the background by a script, a process ignores Ctrl-C, and so would the tests' children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the computer does: no test fails for that.
settings.register_profile(
    "house", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins in English, whatever a window before it has shown."""
    yield
    if "devices.screen.words" in sys.modules:
        from devices.screen.words import use

        use(None)


MOST_PAGES = 32 << 8
"""Of 4 KB by which a worker may grow before pictures are let go."""
_pages = 400 << 8
"""That it may have without that, or held when they were last let go."""


def pytest_collection_finish() -> None:
    """What was imported is there for good: no collection of garbage looks through it any more."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def _pictures_let_go() -> Iterator[None]:
    """Pictures that a file's tests have had drawn are not kept for the whole suite."""
    global _pages
    yield
    statm = Path("/proc/self/statm")
    if not statm.exists() or int(statm.read_text().split()[1]) < _pages + MOST_PAGES:
        return
    for name, module in list(sys.modules.items()):
        if name.startswith("devices.screen") or ".picture" in name:
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    gc.collect()
    with contextlib.suppress(AttributeError):  # not in every C library
        ctypes.CDLL(None).malloc_trim(0)
    _pages = int(statm.read_text().split()[1])


# -- workers: each collects, and runs, its own part of the files -----------------------------------

_shares: "list[int] | None" = None
"""That no worker has, the next one last; a worker that has died leaves its own to who comes for
it."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Every worker runs all that it has collected."""
    from xdist.scheduler import EachScheduling  # type: ignore[import-untyped]

    class Shares(EachScheduling):  # type: ignore[misc]
        def schedule(self) -> None:
            super().schedule()
            shown = config.pluginmanager.getplugin("terminalreporter")
            shown._session.testscollected = sum(map(len, self.node2collection.values()))

    return Shares(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker is told its share."""
    global _shares
    if _shares is None:
        _shares = list(reversed(range(node.workerinput["workercount"])))
    node.workerinput["share"] = _shares.pop()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Its share can be had."""
    assert _shares is not None
    _shares.append(node.workerinput["share"])


@functools.cache
def _files_of(config: pytest.Config) -> frozenset[Path] | None:
    """The files of this worker, of those that the command names: neighbours, which need the same
    kernels and pictures, and as many tests as another has, where one before the museum's window
    counts twice, as it takes twice as long.  None: all, where there are no workers.

    To import all of 100,000 lines in each worker, and to rewrite their assertions, takes a tenth of
    the whole command.
    """
    given: dict[str, Any] = getattr(config, "workerinput", {})
    if "share" not in given:
        return None
    named = [config.invocation_params.dir / word.partition("::")[0] for word in config.args]
    found = {path for one in named for path in ([one] if one.is_file() else one.rglob("test_*.py"))}
    tests = {
        path.resolve(): path.read_bytes().count(b"def test_") * (2 if "museum" in path.parts else 1)
        for path in sorted(found)
    }
    each = max(1, sum(tests.values())) / given["workercount"]
    ends = accumulate(tests.values())
    return frozenset(
        path
        for (path, count), end in zip(tests.items(), ends, strict=True)
        if min(int((end - count / 2) / each), given["workercount"] - 1) == given["share"]
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file that another worker runs isn't even imported."""
    mine = _files_of(config)
    others = (
        mine is not None and collection_path.is_file() and collection_path.resolve() not in mine
    )
    return True if others else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Nor run, where the command names it."""
    mine = _files_of(config)
    if mine is not None:
        items[:] = [item for item in items if item.path.resolve() in mine]
