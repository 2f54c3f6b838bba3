"""``run704 --simh FILE.ini``: a script for SIMH's IBM 704, done by this one and its debugger.

Commands are SIMH's, shortened as there, and answers are printed as there:

    set cpu 32k                    storage: 4k, 8k or 32k; other settings have no part here
    attach [-efnrs] UNIT FILE      cdr, cdp, lp, mt0 to mt9 (mt0 is unit 10), dr
    detach UNIT                    what was written goes to its file, as it does at the end
    load FILE                      words: .oct, .sym
    boot cdr | mt1 | dr            the LOAD buttons
    go, run [ADDRESS]; continue; step [N]; break, nobreak ADDRESS|all
    examine, deposit [-m] ADDRESS|REGISTER ...; assert REGISTER=VALUE; echo; exit

A script may read files anywhere, and write in its own folder, the current one, and below them.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from devices.interruptions import Interrupted, interruptions
from devices.media.deck import SUFFIXES, Deck, open_deck, write_deck
from devices.media.file_kinds import Kind
from devices.media.tape import Tape
from devices.media.tape_files import SUFFIXES as TAPE_SUFFIXES
from devices.media.tape_files import open_tape
from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.debugger import kernel
from machines.ibm704.debugger.breakpoints import Point
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.lines import read_word
from machines.ibm704.debugger.symbols import Symbols
from machines.ibm704.drums import DRUM_WORDS, DRUMS, Words, read_drums, write_drums
from machines.ibm704.exhibit import STORED
from machines.ibm704.machine import Phase
from machines.storage.files import TEXT, check_writable, file_exists, read_file, replace_file
from machines.storage.telling import tell_user
from machines.workshop.unattended.debugging import ProgramJob, run_to_end
from machines.workshop.unattended.ibm704 import ProgramOperator
from machines.workshop.unattended.operator import DeckOutputs, MountedTape, tape_in
from machines.workshop.unattended.simh_script import (
    ENDING,
    REGISTERS,
    SWITCHES,
    Line,
    attached,
    mirrored_bits,
    read_script,
    storage_of,
    word_text,
)

# -- the machine -----------------------------------------------------------------------------------


OUTPUTS = {"cdp": SUFFIXES, "lp": (*TEXT, ".lp"), "dr": (".drum", ".drm", ".dr")}
"""Units whose file is written anew, and how such files' names end."""


@dataclass
class Stop:
    """What the machine held when a command of the script let it stand."""

    line: Line
    registers: dict[str, int]
    storage: Words


