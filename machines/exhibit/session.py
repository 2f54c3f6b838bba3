"""A run of the museum: its exhibits, and the log from which the same run can be had again.

Every act of an operator is written down, at the exhibit's own time, before the exhibit takes it; so
is an act that is then refused, for it is refused again when it is replayed.  When a play (a move of
a game) is finished a mark is written, and on a clean close an end; both may carry the digest of the
exhibit's state, which a replay must meet.  Nothing here knows a file or a clock: lines go to a sink
that is handed in, times are the exhibits' own.

A log is text, one line each of

    {"line":"open", ...}    format, program version, seeds, and every exhibit's snapshot, base64
    {"line":"act", ...}     exhibit, control, value (a medium by its content), at (microseconds)
    {"line":"play", ...}    exhibit, plays finished so far, at, digest or nothing
    {"line":"end", ...}     at and digest of every exhibit

and behind each, after a blank, eight hexadecimal digits: the CRC-32 of all lines' JSON so far, so
that a lost or doubled line is noticed as a changed one is.  A last line without its newline was
torn when the computer stopped, and is dropped.

A log from elsewhere is not believed.  Its size, its times and the stretches between them have
bounds; a snapshot in it is checked field by field and tried out (:func:`restore_exhibits`); what an
exhibit can't do with the rest of it is a refusal by line, as is what ``still`` gives up.
"""

import base64
import contextlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Value
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event, Exhibit, View

FORMAT = 1
"""Of the log."""

Still = Callable[[str, int], None]
CHUNK_US = 10_000_000
"""A long stretch is replayed in pieces, so that whoever waits for it can be told, or give up."""
MOST_BYTES = 64 << 20
MOST_LINES = 4_000_000
"""Of a log: some hundred bytes a line."""
LONGEST_LINE = 16 << 20
"""Bytes of a line after the first, which holds snapshots: a medium may be long."""
MOST_STRETCH_US = 400 * 86_400_000_000
"""Of an exhibit's time between two lines: a day flat out brings a year."""
TRIED_US = 20_000_000
"""So long a state from a log is tried out."""
Sink = Callable[[str], None]
"""Takes one line of the log, without its newline; when it returns, the line is safe.  It raises
RefusedError, and nothing of the line is kept, when it can't take it."""


class Opening(msgspec.Struct, frozen=True, tag_field="line", tag="open"):
    """The first line: where the run began."""

    log: int
    program: str
    seeds: dict[str, int]
    snapshots: dict[str, str]  # Each exhibit's snapshot, base64


class Play(msgspec.Struct, frozen=True, tag_field="line", tag="play", omit_defaults=True):
    """A play was finished."""

    exhibit: str
    plays: int
    at_us: int = msgspec.field(name="at")
    digest: str = ""


