"""A panel's switches as metal: contacts that bounce, looked at each millisecond and debounced.

A contact that is worked closes and opens several times within its first milliseconds.  A switch
counts as moved when its contact was the same for 5 ms::

    finger      ______|------------------------------------------
    contact     ______|-|_|--|__|---|____|-----------------------
    debounced   ______________________________________|----------
                      0 ms                  2.4       7.4 ms
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

SCAN_US = 1_000
DEBOUNCE_US = 5_000
BOUNCES_US = (0, 180, 420, 900, 1_300, 2_000, 2_400)
"""When after the finger a contact changes: an odd number of times."""


@dataclass
class _Worked:
    """A switch that isn't at rest yet."""

    began_us: int
    down: bool
    seen: bool
    since_us: int  # How the last scan saw it, and since when

    def contact(self, now_us: int) -> bool:
        changes = sum(self.began_us + bounce <= now_us for bounce in BOUNCES_US)
        return self.down if changes % 2 else not self.down


class Contacts:
    """``switches`` contacts and what the firmware makes of them; times are microseconds."""

    def __init__(self, switches: int) -> None:
        self.finger: npt.NDArray[np.bool_] = np.zeros(switches, dtype=np.bool_)
        """Where each switch is held or stands, bounces aside."""
        self.debounced: npt.NDArray[np.bool_] = self.finger.copy()
        self._worked: dict[int, _Worked] = {}
        self._scan_us = 0

    def move(self, switch: int, down: bool, now_us: int) -> None:
        """A finger presses or lets go, or turns over; nothing happens if it stands so already."""
        if self.finger[switch] == down:
            return
        if not self._worked:
            self._scan_us = -(-now_us // SCAN_US) * SCAN_US
        self.finger[switch] = down
        self._worked[switch] = _Worked(now_us, down, bool(self.debounced[switch]), now_us)

    def settle(self) -> None:
        """Power comes on: how the switches stand is how they stand, and no edge."""
        self._worked.clear()
        self.debounced = self.finger.copy()

    def next_scan_us(self) -> int | None:
        """When the next scan is that may see something new; None while all are at rest."""
        return self._scan_us if self._worked else None

    def scan(self) -> int:
        """The next scan: how many switches it finds moved."""
        at_us, moved = self._scan_us, 0
        self._scan_us += SCAN_US
        for switch, worked in list(self._worked.items()):
            contact = worked.contact(at_us)
            if contact != worked.seen:
                worked.seen, worked.since_us = contact, at_us
            elif at_us - worked.since_us >= DEBOUNCE_US:
                moved += bool(self.debounced[switch] != contact)
                self.debounced[switch] = contact
                del self._worked[switch]
        return moved
