"""The museum in the menu of a Linux desktop: its entry and its picture, as freedesktop.org says.

The entry starts this very program: a checkout's, an installed one or a bundle.
"""

import os
import sys
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage.files import read_file, replace_file
from machines.storage.folders import make_folder
from machines.storage.program import AGAIN, ASSETS, NAME

ENTRY = "matchbox704.desktop"
PICTURE = "matchbox704.svg"
MARK = "X-Matchbox704-Written=true"
"""A file without this line is somebody else's."""
TEXT = """\
[Desktop Entry]
Type=Application
Version=1.1
Name=Matchbox 704
Comment=A working museum of the machines that first learned to play
Comment[de]=Ein Museum der ersten lernenden Spielmaschinen, in Betrieb
Comment[es]=Un museo en marcha de las primeras máquinas que aprendieron a jugar
Comment[fr]=Un musée en marche des premières machines qui apprirent à jouer
Exec={command}
Icon={icon}
Terminal=false
Categories=Game;BoardGame;
Keywords=checkers;draughts;chess;MENACE;IBM 704;Samuel;museum;
StartupWMClass=matchbox704
{mark}
"""


def entry_text() -> str:
    """The entry that starts this program."""
    command = " ".join(_quoted(word) for word in AGAIN)
    return TEXT.format(command=command, icon=_escaped(str(_picture_path())), mark=MARK)


def _escaped(text: str) -> str:
    """A text as the value of a key."""
    return text.replace("\\", "\\\\")


def _quoted(word: str) -> str:
    """A word of Exec: in quotes, no field code; its own escapes are escaped as any value's are."""
    for sign in ("\\", '"', "`", "$"):
        word = word.replace(sign, f"\\{sign}")
    word = word.replace("%", "%%")
    return f'"{_escaped(word)}"'


def _data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _entry_path() -> Path:
    return _data_home() / "applications" / ENTRY


def _picture_path() -> Path:
    return _data_home() / "icons" / "hicolor" / "scalable" / "apps" / PICTURE


def install_entry() -> Path:
    """Write both; where the entry is.  Raises RefusedError where they are not for this system, or
    the entry is another's."""
    entry, picture = _entry_path(), _picture_path()
    _check(entry)
    for path, data in (
        (picture, (ASSETS / "desktop" / PICTURE).read_bytes()),
        (entry, entry_text().encode()),
    ):
        make_folder(path.parent)
        replace_file(path, data)
    return entry


def remove_entry() -> Path:
    """Take both away; where the entry was.  As :func:`install_entry`."""
    entry = _entry_path()
    _check(entry)
    if not entry.exists():
        raise RefusedError(str(entry), f"there is no entry; {NAME} desktop install writes it")
    entry.unlink()
    _picture_path().unlink(missing_ok=True)
    return entry


def _check(entry: Path) -> None:
    if sys.platform in ("win32", "darwin"):
        raise RefusedError(
            "desktop", "this system has no menu of entries; docs/install.md says what it has"
        )
    if entry.exists() and MARK.encode() not in read_file(entry).splitlines():
        raise RefusedError(str(entry), "was not written by Matchbox 704; remove it by hand first")
