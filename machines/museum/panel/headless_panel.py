"""A real panel beside a run without a window: 60 lamp frames a second.

Between two slices the run hands the link's process how long each lamp was on by then, and does what
was moved on the panel (:meth:`HeadlessPanel.operate`).  How bright the lamps are the process works
out.  A view of the whole exhibit, or brightnesses, are a tenth or two of a millisecond, sixty times
a second, that the machine would miss.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from struct import Struct

import numpy as np
import numpy.typing as npt

from devices.panel.lamps import LampBank, four_bits
from devices.panel.layout import Control, PanelLayout
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Session
from machines.museum.panel.adapter import PanelAdapter, act_of, tell_error
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.wire_record import Tap, recording
from machines.storage.registry import layout_of

FRAME_NS = 1_000_000_000 // 60
POLL_NS = 500_000_000
"""So often it is polled though nothing was said: a process that is killed says nothing."""
READY_S = 5.0
"""What a process may take to begin before the run goes on without it for now."""
SETTLED_US = 2_000_000
"""By then every lamp is as bright as it gets."""


class LampSource:
    """What of an exhibit the lamps follow from, as bytes, and the levels that come of them."""

    REST = Struct("=q?q?")
    """When it was seen, whether the machine was busy, the real time since the last one (both times
    in microseconds), whether the run is over."""

    def __init__(self, layout: PanelLayout) -> None:
        self.bank = LampBank.of(layout)
        self.lamps = len(layout.lamps())
        self.size = 9 * self.lamps + self.REST.size
        self._unasked = bytes(self.lamps)

    def of(self, exhibit: Exhibit, passed_us: int, over: bool = False) -> bytes:
        """What is seen, ``passed_us`` after the last; ``over``: nothing will be seen after it."""
        busy = exhibit.busy
        # While it works the bank goes by on-times alone: what is lit would be asked for nothing.
        lit = self._unasked if busy and not over else exhibit.lit().tobytes()
        rest = self.REST.pack(exhibit.now_us, busy, passed_us, over)
        return exhibit.on_us.tobytes() + lit + rest

    def levels(self, seen: bytes) -> npt.NDArray[np.uint8]:
        """See devices.link.process.LevelMapper."""
        n = self.lamps
        on_us = np.frombuffer(seen, np.int64, n)
        lit = np.frombuffer(seen, np.bool_, n, 8 * n)
        now_us, busy, passed_us, over = self.REST.unpack_from(seen, 9 * n)
        brightness = self.bank.follow(on_us, now_us, lit, busy, passed_us)
        if over:  # that was its last slice, and now the machine stands
            brightness = self.bank.follow(on_us, now_us, lit, busy, passed_us)
        return four_bits(brightness)


class HeadlessPanel:
    """A panel of the exhibit of that name in ``session``."""

    def __init__(
        self,
        asked: PanelOptions,
        exhibit: str,
        session: Session,
        tap: Tap | None = None,
        told: Callable[[str], None] = tell_error,
    ) -> None:
        layout = layout_of(exhibit)
        self.exhibit = exhibit
        self.seen = LampSource(layout)
        self.link = PanelAdapter(
            asked.port, exhibit, layout, self._moved, told, tap, how="polled", shade=self.seen
        )
        self._process = self.link.process
        self._session = session
        self._told = told
        self._acts: deque[tuple[str, int]] = deque()
        self._framed_ns = self._due_ns = time.monotonic_ns()
        """When it was lit last, and when it is to be again."""
        self._poll_ns = 0
        """When it is to be polled at the latest."""
        self._differs = ""
        """What was told of switches that stand otherwise."""

    def start(self) -> None:
        """Look for the panel and light it; comes back when the link's process is there."""
        self.link.start()
        self._process.ready(READY_S)

    def stop(self) -> None:
        """The run is over: the panel keeps showing how it ended."""
        self._show(SETTLED_US, over=True)
        self.link.stop()
        self.link.poll()

    def operate(self) -> None:
        """Light it, if a frame is due, and do what was moved on it; a refused act is told."""
        now_ns = time.monotonic_ns()
        if now_ns >= self._due_ns:
            # A slice's end comes after it was due; were the next counted from there, each would add
            # to the one before and there would be 55 a second.
            self._due_ns = max(self._due_ns, now_ns - FRAME_NS) + FRAME_NS
            passed_ns, self._framed_ns = now_ns - self._framed_ns, now_ns
            if self._process.connected:
                self._show(passed_ns // 1000)
        if now_ns < self._poll_ns and not self._process.spoke:
            return  # as nearly always: some 5,000 times a second
        self._poll_ns = now_ns + POLL_NS
        self.link.poll()
        # Once for each case: nobody looks at a rail.
        before, controls = self._differs, self._session.view(self.exhibit).controls
        self._differs = self.link.differs(controls)
        if self._differs not in ("", before):
            self._told(self._differs)
        while self._acts:
            control, value = self._acts.popleft()
            try:
                self._session.act(self.exhibit, control, value)
            except RefusedError as refusal:
                self._told(str(refusal))

    def _moved(self, exhibit: str, control: Control, down: bool) -> None:
        act = act_of(exhibit, control, down)
        if act is not None:
            self._acts.append(act)

    def _show(self, passed_us: int, over: bool = False) -> None:
        exhibit = self._session.exhibit(self.exhibit)
        self._process.show_seen(self.seen.of(exhibit, passed_us, over))


@contextmanager
def headless_panel(
    asked: PanelOptions | None, record: str | None, exhibit: str, session: Session
) -> Iterator[HeadlessPanel | None]:
    """The panel of ``--panel`` while a run goes on; None: none is asked for."""
    if asked is None:
        yield None
        return
    with recording(record) as tap:
        panel = HeadlessPanel(asked, exhibit, session, tap)
        panel.start()
        try:
            yield panel
        finally:
            panel.stop()
