"""What a control of a real panel means to its exhibit: the act that a touch of the screen's is.

Most controls are pressed (1) and released (0), as ``console.start`` is; an exhibit whose panel has
others says so in its entry of the plan (:attr:`machines.registry.ExhibitSpec.panel_act`).
"""

from collections.abc import Mapping

from devices.panel.layout import Control
from machines.exhibit import PanelAct
from machines.registry import EXHIBITS, find_exhibit, panel_act


def event_of(exhibit: str, control: Control) -> str:
    """The control's name in events."""
    return _meant(exhibit, control).event


def act_of(exhibit: str, control: Control, down: bool) -> tuple[str, int] | None:
    """The act, an event's control and value, of a control that was moved; None: it means none."""
    meant = _meant(exhibit, control)
    value = meant.down if down else meant.up
    return None if value is None else (meant.event, value)


def stands(exhibit: str, control: Control, controls: Mapping[str, int]) -> bool | None:
    """How a latching control stands by a View's ``controls``; None: it doesn't latch there."""
    meant = _meant(exhibit, control)
    at = controls.get(meant.event)
    return None if control.kind == "button" or meant.up is None or at is None else bool(at)


def _meant(exhibit: str, control: Control) -> PanelAct:
    if any(one.name == exhibit for one in EXHIBITS):
        return panel_act(find_exhibit(exhibit), control)
    return PanelAct(f"console.{control.id}")


def named(control: Control) -> str:
    """The control for an operator: ``KEY 21``."""
    return control.id.replace(".", " ").replace("_", " ").upper()


def position(control: Control, down: bool) -> str:
    """How it stands, in a word; a lever's 1 is its upper end."""
    return "down" if down != (control.kind == "lever") else "up"
