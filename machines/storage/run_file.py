"""A run record (machines/exhibit/run_record.py) in an SQLite file, in the same form for every
machine.

    about        key, value       machine, study, program, settings (JSON)
    blocks       number, first, plays, at, undone, data
                                  data: zlib of what the machine packed; at: seconds of Unix time
    checkpoints  block, plays, lasting, state
                                  the state after that block (0: before the first), zlib
    results      name, value      value: JSON

Its header says what it is: application_id "M704", user_version the form of its tables.

The journal is a write-ahead log and each block is one transaction, on the disk when it returns, so
that a process killed at any instant leaves all blocks but the one under way.  A new file is put
into its place whole.  One process writes; the lock beside the file says which
(machines/storage/lock.py). Anybody may read meanwhile, with any SQLite.

A file from elsewhere is not believed: it has these tables and nothing else, looking through it has
an end, and what is packed in it is unpacked up to a size only.
"""

import contextlib
import functools
import json
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from devices.names import shown, texts_in
from devices.refusal import RefusedError
from machines.exhibit.run_record import Block, RunMetadata
from machines.storage.lock import Lock

FORM = 1
"""Of the tables above."""
APPLICATION = int.from_bytes(b"M704", "big")
FAST = 1
"""zlib's level: plays hardly get smaller with more work."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORM};
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (
    number INTEGER PRIMARY KEY, first INTEGER NOT NULL, plays INTEGER NOT NULL,
    at INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL
);
CREATE TABLE checkpoints (
    block INTEGER PRIMARY KEY, plays INTEGER NOT NULL, lasting INTEGER NOT NULL,
    state BLOB NOT NULL
);
CREATE TABLE results (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


MOST_BYTES = 64 << 20
"""Of a block, a state or a value, and of what it is when it is unpacked."""
MOST_TEXT = 1 << 20
"""Characters of what is said about a run."""
OPENING_S = 10
"""Seconds of this thread's processor time that checking a file may take: a busy computer refuses no
good file."""
STEPS = 100_000
"""SQLite's steps between two looks at the time."""

_TABLES = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
WHOLE = {
    "about": f"typeof(value) = 'text' AND length(value) <= {MOST_TEXT}",
    "blocks": "typeof(plays) = 'integer' AND plays BETWEEN 0 AND 1 << 40 AND "
    "typeof(first) = 'integer' AND typeof(at) = 'integer' AND typeof(undone) = 'integer' AND "
    "typeof(data) = 'blob'",
    "checkpoints": "typeof(plays) = 'integer' AND plays BETWEEN 0 AND 1 << 60 AND "
    "typeof(state) = 'blob'",
    "results": f"typeof(value) = 'text' AND length(value) <= {MOST_TEXT}",
}
"""What every row must be: SQLite lets any value into any column."""


