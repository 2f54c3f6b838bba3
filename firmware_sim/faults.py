"""What goes wrong with real cables and boards, at chosen rates and without I/O.

Of the bytes that cross, one in so many is changed; of the seconds that pass, one in so many brings
something; a board may be the wrong one altogether::

    drop, duplicate, flip, delay      share of the bytes: 0.001 is one byte in a thousand
    reset, unplug, stuck, flood       times a second: 0.1 is once in ten seconds
    version, layout, language         the board is another one
"""

from dataclasses import dataclass, field
from random import Random

from devices.link.frames import VERSION
from firmware_sim.panel import Panel

BYTE_KINDS = ("drop", "duplicate", "flip", "delay")
EVENT_KINDS = ("reset", "unplug", "stuck", "flood")
BOARD_KINDS = ("version", "layout", "language")
MOST_EVENTS = 10.0
"""A second."""

DELAY_US = 60_000
"""For so long a delayed byte holds up the line."""
STUCK_US = 3_000_000
"""For so long a stuck reader reads nothing."""
UNPLUGGED_US = 2_000_000
FLOOD_US = 3_000_000

CHATTER = b"echo: ready\r\nT:21.30 /0.00 B:20.98 /0.00\r\nok\r\n"
CHATTER_US = 500_000


@dataclass
class Faults:
    """``rates`` by kind; chances are drawn from ``chance``, so that they can be drawn again."""

    rates: dict[str, float] = field(default_factory=dict)
    chance: Random = field(default_factory=lambda: Random(704))
    _due_us: dict[str, int] = field(default_factory=dict)

    def cross(self, data: bytes) -> bytes:
        """These bytes as they come out at the other end."""
        if not any(self.rates.get(kind) for kind in ("drop", "duplicate", "flip")):
            return data
        out = bytearray()
        for byte in data:
            if self._happens("flip"):
                byte ^= 1 << self.chance.randrange(8)
            if self._happens("drop"):
                continue
            out += bytes((byte, byte) if self._happens("duplicate") else (byte,))
        return bytes(out)

    def delay_us(self, count: int) -> int:
        """For how long the line is held up while ``count`` bytes cross."""
        rate = self.rates.get("delay", 0.0)
        if not rate:
            return 0
        return DELAY_US * (self.chance.random() < 1.0 - (1.0 - rate) ** count)

    def due(self, now_us: int) -> list[str]:
        """The kinds of which one happens now, some of EVENT_KINDS."""
        now = []
        for kind in EVENT_KINDS:
            rate = self.rates.get(kind, 0.0)
            if not rate:
                continue
            at_us = self._due_us.get(kind)
            if at_us is not None and at_us <= now_us:
                now.append(kind)
            if at_us is None or at_us <= now_us:
                self._due_us[kind] = now_us + round(self.chance.expovariate(rate) * 1e6)
        return now

    def _happens(self, kind: str) -> bool:
        rate = self.rates.get(kind, 0.0)
        return rate > 0.0 and self.chance.random() < rate


class IncompatiblePanel(Panel):
    """A board that speaks something else: it talks by itself and lights nothing."""

    def receive(self, data: bytes, now_us: int) -> None:
        """Not understood."""
        self.now_us = now_us

    def reset(self) -> None:
        """It starts again."""
        super().reset()
        self._said = bytearray()
        self._next_us = self.now_us

    def transmit(self, now_us: int, room: int = 1024) -> bytes:
        """Its own talk."""
        self.now_us = now_us
        if now_us >= self._next_us:
            self._next_us = now_us + CHATTER_US
            self._said += CHATTER
        out = bytes(self._said[:room])
        del self._said[:room]
        return out

    def due_us(self) -> int:
        """When it next says something."""
        return self.now_us if self._said else self._next_us


def make_panel(digest: bytes, lamps: int, switches: int, name: str, faults: Faults) -> Panel:
    """The panel, or the other board that the faults ask for."""
    if faults.rates.get("language"):
        return IncompatiblePanel(digest, lamps, switches, name)
    if faults.rates.get("layout"):
        return Panel(bytes(byte ^ 0xFF for byte in digest), lamps + 1, switches, f"not-{name}")
    version = VERSION + 1 if faults.rates.get("version") else VERSION
    return Panel(digest, lamps, switches, name, version)
