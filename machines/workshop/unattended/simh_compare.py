"""``run704 --simh FILE.ini --compare``: the script on SIMH's IBM 704 as well, the first difference.

Both machines do the script on media of their own: SIMH in a folder of copies.  At each stop their
registers and all storage are compared; at the end what they punched and wrote on tape.  Where a
stop differs both run once more with a history of their instructions, so that the first instruction
is named after which they differ.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from devices.media.deck import open_deck
from devices.media.file_kinds import Kind
from devices.media.tape import Item, SpoiledTapeError
from devices.media.tape_files import open_tape
from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.assembler import disassemble
from machines.ibm704.debugger.observer import Row
from machines.ibm704.operations import decode
from machines.storage.files import file_exists, read_file
from machines.workshop.unattended.simh import SimhSession, Stop, new_operator
from machines.workshop.unattended.simh_script import (
    ENDING,
    REGISTERS,
    RUNNING,
    Line,
    attached,
    read_script,
    storage_of,
    word_text,
)

PROGRAM = "i704"
LONGEST_S = 300.0
"""So long SIMH may take."""
MOST_ROWS = 1_000_000
"""Of SIMH's history."""
MARK = "===STOP==="
COMPARED = ("IC", "AC", "MQ", "XR[1]", "XR[2]", "XR[4]", "SL", "TM", "ACOVF", "MQOVF", "DVC")


# -- SIMH ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SimhStop:
    """What SIMH says at a stop."""

    registers: dict[str, int]
    storage: dict[int, int]
    rows: list[tuple[int, ...]]
    """Location, AC, MQ and index registers before each instruction of its history."""


def with_copies(script: Sequence[Line], folder: Path) -> list[Line]:
    """The script with copies of its files, which are put into ``folder``; up to ``exit``."""
    found = []
    for line in script:
        if line.command in ENDING:
            break
        if line.command == "attach":
            unit, _, path = attached(line)
            copies = []
            for part in str(path).split(",") if unit == "cdr" else [str(path)]:
                copy = folder / f"{unit}-{Path(part).name}"
                if file_exists(Path(part)) and not copy.exists():
                    copy.write_bytes(read_file(Path(part)))
                copies.append(str(copy))
            before = 1 + ("f" in line.switches)
            words = (*line.words[:before], ",".join(copies))
            switches = f" -{line.switches}" if line.switches else ""
            text = f"attach{switches} {' '.join(words)}"
            line = replace(line, text=text, words=words)
        elif line.command == "load" and line.words:
            copy = folder / Path(line.words[0]).name
            copy.write_bytes(read_file(Path(line.words[0])))
            line = replace(line, text=f"load {copy}", words=(str(copy),))
        found.append(line)
    return found


