"""Acts on their way to the museum: those of now, and those whose time is still to come."""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING

from devices.screen.guide import Medium, StepAct
from devices.units.unit import Value
from machines.museum.window.museum import MediaPicker

if TYPE_CHECKING:
    from machines.museum.window.window_model import WindowModel


class PendingActs:
    """What was set going in the room that the visitor stands in."""

    def __init__(self, window: WindowModel) -> None:
        self.window = window
        self._later: list[tuple[int, int, str, str, Value | Medium]] = []
        self._order = count()

    def __bool__(self) -> bool:
        return bool(self._later)

    def send(self, control: str, value: Value | Medium, after_ms: int = 0) -> None:
        """An act, now or later.  A medium is looked up when it is put in: what a drawer holds may
        depend on what was done before."""
        exhibit, now_ms = self.window.navigator.exhibit, self.window.now_ms
        if after_ms <= 0:
            self._send(exhibit, control, value)
            return
        due = now_ms + after_ms
        heapq.heappush(self._later, (due, next(self._order), exhibit, control, value))

    def send_step(self, act: StepAct) -> None:
        """An act of the guide's."""
        self.send(act.control, act.value, act.after_ms)

    def send_due(self) -> None:
        """Send the acts whose time has come."""
        while self._later and self._later[0][0] <= self.window.now_ms:
            _, _, exhibit, control, value = heapq.heappop(self._later)
            self._send(exhibit, control, value)

    def forget(self) -> None:
        """What was still to come isn't done."""
        self._later = []

    def _send(self, exhibit: str, control: str, value: Value | Medium) -> None:
        if isinstance(value, Medium):
            found = self._medium(exhibit, control, value.label)
            if found is None:  # it is not on this computer: nothing that was to follow is done
                self.window.play.stop()
                self.forget()
                return
            value = found
        self.window.museum.act(exhibit, control, value)

    def _medium(self, exhibit: str, control: str, label: str) -> Value | None:
        """The value of the tray with that label, of two a visitor's own; None: none is there."""
        offer = self.window.museum.offer(exhibit, control)
        trays = offer.trays if isinstance(offer, MediaPicker) else ()
        return next((tray.value for tray in reversed(trays) if tray.label == label), None)
