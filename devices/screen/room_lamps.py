"""A room's lamps as its display sees them: filtered once, averaged where flicker is unwelcome."""

from dataclasses import dataclass, field
from math import exp

import numpy as np
import numpy.typing as npt

from devices.panel.lamps import LampBank
from devices.screen.room import Seen

CALM_US = 300_000
"""Reduced flicker: lamps are averaged over this long."""


@dataclass
class RoomLamps:
    """The filter of one room's lamps; ``bank`` None: the room has none."""

    bank: LampBank | None
    shown: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    level: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def frame(self, view: Seen, frame_us: int, calm: bool) -> npt.NDArray[np.uint8]:
        """Each lamp's brightness in a frame of ``frame_us``, uint8[n]."""
        if self.bank is None:
            return self.shown
        waits = view.busy and view.now_us == self.bank.seen_now_us and len(self.shown)
        if not waits:  # else no new view came since the last frame: lamps stay as they were
            self.shown = self.bank.frame(view.on_us, view.now_us, view.lit, max(1, frame_us))
        if not calm:
            self.level = self.shown.astype(np.float64)
            return self.shown
        if len(self.level) != len(self.shown):
            self.level = self.shown.astype(np.float64)
        self.level += (self.shown - self.level) * (1.0 - exp(-frame_us / CALM_US))
        return np.rint(self.level).astype(np.uint8)
