"""Two ends of a link joined without a line: a host's session and a simulated panel, one clock.

The panel is firmware_sim's; what crosses goes through ``line``, which may damage it.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from devices.link.session import HostSession, SessionEvent
from firmware_sim.panel import Panel

DIGEST = b"\xc0\xff\xee\x00"
LAMPS = 21
SWITCHES = 11
NAME = "bench"
STEP_US = 1_000

Line = Callable[[bytes], bytes]


def as_it_is(data: bytes) -> bytes:
    return data


def levels(*lit: tuple[int, int], lamps: int = LAMPS) -> npt.NDArray[np.uint8]:
    """All dark but these (lamp, level)."""
    all_ = np.zeros(lamps, dtype=np.uint8)
    for lamp, level in lit:
        all_[lamp] = level
    return all_


class Ends:
    """A host and a panel that hear each other a millisecond later."""

    def __init__(self, line: Line = as_it_is) -> None:
        self.host = HostSession(DIGEST, LAMPS, SWITCHES, NAME)
        self.panel = Panel(DIGEST, LAMPS, SWITCHES, NAME)
        self.line = line
        self.now_us = 0
        self.events: list[SessionEvent] = []
        self.to_panel = 0
        """Bytes that the host has sent."""
        self.host.opened(0)

    def run(self, us: int) -> list[SessionEvent]:
        """So much time passes; what the host came to know meanwhile."""
        before = len(self.events)
        end_us = self.now_us + us
        while self.now_us < end_us:
            self.now_us += STEP_US
            out = self.host.send(self.now_us)
            self.to_panel += len(out)
            self.panel.receive(self.line(out), self.now_us)
            back = self.line(self.panel.transmit(self.now_us))
            self.events += self.host.receive(back, self.now_us)
        return self.events[before:]

    def pull(self, us: int) -> None:
        """The cable is out for so long; the panel goes on."""
        self.events += self.host.closed("the port is gone", self.now_us)
        for _ in range(us // STEP_US):
            self.now_us += STEP_US
            self.panel.transmit(self.now_us)
        self.host.opened(self.now_us)
