"""How many frames a second the window draws while something moves, over the last minute."""

from collections import deque

SECONDS = 60


class FrameMeter:
    """Told of each frame; a second in which the window rested tells nothing of its rate."""

    def __init__(self) -> None:
        self._seconds: deque[tuple[float, float]] = deque(maxlen=SECONDS)
        """Of each second: frames a second (0: it rested), and its slowest frame in seconds."""
        self._began: float | None = None
        self._frames = 0
        self._slowest = 0.0
        self._rested = False

    def frame(self, now_s: float, took_s: float, moving: bool) -> None:
        """A frame is done; ``moving``: the loop doesn't sleep between this one and the next."""
        if self._began is None:
            self._began = now_s
        self._frames += 1
        self._slowest = max(self._slowest, took_s)
        self._rested |= not moving
        passed = now_s - self._began
        if passed >= 1.0:
            rate = 0.0 if self._rested else self._frames / passed
            self._seconds.append((rate, self._slowest))
            self._began, self._frames, self._slowest, self._rested = now_s, 0, 0.0, False

    def rate(self) -> float | None:
        """The mean of the seconds in which something moved; None: there was none."""
        rates = [rate for rate, _ in self._seconds if rate]
        return sum(rates) / len(rates) if rates else None

    def slowest_ms(self) -> int:
        """The slowest frame."""
        return round(1000 * max((slow for _, slow in self._seconds), default=0.0))
