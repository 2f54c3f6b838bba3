"""The panels' layouts, read from the shipped files."""

from devices.panel.layout import PanelLayout, read_layout
from machines.app.program import ASSETS
from machines.registry import ExhibitSpec


def panel_layout(one: ExhibitSpec) -> PanelLayout:
    """An exhibit's panel.  Raises RefusedError for a file that is none."""
    path = ASSETS / "panels" / one.panel
    return read_layout(path.read_bytes(), path.name)
