"""Files read whole and replaced whole: what was there before, or all of the new, never a part.

A file is written beside its place, brought to the disk, and put into its place by one rename, and
the folder is brought to the disk too: a process killed at any instant leaves the old or the new.
Whatever the system refuses becomes a RefusedError that names the file.
"""

import contextlib
import glob
import itertools
import logging
import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar

from devices.refusal import RefusedError
from machines.storage.folders import (
    free_file_place,
    open_private,
    own_folder,
    set_aside,
    sync_folder,
)
from machines.storage.lock import is_alive
from machines.storage.program import ASSETS

_counted = itertools.count()
WRITING = re.compile(r"\..+\.(\d+)-\d+\.new")
"""The name of a file that a process is writing, and its number."""
LEFT_S = 3600.0
"""Nothing is written for so long: where it can't be asked who runs, it is left behind then."""

BEGINS: Mapping[str, bytes] = {
    ".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml", ".json": b'{\n "form"',
    ".network": b"M704", ".database": b"M704", ".history": b"M704", ".tables": b"M704",
    ".sqlite": b"SQLite format 3",
}  # fmt: skip
"""What tells a file of ours, by the end of its name, where anything does."""
EVENTS, RECORD, LOG = b'{"event": ', b'{"record": ', b'{"line":"open"'
"""Files that may have any name: what happened, a panel's wire, a session's log."""
TEXT = (".txt", ".lst", ".log", ".out", ".trace")
"""Ends of the names of files that only people read, such as a printer's listing."""

MOST = 256 << 20
"""Bytes of the longest file that is read: many times a full reel of tape."""


def read_file(path: Path, most: int = MOST) -> bytes:
    """All the bytes of a file.  What the museum ships is read by its name, wherever one stands.

    Raises RefusedError if it isn't there, is a folder, may not be read, is longer than ``most``,
    or is a pipe into which nobody writes.
    """
    try:
        with _open_at_once(_existing(path), os.O_RDONLY) as file:
            data = file.read(most + 1)
            if not data and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
                raise RefusedError(str(path), "is a pipe into which nobody writes")
    except FileNotFoundError:
        raise RefusedError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise RefusedError(str(path), "this is a folder; a file was expected") from None
    except PermissionError:
        # Windows answers so for a folder as well.
        what = "this is a folder; a file was expected" if path.is_dir() else "may not be read"
        raise RefusedError(str(path), what) from None
    except (OSError, ValueError) as error:
        raise RefusedError(str(path), f"can't be read: {_reason(error)}") from None
    if len(data) > most:
        raise RefusedError(str(path), f"has more than {most:,} bytes, the most that are read")
    return data


def _open_at_once(path: Path, flags: int) -> IO[bytes]:
    """A pipe, too, is opened without waiting for somebody at its other end.  Raises OSError."""
    nonblock: int = getattr(os, "O_NONBLOCK", 0)  # Windows has no such pipes
    handle = os.open(path, flags | nonblock | getattr(os, "O_BINARY", 0))
    if nonblock:
        os.set_blocking(handle, True)
    return os.fdopen(handle, "rb" if flags == os.O_RDONLY else "wb")


def file_exists(path: Path) -> bool:
    """Whether there is anything at that path.  Raises RefusedError for a name that can't be."""
    try:
        return _existing(path).exists()
    except OSError as error:
        raise RefusedError(str(path), f"can't be opened: {error.strerror}") from error


def _existing(path: Path) -> Path:
    """``assets/...`` is looked for among the museum's own files where there is no such folder."""
    if path.parts[:1] == ("assets",) and not path.exists():
        return ASSETS.joinpath(*path.parts[1:])
    return path


def check_writable(
    path: Path, *suffixes: str, usual: Sequence[str] = (), begins: bytes = b""
) -> None:
    """Raises RefusedError if a file can't be put there: asked before there is anything to put.

    ``suffixes``: its name must end with one of them.  A file that is there must be empty or one of
    the kind that is put there: it ``begins`` so or as :data:`BEGINS` says of its name, or, where
    nothing tells, its name ends as ``suffixes`` or is ``usual``, and it doesn't begin as another
    kind.  Where none of them is given, whoever asks reads what is there.
    """
    if suffixes and path.suffix.lower() not in suffixes:
        raise RefusedError(
            str(path), f"ends with {path.suffix!r}; expected {' or '.join(suffixes)}"
        )
    target, known = _placed(path), (*suffixes, *usual)
    if not (known or begins) or not target.is_file():
        return
    try:
        with target.open("rb") as file:
            head = file.read(64)
    except OSError as error:
        raise RefusedError(str(path), f"can't be looked at: {_reason(error)}") from None
    suffix = path.suffix.lower()
    begins = begins or (BEGINS.get(suffix, b"") if suffix in suffixes else b"")
    others = (*BEGINS.values(), EVENTS, RECORD, LOG)
    own = head.startswith(begins) if begins else suffix in known and not head.startswith(others)
    if head and not own:
        named = f" ({', '.join(known)})" if known else ""
        raise RefusedError(
            str(path),
            f"is there, and is something else than what would be written{named}; expected another "
            "name, or no such file",
        )