class End(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    """The run was closed."""

    at: dict[str, int]
    digest: dict[str, str]


Line = Opening | Event | Play | End
_DECODER = msgspec.json.Decoder(Line)


def write_line(line: Line, crc: int) -> tuple[str, int]:
    """A line as text, and the checksum to go on with; ``crc`` is that of the lines before."""
    text = msgspec.json.encode(line)
    crc = zlib.crc32(text, crc)
    return f"{text.decode()} {crc:08x}", crc


def read_line(text: bytes, crc: int, where: str) -> tuple[Line, int]:
    """The line in ``text`` (no newline), and the checksum to go on with.

    Raises RefusedError naming ``where`` if the checksum or the form is wrong.
    """
    body, _, check = text.rpartition(b" ")
    crc = zlib.crc32(body, crc)
    if check != b"%08x" % crc:
        raise RefusedError(
            where, f"the checksum is {check[:20].decode(errors='replace')!r}; expected '{crc:08x}'"
        )
    try:
        return _DECODER.decode(body), crc
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusedError(where, f"not a line of a session's log: {error}") from error


@dataclass(frozen=True)
class Log:
    """A log as it was read."""

    name: str
    opening: Opening
    lines: tuple[Line, ...]  # All lines after the opening
    torn: bool = False  # Whether a last line was dropped because it was torn
    damage: str = ""  # Why reading stopped early, if it did


def read_log(data: bytes, name: str, up_to_damage: bool = False) -> Log:
    """A whole log.

    A damaged line is refused by its number, or, ``up_to_damage``, ends the log there.  Raises
    RefusedError as well for a log without an opening or of another format.
    """
    lines: list[Line] = []
    crc = 0
    damage = ""
    if len(data) > MOST_BYTES or data.count(b"\n") > MOST_LINES:
        raise RefusedError(name, f"is longer than {MOST_BYTES} bytes or {MOST_LINES} lines")
    *whole, rest = data.split(b"\n")
    for number, text in enumerate(whole, start=1):
        where = f"{name}, line {number}"
        try:
            if number > 1 and len(text) > LONGEST_LINE:
                raise RefusedError(where, f"is longer than {LONGEST_LINE} bytes")
            line, crc = read_line(text, crc, where)
        except RefusedError as refusal:
            if not (up_to_damage and lines):
                raise
            damage = str(refusal)
            break
        lines.append(line)
    if not lines or not isinstance(lines[0], Opening):
        raise RefusedError(f"{name}, line 1", "is not the opening line of a session's log")
    if lines[0].log != FORMAT:
        raise RefusedError(
            f"{name}, line 1", f"is of log format {lines[0].log}; expected format {FORMAT}"
        )
    return Log(name, lines[0], tuple(lines[1:]), bool(rest), damage)


class Session:
    """Exhibits that are being operated, and their log.

    A new session writes its opening line to ``sink`` at once; ``seeds`` are written there for a
    reader's sake (the snapshots hold the generators themselves).
    """

    def __init__(
        self,
        exhibits: Mapping[str, Exhibit],
        sink: Sink,
        seeds: Mapping[str, int] | None = None,
        program: str = "",
    ) -> None:
        self.exhibits = dict(exhibits)
        self._views: dict[str, View] = {}
        """Of the exhibits that were looked at since anything happened to them."""
        self.lines = 0
        """Lines written so far."""
        self.crc = 0
        for exhibit in self.exhibits.values():
            exhibit.log_begins()
        self.snapshots = {name: exhibit.snapshot() for name, exhibit in self.exhibits.items()}
        """Each exhibit's last snapshot, as the opening or the last weighed mark has it."""
        self._sink = sink
        self._marked = {name: exhibit.plays for name, exhibit in self.exhibits.items()}
        self._ended = False
        text = {name: base64.b64encode(data).decode() for name, data in self.snapshots.items()}
        self._write(Opening(FORMAT, program, dict(seeds or {}), text))

    def _write(self, line: Line) -> None:
        text, crc = write_line(line, self.crc)
        self._sink(text)  # may refuse: then nothing was written
        self.crc = crc
        self.lines += 1

    def exhibit(self, name: str) -> Exhibit:
        """The exhibit of that name.  Raises RefusedError if it isn't on the floor."""
        if name not in self.exhibits:
            raise RefusedError(name, f"no such exhibit here; there are {', '.join(self.exhibits)}")
        return self.exhibits[name]

    def act(self, name: str, control: str, value: Value) -> None:
        """One act of the operator, now.

        It is in the log before the exhibit takes it.  Raises RefusedError as the exhibit does, or
        with nothing done if the log can't take it.
        """
        exhibit = self.exhibit(name)
        event = Event(name, control, value, exhibit.now_us)
        self._write(event)
        try:
            exhibit.operate(event)
        finally:
            self._views.pop(name, None)

    def advance(self, name: str, us: int) -> None:
        """Let ``us`` microseconds of an exhibit's time pass."""
        self.exhibit(name).advance(us)
        self._views.pop(name, None)

    def view(self, name: str) -> View:
        """What is to be seen of an exhibit; made when somebody looks, for that takes longer than a
        short slice does."""
        if name not in self._views:
            self._views[name] = self.exhibit(name).view()
        return self._views[name]

    def finished(self, name: str) -> bool:
        """Whether a play was finished since the last mark."""
        return self.exhibit(name).plays != self._marked[name]

    def mark(self, name: str, weigh: bool = True) -> None:
        """Write down that this moment was reached.

        ``weigh`` takes a snapshot too and writes its digest, which a replay must meet; without it
        a replay still comes to this moment.
        """
        exhibit = self.exhibit(name)
        self._marked[name] = exhibit.plays
        digest = ""
        if weigh:
            self.snapshots[name] = exhibit.snapshot()
            digest = snapshot.digest(self.snapshots[name])
        self._write(Play(name, self._marked[name], exhibit.now_us, digest))

    def end(self) -> None:
        """Close the run: its last line.  Idempotent."""
        if self._ended:
            return
        self.snapshots = {name: exhibit.snapshot() for name, exhibit in self.exhibits.items()}
        at = {name: exhibit.now_us for name, exhibit in self.exhibits.items()}
        self._write(End(at, {n: snapshot.digest(data) for n, data in self.snapshots.items()}))
        self._ended = True


@dataclass
class Replayed:
    """How a replay went."""

    acts: int = 0
    met: int = 0
    """Digests that agreed."""
    missed: list[str] = field(default_factory=list)
    """Where the state was another than the log says, in words."""
    listing: str = ""
    """What the printers printed, sheet after sheet, the paper since torn off first."""

    @property
    def agrees(self) -> bool:
        """Whether every digest in the log was met."""
        return not self.missed


def restore_exhibits(exhibits: Mapping[str, Exhibit], log: Log) -> None:
    """Put exhibits where the log opens, each after its state has been tried out.

    Raises RefusedError for one that isn't here, and for a state that it can't be in.
    """
    where = f"{log.name}, line 1"
    for name, text in log.opening.snapshots.items():
        if name not in exhibits:
            raise RefusedError(where, f"tells of an exhibit {name!r} that isn't on this floor")
        try:
            restore_foreign(exhibits[name], base64.b64decode(text, validate=True))
        except RefusedError as refusal:
            raise RefusedError(where, f"the snapshot of {name} {refusal.what}") from refusal
        except ValueError as error:
            raise RefusedError(where, f"the snapshot of {name} is not base64: {error}") from error


def restore_foreign(exhibit: Exhibit, data: bytes) -> None:
    """Take a state from elsewhere: it runs a little first, and shows what there is to see.

    Raises RefusedError, and the exhibit is as before, for a state that it can't be in.
    """
    before = exhibit.snapshot()
    try:
        exhibit.restore(data)
        exhibit.advance(TRIED_US)
        exhibit.view()
        exhibit.restore(data)
    except RefusedError:
        exhibit.restore(before)
        raise
    except Exception as error:  # a state that can't be may lead to anything
        exhibit.restore(before)
        fault = f"{type(error).__name__}: {error}"
        raise RefusedError(exhibit.name, f"is a state that can't be ({fault})") from error


def replay_lines(
    exhibits: Mapping[str, Exhibit],
    lines: Iterable[Line],
    name: str = "log",
    first: int = 2,
    still: Still = lambda _where, _left_us: None,
) -> Replayed:
    """Do again what ``lines`` (from line ``first`` of log ``name`` on) say, to the last of them.

    ``still`` is called now and then, with the line that is come to and the microseconds of the
    exhibit's time that it is away, and may raise to give up.  Raises RefusedError, by line, for
    what can't have happened to these exhibits.
    """
    done = Replayed()
    torn = {id(printer): printer.torn for printer in _printers(exhibits)}
    for number, line in enumerate(lines, start=first):
        where = f"{name}, line {number}"
        if isinstance(line, Opening):
            raise RefusedError(where, "opens a second session; expected one opening, in line 1")
        times = line.at if isinstance(line, End) else {line.exhibit: line.at_us}
        for exhibit, at in times.items():
            if exhibit not in exhibits:
                raise RefusedError(where, f"no such exhibit {exhibit!r} on this floor")
            _come_to(exhibits[exhibit], at, where, still)
        if isinstance(line, Event):
            done.acts += 1
            # What is refused was refused then, too, and what it left is the same.
            with _faults(where), contextlib.suppress(RefusedError):
                exhibits[line.exhibit].operate(line)
            for printer in _printers({line.exhibit: exhibits[line.exhibit]}):
                if printer.torn != torn[id(printer)]:
                    torn[id(printer)] = printer.torn
                    done.listing += printer.torn_paper.text()
        else:
            digests = line.digest if isinstance(line, End) else {line.exhibit: line.digest}
            _compare(exhibits, digests, where, done)
    done.listing += "".join(printer.paper.text() for printer in _printers(exhibits))
    return done


def _printers(exhibits: Mapping[str, Exhibit]) -> list[LinePrinter | Teleprinter]:
    units = [unit for exhibit in exhibits.values() for unit in exhibit.units.values()]
    return [unit for unit in units if isinstance(unit, LinePrinter | Teleprinter)]


def _come_to(exhibit: Exhibit, at: int, where: str, still: Still) -> None:
    if at < exhibit.now_us:
        raise RefusedError(where, f"goes back in time: at {at} after {exhibit.now_us}")
    if at - exhibit.now_us > MOST_STRETCH_US:
        raise RefusedError(where, f"is at {at}, more than 400 days after {exhibit.now_us}")
    while exhibit.now_us < at:
        with _faults(where):
            exhibit.advance(min(CHUNK_US, at - exhibit.now_us))
        still(where, at - exhibit.now_us)


@contextlib.contextmanager
def _faults(where: str) -> Iterator[None]:
    """What an exhibit can't do is the log's fault: it tells of what wasn't."""
    try:
        yield
    except RefusedError:
        raise
    except Exception as error:  # what can't have been may lead to anything
        fault = f"{type(error).__name__}: {error}"
        raise RefusedError(where, f"tells of what can't have happened ({fault})") from error


def _compare(
    exhibits: Mapping[str, Exhibit], digests: Mapping[str, str], where: str, done: Replayed
) -> None:
    for name, expected in digests.items():
        if not expected or name not in exhibits:
            continue
        found = snapshot.digest(exhibits[name].snapshot())
        if found == expected:
            done.met += 1
        else:
            done.missed.append(f"{where}: {name} is at {found}; the log says {expected}")


def replay(
    exhibits: Mapping[str, Exhibit],
    log: Log,
    still: Still = lambda _where, _left_us: None,
) -> Replayed:
    """The whole log again on fresh ``exhibits``, which then stand where it ends."""
    restore_exhibits(exhibits, log)
    return replay_lines(exhibits, log.lines, log.name, still=still)
