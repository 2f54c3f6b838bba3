"""Switch changes, found in a panel's SWITCHES frames.

Each holds the whole state, so one that is lost is made good by the next.  Its count says how many
edges there were since the last: as many switches differ, or fewer by an even number.  A bitmap for
which that isn't so is believed only when it is said twice in a row: a false frame isn't, and a
panel whose reset went unheard is.

The first bitmap of a panel moves nothing.  After a lost connection the difference to the last one
of the same panel was moved meanwhile.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.link.frames import Switches, unpack_switches


@dataclass(frozen=True)
class SwitchMoved:
    """Switch ``index`` was moved on the panel.

    A button that was held when the panel was first heard comes as one that is let go.
    """

    index: int
    down: bool


@dataclass(frozen=True)
class SwitchState:
    """How a panel's switches stand when it is first heard: none of them was moved."""

    down: tuple[bool, ...]


@dataclass(frozen=True)
class ContactMuted:
    """A contact chatters; its moves are told no more until it has been still for ``rest_s``."""

    index: int
    rest_s: float


@dataclass(frozen=True)
class ContactRested:
    """A contact that was muted is told again; it stands so."""

    index: int
    down: bool


@dataclass
class SwitchReceiver:
    """The switches of one panel as they come."""

    switches: int
    missed: int = 0  # Edges that the panel counted and no bitmap showed
    _panel: str = ""
    _down: npt.NDArray[np.bool_] | None = None
    _count: int | None = None  # The panel's count as last heard; None after a reset
    _doubtful: Switches | None = None

    def start(self, panel: str) -> None:
        """The panel of this name was connected: perhaps the same, perhaps reset."""
        if panel != self._panel:
            self._panel, self._down = panel, None
        self.reset()

    def reset(self) -> None:
        """The panel counts from 0 again."""
        self._count = self._doubtful = None

    def fits(self, message: Switches) -> bool:
        """Whether it is a bitmap of as many switches."""
        return len(message.bitmap) == (self.switches + 7) // 8

    def take(self, message: Switches) -> list[SwitchMoved | SwitchState]:
        """What these switches, which fit, make known."""
        down = unpack_switches(message.bitmap, self.switches)
        last, self._down = self._down, down
        if last is None:
            self._count = message.count
            return [SwitchState(tuple(down.tolist()))]
        moved = np.flatnonzero(down != last)
        if self._count is not None:
            unseen = (message.count - self._count) % 0x10000 - len(moved)
            if (unseen < 0 or unseen % 2) and message != self._doubtful:
                self._doubtful, self._down = message, last
                return []
            if message != self._doubtful:
                self.missed += unseen
        self._count, self._doubtful = message.count, None
        return [SwitchMoved(int(k), bool(down[k])) for k in moved]
