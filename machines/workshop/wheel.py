"""How a wheel is made: it has one package, ``matchbox704``, and all of ours is in it.

A checkout has ``devices``, ``machines`` and ``firmware_sim`` on top.  Installed so they would lie
beside packages of others with the same names.  So a wheel has them within its one package, with the
assets, and their imports name it; what is imported by a name goes through
:mod:`devices.modules`.  :mod:`machines.door` becomes the package itself.
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "matchbox704"
PACKAGES = ("devices", "firmware_sim", "machines")
DOOR = "machines/door"
_IMPORTS = re.compile(rf"^([ \t]*(?:from|import) )(?=(?:{'|'.join(PACKAGES)})\b)", re.MULTILINE)


def lay_out(root: Path, folder: Path) -> None:
    """The package as a wheel has it, from a checkout, in ``folder``, which is empty."""
    for package in PACKAGES:
        leave_out = shutil.ignore_patterns("__pycache__", "*.py[co]", Path(DOOR).name)
        shutil.copytree(root / package, folder / package, ignore=leave_out)
    shutil.copytree(root / DOOR, folder, ignore=leave_out, dirs_exist_ok=True)
    shutil.copytree(root / "assets", folder / "assets")
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace(DOOR.replace("/", "."), NAME)
        path.write_text(_IMPORTS.sub(rf"\1{NAME}.", text), encoding="utf-8", newline="\n")


class WheelHook(BuildHookInterface[Any]):  # type: ignore[misc]  # hatchling isn't here
    """What hatchling calls before it makes the wheel, and after."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay out the package beside, and have it taken."""
        del version
        self.folder = tempfile.TemporaryDirectory()
        lay_out(Path(self.root), Path(self.folder.name))
        build_data["force_include"][self.folder.name] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The layout isn't needed any more."""
        del version, build_data, artifact_path
        self.folder.cleanup()
