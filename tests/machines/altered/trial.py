"""A child process that tries altered files one after the other, within bounds.

``python -m tests.machines.altered.trial KIND NAME FIRST COUNT`` writes a line ``N`` before file
number N and then ``refused``, ``taken`` or ``FAULT ...`` behind it.  A crash, 10 seconds or far
too much memory end it, with that line open; at most 512 MB may be in use at any time.
"""

import argparse
import contextlib
import io
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.commands import NAMES, main, make_parser
from machines.exhibit.exhibit import Event, Exhibit
from machines.exhibit.session import restore_foreign
from machines.museum.worker.worker import SELDOM
from machines.storage.registry import find_exhibit, make_exhibit
from tests.machines.altered.files import (
    RECORDS,
    alter_record,
    altered_log,
    altered_snapshot,
    kept,
    opening_snapshot,
)
from tests.machines.altered.formats import FORMATS, WORDS
from tests.machines.altered.trees import TRAP

DEADLINE_S = 10
LONG_S = 5
"""So long a command line at random may take before it is interrupted."""
MORE_BYTES = 1 << 30
"""Of address space, more than it had at the start: what asks for more doesn't take the computer
with it."""
MOST_BYTES = 512 << 20
"""Of memory, all in all."""


def used_bytes() -> int:
    """Address space of this process."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def peak_bytes() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


class Snapshots:
    """Restore, then work the exhibit a little."""

    def __init__(self, name: str) -> None:
        self.exhibit: Exhibit = make_exhibit(find_exhibit(name))
        self.exhibit.sample = SELDOM
        self.name = name
        self.start = opening_snapshot(name)
        restore_foreign(self.exhibit, self.start)  # unaltered it is taken
        self.controls = [
            *(f"{find_exhibit(name).place}.{one.id}" for one in self.exhibit.layout.controls()),
            *(
                f"{unit.name}.{control}"
                for unit in self.exhibit.units.values()
                for control in getattr(type(unit), "known", ())
            ),
        ]

    def __call__(self, dice: random.Random) -> str:
        try:
            restore_foreign(self.exhibit, altered_snapshot(self.start, dice))
        except RefusedError:
            return "refused"
        for _ in range(6):
            control = dice.choice(self.controls)
            with contextlib.suppress(RefusedError):
                self.exhibit.operate(Event(self.name, control, dice.choice((1, 1, 0)), 0))
            self.exhibit.advance(dice.choice((1, 1000, 300_000, 1_000_000)))
        self.exhibit.view()
        self.exhibit.snapshot()
        return "taken"


class Commands:
    """A command on an altered file: it may end with 0, with 2, or as is said where states disagree,
    or no museum runs."""

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp())
        os.environ["MATCHBOX704_DATA"] = str(self.folder)
        self.name = name

    def run(self, *words: str) -> str:
        said = io.StringIO()
        SPRUNG.clear()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                status = main(list(words))
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 1
        if SPRUNG:
            return f"FAULT a file's word came to the system: {SPRUNG[0]}"
        if status == 2:
            return "refused"
        if (
            status in (0, 130)
            or (status == 4 and words[0] == "status")
            or (status == 1 and "states agree" in said.getvalue())
        ):
            return "taken"
        return f"FAULT status {status}: {said.getvalue()[-300:]!r}"


class Logs(Commands):
    def __call__(self, dice: random.Random) -> str:
        path = self.folder / "x.log"
        path.write_bytes(altered_log(self.name, dice))
        return self.run("replay", str(path))


class Records(Commands):
    def __call__(self, dice: random.Random) -> str:
        path = self.folder / f"{self.name}.sqlite"
        for part in ("", "-wal", "-shm"):
            path.with_name(path.name + part).unlink(missing_ok=True)
        path.write_bytes(kept(path.name))
        alter_record(path, dice)
        more = dice.random() < 0.1
        games = {"menace": 60, "pegasus": 80}.get(self.name.split("-")[0], 2)
        command = RECORDS[self.name].format(games=games + more)
        return self.run(*command.split(), "--resume", str(path))


class Files(Commands):
    """What people bring along (tests/machines/altered/formats.py)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.format = FORMATS[name]
        self.right = self.format.right()

    def __call__(self, dice: random.Random) -> str:
        path = self.folder / f"given{self.format.suffix}"
        path.write_bytes(self.format.alter(self.right, dice))
        command = dice.choice(self.format.commands)
        for left in self.folder.glob("made*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        command = command.replace("FILE", str(path)).replace("OUT", str(self.folder / "made"))
        stdin, sys.stdin = sys.stdin, io.StringIO("q\n")
        try:
            return self.run(*command.split())
        finally:
            sys.stdin = stdin


class Lines(Commands):
    """Command lines at random, of what ends by itself, among files of every kind."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.parsers = list(leaves(make_parser([one for one in NAMES if one not in WITHOUT_END])))
        os.environ |= {"HOME": str(self.folder), "MATCHBOX704_DATA": str(self.folder / "data")}
        os.chdir(self.folder)
        for name, one in FORMATS.items():
            Path(f"{name.replace(' ', '-')}{one.suffix}").write_bytes(one.right())
        for name in RECORDS:
            Path(f"{name}.sqlite").write_bytes(kept(f"{name}.sqlite"))
        Path("folder").mkdir()
        os.mkfifo("pipe")
        self.files = sorted(path.name for path in Path().iterdir())

    def __call__(self, dice: random.Random) -> str:
        signal.signal(signal.SIGALRM, signal.default_int_handler)  # what takes long is interrupted
        signal.setitimer(signal.ITIMER_REAL, LONG_S)
        command, parser = dice.choice(self.parsers)
        words = list(command)
        for action in parser._actions:
            named = bool(action.option_strings)
            if named and not (action.required or dice.random() < 0.25):
                continue
            words += action.option_strings[:1]
            if action.nargs != 0:
                words += [self.word(action, dice) for _ in range(dice.choice((1, 1, 1, 1, 2, 0)))]
        stdin, sys.stdin = sys.stdin, io.StringIO(dice.choice(("", "quit\n", "q\n", "8\n" * 50)))
        try:
            result = self.run(*words)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            sys.stdin = stdin
        return f"{result} by {words}" if result.startswith("FAULT") else result

    def word(self, action: argparse.Action, dice: random.Random) -> str:
        """A value of an option: one of its own, a number, a file's name, or none of them."""
        what = dice.random()
        if action.choices and what < 0.7:
            return str(dice.choice(list(action.choices)))
        if action.default not in (None, argparse.SUPPRESS) and what < 0.5:
            return str(action.default)
        small = ("1", "2", "3", "1,2", "1=2", "4x4", "0.5", "made.csv", "made.png", "new", "a=b")
        pool = (small, self.files, (*WORDS[:-1], "-", "\udcff", "x" * 300, "uci:none", "../no/x"))
        return dice.choice(dice.choice(pool))


WITHOUT_END = (
    "museum", "demo", "firmware", "service", "desktop", "bundle", "warm", "reproduce",
)  # fmt: skip
"""Or what changes more than a folder."""


def leaves(
    parser: argparse.ArgumentParser, command: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Every command that has no commands of its own."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for action in below:
        for name, one in action.choices.items():
            if (*command, name) not in (("panel", "test"), ("panel", "record")):
                yield from leaves(one, (*command, name))
    if not below:
        yield command, parser


SPRUNG: list[str] = []
"""What was asked of the system that only a stranger's file can have named."""
ASKED = ("open", "import", "os.", "subprocess.", "socket.", "sqlite3.", "shutil.", "ctypes.")


def _watch(event: str, given: tuple[object, ...]) -> None:
    if event.startswith(ASKED) and TRAP in str(given):
        SPRUNG.append(f"{event} {given}")


sys.addaudithook(_watch)

KINDS: dict[str, Callable[[str], Any]] = {
    "snapshot": Snapshots, "log": Logs, "record": Records, "file": Files, "line": Lines,
}  # fmt: skip


def run(kind: str, name: str, first: int, count: int) -> None:
    """Try ``count`` of them."""
    out = sys.__stdout__
    assert out is not None
    trial = KINDS[kind](name)
    trial(random.Random(0))
    most, before = used_bytes() + MORE_BYTES, max(peak_bytes(), MOST_BYTES)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for number in range(first, first + count):
        out.write(f"{number} ")
        out.flush()
        signal.setitimer(signal.ITIMER_PROF, DEADLINE_S)
        try:
            result = trial(random.Random(number))
        except Exception:
            lines = traceback.format_exc().strip().splitlines()
            result = "FAULT " + " | ".join([*(x.strip() for x in lines[-7:-1]), lines[-1]])
        signal.setitimer(signal.ITIMER_PROF, 0)
        if peak_bytes() > before:
            before = peak_bytes()
            result = f"FAULT {before >> 20} MB in use, after {result}"
        out.write(f"{result}\n")
        out.flush()


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
