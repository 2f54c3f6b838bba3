"""Boards that are the wrong ones, at the real port code: one line in words, and tried again."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devices.link.port import Link
from devices.link.session import Connected, Lost, Refused, SessionEvent
from firmware_sim.faults import Faults, make_panel
from firmware_sim.panel import Panel

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)
if hasattr(os, "openpty"):
    from firmware_sim.line import PtyLine

DIGEST = b"abcd"
LAMPS, SWITCHES = 180, 62
PATIENCE = 20.0


def board(*wrong: str) -> Panel:
    return make_panel(DIGEST, LAMPS, SWITCHES, "test", Faults(dict.fromkeys(wrong, 1.0)))


class Host:
    """The museum's side, and everything that it was told."""

    def __init__(self, url: str) -> None:
        self.link = Link(url, DIGEST, LAMPS, SWITCHES, "test")
        self.link.start()
        self.told: list[SessionEvent] = []

    def until(self, true: Callable[[SessionEvent], bool]) -> SessionEvent:
        """The first event, from now on, of which that is true."""
        end, at = time.monotonic() + PATIENCE, len(self.told)
        while time.monotonic() < end:
            self.told += self.link.take()
            for event in self.told[at:]:
                if true(event):
                    return event
            at = len(self.told)
            time.sleep(0.005)
        raise AssertionError(f"only {self.told}")


@pytest.fixture
def link(tmp_path: Path) -> Iterator[tuple[Path, Host]]:
    path = tmp_path / "panel"
    host = Host(str(path))
    yield path, host
    host.link.stop()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("version", "speaks version 2 of the protocol; expected 1"),
        ("layout", "is panel not-test with 181 lamps"),
        ("language", "speaks something else"),
    ],
)
def test_a_wrong_board_is_told_once_and_the_right_one_then_found(
    link: tuple[Path, Host], wrong: str, words: str
) -> None:
    path, host = link
    with PtyLine(board(wrong), path) as line:
        told = host.until(lambda one: isinstance(one, Refused) and words in one.reason)
        assert isinstance(told, Refused)
        assert told.reason.startswith(str(path))
        time.sleep(1.0)
        host.told += host.link.take()
        assert host.told.count(told) == 1
        assert not any(isinstance(one, Connected) for one in host.told)
        line.unplug()
        line.panel = board()
        line.plug()
        host.until(lambda one: isinstance(one, Connected))


@contextlib.contextmanager
def connected(path: Path, host: Host) -> Iterator[PtyLine]:
    """A board at the far end that the host has found."""
    with PtyLine(board(), path) as line:
        host.until(lambda one: isinstance(one, Connected))
        yield line


@pytest.mark.slow
def test_a_panel_that_floods_is_left_alone_until_it_is_calm(link: tuple[Path, Host]) -> None:
    path, host = link
    with connected(path, host) as line:
        line.happen("flood")
        host.until(lambda one: isinstance(one, Lost) and "floods" in one.reason)
        host.until(lambda one: isinstance(one, Connected))


@pytest.mark.slow
def test_a_stuck_reader_is_lit_again_when_it_reads(link: tuple[Path, Host]) -> None:
    path, host = link
    with connected(path, host) as line:
        line.happen("stuck")
        bright = host.link.session.lamps.newest + 9
        host.link.show(bright)
        end = time.monotonic() + PATIENCE
        while line.panel.lamps.tolist() != bright.tolist() and time.monotonic() < end:
            time.sleep(0.01)
        assert line.panel.lamps.tolist() == bright.tolist()


@pytest.mark.slow
def test_a_board_that_is_reset_by_opening_its_port_is_waited_for(link: tuple[Path, Host]) -> None:
    path, host = link
    with PtyLine(board(), path, boot_us=1_500_000):
        host.until(lambda one: isinstance(one, Connected))
        assert not any(isinstance(one, Refused) and "answer" in one.reason for one in host.told)
