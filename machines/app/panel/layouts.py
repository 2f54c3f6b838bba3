"""A panel's layout by its name, or from a builder's own file."""

from pathlib import Path

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from machines.app.program import ASSETS
from machines.app.storage.files import read_file

FOLDER = ASSETS / "panels"


def find_layout(name: str, where: str) -> PanelLayout:
    """The layout of an exhibit's panel, or of a FILE.toml; ``where`` is the option that named it.

    Raises RefusedError naming the panels that there are, or what is wrong in the file.
    """
    if name.endswith(".toml"):
        return read_layout(read_file(Path(name)), name)
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    if name not in names:
        raise RefusedError(where, f"{name!r} is none; expected {', '.join(names)}")
    path = FOLDER / f"{name}.toml"
    return read_layout(path.read_bytes(), path.name)
