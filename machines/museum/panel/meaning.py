"""What a control of a real panel means: the act that it is, how it stands, what it is called.

Most controls are pressed (1) and released (0), as ``console.start`` is; an exhibit whose panel has
others says so in its entry of the plan (:attr:`machines.storage.registry.ExhibitSpec.panel_act`).
"""

from collections.abc import Iterable, Mapping

from devices.panel.layout import Control
from machines.exhibit.exhibit import PanelAct
from machines.storage.registry import EXHIBITS, find_exhibit, panel_act


def meaning_of(exhibit: str, control: Control) -> PanelAct:
    """What a control of an exhibit's panel means."""
    if any(one.name == exhibit for one in EXHIBITS):
        return panel_act(find_exhibit(exhibit), control)
    return PanelAct(f"console.{control.id}")


def act_of(exhibit: str, control: Control, down: bool) -> tuple[str, int] | None:
    """The act, an event's control and value, of a control that was moved; None: it means none."""
    meant = meaning_of(exhibit, control)
    value = meant.down if down else meant.up
    return None if value is None else (meant.event, value)


def stands(exhibit: str, control: Control, controls: Mapping[str, int]) -> bool | None:
    """How a latching control stands by a View's ``controls``; None: it doesn't latch there."""
    meant = meaning_of(exhibit, control)
    at = controls.get(meant.event)
    return None if control.kind == "button" or meant.up is None or at is None else bool(at)


def latching(exhibit: str, controls: Iterable[Control]) -> frozenset[str]:
    """The events of those that stay where they are put: of two such acts the later counts."""
    meant = ((one, meaning_of(exhibit, one)) for one in controls if one.kind != "button")
    return frozenset(one.event for _, one in meant if one.up is not None)


def named(control: Control) -> str:
    """The control for an operator: ``KEY 21``."""
    return control.id.replace(".", " ").replace("_", " ").upper()


def position(control: Control, down: bool) -> str:
    """How it stands, in a word; a lever's 1 is its upper end."""
    return "down" if down != (control.kind == "lever") else "up"