def run_simh(script: Sequence[Line], folder: Path, rows: bool) -> list[SimhStop]:
    """SIMH's stops.  Raises RefusedError where it isn't there or doesn't come to its end."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise RefusedError(
            "--compare",
            f"there is no {PROGRAM} on the PATH: SIMH's IBM 704, which 'make i704' builds",
        )
    size = storage_of(script)
    lines = [f"set cpu history={MOST_ROWS}"] if rows else []
    for line in script:
        lines.append(line.text)
        if line.command in RUNNING:
            lines += [f"echo {MARK}", "examine state", f"examine 0-{size - 1:o}"]
            lines += ["show cpu history"] if rows else []
    (folder / "script.ini").write_text("\n".join([*lines, "quit", ""]))
    try:
        done = subprocess.run(
            [program, "script.ini"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RefusedError(PROGRAM, f"is not at its end after {LONGEST_S:,.0f} s") from None
    return [_stop(part) for part in done.stdout.decode(errors="replace").split(MARK)[1:]]


_REGISTER = re.compile(r"^(\w+(?:\[\d\])?):\t([0-7]+)\s*$", re.MULTILINE)
_WORD = re.compile(r"^([0-7]+):\t ([ -])([0-7]{12})", re.MULTILINE)
_ROW = re.compile(
    r"^([0-7]{6}) ([ -QP]{3})([0-7]{12}) ([ -])([0-7]{12}) [0-7]{6}.[ -][0-7]{12}"
    r" ([0-7]{5}) ([0-7]{5}) ([0-7]{5})",
    re.MULTILINE,
)


def _stop(text: str) -> SimhStop:
    registers = {name: int(value, 8) for name, value in _REGISTER.findall(text)}
    last = {f"XR[{n}]": registers.get(f"XR[{n}]") for n in range(8)}
    for n in range(1, 8):  # "XR[3]-XR[7]: same as above"
        before = last[f"XR[{n - 1}]"]
        now = last[f"XR[{n}]"]
        last[f"XR[{n}]"] = before if now is None else now
    registers |= {name: value for name, value in last.items() if value is not None}
    storage = {
        int(place, 8): int(word, 8) | (sign == "-") << 35
        for place, sign, word in _WORD.findall(text)
    }
    return SimhStop(registers, storage, [_row(*groups) for groups in _ROW.findall(text)])


def _row(ic: str, flags: str, ac: str, sign: str, mq: str, *index: str) -> tuple[int, ...]:
    upper = ("-" in flags) << 2 | ("Q" in flags) << 1 | ("P" in flags)
    accumulator = upper << 35 | int(ac, 8)
    multiplier = (sign == "-") << 35 | int(mq, 8)
    return (int(ic, 8), accumulator, multiplier, *(int(xr, 8) for xr in index))


# -- the comparison --------------------------------------------------------------------------------


def compare(args: argparse.Namespace) -> int:
    """Do the script on both; 0 where they agree.  Raises RefusedError for the first difference."""
    path = Path(args.simh)
    script = read_script(path)
    with tempfile.TemporaryDirectory(prefix="simh-") as folder:
        here, there = Path(folder) / "here", Path(folder) / "there"
        here.mkdir()
        there.mkdir()
        theirs = run_simh(with_copies(script, there), there, rows=False)
        own = with_copies(script, here)
        session = SimhSession(new_operator(own, args), here)
        session.do_all(own)
        for number, (stop, simh) in enumerate(zip(session.stops, theirs, strict=False), start=1):
            if found := differences(stop, simh):
                first = _first_instruction(script, stop.line, args)
                what = f"stop {number}, after '{stop.line.text}': {'; '.join([*found, first])}"
                raise RefusedError(stop.line.where, what)
        if len(session.stops) != len(theirs):
            count = f"{len(session.stops)} stops here, {len(theirs)} in SIMH"
            raise RefusedError(path.name, f"{count}; those of both are alike")
        written = list(_different_media(own, here, there))
        if written:
            raise RefusedError(path.name, "; ".join(written))
    machine = session.machine
    print(
        f"SIMH agrees: {len(theirs)} stops in {int(machine.words[at.CYCLES]):,} cycles, "
        f"{len(COMPARED)} registers and {len(machine.state.storage):,} words at each"
    )
    return 0


def differences(stop: Stop, simh: SimhStop) -> list[str]:
    """What differs at a stop, in words."""
    found = [
        f"{name} is {REGISTERS[name].text(stop.registers[name])} here, "
        f"{REGISTERS[name].text(simh.registers[name])} in SIMH"
        for name in COMPARED
        if stop.registers[name] != simh.registers.get(name)
    ]
    places = [n for n, word in simh.storage.items() if word != int(stop.storage[n])]
    if places:
        n = places[0]
        found.append(
            f"{len(places):,} of {len(stop.storage):,} words differ, the first at {n:05o}: "
            f"{word_text(int(stop.storage[n])).strip()} here, {word_text(simh.storage[n]).strip()} "
            "in SIMH"
        )
    return found


def _different_media(script: Iterable[Line], here: Path, there: Path) -> Iterator[str]:
    """What was punched or written on tape otherwise.

    SIMH punches no blank card where WPU is given no word, and leaves on a tape what lay behind the
    record written last; the 704 feeds the card, and its tape ends there.
    """
    for line in script:
        unit, kind, path = attached(line) if line.command == "attach" else ("", None, Path())
        files = [folder / path.name for folder in (here, there)]
        if unit == "cdp":
            decks = [open_deck(read_file(file), file.name, kind).deck.cards for file in files]
            cards = [[card for card in deck if not card.is_blank] for deck in decks]
            yield from _unlike("cards punched", *cards)
        elif unit.startswith("mt") and "r" not in line.switches and all(map(file_exists, files)):
            ours, theirs = (_items(file, kind) for file in files)
            yield from _unlike(f"records and marks on {unit}", ours, theirs[: len(ours)])


def _items(path: Path, kind: Kind | None) -> Sequence[Item]:
    """A tape's records and marks, as far as they are whole."""
    try:
        return open_tape(read_file(path), path.name, kind or "tap").tape.items
    except SpoiledTapeError as fault:
        return fault.whole.items


