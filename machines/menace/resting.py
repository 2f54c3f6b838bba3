"""The table as it stands before anybody comes: all boxes filled and closed, no machine compiled."""

import numpy as np

from devices.panel.layout import PanelLayout
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.exhibit import View, resting
from machines.menace.beads import Cabinet
from machines.menace.scene import MenaceScene
from machines.noughts.board import Board


def resting_scene() -> MenaceScene:
    """The table as it stands before anybody comes: all boxes filled and closed."""
    made = Cabinet.new()
    return MenaceScene(
        board=Board(), marks=(), phase="idle", phase_us=0, lasts_us=0, opened=(), gains=(),
        gaining=0, beads=made.beads, cups=made.cups, ledger=made.ledger(), build=made.build,
        side=made.side, opponent="visitor", running=False, rewards=made.rewards, outcome="",
        resigned=False, results=np.zeros(0, np.int8), changes=(), shown=1,
        history=((0, tuple(int(n) for n in made.beads[0])),), odds=(), undoable=False,
    )  # fmt: skip


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before the room is entered."""
    units = (CardReader("reader"), LinePrinter("printer", ready=False), TapeDrive("tape1"))
    return resting("menace", layout, resting_scene(), units)
