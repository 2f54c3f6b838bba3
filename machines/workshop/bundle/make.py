"""Making a bundle: PyInstaller's work, and what a folder for others needs besides.

PyInstaller makes a folder for the system it runs on, and for no other.  A folder and not one file:
one file would unpack itself anew at each start, each time to another place, and numba's cache goes
by the place of the sources.
"""

import compileall
import importlib.metadata
import importlib.util
import py_compile
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from devices.assets import IN_CHECKOUT
from devices.refusal import RefusedError
from machines.storage.folders import make_folder
from machines.storage.program import ASSETS, FROZEN, ROOT, uv
from machines.workshop.bundle.recipe import OURS

NAME = "matchbox704"
"""Of the folder and of the program in it."""
SPEC = Path(__file__).with_name("matchbox704.spec")
INSIDE = "_internal"
"""PyInstaller's folder of all but the program: what shows that a folder is a bundle."""
LICENCE = ("LICEN", "COPYING", "NOTICE", "AUTHORS", "LGPL")
"""How the names of files begin that go with a package into other hands."""
SAYS_IT = "METADATA"
"""What names the licence of a package that has no file of it."""
READ_ME = """\
Matchbox 704: a working museum of the machines that first learned to play.

Start {program}: a double click, or at a terminal

    {typed}             opens the museum
    {typed} --help      lists its commands

The first start compiles for a minute or two; the room shows how far it is. Keep this folder as it
is: the program needs all that lies in it. If you move it, the next start compiles again.
{menu}
What you play is kept in your user data folder, not here. To remove the museum delete this folder.
The program is under the MIT licence (LICENSE); what it brings along is under the licences in
licences/.
"""
MENU = """
    {typed} desktop install

puts the museum into your desktop's menu; `desktop remove` takes it out again.
"""


def make_bundle(out: Path) -> Path:
    """Make the folder ``out``/matchbox704, in the place of an earlier one; where it is.

    Raises RefusedError where that can't be done.
    """
    _check(out / NAME)
    make_folder(out)
    with tempfile.TemporaryDirectory(prefix="matchbox704-", dir=out) as work:
        made = Path(work) / "dist"
        _run_pyinstaller(made, Path(work) / "build")
        finish(made / NAME)
        for place in made.iterdir():  # on macOS the application's folder, too
            target = out / place.name
            if target.exists():
                shutil.rmtree(target)
            place.rename(target)
    return out / NAME


def _check(target: Path) -> None:
    if FROZEN or not IN_CHECKOUT:
        raise RefusedError(
            "bundle", "needs a checkout; expected uv run --group bundle main.py bundle there"
        )
    if importlib.util.find_spec("PyInstaller") is None:
        raise RefusedError(
            "",
            f"PyInstaller isn't installed; expected: {uv()} run --group bundle main.py bundle",
        )
    if target.exists() and not (target / INSIDE).is_dir():
        raise RefusedError(str(target), "is there and is no bundle; expected another --out FOLDER")


def _run_pyinstaller(made: Path, work: Path) -> None:
    """Its lines go to standard error."""
    words = ["--noconfirm", "--distpath", str(made), "--workpath", str(work), str(SPEC)]
    done = subprocess.run([sys.executable, "-m", "PyInstaller", *words], stdout=sys.stderr)
    if done.returncode:
        raise RefusedError("bundle", "PyInstaller could not make it; its lines above say why")


def finish(folder: Path) -> None:
    """What PyInstaller leaves to us: compiled modules of ours, licences, a page, the icon."""
    for package in OURS:
        compileall.compile_dir(
            folder / INSIDE / package,
            quiet=1,
            stripdir=folder / INSIDE,
            # The times of files that are unpacked from an archive say nothing.
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    copy_licences(folder / "licences")
    for picture in (ASSETS / "desktop").glob(f"{NAME}.*"):
        shutil.copy(picture, folder)
    windows = sys.platform == "win32"
    program = f"{NAME}.exe" if windows else NAME
    typed = program if windows else f"./{NAME}"
    menu = MENU.format(typed=typed) if sys.platform.startswith("linux") else ""
    text = READ_ME.format(program=program, typed=typed, menu=menu)
    (folder / "README.txt").write_text(text, encoding="utf-8")


def copy_licences(folder: Path) -> None:
    """The licences of Python and of every package that ours needs, a folder for each."""
    folder.mkdir(parents=True)
    for place in (Path(sys.base_prefix), Path(importlib.util.__file__).resolve().parents[1]):
        for path in place.glob("LICENSE*"):
            shutil.copy(path, folder / "Python-LICENSE.txt")
    for name in sorted(packages_needed()):
        files = importlib.metadata.files(name) or []
        said = [file for file in files if file.name.upper().startswith(LICENCE)]
        for file in said or [file for file in files if file.name == SAYS_IT]:
            (folder / name).mkdir(exist_ok=True)
            shutil.copy(str(file.locate()), folder / name / "-".join(file.parts[1:]))


def packages_needed() -> set[str]:
    """The packages that pyproject.toml names for whoever runs the museum, and theirs."""
    import tomllib

    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted: list[str] = list(listed["project"]["dependencies"])
    found: set[str] = set()
    while wanted:
        line, _, marker = wanted.pop().partition(";")
        if "extra" in marker:
            continue
        name = "".join(sign if sign.isalnum() or sign in "-_." else " " for sign in line).split()[0]
        name = name.lower().replace("_", "-")
        try:
            theirs = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:  # another platform's, or another Python's
            continue
        if name not in found:
            found.add(name)
            wanted += theirs
    return found
