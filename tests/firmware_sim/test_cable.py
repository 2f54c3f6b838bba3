"""The real port code on a simulated cable: pulled and put back, and driven for a long time."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from devices.link.port import Link
from devices.link.session import Connected, Lost
from devices.link.switch_receiver import SwitchMoved, SwitchState
from firmware_sim.panel import Panel

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)
if hasattr(os, "openpty"):
    from firmware_sim.line import PtyLine

SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "300"))
SHARE = min(1.0, SECONDS / 300)
DIGEST = b"abcd"
LAMPS, SWITCHES = 180, 62
PATIENCE = 20.0
PULLS = 100
BACK_S = 1.0
"""A cable put back: a correct panel within."""


class Host:
    """The museum's side: what it shows, and what it is told of the switches."""

    def __init__(self, url: str) -> None:
        self.link = Link(url, DIGEST, LAMPS, SWITCHES, "test")
        self.link.start()
        self.known: dict[int, bool] = {}
        self.moved: list[int] = []
        self.connected = self.lost = 0

    def hear(self) -> None:
        for event in self.link.take():
            match event:
                case SwitchState(down):
                    assert not self.known, "a panel known before is told of as a new one"
                    self.known = dict(enumerate(down))
                case SwitchMoved(index, down):
                    assert self.known[index] != down, f"switch {index} moved to where it was"
                    self.known[index] = down
                    self.moved.append(index)
                case Connected():
                    self.connected += 1
                case Lost():
                    self.lost += 1

    def until(self, true: Callable[[], bool], patience: float = PATIENCE) -> float:
        """How long it takes, in seconds, until that is true."""
        began = time.monotonic()
        while time.monotonic() < began + patience:
            self.hear()
            if true():
                return time.monotonic() - began
            time.sleep(0.001)
        raise AssertionError(f"not within {patience} s; {self.link.status()}")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[tuple["PtyLine", Host]]:
    """A panel on a line, and the museum at its other end."""
    with PtyLine(Panel(DIGEST, LAMPS, SWITCHES, "test"), tmp_path / "panel") as line:
        host = Host(str(tmp_path / "panel"))
        host.until(lambda: len(host.known) == SWITCHES)
        yield line, host
        host.link.stop()


def levels_of(chance: Random) -> npt.NDArray[np.uint8]:
    return np.array([chance.randrange(16) for _ in range(LAMPS)], dtype=np.uint8)


def touch(line: "PtyLine", switch: int) -> None:
    if line.panel.contacts.finger[switch]:
        line.release(switch)
    else:
        line.press(switch)


def pull_and_put_back(line: "PtyLine", host: Host, pulls: int, patience: float) -> list[float]:
    """Again and again, in the middle of frames, switches being touched before and meanwhile; how
    long each time until lamps and switches are right again, in seconds."""
    chance, took = Random(704), []
    for pull in range(1, pulls + 1):
        host.moved.clear()
        touched = chance.sample(range(SWITCHES), chance.randrange(6))
        for switch in touched[::2]:
            touch(line, switch)
        host.link.show(levels_of(chance))
        time.sleep(chance.uniform(0.0, 0.03))
        line.unplug()
        for switch in touched[1::2]:
            touch(line, switch)
        levels = levels_of(chance)
        host.link.show(levels)
        host.until(lambda pull=pull: host.lost == pull)  # type: ignore[misc]
        time.sleep(chance.uniform(0.0, 0.6))
        line.plug()
        finger = line.panel.contacts.finger
        took.append(
            host.until(
                lambda levels=levels, finger=finger: (  # type: ignore[misc]
                    np.array_equal(line.panel.lamps, levels)
                    and list(host.known.values()) == finger.tolist()
                ),
                patience,
            )
        )
        time.sleep(0.06)  # whatever else is invented comes with the next SWITCHES
        host.hear()
        assert sorted(host.moved) == sorted(touched), "each is told once, no other is"
        assert host.connected == pull + 1
    return took