def _unlike(what: str, ours: Sequence[object], theirs: Sequence[object]) -> Iterator[str]:
    pairs = enumerate(zip(ours, theirs, strict=False), start=1)
    if n := next((n for n, (one, other) in pairs if one != other), 0):
        yield f"{what}: number {n} differs"
    elif len(ours) != len(theirs):
        yield f"{what}: {len(ours):,} here, {len(theirs):,} in SIMH"


# -- the first instruction that differs ------------------------------------------------------------


def _first_instruction(script: list[Line], last: Line, args: argparse.Namespace) -> str:
    """The instruction after which both differ, found by their histories."""
    wanted = script[: script.index(next(line for line in script if line.where == last.where)) + 1]
    rows: list[Row] = []

    def take(fresh: Iterator[Row]) -> bool:
        rows.extend(fresh)
        return len(rows) < MOST_ROWS

    with tempfile.TemporaryDirectory(prefix="simh-") as folder:
        simh = run_simh(with_copies(wanted, Path(folder)), Path(folder), rows=True)[-1].rows
    with tempfile.TemporaryDirectory(prefix="simh-") as folder:
        own = with_copies(wanted, Path(folder))
        session = SimhSession(new_operator(own, args), Path(folder), say=lambda line: None)
        session.debugger.observer.take_rows, session.rows_wanted = take, True
        session.do_all(own)
    if len(simh) == MOST_ROWS:
        return f"it may lie before SIMH's last {MOST_ROWS:,} instructions, which are all it keeps"
    return first_difference(rows, simh)


def first_difference(rows: Sequence[Row], simh: Sequence[tuple[int, ...]]) -> str:
    """Which instruction it is, of the rows after each here and before each in SIMH."""
    here = [(row.next, row.accumulator, row.mq, *row.index) for row in rows]
    both = enumerate(zip(here, simh[1:], strict=False))
    n = next((n for n, (ours, after) in both if ours != after), None)
    if n is None:
        return f"the first {min(len(rows), len(simh)):,} instructions are alike"
    row, ours, after = rows[n], here[n], simh[n + 1]
    where = f"{row.location:05o} {disassemble(row.word, octal=True)}"
    names = ("IC", *COMPARED[1:6])
    parts = [
        f"{name} {REGISTERS[name].text(a)} here, {REGISTERS[name].text(b)} in SIMH"
        for name, a, b in zip(names, ours, after, strict=True)
        if a != b
    ]
    found = f"first after instruction {n + 1:,}, {where}: {', '.join(parts)}"
    return f"{found} {known_deviation(row, simh[n])}".rstrip()


def known_deviation(row: Row, before: tuple[int, ...]) -> str:
    """What is known of SIMH where it differs after this instruction; empty if nothing is.

    ``before``: location, AC, MQ and index registers before it.  The 704's side is that of a
    gate-level model (docs/sources/ibm704.md).
    """
    operation = decode(row.word)
    name = "" if operation is None else operation.mnemonic
    ac, index, tag = before[1], before[3:], row.word >> 15 & 7
    tagged = np.bitwise_or.reduce([xr for bit, xr in enumerate(index) if tag >> bit & 1] or [0])
    count = int(row.word - tagged) & 0o377
    q = bool(ac >> 36 & 1)
    known = {
        "SIMH takes the count of ARS modulo 64": name == "ARS" and count >= 64,
        "SIMH rounds a negative AC algebraically": name == "RND" and bool(ac >> 37),
        "SIMH loses Q in a shift by no places": name in ("LLS", "ALS") and count == 0 and q,
        "SIMH compares wrongly with Q on": name == "TLQ" and q,
        "SIMH adds unlike signs as the 7090": name in ("FAD", "FSB", "UFA", "UFS"),
        "SIMH divides without clearing the MQ": name in ("FDP", "FDH"),
        "SIMH makes a zero of a product with a zero word": name in ("UFM", "FMP"),
    }
    return next((f"(known: {text})" for text, is_it in known.items() if is_it), "")
