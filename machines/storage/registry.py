"""The floor plan: which exhibits stand where, with what ships, and how each and its room are made.

A machine adds itself by one line in :data:`EXHIBITS`.  Nothing of it is imported before it is
needed: importing its room brings in the screen.
"""

import importlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from devices.modules import INSIDE, find_ours
from devices.panel.layout import Control, PanelLayout, read_layout
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit, PanelAct
from machines.storage.files import read_file
from machines.storage.program import ASSETS


@dataclass(frozen=True)
class ExhibitSpec:
    """One exhibit's place on the floor.

    ``exhibit`` and ``room`` are each ``module:callable``, called with the panel's layout; the
    exhibit also with the bytes of its ``files``, in their order.
    """

    name: str
    title: str
    panel: str
    """Its layout's file in assets/panels."""
    exhibit: str
    room: str
    decks: str = "decks"
    """The folder of its decks, in the assets and in the data folder; no other's are offered."""
    tapes: str = "tapes"
    """The folder of its tapes, likewise."""
    programs: str = ""
    """The folder of the programs of its own computer, likewise; empty: it has none."""

    files: tuple[str, ...] = ()
    """Files of the assets that it is made with."""
    place: str = "console"
    """What its panel's controls stand on, as its events call it."""
    panel_act: str = ""
    """``module:callable``: what a control of a real panel means (a PanelAct), where that isn't
    ``PLACE.CONTROL`` pressed and released."""

    @property
    def modules(self) -> tuple[str, str]:
        """The modules that make the exhibit and its room."""
        return INSIDE + self.exhibit.partition(":")[0], INSIDE + self.room.partition(":")[0]


EXHIBITS: tuple[ExhibitSpec, ...] = (
    ExhibitSpec(
        "ibm704",
        "IBM 704",
        "ibm704.toml",
        "machines.ibm704.exhibit:Ibm704",
        "machines.ibm704.picture.room:make_room",
        programs="programs",
    ),
    ExhibitSpec(
        "menace",
        "MENACE",
        "menace.toml",
        "machines.menace.exhibit:Menace",
        "machines.menace.picture.room:make_room",
        decks="decks/noughts",
        tapes="tapes/beads",
        place="table",
        panel_act="machines.menace.exhibit:panel_act",
    ),
    ExhibitSpec(
        "pegasus",
        "PEGASUS 2",
        "pegasus.toml",
        "machines.pegasus.exhibit:PegasusExhibit",
        "machines.pegasus.picture.room:make_room",
        decks="decks/noughts",
        tapes="tapes/odds",
        place="desk",
        panel_act="machines.pegasus.exhibit:panel_act",
    ),
    ExhibitSpec(
        "morph",
        "MORPH",
        "morph.toml",
        "machines.morph.exhibit:MorphExhibit",
        "machines.morph.picture.room:make_room",
        files=("players/morph.database", "players/morph.history"),
        place="workstation",
    ),
    ExhibitSpec(
        "anaconda",
        "ANACONDA",
        "anaconda.toml",
        "machines.anaconda.room_players:load_shipped_exhibit",
        "machines.anaconda.picture.room:make_room",
        files=(
            "players/anaconda.network",
            "players/anaconda.history",
            "players/anaconda-0.network",
            "players/anaconda-250.network",
            "players/anaconda-840.network",
            "players/anaconda-strength.csv",
        ),
        place="pc",
    ),
)
"""From the left, in the order of their years (the text of each says which)."""


def find_exhibit(name: str, plan: tuple[ExhibitSpec, ...] | None = None) -> ExhibitSpec:
    """The exhibit of that name.  Raises RefusedError naming those that there are."""
    plan = EXHIBITS if plan is None else plan
    for spec in plan:
        if spec.name == name:
            return spec
    raise RefusedError(name, f"no such exhibit; there are {', '.join(spec.name for spec in plan)}")


@cache
def panel_layout(spec: ExhibitSpec) -> PanelLayout:
    """An exhibit's panel.  Raises RefusedError for a file that is none."""
    path = ASSETS / "panels" / spec.panel
    return read_layout(path.read_bytes(), path.name)


def layout_of(exhibit: str) -> PanelLayout:
    """The panel of the exhibit of that name."""
    return panel_layout(find_exhibit(exhibit))


def make_exhibit(spec: ExhibitSpec, layout: PanelLayout | None = None) -> Exhibit:
    """The exhibit as it stands when the museum starts; compiles its kernels if they are not yet.

    Raises RefusedError where one of its files is missing or bad.
    """
    files = (read_file(ASSETS / name) for name in spec.files)
    made: Exhibit = find_ours(spec.exhibit)(layout or panel_layout(spec), *files)
    return made


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


def import_room(spec: ExhibitSpec) -> None:
    """Bring in what makes its room, so that making it takes no time."""
    if spec.room:
        importlib.import_module(spec.modules[1])


def make_room(spec: ExhibitSpec, layout: PanelLayout) -> Any:
    """Its room (devices.screen.room.Room)."""
    return find_ours(spec.room)(layout)


def panel_act(spec: ExhibitSpec, control: Control) -> PanelAct:
    """What a control of its real panel means."""
    if not spec.panel_act:
        return PanelAct(f"{spec.place}.{control.id}")
    made: PanelAct = find_ours(spec.panel_act)(control)
    return made