@pytest.mark.slow
def test_a_cable_pulled_and_put_back_loses_and_invents_nothing(
    bench: tuple["PtyLine", Host],
) -> None:
    assert len(pull_and_put_back(*bench, pulls=3, patience=PATIENCE)) == 3


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 300)
def test_pulled_and_put_back_again_and_again_it_is_right_within_a_second(
    bench: tuple["PtyLine", Host],
) -> None:
    took = pull_and_put_back(*bench, pulls=max(5, round(PULLS * SHARE)), patience=BACK_S)
    print(f"RESULT pulls={len(took)} median_s={np.median(took):.3f} longest_s={max(took):.3f}")
    assert max(took) <= BACK_S


def test_a_board_reset_in_the_middle_is_lit_again(bench: tuple["PtyLine", Host]) -> None:
    line, host = bench
    levels = levels_of(Random(1))
    host.link.show(levels)
    host.until(lambda: np.array_equal(line.panel.lamps, levels))
    touch(line, 9)
    host.until(lambda: host.known[9])
    line.happen("reset")
    host.until(lambda: np.array_equal(line.panel.lamps, levels))
    assert (host.moved, host.lost) == ([9], 0)


# -- sixty frames a second ------------------------------------------------------------------------

FRAMES_A_SECOND = 60
NUMBER_LAMPS = 5
"""The first lamps carry the frame's number, four bits each."""
SHARE_LIT = 0.95
GROWTH_S = 0.005


class Watched(Panel):
    """A panel that notes when each frame was lit."""

    def reset(self) -> None:
        super().reset()
        self.lit: list[tuple[int, float]] = []

    def _light(self, lamps: npt.NDArray[np.uint8], seq: int) -> None:
        super()._light(lamps, seq)
        number = int("".join(f"{level:x}" for level in lamps[:NUMBER_LAMPS]), 16)
        if not self.lit or self.lit[-1][0] != number:
            self.lit.append((number, time.monotonic()))


def show_for(link: Link, seconds: float) -> list[float]:
    """Sixty frames a second, every lamp changed in each; when each was shown, the first at 1."""
    chance, shown = np.random.default_rng(704), [0.0]
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        levels = chance.integers(0, 16, LAMPS, dtype=np.uint8)
        digits = f"{len(shown):0{NUMBER_LAMPS}x}"
        levels[:NUMBER_LAMPS] = [int(digit, 16) for digit in digits]
        shown.append(time.monotonic())
        link.show(levels)
        time.sleep(max(0.0, begin + (len(shown) - 1) / FRAMES_A_SECOND - time.monotonic()))
    return shown


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 2 + 120)
def test_sixty_frames_a_second_come_with_no_growing_delay(tmp_path: Path) -> None:
    panel = Watched(DIGEST, LAMPS, SWITCHES, "test")
    with PtyLine(panel, tmp_path / "panel"):
        host = Host(str(tmp_path / "panel"))
        host.until(lambda: len(host.known) == SWITCHES)
        shown = show_for(host.link, SECONDS)
        time.sleep(0.5)
        host.link.stop()
    delays = np.array([at - shown[number] for number, at in panel.lit if number])
    tenth = len(delays) // 10
    first, last = np.median(delays[:tenth]), np.median(delays[-tenth:])
    p50, p99, most = np.percentile(delays, [50, 99, 100]) * 1e3
    rate = len(delays) / (shown[-1] - shown[1])
    print(
        f"RESULT seconds={SECONDS:.0f} shown={len(shown) - 1} lit={len(delays)} "
        f"rate={rate:.2f} p50_ms={p50:.1f} p99_ms={p99:.1f} longest_ms={most:.1f} "
        f"first_tenth_ms={first * 1e3:.1f} last_tenth_ms={last * 1e3:.1f}"
    )
    assert len(shown) - 1 >= SHARE_LIT * FRAMES_A_SECOND * SECONDS
    assert len(delays) >= SHARE_LIT * (len(shown) - 1)
    assert last <= first + GROWTH_S
