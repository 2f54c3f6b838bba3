"""What the desk's real panel means: a knob of many places is a button there that turns it on."""

from devices.panel.layout import Control
from machines.exhibit import PanelAct


def panel_act(control: Control) -> PanelAct:
    """A push turns the knob by one place; letting go means nothing."""
    return PanelAct(f"desk.{control.id}", 1, None if control.kind == "switch" else 0)
