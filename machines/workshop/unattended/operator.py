"""The unattended operator: works the controls when nobody is there.

Media are put into their units, what must be pressed is pressed, and what is printed is given on
row by row, once the paper has left the row, and kept.  Everything goes through a session, as a
visitor's acts do, so that a run can be logged and replayed.  Where a person would have to think (a
card to be corrected, a hopper run empty before END) the run ends and says what is wrong, and
where.

:class:`UnattendedOperator` is told by each exhibit what differs; :func:`run_deck` is what the
commands that feed decks share (their options: commands/_deck_options.py): Ctrl-C, the listing's
file, the session's log, tapes, the exit status.
"""

import argparse
import contextlib
import os
import shutil
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from devices.interruptions import Interrupted, interruptions
from devices.media.deck import deck_value
from devices.media.file_kinds import Kind
from devices.media.paper import text_of_lines
from devices.media.tape import Tape, tape_value
from devices.media.tape_files import write_tape
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader, FedCard
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.tape_travel import END_OF_TAPE_MIL
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Value
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Session, Sink
from machines.museum.sessions.session_store import LogFile
from machines.museum.worker.worker import TimeBudget
from machines.storage import files
from machines.storage.events.follower import ExhibitFollower, open_events
from machines.storage.events.stream import STANDARD_OUTPUT, EventStream
from machines.storage.media_files import read_deck_file, read_tape_file
from machines.storage.telling import tell_for_now, tell_user

if TYPE_CHECKING:
    from machines.museum.panel.headless_panel import HeadlessPanel

    Beside = Callable[[Session], contextlib.AbstractContextManager[HeadlessPanel | None]]

PROGRESS_S = 0.1
LOAD_US = 5_000_000
"""A tape unit lowers its tape into the columns and finds the load point in less."""


# -- the operator ----------------------------------------------------------------------------------


class UnattendedOperator(ABC):
    """Whoever works an exhibit while the operator is away; ``lamps``: somebody looks at them."""

    slice_us: ClassVar[int]
    """The most machine time let pass at once ..."""
    paced_us: ClassVar[int]
    """... and where somebody looks or touches, so that slices go by real time."""
    long_reels = False
    """Whether its tape units take reels of ten times the length."""

    def __init__(self, exhibit: Exhibit, sink: Sink, lamps: bool = False) -> None:
        self.name = exhibit.name
        self.session = Session({exhibit.name: exhibit}, sink)
        self._pace = TimeBudget() if lamps else None
        self._text = next(
            text for unit in exhibit.units.values() if (text := _printed_by(unit)) is not None
        )
        self._runs = True

    def run(self, each: Callable[[], bool]) -> str:
        """Let the machine run; why it stopped before END, empty if it came to it.

        ``each`` is called after every slice and says whether to go on.
        """
        self._runs = True
        try:
            return self._run(each)
        finally:
            self.end_run()

    def _run(self, each: Callable[[], bool]) -> str:
        exhibit = self.session.exhibit(self.name)
        while True:
            if (over := self._over()) is not None:
                return over
            self._slice()
            self._tend()
            if not each():
                return "interrupted"
            if not exhibit.busy and (stopped := self._stopped()) is not None:
                return stopped

    def _slice(self) -> None:
        """Let time pass: where somebody looks, in slices of real time, as a window has them."""
        advance = partial(self.session.advance, self.name)
        if self._pace is None:
            advance(self._most_us(self.slice_us))
        else:
            self._pace.advance(self._most_us(self.paced_us), advance)

    def _most_us(self, us: int) -> int:
        """``us``, or less where less is left."""
        return us

    def _over(self) -> str | None:
        """Why the run ends before the next slice; None: it goes on."""
        return None

    def _tend(self) -> None:
        """Do what is to be done between two slices."""
        if self.session.finished(self.name):
            self.session.mark(self.name, weigh=False)

    @abstractmethod
    def _stopped(self) -> str | None:
        """The machine stands: what stopped it, empty at the end; None: it was started again."""

    def end_run(self) -> None:
        """Nothing more will be printed: the row under the wheels is given out as it stands."""
        self._runs = False

    def printed(self) -> str:
        """What has been printed since this was last asked; of a row that may still be printed on
        nothing, until the run is over."""
        return self._text.more(last=not self._runs)

    @abstractmethod
    def progress(self) -> str:
        """How far it is, on one line."""

    def act(self, control: str, value: Value) -> None:
        """One act of the operator.  Raises RefusedError."""
        self.session.act(self.name, control, value)

    def press(self, control: str) -> None:
        """Press a button and let it go.  Raises RefusedError."""
        self.act(control, 1)
        self.act(control, 0)

    def prepare(
        self, tapes: Mapping[str, "MountedTape"], switches: Sequence[int] = (), deck: str = ""
    ) -> None:
        """Tapes on their units, sense switches down, a deck in the reader.  Raises RefusedError."""
        for unit, reel in tapes.items():
            self.mount(unit, reel)
        for switch in switches:
            self.act(f"console.sense.{switch}", 1)
        if deck:
            self.act("reader.hopper", deck)
            self.press("reader.start")

    # -- tapes

    def mount(self, unit: str, reel: "MountedTape") -> None:
        """Put a reel on its unit and make it ready.  Raises RefusedError."""
        self.act(f"{unit}.file_protect", int(not reel.ring))
        if self.long_reels:
            self.act(f"{unit}.long_reel", 1)
        try:
            self.act(f"{unit}.mount", tape_value(reel.tape))
        except RefusedError as refusal:
            if self.long_reels or reel.tape.length_mil() <= END_OF_TAPE_MIL:
                raise
            raise RefusedError(refusal.where, f"{refusal.what}; --reel long takes it") from None
        self.press(f"{unit}.load_rewind")
        self.session.advance(self.name, LOAD_US)
        self.press(f"{unit}.start")

    def modified_tapes(self) -> dict[str, Tape]:
        """The tapes that were written on, whole, by their units."""
        units = self.session.exhibit(self.name).units.values()
        drives = [unit for unit in units if isinstance(unit, TapeDrive) and unit.written]
        return {unit.name: tape for unit in drives if (tape := unit.tape()) is not None}

    def save_tapes(self, mounted: Mapping[str, "MountedTape"]) -> None:
        """Put what was written on tapes into their files.  Raises RefusedError."""
        for unit, tape in self.modified_tapes().items():
            path = mounted[unit].path
            files.replace_file(path, write_tape(tape, path.name, mounted[unit].kind))