class SimhSession:
    """A 704 at which a script's commands are done; ``say`` takes what is answered."""

    def __init__(
        self, operator: ProgramOperator, folder: Path, say: Callable[[str], None] = print
    ) -> None:
        self.operator, self.say = operator, say
        self.folders = (folder.resolve(), Path.cwd())
        operator.prepare({})
        operator.act("selector.program", STORED)
        self.debugger = Debugger(ProgramJob(operator))
        self.machine = self.debugger.job.machine
        self.reels: dict[str, MountedTape] = {}
        self.outputs: dict[str, tuple[Path, Kind | None]] = {}
        self.stops: list[Stop] = []
        self.listed = ""
        self.rows_wanted = False
        """Whether somebody takes the instructions as they are done."""
        self._do: Mapping[str, Callable[[Line], None]] = {
            "attach": self._attach,
            "detach": self._detach,
            "load": self._load,
            "examine": self._examine,
            "deposit": self._deposit,
            "boot": self._boot,
            "go": self._go,
            "run": self._go,
            "continue": self._continue,
            "step": self._step,
            "break": self._break,
            "nobreak": self._nobreak,
            "reset": self._reset,
            "set": self._set,
            "show": self._set,
            "echo": self._echo,
            "assert": self._assert,
        }

    def do_all(self, script: list[Line]) -> None:
        """Do the commands up to ``exit``; then what was written goes to its files.

        Raises RefusedError for a command that can't be done, Interrupted at Ctrl-C.
        """
        try:
            for line in script:
                if line.command in ENDING:
                    break
                try:
                    self._do[line.command](line)
                except RefusedError as refusal:
                    if refusal.where == line.where:
                        raise
                    raise line.refusal(str(refusal)) from refusal
        finally:
            self.debugger.close()
            self.operator.let_units_rest()
            self.operator.end_run()
            self._show_printed()
            for unit in (*self.outputs, *self.reels):
                self._keep(unit)

    # -- units

    def _attach(self, line: Line) -> None:
        unit, kind, path = attached(line)
        new = "n" in line.switches or not file_exists(path)
        writes = unit in ("cdp", "lp", "dr") or (unit != "cdr" and "r" not in line.switches)
        if writes and not any(path.resolve().is_relative_to(f) for f in self.folders):
            raise line.refusal("a script writes in its own folder and the current one; -r reads")
        if writes and (unit in OUTPUTS or (new and not _is_tape(path))):
            check_writable(path, usual=OUTPUTS.get(unit, TAPE_SUFFIXES))
        if unit == "cdr":
            found = [
                open_deck(read_file(Path(name)), Path(name).name, kind)
                for name in str(path).split(",")
            ]
            for note in (note for file in found for note in file.notes):
                tell_user(note)
            self._put_cards([file.deck for file in found], line)
        elif unit in ("cdp", "lp"):
            self._keep(unit)
            self.outputs[unit] = path, kind
        elif unit == "dr":
            self.outputs[unit] = path, kind
            self.operator.exhibit.drums[:] = _drums(path) if not new else 0
        else:
            name = _own_name(unit)
            self._keep(name)
            reel = MountedTape(Tape(path.name, ()), path, True, kind or "tap")
            if not new:
                reel = tape_in(path, kind)
            reel = MountedTape(reel.tape, path, "r" not in line.switches, reel.kind)
            self.operator.mount(name, reel)
            self.reels[name] = reel

    def _put_cards(self, decks: list[Deck], line: Line) -> None:
        """Into the hopper; without ``-s`` in the place of what lies there."""
        attendant = self.operator.attendant
        if "s" not in line.switches:
            attendant.decks.clear()
            if attendant.reader.hopper:
                self.operator.press("reader.empty_hopper")
        attendant.end_of_file = "last-deck" if "e" in line.switches else "never"
        attendant.decks += decks
        attendant.fill_hopper()

    def _detach(self, line: Line) -> None:
        name = _own_name(line.words[0].lower() if line.words else "")
        if name == "cdr":
            self._put_cards([], line)
        elif name in self.reels or name in self.outputs:
            self._keep(name)
            self.reels.pop(name, None)
            self.outputs.pop(name, None)
        else:
            raise line.refusal("nothing is attached there")

    def _keep(self, unit: str) -> None:
        """What was written on a unit goes to its file."""
        if unit in self.reels:
            if unit in self.operator.modified_tapes():
                self.operator.save_tapes(self.reels)
        elif unit in self.outputs:
            path, kind = self.outputs[unit]
            replace_file(path, self._written(unit, path, kind))

    def _written(self, unit: str, path: Path, kind: Kind | None) -> bytes:
        if unit == "lp":
            self._show_printed()
            text, self.listed = self.listed, ""
            return text.encode()
        if unit == "dr":
            drums = self.operator.exhibit.drums
            return write_drums(drums) if path.suffix == ".drum" else drums.astype("<u8").tobytes()
        deck = Deck(path.name, self.operator.attendant.take_punched_cards())
        is_text = kind == "text" or (kind is None and path.suffix.lower() in (".txt", ".deck"))
        return write_deck(deck, "deck.txt" if is_text else "deck.cbn")

    def _show_printed(self) -> None:
        printed = self.operator.printed()
        if "lp" in self.outputs:
            self.listed += printed
        else:
            sys.stdout.write(printed)

    def _load(self, line: Line) -> None:
        """Words into storage: lines of an address and octal words, or of an instruction."""
        path = Path(" ".join(line.words))
        kind = path.suffix.lower()
        if kind not in (".oct", ".sym"):
            raise line.refusal("expected a file .oct or .sym; cards are attached and booted")
        for text in read_file(path).decode(errors="replace").splitlines():
            first, *words = text.split()
            place = int(first, 8) if re.fullmatch("[0-7]+", first) else 0
            values = [" ".join(words)] if kind == ".sym" else words
            for n, value in enumerate(values if words else []):
                word = value.removeprefix("OCT ").split()
                self.machine.state.storage[place + n & self.debugger.size - 1] = self._word(word)

    def _word(self, words: list[str]) -> int:
        """Octal digits, or an instruction whose numbers are octal."""
        if words[0].isdigit():
            return read_word(["octal", *words], "", Symbols(), 0)
        operand = re.sub("[0-7]+", lambda digits: str(int(digits[0], 8)), "".join(words[1:]))
        return read_word([words[0], *([operand] if operand else [])], "", Symbols(), 0)

    # -- words and registers

    def _targets(self, line: Line, text: str) -> Iterator[str]:
        """The registers and addresses of ``200-202,AC,STATE``.  Raises RefusedError."""
        for part in text.upper().split(","):
            low, _, high = part.partition("-")
            if part in REGISTERS or part in SWITCHES:
                yield part
            elif part in ("STATE", "ALL"):
                yield from REGISTERS if part == "STATE" else map(str, range(self.debugger.size))
            elif (
                re.fullmatch("[0-7]+(-[0-7]+)?", part) and int(high or low, 8) < self.debugger.size
            ):
                yield from (f"{n:o}" for n in range(int(low, 8), int(high or low, 8) + 1))
            else:
                raise line.refusal(
                    f"{part} is no address of this storage, and no register; expected octal, such "
                    f"as 200-210, or one of {', '.join(REGISTERS)}"
                )

    def _examine(self, line: Line) -> None:
        for target in self._targets(line, ",".join(line.words)):
            self.say(f"{target}:\t{self._shown(target, 'm' in line.switches)}")

    def _shown(self, target: str, symbolic: bool = False) -> str:
        words = self.machine.words
        if target in SWITCHES:
            return str(int(words[at.SENSE_SWITCHES]) >> 6 - SWITCHES[target] & 1)
        if target in REGISTERS:
            register = REGISTERS[target]
            return register.text(register.read(words))
        return word_text(self.machine.read_storage(int(target, 8)), symbolic)

    def _deposit(self, line: Line) -> None:
        if len(line.words) < 2:
            raise line.refusal("expected an address or a register, and a value")
        self.debugger.check_between("deposit")
        value = self._word(list(line.words[1:])) if "m" in line.switches else self._octal(line)
        for target in self._targets(line, line.words[0]):
            self._put(line, target, value)
        self.debugger.history.note(fixed=True)

    def _octal(self, line: Line) -> int:
        if not re.fullmatch("-?[0-7]{1,13}", line.words[1]):
            raise line.refusal(f"{line.words[1]} is no octal number of at most 13 digits")
        number = int(line.words[1].lstrip("-"), 8)
        return number | 1 << 35 if line.words[1][0] == "-" else number

    def _put(self, line: Line, target: str, value: int) -> None:
        register = REGISTERS.get(target)
        bits = 1 if target in SWITCHES else 36 if register is None else register.bits
        if value >> bits:
            raise line.refusal(f"{value:o} doesn't fit into the {bits} bits of {target}")
        if target in SWITCHES:
            self.operator.act(f"console.sense.{SWITCHES[target]}", value)
        elif target == "SW":
            for n in SWITCHES.values():
                self.operator.act(f"console.sense.{n}", value >> n - 1 & 1)
        elif target == "KEYS":
            for bit in range(36):
                self.operator.act(f"console.key.{bit or 'S'}", value >> 35 - bit & 1)
        elif register is None:
            self.machine.state.storage[int(target, 8)] = value
        else:
            wide = register.bits if register.bits != 15 else self.debugger.size.bit_length() - 1
            value &= (1 << wide) - 1
            value = mirrored_bits(value, wide) if register.mirrored else value
            self.machine.words[register.place] = value

    # -- running

    def _boot(self, line: Line) -> None:
        unit = line.words[0].lower().rstrip("0") if line.words else ""
        button = {"cdr": "cards", "mt1": "tape", "dr": "drum"}.get(unit)
        if button is None:
            raise line.refusal("LOAD CARDS, TAPE and DRUM read cdr, mt1 and dr; expected one")
        self._run(line, lambda: self._press_load(button))

    def _press_load(self, button: str) -> None:
        self.operator.press(f"console.load_{button}")
        self.debugger.run()

    def _go(self, line: Line) -> None:
        if line.words:
            self._put(line, "IC", self._places(line)[0])
        self._run(line, self.debugger.run)

    def _continue(self, line: Line) -> None:
        self._run(line, self.debugger.run)

    def _step(self, line: Line) -> None:
        if line.words and not line.words[0].isdecimal():
            raise line.refusal("expected a number of instructions")
        count = int(line.words[0]) if line.words else 1
        self._run(line, lambda: self.debugger.run(count))

    def _run(self, line: Line, begin: Callable[[], None]) -> None:
        """Let it run to where it stands, and say where."""

        def started() -> list[str]:
            begin()
            return []

        with interruptions() as caught:
            if line.command == "step" or self.debugger.breakpoints.points or self.rows_wanted:
                answer = run_to_end(self.debugger, started, self._show_printed, caught)
            else:
                answer = self._run_unobserved(begin, caught)
        if caught:
            raise Interrupted(caught[0])
        words = self.machine.words
        counter = int(words[at.IC]) & self.debugger.size - 1
        where = f"IC: {counter:05o} ({word_text(self.machine.read_storage(counter), True)})"
        self.say(f"\n{self._why(answer)}, {where}")
        read = {name: register.read(words) for name, register in REGISTERS.items()}
        storage = self.machine.state.storage.copy()
        self.stops.append(Stop(line, read, storage))

    def _run_unobserved(self, begin: Callable[[], None], caught: list[int]) -> list[str]:
        """Let it run where nobody looks at instructions, which is several times faster."""
        begin()
        debugger, machine = self.debugger, self.machine
        debugger.running, machine.observer = False, None
        try:
            over = ""
            while machine.running() and not over and not caught:
                over = debugger.job.proceed()
                self._show_printed()
        finally:
            machine.observer = debugger.observer
        return [over or machine.reason()]

    def _why(self, answer: list[str]) -> str:
        """Why it stands, in SIMH's words where it has any."""
        state, control = self.machine.state, self.debugger.observer.control
        if self.debugger.observer.paused:
            broken = int(control[kernel.WHY]) == kernel.BROKEN
            return "Breakpoint" if broken else "Step expired"
        if state.phase is Phase.STANDING and state.stop in (at.STOPPED_HPR, at.STOPPED_HTR):
            return "HALT instruction"
        if state.phase is Phase.STANDING and state.stop == at.UNKNOWN:
            return "Unknown Opcode"
        return answer[0] if answer else "Stopped"

    # -- the rest

    def _places(self, line: Line) -> list[int]:
        """Its addresses.  Raises RefusedError."""
        targets = list(self._targets(line, ",".join(line.words)))
        if not all(target.isdecimal() for target in targets):
            raise line.refusal("expected an address")
        return [int(target, 8) for target in targets]

    def _break(self, line: Line) -> None:
        for place in self._places(line):
            self.debugger.breakpoints.add(Point(kernel.ON_PLACE, place, place))
        self.debugger.place_breakpoints()

    def _nobreak(self, line: Line) -> None:
        points = self.debugger.breakpoints
        if [word.lower() for word in line.words] in ([], ["all"]):
            points.delete_all()
        else:
            wanted = self._places(line)
            for number in [n for n, point in points.points.items() if point.low in wanted]:
                points.delete(number)
        self.debugger.place_breakpoints()

    def _reset(self, line: Line) -> None:
        self.operator.press("console.reset")

    def _set(self, line: Line) -> None:
        known = line.words[:1] and line.words[0].lower() == "cpu"
        if not known:
            tell_user(f"{line.where}: {line.text}: has no part in this 704; passed over")

    def _echo(self, line: Line) -> None:
        self.say(line.text.partition(" ")[2])

    def _assert(self, line: Line) -> None:
        name, _, value = "".join(line.words).upper().partition("=")
        if not re.fullmatch("-?[0-7]+", value):
            raise line.refusal("expected REGISTER=VALUE, in octal")
        target = next(self._targets(line, name))
        shown = self._shown(target).replace(" ", "")
        if int(shown, 8) != int(value, 8):
            raise line.refusal(f"{target} is {shown}")


