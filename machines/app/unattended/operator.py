"""A deck played with nobody at the machine: its listing given on as it is printed, and kept.

What the machine's attendant must be able to do is :class:`UnattendedOperator`; what the commands
that feed decks share is here (their options: commands/_decks.py): Ctrl-C, the listing's file, the
session's log, the exit status.
"""

import argparse
import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from devices.media.deck import deck_value, read_deck
from devices.media.paper import text_of_lines
from devices.media.tape import Tape, read_tape, tape_value, write_tape
from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from machines.app.storage.files import (
    check_apart,
    check_writable,
    file_exists,
    read_file,
    replace_file,
)
from machines.app.storage.session_store import LogFile
from machines.app.worker.interruptions import interruptions
from machines.session import Session

if TYPE_CHECKING:
    from machines.app.panel.headless_panel import HeadlessPanel

    Beside = Callable[[Session], contextlib.AbstractContextManager[HeadlessPanel | None]]


PROGRESS_S = 0.1


class UnattendedOperator(Protocol):
    """Whoever works a machine while the operator is away."""

    session: Session

    def run(self, each: Callable[[], bool]) -> str:
        """Let the machine run; why it stopped before END, empty if it came to it.

        ``each`` is called after every slice and says whether to go on.
        """

    def printed(self) -> str:
        """What has been printed since this was last asked."""

    def progress(self) -> str:
        """How far it is, on one line."""


class PrinterText:
    """What a 716 prints, as text, bit by bit."""

    def __init__(self, printer: LinePrinter) -> None:
        self.printer = printer
        self._count = self._row = 0

    def more(self, last: bool = False) -> str:
        """What was printed since; a line that is printed is printed whole."""
        lines = self.printer.paper.lines[self._count :]
        text = text_of_lines(lines, self._row)
        self._count += len(lines)
        self._row = lines[-1].row + 1 if lines else self._row
        return text


class TeleprinterText:
    """What a teleprinter types, as text, row by row; a row that isn't ended comes with ``last``."""

    def __init__(self, teleprinter: Teleprinter) -> None:
        self.teleprinter = teleprinter
        self._rows = 0

    def more(self, last: bool = False) -> str:
        """What was typed since."""
        roll = self.teleprinter.paper
        rows = roll.rows[self._rows - roll.gone :]
        self._rows += len(rows)
        if last and roll.typing.strip():
            rows = [*rows, roll.typing]
        return "".join(f"{row.rstrip(' ')}\n" for row in rows)


@dataclass
class DeckOutputs:
    """Where the listing and the log go."""

    paper: Path | None
    log: LogFile | None

    @classmethod
    def of(cls, args: argparse.Namespace) -> "DeckOutputs":
        """As ``--print`` and ``--log`` say; raises RefusedError where nothing can be put."""
        tapes = {f"--tape {text}": text.partition("=")[2] or None for text in args.tape}
        check_apart({"--deck": args.deck, "--print": args.paper, "--log": args.log, **tapes})
        paper, log = (None if one is None else Path(one) for one in (args.paper, args.log))
        for place in filter(None, (paper, log)):
            check_writable(place)
        return cls(paper, None if log is None else LogFile(log))

    def sink(self, line: str) -> None:
        """Takes a line of the session's log."""
        if self.log is not None:
            self.log(line)


def deck_in(path: Path) -> str:
    """The deck in a file, as a value.  Raises RefusedError."""
    return deck_value(read_deck(read_file(path), path.name))


def _no_panel(session: Session) -> "contextlib.AbstractContextManager[HeadlessPanel | None]":
    del session
    return contextlib.nullcontext()


def run_deck(
    attendant: UnattendedOperator,
    load: Callable[[], None],
    outlets: DeckOutputs,
    name: str,
    kept: Callable[[], str],
    beside: "Beside | None" = None,
) -> int:
    """Load the media, let the machine run, print what it prints; the exit status.

    ``name`` is the command's; ``kept`` keeps what is under way, where it is broken off, and says
    where in words that follow others.  Raises RefusedError for a deck that doesn't come to END,
    KeyboardInterrupt at Ctrl-C.
    """
    text: list[str] = []

    def give(more: str) -> None:
        text.append(more)
        if more and outlets.paper is None:
            sys.stdout.write(more)

    with interruptions() as interrupted:
        try:
            with (beside or _no_panel)(attendant.session) as panel:
                load()
                why = _watch(attendant, give, interrupted, panel)
            attendant.session.end()
        except BrokenPipeError:
            sys.stderr.write(f"{name}: nobody reads the listing any more{kept()}\n")
            raise
        except RefusedError as refusal:  # the log's, where something is under way
            raise RefusedError(refusal.where, f"{refusal.what}{kept()}") from refusal
        finally:
            with contextlib.suppress(RefusedError):  # then it has been refused above
                attendant.session.end()
            if outlets.log is not None:
                outlets.log.close()
            if outlets.paper is not None:
                replace_file(outlets.paper, "".join(text).encode())
        where = kept() if why else ""
    if interrupted:
        sys.stderr.write(f"{name}: interrupted{where}\n")
        raise KeyboardInterrupt
    if why:
        raise RefusedError("", f"{why}{where}")
    return 0