def no_end_card(reader: CardReader) -> str:
    """What is said where the hopper is empty and no END card has come; some card has."""
    if reader.last is None:
        raise ValueError("no card was read")
    missing = FedCard(reader.last.card, reader.last.deck, reader.last.number + 1)
    return f"{missing.where()}, column 1: the hopper is empty and no END card has come"


class PrinterText:
    """What a 716 prints, as text, bit by bit.

    The line under the wheels is kept back, for it may be printed over, until the paper has moved
    on; ``last`` gives it out."""

    def __init__(self, printer: LinePrinter) -> None:
        self.printer = printer
        self._count = self._row = 0

    def more(self, last: bool = False) -> str:
        """What was printed since, and stands as it will stay."""
        paper = self.printer.paper
        held = paper.line_is_open and not last
        lines = paper.lines[self._count : len(paper.lines) - held]
        text = text_of_lines(lines, self._row, paper.form_rows)
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


def _printed_by(unit: object) -> PrinterText | TeleprinterText | None:
    if isinstance(unit, LinePrinter):
        return PrinterText(unit)
    return TeleprinterText(unit) if isinstance(unit, Teleprinter) else None


# -- a command's run -------------------------------------------------------------------------------


@dataclass
class DeckOutputs:
    """Where the listing and the log go."""

    paper: Path | None
    log: LogFile | None
    events: EventStream | None = None
    lamps_a_second: int = 0

    @classmethod
    def of(cls, args: argparse.Namespace) -> "DeckOutputs":
        """As ``--listing`` and ``--log`` say; raises RefusedError where nothing can be put."""
        tapes = {f"--tape {text}": text.partition("=")[2] or None for text in args.tape}
        places = {"--deck": args.deck, "--listing": args.listing, "--log": args.log}
        if args.events != STANDARD_OUTPUT:
            places["--events"] = args.events
        places["--panel-record"] = getattr(args, "panel_record", None)
        files.check_apart({**places, **tapes})
        paper, log = (None if name is None else Path(name) for name in (args.listing, args.log))
        if paper is not None:
            files.check_writable(paper, usual=files.TEXT)
        if log is not None:
            files.check_writable(log, begins=files.LOG)
        stream = open_events(args)
        return cls(paper, None if log is None else LogFile(log), stream, args.events_lamps)

    @property
    def lamps(self) -> bool:
        """Whether somebody follows the lamps."""
        return self.events is not None and self.lamps_a_second > 0

    def follow(self, exhibit: Exhibit) -> Callable[[], None]:
        """What tells of an exhibit, to be called after each slice."""
        if self.events is None:
            return lambda: None
        return partial(ExhibitFollower(self.events, exhibit, self.lamps_a_second).look, exhibit)

    def sink(self, line: str) -> None:
        """Takes a line of the session's log."""
        if self.log is not None:
            self.log(line)