def check_apart(places: Mapping[str, str | Path | None]) -> None:
    """Raises RefusedError where two of these options name one file, since one would be lost.

    What is no regular file (a pipe, the null device) may be named twice.
    """
    named: dict[Path, str] = {}
    for option, name in places.items():
        if name is None:
            continue
        try:
            path = Path(name).resolve()
            if path.exists() and not path.is_file():
                continue
        except (OSError, RuntimeError):  # whoever opens it says what is wrong
            continue
        if path in named:
            raise RefusedError(option, f"is {name} as is {named[path]}; expected another file")
        named[path] = option


def replace_file(path: Path, data: bytes) -> None:
    """Make ``data`` the whole of the file at ``path``, or leave what was there.

    A link is followed.  What is no regular file (a pipe, a terminal) is written to directly.
    Raises RefusedError if the folder isn't there or may not be written, or the disk is full.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written bit by bit, which takes the place of ``path`` when that is done.

    Refused as ``replace_file``; if anything is raised meanwhile, what was there stays.
    """
    target = _placed(path)
    try:
        special = target.exists() and not target.is_file()
        with _open_at_once(target, os.O_WRONLY) if special else _beside(target) as file:
            yield file
    except OSError as error:
        raise RefusedError(str(path), f"can't be written: {_reason(error)}") from None


def _placed(path: Path) -> Path:
    """Where ``path`` leads.  Raises RefusedError if no file can be there."""
    try:
        target = path.resolve()
        if target.is_dir():
            raise RefusedError(str(path), "this is a folder; a file was expected")
        if not target.parent.is_dir():
            raise RefusedError(str(path), f"there is no folder {target.parent}; expected one")
        special = target.exists() and not target.is_file()
        if not os.access(target if special else target.parent, os.W_OK):
            raise RefusedError(str(path), "can't be written: permission denied")
    except (OSError, ValueError, RuntimeError) as error:
        raise RefusedError(str(path), f"can't be written: {_reason(error)}") from None
    return target


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    remove_left(target.parent.glob(f".{glob.escape(target.name)}.*.new"))
    beside = target.with_name(f".{target.name}.{os.getpid()}-{next(_counted)}.new")
    try:
        with open(beside, "wb", opener=open_private) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            beside.chmod(
                stat.S_IMODE(target.stat().st_mode)
            )  # a file that is replaced keeps its permissions
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):  # what was wrong first is told
            beside.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def remove_left(paths: Iterable[Path]) -> None:
    """Of these remove what processes were writing when they ended."""
    for path in paths:
        with contextlib.suppress(OSError):
            if found := WRITING.fullmatch(path.name):
                pid = int(found[1])
                unknown = pid == os.getpid() or sys.platform == "win32"
                age = time.time() - path.stat().st_mtime
                if age > LEFT_S if unknown else not is_alive(pid):
                    path.unlink()
                    log.info("%s was left behind and is removed", path)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# -- The museum's own small files of JSON in the data folder ---------------------------------------

T = TypeVar("T")

log = logging.getLogger(__name__)


def read_kept(path: Path, form: type[T]) -> T | None:
    """What such a file holds; None where there is none.  One that holds something else is set
    aside."""
    import msgspec  # heavy for commands that only read a deck

    try:
        return msgspec.json.decode(read_file(path), type=form) if file_exists(path) else None
    except (RefusedError, msgspec.DecodeError, UnicodeDecodeError) as error:
        set_aside(path, error)
        return None


def write_kept(path: Path, value: object) -> None:
    """Replace such a file.  Raises RefusedError if it can't be written."""
    import msgspec

    free_file_place(path)
    replace_file(path, msgspec.json.encode(value))


class KeptJson:
    """One that is written again and again while the museum is open."""

    def __init__(self, what: str) -> None:
        self.what = what
        """What the log calls it."""
        self._said = ""

    def write(self, path: Path, value: object, has_folder: bool = False) -> bool:
        """Whether the file holds that now; ``has_folder``: it lies in a folder of its own.  What
        can't be written is told once, and tried again by whoever calls again."""
        try:
            if has_folder:
                own_folder(path.parent)
            write_kept(path, value)
        except RefusedError as refusal:
            if str(refusal) != self._said:
                log.error("%s: not kept: %s", self.what, refusal)
            self._said = str(refusal)
            return False
        self._said = ""
        return True
