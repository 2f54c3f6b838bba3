"""A simulated panel on a pseudo-terminal, worked by the names of its controls."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.panel.layout import layout_digest
from firmware_sim.line import PtyLine
from firmware_sim.panel import Panel
from machines.storage.registry import layout_of
from tests.waiting import until


class Rig:
    """An exhibit's panel at the far end of a line."""

    def __init__(self, exhibit: str, link: Path | None = None, version: int = 1) -> None:
        self.layout = layout_of(exhibit)
        self.controls = {control.id: k for k, control in enumerate(self.layout.controls())}
        lamps = len(self.layout.lamps())
        digest = layout_digest(self.layout)
        self.panel = Panel(digest, lamps, len(self.controls), exhibit, version)
        self.line = PtyLine(self.panel, link)

    @property
    def port(self) -> str:
        return str(self.line.link or self.line.path)

    @property
    def lamps(self) -> npt.NDArray[np.uint8]:
        """What is lit, 0 to 15."""
        return self.panel.lamps

    def lit(self) -> set[str]:
        """The lamps that aren't dark, by name."""
        names = [lamp.id for lamp in self.layout.lamps()]
        return {names[k] for k in np.flatnonzero(self.lamps).tolist()}

    def put(self, control: str, down: bool = True) -> None:
        (self.line.press if down else self.line.release)(self.controls[control])

    def press(self, control: str) -> None:
        """Press and, when the panel has noticed, let go."""
        at = self.controls[control]
        self.put(control)
        until(lambda: self.panel.contacts.debounced[at])
        self.put(control, False)
        until(lambda: not self.panel.contacts.debounced[at])


@contextmanager
def rig(exhibit: str = "ibm704", link: Path | None = None, version: int = 1) -> Iterator[Rig]:
    """A panel that is switched on."""
    made = Rig(exhibit, link, version)
    with made.line:
        yield made
