"""A window's pulse: when each frame began and how long its work took, for tests and benches."""

from dataclasses import dataclass, field
from time import perf_counter_ns

import numpy as np
import numpy.typing as npt

from machines.museum.window.window import Window

KEPT = 36_000
"""Ten minutes at sixty frames a second."""


@dataclass(frozen=True)
class FrameStats:
    """What a stretch of frames was like; times in milliseconds."""

    frames: int
    per_second: float
    longest_gap_ms: float
    gap_99_ms: float  # 99 of 100 gaps between frames were no longer than this
    work_ms: float  # Mean time that a frame's own work took
    longest_work_ms: float


@dataclass
class FrameTimer:
    """A ring of frame times of a window, from when this is made."""

    window: Window
    began_ns: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(KEPT, dtype=np.int64))
    worked_ns: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(KEPT, dtype=np.int64))
    frames: int = 0

    def __post_init__(self) -> None:
        frame = type(self.window).frame.__get__(self.window)

        def timed() -> None:
            k = self.frames % KEPT
            self.began_ns[k] = perf_counter_ns()
            frame()
            self.worked_ns[k] = perf_counter_ns() - self.began_ns[k]
            self.frames += 1

        self.window.frame = timed  # type: ignore[method-assign]

    def gaps_ms(self, frames: int = KEPT) -> npt.NDArray[np.float64]:
        """Milliseconds from each of the last ``frames`` frames to the next."""
        count = min(self.frames, frames, KEPT)
        index = np.arange(self.frames - count, self.frames) % KEPT
        return np.asarray(np.diff(self.began_ns[index]) / 1e6)

    def late(self, gap_ms: float) -> int:
        """How many gaps were longer."""
        return int(np.count_nonzero(self.gaps_ms() > gap_ms))

    def pace(self, frames: int = KEPT) -> FrameStats:
        """The last ``frames`` frames; all zero while there are fewer than two."""
        count = min(self.frames, frames, KEPT)
        if count < 2:
            return FrameStats(count, 0.0, 0.0, 0.0, 0.0, 0.0)
        index = np.arange(self.frames - count, self.frames) % KEPT
        worked, gaps = self.worked_ns[index] / 1e6, self.gaps_ms(frames)
        return FrameStats(
            frames=count,
            per_second=float(1000.0 * len(gaps) / gaps.sum()),
            longest_gap_ms=float(gaps.max()),
            gap_99_ms=float(np.percentile(gaps, 99)),
            work_ms=float(worked.mean()),
            longest_work_ms=float(worked.max()),
        )
