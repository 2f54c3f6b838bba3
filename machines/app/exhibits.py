"""Exhibits with what ships: their panels' layouts and their files, read from the assets."""

from functools import cache
from pathlib import Path

from devices.panel.layout import PanelLayout, read_layout
from machines import registry
from machines.app.program import ASSETS
from machines.app.storage.files import read_file
from machines.exhibit import Exhibit
from machines.registry import ExhibitSpec


@cache
def panel_layout(one: ExhibitSpec) -> PanelLayout:
    """An exhibit's panel.  Raises RefusedError for a file that is none."""
    path = ASSETS / "panels" / one.panel
    return read_layout(path.read_bytes(), path.name)


def make_exhibit(one: ExhibitSpec, layout: PanelLayout | None = None) -> Exhibit:
    """The exhibit as the museum starts.  Raises RefusedError where one of its files is missing."""
    return registry.make_exhibit(one, layout or panel_layout(one), read_asset)


def read_asset(name: str) -> bytes:
    """The bytes of a file of the assets.  Raises RefusedError if it isn't there."""
    return read_file(ASSETS / Path(name))