def _is_tape(path: Path) -> bool:
    """Whether a tape is there: SIMH's users call them as they like, and do a script again."""
    try:
        return bool(open_tape(read_file(path), path.name).tape.items)
    except RefusedError:
        return False


def _own_name(unit: str) -> str:
    """Our name of SIMH's tape unit: ``tape10`` for ``mt0``; other units are called alike."""
    return f"tape{unit[2:].replace('0', '10')}" if unit.startswith("mt") else unit


def _drums(path: Path) -> Words:
    """What a drum file holds: SIMH's words of eight bytes, or our lines of octal."""
    data = read_file(path)
    if path.suffix == ".drum":
        return read_drums(data, path.name)
    words = np.frombuffer(
        data[: 8 * DRUMS * DRUM_WORDS].ljust(8 * DRUMS * DRUM_WORDS, b"\0"), "<u8"
    )
    if int(words.max()) > at.WORD:
        raise RefusedError(path.name, "holds words of more than 36 bits; expected SIMH's drum file")
    return words.astype(np.int64).reshape(DRUMS, DRUM_WORDS)


def new_operator(script: list[Line], args: argparse.Namespace) -> ProgramOperator:
    """A 704 of the script's size."""
    return ProgramOperator(DeckOutputs(None, None).sink, storage_of(script), args.max_seconds)


def run_script(args: argparse.Namespace) -> int:
    """Do the script that ``--simh`` names; the exit status.  Raises RefusedError."""
    path = Path(args.simh)
    script = read_script(path)
    SimhSession(new_operator(script, args), path.parent).do_all(script)
    return 0