class RunFile:
    """A run record in its file (machines.exhibit.run_record.RunRecord): machines.storage.run_store
    opens it."""

    def __init__(self, path: Path, database: sqlite3.Connection, lock: Lock | None) -> None:
        self.path = path
        self._database = database
        self._lock = lock
        with refusals(path, "read"), _deadline(database):
            self._check()
            self.about = self._about()
            self.plays = int(
                self._one("SELECT coalesce(sum(plays), 0) FROM blocks WHERE undone = 0")
            )
            if lock is None:
                database.execute("PRAGMA query_only = ON")
            else:
                database.execute("PRAGMA synchronous = FULL")

    @property
    def where(self) -> str:
        """The file's name."""
        return self.path.name

    # -- writing -----------------------------------------------------------------------------

    def keep(
        self,
        plays: int,
        data: bytes,
        state: bytes | None,
        results: Mapping[str, Any] | None = None,
        *,
        lasting: bool = False,
    ) -> None:
        """See machines.exhibit.run_record.RunRecord; a ``lasting`` state stays when the next
        comes."""
        block = (self.plays + 1, plays, int(time.time()), zlib.compress(data, FAST))
        with self._writing():
            self._database.execute(
                "INSERT INTO blocks (first, plays, at, data) VALUES (?, ?, ?, ?)", block
            )
            if state is not None:
                self._put_state(self.plays + plays, state, lasting)
            self._put_results(results or {})
        self.plays += plays

    def keep_results(self, results: Mapping[str, Any]) -> None:
        """See machines.exhibit.run_record.RunRecord."""
        with self._writing():
            self._put_results(results)

    def take_back(self, state: bytes) -> Block | None:
        """Mark the newest block as undone, with ``state`` as before it; None if there is none.

        Blocks that were undone stay in the record, but nothing here counts or returns them.
        """
        newest = "SELECT number, first, plays, data FROM blocks WHERE undone = 0 "
        with refusals(self.path, "read"):
            row = self._database.execute(newest + "ORDER BY number DESC LIMIT 1").fetchone()
        if row is None:
            return None
        block = self._block(row[1:])
        with self._writing():
            self._database.execute("UPDATE blocks SET undone = 1 WHERE number = ?", row[:1])
            self._database.execute("DELETE FROM checkpoints WHERE plays > ?", (block.first - 1,))
            self._put_state(self.plays - block.plays, state, False)
        self.plays -= block.plays
        return block

    def split_newest(self, rest: bytes, last: bytes) -> None:
        """The newest block's last play becomes a block of its own: ``rest`` is what stays.

        Raises RefusedError with nothing changed.
        """
        newest = "SELECT max(number) FROM blocks WHERE undone = 0"
        with self._writing():
            number = self._one(newest)
            self._database.execute(
                "UPDATE blocks SET plays = plays - 1, data = ? WHERE number = ?",
                (zlib.compress(rest, FAST), number),
            )
            self._database.execute(
                "INSERT INTO blocks (first, plays, at, data) "
                "SELECT first + plays, 1, at, ? FROM blocks WHERE number = ?",
                (zlib.compress(last, FAST), number),
            )

    def thin(self) -> None:
        """Put all blocks together into one that only counts its plays, and give the space back."""
        with self._writing():
            at = self._one("SELECT coalesce(max(at), 0) FROM blocks")
            number = self._one("SELECT coalesce(max(number), 0) FROM blocks")
            self._database.execute("DELETE FROM blocks")
            if self.plays:
                self._database.execute(
                    "INSERT INTO blocks (number, first, plays, at, data) VALUES (?, 1, ?, ?, ?)",
                    (number, self.plays, at, zlib.compress(b"", FAST)),
                )
        with refusals(self.path, "written"):
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _put_state(self, plays: int, state: bytes, lasting: bool) -> None:
        self._database.execute("DELETE FROM checkpoints WHERE lasting = 0")
        self._database.execute(
            "INSERT OR REPLACE INTO checkpoints SELECT coalesce(max(number), 0), ?, ?, ? "
            "FROM blocks",
            (plays, int(lasting), zlib.compress(state, FAST)),
        )

    def _put_results(self, results: Mapping[str, Any]) -> None:
        self._database.executemany(
            "INSERT OR REPLACE INTO results VALUES (?, ?)",
            [(name, json.dumps(value)) for name, value in results.items()],
        )

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """All that is kept or taken back meanwhile is kept at one stroke, or nothing of it."""
        plays = self.plays
        try:
            with self._writing():
                yield
        except BaseException:
            self.plays = plays
            raise

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction; refused with nothing changed if it can't be kept."""
        if self._database.in_transaction:
            yield
            return
        with refusals(self.path, "written"):
            # only now: whoever refuses what is in the file has changed nothing of it
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # a full disk has rolled back already
                    self._database.execute("ROLLBACK")
                raise

    # -- reading -----------------------------------------------------------------------------

    def state(self) -> bytes | None:
        """See machines.exhibit.run_record.RunRecord."""
        with refusals(self.path, "read"):
            row = self._database.execute(
                "SELECT state FROM checkpoints ORDER BY block DESC LIMIT 1"
            ).fetchone()
        return None if row is None else self._unzipped(row[0], "the newest checkpoint")

    def states(self) -> Iterator[tuple[int, bytes]]:
        """Every state that still is there, with the number of plays before it, in order."""
        with refusals(self.path, "read"):
            for plays, state in self._database.execute(
                "SELECT plays, state FROM checkpoints ORDER BY block"
            ):
                yield plays, self._unzipped(state, f"the checkpoint after play {plays}")

    def blocks(self, first: int = 1) -> Iterator[Block]:
        """See machines.exhibit.run_record.RunRecord."""
        with refusals(self.path, "read"):
            for row in self._database.execute(
                "SELECT first, plays, data FROM blocks WHERE undone = 0 AND first + plays > ? "
                "ORDER BY number",
                (first,),
            ):
                yield self._block(row)

    def newest_blocks(self) -> Iterator[Block]:
        """The blocks, the newest first."""
        with refusals(self.path, "read"):
            for row in self._database.execute(
                "SELECT first, plays, data FROM blocks WHERE undone = 0 ORDER BY number DESC"
            ):
                yield self._block(row)

    def results(self) -> dict[str, Any]:
        """All results by name."""
        with refusals(self.path, "read"):
            rows = self._database.execute("SELECT name, value FROM results").fetchall()
        try:
            return {name: json.loads(value) for name, value in rows}
        except (ValueError, RecursionError) as error:
            raise RefusedError(str(self.path), f"has damaged results: {error}") from error

    def _block(self, row: tuple[int, int, bytes]) -> Block:
        return Block(row[0], row[1], self._unzipped(row[2], f"the block of play {row[0]}"))

    def _unzipped(self, data: bytes, what: str) -> bytes:
        opened = zlib.decompressobj()
        try:
            found = opened.decompress(data, MOST_BYTES)
        except zlib.error as error:
            raise RefusedError(str(self.path), f"{what} is damaged: {error}") from error
        if not opened.eof:
            wrong = f"cut short, or longer than {MOST_BYTES} bytes"
            raise RefusedError(str(self.path), f"{what} is damaged: {wrong}")
        return found

    def _one(self, question: str) -> Any:
        return self._database.execute(question).fetchone()[0]

    def _check(self) -> None:
        """Raises RefusedError unless this is a whole run record of this form."""
        if self._one("PRAGMA application_id") != APPLICATION:
            raise RefusedError(str(self.path), "is no run record of this museum")
        form = self._one("PRAGMA user_version")
        if form != FORM:
            raise RefusedError(str(self.path), f"is written in form {form}; expected form {FORM}")
        pages = self._one("PRAGMA page_count") * self._one("PRAGMA page_size")
        if not log_of(self.path) and self.path.stat().st_size < pages:
            raise RefusedError(str(self.path), f"is cut short: it has fewer bytes than its {pages}")
        if self._database.execute(_TABLES).fetchall() != _our_tables():
            raise RefusedError(str(self.path), "has other tables, triggers or views than a run has")
        fault = self._one("PRAGMA quick_check(1)")
        if fault != "ok":
            raise RefusedError(str(self.path), f"is damaged or cut short: {fault}")
        for table, whole in WHOLE.items():
            if self._one(f"SELECT count(*) FROM {table} WHERE NOT ({whole})"):
                raise RefusedError(
                    str(self.path), f"is damaged: in its {table} not all have {whole}"
                )

    def _about(self) -> RunMetadata:
        rows = dict(self._database.execute("SELECT key, value FROM about").fetchall())
        try:
            settings = json.loads(rows["settings"])
            if not isinstance(settings, dict):
                raise ValueError(f"its settings are {rows['settings']}; expected names and values")
            if any(shown(text) != text for text in texts_in([rows, settings])):
                raise ValueError("there are control characters in its words")
            return RunMetadata(rows["machine"], rows["study"], settings, rows["program"])
        except (KeyError, ValueError, RecursionError) as error:
            raise RefusedError(str(self.path), f"doesn't say what it is of: {error}") from error

    # -- ending ------------------------------------------------------------------------------

    def close(self) -> None:
        """Let the file go.  Idempotent."""
        with contextlib.suppress(sqlite3.Error):  # all that was kept is in the log beside it
            self._database.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@functools.cache
