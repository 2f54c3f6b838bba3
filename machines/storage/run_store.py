"""Run records in the data folder: beginning, resuming, reading one.

One file is one run (machines/storage/run_file.py); one process writes to it, and its lock says
which.
"""

import contextlib
import json
import re
import sqlite3
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata, check_machine
from machines.storage.files import check_writable, file_exists, replace_file
from machines.storage.folders import own_folder, sync_folder
from machines.storage.lock import Lock
from machines.storage.run_file import SCHEMA, RunFile, distrust, log_of, refusals

SUFFIX = ".sqlite"
RUNS = "runs"
"""Of the data folder: where runs are kept that no other place was named for."""


def new_run(
    path: Path, about: RunMetadata, state: bytes = b"", results: Mapping[str, Any] | None = None
) -> RunFile:
    """Begin the record of a run in a new file, with the state in which it begins.

    Raises RefusedError if there is a file already, or none can be put there.
    """
    check_writable(path)
    lock = Lock(path.resolve())
    try:
        if path.exists():
            raise RefusedError(str(path), "exists already; expected a new file, or --resume")
        _remove(path)  # a log that a power cut left of an older run of this name
        replace_file(path, _blank(about, state, results or {}))
        try:
            return _opened(path, about.machine, lock)
        except RefusedError:
            with contextlib.suppress(RefusedError):  # what was wrong first is told
                _remove(path)
            raise
    except BaseException:
        lock.release()
        raise


def begin_or_check(
    path: Path, about: RunMetadata, state: bytes, is_same: Callable[[RunFile], bool]
) -> None:
    """Begin a run's record where there is none.  Raises RefusedError for one of something else."""
    if not file_exists(path):
        new_run(path, about, state).close()
        return
    with open_run(path, about.machine) as run:  # a second writer is refused here, too
        if not is_same(run):
            raise RefusedError(
                str(path), "is a run of other settings; expected those asked for, or another folder"
            )


def remove_run(run: RunFile) -> None:
    """Let a run's file go and take it away.  Raises RefusedError if it can't be removed."""
    run.close()
    _remove(run.path)


def _remove(path: Path) -> None:
    """With SQLite's log of it, which would be taken for that of the next file of this name."""
    parts = [path.with_name(path.name + part) for part in ("", "-wal", "-shm")]
    try:
        if there := [part for part in parts if part.exists()]:
            for part in there:
                part.unlink(missing_ok=True)
            sync_folder(path.parent)
    except OSError as error:
        raise RefusedError(str(path), f"can't be removed: {error.strerror}") from error


def open_run(path: Path, machine: str) -> RunFile:
    """The record of a run of ``machine``, to be gone on with.

    Raises RefusedError for what is none, is damaged, of another form or machine, or has a writer.
    """
    _must_be_there(path)
    lock = Lock(path.resolve())
    try:
        return _opened(path, machine, lock)
    except BaseException:
        lock.release()
        raise


def thin_run(path: Path) -> None:
    """Leave of a run that nobody writes its checkpoints, results and numbers of plays.

    Raises RefusedError for one that is being written, or none.
    """
    with open_run(path, machine_of(path)) as run:
        run.thin()


def read_run(path: Path, machine: str) -> RunFile:
    """The record of a run of ``machine``, only to be read; it may be written to meanwhile.

    Raises RefusedError as ``open_run``, but not for a writer.
    """
    _must_be_there(path)
    return _opened(path, machine, None)


def machine_of(path: Path) -> str:
    """Whose run is in that file.  Raises RefusedError for what is none."""
    _must_be_there(path)
    with _opened(path, "", None) as run:
        return run.about.machine


def _opened(path: Path, machine: str, lock: Lock | None) -> RunFile:
    with refusals(path, "opened"):
        database = _connected(path)
    try:
        run = RunFile(path, database, lock)
        if machine:
            check_machine(run.about, machine, str(path))
    except BaseException:
        database.close()
        raise
    return run


def run_and_number(name: str) -> tuple[Path, int | None]:
    """``RUN.sqlite:250`` taken apart; a file that has such a name is meant whole."""
    file, colon, after = name.rpartition(":")
    if colon and after.isdecimal() and len(after) <= 8 and not file_exists(Path(name)):
        return Path(file), int(after)
    return Path(name), None


def next_path(data: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Where the next run of that name goes: ``DATA/runs/NAME-000001.sqlite``.

    Raises RefusedError if there can be no such folder.
    """
    return _numbered(data, name, _newest(data, name, suffix) + 1, suffix)


def newest_path(data: Path, name: str) -> Path | None:
    """The newest run of that name in the data folder; None if there is none."""
    number = _newest(data, name, SUFFIX)
    return _numbered(data, name, number, SUFFIX) if number else None


def _numbered(data: Path, name: str, number: int, suffix: str) -> Path:
    return own_folder(data / RUNS) / f"{name}-{number:06d}{suffix}"


def _newest(data: Path, name: str, suffix: str) -> int:
    form = re.compile(re.escape(name) + r"-(\d{6,})" + re.escape(suffix))
    found = (form.fullmatch(path.name) for path in (data / RUNS).glob(f"{name}-*{suffix}"))
    return max((int(match[1]) for match in found if match), default=0)


def _must_be_there(path: Path) -> None:
    if not file_exists(path):
        raise RefusedError(str(path), "there is no such file")
    if path.is_dir():
        raise RefusedError(str(path), "this is a folder; a file was expected")


def _blank(about: RunMetadata, state: bytes, results: Mapping[str, Any]) -> bytes:
    """A database with no blocks, as its file's bytes."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.executescript(SCHEMA)
        rows = {
            "machine": about.machine,
            "study": about.study,
            "program": about.program,
            "settings": json.dumps(dict(about.settings)),
        }
        database.executemany("INSERT INTO about VALUES (?, ?)", rows.items())
        kept = [(name, json.dumps(value)) for name, value in results.items()]
        database.executemany("INSERT INTO results VALUES (?, ?)", kept)
        if state:
            database.execute("INSERT INTO checkpoints VALUES (0, 0, 0, ?)", (zlib.compress(state),))
        return database.serialize()
    finally:
        database.close()


def _connected(path: Path, how: str = "mode=rw") -> sqlite3.Connection:
    name = f"{path.resolve().as_uri()}?{how}"
    database = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    try:
        distrust(database)
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        database.close()
        # In a folder that can't be written there can be no log; if there is none, nobody writes.
        if how == "mode=rw" and not log_of(path):
            return _connected(path, "immutable=1")
        raise
    except BaseException:
        database.close()
        raise
    return database