def deck_in(args: argparse.Namespace) -> str:
    """The deck in the file of ``--deck``, as a value.  Raises RefusedError."""
    return deck_value(read_deck_file(Path(args.deck), args.strict))


def run_deck(
    operator: UnattendedOperator,
    load: Callable[[], None],
    outlets: DeckOutputs,
    name: str,
    kept: Callable[[], str] = str,
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

    session = operator.session
    with interruptions() as interrupted:
        try:
            with beside(session) if beside else contextlib.nullcontext() as panel:
                tell_events = outlets.follow(session.exhibit(operator.name))
                load()
                why = _watch(operator, give, interrupted, panel, tell_events)
            session.end()
        except BrokenPipeError:
            tell_user(f"{name}: nobody reads the listing any more{kept()}")
            raise
        except RefusedError as refusal:  # the log's, where something is under way
            raise RefusedError(refusal.where, f"{refusal.what}{kept()}") from refusal
        finally:
            with contextlib.suppress(RefusedError):  # then it has been refused above
                session.end()
            if outlets.log is not None:
                outlets.log.close()
            if outlets.events is not None:
                outlets.events.close()
            if outlets.paper is not None:
                files.replace_file(outlets.paper, "".join(text).encode())
        where = kept() if why else ""
    if interrupted:
        tell_user(f"{name}: interrupted{where}")
        raise Interrupted(interrupted[0])
    if why:
        raise RefusedError("", f"{why}{where}")
    return 0


def _watch(
    operator: UnattendedOperator,
    give: Callable[[str], None],
    interrupted: list[int],
    panel: "HeadlessPanel | None",
    tell_events: Callable[[], None],
) -> str:
    """Run it with its lines given on and its progress told."""
    with _progress() as tell:

        def give_printed() -> None:
            more = operator.printed()
            if more:
                tell(None)
                give(more)

        def each() -> bool:
            if panel is not None:
                panel.operate()
            tell_events()
            give_printed()
            tell(operator.progress)
            return not interrupted

        try:
            return operator.run(each)
        finally:
            give_printed()


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
        tell_for_now(text[:width])

    try:
        yield tell
    finally:
        tell(None)


def panel_of_run(args: argparse.Namespace, exhibit: str) -> "Beside | None":
    """The panel that a run of the one exhibit has beside it; None: none was asked for.

    Raises RefusedError for one that it can't have.
    """
    if not args.panel and args.panel_record is None:
        return None
    from machines.museum.panel.headless_panel import headless_panel
    from machines.museum.panel.options import one_panel

    asked = one_panel(args.panel, args.panel_record, exhibit)
    return lambda session: headless_panel(asked, args.panel_record, exhibit, session)


# -- tapes -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MountedTape:
    """A tape for a unit.  A file that isn't there yet is a blank reel; one that may be written has
    its ring."""

    tape: Tape
    path: Path
    ring: bool
    kind: Kind | None = None
    """Of file that was read; None: as its name says."""


def read_tape_options(
    options: Sequence[str], units: Mapping[str, object], blank: bool = True, strict: bool = False
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
        if not blank or files.file_exists(path):
            found[unit] = tape_in(path, strict=strict)
        else:
            files.check_writable(path)
            tape = Tape(path.name, ())
            write_tape(tape, path.name)  # refuses a name that is none of a tape's
            found[unit] = MountedTape(tape, path, ring=True)
    return found


def tape_in(path: Path, kind: Kind | None = None, strict: bool = False) -> MountedTape:
    """The tape in a file, of that kind if it is known.  Raises RefusedError."""
    found = read_tape_file(path, kind, strict)
    return MountedTape(found.tape, path, os.access(path, os.W_OK), found.kind)
