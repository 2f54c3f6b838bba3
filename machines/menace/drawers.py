"""The lamps at the drawers of a real cabinet (assets/panels/menace.toml); the room draws none.

A drawer's lamp is lit while its box is out of the cabinet in a play: from when the hand goes for it
until its beads are settled and it is back.  At the authentic speed that shows the way through the
cabinet box by box; where plays rush past, the boxes that are opened often glow.

How long each was lit is no state of the table: it is counted from when that was set up.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from machines.menace.scene import Phase
from machines.menace.state import PlayState

ALL_BACK: tuple[Phase, ...] = ("idle", "over", "declined")


class DrawerLamps:
    """The lamps of a layout, ``drawer.1`` and on; others, and a layout without any, stay dark."""

    def __init__(self, layout: PanelLayout) -> None:
        lamps = layout.lamps()
        self._place = {lamp.id: k for k, lamp in enumerate(lamps)}
        self.on_us: npt.NDArray[np.int64] = np.zeros(len(lamps), dtype=np.int64)

    def advance(self, play: PlayState, us: int) -> None:
        """``us`` pass in which no box moves."""
        for place in self._places(play):
            self.on_us[place] += us

    def lit(self, play: PlayState) -> npt.NDArray[np.bool_]:
        """Each lamp now, bool[n]."""
        lit = np.zeros(len(self.on_us), dtype=np.bool_)
        for place in self._places(play):
            lit[place] = True
        return lit

    def _places(self, play: PlayState) -> Iterator[int]:
        for number in out(play):
            place = self._place.get(f"drawer.{number}")
            if place is not None:
                yield place


def out(play: PlayState) -> list[int]:
    """The numbers of the boxes that are out of the cabinet, in the order of the play."""
    if play.phase in ALL_BACK:
        return []
    numbers = [box.number for box in play.opened]
    if play.phase != "rewarding":
        return numbers
    waiting = {gain[0] for gain in play.gains[play.gaining :]}
    return [number for number in numbers if number in waiting]
