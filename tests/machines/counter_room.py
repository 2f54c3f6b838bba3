"""A room with the counter's console in it."""

from functools import partial

from devices.panel.layout import PanelLayout
from devices.screen.room import Arrangement, PartPlacement, Room
from machines.ibm704.picture.console import ConsolePart
from tests.machines.counter import Counter


def make_room(layout: PanelLayout) -> Room:
    """The room."""
    console = PartPlacement("console", partial(ConsolePart, layout), (40, 20, 940, 940))
    return Room(
        name="counter",
        title="COUNTER",
        wide=Arrangement((console,)),
        resting=Counter(layout).view(),
        layout=layout,
    )