def _our_tables() -> list[tuple[str, ...]]:
    """What a run's file has, as SQLite tells it."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        return database.execute(_TABLES).fetchall()


def distrust(database: sqlite3.Connection) -> None:
    """Have SQLite believe nothing of a file: no code in its schema, no cell of a wrong size, no
    value beyond :data:`MOST_BYTES`."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100_000)
    database.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100)
    database.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")


@contextlib.contextmanager
def _deadline(database: sqlite3.Connection) -> Iterator[None]:
    """What takes longer than :data:`OPENING_S` is interrupted, which SQLite calls an error."""
    end = time.thread_time() + OPENING_S
    database.set_progress_handler(lambda: int(time.thread_time() > end), STEPS)
    try:
        yield
    finally:
        database.set_progress_handler(None, 0)


def log_of(path: Path) -> int:
    """The bytes of what is in SQLite's log and not yet in the file."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except OSError:
        return 0


@contextlib.contextmanager
def refusals(path: Path, done: str) -> Iterator[None]:
    """What SQLite refuses, in our words."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            what = "is no run record: it isn't a database"
        elif code == sqlite3.SQLITE_CORRUPT:
            what = f"is damaged or cut short: {error}"
        else:
            what = f"can't be {done}: {error}"
        raise RefusedError(str(path), what) from error
    except UnicodeDecodeError as error:  # SQLite quotes what it can't read, whatever its bytes
        raise RefusedError(str(path), f"is damaged or cut short: {error}") from error
