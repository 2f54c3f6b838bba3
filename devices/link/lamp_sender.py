"""The next lamp frame to send, so that a panel shows the newest levels.

At most two frames are under way, that is, sent and neither accepted nor given up.  One that isn't
accepted within 250 ms is given up, a KEYFRAME follows, and until something is accepted again only
one is under way: a reader who is stuck isn't given more.  A DELTA goes out only while no other
lamps are under way, for only then is it known what the panel shows; else a KEYFRAME does.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.link.frames import Delta, Keyframe, LinkBugError, Ping, pack

ACK_US = 250_000
PING_US = 250_000
KEYFRAME_US = 1_000_000
MOST_UNDER_WAY = 2

Levels = npt.NDArray[np.uint8]


def check_levels(levels: Levels, lamps: int) -> None:
    """Raises LinkBugError unless they are levels, 0 to 15, of so many lamps."""
    if levels.shape != (lamps,) or levels.max(initial=0) > 15:
        raise LinkBugError(
            f"levels of shape {levels.shape}, up to {levels.max(initial=0)};"
            f" expected ({lamps},), up to 15"
        )


@dataclass(frozen=True)
class _UnderWay:
    seq: int
    sent_us: int
    levels: Levels | None  # What the panel shows once it has taken this; None for a PING
    whole: bool  # A KEYFRAME: right whatever became of those before it


@dataclass
class LampSender:
    """The lamps of one panel as they are sent; levels are uint8[lamps] of 0 to 15."""

    lamps: int
    given_up: int = 0
    """Frames that weren't accepted in time."""
    newest: Levels = field(init=False)
    """The levels shown last, the slot of one; not to be written to."""
    _changed: bool = False
    """Whether the newest are others than those that were sent last."""
    _sent: Levels = field(init=False)
    _base: tuple[int, Levels] | None = None
    """Seq of the last lamps that were accepted, and what the panel shows since."""
    _due: bool = True
    """A KEYFRAME is to be sent, whether or not anything has changed."""
    _under_way: list[_UnderWay] = field(default_factory=list)
    _doubted: bool = False
    """Something was given up and nothing accepted since."""
    _sent_us: int = 0
    _keyframe_us: int = 0

    def __post_init__(self) -> None:
        self.newest = self._sent = np.zeros(self.lamps, dtype=np.uint8)

    @property
    def settled(self) -> bool:
        """Whether the newest have been accepted."""
        under_way = any(frame.levels is not None for frame in self._under_way)
        return not (self._due or self._changed or under_way)

    def show(self, levels: Levels) -> None:
        """These are the newest, uint8[lamps] of 0 to 15; they are kept, not copied."""
        self.newest = levels
        self._changed = not np.array_equal(levels, self._sent)

    def start(self) -> None:
        """The panel has just been connected or reset: nothing is known of what it shows."""
        self._base = None
        self._due = True
        self._under_way.clear()
        self._doubted = False

    def has(self, seq: int) -> bool:
        """Whether the frame ``seq`` is under way."""
        return any(frame.seq == seq for frame in self._under_way)

    def accepted(self, seq: int) -> None:
        """The panel has taken ``seq``; what went out before was lost, or its ACK was."""
        if not self.has(seq):
            return
        before = self._until(seq)
        this = before.pop()
        self._doubted = False
        if not this.whole and any(frame.levels is not None for frame in before):
            self._base, self._due = None, True
        elif this.levels is not None:
            self._base = (seq, this.levels)

    def refused(self, seq: int) -> None:
        """The panel won't have the frame ``seq``."""
        if self.has(seq):
            self._until(seq)
            self._base, self._due = None, True

    def expire(self, now_us: int) -> None:
        """Give up what wasn't accepted in time."""
        late = [frame for frame in self._under_way if now_us >= frame.sent_us + ACK_US]
        if late:
            del self._under_way[: len(late)]
            self.given_up += len(late)
            self._base, self._due = None, True
            self._doubted = True

    def next(self, now_us: int, seq: int) -> Keyframe | Delta | Ping | None:
        """The frame that goes out now as ``seq``, if one does."""
        if not self._room:
            return None
        frame = self._choice(now_us)
        if frame is None:
            return None
        whole = isinstance(frame, Keyframe)
        levels = None if isinstance(frame, Ping) else self.newest
        self._under_way.append(_UnderWay(seq, now_us, levels, whole))
        self._sent_us = now_us
        if levels is not None:
            self._sent, self._changed = levels, False
        if whole:
            self._due = False
            self._keyframe_us = now_us
        return frame

    def due_us(self, now_us: int) -> int:
        """When :meth:`expire` or :meth:`next` has something to do though nothing else is shown."""
        moments = [frame.sent_us + ACK_US for frame in self._under_way[:1]]
        if self._room:
            if self._due or self._changed:
                return now_us
            moments += [self._sent_us + PING_US, self._keyframe_us + KEYFRAME_US]
        return min(moments)

    @property
    def _room(self) -> bool:
        return len(self._under_way) < (1 if self._doubted else MOST_UNDER_WAY)

    def _choice(self, now_us: int) -> Keyframe | Delta | Ping | None:
        if self._due or now_us >= self._keyframe_us + KEYFRAME_US:
            return Keyframe(pack(self.newest))
        if self._changed:
            return self._delta() or Keyframe(pack(self.newest))
        return Ping() if now_us >= self._sent_us + PING_US else None

    def _delta(self) -> Delta | None:
        """What differs from what the panel shows, if that is known and shorter than everything."""
        if self._base is None or any(frame.levels is not None for frame in self._under_way):
            return None
        seq, shown = self._base
        lamps = np.flatnonzero(self.newest != shown)
        if 1 + 2 * len(lamps) >= (self.lamps + 1) // 2:
            return None
        return Delta(seq, tuple((int(lamp), int(self.newest[lamp])) for lamp in lamps))

    def _until(self, seq: int) -> list[_UnderWay]:
        """Take what is under way up to ``seq``, this one last."""
        end = next(k for k, frame in enumerate(self._under_way) if frame.seq == seq) + 1
        taken = self._under_way[:end]
        del self._under_way[:end]
        return taken
