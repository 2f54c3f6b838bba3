"""The cabinet's real panel: its drawers and board of beads as acts."""

from devices.panel.layout import Control
from machines.exhibit import PanelAct


def panel_act(control: Control) -> PanelAct:
    """A drawer drawn out shows its box; a bead taken is a touch of its square."""
    what, _, number = control.id.rpartition(".")
    if what == "drawer":
        return PanelAct("cabinet.box", int(number), None)
    if what == "bead":
        return PanelAct(f"board.square.{number}")
    if control.id == "undo":
        return PanelAct("table.take_back")
    return PanelAct(f"table.{control.id}")
