"""How bright each lamp of a room is in a frame: the screen draws what a real panel gets."""

from dataclasses import dataclass, field
from math import exp

import numpy as np
import numpy.typing as npt

from devices.panel.lamps import LampBank
from devices.panel.view import View

CALM_US = 300_000
"""Reduced flicker: lamps are averaged over this long."""


@dataclass
class RoomLamps:
    """The filter of one room's lamps; ``bank`` None: the room has none."""

    bank: LampBank | None
    shown: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    """Each lamp's brightness as it was given last, uint8[n]: what the screen draws is what a real
    panel gets."""
    level: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def frame(self, view: View, frame_us: int, calm: bool) -> npt.NDArray[np.uint8]:
        """Each lamp's brightness in a frame of ``frame_us``, uint8[n]."""
        if self.bank is None:
            return self.shown
        followed = self.bank.follow(view.on_us, view.now_us, view.lit, view.busy, frame_us)
        if not calm or len(self.level) != len(followed):
            self.level = followed.astype(np.float64)
        if not calm:
            self.shown = followed
            return self.shown
        self.level += (followed - self.level) * (1.0 - exp(-frame_us / CALM_US))
        self.shown = np.rint(self.level).astype(np.uint8)
        return self.shown
