"""A LampBank whose frame is a kernel: microseconds, where numpy needs a tenth of a millisecond.

Beside a machine that runs flat out that tells: sixty times a second somebody would compute instead
of it, on its core or on one that shares its parts.
"""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.panel.lamps import LampBank
from machines.kernel import kernel


@kernel(
    "void(int64[::1],int64,boolean[::1],int64,float64[::1],int64[::1],float64[::1],float64[::1],"
    "uint8[::1],uint8[::1])"
)
def next_frame(
    on_us: npt.NDArray[np.int64],
    passed_us: int,
    lit: npt.NDArray[np.bool_],
    frame_us: int,
    level: npt.NDArray[np.float64],
    seen_us: npt.NDArray[np.int64],
    rise_us: npt.NDArray[np.float64],
    fall_us: npt.NDArray[np.float64],
    shown: npt.NDArray[np.uint8],
    levels: npt.NDArray[np.uint8],
) -> None:
    """LampBank.frame, ``passed_us`` of the machine's time after the last, and devices.panel.lamps'
    four_bits, in place."""
    last, follows = 0.0, 0.0
    for k in range(len(level)):
        share = 1.0 if lit[k] else 0.0
        if passed_us > 0:
            share = min(max((on_us[k] - seen_us[k]) / passed_us, 0.0), 1.0)
        seen_us[k] = on_us[k]
        constant = rise_us[k] if share > level[k] else fall_us[k]
        if constant != last:  # most are as those before them
            last, follows = constant, -math.expm1(-frame_us / constant)
        level[k] += (share - level[k]) * follows
        brightness = int(np.rint(level[k] * 255.0))
        shown[k] = brightness
        levels[k] = (brightness + 8) // 17


@dataclass
class KernelBank(LampBank):
    """The same brightness, written over with each frame, and what a panel gets of it."""

    levels: npt.NDArray[np.uint8] = field(init=False)
    """0 to 15."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.levels = np.zeros_like(self.shown)

    def frame(
        self,
        on_us: npt.NDArray[np.int64],
        now_us: int,
        lit: npt.NDArray[np.bool_],
        frame_us: int,
    ) -> npt.NDArray[np.uint8]:
        """See LampBank."""
        next_frame(
            on_us,
            now_us - self.seen_now_us,
            lit,
            frame_us,
            self.level,
            self.seen_us,
            self.rise_us,
            self.fall_us,
            self.shown,
            self.levels,
        )
        self.seen_now_us = now_us
        return self.shown
