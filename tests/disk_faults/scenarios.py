"""What is done to the museum's files while the disk fails, and what is found there afterwards.

A scenario tells what it is about to keep and what it was told is kept; ``found`` says what a museum
that opens the folder later believes.
"""

import contextlib
import importlib
import json
import os
import sys
import zlib
from abc import ABC, abstractmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import patch

from devices.media.tape import Tape, tape_value
from devices.media.tape_files import open_tape, write_tape
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event
from machines.exhibit.run_record import RunMetadata
from machines.museum.media_export import MediaExporter
from machines.museum.sessions import housekeeping, session_store
from machines.museum.sessions.housekeeping import remove_oldest_logs
from machines.museum.sessions.session_store import OpenSession, SessionStore, VisitorState
from machines.storage.run_file import RunFile
from machines.storage.run_store import new_run, open_run, remove_run
from tests.disk_faults.disk import Disk
from tests.machines.counter import COUNT_US, PLAY, Counter
from tests.machines.counter import make as make_counter

PLAY_US = COUNT_US * PLAY
LAYOUT = make_counter().layout


class Telling:
    """What a scenario tells, in the trace where the calls stand and in memory; by kind, a key."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.told: list[tuple[str, str, str]] = []

    def tries(self, kind: str, key: str) -> None:
        """This will be kept, unless that is refused."""
        self._tell("tries", kind, key)

    def keeps(self, kind: str, key: str) -> None:
        """This was reported as kept."""
        self._tell("keeps", kind, key)

    def _tell(self, how: str, kind: str, key: str) -> None:
        self.told.append((how, kind, key))
        self.disk.note(json.dumps([how, kind, key]))


class Scenario(ABC):
    """See the module."""

    name: ClassVar[str]

    @abstractmethod
    def run(self, folder: Path, telling: Telling) -> None:
        """Work in the empty folder; what the disk refuses is a RefusedError and is let be."""

    @abstractmethod
    def found(self, folder: Path) -> dict[str, str]:
        """What is believed of each kind; empty: nothing is there."""


def make() -> Counter:
    return Counter(LAYOUT)  # the panel's file is read once


def _refusals() -> contextlib.AbstractContextManager[None]:
    return contextlib.suppress(RefusedError)


# -- the session store ---------------------------------------------------------------------------


class Store(Scenario):
    """Acts and plays of a visitor in two sessions, logs that turn over, where the visitor stood."""

    name = "store"

    def run(self, folder: Path, telling: Telling) -> None:
        telling.tries("session", _digest(make()))
        with patch.object(session_store, "LONG", 1500), patch.object(housekeeping, "KEPT", 1):
            for day in range(2):
                with _refusals():
                    self._day(folder, telling, day)

    def _day(self, folder: Path, telling: Telling, day: int) -> None:
        store = SessionStore(folder)
        try:
            kept = store.open("counter", make)
            for k in range(4):
                self._act(kept, telling, "console.key.35", k % 2)
                self._act(kept, telling, "console.start", 1)
                kept.session.advance("counter", PLAY_US * (1 + k % 3))
                self._mark(store, kept, telling)
                self._act(kept, telling, "console.reset", 1)
                visitor = VisitorState("counter", "x10", f"language-{day}{k}")
                with _refusals():
                    telling.tries("visitor", visitor.language)
                    store.keep_visitor(visitor)
                    telling.keeps("visitor", visitor.language)
                # As if a week had passed.
                remove_oldest_logs(folder / "sessions" / "counter", float("inf"))
            if day:
                store.end(kept)
        finally:
            store.close()

    def _act(self, kept: OpenSession, telling: Telling, control: str, value: int) -> None:
        lines = kept.session.lines
        with _refusals():
            kept.session.act("counter", control, value)
        if kept.session.lines > lines and not kept.file.is_lost:
            telling.keeps("session", _digest(kept.exhibit))
        elif kept.file.is_lost:  # opened without a log, which it says
            telling.tries("session", _digest(kept.exhibit))
        else:  # the log could not take it, but may hold it after a kill or a power cut
            twin = make()
            twin.restore(kept.exhibit.snapshot())
            with _refusals():
                twin.operate(Event("counter", control, value, twin.now_us))
            telling.tries("session", _digest(twin))

    def _mark(self, store: SessionStore, kept: OpenSession, telling: Telling) -> None:
        log, lines = kept.file.path, kept.session.lines
        telling.tries("session", _digest(kept.exhibit))
        kept.weighed_ns = 0  # so that each mark has its snapshot, however fast it goes
        store.mark(kept)
        if not kept.file.is_lost and (kept.session.lines > lines or kept.file.path != log):
            telling.keeps("session", _digest(kept.exhibit))

    def found(self, folder: Path) -> dict[str, str]:
        store = SessionStore(folder)
        try:
            kept = store.open("counter", make)
            visitor = store.visitor()
            found = {"session": _digest(kept.exhibit)}
            found["visitor"] = visitor.language if visitor is not None else ""
            # and it goes on from there
            kept.session.act("counter", "console.reset", 1)
            kept.session.mark("counter")
            digest = _digest(kept.exhibit)
        finally:
            store.close()
        store = SessionStore(folder)
        try:
            assert _digest(store.open("counter", make).exhibit) == digest, (
                "it can't be gone on with"
            )
        finally:
            store.close()
        return found


def _digest(exhibit: Any) -> str:
    return snapshot.digest(exhibit.snapshot())


# -- a run record --------------------------------------------------------------------------------


class Run(Scenario):
    """Blocks, results, plays that are taken back, checkpoints of SQLite's, a run that is removed
    and one of its name that is begun anew."""

    name = "run record"
    about = RunMetadata("counter", "day", {"seed": 704}, "test")

    def run(self, folder: Path, telling: Telling) -> None:
        path = folder / "counter-000001.sqlite"
        with _refusals():
            first = new_run(path, self.about, b"removed")
            with _refusals():
                first.keep(1, b"of a run that is removed" * 99, b"state")
            remove_run(first)
        if path.exists():
            return
        with _refusals():
            telling.tries("run", _key([], b"start"))
            run = new_run(path, self.about, b"start")
            telling.keeps("run", _key([], b"start"))
            self._blocks(run, telling, 0)
            run.close()
            again = open_run(path, "counter")
            self._blocks(again, telling, 8)
            again.close()

    def _blocks(self, run: RunFile, telling: Telling, first: int) -> None:
        run._database.execute("PRAGMA wal_autocheckpoint = 12")
        try:
            standing = [_block(block.first, block.data) for block in run.blocks()]
            for k in range(first, first + 8):
                data, state = f"block {k} ".encode() * (k * 700 % 5000), f"state {k}".encode()
                wanted = [*standing, _block(run.plays + 1, data)]
                taken = k % 4 == 3
                with _refusals():
                    if taken:  # kept and taken back at one stroke, with the one before
                        telling.tries("run", _key(standing[:-1], state))
                        with run.together():
                            run.keep(1, data, b"never seen")
                            run.take_back(b"nor this")
                            run.take_back(state)
                        wanted = standing[:-1]
                    else:
                        telling.tries("run", _key(wanted, state))
                        run.keep(1, data, state, {"last": k})
                    telling.keeps("run", _key(wanted, state))
                    standing = wanted
        finally:
            if first:
                run.close()

    def found(self, folder: Path) -> dict[str, str]:
        path = folder / "counter-000001.sqlite"
        if not path.exists():
            new_run(path, self.about, b"anew").close()
            with open_run(path, "counter") as run:
                assert not list(run.blocks()) and run.state() == b"anew", "an older run shows"
            return {"run": ""}
        with open_run(path, "counter") as run:
            blocks = [_block(block.first, block.data) for block in run.blocks()]
            state = run.state() or b""
            assert run.plays == len(blocks)
            run.keep(1, b"one more", b"and its state")
        with open_run(path, "counter") as run:
            assert run.plays == len(blocks) + 1, "it can't be gone on with"
        if state in (b"removed", b"state"):  # the first run, that the cut brought back
            return {"run": ""}
        return {"run": _key(blocks, state)}


def _block(first: int, data: bytes) -> str:
    return f"{first}:{zlib.crc32(data):x}"


def _key(blocks: list[str], state: bytes) -> str:
    return f"{' '.join(blocks)} {state.decode()}"


# -- a tape --------------------------------------------------------------------------------------


class TapeOut(Scenario):
    """A tape that is written on, kept at its marks and when it is rewound."""

    name = "tape"

    def run(self, folder: Path, telling: Telling) -> None:
        drive = TapeDrive()
        drive.operate("mount", tape_value(Tape("rote", ())))
        drive.operate("file_protect", 0)
        drive.operate("load_rewind", 1)
        drive.advance(drive.due_us() or 0)
        drive.operate("start", 1)
        exhibit: Any = SimpleNamespace(units={"tape1": drive})
        exporter = MediaExporter(folder)
        for k in range(12):
            for _ in range(k % 3 + 1):
                drive.write_record(bytes([k + 1] * 600))
                drive.advance(drive.due_us() or 0)
            if k % 4 == 3:
                drive.rewind()
            else:
                drive.write_mark()
                drive.advance(drive.due_us() or 0)
            tape = drive.tape()
            assert tape is not None
            key = f"{zlib.crc32(write_tape(tape, 'rote.tap')):x}"
            telling.tries("tape", key)
            if not _errors_of(exporter, exhibit):
                telling.keeps("tape", key)
            drive.advance(drive.due_us() or 0)
        exporter.close()

    def found(self, folder: Path) -> dict[str, str]:
        path = folder / "tapes" / "rote.tap"
        if not path.exists():
            return {"tape": ""}
        data = path.read_bytes()
        open_tape(data, path.name)
        return {"tape": f"{zlib.crc32(data):x}"}


def _errors_of(exporter: MediaExporter, exhibit: Any) -> int:
    """How many errors were told of while what is finished was kept."""
    with patch("machines.museum.media_export.log") as log:
        exporter.export_finished(exhibit)
    return len(log.error.mock_calls)


# -- the kernels' cache --------------------------------------------------------------------------


class Cache(Scenario):
    """Two kernels that are compiled into an empty cache."""

    name = "cache"

    def run(self, folder: Path, telling: Telling) -> None:
        telling.keeps("answer", "22")
        with _refusals():
            self._answer(folder)

    def found(self, folder: Path) -> dict[str, str]:
        return {"answer": self._answer(folder)}

    def _answer(self, folder: Path) -> str:
        """By kernels that come from the cache in ``folder``, or that are compiled into it."""
        from machines.kernels import kernel_cache

        with patch.dict(os.environ, {"XDG_CACHE_HOME": str(folder)}):
            kernel_cache.find_folder.cache_clear()
            sys.modules.pop("tests.disk_faults.small_kernel", None)
            made = importlib.import_module("tests.disk_faults.small_kernel")
            return str(made.answer(7))


SCENARIOS: dict[str, Scenario] = {one.name: one for one in (Store(), Run(), TapeOut(), Cache())}
