"""Exhibits with what ships: their panels' layouts and their files, read from the assets."""

from functools import cache
from pathlib import Path

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit
from machines.storage import registry
from machines.storage.files import read_file
from machines.storage.program import ASSETS
from machines.storage.registry import ExhibitSpec


@cache
def panel_layout(one: ExhibitSpec) -> PanelLayout:
    """An exhibit's panel.  Raises RefusedError for a file that is none."""
    path = ASSETS / "panels" / one.panel
    return read_layout(path.read_bytes(), path.name)


def layout_of(exhibit: str) -> PanelLayout:
    """The panel of the exhibit of that name."""
    return panel_layout(registry.find_exhibit(exhibit))


def make_exhibit(one: ExhibitSpec, layout: PanelLayout | None = None) -> Exhibit:
    """The exhibit as the museum starts.  Raises RefusedError where one of its files is missing."""
    return registry.make_exhibit(one, layout or panel_layout(one), read_asset)


def read_asset(name: str) -> bytes:
    """The bytes of a file of the assets.  Raises RefusedError if it isn't there."""
    return read_file(ASSETS / Path(name))


def find_layout(name: str, where: str) -> PanelLayout:
    """The layout of an exhibit's panel, or of a FILE.toml; ``where`` is the option that named it.

    Raises RefusedError naming the panels that there are, or what is wrong in the file.
    """
    if name.endswith(".toml"):
        return read_layout(read_file(Path(name)), name)
    panels = {path.stem: path for path in sorted((ASSETS / "panels").glob("*.toml"))}
    if name not in panels:
        raise RefusedError(where, f"{name!r} is none; expected {', '.join(panels)}")
    return read_layout(panels[name].read_bytes(), panels[name].name)
