"""Lamp brightness, 0 to 255, from how long each lamp was on.

A machine counts on-time; a :class:`LampBank` takes the share of each display frame in which a lamp
was on, passes it through the lamp's own first-order filter in display time, and gives one byte a
lamp.  The screen draws that byte and a real panel gets it rounded to four bits.

Neon strikes and goes out within a few milliseconds; the plates are lit by small incandescent
bulbs, which take about 60 ms to heat and 120 ms to cool.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout

RISE_US = {"neon": 4_000, "plate": 60_000}
FALL_US = {"neon": 4_000, "plate": 120_000}


@dataclass
class LampBank:
    """The brightness of all lamps of one panel, as one display sees them."""

    rise_us: npt.NDArray[np.float64]
    fall_us: npt.NDArray[np.float64]
    level: npt.NDArray[np.float64] = field(init=False)  # Filtered on-share of each lamp, 0.0 to 1.0
    seen_us: npt.NDArray[np.int64] = field(init=False)
    seen_now_us: int = 0
    shown: npt.NDArray[np.uint8] = field(init=False)  # What :meth:`follow` gave last
    _followed: bool = False

    def __post_init__(self) -> None:
        self.shown = np.zeros(len(self.rise_us), dtype=np.uint8)
        self.level = np.zeros(len(self.rise_us), dtype=np.float64)
        self.seen_us = np.zeros(len(self.rise_us), dtype=np.int64)

    @classmethod
    def of(cls, layout: PanelLayout) -> "LampBank":
        """A bank, all dark, for a panel's lamps in their order."""
        kinds = [lamp.kind for lamp in layout.lamps()]
        return cls(
            rise_us=np.array([RISE_US[kind] for kind in kinds], dtype=np.float64),
            fall_us=np.array([FALL_US[kind] for kind in kinds], dtype=np.float64),
        )

    def follow(
        self,
        on_us: npt.NDArray[np.int64],
        now_us: int,
        lit: npt.NDArray[np.bool_],
        busy: bool,
        frame_us: int,
    ) -> npt.NDArray[np.uint8]:
        """:meth:`frame` of the newest View, uint8[n].

        While the machine works and no new view came since the last frame, lamps stay as they were.
        """
        if not (busy and now_us == self.seen_now_us and self._followed):
            self.shown = self.frame(on_us, now_us, lit, max(1, frame_us))
            self._followed = True
        return self.shown

    def frame(
        self,
        on_us: npt.NDArray[np.int64],
        now_us: int,
        lit: npt.NDArray[np.bool_],
        frame_us: int,
    ) -> npt.NDArray[np.uint8]:
        """One display frame of ``frame_us``: each lamp's brightness, uint8[n].

        ``on_us`` and ``now_us`` are a View's running totals.  While no machine time passes (a
        stopped machine) a lamp simply is or isn't lit.
        """
        passed = now_us - self.seen_now_us
        if passed > 0:
            share = np.clip((on_us - self.seen_us) / passed, 0.0, 1.0)
        else:
            share = lit.astype(np.float64)
        self.seen_us = on_us.copy()
        self.seen_now_us = now_us
        constant = np.where(share > self.level, self.rise_us, self.fall_us)
        self.level += (share - self.level) * -np.expm1(-frame_us / constant)
        return np.rint(self.level * 255.0).astype(np.uint8)


def four_bits(brightness: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The same brightness as a real panel gets it, 0 to 15."""
    return ((brightness.astype(np.uint16) + 8) // 17).astype(np.uint8)
