"""What is seen of an exhibit whose room can't be made yet: the hall, with nothing in it.

Some rooms work out what they draw with their machine's kernels.  Until these are compiled (the
tubes warm before the empty hall meanwhile) and the machine is switched on, this stands in for them.
"""

from typing import TYPE_CHECKING

import numpy as np

from machines.exhibit import View
from machines.registry import ExhibitSpec

if TYPE_CHECKING:
    from devices.screen.room import Room


def placeholder_room(one: ExhibitSpec) -> "Room":
    """The exhibit's room, empty."""
    from devices.screen.room import Room

    resting = View(
        exhibit=one.name,
        now_us=0,
        on_us=np.zeros(0, dtype=np.int64),
        lit=np.zeros(0, dtype=np.bool_),
        controls={},
        units={},
    )
    return Room(name=one.name, title=one.title, places=(), resting=resting, closed=True)