def _watch(
    attendant: UnattendedOperator,
    give: Callable[[str], None],
    interrupted: list[int],
    panel: "HeadlessPanel | None",
) -> str:
    """Run it with its lines given on and its progress told."""
    with _progress() as tell:

        def each() -> bool:
            if panel is not None:
                panel.operate()
            more = attendant.printed()
            if more:
                tell(None)
                give(more)
            tell(attendant.progress)
            return not interrupted

        return attendant.run(each)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[Callable[[], str] | None], None]]:
    """One line of standard error, if that is a terminal, asked for and written anew now and then;
    None wipes it."""
    if not sys.stderr.isatty():
        yield lambda line: None
        return
    told, stands = 0.0, False

    def tell(line: Callable[[], str] | None) -> None:
        nonlocal told, stands
        now = time.monotonic()
        if (line and now - told < PROGRESS_S) or not (line or stands):
            return
        told, stands = now if line else 0.0, line is not None
        width = shutil.get_terminal_size().columns - 1
        text = line() if line else ""
        sys.stderr.write(f"\r\x1b[K{text[:width]}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        tell(None)


# -- tapes -----------------------------------------------------------------------------------------

LOAD_US = 5_000_000
"""A tape unit lowers its tape into the columns and finds the load point in less."""


@dataclass(frozen=True)
class MountedTape:
    """A tape for a unit."""

    tape: Tape
    path: Path
    ring: bool
    """Whether it can be written on."""


def read_tape_options(
    options: Sequence[str], units: Mapping[str, object], blank: bool = True
) -> dict[str, MountedTape]:
    """``1=FILE`` as the unit's name and its reel; only if ``blank`` the file need not be there.

    Raises RefusedError.
    """
    found = {}
    for text in options:
        number, _, name = text.partition("=")
        unit = f"tape{number}"
        if not isinstance(units.get(unit), TapeDrive) or not name:
            raise RefusedError("--tape", f"{text!r}; expected a unit and a file, such as 1=A.tap")
        path = Path(name)
        if unit in found:
            raise RefusedError("--tape", f"{text!r}; unit {number} has one already, expected one")
        there = not blank or file_exists(path)
        if there:
            tape = read_tape(read_file(path), path.name)
        else:
            check_writable(path)
            tape = Tape(path.name, ())
            write_tape(tape, path.name)  # refuses a name that is none of a tape's
        found[unit] = MountedTape(tape, path, not there or os.access(path, os.W_OK))
    return found


def mount(session: Session, exhibit: str, unit: str, reel: MountedTape) -> None:
    """Put a reel on its unit and make it ready, as an operator would.  Raises RefusedError."""
    session.act(exhibit, f"{unit}.file_protect", int(not reel.ring))
    session.act(exhibit, f"{unit}.mount", tape_value(reel.tape))
    for button in ("load_rewind", "start"):
        session.act(exhibit, f"{unit}.{button}", 1)
        session.act(exhibit, f"{unit}.{button}", 0)
        if button == "load_rewind":
            session.advance(exhibit, LOAD_US)


def modified_tapes(units: Iterable[object]) -> dict[str, Tape]:
    """The tapes that were written on, whole, by their units."""
    drives = (unit for unit in units if isinstance(unit, TapeDrive))
    found = {unit.name: unit.tape() for unit in drives if unit.written}
    return {name: tape for name, tape in found.items() if tape is not None}


def save_tapes(tapes: Mapping[str, Tape], found: Mapping[str, MountedTape]) -> None:
    """Put what was written on tapes into their files.  Raises RefusedError."""
    for unit, tape in tapes.items():
        path = found[unit].path
        replace_file(path, write_tape(tape, path.name))
