"""Real panels beside the museum's window.

The window computes each lamp's brightness once, for the screen; the same bytes go on to the panel.
A panel's switch is an act like the screen's and goes the same way, at once, from the link's thread.
Where its exhibit isn't the one that the visitor stands before the window walks up to it first, as
for any visitor who touches something: the act waits for that.  While a tour goes on it is left out.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from devices.panel.layout import Control
from machines.museum.controller import MuseumController
from machines.museum.panel.adapter import act_of, adapter_for, tell_error
from machines.museum.panel.options import PanelOptions, check_panels
from machines.museum.panel.wire_record import Tap, recording
from machines.museum.window.museum import RealPanel


class WindowPanels(RealPanel):
    """All the panels that were asked for."""

    def __init__(
        self,
        house: MuseumController,
        asked: Sequence[PanelOptions],
        tap: Tap | None = None,
        told: Callable[[str], None] = tell_error,
    ) -> None:
        self.house = house
        self.wake: Callable[[], None] = lambda: None
        """Called, in a link's thread, when the window has something to ask for."""
        self.links = [adapter_for(panel, self._take, told, tap, house.plan) for panel in asked]
        self._lock = threading.Lock()
        self._touched = ""
        self._waiting: list[tuple[str, str, int]] = []
        """Acts that wait until the window stands where they are done."""

    def start(self) -> None:
        """Look for the panels."""
        for link in self.links:
            link.start()

    def stop(self) -> None:
        """The museum closes: its panels go dark."""
        for link in self.links:
            link.darken()
            link.stop()

    def _take(self, exhibit: str, control: Control, down: bool) -> None:
        """Something was moved; in a link's thread."""
        act = act_of(exhibit, control, down)
        if act is None or self.house.resting:
            return
        with self._lock:
            self._touched = exhibit
            if self._waiting or not self.house.stands_before(exhibit):
                self._waiting.append((exhibit, *act))
            else:
                self.house.act(exhibit, *act, of_panel=True)
        self.wake()

    # -- in the window's thread

    def show(self, exhibit: str, brightness: npt.NDArray[np.uint8]) -> None:
        """An exhibit's lamps as the screen has them in this frame."""
        for link in self.links:
            if link.exhibit == exhibit:
                link.show(brightness)

    def touched(self) -> str:
        """The exhibit whose panel was touched since this was last asked; empty: none."""
        with self._lock:
            touched, self._touched = self._touched, ""
        return touched

    def admit(self) -> None:
        """The window stands before the exhibit that was touched: what waits is done."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            for act in waiting:
                self.house.act(*act, of_panel=True)

    def drop(self) -> None:
        """A tour went on: what waits is not done."""
        with self._lock:
            self._waiting = []

    def says(self, exhibit: str) -> str:
        """One line for the rail while the visitor stands there; empty: there is nothing to say of
        the panels of that exhibit.  The staff page and ``status`` tell of all."""
        view = self.house.sessions.views.get(exhibit)
        controls = view.controls if view is not None else None
        lines = [link.says(controls) for link in self.links if link.exhibit == exhibit]
        return "; ".join(filter(None, lines))


@contextmanager
def panels_beside(
    house: MuseumController, texts: Sequence[str], record: str | None
) -> Iterator[WindowPanels | None]:
    """The panels of ``--panel``, from when the window opens until it is closed; None: none."""
    asked = check_panels(texts, record)
    if not asked:
        yield None
        return
    with recording(record) as tap:
        panels = WindowPanels(house, asked, tap)
        panels.start()
        try:
            yield panels
        finally:
            panels.stop()
